#include "harness/campaign/bug_versions.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "harness/bytes/error.h"
#include "harness/campaign/run.h"
#include "harness/isolation/remote.h"

namespace placemat {
namespace {

using Clock = std::chrono::steady_clock;

// All kinds that a result names, symptoms included.
std::vector<std::string> kinds_of(const DecoderResult& result) {
  std::set<std::string> kinds;
  for (const Finding& finding : result.findings) {
    kinds.emplace(row_of(finding.kind).name);
    for (const Symptom& symptom : finding.symptoms) kinds.emplace(row_of(symptom.kind).name);
  }
  return {kinds.begin(), kinds.end()};
}

bool share_one(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  return std::ranges::any_of(
      some, [&](const std::string& one) { return std::ranges::find(others, one) != others.end(); });
}

// The vector and nothing else, in all presentations that a child is given.
void ask_vector(const InstalledVersion& installed, const Vector& vector,
                const std::atomic<bool>* stop, BuggyVersion& out) {
  Corpus alone;
  alone.vectors = {vector};
  const Clock::time_point begun = Clock::now();
  const ExternalDecoder external(installed.decoder());
  external.end_process();
  Target target = make_target(external.decoder(), {"curated"}, {Budget::kQuick, 1992, &alone});
  target.most = Depth::kChunked;
  target.encoder_step = kFewValues;
  RunOptions how;
  how.stop = stop;
  how.make_executor = [&](const RunContext& context) -> std::unique_ptr<Executor> {
    return std::make_unique<Remote>(context, external.host());
  };
  run({target}, how, [&](const DecoderResult& result) {
    out.kinds = kinds_of(result);
    if (result.findings.empty()) return;
    out.minimal = result.findings.front().minimal;
    out.expected = result.findings.front().expected;
    out.seen = result.findings.front().seen;
  });
  out.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
}

void add_trouble(const BuggyVersion& version, BugVerification& out) {
  out.is_unfinished = true;
  out.trouble +=
      fmt::format("{}{}: {}", out.trouble.empty() ? "" : "; ", version.version, version.cut_short);
}

// Returns whether the run shows the bug.
bool take_run(const VersionAudit& audit, const BugVerification& verification, BuggyVersion& out) {
  out.cut_short = audit.trouble;
  if (!audit.report) return false;
  const DecoderResult& result = audit.report->subjects.front();
  out.findings = result.findings.size();
  const bool fails = std::ranges::find(result.failing, verification.bug->vector,
                                       &FailingCase::id) != result.failing.end();
  // A run that was cut short may not have come to that vector.
  if (fails || out.cut_short.empty()) out.fails_in_run = fails;
  return fails || (!out.cut_short.empty() && share_one(kinds_of(result), out.kinds));
}

void verify(const Corpus& corpus, const VersionedSubjects& subjects, BugRun how,
            BugVerification& out) {
  const Bug& bug = *out.bug;
  const ListedSubject row = versioned_row(subjects, bug.versions->subject);
  out.product = row.record.product;
  out.entry = row.record.entry;
  const InstalledVersion faulty(subjects, bug.versions->subject, bug.versions->faulty);
  const InstalledVersion mended(subjects, bug.versions->subject, bug.versions->mended);
  std::vector<VersionAudit> audits;
  if (how == BugRun::kNormal) audits = audit_versions(subjects, {&faulty, &mended});
  const Vector* vector = corpus.find(bug.vector);
  ask_vector(faulty, *vector, subjects.stop, out.faulty);
  ask_vector(mended, *vector, subjects.stop, out.mended);
  if (!audits.empty()) take_runs(audits.at(0), audits.at(1), out);
}

}  // namespace

bool BugVerification::is_found() const {
  return trouble.empty() && faulty.fails_in_run.value_or(true) && !faulty.kinds.empty();
}

bool BugVerification::is_gone() const {
  if (!trouble.empty()) return false;
  return !share_one(mended.kinds, faulty.kinds);
}

void take_runs(const VersionAudit& faulty, const VersionAudit& mended, BugVerification& out) {
  const bool is_shown = take_run(faulty, out, out.faulty);
  take_run(mended, out, out.mended);
  if (!out.faulty.cut_short.empty() && !is_shown) add_trouble(out.faulty, out);
  if (!out.mended.cut_short.empty() && !mended.is_ended_by_hangs) add_trouble(out.mended, out);
}

std::vector<BugVerification> verify_bugs(const Corpus& corpus, std::span<const Bug* const> bugs,
                                         const VersionedSubjects& subjects, BugRun run,
                                         const std::function<void(std::size_t)>& progress) {
  std::vector<BugVerification> all;
  for (const Bug* bug : bugs) {
    if (subjects.stop != nullptr && *subjects.stop) break;
    progress(all.size());
    BugVerification one{.bug = bug};
    one.faulty.version = bug->versions->faulty;
    one.mended.version = bug->versions->mended;
    try {
      verify(corpus, subjects, run, one);
    } catch (const AbsentError& error) {
      one.trouble = error.what();
      one.is_absent = true;
    }
    if (subjects.stop != nullptr && *subjects.stop) break;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace placemat
