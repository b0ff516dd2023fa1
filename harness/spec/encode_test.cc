// The encoder that follows from the tables, against encoders written from the
// documents, and round trips through the reference decoder.
#include "harness/spec/encode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/spec/reference.h"

namespace placemat {
namespace {

using testing::ElementsAre;

std::uint8_t unit(std::uint64_t value) { return static_cast<std::uint8_t>(value); }

// RFC 2279 section 2, by shifts; `units` is the length wanted.
Bytes by_shifts(std::uint64_t value, std::size_t units) {
  static constexpr std::uint8_t kMarks[] = {0, 0x00, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC};
  Bytes bytes;
  for (std::size_t left = units; left > 1; --left) {
    bytes.insert(bytes.begin(), unit(0x80 | (value & 0x3F)));
    value >>= 6;
  }
  bytes.insert(bytes.begin(), unit(kMarks[units] | value));
  return bytes;
}

std::size_t shortest(std::uint64_t value) {
  if (value <= 0x7F) return 1;
  if (value <= 0x7FF) return 2;
  if (value <= 0xFFFF) return 3;
  if (value <= 0x1FFFFF) return 4;
  return value <= 0x3FFFFFF ? 5 : 6;
}

// ISO 10646-1:1993 Annex G: T and the divisions by 190.
std::uint8_t utf1_trailing(std::uint64_t z) {
  if (z <= 0x5D) return unit(z + 0x21);
  if (z <= 0xBD) return unit(z + 0x42);
  if (z <= 0xDE) return unit(z - 0xBE);
  return unit(z - 0x60);
}
Bytes by_annex_g(std::uint64_t x) {
  constexpr std::uint64_t kBase = 190;
  if (x <= 0x9F) return {unit(x)};
  if (x <= 0xFF) return {0xA0, unit(x)};
  if (x <= 0x4015) return {unit(0xA1 + (x - 0x100) / kBase), utf1_trailing((x - 0x100) % kBase)};
  if (x <= 0x38E2D) {
    const std::uint64_t y = x - 0x4016;
    return {unit(0xF6 + y / kBase / kBase), utf1_trailing(y / kBase % kBase),
            utf1_trailing(y % kBase)};
  }
  const std::uint64_t y = x - 0x38E2E;
  return {unit(0xFC + y / kBase / kBase / kBase / kBase),
          utf1_trailing(y / kBase / kBase / kBase % kBase),
          utf1_trailing(y / kBase / kBase % kBase), utf1_trailing(y / kBase % kBase),
          utf1_trailing(y % kBase)};
}

// X/Open's proposal: subtract the bias, then seven bits a unit.
Bytes by_bias(std::uint64_t value) {
  static constexpr std::uint64_t kBias[] = {0, 0x80, 0x2080, 0x82080, 0x2082080, ~0ull};
  static constexpr std::uint8_t kMarks[] = {0x00, 0x80, 0xC0, 0xE0, 0xF0};
  std::size_t trailing = 0;
  while (value >= kBias[trailing + 1]) ++trailing;
  std::uint64_t rest = value - kBias[trailing];
  Bytes bytes;
  for (std::size_t i = 0; i < trailing; ++i, rest >>= 7) {
    bytes.insert(bytes.begin(), unit(0x80 | (rest & 0x7F)));
  }
  bytes.insert(bytes.begin(), unit(kMarks[trailing] | rest));
  return bytes;
}

// The documented units of a value, or that there are none.
std::optional<Bytes> documented(DialectId id, std::uint64_t value) {
  const auto when = [value](bool allowed) {
    return allowed ? std::optional(by_shifts(value, shortest(value))) : std::nullopt;
  };
  switch (id) {
    case DialectId::kUtf8:
      return when(is_scalar(value));
    case DialectId::kPlan9Of1992:
      return when(value <= 0xFFFF);
    case DialectId::kUtf8mb3:
      return when(value <= 0xFFFF && !is_surrogate(value));
    case DialectId::kPlan9Modern:
    case DialectId::kWtf8:
      return when(value <= kMaxScalar);
    case DialectId::kUtf8Lenient21:
      return when(value <= 0x1FFFFF);
    case DialectId::kUtf8Rfc2279:
    case DialectId::kUtf8Overlong:
    case DialectId::kUtf8Extended:
    case DialectId::kUtf8Perl:
      return when(value <= 0x7FFFFFFF);
    case DialectId::kMutf8:
      return value == 0 ? std::optional(Bytes{0xC0, 0x80}) : when(value <= 0xFFFF);
    case DialectId::kFssUtfXopen:
      return by_bias(value);
    case DialectId::kUtf1:
      return by_annex_g(value);
    case DialectId::kCesu8:
      break;
  }
  if (value <= 0xFFFF) return when(!is_surrogate(value));
  Bytes pair = by_shifts(0xD800 + ((value - 0x10000) >> 10), 3);
  const Bytes low = by_shifts(0xDC00 + ((value - 0x10000) & 0x3FF), 3);
  pair.insert(pair.end(), low.begin(), low.end());
  return pair;
}

class EveryDialect : public testing::TestWithParam<DialectId> {};

// Counts instead of asserting per value, so that an error prints once.
TEST_P(EveryDialect, EveryValueUpTo10FFFFIsWrittenAsDocumentedAndReadBack) {
  const Dialect& table = dialect(GetParam());
  const Profile profile{GetParam(), PolicyId::kReject, Bom::kKeep};
  Answer answer;
  std::uint64_t wrong = 0, first_wrong = 0, encoded = 0;
  for (std::uint64_t value = 0; value <= kMaxScalar; ++value) {
    const std::optional<Bytes> units = encode(table, value);
    bool right = units == documented(GetParam(), value);
    if (right && units) {
      reference_decode(*units, profile, answer);
      right = !answer.error && answer.values == std::vector<std::uint64_t>{value};
      ++encoded;
    }
    if (!right && wrong++ == 0) first_wrong = value;
  }
  EXPECT_EQ(wrong, 0u) << std::hex << "first " << first_wrong;
  EXPECT_GE(encoded, 63'488u);  // the smallest: the BMP without surrogates
}

// Beyond 10FFFF the 31-bit forms are sampled: every power of two, its
// neighbours, and steps of a prime.
TEST_P(EveryDialect, SamplesUpTo31BitsAreWrittenAsDocumentedAndReadBack) {
  const Dialect& table = dialect(GetParam());
  if (table.highest() < 0x7FFFFFFF) return;
  std::vector<std::uint64_t> samples;
  for (int bit = 20; bit < 31; ++bit) {
    for (std::uint64_t around = 0; around < 3; ++around) {
      samples.push_back((std::uint64_t{1} << bit) - 1 + around);
    }
  }
  for (std::uint64_t value = 0x110000; value <= 0x7FFFFFFF; value += 1'000'003) {
    samples.push_back(value);
  }
  samples.push_back(0x7FFFFFFF);
  for (const std::uint64_t value : samples) {
    const std::optional<Bytes> units = encode(table, value);
    ASSERT_EQ(units, documented(GetParam(), value)) << std::hex << value;
    const Answer answer = reference_decode(*units, {GetParam(), PolicyId::kReject, Bom::kKeep});
    ASSERT_THAT(answer.values, ElementsAre(value));
  }
}

INSTANTIATE_TEST_SUITE_P(Encode, EveryDialect, testing::ValuesIn([] {
                           std::vector<DialectId> ids;
                           for (const Dialect& dialect : dialects()) ids.push_back(dialect.id);
                           return ids;
                         }()),
                         [](const auto& info) {
                           std::string name(dialect(info.param).name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// Every form of every value, overlong ones included: the number of forms that
// hold a value falls by one at 80, 800 and 10000.
TEST(EncodeIn, EveryPatternOfEveryValueOf21Bits) {
  const Dialect& lenient = dialect(DialectId::kUtf8Lenient21);
  std::uint64_t wrong = 0;
  for (std::uint64_t value = 0; value <= 0x1FFFFF; ++value) {
    for (const Form& form : lenient.forms) {
      const std::optional<Bytes> units = encode_in(form, value);
      const bool fits = form.length >= shortest(value);
      if (units.has_value() != fits || (fits && *units != by_shifts(value, form.length))) ++wrong;
    }
  }
  EXPECT_EQ(wrong, 0u);
}

TEST(Encode, SamplesOf42And63Bits) {
  for (const auto& [id, bits] :
       {std::pair{DialectId::kUtf8Extended, 42}, {DialectId::kUtf8Perl, 63}}) {
    for (int bit = 31; bit < bits; ++bit) {
      for (const std::uint64_t value : {(std::uint64_t{1} << bit) - 1, std::uint64_t{1} << bit,
                                        (std::uint64_t{1} << bit) + 0x2F}) {
        const std::optional<Bytes> units = encode(dialect(id), value);
        ASSERT_TRUE(units.has_value()) << std::hex << value;
        const Answer answer = reference_decode(*units, {id, PolicyId::kReject, Bom::kKeep});
        EXPECT_THAT(answer.values, ElementsAre(value));
      }
    }
    EXPECT_FALSE(encode(dialect(id), std::uint64_t{1} << bits).has_value());
  }
}

TEST(JoinSurrogates, PairsOnly) {
  using Values = std::vector<std::uint64_t>;
  EXPECT_THAT(join_surrogates(Values{0xD801, 0xDC00}), ElementsAre(0x10400));
  EXPECT_THAT(join_surrogates(Values{0xDBFF, 0xDFFF}), ElementsAre(0x10FFFF));
  EXPECT_THAT(join_surrogates(Values{0xDC00, 0xD801}), ElementsAre(0xDC00, 0xD801));
  EXPECT_THAT(join_surrogates(Values{0xD800, 0xD801, 0xDC00, 0xDC00}),
              ElementsAre(0xD800, 0x10400, 0xDC00));
  EXPECT_THAT(join_surrogates(Values{0xD800, 0x41, 0xDC00}), ElementsAre(0xD800, 0x41, 0xDC00));
  EXPECT_THAT(join_surrogates(Values{}), ElementsAre());
}

TEST(ToUtf16, PairsAboveTheBmpAndNothingAbove10FFFF) {
  using Values = std::vector<std::uint64_t>;
  EXPECT_THAT(to_utf16(Values{0x41, 0xFFFF, 0x10000, 0x10400, 0x10FFFF}).value(),
              ElementsAre(0x41, 0xFFFF, 0xD800, 0xDC00, 0xD801, 0xDC00, 0xDBFF, 0xDFFF));
  EXPECT_THAT(to_utf16(Values{0xD800}).value(), ElementsAre(0xD800));
  EXPECT_FALSE(to_utf16(Values{0x41, 0x110000}).has_value());
}

// RFC 2279 section 2, by hand.
TEST(InUnits, IsTheBitPatternOfThatLength) {
  EXPECT_EQ(in_units(2, 0x2F), (Bytes{0xC0, 0xAF}));
  EXPECT_EQ(in_units(3, 0xD800), (Bytes{0xED, 0xA0, 0x80}));
  EXPECT_EQ(in_units(4, 0x110000), (Bytes{0xF4, 0x90, 0x80, 0x80}));
  EXPECT_EQ(in_units(5, 0x10FFFF), (Bytes{0xF8, 0x84, 0x8F, 0xBF, 0xBF}));
  EXPECT_EQ(in_units(6, 0x7FFFFFFF), (Bytes{0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF}));
}

}  // namespace
}  // namespace placemat
