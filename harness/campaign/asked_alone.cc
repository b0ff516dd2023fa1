#include "harness/campaign/asked_alone.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/campaign/replay.h"
#include "harness/campaign/stored_finding.h"
#include "harness/judge/cause.h"

namespace placemat {
namespace {

// Each takes a process.
constexpr std::size_t kMostAsked = 64;

// None where the finding has no call that can be made again.
std::optional<Check> repeated_check(const Finding& finding) {
  if (shows_in(finding.kind) == ShowsIn::kCall) return std::nullopt;
  try {
    const ReplayCall call = parse_replay_line(finding.replay);
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

// True when it is right there.
bool is_right_alone(const ExternalDecoder& external, Finding& finding) {
  const auto check = repeated_check(finding);
  if (!check) return false;
  const auto failure = failure_in_new_process(external, finding.judged_as, *check);
  if (failure) {
    finding.expected = failure->expected;
    finding.seen = failure->seen;
    return false;
  }
  // How often it fails by chance is said already.
  if (finding.kind == Kind::kNondeterministic && !finding.pattern.empty()) {
    finding.pattern += fmt::format("; {}", kRightAlone);
    return true;
  }
  if (finding.kind != Kind::kKeepsState) rename(finding, Kind::kNondeterministic);
  finding.pattern = fmt::format("only after what was asked before: {}", kRightAlone);
  return true;
}

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
  try {
    for (std::size_t i = 0; i < std::min(kMostAsked, is_right.size()); ++i) {
      is_right[i] = is_right_alone(external, subject.findings[i]);
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
