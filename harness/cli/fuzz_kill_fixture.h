// fuzz_kill_fixture.h: campaigns that are killed at random moments and resumed. For the tests of
// this directory only.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "harness/cli/audit_fixture.h"
#include "harness/fuzz/engine/engine.h"

namespace placemat {

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
  }

  // Kills a campaign this often, each time after up to this time, and resumes it. What it said
  // that it found is in its store, once, whatever happens next.
  void expect_nothing_lost(int kills, double most_seconds) {
    std::set<std::string> announced;
    for (int i = 0; i <= kills; ++i) {
      const bool is_last = i == kills;
      const std::string said = path("said");
      const pid_t campaign = start(said, i > 0, is_last ? seconds_of_store() + 3 : 3600);
      if (!is_last) {
        std::uniform_real_distribution<double> moment(0.05, most_seconds);
        std::this_thread::sleep_for(std::chrono::duration<double>(moment(random_)));
        kill(campaign, SIGKILL);
      }
      int status = 0;
      waitpid(campaign, &status, 0);
      const std::vector<std::string> keys = stored_keys();
      std::set<std::string> unique(keys.begin(), keys.end());
      ASSERT_EQ(unique.size(), keys.size()) << "a finding is there twice, after " << i;
      for (const std::string& replay : announced_in(said)) announced.insert(replay);
      const std::set<std::string> replays = stored_replays();
      for (const std::string& replay : announced) {
        ASSERT_TRUE(replays.contains(replay)) << replay << " is lost, after " << i;
      }
      for (const std::string& key : before_) ASSERT_TRUE(unique.contains(key)) << key;
      before_ = unique;
      if (is_last) {
        EXPECT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 1);
      }
    }
    expect_report_is_whole();
  }

 private:
  pid_t start(const std::string& said, bool resumes, double seconds) const {
    // A campaign that was killed before it began has nothing to resume.
    const bool has_store = std::filesystem::exists(path("out/findings.jsonl")) && !stored().empty();
    const std::string line =
        "export TMPDIR=" + path("") + "; exec " + kProgram + " fuzz sab_surrogate_all --out " +
        path("out") + " --time " + std::to_string(static_cast<int>(seconds + 1)) +
        (resumes && has_store ? " --resume" : "") + " >" + said + " 2>&1 </dev/null";
    const pid_t process = fork();
    if (process == 0) {
      execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    return process;
  }

  static std::vector<nlohmann::json> stored() {
    std::vector<nlohmann::json> lines;
    std::ifstream in(path("out/findings.jsonl"));
    for (std::string line; std::getline(in, line) && !in.eof();) {
      lines.push_back(nlohmann::json::parse(line));
    }
    return lines;
  }
  static std::vector<std::string> stored_keys() {
    std::vector<std::string> keys;
    for (const auto& line : stored()) {
      if (line.at("record") == "failure") keys.push_back(line.at("finding").at("key"));
    }
    return keys;
  }
  static std::set<std::string> stored_replays() {
    std::set<std::string> replays;
    for (const auto& line : stored()) {
      if (line.at("record") == "failure") replays.insert(line.at("finding").at("replay"));
    }
    return replays;
  }
  static double seconds_of_store() {
    double seconds = 0;
    for (const auto& line : stored()) {
      if (line.contains("seconds")) seconds = std::max(seconds, line.at("seconds").get<double>());
      if (line.contains("point")) {
        seconds = std::max(seconds, line.at("point").at("seconds").get<double>());
      }
    }
    return seconds;
  }
  // The replay lines that the campaign printed as it found them.
  static std::set<std::string> announced_in(const std::string& file) {
    std::set<std::string> replays;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line) && !in.eof();) {
      const std::size_t at = line.find("placemat replay ");
      if (line.starts_with("          ") && at == 10) replays.insert(line.substr(at));
    }
    return replays;
  }
  static void expect_report_is_whole() {
    const Report report = read_report(path("out/report.jsonl"));
    EXPECT_TRUE(report.footer.complete);
    std::set<std::string> keys;
    for (const Finding& finding : report.subjects.at(0).findings) {
      EXPECT_TRUE(keys.insert(finding.key).second) << finding.key;
      for (const Symptom& symptom : finding.symptoms) keys.insert(symptom.key);
    }
    for (const std::string& key : stored_keys()) EXPECT_TRUE(keys.contains(key)) << key;
  }

  std::mt19937_64 random_;
  std::set<std::string> before_;
};

}  // namespace placemat
