// kill_fixture.h: programs of which one process is killed at a random moment, and that are then
// resumed or repeated. For the tests of this directory only.
#pragma once

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/cli/audit_fixture.h"
#include "harness/isolation/hostile_fixture.h"

namespace placemat {

class Killed : public Audit {
 protected:
  // A command that ends with findings, without `--out`; what resumes it, if it left a journal.
  struct Command {
    std::string name, line, resume, journal;
    bool is_installed = false;
  };

  Killed() {
    const char* given = std::getenv("PLACEMAT_TEST_SEED");
    seed_ = given != nullptr ? std::stoull(given) : std::random_device()();
    std::printf("PLACEMAT_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed_));
    random_.seed(seed_);
    std::filesystem::create_directories(path("tmp"));
  }

  Command of_plugin() const {
    return {"plug-in", audit_line("write-before") + kHostile, " --resume", "journal"};
  }
  Command of_child() const {
    return {"child", audit_line("abort") + "--limit 200 -- " + kHostileChild, " --resume",
            "journal"};
  }
  static Command of_run(const std::string& decoder) {
    return {"run",
            kProgram + " run " + decoder + " --as utf-8 --budget quick --no-oracle --threads 2", "",
            "", false};
  }
  Command of_installed() {
    std::filesystem::create_directories(path("build/impls/subjects"));
    std::filesystem::create_symlink(kHostile, path("build/impls/subjects/one.so"));
    std::ofstream(path("list.json"))
        << R"({"schema": "subjects.schema.json", "subjects": [)"
        << row("one", "plug-in", R"("plugin": "one.so")") << ","
        << row("two", "child", R"("command": [")" + kHostileChild + "\"]") << "]}";
    return {"all-installed",
            "PLACEMAT_HOSTILE=abort " + kProgram +
                " audit --all-installed --source state-unit --limit 200 --list " +
                path("list.json") + " --build " + path("build"),
            " --resume", "subjects", true};
  }

  // Kills `kills` times, each time another sort of process.
  void expect_same_after(const Command& command, int kills) {
    SCOPED_TRACE(command.name + ", PLACEMAT_TEST_SEED=" + std::to_string(seed_));
    const std::string whole_out = path("whole");
    std::filesystem::remove_all(whole_out);
    const auto begun = std::chrono::steady_clock::now();
    ASSERT_EQ(end_of(start(command, whole_out, false)), 1);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    const Report whole = read_report(whole_out + "/report.jsonl");
    ASSERT_TRUE(whole.footer.complete);
    for (int killed = 0, tries = 0; killed < kills && tries < 3 * kills; ++tries) {
      const std::string out = path("out");
      std::filesystem::remove_all(out);
      killed += kill_once(command, out, took.count(), killed) ? 1 : 0;
      finish(command, out, whole);
      expect_nothing_left(out, whole_out);
      if (HasFailure()) return;
    }
    std::string sorts;
    for (const auto& [sort, count] : killed_) sorts += sort + " " + std::to_string(count) + ", ";
    std::printf("%s: killed %s of %.1f s\n", command.name.c_str(), sorts.c_str(), took.count());
    std::fflush(stdout);
    for (const auto& [sort, count] : killed_) total_ += count;
    killed_.clear();
    std::filesystem::remove_all(whole_out);
  }

  int total_ = 0;

 private:
  static std::string row(const std::string& name, const std::string& kind,
                         const std::string& more) {
    return R"({"name": ")" + name + R"(", "product": "P", "language": "C", "entry": "e)" + name +
           R"(", "package": "p", "set": "audit", "kind": ")" + kind + R"(", )" + more + "}";
  }
  static std::string audit_line(const std::string& hostile) {
    return "PLACEMAT_HOSTILE=" + hostile + " " + kProgram +
           " audit --budget quick --source state-unit --no-oracle --no-machine --threads 2 ";
  }

  // The command becomes the process, so that its number is known.
  pid_t start(const Command& command, const std::string& out, bool resumes) const {
    std::string line = command.line;
    const std::string more = (resumes ? command.resume : "") + " --out " + out;
    const std::size_t child = line.find(" -- ");
    line.insert(child == std::string::npos ? line.size() : child, more);
    const std::string shell_line = "export TMPDIR=" + path("tmp") + " PLACEMAT_MARK=" + mark() +
                                   "; exec env " + line + " >" + path("said") + " 2>&1 </dev/null";
    const pid_t process = fork();
    if (process == 0) {
      execl("/bin/sh", "sh", "-c", shell_line.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    return process;
  }
  // The exit code, or minus the signal.
  static int end_of(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  static std::vector<pid_t> children_of(pid_t process) {
    std::vector<pid_t> children;
    std::error_code error;
    const std::string tasks = "/proc/" + std::to_string(process) + "/task";
    for (const auto& task : std::filesystem::directory_iterator(tasks, error)) {
      std::ifstream list(task.path() / "children");
      for (pid_t child = 0; list >> child;) children.push_back(child);
    }
    return children;
  }
  // Its depth below the run, and whether it is the decoder's program.
  struct Found {
    pid_t process;
    std::string sort;
  };
  static std::vector<Found> processes_of(pid_t run, bool is_installed) {
    static const std::vector<std::string> kSorts{"run", "audit", "guardian", "host", "worker"};
    std::vector<Found> all;
    std::vector<pid_t> level{run};
    for (std::size_t depth = 0; !level.empty() && depth < kSorts.size(); ++depth) {
      if (depth == 1 && !is_installed) ++depth;
      std::vector<pid_t> next;
      for (const pid_t process : level) {
        std::error_code error;
        const auto program =
            std::filesystem::read_symlink("/proc/" + std::to_string(process) + "/exe", error);
        const bool is_child = program.filename() == "hostile_child";
        all.push_back({process, is_child ? "child" : kSorts[depth]});
        for (const pid_t child : children_of(process)) next.push_back(child);
      }
      level = next;
    }
    return all;
  }

  // False when the command ended before.
  bool kill_once(const Command& command, const std::string& out, double seconds, int turn) {
    const pid_t run = start(command, out, false);
    std::uniform_real_distribution<double> moment(0, seconds);
    usleep(static_cast<useconds_t>(1e6 * moment(random_)));
    const std::vector<Found> all = processes_of(run, command.is_installed);
    std::set<std::string> sorts;
    for (const Found& one : all) sorts.insert(one.sort);
    const auto sort = std::next(sorts.begin(), turn % static_cast<int>(sorts.size()));
    std::vector<Found> fit;
    for (const Found& one : all) {
      if (one.sort == *sort) fit.push_back(one);
    }
    const Found& victim = fit[random_() % fit.size()];
    const bool is_there = waitpid(run, nullptr, WNOHANG) == 0;
    if (!is_there) return false;
    const bool is_killed = kill(victim.process, SIGKILL) == 0;
    const int code = end_of(run);
    if (victim.process == run) {
      EXPECT_EQ(code, -SIGKILL);
    } else {
      EXPECT_TRUE(code == 1 || code == 4) << victim.sort << " " << code << " " << said();
    }
    killed_[victim.sort] += is_killed ? 1 : 0;
    last_victim_ = victim.sort;
    return is_killed;
  }

  // A report that calls itself complete is; any other run is continued.
  void finish(const Command& command, const std::string& out, const Report& whole) {
    if (is_complete(out)) {
      expect_same(whole, read_report(out + "/report.jsonl"));
      if (!std::filesystem::exists(out + "/journal")) return write_again(command, out, whole);
    }
    const bool resumes =
        !command.journal.empty() && std::filesystem::exists(out + "/" + command.journal);
    EXPECT_EQ(end_of(start(command, out, resumes)), 1) << last_victim_ << said();
    EXPECT_TRUE(is_complete(out)) << last_victim_ << said();
    if (is_complete(out)) expect_same(whole, read_report(out + "/report.jsonl"));
  }
  // A killed run may lack the pages.
  void write_again(const Command& command, const std::string& out, const Report& whole) {
    if (std::filesystem::exists(out + "/report.junit.xml")) return;
    EXPECT_EQ(end_of(start(command, out, false)), 1) << said();
    expect_same(whole, read_report(out + "/report.jsonl"));
  }

  static bool is_complete(const std::string& out) {
    try {
      return read_report(out + "/report.jsonl").footer.complete;
    } catch (const InputError&) {
      return false;  // none, or an empty one
    }
  }

  void expect_same(const Report& whole, const Report& pieces) {
    using Row = std::tuple<std::string, std::string, std::string, std::uint64_t>;
    const auto rows_of = [](const Report& report) {
      std::set<Row> rows;
      for (const DecoderResult& subject : report.subjects) {
        for (const Finding& one : subject.findings) {
          rows.insert({one.key, one.minimal, one.seen, one.checks});
        }
      }
      return rows;
    };
    EXPECT_EQ(rows_of(pieces), rows_of(whole)) << last_victim_ << said();
    EXPECT_EQ(pieces.footer.checks, whole.footer.checks) << last_victim_ << said();
  }

  void expect_nothing_left(const std::string& out, const std::string& whole_out) const {
    const auto files_of = [](const std::string& directory) {
      std::set<std::string> names;
      for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        names.insert(entry.path().filename());
      }
      return names;
    };
    EXPECT_EQ(files_of(out), files_of(whole_out)) << last_victim_;
    // The directory of a killed host is removed by the next program that needs one.
    if (!files_of(path("tmp")).empty()) {
      shell("export TMPDIR=" + path("tmp") + "; " + kProgram + " audit --check " + kHostile);
    }
    EXPECT_THAT(files_of(path("tmp")), testing::IsEmpty()) << last_victim_;
    for (int i = 0; i < 50 && processes_left() > 0; ++i) usleep(100'000);
    EXPECT_EQ(processes_left(), 0u) << last_victim_;
  }
  std::string mark() const { return path("mark"); }
  std::size_t processes_left() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream in(entry.path() / "environ", std::ios::binary);
      const std::string environment{std::istreambuf_iterator<char>(in), {}};
      count += environment.find("PLACEMAT_MARK=" + mark()) != std::string::npos ? 1 : 0;
    }
    return count;
  }
  std::string said() const {
    std::ifstream in(path("said"));
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::uint64_t seed_ = 0;
  std::mt19937_64 random_;
  std::map<std::string, int> killed_;  // by sort of process
  std::string last_victim_;
};

}  // namespace placemat
