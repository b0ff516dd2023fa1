// decoders_test.cc: every scalar decoder, through its public table only,
// against expectations worked out by hand from the definition of each form
// (Table 3-7; the mails of 1992; ISO 10646-1:1993 Annex G). It must not include
// the law of the harness, so that the two check each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
extern const placemat_decoder placemat_decoder_branchy;
extern const placemat_decoder placemat_decoder_branchless;
extern const placemat_decoder placemat_decoder_dfa_hoehrmann_2008;
extern const placemat_decoder placemat_decoder_dfa_hoehrmann_2010;
extern const placemat_decoder placemat_decoder_dfa_shift;
extern const placemat_decoder placemat_decoder_thompson_1992;
extern const placemat_decoder placemat_decoder_plan9_1992;
extern const placemat_decoder placemat_decoder_plan9_modern;
extern const placemat_decoder placemat_decoder_xopen_fss_utf_1992;
extern const placemat_decoder placemat_decoder_utf_1;
extern const placemat_decoder placemat_decoder_tutorial_lenient;
extern const placemat_decoder placemat_decoder_extended_42bit;
}

namespace {

using Units = std::vector<std::uint8_t>;
using Values = std::vector<std::uint64_t>;
using ::testing::ElementsAreArray;

constexpr std::uint64_t kBad = 0xFFFD;

// One input and what is known about it by hand.
struct Row {
  std::string hex;
  Values lossy;  // what the lossy function writes
  enum class Kind : std::uint8_t { kWellFormed, kIllFormed, kIncomplete } kind = Kind::kWellFormed;
  std::size_t before = 0;  // values before the first error
  std::size_t offset = 0;  // of the first maximal subpart
  std::size_t length = 0;  // of it
};

Row good(std::string hex, Values values) { return {std::move(hex), std::move(values)}; }
Row bad(std::string hex, Values lossy, std::size_t before, std::size_t offset, std::size_t length) {
  return {std::move(hex), std::move(lossy), Row::Kind::kIllFormed, before, offset, length};
}
Row cut(std::string hex, Values lossy, std::size_t before, std::size_t offset, std::size_t length) {
  return {std::move(hex), std::move(lossy), Row::Kind::kIncomplete, before, offset, length};
}

struct Subject {
  const placemat_decoder* decoder;
  std::vector<Row> rows;
  std::uint64_t highest;  // of the dialect
  bool surrogates;        // are they values of the dialect?
  bool streams;           // so that no lost claim skips its test
  bool encodes;
};

void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.decoder->name; }

Units units_of(const std::string& hex) {
  Units units;
  for (std::size_t at = 0; at < hex.size();) {
    if (hex[at] == ' ') {
      ++at;
      continue;
    }
    units.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(at, 2), nullptr, 16)));
    at += 2;
  }
  return units;
}

// Table 3-7 with D93b: every row of the table at both ends, and around it.
std::vector<Row> utf8_rows() {
  return {
      good("00 7F", {0x00, 0x7F}),
      good("C280 DFBF", {0x80, 0x7FF}),
      good("E0A080 E0BFBF", {0x800, 0xFFF}),
      good("E18080 ECBFBF", {0x1000, 0xCFFF}),
      good("ED8080 ED9FBF", {0xD000, 0xD7FF}),
      good("EE8080 EFBFBF", {0xE000, 0xFFFF}),
      good("F0908080 F0BFBFBF", {0x10000, 0x3FFFF}),
      good("F1808080 F3BFBFBF", {0x40000, 0xFFFFF}),
      good("F4808080 F48FBFBF", {0x100000, 0x10FFFF}),
      good("EFBBBF 61 EFBFBD", {0xFEFF, 0x61, 0xFFFD}),
      bad("C0AF", {kBad, kBad}, 0, 0, 1),
      bad("C1BF", {kBad, kBad}, 0, 0, 1),
      bad("E0809F", {kBad, kBad, kBad}, 0, 0, 1),
      bad("E09FBF", {kBad, kBad, kBad}, 0, 0, 1),
      bad("F08FBFBF", {kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("61 EDA080", {0x61, kBad, kBad, kBad}, 1, 1, 1),
      bad("EDBFBF", {kBad, kBad, kBad}, 0, 0, 1),
      bad("F4908080", {kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("F5808080", {kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("F888808080", {kBad, kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("FE FF", {kBad, kBad}, 0, 0, 1),
      bad("80", {kBad}, 0, 0, 1),
      bad("BF 61", {kBad, 0x61}, 0, 0, 1),
      // Unicode 3.9, Tables 3-8 to 3-11: the standard's own counts.
      bad("C0AFE080BFF08182 41", {kBad, kBad, kBad, kBad, kBad, kBad, kBad, kBad, 0x41}, 0, 0, 1),
      bad("EDA080EDBFBFEDAF 41", {kBad, kBad, kBad, kBad, kBad, kBad, kBad, kBad, 0x41}, 0, 0, 1),
      bad("F4919293FF 41 80BF 42", {kBad, kBad, kBad, kBad, kBad, 0x41, kBad, kBad, 0x42}, 0, 0, 1),
      bad("E180E2F09192F1BF 41", {kBad, kBad, kBad, kBad, 0x41}, 0, 0, 2),
      // A maximal subpart of each length, ended by a lead that is decoded again.
      bad("C2C280", {kBad, 0x80}, 0, 0, 1),
      bad("E282C3A9", {kBad, 0xE9}, 0, 0, 2),
      bad("7A F09F98 E282AC", {0x7A, kBad, 0x20AC}, 1, 1, 3),
      bad("C3 41", {kBad, 0x41}, 0, 0, 1),
      bad("F09F9861", {kBad, 0x61}, 0, 0, 3),
      bad("C3A9 80 C3", {0xE9, kBad, kBad}, 1, 2, 1),
      cut("C2", {kBad}, 0, 0, 1),
      cut("E2", {kBad}, 0, 0, 1),
      cut("61 E282", {0x61, kBad}, 1, 1, 2),
      cut("F0", {kBad}, 0, 0, 1),
      cut("F48F", {kBad}, 0, 0, 2),
      cut("C3A9 F09F98", {0xE9, kBad}, 1, 2, 3),
      bad("E080", {kBad, kBad}, 0, 0, 1),
      bad("F4BF", {kBad, kBad}, 0, 0, 1),
  };
}

// FSS-UTF as mailed to X/Open; strict only, so `lossy` is what precedes the
// error.
std::vector<Row> thompson_rows() {
  return {
      good("00 7F C280 DFBF", {0x0, 0x7F, 0x80, 0x7FF}),
      good("E0A080 EFBFBF", {0x800, 0xFFFF}),
      good("EDA080 EDBFBF", {0xD800, 0xDFFF}),
      good("F0908080 F7BFBFBF", {0x10000, 0x1FFFFF}),
      good("F888808080 FBBFBFBFBF", {0x200000, 0x3FFFFFF}),
      good("FC8480808080 FDBFBFBFBFBF", {0x4000000, 0x7FFFFFFF}),
      bad("61 C0AF", {0x61}, 1, 1, 1),
      bad("E09FBF", {}, 0, 0, 1),
      bad("F08FBFBF", {}, 0, 0, 1),
      bad("F887BFBFBF", {}, 0, 0, 1),
      bad("FC83BFBFBFBF", {}, 0, 0, 1),
      bad("FE8080808080", {}, 0, 0, 1),
      bad("FF", {}, 0, 0, 1),
      bad("80", {}, 0, 0, 1),
      bad("C3A9 C3 61", {0xE9}, 1, 2, 1),
      bad("FDBFBFBFBF", {}, 0, 0, 5),
      // Both top bits of a trailing unit are tested, in each place.
      bad("C3C3A9", {}, 0, 0, 1),
      bad("C3FF", {}, 0, 0, 1),
      bad("E282C0", {}, 0, 0, 2),
      bad("E28241", {}, 0, 0, 2),
      bad("FD80808080FD", {}, 0, 0, 5),
      bad("C3A9 C3", {0xE9}, 1, 2, 1),
  };
}

std::vector<Row> plan9_1992_rows() {
  return {
      good("00 7F C280 DFBF", {0x0, 0x7F, 0x80, 0x7FF}),
      good("E0A080 EFBFBF", {0x800, 0xFFFF}),
      good("EDA080 EDBFBF", {0xD800, 0xDFFF}),
      bad("C0AF", {0x80, 0x80}, 0, 0, 1),
      bad("61 E09FBF 62", {0x61, 0x80, 0x80, 0x80, 0x62}, 1, 1, 1),
      bad("F0908080", {0x80, 0x80, 0x80, 0x80}, 0, 0, 1),
      bad("E282 61", {0x80, 0x80, 0x61}, 0, 0, 2),
      bad("E2 61 62", {0x80, 0x61, 0x62}, 0, 0, 1),
      bad("E2 61", {0x80, 0x61}, 0, 0, 1),
      bad("C3A9 80", {0xE9, 0x80}, 1, 2, 1),
      bad("FF 61", {0x80, 0x61}, 0, 0, 1),
      bad("C280 E282", {0x80, 0x80, 0x80}, 1, 2, 2),
      bad("C3", {0x80}, 0, 0, 1),
      bad("E2C3A9", {0x80, 0xE9}, 0, 0, 1),
  };
}

std::vector<Row> plan9_modern_rows() {
  return {
      good("00 7F C280 DFBF", {0x0, 0x7F, 0x80, 0x7FF}),
      good("E0A080 EFBFBF EFBFBD", {0x800, 0xFFFF, 0xFFFD}),
      good("EDA080 EDBFBF", {0xD800, 0xDFFF}),
      good("F0908080 F48FBFBF", {0x10000, 0x10FFFF}),
      bad("C1BF", {kBad, kBad}, 0, 0, 1),
      bad("E09FBF", {kBad, kBad, kBad}, 0, 0, 1),
      bad("F08FBFBF", {kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("61 F4908080", {0x61, kBad, kBad, kBad, kBad}, 1, 1, 1),
      bad("F7BFBFBF", {kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("F888808080", {kBad, kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("F09F98 61", {kBad, kBad, kBad, 0x61}, 0, 0, 3),
      bad("F09F C3A9", {kBad, kBad, 0xE9}, 0, 0, 2),
      bad("61 F09F98", {0x61, kBad, kBad, kBad}, 1, 1, 3),
      bad("E080", {kBad, kBad}, 0, 0, 1),
      bad("F0 61", {kBad, 0x61}, 0, 0, 1),
  };
}

// Each length of X/Open's form starts one above the length before: 80, 2080,
// 82080, 2082080. 7FFFFFFF - 2082080 = 7DF7DF7F = 7, 6F, 5F, 3E, 7F in units of
// 3, 7, 7, 7, 7 bits.
std::vector<Row> xopen_rows() {
  return {
      good("00 7F", {0x0, 0x7F}),
      good("8080 BFFF", {0x80, 0x207F}),
      good("C08080 DFFFFF", {0x2080, 0x8207F}),
      good("E0808080 EFFFFFFF", {0x82080, 0x208207F}),
      good("F080808080 F7EFDFBEFF", {0x2082080, 0x7FFFFFFF}),
      good("80E9 61", {0xE9, 0x61}),
      // U+D800 - 2080 = B780 = 2, 6F, 00 in units of 5, 7, 7 bits.
      good("C2EF80", {0xD800}),
      bad("8041", {kBad, 0x41}, 0, 0, 1),
      bad("61 C080 7F", {0x61, kBad, 0x7F}, 1, 1, 2),
      bad("E08080 00", {kBad, 0x0}, 0, 0, 3),
      bad("F0808080 00", {kBad, 0x0}, 0, 0, 4),
      bad("F8 61", {kBad, 0x61}, 0, 0, 1),
      bad("FF 61", {kBad, 0x61}, 0, 0, 1),
      // One above 7FFFFFFF, and above it in each earlier unit. A lead follows the
      // subpart: BF80 = 80 + 1F80, DF8080 = 2080 + 7C000.
      bad("F7EFDFBF80", {kBad, 0x80 + (0x3F << 7)}, 0, 0, 3),
      bad("F7EFE080 61", {kBad, kBad, 0x61}, 0, 0, 2),
      bad("F7F0 61", {kBad, kBad, 0x61}, 0, 0, 1),
      cut("80", {kBad}, 0, 0, 1),
      cut("61 C080", {0x61, kBad}, 1, 1, 2),
      cut("F7EFDFBE", {kBad}, 0, 0, 4),
  };
}

// T(0) = 21, T(5D) = 7E, T(5E) = A0, T(BD) = FF. 7FFFFFFF - 38E2E = 7FFC71D1 =
// 2147250641 = 1 x 190^4 + 123 x 190^3 + 10 x 190^2 + 119 x 190 + 31, in T
// units BD, 2B, B9, 40 behind FD.
std::vector<Row> utf1_rows() {
  return {
      good("00 7F 80 9F", {0x0, 0x7F, 0x80, 0x9F}),
      good("A0A0 A0FF", {0xA0, 0xFF}),
      good("A121 A17E A1A0 A1FF", {0x100, 0x15D, 0x15E, 0x1BD}),
      good("A221 F5FF", {0x1BE, 0x4015}),
      good("F62121 FBFFFF", {0x4016, 0x38E2D}),
      good("FC21212121 FDBD2BB940", {0x38E2E, 0x7FFFFFFF}),
      // A solidus and a graphic ASCII unit inside a sequence.
      good("A12F 2F", {0x10E, 0x2F}),
      bad("A041", {kBad, 0x41}, 0, 0, 1),
      bad("A0 9F", {kBad, 0x9F}, 0, 0, 1),
      bad("A1 20", {kBad, 0x20}, 0, 0, 1),
      bad("A1 7F", {kBad, 0x7F}, 0, 0, 1),
      bad("A1 80", {kBad, 0x80}, 0, 0, 1),
      bad("41 F621 0A", {0x41, kBad, 0x0A}, 1, 1, 2),
      bad("FC212121 9F", {kBad, 0x9F}, 0, 0, 4),
      bad("FE 41", {kBad, 0x41}, 0, 0, 1),
      bad("FF 41", {kBad, 0x41}, 0, 0, 1),
      // One above 7FFFFFFF in each place; the unit is decoded again.
      bad("FDBD2BB941", {kBad, 0x41}, 0, 0, 4),
      bad("FDBD2BBA 00", {kBad, kBad, 0x00}, 0, 0, 3),
      bad("FDBD2C 00", {kBad, 0x2C, 0x00}, 0, 0, 2),
      bad("FDBE 00", {kBad, kBad, 0x00}, 0, 0, 1),
      cut("A0", {kBad}, 0, 0, 1),
      cut("A1", {kBad}, 0, 0, 1),
      cut("41 F621", {0x41, kBad}, 1, 1, 2),
      cut("FDBD2BB9", {kBad}, 0, 0, 4),
  };
}

std::vector<Row> tutorial_rows() {
  return {
      good("00 7F C280 DFBF", {0x0, 0x7F, 0x80, 0x7FF}),
      good("C080 C0AF C1BF", {0x0, 0x2F, 0x7F}),
      good("E080AF E09FBF EDA080", {0x2F, 0x7FF, 0xD800}),
      good("F08080AF F48FBFBF F4908080 F7BFBFBF", {0x2F, 0x10FFFF, 0x110000, 0x1FFFFF}),
      good("C1AACDA8", {0x6A, 0x368}),
      bad("80 61", {kBad, 0x61}, 0, 0, 1),
      bad("F888808080", {kBad, kBad, kBad, kBad, kBad}, 0, 0, 1),
      bad("61 E080 61", {0x61, kBad, 0x61}, 1, 1, 2),
      bad("F08080 C0AF", {kBad, 0x2F}, 0, 0, 3),
      bad("C0 C0AF", {kBad, 0x2F}, 0, 0, 1),
      cut("C0", {kBad}, 0, 0, 1),
      cut("E080", {kBad}, 0, 0, 2),
      cut("61 F7BFBF", {0x61, kBad}, 1, 1, 3),
  };
}

std::vector<Row> extended_rows() {
  return {
      good("00 7F C280 DFBF", {0x0, 0x7F, 0x80, 0x7FF}),
      good("E0A080 EFBFBF EDA080", {0x800, 0xFFFF, 0xD800}),
      good("F0908080 F7BFBFBF", {0x10000, 0x1FFFFF}),
      good("F888808080 FBBFBFBFBF", {0x200000, 0x3FFFFFF}),
      good("FC8480808080 FDBFBFBFBFBF", {0x4000000, 0x7FFFFFFF}),
      good("FE828080808080 FEBFBFBFBFBFBF", {0x80000000, 0xFFFFFFFFF}),
      good("FF81808080808080 FFBFBFBFBFBFBFBF", {0x1000000000, 0x3FFFFFFFFFF}),
      bad("C0AF", {kBad, kBad}, 0, 0, 1),
      bad("C1BF", {kBad, kBad}, 0, 0, 1),
      bad("E09FBF", {kBad, kBad, kBad}, 0, 0, 1),
      bad("F08F 61", {kBad, kBad, 0x61}, 0, 0, 1),
      bad("F887 61", {kBad, kBad, 0x61}, 0, 0, 1),
      bad("FC83 61", {kBad, kBad, 0x61}, 0, 0, 1),
      bad("61 FE81 61", {0x61, kBad, kBad, 0x61}, 1, 1, 1),
      bad("FF80 61", {kBad, kBad, 0x61}, 0, 0, 1),
      bad("BF", {kBad}, 0, 0, 1),
      bad("FE82808080 61", {kBad, 0x61}, 0, 0, 5),
      bad("FF818080808080 FF", {kBad, kBad}, 0, 0, 7),
      cut("C2", {kBad}, 0, 0, 1),
      cut("F888", {kBad}, 0, 0, 2),
      cut("61 FE8280808080", {0x61, kBad}, 1, 1, 6),
      cut("FF818080808080", {kBad}, 0, 0, 7),
  };
}

std::vector<Subject> subjects() {
  return {
      {&placemat_decoder_branchy, utf8_rows(), 0x10FFFF, false, true, true},
      {&placemat_decoder_branchless, utf8_rows(), 0x10FFFF, false, true, false},
      {&placemat_decoder_dfa_hoehrmann_2008, utf8_rows(), 0x10FFFF, false, true, false},
      {&placemat_decoder_dfa_hoehrmann_2010, utf8_rows(), 0x10FFFF, false, true, false},
      {&placemat_decoder_dfa_shift, utf8_rows(), 0x10FFFF, false, true, false},
      {&placemat_decoder_thompson_1992, thompson_rows(), 0x7FFFFFFF, true, false, true},
      {&placemat_decoder_plan9_1992, plan9_1992_rows(), 0xFFFF, true, true, true},
      {&placemat_decoder_plan9_modern, plan9_modern_rows(), 0x10FFFF, true, true, true},
      {&placemat_decoder_xopen_fss_utf_1992, xopen_rows(), 0x7FFFFFFF, true, true, true},
      {&placemat_decoder_utf_1, utf1_rows(), 0x7FFFFFFF, true, true, true},
      {&placemat_decoder_tutorial_lenient, tutorial_rows(), 0x1FFFFF, true, true, true},
      {&placemat_decoder_extended_42bit, extended_rows(), 0x3FFFFFFFFFF, true, false, true},
  };
}

// The units in a buffer of exactly their size, so that a sanitizer sees a read
// past either end; NULL when there are none.
struct Exact {
  explicit Exact(const Units& units)
      : size(units.size()), data(size == 0 ? nullptr : new std::uint8_t[size]) {
    for (std::size_t i = 0; i < size; ++i) data[i] = units[i];
  }
  std::size_t size;
  std::unique_ptr<std::uint8_t[]> data;
};

struct Outcome {
  placemat_result result;
  Values values;
  bool overwritten;  // a cell behind `written` was touched
};

template <class Out, class Decode>
Outcome call(Decode* decode, const Units& units, std::size_t capacity) {
  constexpr Out kCanary = static_cast<Out>(0xA5A5A5A5A5A5A5A5);
  const Exact in(units);
  std::vector<Out> out(capacity + 4, kCanary);
  Outcome outcome{{99, 99, 99, 99}, {}, false};
  decode(in.data.get(), in.size, capacity == 0 ? nullptr : out.data(), capacity, &outcome.result);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i < outcome.result.written)
      outcome.values.push_back(out[i]);
    else
      outcome.overwritten |= out[i] != kCanary;
  }
  return outcome;
}

Values utf16(const Values& values) {
  Values out;
  for (const std::uint64_t value : values) {
    if (value < 0x10000) {
      out.push_back(value);
    } else {
      out.push_back(0xD7C0 + value / 0x400);
      out.push_back(0xDC00 + value % 0x400);
    }
  }
  return out;
}

// A row, alone or moved behind a filler of one-unit characters.
struct Placed {
  Units units;
  Values lossy, strict;
  bool well_formed;
  std::size_t offset;
};

Placed place(const Row& row, std::size_t filler) {
  Placed placed{Units(filler, 0x6B), Values(filler, 0x6B), {}, false, filler + row.offset};
  for (const std::uint8_t unit : units_of(row.hex)) placed.units.push_back(unit);
  placed.lossy.insert(placed.lossy.end(), row.lossy.begin(), row.lossy.end());
  placed.well_formed = row.kind == Row::Kind::kWellFormed;
  placed.strict = placed.lossy;
  if (!placed.well_formed) placed.strict.resize(filler + row.before);
  return placed;
}

// Blocks of the branchless decoder are 64 characters; the fillers end around
// their edges.
const std::size_t kFillers[] = {0, 1, 2, 3, 4, 5, 61, 62, 63, 64, 65, 130, 257};

void check_status(const placemat_decoder& d, const Row& row, const Placed& placed,
                  const placemat_result& result) {
  if (row.kind == Row::Kind::kWellFormed) {
    EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_OK});
    EXPECT_EQ(result.error_offset, PLACEMAT_UNKNOWN);
    EXPECT_EQ(result.error_length, PLACEMAT_UNKNOWN);
    return;
  }
  const bool incomplete =
      row.kind == Row::Kind::kIncomplete && (d.claims & PLACEMAT_CLAIM_INCOMPLETE) != 0;
  EXPECT_EQ(result.status,
            incomplete ? std::uint32_t{PLACEMAT_INCOMPLETE} : std::uint32_t{PLACEMAT_ILL_FORMED});
  EXPECT_EQ(result.error_offset, placed.offset);
  if (d.claims & PLACEMAT_CLAIM_LENGTH) {
    EXPECT_EQ(result.error_length, row.length);
  }
}

template <class Out, class Decode>
void check_strict(const placemat_decoder& d, Decode* decode, const Row& row, const Placed& placed,
                  const Values& expected) {
  const Outcome outcome = call<Out>(decode, placed.units, expected.size());
  EXPECT_THAT(outcome.values, ElementsAreArray(expected));
  EXPECT_FALSE(outcome.overwritten);
  check_status(d, row, placed, outcome.result);
}

template <class Out, class Decode>
void check_lossy(Decode* decode, const Placed& placed, const Values& expected) {
  const Outcome outcome = call<Out>(decode, placed.units, expected.size());
  EXPECT_EQ(outcome.result.status, std::uint32_t{PLACEMAT_OK});
  EXPECT_THAT(outcome.values, ElementsAreArray(expected));
  EXPECT_FALSE(outcome.overwritten);
}

class Decoders : public ::testing::TestWithParam<Subject> {
 protected:
  const placemat_decoder& d = *GetParam().decoder;

  template <class Check>
  void for_each_placed_row(Check check) {
    for (const Row& row : GetParam().rows) {
      for (const std::size_t filler : kFillers) {
        SCOPED_TRACE(row.hex + " behind " + std::to_string(filler));
        check(row, place(row, filler));
        if (HasFailure()) return;
      }
    }
  }
};

TEST_P(Decoders, TableMatchesItsClaims) {
  EXPECT_EQ(d.abi_version, PLACEMAT_ABI_VERSION);
  EXPECT_EQ(d.struct_size, sizeof(placemat_decoder));
  for (const char* text : {d.name, d.version, d.origin, d.dialect, d.policy, d.bom})
    EXPECT_TRUE(text != nullptr && *text != '\0');
  EXPECT_NE(d.strict32 != nullptr, d.strict64 != nullptr);
  const bool replaces = d.lossy16 != nullptr || d.lossy32 != nullptr || d.lossy64 != nullptr;
  EXPECT_EQ(std::string(d.policy) == "reject", !replaces);
  const int stream_functions = (d.stream_open != nullptr) + (d.stream_push != nullptr) +
                               (d.stream_finish != nullptr) + (d.stream_reset != nullptr) +
                               (d.stream_close != nullptr);
  EXPECT_EQ(stream_functions, GetParam().streams ? 5 : 0);
  EXPECT_EQ(d.encode != nullptr, GetParam().encodes);
  EXPECT_EQ(d.planted, nullptr);
}

TEST_P(Decoders, StrictStopsWhereTheTableSays) {
  for_each_placed_row([this](const Row& row, const Placed& placed) {
    if (d.strict64) check_strict<std::uint64_t>(d, d.strict64, row, placed, placed.strict);
    if (d.strict32) check_strict<std::uint32_t>(d, d.strict32, row, placed, placed.strict);
    if (d.strict16) check_strict<std::uint16_t>(d, d.strict16, row, placed, utf16(placed.strict));
    const Exact in(placed.units);
    EXPECT_EQ(d.validate(in.data.get(), in.size), placed.well_formed ? 1 : 0);
  });
}

TEST_P(Decoders, LossyFollowsThePolicy) {
  for_each_placed_row([this](const Row&, const Placed& placed) {
    if (d.lossy64) check_lossy<std::uint64_t>(d.lossy64, placed, placed.lossy);
    if (d.lossy32) check_lossy<std::uint32_t>(d.lossy32, placed, placed.lossy);
    if (d.lossy16) check_lossy<std::uint16_t>(d.lossy16, placed, utf16(placed.lossy));
  });
}

TEST_P(Decoders, LengthEqualsTheNumberOfValuesWritten) {
  for_each_placed_row([this](const Row&, const Placed& placed) {
    const Exact in(placed.units);
    const bool defined = placed.well_formed || d.lossy32 != nullptr;
    if (d.length32 && defined) {
      EXPECT_EQ(d.length32(in.data.get(), in.size), placed.lossy.size());
    }
    if (d.length16) {
      EXPECT_EQ(d.length16(in.data.get(), in.size), utf16(placed.lossy).size());
    }
  });
}

// For each capacity that is too small, the decoder reports it, writes nothing
// behind it, and writes a prefix of the answer.
template <class Out, class Decode>
void check_small(Decode* decode, const Units& units, const Values& whole, bool complete) {
  if (decode == nullptr) return;
  for (std::size_t capacity = whole.size() > 70 ? whole.size() - 70 : 0; capacity < whole.size();
       ++capacity) {
    const Outcome outcome = call<Out>(decode, units, capacity);
    EXPECT_EQ(outcome.result.status, std::uint32_t{PLACEMAT_NO_CAPACITY}) << capacity;
    ASSERT_LE(outcome.result.written, capacity);
    // No half of a pair that does not fit is written.
    EXPECT_GE(outcome.result.written + (sizeof(Out) == 2 ? 1 : 0), capacity);
    EXPECT_FALSE(outcome.overwritten);
    EXPECT_THAT(outcome.values,
                ElementsAreArray(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(
                                                                    outcome.result.written)));
    EXPECT_EQ(outcome.result.error_offset, PLACEMAT_UNKNOWN);
  }
  const Outcome exact = call<Out>(decode, units, whole.size());
  EXPECT_NE(exact.result.status, std::uint32_t{PLACEMAT_NO_CAPACITY});
  EXPECT_EQ(exact.result.status == PLACEMAT_OK, complete);
}

TEST_P(Decoders, ReportsTooSmallACapacity) {
  for_each_placed_row([this](const Row&, const Placed& placed) {
    const bool good_row = placed.well_formed;
    check_small<std::uint64_t>(d.strict64, placed.units, placed.strict, good_row);
    check_small<std::uint32_t>(d.strict32, placed.units, placed.strict, good_row);
    check_small<std::uint16_t>(d.strict16, placed.units, utf16(placed.strict), good_row);
    check_small<std::uint64_t>(d.lossy64, placed.units, placed.lossy, true);
    check_small<std::uint32_t>(d.lossy32, placed.units, placed.lossy, true);
    check_small<std::uint16_t>(d.lossy16, placed.units, utf16(placed.lossy), true);
  });
}

TEST_P(Decoders, AcceptsEmptyInput) {
  const auto check = [](auto* decode) {
    if (decode == nullptr) return;
    placemat_result result{99, 99, 0, 0};
    decode(nullptr, 0, nullptr, 0, &result);
    EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_OK});
    EXPECT_EQ(result.written, 0u);
    EXPECT_EQ(result.error_offset, PLACEMAT_UNKNOWN);
    EXPECT_EQ(result.error_length, PLACEMAT_UNKNOWN);
  };
  check(d.strict16);
  check(d.lossy16);
  check(d.strict32);
  check(d.lossy32);
  check(d.strict64);
  check(d.lossy64);
  EXPECT_EQ(d.validate(nullptr, 0), 1);
  if (d.length32) {
    EXPECT_EQ(d.length32(nullptr, 0), 0u);
  }
  if (d.length16) {
    EXPECT_EQ(d.length16(nullptr, 0), 0u);
  }
}

// The result of a stream for units in chunks of `step`, with an empty chunk
// after each. It is the first result that is not OK.
Outcome stream_through(const placemat_decoder& d, void* stream, const Units& units,
                       std::size_t step) {
  Outcome total{{PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN}, {}, false};
  std::vector<std::uint32_t> out(units.size() + PLACEMAT_MAX_SEQUENCE);
  const auto take = [&](const placemat_result& result) {
    total.values.insert(total.values.end(), out.begin(),
                        out.begin() + static_cast<std::ptrdiff_t>(result.written));
    if (total.result.status == PLACEMAT_OK) total.result = result;
  };
  placemat_result result;
  for (std::size_t at = 0; at < units.size(); at += step) {
    const std::size_t size = std::min(step, units.size() - at);
    const Exact chunk({units.begin() + static_cast<std::ptrdiff_t>(at),
                       units.begin() + static_cast<std::ptrdiff_t>(at + size)});
    d.stream_push(stream, chunk.data.get(), size, out.data(), size + PLACEMAT_MAX_SEQUENCE,
                  &result);
    take(result);
    d.stream_push(stream, nullptr, 0, out.data(), PLACEMAT_MAX_SEQUENCE, &result);
    take(result);
  }
  d.stream_finish(stream, out.data(), PLACEMAT_MAX_SEQUENCE, &result);
  take(result);
  return total;
}

TEST_P(Decoders, LossyStreamEqualsWhole) {
  if (d.stream_open == nullptr) GTEST_SKIP() << "not claimed";
  // One stream for all rows: finishing leaves it as new.
  const std::unique_ptr<void, void (*)(void*)> stream(d.stream_open(1), d.stream_close);
  ASSERT_NE(stream, nullptr);
  for_each_placed_row([&](const Row&, const Placed& placed) {
    for (const std::size_t step : {1u, 2u, 3u, 4u, 7u, 1000u}) {
      const Outcome outcome = stream_through(d, stream.get(), placed.units, step);
      EXPECT_EQ(outcome.result.status, std::uint32_t{PLACEMAT_OK});
      EXPECT_THAT(outcome.values, ElementsAreArray(placed.lossy)) << "in chunks of " << step;
    }
  });
}

TEST_P(Decoders, StrictStreamEqualsWhole) {
  if (d.stream_open == nullptr) GTEST_SKIP() << "not claimed";
  const std::unique_ptr<void, void (*)(void*)> stream(d.stream_open(0), d.stream_close);
  ASSERT_NE(stream, nullptr);
  for_each_placed_row([&](const Row& row, const Placed& placed) {
    for (const std::size_t step : {1u, 2u, 3u, 4u, 7u, 1000u}) {
      const Outcome outcome = stream_through(d, stream.get(), placed.units, step);
      EXPECT_THAT(outcome.values, ElementsAreArray(placed.strict)) << "in chunks of " << step;
      check_status(d, row, placed, outcome.result);
    }
  });
}

TEST_P(Decoders, StreamKeepsItsErrorUntilReset) {
  if (d.stream_open == nullptr) GTEST_SKIP() << "not claimed";
  const std::unique_ptr<void, void (*)(void*)> stream(d.stream_open(0), d.stream_close);
  std::uint32_t out[64];
  placemat_result result;
  const std::uint8_t fine[] = {0x61, 0x62};
  for (const Row& row : GetParam().rows) {
    if (row.kind != Row::Kind::kIllFormed) continue;
    SCOPED_TRACE(row.hex);
    const Units units = units_of(row.hex);
    d.stream_push(stream.get(), units.data(), units.size(), out, 64, &result);
    if (result.status == PLACEMAT_OK) {  // known only at the end of the input
      d.stream_reset(stream.get());
      continue;
    }
    for (int again = 0; again < 2; ++again) {
      d.stream_push(stream.get(), fine, 2, out, 64, &result);
      EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_ILL_FORMED});
      EXPECT_EQ(result.error_offset, row.offset);
      EXPECT_EQ(result.written, 0u);
    }
    d.stream_reset(stream.get());
    d.stream_push(stream.get(), fine, 2, out, 64, &result);
    EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_OK});
    EXPECT_EQ(result.written, 2u);
    d.stream_reset(stream.get());
  }
}

// Every value to 10FFFF, then around every power of two and every limit that a
// historic form has.
Values sampled_values() {
  Values values;
  for (std::uint64_t value = 0; value <= 0x10FFFF; ++value) values.push_back(value);
  for (unsigned bits = 21; bits < 64; ++bits)
    for (std::uint64_t around = (std::uint64_t{1} << bits) - 3;
         around <= (std::uint64_t{1} << bits) + 3; ++around)
      values.push_back(around);
  for (const std::uint64_t limit : {0x2082080ull, 0x38E2Eull, 0x7FFFFFFFull})
    for (std::uint64_t value = limit - 3; value <= limit + 3; ++value) values.push_back(value);
  for (std::uint64_t value = 0x110000; value < 0x80000000; value += 9973) values.push_back(value);
  for (std::uint64_t value = 0x80000000; value < 0x40000000000; value += 99999989)
    values.push_back(value);
  return values;
}

TEST_P(Decoders, EncodesWhatItDecodes) {
  if (d.encode == nullptr) GTEST_SKIP() << "not claimed";
  std::size_t round_trips = 0;
  for (const std::uint64_t value : sampled_values()) {
    std::uint8_t out[PLACEMAT_MAX_SEQUENCE + 1];
    out[PLACEMAT_MAX_SEQUENCE] = 0xA5;
    const std::size_t length = d.encode(value, out);
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    const bool has_form = value <= GetParam().highest && (GetParam().surrogates || !surrogate);
    ASSERT_EQ(length > 0, has_form) << std::hex << value;
    ASSERT_EQ(out[PLACEMAT_MAX_SEQUENCE], 0xA5);
    if (!has_form) continue;
    placemat_result result;
    std::uint64_t decoded = ~std::uint64_t{0};
    if (d.strict64) {
      d.strict64(out, length, &decoded, 1, &result);
    } else {
      std::uint32_t narrow = 0;
      d.strict32(out, length, &narrow, 1, &result);
      decoded = narrow;
    }
    ASSERT_EQ(result.status, std::uint32_t{PLACEMAT_OK}) << std::hex << value;
    ASSERT_EQ(decoded, value) << std::hex << value;
    ++round_trips;
  }
  EXPECT_GE(round_trips, std::min<std::uint64_t>(GetParam().highest, 0x10FFFF) - 2047);
}

// A well-formed row of a dialect without overlong forms encodes to itself.
TEST_P(Decoders, EncodesTheTable) {
  if (d.encode == nullptr) GTEST_SKIP() << "not claimed";
  for (const Row& row : GetParam().rows) {
    if (row.kind != Row::Kind::kWellFormed) continue;
    Units encoded;
    for (const std::uint64_t value : row.lossy) {
      std::uint8_t out[PLACEMAT_MAX_SEQUENCE];
      const std::size_t length = d.encode(value, out);
      encoded.insert(encoded.end(), out, out + length);
    }
    const Units units = units_of(row.hex);
    if (encoded.size() < units.size() && std::string(d.dialect) == "utf-8-lenient21")
      continue;  // the row is overlong
    EXPECT_EQ(encoded, units) << row.hex;
  }
}

INSTANTIATE_TEST_SUITE_P(Scalar, Decoders, ::testing::ValuesIn(subjects()),
                         [](const auto& info) { return std::string(info.param.decoder->name); });

}  // namespace
