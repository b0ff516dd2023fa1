// compare_test.cc: two decoders of this tree against each other. What they must differ in is known
// from what they claim, and from the faults that are planted in the saboteurs.
#include "harness/campaign/compare.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

using testing::Contains;
using testing::Field;
using testing::IsEmpty;

DecoderComparison compared_by_name(const char* first, const char* second,
                                   const std::vector<Bytes>& more = {}) {
  return compare(*compared(*find_decoder(first)), *compared(*find_decoder(second)), more, {});
}

const ContrastGroup* group_of(const DecoderComparison& comparison, std::string_view units) {
  const auto found = std::ranges::find(comparison.groups, units, &ContrastGroup::units);
  return found == comparison.groups.end() ? nullptr : &*found;
}

TEST(Compare, DecodersOfOneProfileAgree) {
  for (const char* other : {"dfa_hoehrmann_2010", "simd", "branchless"}) {
    const DecoderComparison comparison = compared_by_name("branchy", other);
    EXPECT_THAT(comparison.groups, IsEmpty()) << other;
    EXPECT_EQ(comparison.differ, 0u);
    EXPECT_TRUE(comparison.is_complete);
    EXPECT_GT(comparison.asked, 100'000u);
    EXPECT_EQ(comparison.unanswered, 0u);
  }
}

TEST(Compare, WhatOnlyOneAcceptsIsOneCauseForEachForm) {
  const DecoderComparison comparison = compared_by_name("branchy", "tutorial_lenient");
  const ContrastGroup* overlong = group_of(comparison, "C0 80");
  ASSERT_NE(overlong, nullptr);
  EXPECT_EQ(overlong->contrast, Contrast::kOnlySecondAccepts);
  EXPECT_EQ(overlong->range, "C0..C1 80..BF");
  EXPECT_EQ(overlong->strings, 128u);
  EXPECT_EQ(overlong->first, "ill-formed, replaced: FFFD FFFD");
  EXPECT_EQ(overlong->second, "well-formed: 00");
  const ContrastGroup* surrogate = group_of(comparison, "ED A0 80");
  ASSERT_NE(surrogate, nullptr);
  EXPECT_EQ(surrogate->error_class, "surrogate");
  // C0 80 behind or before an error is no cause of its own.
  EXPECT_EQ(group_of(comparison, "C0 80 80"), nullptr);
  EXPECT_EQ(group_of(comparison, "FF C0 80"), nullptr);
  EXPECT_LE(comparison.groups.size(), 12u);
}

TEST(Compare, TheOrderOfTheTwoTurnsTheAnswerRound) {
  const DecoderComparison one = compared_by_name("branchy", "tutorial_lenient");
  const DecoderComparison other = compared_by_name("tutorial_lenient", "branchy");
  ASSERT_EQ(one.groups.size(), other.groups.size());
  EXPECT_EQ(group_of(other, "C0 80")->contrast, Contrast::kOnlyFirstAccepts);
  EXPECT_EQ(group_of(other, "C0 80")->first, group_of(one, "C0 80")->second);
}

TEST(Compare, TextThatBothAcceptAndReadDifferentlyComesFirst) {
  const DecoderComparison comparison = compared_by_name("branchy", "sab_wrong_value_ed81");
  ASSERT_FALSE(comparison.groups.empty());
  EXPECT_EQ(comparison.groups.front().contrast, Contrast::kReadAsOther);
  EXPECT_EQ(comparison.groups.front().error_class, "well-formed");
}

TEST(Compare, TheFunctionsOfOneDecoderAreComparedWithEachOther) {
  CompareOptions options;
  options.first_by = Operation::kValidate;
  options.second_by = Operation::kStrict32;
  const auto by_functions = [&](const char* name) {
    return compare(*compared(*find_decoder(name)), *compared(*find_decoder(name)), {}, options);
  };
  EXPECT_THAT(by_functions("simd").groups, IsEmpty());
  // Its validate forgets an unfinished sequence at the end of a block when 64 letters follow.
  const DecoderComparison comparison = by_functions("sab_block_after_ascii_64");
  ASSERT_EQ(comparison.groups.size(), 1u);
  EXPECT_EQ(comparison.groups[0].contrast, Contrast::kOnlyFirstAccepts);
  EXPECT_THAT(comparison.groups[0].units, testing::StartsWith("61*63 "));
}

// The two replace ill-formed text otherwise, so every error is a difference of another kind.
TEST(Compare, AnotherReplacementHidesNoAcceptance) {
  Decoder other = *find_decoder("sab_block_after_ascii_64");
  other.name = "other_policy";
  other.strict32 = nullptr;
  other.strict16 = nullptr;
  other.strict64 = nullptr;
  other.stream_open = nullptr;
  other.lossy32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                     std::size_t capacity, placemat_result* result) {
    find_decoder("branchy")->lossy32(in, length, out, capacity, result);
    for (std::size_t i = 0; i < result->written && i < capacity; ++i) {
      if (out[i] == 0xFFFD) out[i] = '?';
    }
  };
  const DecoderComparison comparison =
      compare(*compared(other), *compared(*find_decoder("branchy")), {}, {});
  EXPECT_THAT(comparison.groups,
              Contains(Field(&ContrastGroup::contrast, Contrast::kReplacedOtherwise)));
  EXPECT_THAT(comparison.groups,
              Contains(Field(&ContrastGroup::contrast, Contrast::kOnlyFirstAccepts)));
}

TEST(Compare, AFunctionThatIsNotThereIsRefused) {
  CompareOptions options;
  const auto refused = [&] {
    try {
      compare(*compared(*find_decoder("glibc_mbrtoc32")), *compared(*find_decoder("branchy")), {},
              options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  options.first_by = Operation::kLossy32;
  EXPECT_THAT(refused(), testing::HasSubstr("it has no such function"));
  options.first_by = {};
  options.second_by = Operation::kLength16;
  EXPECT_THAT(refused(), testing::HasSubstr("it gives a length"));
}

TEST(Compare, AStringOfTheCallerIsAskedToo) {
  const Bytes text = parse_units("F4 90 80 80 F0 90 BC 87").bytes;
  CompareOptions options;
  options.first_by = Operation::kValidate;
  const auto first = compared(*find_decoder("sab_block_tail_of_eight"));
  const auto second = compared(*find_decoder("branchy"));
  const auto groups = [&](const std::vector<Bytes>& more) {
    return compare(*first, *second, more, options).groups;
  };
  EXPECT_THAT(groups({text}), Contains(Field(&ContrastGroup::units, to_text({text, {}}))));
  EXPECT_THAT(groups({}),
              testing::Not(Contains(Field(&ContrastGroup::units, to_text({text, {}})))));
}

TEST(Compare, ADecoderWithoutAVerdictIsComparedByWhatItReplaces) {
  Decoder lossy = *find_decoder("branchy");
  lossy.name = "lossy_only";
  lossy.validate = nullptr;
  lossy.strict32 = nullptr;
  lossy.strict16 = nullptr;
  lossy.strict64 = nullptr;
  lossy.stream_open = nullptr;
  const auto first = compared(lossy);
  const DecoderComparison same =
      compare(*first, *compared(*find_decoder("dfa_hoehrmann_2010")), {}, {});
  EXPECT_THAT(same.groups, IsEmpty());
  EXPECT_THAT(same.not_compared, Contains(testing::HasSubstr("lossy_only has no verdict")));
  const DecoderComparison lenient =
      compare(*first, *compared(*find_decoder("tutorial_lenient")), {}, {});
  ASSERT_NE(group_of(lenient, "C0 80"), nullptr);
  EXPECT_EQ(group_of(lenient, "C0 80")->contrast, Contrast::kOnlySecondAccepts);
}

TEST(Compare, AStringThatOneCannotBeGivenIsCountedApart) {
  Decoder without_nul = *find_decoder("branchy");
  without_nul.name = "without_nul";
  without_nul.strict32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    if (std::find(in, in + length, 0) != in + length) {
      *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    } else {
      find_decoder("branchy")->strict32(in, length, out, capacity, result);
    }
  };
  CompareOptions options;
  options.first_by = Operation::kStrict32;
  const DecoderComparison comparison =
      compare(*compared(without_nul), *compared(*find_decoder("simd")), {}, options);
  EXPECT_THAT(comparison.groups, IsEmpty());
  EXPECT_GT(comparison.not_askable, 500u);
  EXPECT_EQ(comparison.unanswered, 0u);
}

TEST(Compare, AStopIsSaid) {
  const std::atomic<bool> stop = true;
  CompareOptions options;
  options.stop = &stop;
  const DecoderComparison comparison =
      compare(*compared(*find_decoder("branchy")), *compared(*find_decoder("simd")), {}, options);
  EXPECT_FALSE(comparison.is_complete);
  EXPECT_EQ(comparison.asked, 0u);
}

}  // namespace
}  // namespace placemat
