// Strings whose answers are known, and planes that no string leaves unset.
#include "harness/certify/planes.h"

#include <gtest/gtest.h>

#include <cstring>

namespace placemat {
namespace {

std::string answer(const Bytes& units) {
  PlanesOfAnswers answers;
  decode_planes(ByteView(units).first(units.size() - 1), answers);
  return describe(answers, units.back());
}

TEST(Planes, GiveTheFirstAndTheLastValueOfEachLength) {
  EXPECT_EQ(answer({0x00}), "well-formed: 0000");
  EXPECT_EQ(answer({0x7F}), "well-formed: 007F");
  EXPECT_EQ(answer({0xC2, 0x80}), "well-formed: 0080");
  EXPECT_EQ(answer({0xDF, 0xBF}), "well-formed: 07FF");
  EXPECT_EQ(answer({0xE0, 0xA0, 0x80}), "well-formed: 0800");
  EXPECT_EQ(answer({0xED, 0x9F, 0xBF}), "well-formed: D7FF");
  EXPECT_EQ(answer({0xEE, 0x80, 0x80}), "well-formed: E000");
  EXPECT_EQ(answer({0xEF, 0xBF, 0xBF}), "well-formed: FFFF");
  EXPECT_EQ(answer({0xF0, 0x90, 0x80, 0x80}), "well-formed: 10000");
  EXPECT_EQ(answer({0xF4, 0x8F, 0xBF, 0xBF}), "well-formed: 10FFFF");
}

TEST(Planes, ReplaceEachMaximalSubpart) {
  EXPECT_EQ(answer({0x80}), "ill-formed at 0, length 1: FFFD");
  EXPECT_EQ(answer({0xC3}), "ill-formed at 0, length 1: FFFD");
  EXPECT_EQ(answer({0xC0, 0xAF}), "ill-formed at 0, length 1: FFFD FFFD");
  EXPECT_EQ(answer({0x41, 0xE2, 0x82}), "ill-formed at 1, length 2: 0041 FFFD");
  EXPECT_EQ(answer({0xE2, 0x82, 0x41}), "ill-formed at 0, length 2: FFFD 0041");
  EXPECT_EQ(answer({0xED, 0xA0, 0x80}), "ill-formed at 0, length 1: FFFD FFFD FFFD");
  EXPECT_EQ(answer({0xF0, 0x9F, 0x98, 0x41}), "ill-formed at 0, length 3: FFFD 0041");
  EXPECT_EQ(answer({0xF0, 0x9F, 0x98, 0xC2}), "ill-formed at 0, length 3: FFFD FFFD");
  EXPECT_EQ(answer({0xF4, 0x90, 0x80, 0x80}), "ill-formed at 0, length 1: FFFD FFFD FFFD FFFD");
  EXPECT_EQ(answer({0xFF, 0xE2, 0x82, 0xAC}), "ill-formed at 0, length 1: FFFD 20AC");
  EXPECT_EQ(answer({0xC3, 0xA9, 0xC3, 0x80}), "well-formed: 00E9 00C0");
}

// What a string before it left there would be seen.
TEST(Planes, DependOnNothingThatWasThereBefore) {
  for (const Bytes& prefix : {Bytes{}, Bytes{0xE0}, Bytes{0x41, 0xFF}, Bytes{0xF0, 0x9F, 0x98}}) {
    PlanesOfAnswers zeros{}, others;
    std::memset(static_cast<void*>(&others), 0xA5, sizeof(others));
    decode_planes(prefix, zeros);
    decode_planes(prefix, others);
    EXPECT_EQ(zeros, others);
  }
}

}  // namespace
}  // namespace placemat
