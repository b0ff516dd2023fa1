// history.h: since when a subject does what it does. The oldest and the newest version that npm has
// are audited, and whatever lies between two that differ is halved until each change has its
// version. A change that was taken back between two versions that agree is not seen. It must not
// know how the result is shown.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "harness/campaign/subject_versions.h"
#include "harness/corpus/corpus.h"

namespace placemat {

// What one version does, as far as versions are compared by it.
struct VersionState {
  std::string version = {};
  std::size_t place = 0;                   // in the list of all versions
  std::string profile = {};                // or its parts in a sentence, or what is nearest
  std::vector<std::string> findings = {};  // "KIND: UNITS", one for each cause, sorted
  std::vector<std::string> failing = {};   // curated vectors that fail, sorted
  std::string trouble = {};                // why it could not be asked; then the rest is empty

  // Does an answer of it depend on chance? Then its findings do too.
  bool is_by_chance() const;
  // Are these the same for one who calls it? Of two that depend on chance nothing else is compared.
  bool agrees_with(const VersionState& other) const;
};

// The change between two neighbours.
struct VersionChange {
  std::size_t before = 0, after = 0;                  // in `audited`
  std::vector<std::string> appeared = {}, gone = {};  // findings
  // Ids of documented bugs whose vector it changes.
  std::vector<std::string> mends = {}, brings = {};
  bool is_profile_changed = false;
  bool is_asked = true;  // false: one of the two could not be asked

  // A change of what it decodes that no documented bug names.
  bool is_candidate() const { return is_asked && mends.empty() && brings.empty(); }
};

struct SubjectHistory {
  std::string subject, product, entry, package;
  std::vector<std::string> versions;   // all, the oldest first
  std::vector<VersionState> audited;   // by age
  std::vector<VersionChange> changes;  // by age
  std::string note;                    // why versions were left out, for example
  bool is_complete = false;            // false: it was stopped
};

// What a version does; a test gives its own.
using AuditVersion = std::function<VersionState(const std::string& version)>;

// Throws whatever `audit` throws. `progress` is called with the versions audited.
SubjectHistory find_changes(std::vector<std::string> versions, const AuditVersion& audit,
                            const std::atomic<bool>* stop,
                            const std::function<void(std::size_t)>& progress);

struct HistoryRequest {
  std::string subject;
  std::string from, to;  // versions; the oldest and the newest when empty
};

SubjectHistory history_of(const HistoryRequest& request, const Corpus& corpus,
                          const VersionedSubjects& subjects,
                          const std::function<void(std::size_t)>& progress);

// Names the documented bugs of that subject that each change mends or brings.
void name_bugs(SubjectHistory& history, const Corpus& corpus);

}  // namespace placemat
