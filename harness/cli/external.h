// external.h: the options and words that select a decoder: one of this tree, an external one, or
// the one of a stored finding.
#pragma once

#include "harness/campaign/any_decoder.h"
#include "harness/campaign/stored_finding.h"
#include "harness/cli/command.h"

namespace placemat::cli {

void add_external_options(CLI::App& command, ExternalOptions& options);
// --report, for commands that take the key of a finding.
void add_report_option(CLI::App& command, std::string& report);

// The options that relax the sandbox.
void add_relaxations(CLI::App& command, ExternalOptions& options);

// The external decoder that the options and the words after `--` name.
ExternalDecoder external_decoder(const Global& global, ExternalOptions options);

// True when `name`, or the words after `--`, denote a decoder that is not of this tree.
bool is_external(const Global& global, const std::string& name);
// The decoder of that name, the plug-in in that file, or the command after `--`.
AnyDecoder any_decoder(const Global& global, const std::string& name, ExternalOptions options);

// The decoder of a finding, as its report says that it was called; `otherwise` names a plug-in to
// take instead, and words after `--` a command.
AnyDecoder decoder_of(const Global& global, const StoredFinding& stored, const ReplayCall& call,
                      const std::string& otherwise, ExternalOptions options);

}  // namespace placemat::cli
