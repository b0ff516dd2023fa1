// decoders_exhaustive_test.cc: the five UTF-8 decoders of this directory that
// decode unit by unit or character by character, on every string of up to three
// units and on every string of four to six boundary units, against arithmetic.
// It must not include the law of the harness, nor any table of ranges.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "harness/decoder/placemat_decoder.h"
#include "impls/arithmetic_utf8.h"

extern "C" {
extern const placemat_decoder placemat_decoder_branchy;
extern const placemat_decoder placemat_decoder_branchless;
extern const placemat_decoder placemat_decoder_dfa_hoehrmann_2008;
extern const placemat_decoder placemat_decoder_dfa_hoehrmann_2010;
extern const placemat_decoder placemat_decoder_dfa_shift;
}

namespace {

using placemat::ArithmeticUtf8;

constexpr std::size_t kLongest = 6;

// The result of arithmetic for one text.
struct Expected {
  std::uint32_t values[kLongest];
  std::size_t count = 0, before_error = 0;
  std::size_t offset = PLACEMAT_UNKNOWN, length = PLACEMAT_UNKNOWN;
  std::uint32_t status = PLACEMAT_OK;

  Expected(const ArithmeticUtf8& law, const std::uint8_t* units, std::size_t size) {
    for (std::size_t at = 0; at < size;) {
      const auto item = law.first_item(units + at, size - at);
      if (!item.well_formed && status == PLACEMAT_OK) {
        status = item.at_end ? PLACEMAT_INCOMPLETE : PLACEMAT_ILL_FORMED;
        before_error = count;
        offset = at;
        length = item.length;
      }
      values[count++] = item.value;
      at += item.length;
    }
    if (status == PLACEMAT_OK) before_error = count;
  }
};

bool same_values(const std::uint32_t* out, const Expected& expected, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (out[i] != expected.values[i]) return false;
  return true;
}

bool agrees(const placemat_decoder& d, const Expected& expected, const std::uint8_t* units,
            std::size_t size) {
  std::uint32_t out[kLongest];
  placemat_result result;
  d.strict32(units, size, out, kLongest, &result);
  if (result.status != expected.status || result.written != expected.before_error ||
      result.error_offset != expected.offset || result.error_length != expected.length ||
      !same_values(out, expected, expected.before_error))
    return false;
  d.lossy32(units, size, out, kLongest, &result);
  return result.status == PLACEMAT_OK && result.written == expected.count &&
         same_values(out, expected, expected.count) &&
         d.validate(units, size) == (expected.status == PLACEMAT_OK ? 1 : 0);
}

// The printed name, so that no address becomes part of a test name.
struct Subject {
  const placemat_decoder* decoder;
};
void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.decoder->name; }

class Utf8Decoders : public ::testing::TestWithParam<Subject> {
 protected:
  static void SetUpTestSuite() { law_ = new ArithmeticUtf8; }
  static void TearDownTestSuite() {
    delete law_;
    law_ = nullptr;
  }

  // Every text of `size` units out of `alphabet`.
  void check_all(const std::vector<std::uint8_t>& alphabet, std::size_t size) {
    std::uint8_t units[kLongest] = {};
    walk(alphabet, units, 0, size);
    EXPECT_EQ(differences_, 0u) << "first: " << first_;
  }

  std::size_t texts_ = 0;

 private:
  void walk(const std::vector<std::uint8_t>& alphabet, std::uint8_t* units, std::size_t at,
            std::size_t size) {
    if (at == size) return check(units, size);
    for (const std::uint8_t unit : alphabet) {
      units[at] = unit;
      walk(alphabet, units, at + 1, size);
    }
  }
  void check(const std::uint8_t* units, std::size_t size) {
    ++texts_;
    if (agrees(*GetParam().decoder, Expected(*law_, units, size), units, size)) return;
    if (differences_++ > 0) return;
    static constexpr char kDigits[] = "0123456789ABCDEF";
    for (std::size_t i = 0; i < size; ++i) {
      first_ += kDigits[units[i] / 16];
      first_ += kDigits[units[i] % 16];
    }
  }

  static inline const ArithmeticUtf8* law_ = nullptr;
  std::size_t differences_ = 0;
  std::string first_;
};

std::vector<std::uint8_t> all_units() {
  std::vector<std::uint8_t> units;
  for (unsigned unit = 0; unit < 256; ++unit) units.push_back(static_cast<std::uint8_t>(unit));
  return units;
}

TEST_P(Utf8Decoders, DecodeEveryStringOfUpToThreeUnits) {
  for (std::size_t size = 0; size <= 3; ++size) check_all(all_units(), size);
  EXPECT_EQ(texts_, 1u + 256u + 65536u + 16777216u);
}

// Both ends of every range that any form of the UTF-8 pattern has.
TEST_P(Utf8Decoders, DecodeEveryStringOfFourBoundaryUnits) {
  check_all({0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
             0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF},
            4);
  EXPECT_EQ(texts_, 456976u);  // 26^4
}

TEST_P(Utf8Decoders, DecodeEveryStringOfSixRepresentatives) {
  check_all({0x41, 0x80, 0x90, 0xBF, 0xC1, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF2, 0xF4}, 6);
  EXPECT_EQ(texts_, 2985984u);  // 12^6
}

INSTANTIATE_TEST_SUITE_P(Scalar, Utf8Decoders,
                         ::testing::Values(Subject{&placemat_decoder_branchy},
                                           Subject{&placemat_decoder_branchless},
                                           Subject{&placemat_decoder_dfa_hoehrmann_2008},
                                           Subject{&placemat_decoder_dfa_hoehrmann_2010},
                                           Subject{&placemat_decoder_dfa_shift}),
                         [](const auto& info) { return std::string(info.param.decoder->name); });

}  // namespace
