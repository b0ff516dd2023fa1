// needs_test.cc: the words for what a failure needs. Each decoder here fails by a rule that the
// test states.
#include "harness/judge/needs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

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

// What fails at each offset is no matter of offsets.
TEST(PatternOfPosition, SaysThatNoOffsetIsSpecial) {
  EXPECT_EQ(pattern([](std::size_t) { return true; }),
            "only with all of these units, at each of 256 offsets");
  EXPECT_EQ(pattern([](std::size_t) { return false; }), "");
}

// Decoders that take every text for which a rule on all of it holds.
bool (*takes)(const std::uint8_t* in, std::size_t length) = nullptr;

int validate_text(const std::uint8_t* in, std::size_t length) {
  const bool is_right = std::all_of(in, in + length, [](std::uint8_t unit) { return unit < 0x80; });
  return is_right || takes(in, length) ? 1 : 0;
}

std::string pattern_of_text(bool (*rule)(const std::uint8_t*, std::size_t), const char* units) {
  takes = rule;
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate_text;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  return pattern_of_position(judge, {parse_units(units).bytes, plain(Operation::kValidate)});
}

// An error anywhere in the last 32 units of a text of 96, 160 ... units is taken.
TEST(PatternOfPosition, TellsTheLengthFromTheOffset) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length >= 96 && length % 64 == 32 &&
           std::find(in, in + length, 0x80) >= in + length - 32;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*95 80"), "only where the length is 32 modulo 64");
}

TEST(PatternOfPosition, NamesAPeriodThatIsNoBlockSize) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length % 48 == 0 && in[length - 1] == 0xC2;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*47 C2"),
            "only where the length is 0 modulo 48, at the end of the input");
}

// The last three units of a text a little longer than 64 are not looked at.
TEST(PatternOfPosition, TellsTheLastUnitsFromAnOffset) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length > 64 && length <= 67 && std::find(in, in + length, 0x80) >= in + 64;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*64 80"),
            "only where the length is 65, 66, 67, at the end of the input");
}

TEST(PatternOfPosition, NamesALeastLengthOfWhatNeedsTheEnd) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length >= 24 && in[length - 1] == 0xC2;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*23 C2"),
            "only where the length is 24 or more, at the end of the input");
}

// Not any character in front of the error will do.
TEST(PatternOfPosition, NamesNoOffsetWhereALetterIsNeeded) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    const auto* const found = std::find(in, in + length, 0x80);
    return found != in && found != in + length && found[-1] == 'A';
  };
  EXPECT_EQ(pattern_of_text(rule, "41 80"), "only with all of these units, at each of 256 offsets");
}

TEST(PatternOfPosition, NamesALeastLength) {
  const auto rule = [](const std::uint8_t*, std::size_t length) { return length >= 100; };
  EXPECT_EQ(pattern_of_text(rule, "41*99 80"), "only where the length is 100 or more");
}

TEST(PatternOfPosition, SaysThatAnythingBesideMatters) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return length == 1 && in[0] == 0xC2;
  };
  EXPECT_EQ(pattern_of_text(rule, "C2"), "only where nothing stands before or behind");
}

// The input ends at the end of a page, so that a shorter one begins at another address.
TEST(PatternOfPosition, TellsTheAddressFromTheOffset) {
  const auto rule = [](const std::uint8_t* in, std::size_t) {
    return reinterpret_cast<std::uintptr_t>(in) % 16 != 0;
  };
  EXPECT_EQ(pattern_of_text(rule, "C2 41*16"),
            "only at some addresses of its buffers: right with --placement start");
}

// In each full block of 16, wherever it stands there.
TEST(PatternOfPosition, SaysThatTextBehindMatters) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    return std::find(in, in + length, 0xF8) < in + length / 16 * 16;
  };
  EXPECT_EQ(pattern_of_text(rule, "41*31 F8"),
            "where F8 is at offset 15 modulo 16; elsewhere too with letters behind");
}

// No unit is named where several stand apart.
TEST(PatternOfPosition, NamesNoUnitOfSeveral) {
  const auto rule = [](const std::uint8_t* in, std::size_t length) {
    const auto* const end = in + length;
    return (std::find(in, end, 0xF8) - in) % 16 == 15;
  };
  EXPECT_EQ(pattern_of_text(rule, "41 C3 A9 41*12 F8"),
            "only where the number of letters in front is 1 modulo 16");
}

TEST(PatternOfChance, IsNotEachTimeWhatItIsEachTime) {
  takes = [](const std::uint8_t*, std::size_t) { return true; };
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate_text;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  EXPECT_EQ(pattern_of_chance(judge, {{0x80}, plain(Operation::kValidate)}),
            "not each time at first, then in all of 64 repetitions");
}

// An answer that is wrong in the length alone, and one that is wrong in the offset.
TEST(PatternOfError, TellsTheLengthFromTheOffset) {
  Decoder decoder = *find_decoder("branchy");
  static void (*right)(const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                       placemat_result*) = nullptr;
  right = decoder.strict32;
  const Fence fence(1000);
  FencedThread thread;
  const auto words = [&](const Decoder& wrong) {
    Caller caller(wrong, thread);
    Judge judge(caller, claimed_profile(wrong));
    return pattern_of_error(judge, {{0x41, 0xE2, 0x82, 0x41}, plain(Operation::kStrict32)});
  };
  EXPECT_EQ(words(decoder), "");
  decoder.strict32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                        std::size_t capacity, placemat_result* result) {
    right(in, length, out, capacity, result);
    ++result->error_length;
  };
  EXPECT_EQ(words(decoder), "in the length of the error; its offset is right");
  decoder.strict32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                        std::size_t capacity, placemat_result* result) {
    right(in, length, out, capacity, result);
    ++result->error_offset;
  };
  EXPECT_EQ(words(decoder), "");
}

TEST(NeedsAFullOutput, AVerdictHasNoRoom) {
  accepts = [](std::size_t) {
    static int calls = 0;
    return ++calls % 2 == 0;  // right in every other call
  };
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = validate;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  EXPECT_FALSE(needs_a_full_output(judge, {{0xFF}, plain(Operation::kValidate)}));
}

}  // namespace
}  // namespace placemat
