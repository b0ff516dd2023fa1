// The law and ICU on all 4,294,967,296 strings of four code units, for the two
// entry points that most programs use.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <mutex>
#include <thread>

#include "harness/oracle/divergence.h"

namespace placemat {
namespace {

constexpr unsigned kThreads = 2;

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

// Leads are handed out one by one and merged in their own order.
OracleTally ask_all(const OracleQuestion& question) {
  std::vector<OracleTally> parts(256, OracleTally(question));
  std::atomic<int> next{0};
  std::atomic<std::uint64_t> differ{0};  // printed as it grows: a run may be interrupted
  std::mutex printing;
  const auto begin = std::chrono::steady_clock::now();
  const auto work = [&] {
    Comparison comparison(question);
    for (int lead = next++; lead <= 0xFF; lead = next++) {
      parts[static_cast<std::size_t>(lead)] =
          ask_behind(static_cast<std::uint8_t>(lead), comparison);
      const OracleTally& part = parts[static_cast<std::size_t>(lead)];
      differ += part.asked - part.agreed;
      if (lead % 16 != 15) continue;
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      const std::scoped_lock lock(printing);
      std::cout << question.name << ": " << lead + 1 << " of 256 first units, "
                << static_cast<int>(passed.count()) << " s, " << differ << " differ" << std::endl;
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < kThreads; ++i) threads.emplace_back(work);
  threads.clear();  // joins
  OracleTally all(question);
  for (const OracleTally& part : parts) all.merge(part);
  return all;
}

class Deep : public testing::TestWithParam<std::string_view> {};

TEST_P(Deep, AllStringsOfFourUnits) {
  const OracleQuestion* question = find_oracle_question(GetParam());
  ASSERT_NE(question, nullptr);
  const OracleTally tally = ask_all(*question);
  EXPECT_EQ(tally.asked, std::uint64_t{1} << 32);
  EXPECT_EQ(tally.agreed, tally.asked);
  for (const std::string& example : tally.examples) ADD_FAILURE() << example;
}

INSTANTIATE_TEST_SUITE_P(Oracle, Deep, testing::Values("icu:U8_NEXT", "icu:u_strFromUTF8WithSub"),
                         [](const auto& info) { return std::string(info.param.substr(4)); });

}  // namespace
}  // namespace placemat
