// fuzz_benchmark.h: a benchmark of fuzzing engines in words and tables, for a terminal and for
// Markdown, and its survival curves as a drawing.
#pragma once

#include <string>

#include "harness/report/fuzz_benchmark.h"

namespace placemat {

std::string fuzz_benchmark_text(const FuzzBenchmarkRecord& benchmark);
std::string fuzz_benchmark_markdown(const FuzzBenchmarkRecord& benchmark);

// For each engine that ran, the part of all its trials that has not found the fault, by time on a
// logarithmic axis.
std::string survival_svg(const FuzzBenchmarkRecord& benchmark);

}  // namespace placemat
