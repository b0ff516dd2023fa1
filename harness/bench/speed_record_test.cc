// speed_record_test.cc: a benchmark as a record of a report. The figures are worked out by hand.
#include <gtest/gtest.h>

#include "harness/bench/report.h"

namespace placemat::bench {
namespace {

const Environment kSpeedEnvironment{"a processor", "g++ 12", "0.1.0", {"omega"}};

Plan speed_plan() {
  Plan plan;
  plan.tasks = {Task::kValidate};
  plan.inputs = {"ascii", "web"};
  plan.sizes = {1024};
  plan.subjects = {{"one", "1.0", nullptr, Floor::kNone}, {"two", "", nullptr, Floor::kNone}};
  return plan;
}

// One call of 1,024 units in 512 ns is 2 GB/s.
TEST(SpeedRecord, StatesMedianMiddleHalfAndRatio) {
  Results results;
  results.measured = {{Task::kValidate, "ascii", 1024, "one", 10, {512}},
                      {Task::kValidate, "ascii", 1024, "two", 10, {64, 128, 256, 512, 1024}},
                      {Task::kValidate, "web", 1024, "two", 10, {128}}};
  const SpeedRecord record = record_of(speed_plan(), results, kSpeedEnvironment, "one");
  EXPECT_EQ(record.against, "one");
  EXPECT_EQ(record.processor, "a processor");
  EXPECT_EQ(record.subjects.at(0).version, "1.0");
  EXPECT_EQ(record.repetitions, 9u);
  ASSERT_EQ(record.measurements.size(), 3u);
  EXPECT_EQ(record.measurements[0].ratio, 1);
  const SpeedMeasurement& two = record.measurements[1];
  EXPECT_EQ(two.task, "validate");
  EXPECT_EQ(two.median_ns, 256);
  EXPECT_EQ(two.gb_per_s, 4);
  EXPECT_EQ(two.low, 2);   // 512 ns
  EXPECT_EQ(two.high, 8);  // 128 ns
  EXPECT_EQ(two.ratio, 2);
  EXPECT_EQ(record.measurements[2].ratio, 0) << "the peer has no measurement of this text";
}

TEST(SpeedRecord, StatesWhatWasNotMeasured) {
  Results results;
  results.excluded = {{Task::kValidate, "web", 1024, "two", "another verdict"}};
  const SpeedRecord record = record_of(speed_plan(), results, kSpeedEnvironment, "one");
  ASSERT_EQ(record.excluded.size(), 1u);
  EXPECT_EQ(record.excluded[0].subject, "two");
  EXPECT_EQ(record.excluded[0].reason, "another verdict");
  EXPECT_EQ(record.absent.at(0), "omega");
}

}  // namespace
}  // namespace placemat::bench
