// The law and ICU on every string of up to three code units, for every entry point, and on all
// 4,294,967,296 strings of four, for the two entry points that most programs use. Each quarter of
// the first units is a test of its own, so that an interrupted run can be resumed. Measured with
// g++ 12: 51 s of processor time for the last quarter of u_strFromUTF8WithSub, about 140 s for all
// of U8_NEXT.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>
#include <tuple>

#include "harness/bytes/parallel.h"
#include "harness/oracle/divergence.h"
#include "harness/oracle/oracle_fixture.h"
#include "harness/oracle/strings.h"

namespace placemat {
namespace {

constexpr unsigned kThreads = 2;
constexpr int kPerQuarter = 64;  // first units

// All strings of four units that begin with `lead`.
OracleTally ask_behind(std::uint8_t lead, Comparison& comparison) {
  OracleTally tally(comparison.question());
  Bytes bytes{lead, 0, 0, 0};
  for (std::uint32_t tail = 0; tail < 1u << 24; ++tail) {
    bytes[1] = static_cast<std::uint8_t>(tail >> 16);
    bytes[2] = static_cast<std::uint8_t>(tail >> 8 & 0xFF);
    bytes[3] = static_cast<std::uint8_t>(tail & 0xFF);
    tally.count(comparison.compare(bytes));
  }
  return tally;
}

// First units are handed out one by one and merged in order.
OracleTally ask_quarter(const OracleQuestion& question, int quarter) {
  const int first = quarter * kPerQuarter;
  const int last = first + kPerQuarter - 1;
  std::vector<OracleTally> parts(256, OracleTally(question));
  std::atomic<std::uint64_t> differ{0};  // printed while it grows: a run may be interrupted
  std::mutex printing;
  const auto begin = std::chrono::steady_clock::now();
  in_parallel_with(kPerQuarter, kThreads, [&]() -> ItemWork {
    return [&, comparison = std::make_shared<Comparison>(question)](std::size_t i) {
      const int lead = first + static_cast<int>(i);
      OracleTally& part = parts[static_cast<std::size_t>(lead)];
      part = ask_behind(static_cast<std::uint8_t>(lead), *comparison);
      differ += part.asked - part.agreed;
      if (lead % 16 != 15) return;
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      const std::scoped_lock lock(printing);
      std::cout << question.name << ": up to " << lead << " of first units " << first << ".."
                << last << ", " << static_cast<int>(passed.count()) << " s, " << differ << " differ"
                << std::endl;
    };
  });
  OracleTally all(question);
  for (const OracleTally& part : parts) all.merge(part);
  return all;
}

TEST(OracleDeep, EveryStringUpToThreeUnits) {
  const auto tallies = ask_everything([](auto ask) {
    Bytes prefix;
    testing_strings::for_each_string(testing_strings::all_units(), 3, prefix, ask);
  });
  expect_explained(tallies, 1 + 256 + 65536 + 16777216);
  EXPECT_EQ(never_observed(tallies), std::vector<std::string_view>{"ICU-7"});
}

using Quarter = std::tuple<std::string_view, int>;
class Deep : public testing::TestWithParam<Quarter> {};

TEST_P(Deep, AllStringsOfFourUnits) {
  const auto& [name, quarter] = GetParam();
  const OracleQuestion* question = find_oracle_question(name);
  ASSERT_NE(question, nullptr);
  const OracleTally tally = ask_quarter(*question, quarter);
  EXPECT_EQ(tally.asked, std::uint64_t{1} << 30);
  EXPECT_EQ(tally.agreed, tally.asked);
  for (const std::string& example : tally.examples) ADD_FAILURE() << example;
}

std::string quarter_name(const testing::TestParamInfo<Quarter>& info) {
  const auto& [name, quarter] = info.param;
  return fmt::format("{}_from_{:02X}", name.substr(4), quarter * kPerQuarter);
}

INSTANTIATE_TEST_SUITE_P(Oracle, Deep,
                         testing::Combine(testing::Values("icu:U8_NEXT",
                                                          "icu:u_strFromUTF8WithSub"),
                                          testing::Range(0, 4)),
                         quarter_name);

}  // namespace
}  // namespace placemat
