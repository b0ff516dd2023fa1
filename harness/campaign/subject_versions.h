// subject_versions.h: a listed subject in versions that the npm registry has, each installed for
// the time of its audit. It must not know why versions are compared.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/bytes/scratch.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/registry.h"
#include "harness/campaign/subject_list.h"

namespace placemat {

struct VersionedSubjects {
  std::filesystem::path list;
  SubjectPlaces places;
  RegistryOptions registry;
  AuditRequest each;                // the request for every version
  std::chrono::seconds limit{600};  // for one audit
  const std::atomic<bool>* stop = nullptr;
};

// The row, as it stands in the list. Throws InputError when it names no package of the registry.
ListedSubject versioned_row(const VersionedSubjects& subjects, const std::string& name);

// One version, on disk while this lives.
class InstalledVersion {
 public:
  // Throws AbsentError when it cannot be had.
  InstalledVersion(const VersionedSubjects& subjects, const std::string& name, std::string version);

  const std::string& version() const { return version_; }
  // How it is called.
  ExternalOptions decoder() const;
  const ListedSubject& listed() const { return listed_; }

 private:
  Scratch directory_;
  std::string version_;
  ListedSubject listed_;
  AuditRequest each_;
};

// The normal run of a version.
struct VersionAudit {
  std::optional<Report> report;  // also what a run had found that did not come to its end
  std::string trouble;           // why it did not; or empty
  bool is_ended_by_hangs = false;
};
// That of each, at the same time.
std::vector<VersionAudit> audit_versions(const VersionedSubjects& subjects,
                                         const std::vector<const InstalledVersion*>& versions);

}  // namespace placemat
