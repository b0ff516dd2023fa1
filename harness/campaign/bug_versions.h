// bug_versions.h: documented bugs in the versions that had them. The faulty and the mended version
// are installed side by side and audited; the vector of the bug must fail in the one, and no longer
// in the same way in the other. It must not know what any bug is about.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/campaign/subject_versions.h"
#include "harness/corpus/corpus.h"

namespace placemat {

// What one version did.
struct BuggyVersion {
  std::string version;
  // Of the normal run, where there was one: its findings, and whether the vector fails in it.
  std::optional<std::size_t> findings = {};
  std::optional<bool> fails_in_run = {};
  std::string cut_short = {};           // why that run did not come to its end; or empty
  std::vector<std::string> kinds;       // of the findings that the vector gives alone
  std::string minimal, expected, seen;  // the first of them, reduced
  double milliseconds = 0;  // the vector alone: from the start of the decoder to its end
};

struct BugVerification {
  const Bug* bug = nullptr;
  std::string product = {}, entry = {};
  BuggyVersion faulty = {}, mended = {};
  std::string trouble = {};  // why it could not be verified; or empty
  bool is_absent = false;
  bool is_unfinished = false;  // a normal run did not end and shows nothing; the vector was asked

  bool is_found() const;
  // No kind of finding that the faulty version has is left.
  bool is_gone() const;
};

// Takes what the normal runs say, once the vector was asked alone. A run that was cut short shows
// the bug when the vector failed in it, or a finding has a kind that the vector gives. Calls that
// hang may end the run of the mended version too: another bug.
void take_runs(const VersionAudit& faulty, const VersionAudit& mended, BugVerification& out);

enum class BugRun : std::uint8_t {
  kNormal,  // the run that every child gets, and the vector alone
  kVector,  // the vector alone
};

// Of the bugs that name versions; fewer after a stop. Call it while this process has one thread.
std::vector<BugVerification> verify_bugs(const Corpus& corpus, std::span<const Bug* const> bugs,
                                         const VersionedSubjects& subjects, BugRun run,
                                         const std::function<void(std::size_t)>& progress);

}  // namespace placemat
