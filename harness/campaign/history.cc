#include "harness/campaign/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

std::vector<std::string> without(const std::vector<std::string>& all,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> out;
  std::ranges::set_difference(all, others, std::back_inserter(out));
  return out;
}

void sort_once(std::vector<std::string>& all) {
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
}

VersionState state_of(const VersionAudit& audit, const std::string& version) {
  VersionState state;
  state.version = version;
  if (!audit.trouble.empty()) {
    state.trouble = audit.trouble;
    return state;
  }
  const DecoderResult& result = audit.report->subjects.front();
  for (const Finding& finding : result.findings) {
    state.findings.push_back(fmt::format("{}: {}", row_of(finding.kind).name, finding.minimal));
  }
  for (const FailingCase& failing : result.failing) {
    if (failing.source == "curated") state.failing.push_back(failing.id);
  }
  sort_once(state.findings);
  sort_once(state.failing);
  if (audit.report->externals.empty()) return state;
  const ExternalRecord& record = audit.report->externals.front();
  if (record.explained && !record.profiles.empty()) {
    state.profile = record.profiles.front();
  } else if (!record.sentence.empty()) {
    state.profile = record.sentence;
  } else if (!record.profiles.empty()) {
    state.profile = "nearest " + record.profiles.front();
  }
  return state;
}

// Asks each version at most once.
class Halving {
 public:
  Halving(const std::vector<std::string>& versions, const AuditVersion& audit,
          const std::atomic<bool>* stop, const std::function<void(std::size_t)>& progress)
      : versions_(versions), audit_(audit), stop_(stop), progress_(progress) {}

  void run() {
    if (versions_.empty()) return;
    halve(0, versions_.size() - 1);
  }
  bool is_stopped() const { return stop_ != nullptr && stop_->load(); }
  const std::map<std::size_t, VersionState>& states() const { return states_; }

 private:
  const VersionState* state(std::size_t place) {
    if (const auto known = states_.find(place); known != states_.end()) return &known->second;
    if (is_stopped()) return nullptr;
    progress_(states_.size());
    VersionState asked = audit_(versions_[place]);
    if (is_stopped()) return nullptr;  // it may have been cut short
    asked.version = versions_[place];
    asked.place = place;
    return &states_.emplace(place, std::move(asked)).first->second;
  }

  void halve(std::size_t first, std::size_t last) {
    const VersionState* oldest = state(first);
    const VersionState* newest = state(last);
    if (oldest == nullptr || newest == nullptr || last - first < 2 ||
        oldest->agrees_with(*newest)) {
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    halve(first, middle);
    halve(middle, last);
  }

  const std::vector<std::string>& versions_;
  const AuditVersion& audit_;
  const std::atomic<bool>* stop_;
  const std::function<void(std::size_t)>& progress_;
  std::map<std::size_t, VersionState> states_;
};

// Between neighbours only: what lies between others was not halved to its end.
std::vector<VersionChange> changes_of(const std::vector<VersionState>& audited) {
  std::vector<VersionChange> changes;
  for (std::size_t i = 0; i + 1 < audited.size(); ++i) {
    const VersionState& before = audited[i];
    const VersionState& after = audited[i + 1];
    if (after.place != before.place + 1 || before.agrees_with(after)) continue;
    VersionChange change{.before = i, .after = i + 1};
    change.appeared = without(after.findings, before.findings);
    change.gone = without(before.findings, after.findings);
    change.is_profile_changed = before.profile != after.profile;
    change.is_asked = before.trouble.empty() && after.trouble.empty();
    changes.push_back(std::move(change));
  }
  return changes;
}

bool has(const std::vector<std::string>& sorted, const std::string& one) {
  return std::ranges::binary_search(sorted, one);
}

std::size_t place_of(const std::vector<std::string>& versions, const std::string& version) {
  const auto found = std::ranges::find(versions, version);
  if (found == versions.end()) {
    throw InputError(fmt::format("npm has no version {}; {} is the oldest and {} the newest",
                                 version, versions.front(), versions.back()));
  }
  return static_cast<std::size_t>(found - versions.begin());
}

std::vector<std::string> chosen_range(std::vector<std::string> versions,
                                      const HistoryRequest& request) {
  const std::size_t first = request.from.empty() ? 0 : place_of(versions, request.from);
  const std::size_t last =
      request.to.empty() ? versions.size() - 1 : place_of(versions, request.to);
  if (first > last) {
    throw InputError(fmt::format("{} is newer than {}", request.from, request.to));
  }
  return {versions.begin() + static_cast<std::ptrdiff_t>(first),
          versions.begin() + static_cast<std::ptrdiff_t>(last) + 1};
}

VersionState audit_one(const VersionedSubjects& subjects, const std::string& name,
                       const std::string& version) {
  try {
    const InstalledVersion installed(subjects, name, version);
    return state_of(audit_versions(subjects, {&installed}).front(), version);
  } catch (const AbsentError& error) {
    VersionState state;
    state.trouble = error.what();
    return state;
  }
}

}  // namespace

bool VersionState::is_by_chance() const {
  return std::ranges::any_of(findings, [](const std::string& finding) {
    return finding.starts_with("nondeterministic:");
  });
}

bool VersionState::agrees_with(const VersionState& other) const {
  if (!trouble.empty() || !other.trouble.empty()) return trouble.empty() == other.trouble.empty();
  if (is_by_chance() && other.is_by_chance()) return true;
  return profile == other.profile && findings == other.findings && failing == other.failing;
}

SubjectHistory find_changes(std::vector<std::string> versions, const AuditVersion& audit,
                            const std::atomic<bool>* stop,
                            const std::function<void(std::size_t)>& progress) {
  SubjectHistory history;
  history.versions = std::move(versions);
  Halving halving(history.versions, audit, stop, progress);
  halving.run();
  for (const auto& [place, state] : halving.states()) history.audited.push_back(state);
  history.changes = changes_of(history.audited);
  history.is_complete = !halving.is_stopped();
  return history;
}

void name_bugs(SubjectHistory& history, const Corpus& corpus) {
  for (VersionChange& change : history.changes) {
    const VersionState& before = history.audited[change.before];
    const VersionState& after = history.audited[change.after];
    // Which vectors fail is chance there.
    if (before.is_by_chance() || after.is_by_chance()) continue;
    for (const Bug& bug : corpus.bugs) {
      if (!bug.versions || bug.versions->subject != history.subject) continue;
      const bool failed = has(before.failing, bug.vector), fails = has(after.failing, bug.vector);
      // Of several changes at that vector, the documented one is where its versions say.
      const auto mended = std::ranges::find(history.versions, bug.versions->mended);
      const auto faulty = std::ranges::find(history.versions, bug.versions->faulty);
      const auto at = history.versions.begin() + static_cast<std::ptrdiff_t>(after.place);
      const bool is_mending = change.is_asked && faulty < at && at <= mended &&
                              mended != history.versions.end() && (!fails || !change.gone.empty());
      if (is_mending && failed) change.mends.push_back(bug.id);
      if (change.is_asked && !failed && fails && at <= faulty && faulty != history.versions.end()) {
        change.brings.push_back(bug.id);
      }
    }
  }
}

SubjectHistory history_of(const HistoryRequest& request, const Corpus& corpus,
                          const VersionedSubjects& subjects,
                          const std::function<void(std::size_t)>& progress) {
  const ListedSubject row = versioned_row(subjects, request.subject);
  const std::vector<std::string> versions =
      chosen_range(published_versions(row.registry, subjects.registry), request);
  SubjectHistory history = find_changes(
      versions, [&](const std::string& version) { return audit_one(subjects, row.name, version); },
      subjects.stop, progress);
  history.subject = row.name;
  history.product = row.record.product;
  history.entry = row.record.entry;
  history.package = row.registry;
  name_bugs(history, corpus);
  return history;
}

}  // namespace placemat
