#include "harness/bytes/numbers.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

TEST(Numbers, AreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1112064), "1,112,064");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

}  // namespace
}  // namespace placemat
