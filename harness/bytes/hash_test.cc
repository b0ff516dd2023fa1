// The expected values are published ones: the test vectors of the authors of
// FNV, those of Java's SplitMix64, and those on the page of xoshiro.
#include "harness/bytes/hash.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

std::uint64_t hash_of_text(std::string_view text) {
  return hash_of(ByteView(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

TEST(Hash, IsFnv1aOf64Bits) {
  EXPECT_EQ(hash_of_text(""), 0xCBF29CE484222325);
  EXPECT_EQ(hash_of_text("a"), 0xAF63DC4C8601EC8C);
  EXPECT_EQ(hash_of_text("foobar"), 0x85944171F73967E8);
}

TEST(Hash, ContinuesFromAGivenDigest) {
  const Bytes whole{1, 2, 3, 4};
  EXPECT_EQ(hash_of(ByteView(whole).subspan(2), hash_of(ByteView(whole).first(2))), hash_of(whole));
  EXPECT_EQ(hash_step(hash_step(kHashStart, 1), 2), hash_of(ByteView(whole).first(2)));
}

TEST(SplitMix64, GivesThePublishedNumbers) {
  SplitMix64 chance(1234567);
  EXPECT_EQ(chance.next(), 6457827717110365317u);
  EXPECT_EQ(chance.next(), 3203168211198807973u);
  EXPECT_EQ(chance.next(), 9817491932198370423u);
  EXPECT_EQ(SplitMix64(1234567).below(1000), 317u);
}

}  // namespace
}  // namespace placemat
