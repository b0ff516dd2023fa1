// The adapters of this tree as a new user starts them: an adapter that does not know the requested
// decoder prints the available ones, in one line.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "harness/cli/shell.h"

namespace placemat {
namespace {

// Runs the command and returns its standard error only.
ShellResult run_adapter(const std::string& command) { return shell(command, "2>&1 >/dev/null"); }

std::string placed(std::string word) {
  const auto put = [&](const std::string& name, const std::string& directory) {
    const std::size_t at = word.find(name);
    if (at != std::string::npos) word.replace(at, name.size(), directory);
  };
  put("{source}", PLACEMAT_SOURCE_DIR);
  put("{build}", PLACEMAT_BINARY_DIR);
  return word;
}

// The command lines of all adapters up to the word that names a decoder, where the program is
// installed.
std::set<std::string> adapters() {
  std::set<std::string> commands;
  std::ifstream in(PLACEMAT_SOURCE_DIR "/impls/adapters/subjects.json");
  const auto list = nlohmann::json::parse(in);
  for (const auto& subject : list.at("subjects")) {
    if (!subject.contains("command")) continue;
    const auto words = subject.at("command").get<std::vector<std::string>>();
    std::string command;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) command += "'" + placed(words[i]) + "' ";
    // Skips adapters without a choice of decoders, filters, and programs of npm, which this test
    // does not locate.
    const bool is_ours = command.find("/impls/") != std::string::npos;
    const bool has_choice = is_ours && command.find("mozjs") == std::string::npos;
    // A shell or env that starts another program is always there; a probe names that program.
    const auto sets_environment = [](const std::string& word) {
      return word == "env" || word.find('=') != std::string::npos;
    };
    const auto program = subject.contains("probe")
                             ? subject.at("probe").at(0).get<std::string>()
                             : *std::ranges::find_if_not(words, sets_environment);
    const bool is_there = command.find("{npm}") == std::string::npos &&
                          run_adapter("command -v '" + placed(program) + "'").code == 0;
    if (has_choice && is_there) commands.insert(command);
  }
  return commands;
}

TEST(Adapters, ListTheirDecodersInOneLine) {
  const std::set<std::string> commands = adapters();
  EXPECT_FALSE(commands.empty());
  for (const std::string& command : commands) {
    SCOPED_TRACE(command);
    for (const char* word : {"", "no_such_decoder"}) {
      const ShellResult answer = run_adapter(command + word);
      EXPECT_EQ(answer.code, 2) << answer.out;
      EXPECT_EQ(std::count(answer.out.begin(), answer.out.end(), '\n'), 1) << answer.out;
    }
  }
}

}  // namespace
}  // namespace placemat
