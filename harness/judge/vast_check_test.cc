// vast_check_test.cc: the same checks at lengths that take milliseconds. The deep test has 2^31 and
// 2^32.
#include "harness/judge/vast_check.h"

#include <gtest/gtest.h>

#include "harness/judge/vast_test_decoders.h"

namespace placemat {
namespace {

using testing_aid::narrow_decoder;

const std::atomic<bool> kGoOn{false};
const VastOptions kShort{{std::uint64_t{1} << 21, std::uint64_t{1} << 22}, 20};

VastResult check(const placemat_decoder& decoder) {
  return check_vast(make_target(decoder, {"long"}, {}), kGoOn, kShort);
}

TEST(VastCheck, HasNothingAgainstWideIntegers) {
  const placemat_decoder wide = narrow_decoder<std::uint64_t>();
  const VastResult result = check(wide);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.checks, 2u * 2 * 3) << "two lengths, two ends, three operations";
  EXPECT_EQ(result.not_tested, "");
}

TEST(VastCheck, FindsALengthAndAnOffsetThatAreTooNarrow) {
  const placemat_decoder narrow = narrow_decoder<std::uint16_t>();
  const VastResult result = check(narrow);
  ASSERT_EQ(result.findings.size(), 1u) << "one cause";
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.source, "long");
  EXPECT_EQ(finding.conditions, "after 2^21 units of ASCII");
  std::set<Kind> kinds{finding.kind};
  for (const Symptom& symptom : finding.symptoms) kinds.insert(symptom.kind);
  EXPECT_TRUE(kinds.contains(Kind::kAcceptsIllFormed)) << "the end is not read";
  EXPECT_TRUE(kinds.contains(Kind::kWrongLengthCount));
  EXPECT_TRUE(kinds.contains(Kind::kWrongErrorOffset));
}

TEST(VastCheck, GoesOnAfterACrash) {
  placemat_decoder crashes = narrow_decoder<std::uint64_t>();
  crashes.length32 = [](const std::uint8_t*, std::size_t) -> std::size_t { std::abort(); };
  const VastResult result = check(crashes);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings.front().kind, Kind::kCrash);
  EXPECT_EQ(result.findings.front().checks, 4u) << "each call of it";
  EXPECT_EQ(result.checks, 12u);
}

TEST(VastCheck, FindsACallThatDoesNotReturn) {
  placemat_decoder hangs = narrow_decoder<std::uint64_t>();
  hangs.validate = [](const std::uint8_t*, std::size_t) -> int {
    for (volatile bool forever = true; forever;) {
    }
    return 0;
  };
  hangs.length32 = nullptr;
  hangs.strict32 = nullptr;
  const VastResult result =
      check_vast(make_target(hangs, {"long"}, {}), kGoOn, {{std::uint64_t{1} << 20}, 0});
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings.front().kind, Kind::kHang);
}

TEST(VastCheck, StopsWhenTold) {
  const placemat_decoder wide = narrow_decoder<std::uint64_t>();
  const std::atomic<bool> stop{true};
  EXPECT_EQ(check_vast(make_target(wide, {"long"}, {}), stop, kShort).checks, 0u);
}

}  // namespace
}  // namespace placemat
