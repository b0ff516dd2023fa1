// Chooses the reproducer of a finding: a subject's own language, a C program, a shell line, and
// else the replay line. It must not write any.
#include "harness/campaign/issue.h"

#include <fmt/format.h>

namespace placemat {
namespace {

std::string called(const Finding& finding, const ReplayCall& call, const ListedSubject* listed) {
  const std::string operation = call.encode.empty() ? finding.operation : "encode";
  if (listed != nullptr) return listed->native;
  if (!call.external.plugin.empty()) {
    return fmt::format("{} of the plug-in {}", operation, call.external.plugin);
  }
  if (!call.external.command.empty()) {
    return fmt::format("{} of {}", operation, fmt::join(call.external.command, " "));
  }
  return fmt::format("{} of {}", operation, finding.decoder);
}

std::optional<Reproducer> reproducer_of(const ReproducedCall& what, const ListedSubject* listed,
                                        std::string& why_not) {
  const ReplayCall& call = what.call;
  if (listed != nullptr) {
    if (auto program = native_program(what, *listed, why_not)) {
      return program;
    }
  }
  std::string reason;
  std::optional<Reproducer> made;
  if (!call.external.plugin.empty()) made = plugin_program(what, reason);
  if (!call.external.command.empty()) made = command_line(what, reason);
  if (!reason.empty()) why_not += (why_not.empty() ? "" : "; ") + reason;
  return made;
}

}  // namespace

Reproducer replay_of(const Finding& finding) {
  return {"sh", "", finding.replay, "",
          "It prints what is expected and what is seen. Exit status: 1 the fault is there, 0 it is "
          "gone."};
}

Issue make_issue(StoredFinding stored, const ReplayCall& call, const ListedSubject* listed) {
  const ReproducedCall what{stored.finding, call, parse_profile(stored.finding.judged_as)};
  Issue issue;
  issue.called = called(stored.finding, call, listed);
  issue.reproducer = reproducer_of(what, listed, issue.why_not);
  if (!issue.reproducer) issue.reproducer = replay_of(stored.finding);
  issue.stored = std::move(stored);
  return issue;
}

}  // namespace placemat
