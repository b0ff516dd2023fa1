// classify_test.cc: one difference, one kind. The inputs are short, the answers are
// written by hand, and the kind is the usual name of the difference.
#include <gtest/gtest.h>

#include "harness/judge/check.h"

namespace placemat {
namespace {

using Outcome = Observation::Outcome;
using V32 = std::vector<std::uint32_t>;
using V16 = std::vector<std::uint16_t>;

class ClassifyTest : public testing::Test {
 protected:
  const Expectation& about(const char* hex) {
    units_ = parse_hex(hex);
    return law_.about(units_);
  }
  template <class V>
  Kind kind_of(const char* hex, Operation operation, std::uint32_t status, const V& values,
               std::size_t offset = PLACEMAT_UNKNOWN) {
    Observation seen;
    seen.status = status;
    seen.count = values.size();
    seen.bits = 8 * sizeof(typename V::value_type);
    seen.values = values.data();
    seen.error_offset = offset;
    const Expectation& law = about(hex);
    return classify(operation, units_, law, seen);
  }
  Kind accepts(const char* hex, const V32& values) {
    return kind_of(hex, Operation::kStrict32, PLACEMAT_OK, values);
  }
  Kind refuses(const char* hex, std::size_t offset = 0, const V32& values = {}) {
    return kind_of(hex, Operation::kStrict32, PLACEMAT_ILL_FORMED, values, offset);
  }
  Kind lossy(const char* hex, const V32& values) {
    return kind_of(hex, Operation::kLossy32, PLACEMAT_OK, values);
  }
  Kind verdict(const char* hex, bool well_formed) {
    return kind_of(hex, Operation::kValidate, well_formed ? PLACEMAT_OK : PLACEMAT_ILL_FORMED,
                   V32{});
  }

  Law law_{Profile{}, true};
  Bytes units_;
};

TEST_F(ClassifyTest, NamesAcceptanceByTheIllFormedUnits) {
  EXPECT_EQ(accepts("C0AF", {0x2F}), Kind::kAcceptsOverlong);
  EXPECT_EQ(accepts("E080AF", {0x2F}), Kind::kAcceptsOverlong);
  EXPECT_EQ(accepts("F08080AF", {0x2F}), Kind::kAcceptsOverlong);
  EXPECT_EQ(accepts("EDA080", {0xD800}), Kind::kAcceptsSurrogate);
  EXPECT_EQ(accepts("F4908080", {0x110000}), Kind::kAcceptsBeyond10FFFF);
  EXPECT_EQ(accepts("F5808080", {0x140000}), Kind::kAcceptsBeyond10FFFF);
  EXPECT_EQ(accepts("F888808080", {0x200000}), Kind::kAcceptsFiveSixUnit);
  EXPECT_EQ(accepts("FE808080808080", {0}), Kind::kAcceptsFiveSixUnit);
  EXPECT_EQ(accepts("C241", {0x81}), Kind::kAcceptsBadContinuation);
  EXPECT_EQ(accepts("E28041", {0x2001}), Kind::kAcceptsBadContinuation);
  EXPECT_EQ(accepts("E282", {}), Kind::kAcceptsTruncatedTail);
  EXPECT_EQ(accepts("80", {0x80}), Kind::kAcceptsIllFormed);
  EXPECT_EQ(verdict("C0AF", true), Kind::kAcceptsOverlong);
  EXPECT_EQ(verdict("EDA080", true), Kind::kAcceptsSurrogate);
  EXPECT_EQ(verdict("80", true), Kind::kAcceptsIllFormed);
  // No form of the class: not so many units as the lead announces, or no continuation units.
  EXPECT_EQ(accepts("F8808080", {0}), Kind::kAcceptsIllFormed);
  EXPECT_EQ(accepts("FF", {0xFF}), Kind::kAcceptsIllFormed);
  EXPECT_EQ(verdict("3CC041", true), Kind::kAcceptsIllFormed);
  EXPECT_EQ(verdict("3CC08041", true), Kind::kAcceptsOverlong);
}

TEST_F(ClassifyTest, DetectsAcceptanceInLossyValues) {
  EXPECT_EQ(lossy("C0AF", {0x2F}), Kind::kAcceptsOverlong);
  EXPECT_EQ(lossy("41C0AF42", {0x41, 0x2F, 0x42}), Kind::kAcceptsOverlong);
  EXPECT_EQ(lossy("EDA080", {0xD800}), Kind::kAcceptsSurrogate);
  EXPECT_EQ(lossy("F4908080", {0x110000}), Kind::kAcceptsBeyond10FFFF);
  // The value includes the next unit.
  EXPECT_EQ(lossy("C241", {0x81}), Kind::kAcceptsBadContinuation);
}

TEST_F(ClassifyTest, DetectsAcceptanceBeforeALaterError) {
  EXPECT_EQ(refuses("C0AFFF", 2, {0x2F}), Kind::kAcceptsOverlong);
}

TEST_F(ClassifyTest, NamesRefusalByTheRefusedValue) {
  for (const bool by_verdict : {true, false}) {
    const auto kind = [&](const char* hex) {
      return by_verdict ? verdict(hex, false) : refuses(hex);
    };
    EXPECT_EQ(kind("E0A080"), Kind::kRejectsWellFormed);
    EXPECT_EQ(kind("41"), Kind::kRejectsWellFormed);
    EXPECT_EQ(kind("EFBFBF"), Kind::kRejectsNoncharacter);
    EXPECT_EQ(kind("EFBFBE"), Kind::kRejectsNoncharacter);
    EXPECT_EQ(kind("EFB790"), Kind::kRejectsNoncharacter);
    EXPECT_EQ(kind("F48FBFBF"), Kind::kRejectsNoncharacter);
    EXPECT_EQ(kind("EFBFBD"), Kind::kConflatesRealFffd);
    // U+FDCF and U+FDF0 adjoin the noncharacters.
    EXPECT_EQ(kind("EFB78F"), Kind::kRejectsWellFormed);
    EXPECT_EQ(kind("EFB7B0"), Kind::kRejectsWellFormed);
  }
  // The values that both lists have are no candidates.
  EXPECT_EQ(lossy("EFBFBD00", {0xFFFD, 0xFFFD, 0xFFFD, 0}), Kind::kConflatesRealFffd);
  EXPECT_EQ(lossy("00EFBFBDC3A9", {0, 0xFFFD, 0xFFFD, 0xFFFD, 0xE9}), Kind::kConflatesRealFffd);
  EXPECT_EQ(lossy("C3A9E0A080", {0xE9, 0xFFFD}), Kind::kRejectsWellFormed);
  EXPECT_EQ(lossy("C3A9EFBFBF", {0xE9, 0xFFFD}), Kind::kRejectsNoncharacter);
  EXPECT_EQ(lossy("E0A080", {0xFFFD}), Kind::kRejectsWellFormed);
  EXPECT_EQ(lossy("EFBFBF", {0xFFFD}), Kind::kRejectsNoncharacter);
}

TEST_F(ClassifyTest, NamesTheRefusedNoncharacterAmongLetters) {
  EXPECT_EQ(refuses("41EFBFBF42", 1, {0x41}), Kind::kRejectsNoncharacter);
  EXPECT_EQ(refuses("41EFBFBD42", 1, {0x41}), Kind::kConflatesRealFffd);
}

TEST_F(ClassifyTest, WrongValuesOfWellFormedInput) {
  EXPECT_EQ(accepts("C3A9", {0xE8}), Kind::kWrongValue);
  EXPECT_EQ(lossy("C3A9", {0xE8}), Kind::kWrongValue);
  EXPECT_EQ(accepts("F0908080", {0}), Kind::kWrongValue);
  EXPECT_EQ(kind_of("F09F9880", Operation::kLossy16, PLACEMAT_OK, V16{0xDE00, 0xD83D}),
            Kind::kWrongValue);
  EXPECT_EQ(accepts("C3A9C3A9", {0xE9}), Kind::kWrongValue);
}

TEST_F(ClassifyTest, ByteOrderMarksAndNul) {
  EXPECT_EQ(accepts("EFBBBF41", {0x41}), Kind::kBomHandling);
  EXPECT_EQ(lossy("41EFBBBF", {0x41}), Kind::kBomHandling);
  EXPECT_EQ(accepts("EFBBBF", {0xFEFF, 0xFEFF}), Kind::kBomHandling);
  EXPECT_EQ(lossy("F0EFBBBF41", {0xFFFD, 0x41}), Kind::kSwallowsNextUnit);
  EXPECT_EQ(accepts("410042", {0x41}), Kind::kNulHandling);
  EXPECT_EQ(accepts("410042", {0x41, 0x42}), Kind::kNulHandling);
  EXPECT_EQ(accepts("00", {}), Kind::kNulHandling);
}

TEST_F(ClassifyTest, CountsOfReplacements) {
  EXPECT_EQ(lossy("E282", {0xFFFD, 0xFFFD}), Kind::kWrongReplacementCount);
  EXPECT_EQ(lossy("EDA080", {0xFFFD}), Kind::kWrongReplacementCount);
  EXPECT_EQ(lossy("41FFFF42", {0x41, 0xFFFD, 0x42}), Kind::kWrongReplacementCount);
}

TEST_F(ClassifyTest, NamesDroppedReplacements) {
  EXPECT_EQ(lossy("41FF42", {0x41, 0x42}), Kind::kDropsIllFormed);
  EXPECT_EQ(lossy("C241", {0x41}), Kind::kDropsIllFormed);
  EXPECT_EQ(lossy("41E282", {0x41}), Kind::kDropsTruncatedTail);
  EXPECT_EQ(kind_of("41E282", Operation::kStreamLossy, PLACEMAT_ILL_FORMED, V32{0x41}, 1),
            Kind::kDropsTruncatedTail);
  EXPECT_EQ(kind_of("FF41", Operation::kLossy32, PLACEMAT_ILL_FORMED, V32{}, 0),
            Kind::kDropsIllFormed);
}

TEST_F(ClassifyTest, NamesSwallowedUnits) {
  EXPECT_EQ(lossy("C241", {0xFFFD}), Kind::kSwallowsNextUnit);
  EXPECT_EQ(lossy("E2824142", {0xFFFD, 0x42}), Kind::kSwallowsNextUnit);
  EXPECT_EQ(lossy("C2EFBBBF", {0xFFFD, 0xFFFD, 0xFFFD}), Kind::kSwallowsNextUnit);
}

TEST_F(ClassifyTest, OffsetsAndLengths) {
  EXPECT_EQ(refuses("41E28241", 3, {0x41}), Kind::kWrongErrorOffset);
  EXPECT_EQ(refuses("41E28241", 3), Kind::kWrongErrorOffset);
  EXPECT_EQ(kind_of("C0", Operation::kStrict32, PLACEMAT_INCOMPLETE, V32{}, 0),
            Kind::kWrongErrorOffset);
  EXPECT_EQ(refuses("41FF", 1, {0x42}), Kind::kWrongValue);
}

TEST_F(ClassifyTest, Lengths) {
  EXPECT_EQ(kind_of("E282", Operation::kLength32, PLACEMAT_OK, V32{}), Kind::kWrongLengthCount);
  EXPECT_EQ(kind_of("E282", Operation::kLength16, PLACEMAT_OK, V32{}), Kind::kWrongLengthCount);
}

TEST_F(ClassifyTest, Capacity) {
  EXPECT_EQ(kind_of("41", Operation::kStrict32, PLACEMAT_NO_CAPACITY, V32{}), Kind::kWrongCapacity);
  EXPECT_EQ(kind_of("41", Operation::kLossy32, PLACEMAT_NO_CAPACITY, V32{}), Kind::kWrongCapacity);
}

TEST_F(ClassifyTest, CallFailuresNameTheirKind) {
  const std::pair<Outcome, Kind> rows[] = {{Outcome::kOverRead, Kind::kOverRead},
                                           {Outcome::kOverWrite, Kind::kOverWrite},
                                           {Outcome::kCrash, Kind::kCrash},
                                           {Outcome::kHang, Kind::kHang},
                                           {Outcome::kBroken, Kind::kWrongCapacity}};
  for (const auto& [outcome, kind] : rows) {
    Observation seen;
    seen.outcome = outcome;
    const Expectation& law = about("41");
    EXPECT_EQ(classify(Operation::kLossy32, units_, law, seen), kind);
  }
}

}  // namespace
}  // namespace placemat
