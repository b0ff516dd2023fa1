// The textual notation of code units by example: what is read, what is written,
// and which errors are reported.
#include "harness/bytes/bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/bytes/copy.h"
#include "harness/bytes/error.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  return "no error";
}

std::string hex_error(std::string_view text) {
  return error_of([text] { parse_hex(text); });
}
std::string units_error(std::string_view text, std::size_t limit = 1 << 24) {
  return error_of([text, limit] { parse_units(text, limit); });
}

TEST(CopyUnits, CopiesExactlyTheGivenUnits) {
  for (std::size_t n = 0; n <= 40; ++n) {
    Bytes from, to(n + 2, 0xEE);
    for (std::size_t i = 0; i < n; ++i) from.push_back(static_cast<std::uint8_t>(i + 1));
    copy_units(to.data() + 1, from);
    EXPECT_EQ(to.front(), 0xEE) << n;
    EXPECT_EQ(to.back(), 0xEE) << n;
    EXPECT_EQ(Bytes(to.begin() + 1, to.end() - 1), from) << n;
  }
}

TEST(CopyDozens, CopiesExactlyTheGivenUnits) {
  for (std::size_t n = 0; n <= 140; ++n) {
    Bytes from, to(n + 2, 0xEE);
    for (std::size_t i = 0; i < n; ++i) from.push_back(static_cast<std::uint8_t>(i + 1));
    copy_dozens(to.data() + 1, from);
    EXPECT_EQ(to.front(), 0xEE) << n;
    EXPECT_EQ(to.back(), 0xEE) << n;
    EXPECT_EQ(Bytes(to.begin() + 1, to.end() - 1), from) << n;
  }
}

TEST(CommonPrefix, EndsAtTheFirstDifferenceOrWithTheShorter) {
  for (std::size_t length = 0; length <= 40; ++length) {
    const Bytes a(length, 'a');
    for (std::size_t other = 0; other <= 40; ++other) {
      EXPECT_EQ(common_prefix(a, Bytes(other, 'a')), std::min(length, other));
    }
    for (std::size_t at = 0; at < length; ++at) {
      Bytes b = a;
      b[at] = 'b';
      EXPECT_EQ(common_prefix(a, b), at);
    }
  }
}

TEST(Hex, IsWrittenInUpperCase) {
  EXPECT_EQ(to_hex({}), "");
  EXPECT_EQ(to_hex(Bytes{0x00, 0x0A, 0xC3, 0xA9, 0xFF}), "000AC3A9FF");
}

TEST(Hex, IsReadInEitherCaseWithOrWithoutBlanks) {
  EXPECT_THAT(parse_hex(""), IsEmpty());
  EXPECT_THAT(parse_hex(" \t\r\n"), IsEmpty());
  EXPECT_THAT(parse_hex("c3A9"), ElementsAre(0xC3, 0xA9));
  EXPECT_THAT(parse_hex(" C3  a9\n"), ElementsAre(0xC3, 0xA9));
}

TEST(Hex, EveryUnitReadsBack) {
  Bytes all;
  for (int unit = 0; unit <= 0xFF; ++unit) all.push_back(static_cast<std::uint8_t>(unit));
  EXPECT_EQ(to_hex(all).size(), 512u);
  EXPECT_EQ(parse_hex(to_hex(all)), all);
  EXPECT_EQ(parse_hex(to_spaced_hex(all)), all);
}

TEST(Hex, ErrorsNameTheColumn) {
  EXPECT_THAT(hex_error("C"), StartsWith("column 1: odd number of hex digits"));
  EXPECT_THAT(hex_error("C3A"), StartsWith("column 3: odd number of hex digits"));
  EXPECT_THAT(hex_error("C3 A 41"), StartsWith("column 4: odd number of hex digits"));
  EXPECT_THAT(hex_error("G1"), StartsWith("column 1: 'G' is no hex digit"));
  EXPECT_THAT(hex_error("41 0x41"), StartsWith("column 4: odd number"));
  EXPECT_THAT(hex_error("41-42"), StartsWith("column 3: '-' is no hex digit"));
  EXPECT_THAT(hex_error("41*3"), StartsWith("column 3: '*' is no hex digit"));
  EXPECT_THAT(hex_error("41|42"), StartsWith("column 3: '|' is no hex digit"));
  EXPECT_THAT(hex_error("41 \x01"), StartsWith("column 4: 0x01 is no hex digit"));
  EXPECT_THAT(hex_error("\xC3\xA9"), StartsWith("column 1: 0xC3 is no hex digit"));
}

TEST(Bytes, RangesOfUnitsInHex) {
  EXPECT_EQ(range_in_hex(0xC0, 0xC0), "C0");
  EXPECT_EQ(range_in_hex(0x80, 0xBF), "80..BF");
  EXPECT_EQ(ranges_in_hex({}), "");
  EXPECT_EQ(ranges_in_hex(Bytes{0x00, 0x7F, 0x80, 0xC2, 0xC3, 0xC4}), "00 7F..80 C2..C4");
  EXPECT_EQ(ranges_in_hex(Bytes{0xFD, 0xFE, 0xFF, 0x00}, ", "), "FD..FF, 00");
}

TEST(SpacedHex, CompressesRunsOfEightAndMore) {
  EXPECT_EQ(to_spaced_hex({}), "");
  EXPECT_EQ(to_spaced_hex(Bytes{0xC3, 0xA9}), "C3 A9");
  EXPECT_EQ(to_spaced_hex(Bytes(7, 0x61)), "61 61 61 61 61 61 61");
  EXPECT_EQ(to_spaced_hex(Bytes(8, 0x61)), "61*8");
  Bytes pad(63, 0x61);
  pad.push_back(0xFF);
  EXPECT_EQ(to_spaced_hex(pad), "61*63 FF");
}

TEST(CaseNotation, GroupsRepeatsAndChunks) {
  EXPECT_EQ(parse_units(""), (ChunkedUnits{{}, {}}));
  EXPECT_EQ(parse_units("61*3 FF"), (ChunkedUnits{{0x61, 0x61, 0x61, 0xFF}, {}}));
  EXPECT_EQ(parse_units("C3A9*2"), (ChunkedUnits{{0xC3, 0xA9, 0xC3, 0xA9}, {}}));
  EXPECT_EQ(parse_units("61*0 FF"), (ChunkedUnits{{0xFF}, {}}));
  // Four chunks, the third empty.
  EXPECT_EQ(parse_units("C3|A9||41"), (ChunkedUnits{{0xC3, 0xA9, 0x41}, {1, 2, 2}}));
  EXPECT_EQ(parse_units("|41|"), (ChunkedUnits{{0x41}, {0, 1}}));
  EXPECT_EQ(parse_units("|"), (ChunkedUnits{{}, {0}}));
  EXPECT_EQ(parse_units(" 41 | 42 "), (ChunkedUnits{{0x41, 0x42}, {1}}));
}

TEST(CaseNotation, ErrorsNameTheColumn) {
  EXPECT_THAT(units_error("61 6"), StartsWith("column 4: odd number of hex digits"));
  EXPECT_THAT(units_error("61|G"), StartsWith("column 4: 'G' is no hex digit"));
  EXPECT_THAT(units_error("*3"), StartsWith("column 1: '*' is no hex digit"));
  EXPECT_THAT(units_error("61 *3"), StartsWith("column 4: '*' is no hex digit"));
  EXPECT_THAT(units_error("61*"), StartsWith("column 4: a repeat count"));
  EXPECT_THAT(units_error("61*x"), StartsWith("column 4: a repeat count"));
  EXPECT_THAT(units_error("61*-1"), StartsWith("column 4: a repeat count"));
  EXPECT_THAT(units_error("61* 3"), StartsWith("column 4: a repeat count"));
  EXPECT_THAT(units_error("61*99999999999999999999"), StartsWith("column 4: a repeat count"));
  // Not 63 times 61 and then FF: a missing blank must be an error.
  EXPECT_THAT(units_error("61*63FF"), StartsWith("column 6: a blank"));
  EXPECT_THAT(units_error("61*2*2"), StartsWith("column 5: a blank"));
}

TEST(CaseNotation, LimitCountsUnits) {
  EXPECT_EQ(parse_units("61*4", 4).bytes.size(), 4u);
  EXPECT_EQ(units_error("61*5", 4), "column 4: a repeat count from 0 to 4 must follow '*'");
  EXPECT_EQ(units_error("41 C3A9*2", 4), "column 4: more than 4 code units");
  EXPECT_EQ(units_error("41 42 43 44 45", 4), "column 13: more than 4 code units");
}

TEST(CaseNotation, RoundTrips) {
  for (const char* text :
       {"", "C3 A9", "C3|A9||41", "|", "|41|", "61*63 FF", "61*9|61*9", "00*8 C0 80|"}) {
    EXPECT_EQ(to_text(parse_units(text)), text);
  }
  // A run does not reach across the end of a chunk.
  EXPECT_EQ(to_text(parse_units("61*4|61*4")), "61 61 61 61|61 61 61 61");
}

}  // namespace
}  // namespace placemat
