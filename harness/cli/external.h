// external.h: the options that say which decoder outside of this tree is meant.
#pragma once

#include "harness/campaign/external_decoder.h"
#include "harness/cli/command.h"

namespace placemat::cli {

void add_stranger_options(CLI::App& command, StrangerOptions& options);
// Those of them that say what a command is.
void add_filter_options(CLI::App& command, StrangerOptions& options);

// The decoder that the options and the words behind `--` name.
Stranger external_decoder(const Global& global, StrangerOptions options);

}  // namespace placemat::cli
