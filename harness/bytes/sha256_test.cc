#include "harness/bytes/sha256.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

// FIPS 180-2, appendix B.1; and the digest of empty input.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_NE(sha256(std::string(1, '\0')), sha256(""));
}

}  // namespace
}  // namespace placemat
