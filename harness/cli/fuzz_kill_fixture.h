// fuzz_kill_fixture.h: campaigns that are killed at random moments and resumed. For the tests of
// this directory only.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "harness/bytes/hash.h"
#include "harness/bytes/sha256.h"
#include "harness/cli/audit_fixture.h"
#include "harness/fuzz/engine/engine.h"

namespace placemat {

// What is fuzzed: the words behind `placemat fuzz`, and what the environment holds.
struct FuzzedWords {
  std::string words, environment;
};
inline const FuzzedWords kFuzzedSaboteur{"sab_surrogate_all", ""};
// They end their process at FE, and accept FF.
inline const FuzzedWords kFuzzedPlugIn{kHostile, "PLACEMAT_HOSTILE=abort PLACEMAT_HOSTILE_ALSO=1"};
inline const FuzzedWords kFuzzedChild{kChild, kFuzzedPlugIn.environment};

class KilledCampaign : public WithDirectory {
 protected:
  void SetUp() override {
    if (!FuzzEngine::is_built()) {
      GTEST_SKIP() << "libFuzzer was not there when placemat was built";
    }
    const char* given = std::getenv("PLACEMAT_TEST_SEED");
    const auto seed = given != nullptr ? std::stoull(given) : std::random_device()();
    std::printf("PLACEMAT_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
    random_.seed(seed);
    std::filesystem::create_directories(path("tmp"));
  }

  // Kills a campaign this often, each time after up to this time, and resumes it. After each death
  // all that it had stored, or said, is in its directory, once.
  void expect_nothing_lost(const FuzzedWords& fuzzed, int kills, double most_seconds) {
    for (int i = 0; i < kills; ++i) {
      const pid_t campaign = start(fuzzed, 3600);
      std::uniform_real_distribution<double> moment(0.05, most_seconds);
      std::this_thread::sleep_for(std::chrono::duration<double>(moment(random_)));
      kill(campaign, SIGKILL);
      int status = 0;
      waitpid(campaign, &status, 0);
      ASSERT_TRUE(WIFSIGNALED(status)) << text_of("said");
      expect_nothing_lost_since("death " + std::to_string(i + 1));
      if (HasFailure()) return;
    }
    int status = 0;
    waitpid(start(fuzzed, seconds_of_store() + 3), &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << text_of("said");
    expect_nothing_lost_since("the end");
    expect_report_is_whole();
    expect_nothing_left();
    std::printf("%s: %d deaths, %zu findings, %zu inputs\n", fuzzed.words.c_str(), kills,
                stored_keys().size(), inputs_.size());
  }

 private:
  pid_t start(const FuzzedWords& fuzzed, double seconds) {
    // A campaign that was killed before it began has nothing to resume.
    const std::string line = "export TMPDIR=" + path("tmp") + " " + fuzzed.environment +
                             " PLACEMAT_MARK=" + path("mark") + "; exec " + kProgram +
                             " fuzz --limit 200 --out " + path("out") + " --time " +
                             std::to_string(static_cast<int>(seconds + 1)) +
                             (lines_.empty() ? " " : " --resume ") + fuzzed.words + " >" +
                             path("said") + " 2>&1 </dev/null";
    const pid_t process = fork();
    if (process == 0) {
      execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    return process;
  }

  void expect_nothing_lost_since(const std::string& moment) {
    SCOPED_TRACE("after " + moment);
    const std::vector<std::string> before = std::exchange(lines_, whole_lines());
    ASSERT_GE(lines_.size(), before.size());
    EXPECT_TRUE(std::equal(before.begin(), before.end(), lines_.begin())) << "lines changed";
    const std::vector<std::string> keys = stored_keys();
    EXPECT_EQ(std::set(keys.begin(), keys.end()).size(), keys.size()) << "a finding twice";
    expect_announced_once();
    expect_numbers_grow();
    expect_inputs_are_whole();
  }

  // The replay lines that the campaign printed as it found them.
  void expect_announced_once() {
    std::set<std::string> replays;
    for (const auto& line : stored("failure")) replays.insert(line.at("finding").at("replay"));
    std::istringstream in(text_of("said"));
    for (std::string line; std::getline(in, line) && !in.eof();) {
      const std::size_t at = line.find("placemat replay ");
      if (at != 10 || line.find_first_not_of(' ') != at) continue;
      EXPECT_TRUE(announced_.insert(line.substr(at)).second) << line << " was said twice";
    }
    for (const std::string& replay : announced_) {
      EXPECT_TRUE(replays.contains(replay)) << replay << " is lost";
    }
  }

  void expect_numbers_grow() const {
    double seconds = 0;
    std::map<std::string, std::uint64_t> most;
    const auto expect_more = [&](const std::string& what, std::uint64_t now) {
      EXPECT_GE(now, most[what]) << what;
      most[what] = now;
    };
    for (const auto& line : stored("progress")) {
      EXPECT_GE(line.at("point").at("seconds").get<double>(), seconds);
      seconds = line.at("point").at("seconds");
      for (const char* what : {"executions", "features", "corpus", "findings"}) {
        expect_more(what, line.at("point").at(what));
      }
      expect_more("checks", line.at("checks"));
      expect_more("failed", line.at("failed"));
      for (const char* what : {"counts", "operations", "error_classes"}) {
        if (!line.contains(what)) continue;
        for (const auto& one : line.at(what)) expect_more(one.at("key"), one.at("checks"));
      }
    }
  }

  void expect_inputs_are_whole() {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path("out/inputs"))) {
      const std::string name = entry.path().filename();
      if (name.ends_with(".new")) continue;  // it was being written
      EXPECT_EQ(sha256(text_of("out/inputs/" + name)).substr(0, name.size()), name);
      names.insert(name);
    }
    for (const std::string& name : inputs_) EXPECT_TRUE(names.contains(name)) << name << " is lost";
    inputs_ = names;
  }

  void expect_report_is_whole() const {
    const Report report = read_report(path("out/report.jsonl"));
    EXPECT_TRUE(report.footer.complete);
    std::map<std::string, std::uint64_t> checks;
    for (const Finding& finding : report.subjects.at(0).findings) {
      EXPECT_TRUE(checks.emplace(finding.key, finding.checks).second) << finding.key;
      for (const Symptom& symptom : finding.symptoms) {
        EXPECT_TRUE(checks.emplace(symptom.key, symptom.checks).second) << symptom.key;
      }
    }
    EXPECT_EQ(checks.size(), stored_keys().size());
    for (const std::string& key : stored_keys()) EXPECT_TRUE(checks.contains(key)) << key;
    const auto progress = stored("progress");
    for (const auto& line : progress) {
      for (const auto& count : line.at("counts")) {
        EXPECT_GE(checks[count.at("key")], count.at("checks").get<std::uint64_t>());
      }
    }
    const FuzzingRecord& fuzzing = report.fuzzing.at(0);
    EXPECT_EQ(fuzzing.executions, progress.back().at("point").at("executions"));
    EXPECT_EQ(fuzzing.growth.size(), progress.size());
    EXPECT_EQ(fuzzing.resumed + 1, stored("session").size());
  }

  // Neither a file that was being written, nor a process.
  static void expect_nothing_left() {
    for (const char* directory : {"out", "out/inputs"}) {
      for (const auto& entry : std::filesystem::directory_iterator(path(directory))) {
        EXPECT_NE(entry.path().extension(), ".new") << entry.path();
      }
    }
    for (int i = 0; i < 50 && processes_left() > 0; ++i) usleep(100'000);
    EXPECT_EQ(processes_left(), 0u);
  }
  static std::size_t processes_left() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream in(entry.path() / "environ", std::ios::binary);
      const std::string environment{std::istreambuf_iterator<char>(in), {}};
      count += environment.find("PLACEMAT_MARK=" + path("mark")) != std::string::npos ? 1 : 0;
    }
    return count;
  }

  // ---- the store ----

  static std::string text_of(const std::string& name) {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // The writer may have been stopped within the last.
  static std::vector<std::string> whole_lines() {
    std::vector<std::string> lines;
    std::istringstream in(text_of("out/findings.jsonl"));
    for (std::string line; std::getline(in, line) && !in.eof();) lines.push_back(line);
    return lines;
  }
  std::vector<nlohmann::json> stored(const std::string& record) const {
    std::vector<nlohmann::json> some;
    for (const std::string& line : lines_) {
      auto one = nlohmann::json::parse(line);
      if (one.at("record") == record) some.push_back(std::move(one));
    }
    return some;
  }
  std::vector<std::string> stored_keys() const {
    std::vector<std::string> keys;
    for (const auto& line : stored("failure")) keys.push_back(line.at("finding").at("key"));
    return keys;
  }
  double seconds_of_store() const {
    double seconds = 0;
    for (const auto& line : stored("failure")) {
      seconds = std::max(seconds, line.at("seconds").get<double>());
    }
    for (const auto& line : stored("progress")) {
      seconds = std::max(seconds, line.at("point").at("seconds").get<double>());
    }
    return seconds;
  }

  std::mt19937_64 random_;
  std::vector<std::string> lines_;   // of the store, after the last death
  std::set<std::string> inputs_;     // names of their files, after the last death
  std::set<std::string> announced_;  // replay lines, by all sessions
};

}  // namespace placemat
