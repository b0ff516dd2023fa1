// expectation_test.cc: when an answer agrees with the law. The laws and the answers are
// written by hand.
#include "harness/judge/expectation.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

constexpr std::uint32_t kAllClaims =
    PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH | PLACEMAT_CLAIM_INCOMPLETE;

Decoder claiming(std::uint32_t claims) {
  Decoder d{};
  d.claims = claims;
  return d;
}

// An answer; the values outlive it.
struct Answered {
  template <class V>
  static Observation of(std::uint32_t status, const std::vector<V>& values) {
    Observation seen;
    seen.status = status;
    seen.count = values.size();
    seen.bits = 8 * sizeof(V);
    seen.values = values.data();
    return seen;
  }
};

Observation at(Observation seen, std::size_t offset, std::size_t length) {
  seen.error_offset = offset;
  seen.error_length = length;
  return seen;
}

using V32 = std::vector<std::uint32_t>;
using V16 = std::vector<std::uint16_t>;
using V64 = std::vector<std::uint64_t>;

class ExpectationTest : public testing::Test {
 protected:
  const Expectation& about(const char* hex, PolicyId policy = PolicyId::kMaximalSubpart,
                           DialectId dialect = DialectId::kUtf8) {
    law_ = std::make_unique<Law>(Profile{dialect, policy, Bom::kKeep}, true);
    units_ = parse_hex(hex);
    return law_->about(units_);
  }
  template <class V>
  bool agree(Operation operation, const Expectation& law, std::uint32_t status, const V& values,
             std::size_t capacity = 100) {
    return agrees(decoder_, operation, capacity, law, Answered::of(status, values));
  }

  Decoder decoder_ = claiming(0);
  std::unique_ptr<Law> law_;
  Bytes units_;
};

TEST_F(ExpectationTest, TheVerdictIsYesOrNo) {
  Observation yes, no;
  no.status = PLACEMAT_ILL_FORMED;
  const Expectation& good = about("C3A9");
  EXPECT_TRUE(agrees(decoder_, Operation::kValidate, 0, good, yes));
  EXPECT_FALSE(agrees(decoder_, Operation::kValidate, 0, good, no));
  const Expectation& bad = about("C3");
  EXPECT_FALSE(agrees(decoder_, Operation::kValidate, 0, bad, yes));
  EXPECT_TRUE(agrees(decoder_, Operation::kValidate, 0, bad, no));
}

TEST_F(ExpectationTest, StrictValuesMustBeComplete) {
  const Expectation& law = about("41C3A9");
  for (const Operation op : {Operation::kStrict32, Operation::kStreamStrict}) {
    EXPECT_TRUE(agree(op, law, PLACEMAT_OK, V32{0x41, 0xE9}));
    EXPECT_FALSE(agree(op, law, PLACEMAT_OK, V32{0x41}));
    EXPECT_FALSE(agree(op, law, PLACEMAT_OK, V32{0x41, 0xE9, 0}));
    EXPECT_FALSE(agree(op, law, PLACEMAT_OK, V32{0x41, 0xE8}));
    EXPECT_FALSE(agree(op, law, PLACEMAT_ILL_FORMED, V32{0x41, 0xE9}));
    EXPECT_FALSE(agree(op, law, 99, V32{0x41, 0xE9}));
  }
  EXPECT_TRUE(agree(Operation::kStrict64, law, PLACEMAT_OK, V64{0x41, 0xE9}));
  EXPECT_FALSE(agree(Operation::kStrict64, law, PLACEMAT_OK, V64{0x41, 0xE9 + (1ull << 32)}));
}

// At most the values before the error; a decoder that validates the whole input first
// writes none.
TEST_F(ExpectationTest, StrictErrorsMayHaveFewerValues) {
  const Expectation& law = about("4142FF43");
  for (const V32& values : {V32{}, V32{0x41}, V32{0x41, 0x42}}) {
    EXPECT_TRUE(agree(Operation::kStrict32, law, PLACEMAT_ILL_FORMED, values));
  }
  EXPECT_FALSE(agree(Operation::kStrict32, law, PLACEMAT_ILL_FORMED, V32{0x42}));
  EXPECT_FALSE(agree(Operation::kStrict32, law, PLACEMAT_ILL_FORMED, V32{0x41, 0x42, 0xFFFD}));
  EXPECT_FALSE(agree(Operation::kStrict32, law, PLACEMAT_OK, V32{0x41, 0x42, 0xFFFD, 0x43}));
}

TEST_F(ExpectationTest, ComparesOnlyClaimedPropertiesOfAnError) {
  const Expectation& law = about("41E28241");
  const V32 values{0x41};
  const auto refused = [&](std::size_t offset, std::size_t length) {
    return agrees(decoder_, Operation::kStrict32, 100, law,
                  at(Answered::of(PLACEMAT_ILL_FORMED, values), offset, length));
  };
  EXPECT_TRUE(refused(PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN));
  EXPECT_TRUE(refused(7, 7));
  decoder_ = claiming(PLACEMAT_CLAIM_OFFSET);
  EXPECT_TRUE(refused(1, 7));
  EXPECT_FALSE(refused(3, 2));
  EXPECT_FALSE(refused(PLACEMAT_UNKNOWN, 2));
  decoder_ = claiming(PLACEMAT_CLAIM_LENGTH);
  EXPECT_TRUE(refused(7, 2));
  EXPECT_FALSE(refused(1, 1));
  decoder_ = claiming(kAllClaims);
  EXPECT_TRUE(refused(1, 2));
}

TEST_F(ExpectationTest, UnclaimedIncompleteEqualsIllFormed) {
  const V32 values;
  const auto says = [&](std::uint32_t status, const Expectation& law) {
    return agrees(decoder_, Operation::kStrict32, 100, law, Answered::of(status, values));
  };
  for (const char* hex : {"C2", "E282", "F09F98"}) {
    decoder_ = claiming(PLACEMAT_CLAIM_INCOMPLETE);
    EXPECT_TRUE(says(PLACEMAT_INCOMPLETE, about(hex))) << hex;
    EXPECT_FALSE(says(PLACEMAT_ILL_FORMED, about(hex))) << hex;
    decoder_ = claiming(0);
    EXPECT_TRUE(says(PLACEMAT_ILL_FORMED, about(hex))) << hex;
  }
  for (const char* hex : {"C241", "C0", "F5", "FF"}) {
    decoder_ = claiming(PLACEMAT_CLAIM_INCOMPLETE);
    EXPECT_FALSE(says(PLACEMAT_INCOMPLETE, about(hex))) << hex;
    EXPECT_TRUE(says(PLACEMAT_ILL_FORMED, about(hex))) << hex;
  }
  EXPECT_TRUE(says(PLACEMAT_INCOMPLETE, about("ED")));
  EXPECT_FALSE(says(PLACEMAT_INCOMPLETE, about("EDA0")));  // nothing completes ED A0
  // An error before the incomplete end comes first.
  EXPECT_FALSE(says(PLACEMAT_INCOMPLETE, about("FFC2")));
}

TEST_F(ExpectationTest, LossyNeverFails) {
  const Expectation& law = about("41E282FF");
  EXPECT_TRUE(agree(Operation::kLossy32, law, PLACEMAT_OK, V32{0x41, 0xFFFD, 0xFFFD}));
  EXPECT_FALSE(agree(Operation::kLossy32, law, PLACEMAT_OK, V32{0x41, 0xFFFD}));
  EXPECT_FALSE(agree(Operation::kLossy32, law, PLACEMAT_ILL_FORMED, V32{0x41, 0xFFFD, 0xFFFD}));
  EXPECT_FALSE(agree(Operation::kLossy32, law, PLACEMAT_NO_CAPACITY, V32{0x41, 0xFFFD}));
  EXPECT_TRUE(agree(Operation::kStreamLossy, law, PLACEMAT_OK, V32{0x41, 0xFFFD, 0xFFFD}));
}

TEST_F(ExpectationTest, EachPolicyHasItsReplacements) {
  const auto lossy = [&](PolicyId policy, const V32& values) {
    return agree(Operation::kLossy32, about("E28241", policy), PLACEMAT_OK, values);
  };
  EXPECT_TRUE(lossy(PolicyId::kMaximalSubpart, {0xFFFD, 0x41}));
  EXPECT_TRUE(lossy(PolicyId::kPerByte, {0xFFFD, 0xFFFD, 0x41}));
  EXPECT_TRUE(lossy(PolicyId::kRuneerror80, {0x80, 0x80, 0x41}));
  EXPECT_TRUE(lossy(PolicyId::kSkip, {0x41}));
}

// U+1F600 is D83D DE00.
TEST_F(ExpectationTest, Utf16HasPairs) {
  const Expectation& law = about("41F09F988042FF");
  EXPECT_TRUE(
      agree(Operation::kLossy16, law, PLACEMAT_OK, V16{0x41, 0xD83D, 0xDE00, 0x42, 0xFFFD}));
  EXPECT_FALSE(agree(Operation::kLossy16, law, PLACEMAT_OK, V16{0x41, 0xF600, 0x42, 0xFFFD}));
  EXPECT_TRUE(agree(Operation::kStrict16, law, PLACEMAT_ILL_FORMED, V16{0x41, 0xD83D, 0xDE00}));
  EXPECT_EQ(needed(Operation::kLossy16, law), 5u);
  EXPECT_EQ(needed(Operation::kStrict16, law), 4u);
  EXPECT_EQ(needed(Operation::kLossy32, law), 4u);
  EXPECT_EQ(needed(Operation::kStrict32, law), 3u);
  EXPECT_EQ(needed(Operation::kValidate, law), 0u);
}

TEST_F(ExpectationTest, ValuesBeyondUtf16CannotBeCompared) {
  const Expectation& law = about("F888808080", PolicyId::kMaximalSubpart, DialectId::kUtf8Rfc2279);
  EXPECT_FALSE(is_comparable(Operation::kLossy16, law, {}));
  EXPECT_TRUE(is_comparable(Operation::kLossy32, law, {}));
  EXPECT_TRUE(is_comparable(Operation::kLossy16, about("F48FBFBF"), {}));
}

TEST_F(ExpectationTest, LengthsAreThoseOfTheLossyAnswer) {
  Observation seen;
  const Expectation& law = about("41F09F9880FF");
  seen.count = 3;
  EXPECT_TRUE(agrees(decoder_, Operation::kLength32, 0, law, seen));
  EXPECT_FALSE(agrees(decoder_, Operation::kLength16, 0, law, seen));
  seen.count = 4;
  EXPECT_TRUE(agrees(decoder_, Operation::kLength16, 0, law, seen));
  // Without a lossy function, ill-formed input has no length.
  const Expectation& strict = about("41FF", PolicyId::kReject);
  EXPECT_FALSE(is_comparable(Operation::kLength32, strict, seen));
  EXPECT_TRUE(is_comparable(Operation::kLength32, about("41", PolicyId::kReject), seen));
}

TEST_F(ExpectationTest, UnsupportedIsNotCompared) {
  Observation seen;
  seen.outcome = Observation::Outcome::kUnsupported;
  EXPECT_FALSE(is_comparable(Operation::kStrict32, about("00"), seen));
  EXPECT_TRUE(agrees(decoder_, Operation::kStrict32, 9, about("00"), seen));
}

TEST_F(ExpectationTest, NothingAgreesWithACallFailure) {
  using Outcome = Observation::Outcome;
  for (const Outcome outcome : {Outcome::kCrash, Outcome::kHang, Outcome::kOverRead,
                                Outcome::kOverWrite, Outcome::kBroken}) {
    Observation seen;
    seen.outcome = outcome;
    for (std::size_t op = 0; op < kOperationCount; ++op) {
      EXPECT_FALSE(agrees(decoder_, static_cast<Operation>(op), 0, about(""), seen));
    }
  }
}

class ShortCapacity : public ExpectationTest {
 protected:
  template <class V>
  bool agree_in(std::size_t capacity, Operation op, const Expectation& law, std::uint32_t status,
                const V& values) {
    return agree(op, law, status, values, capacity);
  }
};

TEST_F(ShortCapacity, RequiresNoCapacityAndNoOverflow) {
  const Expectation& law = about("414243");
  for (const Operation op : {Operation::kStrict32, Operation::kLossy32}) {
    EXPECT_TRUE(agree_in(2, op, law, PLACEMAT_NO_CAPACITY, V32{0x41, 0x42}));
    EXPECT_TRUE(agree_in(2, op, law, PLACEMAT_NO_CAPACITY, V32{}));
    EXPECT_FALSE(agree_in(2, op, law, PLACEMAT_NO_CAPACITY, V32{0x42}));
    EXPECT_FALSE(agree_in(2, op, law, PLACEMAT_OK, V32{0x41, 0x42}));
    EXPECT_FALSE(agree_in(2, op, law, PLACEMAT_NO_CAPACITY, V32{0x41, 0x42, 0x43}));
    EXPECT_TRUE(agree_in(3, op, law, PLACEMAT_OK, V32{0x41, 0x42, 0x43}));
    EXPECT_FALSE(agree_in(3, op, law, PLACEMAT_NO_CAPACITY, V32{0x41, 0x42}));
  }
}

// A strict decoder that validates first may report the error before it runs out of room.
TEST_F(ShortCapacity, AStrictErrorMayComeFirst) {
  decoder_ = claiming(kAllClaims);
  const Expectation& law = about("4142FF");
  const V32 one{0x41};
  const auto refused = [&](std::size_t offset) {
    return agrees(decoder_, Operation::kStrict32, 1, law,
                  at(Answered::of(PLACEMAT_ILL_FORMED, one), offset, 1));
  };
  EXPECT_TRUE(refused(2));
  EXPECT_FALSE(refused(1));
  EXPECT_FALSE(agree_in(1, Operation::kStrict32, about("4142"), PLACEMAT_ILL_FORMED, one));
}

TEST_F(ShortCapacity, HalfAPairIsNotWritten) {
  const Expectation& law = about("F09F9880");
  EXPECT_TRUE(agree_in(1, Operation::kLossy16, law, PLACEMAT_NO_CAPACITY, V16{}));
  // The first half is where the law has it; the interface counts values.
  EXPECT_TRUE(agree_in(1, Operation::kLossy16, law, PLACEMAT_NO_CAPACITY, V16{0xD83D}));
  EXPECT_FALSE(agree_in(1, Operation::kLossy16, law, PLACEMAT_OK, V16{0xD83D}));
}

// Modified UTF-8 denotes UTF-16 code units: a pair and its code point are equivalent.
class Joins : public ExpectationTest {
 protected:
  const Expectation& pair() {
    return about("41EDA0BDEDB88042", PolicyId::kMaximalSubpart, DialectId::kMutf8);
  }
};

TEST_F(Joins, APairEqualsItsCodePoint) {
  EXPECT_TRUE(agree(Operation::kLossy32, pair(), PLACEMAT_OK, V32{0x41, 0xD83D, 0xDE00, 0x42}));
  EXPECT_TRUE(agree(Operation::kLossy32, pair(), PLACEMAT_OK, V32{0x41, 0x1F600, 0x42}));
  EXPECT_FALSE(agree(Operation::kLossy32, pair(), PLACEMAT_OK, V32{0x41, 0x1F601, 0x42}));
  EXPECT_TRUE(agree(Operation::kStrict32, pair(), PLACEMAT_OK, V32{0x41, 0x1F600, 0x42}));
  EXPECT_TRUE(agree(Operation::kLossy16, pair(), PLACEMAT_OK, V16{0x41, 0xD83D, 0xDE00, 0x42}));
}

TEST_F(Joins, EitherLengthIsRight) {
  Observation seen;
  for (const std::size_t count : {3u, 4u}) {
    seen.count = count;
    EXPECT_TRUE(agrees(decoder_, Operation::kLength32, 0, pair(), seen)) << count;
  }
  seen.count = 5;
  EXPECT_FALSE(agrees(decoder_, Operation::kLength32, 0, pair(), seen));
}

// A decoder that joins pairs needs less room than one that does not.
TEST_F(Joins, LessRoomMaySuffice) {
  EXPECT_TRUE(agree(Operation::kLossy32, pair(), PLACEMAT_OK, V32{0x41, 0x1F600, 0x42}, 3));
  EXPECT_TRUE(agree(Operation::kLossy32, pair(), PLACEMAT_NO_CAPACITY, V32{0x41, 0xD83D}, 3));
  EXPECT_FALSE(agree(Operation::kLossy32, pair(), PLACEMAT_OK, V32{0x41, 0x1F600}, 3));
}

TEST_F(ExpectationTest, IsDescribedInWords) {
  decoder_ = claiming(kAllClaims);
  const auto law = [&](Operation op, const char* hex) {
    return describe(decoder_, op, about(hex));
  };
  EXPECT_EQ(law(Operation::kValidate, "C2"), "ill-formed");
  EXPECT_EQ(law(Operation::kStrict32, "41E282AC"), "well-formed: 41 20AC");
  EXPECT_EQ(law(Operation::kStrict32, "41E28241"), "ill-formed at 1, length 2");
  EXPECT_EQ(law(Operation::kStrict32, "41E282"), "incomplete at 1, length 2");
  EXPECT_EQ(law(Operation::kLossy32, "E28241"), "FFFD 41");
  EXPECT_EQ(law(Operation::kLossy16, "F09F9880"), "D83D DE00");
  EXPECT_EQ(law(Operation::kLength32, "E28241"), "2 values");
  EXPECT_EQ(law(Operation::kLossy32, ""), "nothing");
  decoder_ = claiming(PLACEMAT_CLAIM_OFFSET);
  EXPECT_EQ(law(Operation::kStrict32, "41E28241"), "ill-formed at 1");
  EXPECT_EQ(law(Operation::kStrict32, "41E282"), "ill-formed at 1");

  const V32 values{0x41, 0xFFFD};
  EXPECT_EQ(describe(Operation::kLossy32, Answered::of(PLACEMAT_OK, values)), "41 FFFD");
  EXPECT_EQ(describe(Operation::kStrict32, Answered::of(PLACEMAT_OK, values)),
            "well-formed: 41 FFFD");
  EXPECT_EQ(describe(Operation::kStrict32, at(Answered::of(PLACEMAT_ILL_FORMED, values), 3, 1)),
            "ill-formed at 3, length 1");
  EXPECT_EQ(describe(Operation::kLossy32, Answered::of(PLACEMAT_NO_CAPACITY, values)),
            "no capacity after 2 values");
  EXPECT_EQ(describe(Operation::kLossy32, Answered::of(77, values)),
            "status 77, which does not exist");
}

// Of two long answers, a reader sees the part where they differ.
TEST(DescribeBoth, ShowsWhereLongAnswersDiffer) {
  const Decoder& decoder = *find_decoder("branchy");
  Law law(claimed_profile(decoder), false);
  Bytes units(100, 'a');
  units[90] = 0xFF;
  const Expectation& expected = law.about(units);
  std::vector<std::uint32_t> values(100, 'a');
  Observation seen;
  seen.values = values.data();
  seen.count = values.size();
  const BothAnswers both = describe_both(decoder, Operation::kLossy32, expected, seen);
  EXPECT_EQ(both.expected, "(86 values) ... 61 61 61 61 FFFD 61 61 61 61 61 61 61 61 61");
  EXPECT_EQ(both.seen, "(86 values) ... 61 61 61 61 61 61 61 61 61 61 61 61 61 61");
  // Short ones are whole.
  const Expectation& whole = law.about(Bytes(20, 'a'));
  seen.count = 19;
  EXPECT_EQ(describe_both(decoder, Operation::kLossy32, whole, seen).seen.substr(0, 5), "61 61");
}

}  // namespace
}  // namespace placemat
