// The parts of `placemat bench` that decide what is measured and what is shown.
// Expectations are worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/bench/report.h"
#include "harness/bench/small.h"
#include "harness/bytes/error.h"
#include "harness/spec/machine.h"

namespace placemat::bench {
namespace {

std::size_t errors_in(const Bytes& text) {
  const Answer answer = machine(Profile{}).decode(text);
  return static_cast<std::size_t>(std::ranges::count(answer.values, std::uint64_t{0xFFFD}));
}

TEST(BenchInput, HasTheRequestedSizeAndDependsOnTheSeed) {
  for (const std::string& name : input_names())
    for (const std::size_t size : {1u, 16u, 257u, 65536u}) {
      const Bytes input = make_input(name, size, 7);
      EXPECT_EQ(input.size(), size) << name;
      EXPECT_EQ(input, make_input(name, size, 7)) << name;
    }
  EXPECT_NE(make_input("cjk", 256, 1), make_input("cjk", 256, 2));
}

TEST(BenchInput, TextIsWellFormedAndErrorsHaveTheStatedDensity) {
  for (const std::string text : {"ascii", "latin", "cyrillic", "cjk", "emoji", "web"}) {
    for (const std::size_t size : {1u, 2u, 3u, 4u, 5u, 100u, 65536u})
      EXPECT_EQ(errors_in(make_input(text, size, 7)), 0u) << text << ' ' << size;
    // One changed unit breaks one sequence, or two or three subparts of it.
    const std::size_t errors = errors_in(make_input(text + "/100", 100000, 7));
    EXPECT_GE(errors, 950u) << text;
    EXPECT_LE(errors, 3500u) << text;
  }
}

TEST(BenchInput, UnknownNameIsAnErrorThatListsTheNames) {
  try {
    make_input("klingon", 16, 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cyrillic"));
  }
}

// A decoder of ASCII, and one with an error in ASCII.
void right32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t,
             placemat_result* result) {
  std::copy(in, in + length, out);
  *result = {PLACEMAT_OK, length, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
}
void wrong32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  right32(in, length, out, capacity, result);
  out[length - 1] = 'x';
}
Decoder decoder_with(placemat_decode32* lossy) {
  Decoder decoder{};
  decoder.name = "made_up";
  decoder.version = "1";
  decoder.lossy32 = lossy;
  return decoder;
}

TEST(BenchPlaced, LiesAtTheGivenOffset) {
  for (const std::size_t offset : {0u, 4u, 16u, 64u, 4092u}) {
    Placed<std::uint32_t> values(1000, offset);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % 4096, offset);
    EXPECT_EQ(values.size(), 1000u);
    EXPECT_TRUE(std::ranges::all_of(values.view(), [](std::uint32_t value) { return value == 0; }));
  }
}

TEST(BenchTask, ExcludesSubjectsThatDisagreeWithTheLaw) {
  const Bytes input{'a', 'b', 'c'};
  const Expected expected = expect(input);
  Buffers buffers(input.size());
  const Decoder right = decoder_with(right32), wrong = decoder_with(wrong32);
  EXPECT_TRUE(offers(subject_of(right), Task::kLossy32));
  EXPECT_FALSE(offers(subject_of(right), Task::kStrict32));
  EXPECT_EQ(disagreement(subject_of(right), Task::kLossy32, input, expected, buffers), "");
  EXPECT_EQ(disagreement(subject_of(wrong), Task::kLossy32, input, expected, buffers),
            "other values");
  const Bytes ill_formed{'a', 0xFF};
  EXPECT_EQ(
      disagreement(subject_of(right), Task::kLossy32, ill_formed, expect(ill_formed), buffers),
      "other values");
}

TEST(BenchTask, DetectsAStaleAnswerInTheBuffer) {
  const Bytes input{'a'};
  Buffers buffers(input.size());
  buffers.values32[0] = 'a';
  const Decoder lazy = decoder_with(
      [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t, placemat_result* result) {
        *result = {PLACEMAT_OK, 1, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
      });
  EXPECT_EQ(disagreement(subject_of(lazy), Task::kLossy32, input, expect(input), buffers),
            "other values");
}

TEST(BenchMeasurement, MedianAndSpreadOfTheMiddleHalf) {
  const Measurement odd{Task::kValidate, "ascii", 100, "x", 1, {8, 9, 10, 12, 100}};
  EXPECT_DOUBLE_EQ(odd.median(), 10);
  EXPECT_DOUBLE_EQ(odd.spread(), 0.3);
  EXPECT_DOUBLE_EQ(odd.gigabytes_per_second(), 10);
  const Measurement even{Task::kValidate, "ascii", 100, "x", 1, {1, 2, 4, 100}};
  EXPECT_DOUBLE_EQ(even.median(), 3);
}

TEST(BenchReport, ShowsRatiosOfTheTimesAndMissingPeers) {
  Plan plan;
  plan.tasks = {Task::kValidate};
  plan.inputs = {"ascii", "web"};
  plan.sizes = {1024};
  plan.subjects = {{"one", "", nullptr, Floor::kNone}, {"two", "", nullptr, Floor::kNone}};
  Results results;
  results.measured = {{Task::kValidate, "ascii", 1024, "one", 1, {512}},
                      {Task::kValidate, "ascii", 1024, "two", 1, {128}},
                      {Task::kValidate, "web", 1024, "one", 1, {1024}}};
  results.excluded = {{Task::kValidate, "web", 1024, "two", "another verdict"}};
  const std::string table = to_table(plan, results, "one");
  EXPECT_THAT(table, testing::HasSubstr("validate, 1 KiB"));
  EXPECT_THAT(table, testing::ContainsRegex("one +2.00 GB/s +1.00 GB/s"));
  EXPECT_THAT(table, testing::ContainsRegex("two +4.00 +-"));

  EXPECT_THAT(to_html(plan, results, this_environment(), "one"),
              testing::ContainsRegex(">8.00</text>.*>4.00</text>"));
}

TEST(BenchSmall, ComparesLengthByLength) {
  const SmallRow row{Task::kValidate, "ascii", "mine", "", {3, 2, 8, 1}};
  const SmallRow other{Task::kValidate, "ascii", "other", "", {2, 2, 4, 2}};
  const Comparison comparison = compare(row, other, 10);  // 1.5, 1, 2, 0.5
  EXPECT_DOUBLE_EQ(comparison.median, 1.5);
  EXPECT_DOUBLE_EQ(comparison.worst, 2);
  EXPECT_EQ(comparison.worst_length, 12u);
}

TEST(BenchSmall, StrictDecodingMustReportTheErrorOffset) {
  Decoder decoder{};
  decoder.name = "made_up";
  decoder.version = "1";
  decoder.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                        placemat_result* result) { *result = {PLACEMAT_ILL_FORMED, 1, 1, 1}; };
  const BenchTarget subject = subject_of(decoder);
  EXPECT_EQ(small_disagreement(subject, Task::kStrict32, Bytes{'a', 0xFF}), "");
  EXPECT_EQ(small_disagreement(subject, Task::kStrict32, Bytes{'a', 'b', 0xFF}),
            "another place of the first error");
  EXPECT_NE(small_disagreement(subject, Task::kStrict32, Bytes{'a', 'b'}), "");
}

TEST(BenchSmall, MeasuresEachLengthOfCorrectDecodersOnly) {
  const Decoder right = decoder_with(right32);
  Decoder wrong = decoder_with(wrong32);
  wrong.name = "wrong";
  SmallPlan plan;
  plan.tasks = {Task::kLossy32};
  plan.inputs = {"ascii"};
  plan.first = 2;
  plan.last = 4;
  plan.subjects = {subject_of(right), subject_of(wrong)};
  plan.against = "made_up";
  plan.different = 2;
  plan.repetitions = 1;
  const std::vector<SmallRow> rows = measure_small(plan, [](std::size_t, std::size_t) {});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].nanoseconds.size(), 3u);
  EXPECT_EQ(rows[1].excluded, "other values");
  EXPECT_TRUE(rows[1].nanoseconds.empty());
  EXPECT_THAT(small_table(plan, rows), testing::HasSubstr("lossy32, 2 to 4 units"));
  const auto json = nlohmann::json::parse(small_json(plan, rows));
  EXPECT_EQ(json["rows"][0]["nanoseconds"].size(), 3u);
}

}  // namespace
}  // namespace placemat::bench
