// The suite of two extra units, which takes half a minute.
#include <gtest/gtest.h>

#include "harness/call/fence.h"
#include "harness/certify/certify.h"

namespace placemat {
namespace {

// One ill-formed sequence of four units is accepted: its states are outside of the class of the
// suite, so that the suite must not claim to refuse it. The exhaustion of four units does.
TEST(CertifyDeep, SuiteOfTwoExtraUnitsPassesTheCorrectDecoderAndOneOutsideOfItsClass) {
  const Fence fence(1000);
  for (const char* name : {"branchy", "sab_beyond_one_value"}) {
    const PartWork work = work_here(*find_decoder(name), nullptr);
    for (std::uint64_t units = 0; units <= 3; ++units) {
      CertifyPart part;
      part.item = PartOf::kSuite;
      part.size = units;
      part.profile = "utf-8/maximal-subpart/keep";
      const PartResult result = work(part);
      EXPECT_TRUE(result.checked.refusals.empty()) << name;
      EXPECT_EQ(result.checked.agreed, strings_of(part)) << name;
    }
  }
}

}  // namespace
}  // namespace placemat
