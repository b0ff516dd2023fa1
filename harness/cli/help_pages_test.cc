// Completion and manual pages have what --help prints: read from there, not from the application.
#include <gmock/gmock.h>

#include <regex>
#include <set>
#include <sstream>

#include "harness/cli/shell.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Names = std::set<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string help_of(const std::string& command) {
  return shell(kProgram + " " + command + " --help").out;
}

// The first words of the section "Subcommands:".
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  bool is_inside = false;
  for (const std::string& line : lines_of(help)) {
    if (line.empty()) is_inside = false;
    if (is_inside && line.size() > 3 && line[2] != ' ') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    if (line == "Subcommands:") is_inside = true;
  }
  return names;
}

// Each command, and each below one: "run", "corpus add".
std::vector<std::string> all_commands() {
  std::vector<std::string> all;
  for (const std::string& command : commands_in(help_of(""))) {
    all.push_back(command);
    for (const std::string& below : commands_in(help_of(command))) {
      all.push_back(command + " " + below);
    }
  }
  return all;
}

// "-h,--help" at the start of a line, or any further names there.
Names options_in(const std::string& help) {
  Names names;
  const std::regex line_start("^  (-[^ ]+)"), name("--?[a-z][a-z-]*");
  for (const std::string& line : lines_of(help)) {
    std::smatch found;
    if (!std::regex_search(line, found, line_start)) continue;
    const std::string words = found[1];
    for (std::sregex_iterator at(words.begin(), words.end(), name), end; at != end; ++at) {
      names.insert(at->str());
    }
  }
  return names;
}

// What a real bash offers behind `words`, the last of which is being typed.
Names offered(const std::string& words) {
  const std::string script = written("complete.bash", R"(
source "$1"
shift
COMP_WORDS=(placemat "$@")
COMP_CWORD=$#
_placemat
printf '%s\n' "${COMPREPLY[@]}"
)");
  const std::string source = scratch("placemat.bash");
  if (!std::filesystem::exists(source)) {
    EXPECT_EQ(shell(kProgram + " completion bash >" + source).out, "");
  }
  const ShellResult ran = shell("bash -eu " + script + " " + source + " " + words);
  EXPECT_EQ(ran.code, 0) << words << ran.out;
  Names names;
  for (const std::string& line : lines_of(ran.out)) {
    if (!line.empty()) names.insert(line);
  }
  return names;
}

TEST(Help, EveryCommandHasExamplesOfItsOwn) {
  for (const std::string& command : all_commands()) {
    const std::string help = help_of(command);
    const std::size_t at = help.find("\nExample");
    ASSERT_NE(at, std::string::npos) << command;
    EXPECT_THAT(help.substr(at), HasSubstr("placemat " + command)) << command;
  }
}

TEST(Completion, BashOffersEveryOptionOfEveryCommand) {
  const std::vector<std::string> commands = all_commands();
  ASSERT_GT(commands.size(), 20u);
  const Names common = options_in(help_of(""));
  for (const std::string& command : commands) {
    Names wanted = options_in(help_of(command));
    EXPECT_GT(wanted.size(), 0u) << command;
    wanted.insert(common.begin(), common.end());
    EXPECT_EQ(offered(command + " -"), wanted) << command;
  }
  const std::vector<std::string> first = commands_in(help_of(""));
  EXPECT_EQ(offered("''"), Names(first.begin(), first.end()));
}

TEST(Completion, BashOffersValuesAndDecoders) {
  EXPECT_EQ(offered("run --budget ''"), (Names{"quick", "standard", "deep"}));
  EXPECT_EQ(offered("run branchy --budget q"), (Names{"quick"}));
  EXPECT_EQ(offered("run --color ''"), (Names{"auto", "always", "never"}));
  EXPECT_EQ(offered("--format j"), (Names{"json"}));
  EXPECT_EQ(offered("run bran"), (Names{"branchless", "branchy"}));
  EXPECT_EQ(offered("completion f"), (Names{"fish"}));
  EXPECT_EQ(offered("corpus ex"), (Names{"export"}));
  const std::string file = written("a_report.jsonl", "");
  EXPECT_EQ(offered("report " + file.substr(0, file.size() - 3)), (Names{file}));
}

TEST(Completion, ZshAndFishHaveEveryOption) {
  const std::string zsh = shell(kProgram + " completion zsh").out;
  const std::string fish = shell(kProgram + " completion fish").out;
  for (const std::string& command : all_commands()) {
    for (const std::string& option : options_in(help_of(command))) {
      if (!option.starts_with("--")) continue;
      EXPECT_THAT(zsh, HasSubstr("*" + option + "["));
      EXPECT_THAT(fish, HasSubstr(" -l " + option.substr(2)));
    }
  }
}

// A shell that is not here is not asked; CI has bash only.
TEST(Completion, ZshAndFishReadTheirScripts) {
  bool any = false;
  for (const std::string name : {"zsh", "fish"}) {
    if (shell("command -v " + name).code != 0) continue;
    any = true;
    const std::string file = written(name, shell(kProgram + " completion " + name).out);
    const ShellResult ran = shell(name + " -n " + file);
    EXPECT_EQ(ran.code, 0) << name;
    EXPECT_THAT(ran.out, IsEmpty()) << name;
  }
  if (!any) GTEST_SKIP() << "neither zsh nor fish is on this machine";
}

TEST(Completion, FishOffersWhatItShould) {
  if (shell("command -v fish").code != 0) GTEST_SKIP() << "there is no fish on this machine";
  const std::string file = written("placemat.fish", shell(kProgram + " completion fish").out);
  const auto completed = [&](const std::string& line) {
    return shell("fish --no-config -c 'source " + file + "; complete -C \"" + line + "\"'").out;
  };
  EXPECT_THAT(completed("placemat ru"), HasSubstr("run\t"));
  EXPECT_THAT(completed("placemat run --bud"), HasSubstr("--budget"));
  EXPECT_THAT(completed("placemat run --budget q"), HasSubstr("quick"));
  EXPECT_THAT(completed("placemat run bran"), HasSubstr("branchy"));
  EXPECT_THAT(completed("placemat corpus ex"), HasSubstr("export"));
}

TEST(ManPage, HasEveryOptionOfEveryCommand) {
  const std::string directory = scratch("man1");
  EXPECT_EQ(shell(kProgram + " man --to " + directory).code, 0);
  for (const std::string& command : all_commands()) {
    std::string name = "placemat-" + command;
    std::ranges::replace(name, ' ', '-');
    std::ifstream in(directory + "/" + name + ".1");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    EXPECT_THAT(page, testing::StartsWith(".TH "));
    for (const std::string& option : options_in(help_of(command))) {
      EXPECT_THAT(page, HasSubstr(std::regex_replace(option, std::regex("-"), "\\-"))) << name;
    }
    EXPECT_EQ(shell(kProgram + " man " + command).out, page);
  }
  EXPECT_EQ(shell(kProgram + " man no_such_command").code, 2);
}

// Read by the program that formats manual pages.
TEST(ManPage, IsFormattedWithoutAWarning) {
  if (shell("command -v groff").code != 0) GTEST_SKIP() << "there is no groff on this machine";
  for (const char* command : {"", "run", "audit", "corpus add", "report"}) {
    const ShellResult ran =
        shell(kProgram + " man " + command + " | groff -man -Tascii -ww -z", "2>&1");
    EXPECT_THAT(ran.out, IsEmpty()) << command;
  }
}

}  // namespace
}  // namespace placemat
