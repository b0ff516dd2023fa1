// utf_1: UTF-1, the transformation format that ISO 10646-1:1993 Annex G had
// before UTF-8: a mixed radix of 190, found by division, over the units that
// are not control characters. It must not know UTF-8.
//
// Provenance: ISO/IEC 10646-1:1993 Annex G. With BE = 190:
//           0 .. 9F          the value itself
//          A0 .. FF          A0, value
//         100 .. 4015        y = value - 100:    A1 + y/BE, T(y%BE)
//        4016 .. 38E2D       y = value - 4016:   F6 + y/BE^2, two T
//       38E2E .. 7FFFFFFF    y = value - 38E2E:  FC + y/BE^4, four T
//
// Deviations from its source:
//   1. Annex G says nothing about errors. Here a prefix that no sequence up to
//      7FFFFFFF starts with ends at its last good unit (D93b's maximal subpart,
//      applied to this form), is one U+FFFD, and the unit that did not fit is
//      decoded again.
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_utf_1;

namespace {

using placemat::Decoded;

constexpr std::uint64_t kRadix = 190;
constexpr std::uint64_t kMaximum = 0x7FFFFFFF;

// T spreads 0..BD over the units that may trail (21..7E, A0..FF), and BE..FF
// over those that may not, so that it has an inverse on all 256.
constexpr std::uint8_t trailing_of(std::uint64_t z) {
  if (z <= 0x5D) return static_cast<std::uint8_t>(z + 0x21);
  if (z <= 0xBD) return static_cast<std::uint8_t>(z + 0x42);
  if (z <= 0xDE) return static_cast<std::uint8_t>(z - 0xBE);
  return static_cast<std::uint8_t>(z - 0x60);
}
constexpr std::uint64_t digit_of(std::uint8_t trailing) {
  if (trailing <= 0x20) return trailing + 0xBEu;
  if (trailing <= 0x7E) return trailing - 0x21u;
  if (trailing <= 0x9F) return trailing + 0x60u;
  return trailing - 0x42u;
}
constexpr bool inverse_holds() {
  for (std::uint64_t z = 0; z <= 0xFF; ++z)
    if (digit_of(trailing_of(z)) != z) return false;
  return true;
}
static_assert(inverse_holds());

struct Row {
  std::uint8_t first_lead, last_lead;
  std::size_t length;
  std::uint64_t minimum;
};
constexpr Row kRows[] = {
    {0xA1, 0xF5, 2, 0x100},
    {0xF6, 0xFB, 3, 0x4016},
    {0xFC, 0xFF, 5, 0x38E2E},
};

constexpr std::uint64_t power(std::size_t exponent) {
  std::uint64_t result = 1;
  while (exponent-- > 0) result *= kRadix;
  return result;
}

struct Utf1 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto available = static_cast<std::size_t>(end - at);
    if (*at <= 0x9F) return Decoded::of(*at, 1);
    if (*at == 0xA0) {
      if (available < 2) return Decoded::incomplete(1);
      return at[1] >= 0xA0 ? Decoded::of(at[1], 2) : Decoded::ill_formed(1);
    }
    const Row* row = kRows;
    while (*at > row->last_lead) ++row;
    return sequence(*row, at, available);
  }

  static Decoded sequence(const Row& row, const std::uint8_t* at, std::size_t available) {
    // The value if all missing digits are zero. Above the maximum, the prefix has
    // no completion (the leads FE and FF start there).
    std::uint64_t value =
        row.minimum + (std::uint64_t{at[0]} - row.first_lead) * power(row.length - 1);
    if (value > kMaximum) return Decoded::ill_formed(1);
    for (std::size_t i = 1; i < row.length; ++i) {
      if (i == available) return Decoded::incomplete(i);
      const std::uint64_t digit = digit_of(at[i]);
      if (digit >= kRadix) return Decoded::ill_formed(i);
      value += digit * power(row.length - 1 - i);
      if (value > kMaximum) return Decoded::ill_formed(i);
    }
    return Decoded::of(value, row.length);
  }
};

std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  if (value > kMaximum) return 0;
  if (value <= 0x9F) {
    out[0] = static_cast<std::uint8_t>(value);
    return 1;
  }
  if (value <= 0xFF) {
    out[0] = 0xA0;
    out[1] = static_cast<std::uint8_t>(value);
    return 2;
  }
  const Row& row = value <= 0x4015 ? kRows[0] : value <= 0x38E2D ? kRows[1] : kRows[2];
  std::uint64_t y = value - row.minimum;
  for (std::size_t i = row.length - 1; i > 0; --i) {
    out[i] = trailing_of(y % kRadix);
    y /= kRadix;
  }
  out[0] = static_cast<std::uint8_t>(row.first_lead + y);
  return row.length;
}

}  // namespace

constinit const placemat_decoder placemat_decoder_utf_1 =
    placemat::adapted<Utf1, placemat::OutputWidth::k32>({
        .name = "utf_1",
        .origin = "UTF-1 of ISO 10646-1:1993 Annex G: radix 190, by division",
        .dialect = "utf-1",
        .encode = encode,
    });
