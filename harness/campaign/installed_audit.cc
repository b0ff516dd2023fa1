// Supervises the audits of many subjects and gathers their reports. Its only knowledge of an audit
// is the files below, so that a run can be continued:
//   subjects/NAME/report.jsonl  the findings
//   subjects/NAME/check         the result of a check, in one line
//   subjects/NAME/log           the output
//   subjects/NAME/done          the audit has ended; why it was not judged, or nothing
#include "harness/campaign/installed_audit.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/bytes/unwritten.h"
#include "harness/campaign/defect_records.h"
#include "harness/campaign/process.h"
#include "harness/report/matrix.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// The time that an audit has, after its limit, to write its findings.
constexpr std::chrono::seconds kGrace{15};
constexpr const char* kNotAsked = "not asked: interrupted before";
// Exit codes of the process of a subject.
constexpr int kDone = 0, kFailed = 2, kUnfinished = 4;

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

// The last line that an audit printed, which states why it failed.
std::string last_line(const fs::path& log) {
  std::ifstream in(log);
  std::string line, last;
  while (std::getline(in, line)) {
    if (!line.empty()) last = line;
  }
  constexpr std::string_view kSelf = "placemat: ";
  return last.starts_with(kSelf) ? last.substr(kSelf.size()) : last;
}

void log_error(const fs::path& log, const std::exception& error) {
  std::fflush(nullptr);
  std::ofstream(log, std::ios::app) << "placemat: " << error.what() << std::endl;
}

// A plug-in has a name of its own, which may differ from that of the list.
void rename(DecoderResult& subject, const std::string& name) {
  for (Finding& finding : subject.findings) {
    if (finding.key.starts_with(finding.decoder)) {
      finding.key.replace(0, finding.decoder.size(), name);
    }
    finding.decoder = name;
  }
  subject.decoder = name;
}

void add_all(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// The relaxations of a row come in addition to those of the command line.
void add_to(Relaxations& relaxed, const Relaxations& row) {
  relaxed.sockets |= row.sockets;
  relaxed.namespaces |= row.namespaces;
  relaxed.reads_all |= row.reads_all;
  add_all(relaxed.readable, row.readable);
  add_all(relaxed.variables, row.variables);
}

// Adds what the sandbox of one subject lacks. A row that is relaxed is named.
void add_isolation(const ListedSubject& listed, const Header& one, Header& all) {
  const bool is_first = all.isolation.empty();
  const bool is_relaxed = listed.relaxed != Relaxations{};
  for (const std::string& line : one.isolation) {
    const bool is_open = line.starts_with(kNotInForce);
    const std::string told =
        is_open && is_relaxed ? fmt::format("{} ({})", line, listed.name) : line;
    const bool is_told = std::ranges::find(all.isolation, told) != all.isolation.end() ||
                         std::ranges::find(all.isolation, line) != all.isolation.end();
    if ((is_open || is_first) && !is_told) all.isolation.push_back(told);
  }
}

std::uint64_t cases_of(const std::vector<SourceRecord>& sources) {
  return std::accumulate(
      sources.begin(), sources.end(), std::uint64_t{0},
      [](std::uint64_t sum, const SourceRecord& source) { return sum + source.cases; });
}

// Returns nothing, and the reason in `trouble`, when the file cannot be read.
std::optional<Report> try_to_read(const fs::path& file, std::string& trouble) {
  try {
    return read_report(file);
  } catch (const InputError& error) {
    trouble = error.what();
    return std::nullopt;
  }
}

}  // namespace

AuditRequest request_for(const ListedSubject& listed, AuditRequest request, const fs::path& out) {
  request.out = out;
  request.listed = listed.record;
  request.threads = 1;
  request.oracle = request.learn_machine = request.resume = false;
  if (!request.budget) request.budget = Budget::kQuick;
  if (!request.every && request.budget != Budget::kQuick) request.every = listed.every;
  ExternalOptions& decoder = request.decoder;
  decoder.name = listed.name;
  add_to(decoder.limits.relaxed, listed.relaxed);
  const bool is_limited = decoder.limits.memory_mib > 0;
  if (is_limited && listed.memory_mib > decoder.limits.memory_mib) {
    decoder.limits.memory_mib = listed.memory_mib;
  }
  if (listed.kind == "plug-in") {
    decoder.plugin = listed.command[0];
  } else {
    decoder.command = listed.command;
    decoder.is_filter = listed.kind == "filter";
    decoder.filter_output = listed.output;
    decoder.filter_mode = listed.mode;
    decoder.filter_policy = listed.policy;
  }
  return request;
}

InstalledAudit::InstalledAudit(std::vector<ListedSubject> subjects, InstalledRequest request,
                               InstalledCalls calls)
    : subjects_(std::move(subjects)),
      request_(std::move(request)),
      calls_(std::move(calls)),
      absent_(subjects_.size()),
      unfinished_(subjects_.size()) {
  std::error_code error;
  if (!request_.each.resume) fs::remove_all(directory(), error);
  fs::create_directories(directory(), error);
  if (error) {
    throw InputError(request_.each.out.string() +
                     ": cannot be made a directory; choose another --out");
  }
  // Processes that a subject leaves behind are reparented to this one and ended here.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void InstalledAudit::run() {
  std::size_t next = 0;
  while (next < subjects_.size() || !running_.empty()) {
    while (next < subjects_.size() && running_.size() < request_.at_once && !is_stopped()) {
      begin(next++);
    }
    if (is_stopped()) {
      next = subjects_.size();
      for (Running& work : running_) tell(work, SIGINT);
    }
    reap();
    end_overdue();
    if (calls_.progress) calls_.progress(next - running_.size(), subjects_.size());
    usleep(10'000);
  }
  end_children();
}

void InstalledAudit::begin(std::size_t i) {
  if (fs::exists(done_mark(i))) return;  // resumed
  absent_[i] = why_absent(subjects_[i]);
  if (!absent_[i].empty()) return;
  std::error_code ignored;
  fs::remove_all(directory_of(i), ignored);
  fs::create_directories(directory_of(i), ignored);
  const pid_t process =
      fork_with_log(directory_of(i) / "log", [this, i] { return audit_in_child(i); });
  if (process < 0) {
    unfinished_[i] = fmt::format("its audit could not be started: {}", std::strerror(errno));
    return;
  }
  running_.push_back({i, process, Clock::now() + request_.limit});
}

// The text of an exception becomes the last line of the log, for the parent process.
int InstalledAudit::audit_in_child(std::size_t i) const {
  setenv("TMPDIR", temporary_->path().c_str(), 1);
  const AuditRequest request = request_for(subjects_[i], request_.each, directory_of(i));
  try {
    if (request_.only_check) {
      check_in_child(i, request.decoder);
      return kDone;
    }
    AuditCalls calls;
    calls.stop = calls_.stop;
    calls.on_report = [&](const Report& report) {
      if (calls_.on_report) calls_.on_report(request, report);
    };
    audit(request, calls);
    return kDone;
  } catch (const UnfinishedError& error) {
    log_error(directory_of(i) / "log", error);
    return kUnfinished;
  } catch (const SystemError& error) {
    log_error(directory_of(i) / "log", error);
    return kUnfinished;
  } catch (const std::exception& error) {
    log_error(directory_of(i) / "log", error);
  }
  return kFailed;
}

void InstalledAudit::check_in_child(std::size_t i, const ExternalOptions& decoder) const {
  const ExternalDecoder external(decoder);
  const std::vector<CheckLine> lines = check_adapter(external);
  if (calls_.on_check) calls_.on_check(external, lines);
  std::ofstream(check_file(i)) << outcome_of(lines) << '\n';
}

void InstalledAudit::tell(Running& work, int signal) {
  if (work.is_told) return;
  work.is_told = true;
  work.due = Clock::now() + kGrace;
  kill(work.process, signal);
}

void InstalledAudit::reap() {
  int status = 0;
  for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
    const auto work = std::ranges::find(running_, ended, &Running::process);
    if (work == running_.end()) continue;  // a process that a subject left behind
    kill(-ended, SIGKILL);
    finish(*work, status);
    running_.erase(work);
  }
}

void InstalledAudit::end_overdue() {
  for (Running& work : running_) {
    if (Clock::now() < work.due) continue;
    if (work.is_told) {
      kill(-work.process, SIGKILL);
      kill(work.process, SIGKILL);
    }
    tell(work, SIGINT);
  }
}

// The mark is written when an audit ended on its own or reached its limit. When everything was
// stopped, or the audit did not come to its end, there is no mark, so a continued run audits that
// subject again.
void InstalledAudit::finish(const Running& work, int status) {
  if (is_stopped()) return;
  const bool has_ended = work.is_told || (WIFEXITED(status) && WEXITSTATUS(status) != kUnfinished);
  std::string trouble;
  if (work.is_told) {
    trouble = fmt::format("{}{} s", kNotFinished, request_.limit.count());
  } else if (!WIFEXITED(status) || WEXITSTATUS(status) != kDone) {
    trouble = last_line(directory_of(work.subject) / "log");
    if (trouble.empty()) trouble = "its audit died";
  }
  if (!has_ended) {
    unfinished_[work.subject] = trouble;
    return;
  }
  write_text_file(done_mark(work.subject), trouble);
}

std::size_t InstalledAudit::absent() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(absent_, [](const std::string& why) { return !why.empty(); }));
}

// Adds what the audit of one subject left on disk.
void InstalledAudit::gather_one(std::size_t i, Report& all, bool& has_header) const {
  const ListedSubject& listed = subjects_[i];
  if (!absent_[i].empty()) {
    all.absent.push_back({listed.name, absent_[i]});
    return;
  }
  ExternalRecord& record = all.externals.emplace_back(listed.record);
  record.trouble = trouble_of(i);
  const fs::path file = directory_of(i) / "report.jsonl";
  if (!fs::exists(file)) {
    if (record.trouble.empty()) record.trouble = kNotAsked;
    return;
  }
  std::optional<Report> one = try_to_read(file, record.trouble);
  if (!one) return;
  if (!has_header) {
    const Header::Run run = all.header.run;
    all.header = one->header;
    all.header.run = run;
    all.header.isolation.clear();
    all.requirements = one->requirements;
    has_header = true;
  }
  // Those of plug-ins, of children and of samples differ; what was left out stands with each.
  if (all.sources.empty() || cases_of(one->sources) > cases_of(all.sources))
    all.sources = one->sources;
  add_isolation(listed, one->header, all.header);
  if (!one->externals.empty()) {
    const std::string trouble = record.trouble;
    record = one->externals.front();
    if (!trouble.empty()) record.trouble = trouble;
  }
  if (!one->footer.complete && record.trouble.empty()) record.trouble = "interrupted";
  for (DecoderResult& subject : one->subjects) {
    if (subject.decoder.empty()) continue;
    rename(subject, listed.name);
    all.subjects.push_back(std::move(subject));
  }
}

std::string InstalledAudit::why_unfinished() const {
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    if (has_ended(i)) continue;
    const std::string& why = unfinished_[i];
    return fmt::format("{}: {}", subjects_[i].name, why.empty() ? "its audit has not ended" : why);
  }
  return "";
}

std::string InstalledAudit::first_trouble() const {
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    const std::string trouble = trouble_of(i);
    if (trouble.empty()) continue;
    return fmt::format("{}: {}; see {}", subjects_[i].name, trouble,
                       (directory_of(i) / "log").string());
  }
  return "";
}

std::string InstalledAudit::trouble_of(std::size_t i) const {
  return unfinished_[i].empty() ? first_line(done_mark(i)) : unfinished_[i];
}

bool InstalledAudit::has_ended(std::size_t i) const {
  return !absent_[i].empty() || (unfinished_[i].empty() && fs::exists(done_mark(i)));
}

std::optional<Report> InstalledAudit::gather(const std::string& command) const {
  Report all;
  all.header.run = run_;
  all.header.run.threads = static_cast<unsigned>(request_.at_once);
  all.header.run.command = command;
  bool has_header = false;
  bool have_ended = true;
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    gather_one(i, all, has_header);
    have_ended = have_ended && has_ended(i);
  }
  std::set<std::string> products;
  for (const ExternalRecord& external : all.externals) products.insert(external.product);
  all.defects = defect_records(request_.each.corpus, products);
  if (!has_header) return std::nullopt;
  all.footer = count_subjects(all.subjects);
  all.footer.interrupted = is_stopped();
  all.footer.complete = !all.footer.interrupted && have_ended;
  const std::chrono::duration<double> seconds = Clock::now() - begun_;
  all.header.run.seconds = seconds.count();
  return all;
}

std::vector<InstalledAudit::CheckOutcome> InstalledAudit::checks() const {
  std::vector<CheckOutcome> outcomes;
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    CheckOutcome outcome{&subjects_[i], !absent_[i].empty(), ""};
    if (fs::exists(done_mark(i))) {
      const std::string trouble = first_line(done_mark(i));
      outcome.answer = trouble.empty() ? first_line(check_file(i)) : trouble;
    } else if (outcome.is_absent) {
      outcome.answer = "absent";
    } else {
      outcome.answer = unfinished_[i].empty() ? kNotAsked : unfinished_[i];
    }
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

}  // namespace placemat
