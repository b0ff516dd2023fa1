// Each class of ill-formed subsequence, by its first and last unit.
#include "harness/spec/error_class.h"

#include <gtest/gtest.h>

#include <set>

namespace placemat {
namespace {

std::string_view of(std::string_view hex) { return name_of(error_class_of(parse_hex(hex))); }

TEST(ErrorClass, OfAUnitThatBeginsNoSequence) {
  EXPECT_EQ(of("80"), "lone-continuation");
  EXPECT_EQ(of("BF"), "lone-continuation");
  EXPECT_EQ(of("C0"), "overlong");
  EXPECT_EQ(of("C1"), "overlong");
  EXPECT_EQ(of("F5"), "beyond-10ffff");
  EXPECT_EQ(of("F7"), "beyond-10ffff");
  EXPECT_EQ(of("F8"), "five-six-unit");
  EXPECT_EQ(of("FD"), "five-six-unit");
  EXPECT_EQ(of("FE"), "fe-ff");
  EXPECT_EQ(of("FF"), "fe-ff");
}

TEST(ErrorClass, OfARejectedSecondUnit) {
  EXPECT_EQ(of("E0 80"), "overlong");
  EXPECT_EQ(of("E0 9F BF"), "overlong");
  EXPECT_EQ(of("ED A0"), "surrogate");
  EXPECT_EQ(of("ED BF BF"), "surrogate");
  EXPECT_EQ(of("F0 80"), "overlong");
  EXPECT_EQ(of("F0 8F BF BF"), "overlong");
  EXPECT_EQ(of("F4 90"), "beyond-10ffff");
  EXPECT_EQ(of("F4 BF BF BF"), "beyond-10ffff");
}

TEST(ErrorClass, OfAnInterruptedSequence) {
  for (const char* hex : {"C3 41", "C3 C3 A9", "E0 41", "E0 C0", "ED 7F", "F0 F0", "F4 FF",
                          "E2 82 41", "F0 9F 98 41", "F0 9F 98 C3"}) {
    EXPECT_EQ(of(hex), "interrupted") << hex;
  }
}

TEST(ErrorClass, OfATruncatedSequence) {
  for (const char* hex : {"C3", "E2", "E2 82", "F0", "F0 9F", "F0 9F 98", "41 C3"}) {
    EXPECT_EQ(of(hex), "truncated") << hex;
  }
}

TEST(ErrorClass, IsThatOfTheFirstError) {
  EXPECT_EQ(of(""), "well-formed");
  EXPECT_EQ(of("41 C3 A9 ED 9F BF EE 80 80 F4 8F BF BF"), "well-formed");
  EXPECT_EQ(of("41 FF C0"), "fe-ff");
  EXPECT_EQ(of("41 C0 FF"), "overlong");
}

// Dialects with longer forms accept their leads, and reject at the second unit.
TEST(ErrorClass, OfFormsBeyondUtf8) {
  EXPECT_EQ(classify_error(Bytes{0xF8}, 0x80), ErrorClass::kOverlong);
  EXPECT_EQ(classify_error(Bytes{0xF8}, 0x87), ErrorClass::kOverlong);
  EXPECT_EQ(classify_error(Bytes{0xFC}, 0x83), ErrorClass::kOverlong);
  EXPECT_EQ(classify_error(Bytes{0xF8}, 0x41), ErrorClass::kInterrupted);
  EXPECT_EQ(classify_error({}, -1), ErrorClass::kNone);
  EXPECT_EQ(classify_error(Bytes{0xF8, 0x88}, -1), ErrorClass::kTruncated);
}

// The class of a lead and a second unit, computed from the value of their bits.
std::string_view by_arithmetic(unsigned lead, unsigned second) {
  if (lead <= 0xBF) return "lone-continuation";
  if (lead >= 0xFE) return "fe-ff";
  if (lead >= 0xF8) return "five-six-unit";
  const unsigned more = lead <= 0xDF ? 1 : lead <= 0xEF ? 2 : 3;  // units behind the lead
  const unsigned bits = (lead & (0x3Fu >> more)) << 6 * more;
  const unsigned smallest = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
  if (bits > 0x10FFFF) return "beyond-10ffff";
  if (more == 1 && (bits | 0x3F) < smallest) return "overlong";
  if (second < 0x80 || second > 0xBF) return "interrupted";
  const unsigned lowest = bits | (second & 0x3F) << 6 * (more - 1);
  const unsigned highest = lowest | ((1u << 6 * (more - 1)) - 1);
  if (highest < smallest) return "overlong";
  if (lowest > 0x10FFFF) return "beyond-10ffff";
  if (lowest >= 0xD800 && highest <= 0xDFFF) return "surrogate";
  return more == 1 ? "well-formed" : "truncated";
}

TEST(ErrorClass, OfEveryLeadAndSecondUnitIsWhatTheirBitsSay) {
  for (unsigned lead = 0x80; lead <= 0xFF; ++lead) {
    for (unsigned second = 0; second <= 0xFF; ++second) {
      const Bytes units{static_cast<std::uint8_t>(lead), static_cast<std::uint8_t>(second)};
      EXPECT_EQ(name_of(error_class_of(units)), by_arithmetic(lead, second)) << to_hex(units);
    }
  }
}

std::string only_class(const char* units) {
  const auto only = only_error_class_of(parse_units(units).bytes);
  return only ? std::string(name_of(*only)) : "several";
}

TEST(OnlyErrorClass, IsThatOfEveryIllFormedPart) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "well-formed"},
      {"41 C3 A9 E2 82 AC F0 9F 98 80", "well-formed"},
      {"C0", "overlong"},
      {"41 C0 80 C1 BF E0 80 80 F0 80 80 80 41", "overlong"},
      {"ED A0 80 ED B0 80", "surrogate"},
      {"F4 90 80 80 F5 41 F7 BF BF BF", "beyond-10ffff"},
      {"F8 88 80 80 80 FC 84 80 80 80 80", "five-six-unit"},
      {"FE FF", "fe-ff"},
      {"FE 83 BF BF BF BF BF", "fe-ff"},
      {"80 41 BF BF", "lone-continuation"},
      {"41 F0 9F 98", "truncated"},
      {"E2 82 41 C3 41", "interrupted"},
      // One unit more than the lead announces.
      {"C0 80 80", "several"},
      {"F8 88 80 80 80 80", "several"},
      {"ED A0 80 BF C3 A9", "several"},
      {"C0 80 FF", "several"},
      {"E2 82 C3", "several"},
      {"C3 A9 80 41 FE", "several"},
  };
  for (const auto& [units, expected] : rows) EXPECT_EQ(only_class(units), expected) << units;
}

// The first error has the class of the whole where all are of one.
TEST(OnlyErrorClass, AgreesWithTheFirstErrorOnAllShortInputs) {
  for (unsigned value = 0; value <= 0xFFFF; ++value) {
    const Bytes units{static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
    const auto only = only_error_class_of(units);
    EXPECT_EQ(only.value_or(error_class_of(units)), error_class_of(units)) << to_hex(units);
  }
}

TEST(ErrorClass, RowsAreInTheOrderOfTheEnumerators) {
  ASSERT_EQ(error_classes().size(), kErrorClassCount);
  for (std::size_t i = 0; i < kErrorClassCount; ++i) {
    EXPECT_EQ(error_classes()[i].error_class, static_cast<ErrorClass>(i));
  }
}

TEST(ErrorClass, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kErrorClassCount; ++i) {
    names.insert(name_of(static_cast<ErrorClass>(i)));
    EXPECT_FALSE(summary_of(static_cast<ErrorClass>(i)).empty());
  }
  EXPECT_EQ(names.size(), kErrorClassCount);
}

}  // namespace
}  // namespace placemat
