// vast_check_deep_test.cc: 2^31 and 2^32 units, and the integers that are too narrow for them.
#include <gtest/gtest.h>

#include "harness/judge/vast_check.h"
#include "harness/judge/vast_test_decoders.h"

namespace placemat {
namespace {

using testing_aid::narrow_decoder;

const std::atomic<bool> kGoOn{false};

template <class Count>
VastResult check() {
  const placemat_decoder decoder = narrow_decoder<Count>();
  return check_vast(make_target(decoder, {"long"}, {}), kGoOn);
}

TEST(VastCheckDeep, HasNothingAgainst64Bits) {
  const VastResult result = check<std::uint64_t>();
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.checks, 12u);
}

TEST(VastCheckDeep, FindsALengthOf32Bits) {
  const VastResult result = check<std::uint32_t>();
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings.front().conditions, "after 2^32 units of ASCII");
}

TEST(VastCheckDeep, FindsAnOffsetOfInt) {
  const VastResult result = check<std::int32_t>();
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings.front().conditions, "after 2^31 units of ASCII");
}

}  // namespace
}  // namespace placemat
