// audit_installed.cc: `placemat audit --all-installed`: its output about every subject of the list.
// harness/campaign/installed_audit.h audits them.
#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/campaign/installed_audit.h"
#include "harness/campaign/produce.h"
#include "harness/cli/audit.h"
#include "harness/report/views/subjects.h"
#include "harness/report/views/table.h"
#include "harness/report/views/view.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNoneAudited =
    "no subject of the list could be audited; `scripts/setup --audit` installs some, and `ninja "
    "subjects` builds what asks them";

std::vector<ListedSubject> subjects_of(const InstalledOptions& installed) {
  const fs::path build = installed.build.empty() ? build_directory() : fs::path(installed.build);
  const std::string list = installed.list.empty() ? PLACEMAT_SUBJECTS : installed.list;
  return read_subject_list(list, {PLACEMAT_TREE, fs::absolute(build)},
                           {installed.set, installed.only});
}

InstalledRequest request_of(const Global& global, const AuditOptions& options,
                            const InstalledOptions& installed) {
  InstalledRequest request;
  request.each = request_of(global, options);
  request.only_check = options.check;
  request.limit = std::chrono::seconds(installed.seconds);
  request.at_once = installed.at_once;
  return request;
}

InstalledCalls calls_of(const Global& global, Progress& progress) {
  Global in_child = global;  // its standard output is a file
  in_child.progress = ProgressStyle::kNone;
  in_child.color = false;
  InstalledCalls calls;
  calls.stop = &interrupted();
  calls.progress = [&progress](std::size_t done, std::size_t all) { progress.at(done, all); };
  calls.on_report = [in_child](const AuditRequest& request, const Report& report) {
    write_views(request.out, report);
    print_result(in_child, report, request.out);
  };
  calls.on_check = [](const ExternalDecoder& external, const std::vector<CheckLine>& lines) {
    print_check(external, lines);
  };
  return calls;
}

// The result of --check: which adapters work.
int conclude_checks(const Global& global, const InstalledAudit& audit) {
  Table table{{"subject", "package", "answer"}, {}};
  std::size_t sound = 0;
  for (const InstalledAudit::CheckOutcome& outcome : audit.checks()) {
    sound += outcome.is_sound() ? 1 : 0;
    if (global.json() || (!outcome.is_sound() && !outcome.is_absent)) {
      table.rows.push_back({outcome.subject->name, outcome.subject->package, outcome.answer});
    }
  }
  if (global.json()) {
    fmt::print("{}\n", to_json(table));
  } else {
    if (!table.rows.empty()) fmt::print("{}\n", to_text(table));
    fmt::print("{} of {} subjects answer as they should; {} absent. What each printed is in {}\n",
               sound, audit.size(), audit.absent(), audit.directory().string());
  }
  if (audit.absent() == audit.size()) throw AbsentError(kNoneAudited);
  return sound + audit.absent() == audit.size() ? kAsExpected : kFinding;
}

int conclude(const Global& global, const Report& report, const fs::path& out,
             const fs::path& corpus, const std::string& unfinished) {
  const fs::path file = out / "report.jsonl";
  write_report(report, file, report.header.run.seconds);
  write_views(out, report);
  if (global.json()) {
    fmt::print("{}\n", to_json(external_table(report)));
  } else {
    fmt::print("{}\n{}\nreport  {}\n        {}\n", to_text(external_table(report, true)),
               external_sentence(report), file.string(), (out / "report.html").string());
  }
  store_candidates(global, report, out, corpus);
  if (!report.footer.complete) {
    const std::string why = report.footer.interrupted ? why_interrupted() : unfinished;
    throw UnfinishedError(
        fmt::format("{}; what was found before is in {}; --resume goes on", why, file.string()),
        report.footer.unexpected > 0);
  }
  return is_as_expected(report) ? kAsExpected : kFinding;
}

}  // namespace

int audit_installed(const Global& global, const AuditOptions& options,
                    const InstalledOptions& installed) {
  if (!options.external.plugin.empty() || !global.child.empty()) {
    throw InputError("--all-installed takes its subjects from the list; --only NAME chooses some");
  }
  Progress progress(global.progress, "placemat audit --all-installed");
  InstalledAudit audit(subjects_of(installed), request_of(global, options, installed),
                       calls_of(global, progress));
  audit.run();
  progress.clear();
  if (options.check) return conclude_checks(global, audit);
  const auto report = audit.gather(fmt::format(
      "placemat audit --all-installed --set {} --seconds {}", installed.set, installed.seconds));
  if (!report) {
    const std::string trouble = audit.first_trouble();
    throw AbsentError(trouble.empty() ? kNoneAudited : "no subject could be audited; " + trouble);
  }
  return conclude(global, *report, options.out, corpus_directory(global), audit.why_unfinished());
}

}  // namespace placemat::cli
