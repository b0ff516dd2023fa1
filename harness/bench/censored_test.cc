#include "harness/bench/censored.h"

#include <gtest/gtest.h>

namespace placemat::bench {
namespace {

// Of 10, P(at most 1 below the median) = 11/1024 and P(at most 2) = 56/1024: ranks 2 and 9.
TEST(CensoredMedian, IntervalOfTenReachesFromTheSecondToTheNinth) {
  const CensoredMedian found = median_of({10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
  EXPECT_EQ(found.median, 5.5);
  EXPECT_EQ(found.low, 2);
  EXPECT_EQ(found.high, 9);
}

// P(none of 5 below the median) = 1/32, above 0.025.
TEST(CensoredMedian, FiveHaveNoInterval) { EXPECT_FALSE(median_of({1, 2, 3, 4, 5}).has_interval); }

TEST(CensoredMedian, IsNotReachedWhenHalfWereCutOff) {
  EXPECT_EQ(median_of({1, std::nullopt}).median, std::nullopt);
  EXPECT_EQ(median_of({1, std::nullopt, 2}).median, 2);
}

// 16,000 to 1,000 and 1,000 to 4,000: sqrt(16 * 1/4) = 2.
TEST(RatioSummary, CountsFewExecutionsAsEqual) {
  const RatioPair pairs[] = {{10, 16'000}, {4'000, 700}};
  const RatioSummary found = ratio_of(pairs, 1000);
  EXPECT_EQ(found.pairs, 2U);
  EXPECT_DOUBLE_EQ(found.mean.value(), 2);
  EXPECT_DOUBLE_EQ(found.lowest.value(), 0.25);
}

// At least 8,000 to 2,000, and at most 1,000 to 16,000: sqrt(4 / 16).
TEST(RatioSummary, CountsWhatWasCutOffAsABoundOrNotAtAll) {
  const RatioPair pairs[] = {{2'000, std::nullopt, 0, 8'000},
                             {std::nullopt, 5, 16'000, 0},
                             {std::nullopt, std::nullopt, 9'000, 8'000}};
  const RatioSummary found = ratio_of(pairs, 1000);
  EXPECT_EQ(found.pairs, 2U);
  EXPECT_EQ(found.at_least, 1U);
  EXPECT_EQ(found.at_most, 1U);
  EXPECT_EQ(found.neither, 1U);
  EXPECT_DOUBLE_EQ(found.mean.value(), 0.5);
  EXPECT_DOUBLE_EQ(found.lowest.value(), 1.0 / 16);
}

}  // namespace
}  // namespace placemat::bench
