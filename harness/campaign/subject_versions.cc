#include "harness/campaign/subject_versions.h"

#include <fmt/format.h>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch.h"
#include "harness/campaign/installed_audit.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

ListedSubject row_with(const VersionedSubjects& subjects, const std::string& name,
                       const fs::path& npm) {
  SubjectPlaces places = subjects.places;
  places.npm = npm;
  ListedSubject listed = read_subject_list(subjects.list, places, {"audit-full", {name}}).front();
  if (listed.registry.empty()) {
    throw InputError(fmt::format("{}: {} has no versions: its row names no package of npm",
                                 subjects.list.string(), name));
  }
  if (!listed.registry_command.empty()) listed.command = listed.registry_command;
  return listed;
}

}  // namespace

ListedSubject versioned_row(const VersionedSubjects& subjects, const std::string& name) {
  return row_with(subjects, name, {});
}

InstalledVersion::InstalledVersion(const VersionedSubjects& subjects, const std::string& name,
                                   std::string version)
    : version_(std::move(version)),
      listed_(row_with(subjects, name, directory_.path())),
      each_(subjects.each) {
  install_version(listed_.registry, version_, directory_.path(), subjects.registry);
}

ExternalOptions InstalledVersion::decoder() const {
  return request_for(listed_, each_, "").decoder;
}

std::vector<VersionAudit> audit_versions(const VersionedSubjects& subjects,
                                         const std::vector<const InstalledVersion*>& versions) {
  const Scratch scratch;
  std::vector<ListedSubject> listed;
  for (const InstalledVersion* version : versions) {
    listed.push_back(version->listed());
    listed.back().name += fmt::format("_{}", listed.size());
    listed.back().needs.clear();  // a file of another version
  }
  InstalledRequest request;
  request.each = subjects.each;
  request.each.out = scratch.path();
  request.limit = subjects.limit;
  request.at_once = versions.size();
  InstalledAudit audit(listed, request, {.stop = subjects.stop});
  audit.run();
  std::vector<VersionAudit> audits;
  for (const InstalledAudit::CheckOutcome& outcome : audit.checks()) {
    VersionAudit& out = audits.emplace_back();
    const fs::path file = audit.directory() / outcome.subject->name / "report.jsonl";
    std::error_code error;
    if (fs::exists(file, error)) out.report = read_report(file);
    if (out.report && out.report->subjects.empty()) out.report.reset();
    if (out.report && out.report->footer.complete) continue;
    out.trouble = outcome.answer.empty() ? "its audit left no whole report" : outcome.answer;
    if (!out.report || out.report->externals.empty()) continue;
    const std::string& why = out.report->externals.front().trouble;
    out.is_ended_by_hangs = why.starts_with(kStoppedEarly);
    if (out.is_ended_by_hangs) out.trouble = why;
  }
  return audits;
}

}  // namespace placemat
