// bench_harness.h: `placemat bench harness`, the cost of judging a plug-in in a process of its own.
#pragma once

#include "harness/cli/command.h"

namespace placemat::cli {

void add_bench_harness(CLI::App& bench, Global& global);

}  // namespace placemat::cli
