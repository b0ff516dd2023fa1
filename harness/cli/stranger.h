// stranger.h: what the subcommands share that deal with decoders which are not
// in this tree: how one is named on the command line, what it may use, and what
// it says of itself.
#pragma once

#include <memory>
#include <string>

#include "harness/audit/remote.h"
#include "harness/audit/sandbox.h"
#include "harness/cli/command.h"

namespace placemat::cli {

struct StrangerOptions {
  std::string plugin;
  std::string name;  // what the report calls it, instead of what it calls itself
  Limits limits;
  bool is_filter = false;  // the command only converts a stream
  std::string filter_output = "utf-32le", filter_mode = "strict", filter_policy;
  unsigned start_ms = 30'000;
  bool no_isolation = false;
};

void add_stranger_options(CLI::App& command, StrangerOptions& options);
// Those of them that say what a command is.
void add_filter_options(CLI::App& command, StrangerOptions& options);

class Stranger {
 public:
  // Starts it once, to hear what it claims.
  Stranger(const Global& global, const StrangerOptions& options);
  const Decoder& decoder() const { return stand_in_->decoder(); }
  const Description& description() const { return description_; }
  MakeHost host() const { return host_; }
  // As it was named: what stands behind `placemat audit` or `placemat replay`.
  const std::string& called() const { return called_; }

 private:
  std::string called_;
  MakeHost host_;
  Description description_;
  std::unique_ptr<StandIn> stand_in_;
};

// A word so that a shell reads it back as it was.
std::string quoted(const std::string& word);

// Does `name` look like a plug-in, and not like a decoder of this tree?
bool is_plugin_name(const std::string& name);

}  // namespace placemat::cli
