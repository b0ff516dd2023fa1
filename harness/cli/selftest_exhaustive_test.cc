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

// The most findings that one planted error may cause.
constexpr std::size_t kMostFindings = 3;

TEST(Selftest, FindsEachSaboteurUnderThePlantedKind) {
  ASSERT_GE(saboteurs().size(), 25u);
  const ShellResult ran = shell(kProgram + " --format json selftest", "");
  EXPECT_EQ(ran.code, 0);

  std::set<std::string> caught;
  std::map<std::size_t, std::size_t> distribution;
  std::size_t first_is_planted = 0;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    const auto name = row.at("saboteur").get<std::string>();
    const std::size_t findings = row.at("findings").size();
    EXPECT_LE(findings, kMostFindings) << name << " is one fault; " << line;
    EXPECT_TRUE(row.at("caught").get<bool>())
        << line << "\n`placemat selftest " << name << "` says what was found instead";
    if (row.at("caught").get<bool>()) caught.insert(name);
    ++distribution[findings];
    first_is_planted += findings > 0 && row["findings"][0].at("kind") == row.at("planted_kind");
  }
  // One fault is one finding, and the first finding is of the planted kind.
  EXPECT_GE(100 * distribution[1], 95 * saboteurs().size());
  EXPECT_GE(100 * first_is_planted, 98 * saboteurs().size());
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
