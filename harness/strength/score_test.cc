// score_test.cc: which probe kills which mutant, against brute force, and small
// sets of probes, against sets found by hand.
#include "harness/strength/score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "harness/strength/fixture.h"

namespace placemat {
namespace {

using testing_aid::faultless;
using testing_aid::kEnds;

std::vector<Probe> some_probes() {
  std::vector<Probe> probes;
  for (const char* units : {"", "41", "C3 A9", "E2 82 AC", "F0 9F 98 80", "C0 80", "ED A0 80",
                            "F4 90 80 80", "E2 82", "61*16 FF", "61 C2 41 42", "00", "EF BB BF"}) {
    probes.push_back({units, parse_units(units).bytes});
  }
  std::mt19937 random(7);
  for (int i = 0; i < 40; ++i) {
    Bytes units(1 + random() % 12);
    for (std::uint8_t& unit : units) unit = kEnds[random() % kEnds.size()];
    probes.push_back({"random", std::move(units)});
  }
  return probes;
}

std::vector<Mutant> some_mutants() {
  std::vector<Mutant> some{faultless()};
  for (const auto& [all, step] : {std::pair{automaton_mutants(), std::size_t{61}},
                                  std::pair{position_mutants(), std::size_t{37}},
                                  std::pair{history_mutants(), std::size_t{31}},
                                  std::pair{value_mutants(1992), std::size_t{31}}}) {
    for (std::size_t m = 0; m < all.size(); m += step) some.push_back(all[m]);
  }
  return some;
}

TEST(Kills, EqualThoseOfBruteForce) {
  const std::vector<Probe> probes = some_probes();
  const std::vector<Mutant> mutants = some_mutants();
  const Kills kills = kills_of(mutants, probes, 2);
  ASSERT_EQ(kills.by_everything.size(), mutants.size());
  ASSERT_EQ(kills.by_verdict.size(), mutants.size());
  std::size_t killed = 0;
  for (std::size_t m = 0; m < mutants.size(); ++m) {
    std::vector<std::uint32_t> everything, values, verdict;
    for (std::uint32_t p = 0; p < probes.size(); ++p) {
      const Answer right = reference_decode(probes[p].units, kMutatedProfile);
      const Answer seen = answer_of(mutants[m], probes[p].units);
      if (seen.values != right.values || seen.error != right.error) everything.push_back(p);
      if (seen.values != right.values) values.push_back(p);
      if (seen.error.has_value() != right.error.has_value()) verdict.push_back(p);
    }
    EXPECT_EQ(kills.by_everything[m], everything) << mutants[m].name;
    EXPECT_EQ(kills.by_values[m], values) << mutants[m].name;
    EXPECT_EQ(kills.by_verdict[m], verdict) << mutants[m].name;
    killed += everything.empty() ? 0 : 1;
  }
  EXPECT_TRUE(kills.by_everything[0].empty()) << "the law is no mutant";
  EXPECT_GT(killed, probes.size());
}

TEST(Kills, DoNotDependOnTheNumberOfThreads) {
  const std::vector<Probe> probes = some_probes();
  const std::vector<Mutant> mutants = some_mutants();
  const Kills one = kills_of(mutants, probes, 1), three = kills_of(mutants, probes, 3);
  EXPECT_EQ(one.by_everything, three.by_everything);
  EXPECT_EQ(one.by_verdict, three.by_verdict);
}

TEST(Kills, OfNoProbesAreEmpty) {
  EXPECT_TRUE(kills_of({}, some_probes(), 2).by_everything.empty());
  const Kills kills = kills_of(some_mutants(), {}, 2);
  for (const auto& killers : kills.by_everything) EXPECT_TRUE(killers.empty());
}

using Killers = std::vector<std::vector<std::uint32_t>>;
using Cover = std::vector<std::uint32_t>;

TEST(SmallCover, FindsTheSetFoundByHand) {
  EXPECT_EQ(small_cover({}, 3), Cover{});
  EXPECT_EQ(small_cover({{}, {}}, 3), Cover{}) << "nothing kills these";
  EXPECT_EQ(small_cover({{0}, {1}, {0, 1}}, 2), (Cover{0, 1}));
  EXPECT_EQ(small_cover({{0, 2}, {1, 2}}, 3), Cover{2});
  EXPECT_EQ(small_cover({{0, 1}, {0, 1}}, 2), Cover{0}) << "the first of equals";
  // 2 kills most and is removed again: 0 and 1 are needed and kill the rest.
  EXPECT_EQ(small_cover({{0}, {0, 2}, {0, 2}, {1}, {1, 2}, {1, 2}}, 3), (Cover{0, 1}));
}

TEST(SmallCover, KeepsEveryKillWithoutSuperfluousProbes) {
  std::mt19937 random(1992);
  for (int round = 0; round < 200; ++round) {
    const auto probes = static_cast<std::uint32_t>(1 + random() % 12);
    Killers kills(random() % 30);
    for (auto& killers : kills) {
      for (std::uint32_t p = 0; p < probes; ++p) {
        if (random() % 4 == 0) killers.push_back(p);
      }
    }
    const Cover cover = small_cover(kills, probes);
    const auto kills_all = [&](const Cover& set) {
      return std::ranges::all_of(kills, [&](const auto& killers) {
        return killers.empty() || std::ranges::any_of(killers, [&](std::uint32_t p) {
                 return std::ranges::find(set, p) != set.end();
               });
      });
    };
    EXPECT_TRUE(kills_all(cover));
    EXPECT_TRUE(std::ranges::is_sorted(cover));
    for (const std::uint32_t spared : cover) {
      Cover rest = cover;
      std::erase(rest, spared);
      EXPECT_FALSE(kills_all(rest)) << spared;
    }
  }
}

TEST(DistinguishAll, AnswersInOrder) {
  const std::vector<Mutant> mutants{faultless(), base_faults().front(), faultless()};
  const std::vector<Distinction> all = distinguish_all(mutants, Observed::kVerdict, 2);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_FALSE(all[0].witness);
  EXPECT_TRUE(all[1].witness);
  EXPECT_FALSE(all[2].witness);
}

}  // namespace
}  // namespace placemat
