// audit.h: one external decoder, from a request to a report on disk: it is asked
// what it is, planned for, judged in processes of its own, and a run that was
// killed is continued. It must not know the options of a command, and prints
// nothing.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/external_decoder.h"
#include "harness/campaign/plan.h"

namespace placemat {

struct AuditRequest {
  ExternalOptions decoder;           // which one, and what it may use
  ExternalRecord listed;             // what the list of subjects says of it
  std::vector<std::string> sources;  // those that fit it when empty
  std::optional<std::string> as;     // what it claims, or was identified as, when there is none
  std::optional<Budget> budget;      // by its kind when there is none
  std::uint64_t seed = 1992;
  unsigned threads = 1;
  bool oracle = true;
  bool learn_machine = true;  // some ten thousand questions more
  bool resume = false;
  std::filesystem::path corpus;    // a directory
  std::filesystem::path expected;  // a list of findings that are no news; may be empty
  std::filesystem::path out;       // a directory, made when it is absent
};

// What an audit tells its caller while it is at work.
struct AuditCalls {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t, std::size_t)> progress = {};  // parts done, parts in all
  // The report stands in `out`; the run can still be continued when this throws.
  std::function<void(const Report&)> on_report = {};
};

// `out`/report.jsonl, where an audit writes what it finds.
std::filesystem::path report_file(const AuditRequest& request);

// Throws AbsentError for an adapter that is broken, and InputError, after
// `on_report`, when it was stopped.
Report audit(const AuditRequest& request, const AuditCalls& calls);

// The report of a child that was started and never said what it is: one finding.
Report report_no_hello(const AuditRequest& request, const NoHelloError& error,
                       const AuditCalls& calls);

// What of a plan the request and the kind of the decoder decide.
struct AuditScope {
  std::vector<std::string> sources;
  Budget budget = Budget::kStandard;
  Depth depth = Depth::kFull;
};
AuditScope scope_of(const AuditRequest& request);

// What to judge it as: what was asked for, what it claims, or, when it does not
// say what it is, what it was identified as. None: what it claims.
std::optional<std::string> profile_to_judge(const std::optional<std::string>& as,
                                            const Profile& claimed, bool claims_profile,
                                            const ExternalRecord& record);

}  // namespace placemat
