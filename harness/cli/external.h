// external.h: the options that select a decoder outside of this tree.
#pragma once

#include "harness/campaign/external_decoder.h"
#include "harness/cli/command.h"

namespace placemat::cli {

void add_external_options(CLI::App& command, ExternalOptions& options);
// The options that state what a command is.
void add_filter_options(CLI::App& command, ExternalOptions& options);

// The options that relax the sandbox.
void add_relaxations(CLI::App& command, ExternalOptions& options);

// The decoder that the options and the words after `--` name.
ExternalDecoder external_decoder(const Global& global, ExternalOptions options);

}  // namespace placemat::cli
