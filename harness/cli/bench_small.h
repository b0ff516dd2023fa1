// bench_small.h: `placemat bench small`, what a call costs on short inputs.
#pragma once

#include "harness/cli/command.h"

namespace placemat::cli {

void add_bench_small(CLI::App& bench, Global& global);

}  // namespace placemat::cli
