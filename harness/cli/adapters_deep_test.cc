// The adapters that start a program of several processes, such as a server: nothing of it is left
// when the adapter is killed, and nothing when its input ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "harness/cli/shell.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string line_of(const nlohmann::json& words) {
  std::string line;
  for (std::string word : words.get<Words>()) {
    constexpr std::string_view kSource = "{source}";
    const std::size_t at = word.find(kSource);
    if (at != std::string::npos) word.replace(at, kSource.size(), PLACEMAT_SOURCE_DIR);
    line += "'" + word + "' ";
  }
  return line;
}

struct Adapter {
  std::string name, command;
};

// One for each program that is installed. Only they ask for namespaces of their own.
std::vector<Adapter> adapters_of_programs() {
  std::ifstream in(PLACEMAT_SOURCE_DIR "/impls/adapters/subjects.json");
  const auto list = nlohmann::json::parse(in);
  std::set<std::string> seen;
  std::vector<Adapter> adapters;
  for (const auto& subject : list.at("subjects")) {
    const auto allowed = subject.value("allow", Words{});
    if (std::ranges::find(allowed, "namespaces") == allowed.end()) continue;
    const std::string probe = line_of(subject.at("probe"));
    if (!seen.insert(probe).second) continue;
    if (shell(probe).code == 0) {
      adapters.push_back({subject.at("name"), line_of(subject.at("command"))});
    } else {
      std::printf("absent: %s\n", subject.at("package").get<std::string>().c_str());
    }
  }
  return adapters;
}

// Processes that were started with `word` in their environment or command line.
std::size_t processes_with(const std::string& word) {
  std::size_t count = 0;
  std::error_code ended;
  for (const auto& entry : fs::directory_iterator("/proc", ended)) {
    if (entry.path().filename().string() == std::to_string(getpid())) continue;
    for (const char* file : {"environ", "cmdline"}) {
      std::ifstream in(entry.path() / file);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      if (text.find(word) == std::string::npos) continue;
      ++count;
      break;
    }
  }
  return count;
}

bool is_left(const fs::path& directory) {
  constexpr int kTries = 200;
  for (int i = 0; i < kTries; ++i) {
    if (processes_with(directory.string()) == 0 && fs::is_empty(directory)) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

// Starts the adapter, waits for its hello, which comes when its program runs, and then lets the
// shell do `then` with its process `$!` and its input, descriptor 3.
ShellResult start_and(const Adapter& adapter, const fs::path& directory, const std::string& then) {
  const std::string pipe = directory.string() + ".pipe", out = directory.string() + ".out";
  return shell("mkfifo " + pipe + " " + out + "; TMPDIR=" + directory.string() + " " +
               adapter.command + " <" + pipe + " >" + out + " & exec 3>" + pipe + " 4<" + out +
               "; echo 'placemat 1' >&3; read hello <&4; echo \"$hello\"; cd " +
               directory.string() + "; ls; " + then + "; echo left:; ls");
}

class AdaptersOfPrograms : public testing::TestWithParam<const char*> {};

TEST_P(AdaptersOfPrograms, LeaveNothingBehind) {
  const std::vector<Adapter> adapters = adapters_of_programs();
  if (adapters.empty()) GTEST_SKIP() << "no such program is installed";
  for (const Adapter& adapter : adapters) {
    SCOPED_TRACE(adapter.name);
    const fs::path directory = scratch() / adapter.name;
    fs::create_directory(directory);
    const ShellResult answer = start_and(adapter, directory, GetParam());
    EXPECT_TRUE(answer.out.starts_with("hello {")) << answer.out;
    EXPECT_NE(answer.out.find("placemat-"), std::string::npos) << "it has no scratch directory";
    EXPECT_TRUE(answer.out.ends_with("\nleft:\n")) << answer.out;
    EXPECT_FALSE(is_left(directory));
  }
}

// While its input is still open, which would end it.
constexpr const char* kKilled =
    "kill -9 $!; n=0; while [ -n \"$(ls)\" ] && [ $n -lt 200 ]; do sleep 0.05; n=$((n + 1)); done";
constexpr const char* kEnded = "exec 3>&-; wait $!";
INSTANTIATE_TEST_SUITE_P(How, AdaptersOfPrograms, testing::Values(kKilled, kEnded));

}  // namespace
}  // namespace placemat
