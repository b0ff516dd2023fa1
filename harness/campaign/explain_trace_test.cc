#include "harness/campaign/explain_trace.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Dialect& utf8() { return dialect(DialectId::kUtf8); }
constexpr Profile kDefault{};

Bytes units(std::string_view text) { return parse_units(text).bytes; }

Part good(std::size_t offset, std::size_t length, std::uint64_t value) {
  return {offset, length, value};
}
Part bad(std::size_t offset, std::size_t length, ErrorClass error_class) {
  return {offset, length, std::nullopt, error_class};
}

TEST(ExplainParts, EuroSign) {
  EXPECT_THAT(parts_of(units("E2 82 AC"), utf8()), ElementsAre(good(0, 3, 0x20AC)));
}

TEST(ExplainParts, OverlongSlash) {
  EXPECT_THAT(
      parts_of(units("C0 AF"), utf8()),
      ElementsAre(bad(0, 1, ErrorClass::kOverlong), bad(1, 1, ErrorClass::kLoneContinuation)));
}

TEST(ExplainParts, HighSurrogate) {
  EXPECT_THAT(
      parts_of(units("ED A0 80"), utf8()),
      ElementsAre(bad(0, 1, ErrorClass::kSurrogate), bad(1, 1, ErrorClass::kLoneContinuation),
                  bad(2, 1, ErrorClass::kLoneContinuation)));
}

TEST(ExplainParts, BeyondTheLastCodePoint) {
  EXPECT_THAT(
      parts_of(units("F4 90 80 80"), utf8()),
      ElementsAre(bad(0, 1, ErrorClass::kBeyond10FFFF), bad(1, 1, ErrorClass::kLoneContinuation),
                  bad(2, 1, ErrorClass::kLoneContinuation),
                  bad(3, 1, ErrorClass::kLoneContinuation)));
}

TEST(ExplainParts, InterruptedAndTruncated) {
  EXPECT_THAT(parts_of(units("E2 82 41 E2 82"), utf8()),
              ElementsAre(bad(0, 2, ErrorClass::kInterrupted), good(2, 1, 0x41),
                          bad(3, 2, ErrorClass::kTruncated)));
}

TEST(ExplainParts, UnitOfAnotherDialect) {
  const std::vector<Part> parts = parts_of(units("F0"), dialect(DialectId::kCesu8));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_TRUE(parts[0].is_foreign);
  EXPECT_FALSE(parts_of(units("FF"), dialect(DialectId::kCesu8))[0].is_foreign);
}

TEST(ExplainParts, EmptyInput) { EXPECT_THAT(parts_of({}, utf8()), IsEmpty()); }

TEST(ExplainTrace, ValueOfEuroSignNarrows) {
  const std::vector<Step> steps = trace(units("E2 82 AC"), kDefault);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[0].before, "start");
  EXPECT_EQ(steps[0].after, "after E2, next 80..BF");
  EXPECT_EQ(steps[0].reach, (Step::Reach{0x2000, 0x2FFF}));
  EXPECT_EQ(steps[1].before, "after E2, next 80..BF");
  EXPECT_EQ(steps[1].after, "after E2 82, next 80..BF");
  EXPECT_EQ(steps[1].reach, (Step::Reach{0x2080, 0x20BF}));
  EXPECT_EQ(steps[2].after, "start");
  EXPECT_EQ(steps[2].reach, std::nullopt);
  EXPECT_THAT(steps[2].emitted, ElementsAre(0x20ACu));
  EXPECT_EQ(steps[3].symbol, Machine::kEnd);
  EXPECT_THAT(steps[3].emitted, IsEmpty());
}

TEST(ExplainTrace, RangeAfterNarrowedRow) {
  const std::vector<Step> steps = trace(units("E0 A0 80 F4 8F"), kDefault);
  EXPECT_EQ(steps[0].after, "after E0, next A0..BF");
  EXPECT_EQ(steps[0].reach, (Step::Reach{0x800, 0xFFF}));
  EXPECT_EQ(steps[3].after, "after F4, next 80..8F");
  EXPECT_EQ(steps[3].reach, (Step::Reach{0x100000, 0x10FFFF}));
  EXPECT_EQ(steps[4].reach, (Step::Reach{0x10F000, 0x10FFFF}));
  EXPECT_THAT(steps[5].emitted, ElementsAre(0xFFFDu));
  EXPECT_THAT(steps[5].error_classes, ElementsAre(ErrorClass::kTruncated));
}

TEST(ExplainTrace, ClassesOfTheLeads) {
  const std::vector<Step> steps = trace(units("C0 C2 E0 41 FE"), kDefault);
  EXPECT_EQ(steps[0].class_text, "C0..C1");
  EXPECT_EQ(steps[1].class_text, "C2..DF");
  EXPECT_EQ(steps[2].class_text, "E0");
  EXPECT_EQ(steps[3].class_text, "00..7F");
  EXPECT_EQ(steps[4].class_text, "FE..FF");
}

TEST(ExplainTrace, OneUnitEndsTwoSubparts) {
  const std::vector<Step> steps = trace(units("ED A0 80"), kDefault);
  EXPECT_THAT(steps[0].emitted, IsEmpty());
  EXPECT_THAT(steps[1].emitted, ElementsAre(0xFFFDu, 0xFFFDu));
  EXPECT_THAT(steps[1].error_classes,
              ElementsAre(ErrorClass::kSurrogate, ErrorClass::kLoneContinuation));
  EXPECT_THAT(steps[2].emitted, ElementsAre(0xFFFDu));
  EXPECT_THAT(steps[2].error_classes, ElementsAre(ErrorClass::kLoneContinuation));
}

TEST(ExplainTrace, ALeadAfterALeadIsNotYetAnError) {
  const std::vector<Step> steps = trace(units("E2 C3 A9"), kDefault);
  EXPECT_THAT(steps[1].error_classes, ElementsAre(ErrorClass::kInterrupted));
  EXPECT_THAT(steps[1].emitted, ElementsAre(0xFFFDu));
  EXPECT_EQ(steps[1].after, "after C3, next 80..BF");
  EXPECT_THAT(steps[2].emitted, ElementsAre(0xE9u));
}

TEST(ExplainTrace, RejectStops) {
  const std::vector<Step> steps =
      trace(units("41 C0 42"), {DialectId::kUtf8, PolicyId::kReject, Bom::kKeep});
  EXPECT_THAT(steps[0].emitted, ElementsAre(0x41u));
  EXPECT_EQ(steps[1].after, "stopped");
  EXPECT_THAT(steps[2].emitted, IsEmpty());
}

TEST(ExplainTrace, EmptyInputHasOnlyAnEnd) {
  const std::vector<Step> steps = trace({}, kDefault);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].symbol, Machine::kEnd);
}

}  // namespace
}  // namespace placemat
