// encoder_check_test.cc: encoders with one fault each, and what is said of them.
#include "harness/judge/encoder_check.h"

#include <gmock/gmock.h>

#include <csignal>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::size_t right(std::uint64_t value, std::uint8_t* out) {
  const Sequence form = shortest(dialect(DialectId::kUtf8), value);
  std::copy_n(form.units.begin(), form.length, out);
  return form.length;
}

std::vector<Finding> findings_of(std::size_t (*encode)(std::uint64_t, std::uint8_t*)) {
  Decoder decoder{};
  decoder.name = "mine";
  decoder.version = decoder.origin = "";
  decoder.dialect = "utf-8";
  decoder.policy = "maximal-subpart";
  decoder.bom = "keep";
  decoder.encode = encode;
  const Fence fence(200);
  FencedThread thread;
  std::uint64_t checks = 0;
  Target target = make_target(decoder, {}, {});
  target.encoder_step = kFewValues;
  return check_encoder(target, thread, checks);
}

TEST(EncoderCheck, FindsNothingInARightEncoder) { EXPECT_THAT(findings_of(right), SizeIs(0)); }

TEST(EncoderCheck, NamesTheValue) {
  const auto findings = findings_of([](std::uint64_t value, std::uint8_t* out) {
    return value == 0x800 ? std::size_t{0} : right(value, out);
  });
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].conditions, "encoding 0800");
  EXPECT_EQ(findings[0].seen, "refused");
  EXPECT_THAT(findings[0].replay, HasSubstr("--encode 0800"));
}

// The length of the value before is kept, so that each value is right when it is asked twice.
TEST(EncoderCheck, NamesTheValueBefore) {
  const auto findings = findings_of([](std::uint64_t value, std::uint8_t* out) {
    static std::uint64_t before = 0;
    const bool is_wrong = before > 0xFFFF && value == 0x20AC;
    before = value;
    return is_wrong ? std::size_t{0} : right(value, out);
  });
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].conditions, "encoding 20AC behind 10000");
  EXPECT_EQ(findings[0].expected, "E2 82 AC");
  EXPECT_EQ(findings[0].seen, "refused");
  EXPECT_THAT(findings[0].replay, HasSubstr("--encode 10000,20AC"));
}

// The values of a run come in order, so that this is met there.
TEST(EncoderCheck, NamesAPlainValueBefore) {
  const auto findings = findings_of([](std::uint64_t value, std::uint8_t* out) {
    static std::uint64_t before = 0;
    const bool is_wrong = before > kMaxScalar && value <= 0x7F;
    before = value;
    return is_wrong ? std::size_t{0} : right(value, out);
  });
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].conditions, HasSubstr(" behind 110000"));
}

TEST(EncoderCheck, CountsTheValuesOfARowBefore) {
  const auto findings = findings_of([](std::uint64_t value, std::uint8_t* out) {
    static std::size_t letters = 0;
    const bool is_wrong = letters >= 300 && value > 0x7F;
    letters = value <= 0x7F ? letters + 1 : 0;
    return is_wrong ? std::size_t{1} : right(value, out);
  });
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].conditions, "encoding 0080 behind 300 times 0041");
  EXPECT_THAT(findings[0].replay, HasSubstr("--encode 0041*300,0080"));
}

// The value that crashes is one of those that rows are made of.
TEST(EncoderCheck, MakesNoRowOfCrashes) {
  static int crashes = 0;
  crashes = 0;
  const auto findings = findings_of([](std::uint64_t value, std::uint8_t* out) {
    static bool was_wrong = false;
    if (value == 0x20AC) {
      ++crashes;
      raise(SIGSEGV);
    }
    const bool is_wrong = !was_wrong && value > 0x7F;
    was_wrong = was_wrong || is_wrong;
    return is_wrong ? std::size_t{0} : right(value, out);
  });
  EXPECT_THAT(findings, Not(IsEmpty()));
  EXPECT_LT(crashes, 40);
}

TEST(EncoderCheck, SaysWhatDoesNotShowAgain) {
  const auto findings = findings_of([](std::uint64_t value, std::uint8_t* out) {
    static bool was_wrong = false;
    const bool is_wrong = !was_wrong && value > 0x7F;
    was_wrong = was_wrong || is_wrong;
    return is_wrong ? std::size_t{0} : right(value, out);
  });
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].seen, HasSubstr("once, and the right ones when it was asked again"));
}

}  // namespace
}  // namespace placemat
