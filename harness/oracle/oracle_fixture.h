// oracle_fixture.h: the law and ICU asked the same strings, and every difference explained.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <vector>

#include "harness/oracle/divergence.h"

namespace placemat {

// The strings that visit(Comparison&, OracleTally&) compares, for each
// question.
template <class Visit>
std::vector<OracleTally> ask_everything(Visit visit) {
  std::vector<OracleTally> tallies;
  for (const OracleQuestion& question : oracle_questions()) {
    OracleTally& tally = tallies.emplace_back(question);
    Comparison comparison(question);
    visit([&](ByteView bytes) { tally.count(comparison.compare(bytes)); });
  }
  return tallies;
}

inline void print(const OracleTally& tally) {
  std::cout << tally.question->name << ": asked " << tally.asked << ", agreed " << tally.agreed;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (tally.diverged[i] > 0) std::cout << ", " << divergences()[i].id << ' ' << tally.diverged[i];
  }
  std::cout << ", unexplained " << tally.unexplained << '\n';
}

inline void expect_explained(const std::vector<OracleTally>& tallies, std::uint64_t strings) {
  for (const OracleTally& tally : tallies) {
    print(tally);
    EXPECT_EQ(tally.asked, strings) << tally.question->name;
    EXPECT_EQ(tally.unexplained, 0u) << tally.question->name;
    for (const std::string& example : tally.examples) ADD_FAILURE() << example;
  }
}

}  // namespace placemat
