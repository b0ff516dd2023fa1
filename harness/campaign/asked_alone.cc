#include "harness/campaign/asked_alone.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/bytes/error.h"
#include "harness/campaign/replay.h"
#include "harness/campaign/stored_finding.h"
#include "harness/judge/cause.h"

namespace placemat {
namespace {

// Each takes a process.
constexpr std::size_t kMostAsked = 64;
constexpr int kTriesAlone = 20, kMostTriesAlone = 400;

// None where the line makes no call that can be made again.
std::optional<Check> repeated_check(Kind kind, const std::string& replay) {
  const bool is_of_call = shows_in(kind) == ShowsIn::kCall;
  if (is_of_call && kind != Kind::kCrash && kind != Kind::kHang) return std::nullopt;
  try {
    const ReplayCall call = parse_replay_line(replay);
    if (!call.encode.empty()) return std::nullopt;
    return replayed_check(call.units, call.how);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<Failure> failure_in_new_process(const ExternalDecoder& external,
                                              const std::string& profile, const Check& check) {
  const std::vector<Target> no_targets;
  const RunContext context{no_targets, {}, nullptr};
  Remote remote(context, external.host());
  return Unpacker(remote.ask(packed(Request::kJudge, profile, check)))
      .read<std::optional<Failure>>();
}

// The key names the kind: DECODER|PROFILE|KIND|WHAT.
void rename(Finding& finding, Kind kind) {
  const std::string was = fmt::format("|{}|", row_of(finding.kind).name);
  const std::size_t at = finding.key.find(was);
  if (at != std::string::npos) {
    finding.key.replace(at, was.size(), fmt::format("|{}|", row_of(kind).name));
  }
  finding.kind = kind;
  finding.clause = row_of(kind).clause;
  finding.effect = row_of(kind).effect;
}

// Asks for replay lines as they are printed, each in a process of its own.
class AskedFinding {
 public:
  explicit AskedFinding(const ExternalDecoder& external) : external_(external) {}

  // True when it is right there each time.
  bool is_right(Finding& finding) {
    const auto check = repeated_check(finding.kind, finding.replay);
    if (!check) return false;
    if (const auto failure = ask(finding, *check)) {
      take(finding, *failure);
      return false;
    }
    int tries = 1, shown = 0;
    for (; tries < kTriesAlone && tries_ < kMostTriesAlone; ++tries)
      shown += ask(finding, *check) ? 1 : 0;
    if (shown == 0 && show_plainer(finding)) return false;
    const bool is_of_call = shows_in(finding.kind) == ShowsIn::kCall;
    if (shown > 0 || is_of_call) {
      if (!finding.pattern.empty()) finding.pattern += "; ";
      finding.pattern += fmt::format("{} of {} tries of its replay line showed it", shown, tries);
      return false;
    }
    explain(finding);
    return true;
  }

 private:
  std::optional<Failure> ask(const Finding& finding, const Check& check) {
    ++tries_;
    return failure_in_new_process(external_, finding.judged_as, check);
  }

  static void take(Finding& finding, const Failure& failure) {
    if (shows_in(finding.kind) == ShowsIn::kCall) return;
    finding.expected = failure.expected;
    finding.seen = failure.seen;
  }

  // The first symptom of the same kind whose line shows it takes the finding's place.
  bool show_plainer(Finding& finding) {
    for (Symptom& symptom : finding.symptoms) {
      if (symptom.kind != finding.kind || tries_ >= kMostTriesAlone) continue;
      const auto check = repeated_check(symptom.kind, symptom.replay);
      const auto failure = check ? ask(finding, *check) : std::nullopt;
      if (!failure) continue;
      std::swap(finding.key, symptom.key);
      std::swap(finding.operation, symptom.operation);
      std::swap(finding.minimal, symptom.minimal);
      std::swap(finding.conditions, symptom.conditions);
      std::swap(finding.expected, symptom.expected);
      std::swap(finding.seen, symptom.seen);
      std::swap(finding.replay, symptom.replay);
      finding.pattern.clear();  // that of the other input
      take(finding, *failure);
      return true;
    }
    return false;
  }

  static void explain(Finding& finding) {
    // How often it fails by chance is said already.
    if (finding.kind == Kind::kNondeterministic && !finding.pattern.empty()) {
      finding.pattern += fmt::format("; {}", kRightAlone);
      return;
    }
    if (finding.kind != Kind::kKeepsState) rename(finding, Kind::kNondeterministic);
    finding.pattern = fmt::format("only after what was asked before: {}", kRightAlone);
  }

  const ExternalDecoder& external_;
  int tries_ = 0;
};

// What is asked before one may be what is asked before another, so that they have one cause.
void fold(std::vector<Finding>& findings, const std::vector<bool>& is_right) {
  std::vector<Finding> kept;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!is_right[i] || !first) {
      if (is_right[i]) first = kept.size();
      kept.push_back(std::move(findings[i]));
      continue;
    }
    Finding& cause = kept[*first];
    add_symptom(cause, findings[i]);
    std::uint64_t& own = cause.symptoms.back().checks;  // without those of its symptoms
    for (const Symptom& symptom : findings[i].symptoms) own -= std::min(own, symptom.checks);
    cause.symptoms.insert(cause.symptoms.end(), findings[i].symptoms.begin(),
                          findings[i].symptoms.end());
  }
  findings = std::move(kept);
}

}  // namespace

void ask_findings_alone(const ExternalDecoder& external, DecoderResult& subject) {
  std::vector<bool> is_right(subject.findings.size());
  AskedFinding alone(external);
  try {
    for (std::size_t i = 0; i < std::min(kMostAsked, is_right.size()); ++i) {
      is_right[i] = alone.is_right(subject.findings[i]);
    }
  } catch (const AbsentError&) {
    // It does not start any more, so that the rest stay as they are.
  }
  fold(subject.findings, is_right);
  // What changes with what was asked makes all else doubtful.
  std::ranges::stable_partition(subject.findings, [](const Finding& finding) {
    return finding.kind == Kind::kNondeterministic;
  });
}

}  // namespace placemat
