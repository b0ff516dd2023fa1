// selftest_fixture.h: the self-test of the suite through the program. Every planted error must be
// found, under the kind that its saboteur states, and one error must not cause many findings. The
// tests know the saboteurs' claims and nothing about how the sources find them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/shell.h"
#include "harness/decoder/registry.h"

namespace placemat {

// The saboteurs that the quick budget does not catch. The standard one takes longer for them than
// the quick one for all others, so the deep tests judge them.
inline constexpr std::array<std::string_view, 5> kOnlyByStandard{
    "sab_beyond_one_value", "sab_one_scalar_wrong", "sab_composes_a_diaeresis",
    "sab_wrong_after_fffd", "sab_one_prefix_survives_reset"};

inline bool is_only_by_standard(std::string_view name) {
  return std::ranges::find(kOnlyByStandard, name) != kOnlyByStandard.end();
}

// Expects that a self-test of these finds each fault by this budget: at most three findings for
// one fault, one for 95 %, and the first finding of the planted kind for 98 %.
inline void expect_caught(const std::vector<std::string>& names, std::string_view budget) {
  constexpr std::size_t kMostFindings = 3;
  std::string line = kProgram + " --format json selftest";
  for (const std::string& name : names) line += " " + name;
  const ShellResult ran = shell(line, "");
  EXPECT_EQ(ran.code, 0);

  std::set<std::string> caught;
  std::map<std::size_t, std::size_t> distribution;
  std::size_t first_is_planted = 0;
  std::istringstream lines(ran.out);
  for (std::string text; std::getline(lines, text);) {
    const auto row = nlohmann::json::parse(text);
    const auto name = row.at("saboteur").get<std::string>();
    const std::size_t findings = row.at("findings").size();
    EXPECT_LE(findings, kMostFindings) << name << " is one fault; " << text;
    EXPECT_TRUE(row.at("caught").get<bool>())
        << text << "\n`placemat selftest " << name << "` says what was found instead";
    EXPECT_EQ(row.at("budget"), budget) << name << ": kOnlyByStandard is to name it, or no longer";
    if (row.at("caught").get<bool>()) caught.insert(name);
    ++distribution[findings];
    first_is_planted += findings > 0 && row["findings"][0].at("kind") == row.at("planted_kind");
  }
  EXPECT_GE(100 * distribution[1], 95 * names.size());
  EXPECT_GE(100 * first_is_planted, 98 * names.size());
  for (const std::string& name : names) EXPECT_TRUE(caught.contains(name)) << name;
  std::string text;
  for (const auto& [findings, n] : distribution) {
    text += " " + std::to_string(findings) + ":" + std::to_string(n);
  }
  testing::Test::RecordProperty("findings_per_saboteur", text);
  std::cout << "findings:saboteurs" << text << "\n";
}

}  // namespace placemat
