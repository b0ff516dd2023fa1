// difference_test.cc: where an answer parts from the law. The answers are written by hand.
#include "harness/judge/difference.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

using V32 = std::vector<std::uint32_t>;
using V16 = std::vector<std::uint16_t>;

class DifferenceTest : public testing::Test {
 protected:
  template <class V>
  Difference of(const char* hex, Operation operation, std::uint32_t status, const V& values,
                std::size_t offset = PLACEMAT_UNKNOWN) {
    const Bytes units = parse_hex(hex);
    Observation seen;
    seen.status = status;
    seen.count = values.size();
    seen.bits = 8 * sizeof(typename V::value_type);
    seen.values = values.data();
    seen.error_offset = offset;
    return find_difference(law_.machine(), units, operation, law_.about(units), seen);
  }
  Difference lossy(const char* hex, const V32& values) {
    return of(hex, Operation::kLossy32, PLACEMAT_OK, values);
  }
  Law law_{Profile{}, true};
};

TEST_F(DifferenceTest, NamesTheLostValueAndNotTheErrorBeforeIt) {
  const Difference d = lossy("41E2824243", {0x41, 0xFFFD, 0x43});
  EXPECT_EQ(d.law, LawHas::kValue);
  EXPECT_EQ(d.seen, SeenIs::kLost);
  EXPECT_EQ(d.value_class, ValueClass::kPlain);
  EXPECT_EQ(d.length, 1u);
}

TEST_F(DifferenceTest, TellsALostErrorFromFewerReplacements) {
  EXPECT_EQ(lossy("41C2", {0x41}).seen, SeenIs::kLost);
  EXPECT_EQ(lossy("41C2", {0x41}).law, LawHas::kError);
  EXPECT_EQ(lossy("E080", {0xFFFD}).seen, SeenIs::kFewer);
  EXPECT_EQ(lossy("F09041", {0xFFFD, 0xFFFD, 0x41}).seen, SeenIs::kMore);
  EXPECT_EQ(lossy("F090", {0xFFFD, 0xFFFD}).seen, SeenIs::kMore);
}

TEST_F(DifferenceTest, StatesTheClassOfAnErrorThatBecameAValue) {
  EXPECT_EQ(lossy("C080", {0x00}).error_class, ErrorClass::kOverlong);
  // The first error is replaced as it should be.
  EXPECT_EQ(lossy("F8C080", {0xFFFD, 0x00}).error_class, ErrorClass::kOverlong);
  EXPECT_EQ(lossy("C2C080", {0xFFFD, 0x00}).error_class, ErrorClass::kOverlong);
  EXPECT_EQ(lossy("EDA080", {0xD800}).error_class, ErrorClass::kSurrogate);
}

// The next value of the law looks like the wrong one.
TEST_F(DifferenceTest, DoesNotTakeAWrongValueForALostOne) {
  const Difference d =
      of("EDA080F0908080", Operation::kLossy16, PLACEMAT_OK, V16{0xD800, 0xD800, 0xDC00});
  EXPECT_EQ(d.seen, SeenIs::kOther);
  EXPECT_EQ(d.error_class, ErrorClass::kSurrogate);
}

// Two values of the law behind the error look like the value that stands for it and the next.
TEST_F(DifferenceTest, DoesNotTakeAnErrorThatBecameAValueForALostOne) {
  const Difference d = of("EDBFBF80F090BFBF80", Operation::kLossy16, PLACEMAT_OK,
                          V16{0xDFFF, 0xFFFD, 0xD803, 0xDFFF, 0xFFFD});
  EXPECT_EQ(d.seen, SeenIs::kOther);
  EXPECT_EQ(d.error_class, ErrorClass::kSurrogate);
}

// Four values of the law look like the value that stands for the error and the next three.
TEST_F(DifferenceTest, PrefersWhatExplainsAllThatFollows) {
  const Difference d = lossy("F8C08000000000", {0xFFFD, 0, 0, 0, 0, 0});
  EXPECT_EQ(d.seen, SeenIs::kOther);
  EXPECT_EQ(d.error_class, ErrorClass::kOverlong);
  EXPECT_EQ(lossy("F8C08000000000", {0xFFFD, 0, 0, 0, 0}).seen, SeenIs::kFewer);
}

// Which of the replacements is missing cannot be told, however many there are and also where a
// U+FFFD of the text is among them.
TEST_F(DifferenceTest, TakesWhatStandsBehindARunOfErrorsForFewerReplacements) {
  for (const auto& [hex, values] : std::vector<std::pair<const char*, V32>>{
           {"F4908080F490808080F490808041", {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0x41}},
           {"F88041C080", {0xFFFD, 0x41, 0x00}},
           {"EDA000C080", {0xFFFD, 0x00, 0x00}},  // 00 is announced by C0 80, and stands before it
           {"EDA08041E0804180", {0xFFFD, 0x41, 0xFFFD, 0x41, 0xFFFD}},
           {"E08080EFBFBD80", {0xFFFD, 0xFFFD, 0xFFFD}}}) {
    const Difference d = lossy(hex, values);
    EXPECT_EQ(d.law, LawHas::kError) << hex;
    EXPECT_EQ(d.seen, SeenIs::kFewer) << hex;
    EXPECT_TRUE(d.is_of_count()) << hex;
  }
  // Behind the run as much agrees as where the value stands for the last error of it.
  EXPECT_EQ(lossy("80C08000", {0xFFFD, 0x00, 0x00}).seen, SeenIs::kOther);
  EXPECT_EQ(lossy("E080C280", {0xFFFD, 0x80, 0x80}).seen, SeenIs::kOther);
}

TEST_F(DifferenceTest, TakesAnExtraReplacementForOneOfTheErrorBeforeIt) {
  const Difference at_end = lossy("C0F09080", {0xFFFD, 0xFFFD, 0xFFFD});
  EXPECT_EQ(at_end.law, LawHas::kError);
  EXPECT_EQ(at_end.seen, SeenIs::kMore);
  EXPECT_EQ(lossy("C0F0908041", {0xFFFD, 0xFFFD, 0xFFFD, 0x41}), at_end);
  // The value itself is replaced, and the next one is the same.
  EXPECT_EQ(lossy("C0C280C280", {0xFFFD, 0xFFFD, 0x80}).law, LawHas::kValue);
}

// The errors before it have fewer replacements, so that the law has another error at its place.
TEST_F(DifferenceTest, FindsTheErrorWhoseUnitsAnnounceTheValue) {
  for (const char* hex : {"F490EDA080", "F490EFBFBDEDA080", "C080EDA080"}) {
    const std::size_t replacements = Bytes(parse_hex(hex)).size() == 8 ? 2 : 1;
    V32 values(replacements, 0xFFFD);
    values.push_back(0xD800);
    const Difference d = lossy(hex, values);
    EXPECT_EQ(d.law, LawHas::kError) << hex;
    EXPECT_EQ(d.seen, SeenIs::kOther) << hex;
    EXPECT_EQ(d.error_class, ErrorClass::kSurrogate) << hex;
  }
  // By its two code units; the first one alone may be a value of another error.
  const Difference wide =
      of("C080F4908080", Operation::kLossy16, PLACEMAT_OK, V16{0xFFFD, 0xDC00, 0xDC00});
  EXPECT_EQ(wide.error_class, ErrorClass::kBeyond10FFFF);
  const Difference narrow =
      of("80F79D9F80EDBCB5", Operation::kLossy16, PLACEMAT_OK, V16{0xFFFD, 0xFFFD, 0xDF35});
  EXPECT_EQ(narrow.error_class, ErrorClass::kSurrogate);
}

TEST_F(DifferenceTest, PutsPlainValuesInThePlaceOfSpecialOnes) {
  const auto plain = [&](const char* hex) {
    return to_hex(with_plain_values(law_.machine(), parse_hex(hex)));
  };
  EXPECT_EQ(plain("E080EFB79041"), "E080EFB69041");
  EXPECT_EQ(plain("EFBFBFEFBFBDF09FBFBE"), "EFBEBFEFBEBDF09FBEBE");
  EXPECT_EQ(plain("80EFBBBF"), "80EFBABF");
  EXPECT_EQ(plain("EFBFEFB7"), "EFBFEFB7");  // ill-formed
  EXPECT_EQ(plain("41C3A9"), "41C3A9");
}

TEST_F(DifferenceTest, StatesWhatIsSpecialAboutAValue) {
  EXPECT_EQ(lossy("EFBFBE", {0xFFFD}).value_class, ValueClass::kNoncharacter);
  EXPECT_EQ(lossy("EFBFBE", {0xFFFD}).seen, SeenIs::kReplaced);
  EXPECT_EQ(lossy("410042", {0x41}).value_class, ValueClass::kNul);
  EXPECT_EQ(lossy("41EFBBBF", {0x41}).value_class, ValueClass::kBom);
}

TEST_F(DifferenceTest, ComparesRefusalsByTheirOffset) {
  const auto strict = [&](const char* hex, const V32& values, std::size_t offset) {
    return of(hex, Operation::kStrict32, PLACEMAT_ILL_FORMED, values, offset).seen;
  };
  EXPECT_EQ(strict("4142FF", {0x41, 0x42}, 1), SeenIs::kEarlier);
  EXPECT_EQ(strict("41FF", {0x41}, 2), SeenIs::kLater);
  EXPECT_EQ(strict("41FF", {0x41}, 1), SeenIs::kMislabelled);
  EXPECT_EQ(strict("C080FF", {0x00}, 2), SeenIs::kOther);
  EXPECT_EQ(strict("4142", {}, 0), SeenIs::kRefused);
}

TEST_F(DifferenceTest, ACallFailureDiffersByItsOutcome) {
  const Bytes units{0xFF};
  Observation seen;
  seen.outcome = Observation::Outcome::kCrash;
  const Difference crash =
      find_difference(law_.machine(), units, Operation::kLossy32, law_.about(units), seen);
  seen.outcome = Observation::Outcome::kOverRead;
  const Difference read =
      find_difference(law_.machine(), units, Operation::kLossy32, law_.about(units), seen);
  EXPECT_NE(crash, read);
  EXPECT_FALSE(crash.resembles(read));
}

TEST_F(DifferenceTest, HasThePlaceOfTheSequenceOrOfTheError) {
  const auto place = [&](const char* hex, const V32& values) {
    const Bytes units = parse_hex(hex);
    Observation seen;
    seen.status = PLACEMAT_OK;
    seen.count = values.size();
    seen.bits = 32;
    seen.values = values.data();
    const Operation operation = Operation::kLossy32;
    return find_parting(law_.machine(), units, operation, law_.about(units), seen).place;
  };
  EXPECT_EQ(place("41E282AC42", {0x41, 0x20AD, 0x42}), 1u);
  EXPECT_EQ(place("41E282FF42", {0x41, 0xFFFD, 0x42}), 3u);  // the error behind the error
  EXPECT_EQ(place("41E282C3A9", {0x41, 0xFFFD, 0xEA}), 3u);  // the sequence behind it
  EXPECT_EQ(place("418042", {0x41, 0x80, 0x42}), 1u);
  EXPECT_EQ(place("41E282", {0x41, 0xFFFD, 0xFFFD}), 1u);       // the error with one too many
  EXPECT_EQ(place("41F0908080E1", {0x41, 0x10000, 0x42}), 5u);  // the end is the error's
}

TEST_F(DifferenceTest, HasNoPlaceWhereNoValuesAreCompared) {
  const Bytes units = parse_hex("41E282AC");
  Observation seen;
  seen.status = PLACEMAT_OK;
  seen.count = 3;
  const auto parting = [&](Operation operation) {
    return find_parting(law_.machine(), units, operation, law_.about(units), seen);
  };
  EXPECT_FALSE(parting(Operation::kLength32).place);
  seen.status = PLACEMAT_ILL_FORMED;
  EXPECT_FALSE(parting(Operation::kStrict32).place);
  seen.error_offset = 1;
  EXPECT_EQ(parting(Operation::kStrict32).place, 1u);
}

}  // namespace
}  // namespace placemat
