// The law and the planes on every string of up to four units, 2^32 and more.
#include <gtest/gtest.h>

#include "harness/bytes/parallel.h"
#include "harness/certify/law_check.h"

namespace placemat {
namespace {

TEST(LawCheck, BytePlanesAgreeOnEveryStringOfFourUnits) {
  const CertificateItem item = compare_with_planes({}, {.length = 4, .threads = 2});
  EXPECT_EQ(item.result, item_result::kEstablished) << item.seen;
  EXPECT_EQ(item.comparisons, 256u + 65'536 + 16'777'216 + 4'294'967'296);
}

}  // namespace
}  // namespace placemat
