#include "harness/call/repeated.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

TEST(RepeatedBuffer, HasTheSameBlockEverywhere) {
  const RepeatedBuffer buffer(kBlock, 5);
  EXPECT_EQ(static_cast<std::size_t>(buffer.end() - buffer.begin()), 5 * kBlock);
  buffer.begin()[7] = 0x61;
  for (std::size_t n = 0; n < 5; ++n) EXPECT_EQ(buffer.begin()[n * kBlock + 7], 0x61) << n;
}

TEST(RepeatedBuffer, PartsItsLastBlock) {
  RepeatedBuffer buffer(kBlock, 3);
  buffer.begin()[0] = 0x61;
  buffer.part_last();
  buffer.end()[-1] = 0xFF;
  EXPECT_EQ(buffer.begin()[kBlock - 1], 0x00);
  EXPECT_EQ(buffer.begin()[2 * kBlock], 0x61) << "a copy of the block";
}

TEST(RepeatedBufferDeathTest, EndsAtAnInaccessiblePage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        const RepeatedBuffer buffer(kBlock, 2);
        const volatile std::uint8_t* behind = buffer.end();
        std::fprintf(stderr, "%d", *behind);
      },
      "");
}

}  // namespace
}  // namespace placemat
