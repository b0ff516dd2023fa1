// audit.h: one external decoder, from a request to a report on disk. It is queried for its claims,
// judged in worker processes, and a run that was killed is continued. It must not know the options
// of a command, and prints nothing.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/external_decoder.h"
#include "harness/campaign/plan.h"

namespace placemat {

struct AuditRequest {
  ExternalOptions decoder;           // the decoder and its limits
  ExternalRecord listed;             // its row of the list of subjects
  std::vector<std::string> sources;  // empty: those that fit the decoder
  std::optional<std::string> as;     // the profile; none: the claimed one
  std::optional<Budget> budget;      // none: chosen by the kind of the decoder
  std::uint64_t seed = 1992;
  std::optional<std::uint64_t> every;  // of the cases of most sources, one in so many; none: all
  unsigned threads = 1;
  bool oracle = true;
  bool learn_machine = true;  // some ten thousand questions more
  bool resume = false;
  std::filesystem::path corpus;    // a directory
  std::filesystem::path expected;  // a list of known findings; may be empty
  std::filesystem::path out;       // a directory, created when absent
};

// It was stopped before its end; what it found before is in the report, if there is one.
class UnfinishedError : public std::runtime_error {
 public:
  UnfinishedError(const std::string& what, bool has_finding)
      : std::runtime_error(what), has_finding_(has_finding) {}
  bool has_finding() const { return has_finding_; }

 private:
  bool has_finding_;
};

// Callbacks to the caller while an audit runs.
struct AuditCalls {
  const std::atomic<bool>* stop = nullptr;
  std::function<std::string()> why_stopped = {};                // "interrupted" without it
  std::function<void(std::size_t, std::size_t)> progress = {};  // parts done, parts in all
  std::function<void(const std::string&)> phase = {};  // what is done from now on, without parts
  // The report is in `out`; the run can still be continued when this throws.
  std::function<void(const Report&)> on_report = {};
};

// How the trouble of a decoder begins whose hanging calls ended its audit.
inline constexpr std::string_view kStoppedEarly = "stopped early: ";

// `out`/report.jsonl, where an audit writes its findings.
std::filesystem::path report_file(const AuditRequest& request);

// Throws AbsentError for a broken adapter. Throws UnfinishedError, after `on_report`, when it was
// stopped, or when the process that asks the decoder ended. The report is unfinished, too, when too
// many calls had no answer.
Report audit(const AuditRequest& request, const AuditCalls& calls);

// The report of a child that was started and never sent its hello: one finding.
Report report_no_hello(const AuditRequest& request, const NoHelloError& error,
                       const AuditCalls& calls);

// The part of a plan that the request and the kind of the decoder decide.
struct AuditScope {
  std::vector<std::string> sources;
  Budget budget = Budget::kStandard;
  Depth depth = Depth::kFull;
  bool are_calls_slow = false;
};
AuditScope scope_of(const AuditRequest& request);

}  // namespace placemat
