// needs_test.cc: the words for what a failure needs. Each decoder here fails by a rule that the
// test states.
#include "harness/judge/needs.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

// Accepts FF at the offsets for which `accepts` is true.
bool (*accepts)(std::size_t offset) = nullptr;

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    if (in[i] == 0xFF && !accepts(i)) return 0;
  }
  return 1;
}

std::string pattern(bool (*rule)(std::size_t)) {
  accepts = rule;
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  return pattern_of_position(judge, {Bytes{0xFF}, plain(Operation::kValidate)});
}

TEST(PatternOfPosition, NamesFewOffsets) {
  EXPECT_EQ(pattern([](std::size_t at) { return at == 7; }), "only where FF is at offset 7");
  EXPECT_EQ(pattern([](std::size_t at) { return at == 7 || at == 100; }),
            "only where FF is at offset 7, 100");
}

TEST(PatternOfPosition, NamesOffsetsThatRepeat) {
  EXPECT_EQ(pattern([](std::size_t at) { return at % 16 == 15; }),
            "only where FF is at offset 15 modulo 16");
  EXPECT_EQ(pattern([](std::size_t at) { return at % 2 == 0; }),
            "only where FF is at offset 0 modulo 2");
  EXPECT_EQ(pattern([](std::size_t at) { return at % 16 < 5; }),
            "at 5 of 16 offsets of FF modulo 16");
}

TEST(PatternOfPosition, NamesARange) {
  EXPECT_EQ(pattern([](std::size_t at) { return at >= 64; }),
            "only where FF is at offset 64 or later");
  EXPECT_EQ(pattern([](std::size_t at) { return at < 64; }), "only where FF is at offset 0 to 63");
}

TEST(PatternOfPosition, CountsOffsetsWithoutARule) {
  EXPECT_EQ(pattern([](std::size_t at) { return at * at % 251 < 40; }).substr(0, 3), "at ");
}

// What fails at each offset, or at none, is no matter of offsets.
TEST(PatternOfPosition, SaysNothingWhereNoOffsetIsSpecial) {
  EXPECT_EQ(pattern([](std::size_t) { return true; }), "");
  EXPECT_EQ(pattern([](std::size_t) { return false; }), "");
}

}  // namespace
}  // namespace placemat
