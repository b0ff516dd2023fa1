// bench_fuzzers.h: `placemat bench fuzz`, how soon fuzzing engines find planted faults.
#pragma once

#include "harness/cli/command.h"

namespace placemat::cli {

void add_bench_fuzz(CLI::App& bench, Global& global);

}  // namespace placemat::cli
