// audit_installed.cc: `placemat audit --all-installed`. Every subject of the list
// that is on this machine is audited in a process of its own, under a limit of
// time, and what each of them left behind is put together to one report. A
// subject, or its audit, may die or never end: the others do not notice.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/bytes/error.h"
#include "harness/campaign/adapter_check.h"
#include "harness/campaign/produce.h"
#include "harness/cli/audit.h"
#include "harness/report/views/subjects.h"
#include "harness/report/views/table.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

// Of an audit whose time is over, to write down what it has found.
constexpr std::chrono::seconds kGrace{15};
constexpr std::chrono::seconds kProbe{30};
constexpr const char* kNoneAudited =
    "no subject of the list could be audited; `scripts/setup --audit` installs some, and `ninja "
    "subjects` builds what asks them";

struct ListedSubject {
  std::string name, kind, package, output, mode, policy;
  ExternalRecord record;
  Words command;       // or the plug-in, alone
  std::string needs;   // a file
  Words probe;         // a command that fails where it is absent
  std::string absent;  // why, or empty
};

class Places {
 public:
  explicit Places(const InstalledOptions& options) {
    std::error_code ignored;
    fs::path build(options.build);
    if (options.build.empty()) {
      // The program lies in harness/cli of it.
      build = fs::read_symlink("/proc/self/exe", ignored);
      build = build.parent_path().parent_path().parent_path();
    }
    places_ = {{"{source}", PLACEMAT_TREE},
               {"{build}", fs::absolute(build).string()},
               {"{npm}", std::string(PLACEMAT_TREE) + "/build/npm"}};
  }
  std::string operator()(std::string text) const {
    for (const auto& [name, place] : places_) {
      for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;
           at += place.size()) {
        text.replace(at, name.size(), place);
      }
    }
    return text;
  }
  Words operator()(const Json& words) const {
    Words all;
    for (const Json& word : words) all.push_back((*this)(word.get<std::string>()));
    return all;
  }

 private:
  std::map<std::string, std::string> places_;
};

ListedSubject read_row(const Json& row, const Places& placed) {
  const auto text = [&](const char* name) { return row.value(name, std::string()); };
  ListedSubject listed;
  listed.name = row.at("name").get<std::string>();
  listed.kind = row.at("kind").get<std::string>();
  listed.package = text("package");
  listed.output = text("output");
  listed.mode = text("mode");
  listed.policy = text("policy");
  listed.record.decoder = listed.name;
  listed.record.product = row.at("product").get<std::string>();
  listed.record.language = row.at("language").get<std::string>();
  listed.record.entry = row.at("entry").get<std::string>();
  if (listed.kind == "plug-in") {
    listed.command = {placed("{build}/impls/subjects/" + row.at("plugin").get<std::string>())};
  } else {
    listed.command = placed(row.at("command"));
  }
  if (row.contains("requires")) listed.needs = placed(text("requires"));
  if (row.contains("probe")) listed.probe = placed(row.at("probe"));
  return listed;
}

std::vector<ListedSubject> read_list(const InstalledOptions& options) {
  const std::string path = options.list.empty() ? std::string(PLACEMAT_SUBJECTS) : options.list;
  std::ifstream file(path);
  if (!file) {
    throw InputError(path + ": cannot be read; name a list of subjects with --list FILE");
  }
  const Places placed(options);
  std::vector<ListedSubject> all;
  std::set<std::string> unknown(options.only.begin(), options.only.end());
  try {
    const Json list = Json::parse(file);
    for (const Json& row : list.at("subjects")) {
      ListedSubject listed = read_row(row, placed);
      unknown.erase(listed.name);
      const bool is_named = std::ranges::find(options.only, listed.name) != options.only.end();
      const bool is_in_set = options.set == "audit-full" || row.at("set") == "audit";
      if (options.only.empty() ? is_in_set : is_named) all.push_back(std::move(listed));
    }
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: no list of subjects: {}", path, error.what()));
  }
  if (!unknown.empty()) {
    throw InputError(fmt::format("{}: has no subject '{}'", path, *unknown.begin()));
  }
  return all;
}

bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (access((directory + "/" + name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

void send_output_to(const std::string& file) {
  const int null = open("/dev/null", O_RDONLY);
  const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  dup2(null, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
}

// Does the command end well, and in time?
bool succeeds(const Words& command) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    setpgid(0, 0);
    send_output_to("/dev/null");
    Words words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  const auto begun = Clock::now();
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() - begun > kProbe) kill(-child, SIGKILL);
    usleep(2000);
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string why_absent(const ListedSubject& listed) {
  if (listed.kind == "plug-in" ? !fs::exists(listed.command[0])
                               : !is_program(listed.command[0]) ||
                                     (!listed.needs.empty() && !fs::exists(listed.needs)) ||
                                     (!listed.probe.empty() && !succeeds(listed.probe))) {
    return fmt::format("{} {}, package {}", listed.record.product, listed.record.entry,
                       listed.package);
  }
  return "";
}

// The last line that an audit printed, which says why it failed.
std::string last_line(const fs::path& log) {
  std::ifstream in(log);
  std::string line, last;
  while (std::getline(in, line)) {
    if (!line.empty()) last = line;
  }
  constexpr std::string_view kSelf = "placemat: ";
  return last.starts_with(kSelf) ? last.substr(kSelf.size()) : last;
}

// What a check printed, in one line: its first wrong answer, or what it came to.
std::string outcome_of_check(const fs::path& log) {
  std::ifstream in(log);
  constexpr std::string_view kWrong = "  WRONG  ";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kWrong)) continue;
    std::string why;
    std::getline(in, why);
    std::istringstream words(line.substr(kWrong.size()) + ": " + why);
    std::string outcome = "wrong:";
    for (std::string word; words >> word;) outcome += " " + word;
    return outcome;
  }
  return last_line(log);
}

int audit_here(Global global, AuditOptions options, const ListedSubject& listed) {
  global.progress = global.color = false;
  options.listed = listed.record;
  options.external.name = listed.name;
  options.threads = 1;
  options.no_oracle = options.no_machine = true;
  options.resume = false;
  if (options.budget.empty()) options.budget = "quick";
  if (listed.kind == "plug-in") {
    options.external.plugin = listed.command[0];
  } else {
    global.child = listed.command;
    options.external.is_filter = listed.kind == "filter";
    options.external.filter_output = listed.output;
    options.external.filter_mode = listed.mode;
    options.external.filter_policy = listed.policy;
  }
  try {
    return audit(global, options);
  } catch (const AbsentError& error) {
    fmt::print("placemat: {}\n", error.what());
    return kAbsent;
  } catch (const std::exception& error) {
    fmt::print("placemat: {}\n", error.what());
  }
  return kMisuse;
}

// One audit at work.
struct RunningAudit {
  std::size_t subject;
  pid_t process;
  Clock::time_point due;
  bool is_told = false;  // that its time is over
};

class Installed {
 public:
  Installed(const Global& global, const AuditOptions& options, const InstalledOptions& installed)
      : global_(global), options_(options), installed_(installed), list_(read_list(installed)) {
    std::error_code error;
    if (!options.resume) fs::remove_all(fs::path(options.out) / "subjects", error);
    fs::create_directories(fs::path(options.out) / "subjects", error);
    if (error) {
      throw InputError(options.out + ": cannot be made a directory; choose another --out");
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);
  }

  int run() {
    Progress progress(global_, "placemat audit --all-installed");
    std::size_t next = 0;
    while (next < list_.size() || !work_.empty()) {
      while (next < list_.size() && work_.size() < installed_.at_once && !interrupted()) {
        begin(next++);
      }
      if (interrupted()) {
        next = list_.size();
        for (RunningAudit& work : work_) tell(work, SIGINT);
      }
      look_after();
      progress.at(next - work_.size(), list_.size());
      usleep(10'000);
    }
    progress.clear();
    end_children();
    return conclude();
  }

 private:
  fs::path directory_of(std::size_t i) const {
    return fs::path(options_.out) / "subjects" / list_[i].name;
  }
  fs::path done_mark(std::size_t i) const { return directory_of(i) / "done"; }

  void begin(std::size_t i) {
    ListedSubject& listed = list_[i];
    if (fs::exists(done_mark(i))) return;  // resumed
    listed.absent = why_absent(listed);
    if (!listed.absent.empty()) return;
    std::error_code ignored;
    fs::remove_all(directory_of(i), ignored);
    fs::create_directories(directory_of(i), ignored);
    std::fflush(nullptr);
    interrupted();  // whoever is forked has the handler
    const pid_t process = fork();
    if (process < 0) return;
    if (process == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      send_output_to((directory_of(i) / "log").string());
      AuditOptions options = options_;
      options.out = directory_of(i).string();
      const int code = audit_here(global_, std::move(options), listed);
      std::fflush(nullptr);
      _exit(code);
    }
    work_.push_back({i, process, Clock::now() + std::chrono::seconds(installed_.seconds)});
  }

  static void tell(RunningAudit& work, int signal) {
    if (work.is_told) return;
    work.is_told = true;
    work.due = Clock::now() + kGrace;
    kill(work.process, signal);
  }

  void look_after() {
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      const auto work = std::ranges::find(work_, ended, &RunningAudit::process);
      if (work == work_.end()) continue;  // an orphan of somebody's
      kill(-ended, SIGKILL);
      finish(*work, status);
      work_.erase(work);
    }
    for (RunningAudit& work : work_) {
      if (Clock::now() < work.due) continue;
      if (work.is_told) {
        kill(-work.process, SIGKILL);
        kill(work.process, SIGKILL);
      }
      tell(work, SIGINT);
    }
  }

  // Written when it has ended by itself or its time was over; not when somebody
  // interrupted everything, so that --resume asks it again.
  void finish(const RunningAudit& work, int status) {
    if (interrupted()) return;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::string trouble;
    if (work.is_told) {
      trouble = fmt::format("not finished within {} s", installed_.seconds);
    } else if (code != kAsExpected && code != kFinding) {
      trouble = last_line(directory_of(work.subject) / "log");
      if (trouble.empty()) trouble = "its audit died";
    }
    std::ofstream(done_mark(work.subject)) << trouble;
  }

  // A plug-in has a name of its own, which need not be the list's.
  static void call(DecoderResult& subject, const std::string& name) {
    for (Finding& finding : subject.findings) {
      if (finding.key.starts_with(finding.decoder)) {
        finding.key.replace(0, finding.decoder.size(), name);
      }
      finding.decoder = name;
    }
    subject.decoder = name;
  }

  // What is known of a subject, from what its audit left behind.
  void gather(std::size_t i, Report& all, bool& has_header) const {
    const ListedSubject& listed = list_[i];
    if (!listed.absent.empty()) {
      all.absent.push_back({listed.name, listed.absent});
      return;
    }
    ExternalRecord record = listed.record;
    if (std::ifstream mark(done_mark(i)); mark) std::getline(mark, record.trouble);
    const fs::path file = directory_of(i) / "report.jsonl";
    if (!fs::exists(file)) {
      if (record.trouble.empty()) record.trouble = "not asked: interrupted before";
      all.externals.push_back(record);
      return;
    }
    Report one;
    try {
      one = read_report(file);
    } catch (const InputError& error) {
      record.trouble = error.what();
      all.externals.push_back(record);
      return;
    }
    if (!has_header) {
      const Header::Run run = all.header.run;
      all.header = one.header;
      all.header.run = run;
      all.sources = one.sources;
      all.requirements = one.requirements;
      has_header = true;
    }
    if (!one.externals.empty()) {
      const std::string trouble = record.trouble;
      record = one.externals.front();
      if (!trouble.empty()) record.trouble = trouble;
    }
    if (!one.footer.complete && record.trouble.empty()) record.trouble = "interrupted";
    all.externals.push_back(record);
    for (DecoderResult& subject : one.subjects) {
      if (subject.decoder.empty()) continue;
      call(subject, listed.name);
      all.subjects.push_back(std::move(subject));
    }
  }

  // Of --check: which adapters can be judged by.
  int conclude_checks() const {
    Table table{{"subject", "package", "answer"}, {}};
    std::size_t sound = 0, absent = 0;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const ListedSubject& listed = list_[i];
      std::string answer, trouble;
      if (std::ifstream mark(done_mark(i)); mark) {
        std::getline(mark, trouble);
        answer = trouble.empty() ? outcome_of_check(directory_of(i) / "log") : trouble;
      } else {
        answer = listed.absent.empty() ? "not asked: interrupted before" : "absent";
      }
      const bool is_sound = answer == kSoundAdapter;
      sound += is_sound ? 1 : 0;
      absent += listed.absent.empty() ? 0 : 1;
      if (global_.json() || (!is_sound && listed.absent.empty())) {
        table.rows.push_back({listed.name, listed.package, answer});
      }
    }
    if (global_.json()) {
      fmt::print("{}\n", to_json(table));
    } else {
      if (!table.rows.empty()) fmt::print("{}\n", to_text(table));
      fmt::print("{} of {} subjects answer as they should; {} absent. What each printed is in {}\n",
                 sound, list_.size(), absent, (fs::path(options_.out) / "subjects").string());
    }
    if (absent == list_.size()) throw AbsentError(kNoneAudited);
    return sound + absent == list_.size() ? kAsExpected : kFinding;
  }

  int conclude() {
    if (options_.check) return conclude_checks();
    Report all;
    all.header.run.command = fmt::format("placemat audit --all-installed --set {} --seconds {}",
                                         installed_.set, installed_.seconds);
    all.header.run.threads = installed_.at_once;
    bool has_header = false;
    for (std::size_t i = 0; i < list_.size(); ++i) gather(i, all, has_header);
    if (!has_header) {
      throw AbsentError(kNoneAudited);
    }
    all.footer = count_subjects(all.subjects);
    all.footer.interrupted = interrupted();
    all.footer.complete = !all.footer.interrupted;
    const fs::path file = fs::path(options_.out) / "report.jsonl";
    const std::chrono::duration<double> seconds = Clock::now() - begun_;
    all.header.run.seconds = seconds.count();
    write_report(all, file, all.header.run.seconds);
    write_forms(options_.out, all);
    if (global_.json()) {
      fmt::print("{}\n", to_json(external_table(all)));
    } else {
      fmt::print("{}\n{}\nreport  {}\n        {}\n", to_text(external_table(all, true)),
                 external_sentence(all), file.string(),
                 (fs::path(options_.out) / "report.html").string());
    }
    if (all.footer.interrupted) {
      throw InputError("interrupted; what was found before is in " + file.string() +
                       "; --resume goes on");
    }
    return is_as_expected(all) ? kAsExpected : kFinding;
  }

  const Global& global_;
  const AuditOptions& options_;
  const InstalledOptions& installed_;
  Clock::time_point begun_ = Clock::now();
  std::vector<ListedSubject> list_;
  std::vector<RunningAudit> work_;
};

}  // namespace

int audit_installed(const Global& global, const AuditOptions& options,
                    const InstalledOptions& installed) {
  if (!options.external.plugin.empty() || !global.child.empty()) {
    throw InputError("--all-installed takes its subjects from the list; --only NAME chooses some");
  }
  return Installed(global, options, installed).run();
}

}  // namespace placemat::cli
