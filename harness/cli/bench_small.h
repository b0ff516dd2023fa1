// bench_small.h: `placemat bench small`, the cost of a call on short inputs.
#pragma once

#include "harness/cli/command.h"

namespace placemat::cli {

void add_bench_small(CLI::App& bench, Global& global);

}  // namespace placemat::cli
