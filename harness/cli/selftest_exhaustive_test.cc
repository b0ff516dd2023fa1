// selftest_exhaustive_test.cc: the self-test of the suite through the program. Every planted error
// must be found, under the kind that its saboteur states, and one error must not cause many
// findings. The test knows the saboteurs' claims and nothing about how the sources find them.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "harness/cli/shell.h"
#include "harness/decoder/registry.h"

namespace placemat {
namespace {

// The most findings that one planted error may cause. Measured: 9.
constexpr std::size_t kMostFindings = 12;

TEST(Selftest, FindsEachSaboteurUnderThePlantedKind) {
  ASSERT_GE(saboteurs().size(), 25u);
  const ShellResult ran = shell(kProgram + " --format json selftest", "");
  EXPECT_EQ(ran.code, 0);

  std::set<std::string> caught;
  std::map<std::size_t, std::size_t> distribution;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    const auto name = row.at("saboteur").get<std::string>();
    const auto findings = row.at("findings").get<std::size_t>();
    EXPECT_LE(findings, kMostFindings) << name << " is one fault; " << line;
    EXPECT_TRUE(row.at("caught").get<bool>())
        << line << "\n`placemat selftest " << name << "` says what was found instead";
    if (row.at("caught").get<bool>()) caught.insert(name);
    ++distribution[findings];
  }
  for (const Decoder* saboteur : saboteurs()) {
    EXPECT_TRUE(caught.contains(saboteur->name)) << saboteur->name << ": " << saboteur->planted;
  }
  std::string text;
  for (const auto& [findings, n] : distribution) {
    text += " " + std::to_string(findings) + ":" + std::to_string(n);
  }
  RecordProperty("findings_per_saboteur", text);
  std::cout << "findings:saboteurs" << text << "\n";
}

}  // namespace
}  // namespace placemat
