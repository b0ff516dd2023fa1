// external_decoder.h: a decoder that is not of this tree: its name, its limits and its claims. What
// the claims leave out of the profile is completed: the dialect is then utf-8, and policy and BOM
// rule are those that it follows. It must not know why the decoder is run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/isolation/hang_limit.h"
#include "harness/isolation/remote.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

struct ExternalOptions {
  std::string plugin;
  std::vector<std::string> command = {};  // or a child, with its arguments
  const Decoder* own = nullptr;           // or a decoder of this tree, in a process of its own
  std::string name;                       // its name in the report, instead of its own
  Limits limits;
  bool is_filter = false;  // the command only converts a stream
  std::string filter_output = "utf-32le", filter_mode = "strict", filter_policy;
  unsigned start_ms = 30'000;
  // The time that calls without an answer may take together; then no new call is made.
  unsigned wait_s = 300;
  bool no_isolation = false;
};

class ExternalDecoder {
 public:
  // Starts the decoder once to query its claims, and asks a dozen inputs for what they leave out.
  explicit ExternalDecoder(const ExternalOptions& options);
  ExternalDecoder(const ExternalDecoder&) = delete;
  ExternalDecoder& operator=(const ExternalDecoder&) = delete;

  // Asks it outside of a run. Its process is started at the first request and answers those that
  // follow, so that a decoder which takes seconds to start does so once.
  Bytes ask(const Bytes& request) const;
  // Ends that process, which has seen what was asked.
  void end_process() const { process_.reset(); }

  // Claims a whole profile; state_claims() says which parts of it are its own claim.
  const Decoder& decoder() const { return proxy_->decoder(); }
  // Corrects what `result`, of this decoder, says of the claims. What the caller asked for with
  // `--as` is not described.
  void state_claims(DecoderResult& result, const std::optional<std::string>& as) const;
  const Description& description() const { return description_; }
  MakeHost host() const { return host_; }
  // True when it answers questions in lines.
  bool is_child() const { return is_child_; }
  // True when it is a shared object, which sees where its units and values lie.
  bool is_plugin() const { return is_plugin_; }
  // The calls that had no answer, of all its processes.
  const HangLimit& hangs() const { return *hangs_; }
  // As it was named: the words after `placemat audit` or `placemat replay`.
  const std::string& called() const { return called_; }

 private:
  std::string called_;
  bool is_child_ = false, is_plugin_ = false;
  std::shared_ptr<HangLimit> hangs_;
  MakeHost host_;
  void complete_claims();

  Description description_;
  std::string claimed_;                      // the parts of the profile
  std::vector<std::string_view> described_;  // policy and BOM rule, of those
  std::unique_ptr<DecoderProxy> proxy_;
  mutable std::unique_ptr<Remote> process_;
};

// A word quoted so that a shell reads it back unchanged.
std::string quoted(const std::string& word);

// The options that relax a sandbox so, each with a space behind it.
std::string options_of(const Relaxations& relaxed);

// Does `name` look like a plug-in rather than a decoder of this tree?
bool is_plugin_name(const std::string& name);

}  // namespace placemat
