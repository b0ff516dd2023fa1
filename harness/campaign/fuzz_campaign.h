// fuzz_campaign.h: a fuzzing campaign against one decoder, from a request to a report on disk. The
// decoder and the engine are in processes of their own. A finding is reduced to its cause, stored
// at once and from then on only counted, and the campaign goes on until its time is up. It must
// not know the options of a command, and prints nothing.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/external_decoder.h"
#include "harness/report/record.h"

namespace placemat {

struct FuzzRequest {
  ExternalOptions decoder;        // of this tree or external, and its limits
  std::optional<std::string> as;  // the profile; none: the claimed or identified one
  double seconds = 600;           // of the whole campaign, resumptions included
  std::uint64_t seed = 1992;
  unsigned processes = 1;           // that fuzz at the same time and share what they find
  bool own_mutator = true;          // false: only the engine's own mutations
  std::size_t longest = 4096;       // units of an input
  std::vector<std::string> inputs;  // directories of inputs to begin with
  bool resume = false;
  std::filesystem::path expected;  // a list of known findings; may be empty
  std::filesystem::path out;       // a directory, created when absent
};

struct FuzzProgress {
  FuzzingPoint point;
  double a_second = 0;  // executions, lately
  double seconds_left = 0;
  std::uint64_t fresh = 0;  // findings that are not expected
  std::uint64_t known = 0;
};

// Callbacks to the caller while a campaign runs; one at a time.
struct FuzzCalls {
  const std::atomic<bool>* stop = nullptr;
  std::function<std::string()> why_stopped = {};
  std::function<void(const FuzzProgress&)> progress = {};
  std::function<void(const Finding&, const FuzzProgress&)> on_finding = {};  // it is stored
  std::function<void(const Report&)> on_report = {};
};

// The files of a campaign in its directory.
std::filesystem::path fuzz_store_file(const FuzzRequest& request);
std::filesystem::path fuzz_inputs_directory(const FuzzRequest& request);

// Throws AbsentError when the engine was absent when this program was built. Throws
// UnfinishedError, after `on_report`, when it ended before its time.
Report fuzz(const FuzzRequest& request, const FuzzCalls& calls);

struct SelectedInputs {
  std::size_t before = 0, after = 0;
};
// Replaces the inputs of a campaign, and those of `request.inputs`, by those that the engine keeps
// when it gets nothing else, the shortest first. No campaign may be running in that directory.
SelectedInputs select_inputs(const FuzzRequest& request);

}  // namespace placemat
