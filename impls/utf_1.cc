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

constexpr std::uint64_t kRadix = 190;
constexpr std::uint64_t kMaximum = 0x7FFFFFFF;

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

// T spreads the digits 0..BD over the units that may trail: 21..7E, A0..FF.
template <class Words>
constexpr typename Words::U64 trailing_of(typename Words::U64 digit) {
  using U64 = typename Words::U64;
  return Words::template select<U64>(digit <= 0x5D, digit + 0x21, digit + 0x42);
}

// As D::encode of adapt.h.
template <class Words, class Out>
constexpr typename Words::Size encoded(typename Words::U64 value, const Out& out) {
  using U64 = typename Words::U64;
  if (value > kMaximum) return 0;
  if (value <= 0x9F) {
    out(0, value);
    return 1;
  }
  if (value <= 0xFF) {
    out(0, 0xA0);
    out(1, value);
    return 2;
  }
  const Row& row = value <= 0x4015 ? kRows[0] : value <= 0x38E2D ? kRows[1] : kRows[2];
  U64 rest = value - row.minimum;
  for (std::size_t i = row.length - 1; i > 0; --i) {
    const auto [quotient, digit] = Words::divide(rest, kRadix);
    out(i, trailing_of<Words>(digit));
    rest = quotient;
  }
  out(0, row.first_lead + rest);
  return row.length;
}

// The sequence of the largest value. Digits grow with the units that stand for
// them, so a sequence of this length has a larger value exactly where its first
// unit that differs is larger.
constexpr auto kLast = [] {
  std::array<std::uint8_t, 5> units{};
  encoded<placemat::MachineWords>(kMaximum, [&units](std::size_t place, std::uint64_t unit) {
    units[place] = static_cast<std::uint8_t>(unit);
  });
  return units;
}();

template <class Words>
struct Utf1 {
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;

  static Decoded decode_one(Text s) {
    const U64 lead = s[0];
    if (lead <= 0x9F) return Decoded::of(lead, 1);
    if (lead == 0xA0) {
      if (s.size() < 2) return Decoded::incomplete(1);
      const U64 second = s[1];
      if (second < 0xA0) return Decoded::ill_formed(1);
      return Decoded::of(second, 2);
    }
    for (const Row& row : kRows) {
      if (lead <= row.last_lead) return sequence(s, row);
    }
    return Decoded::ill_formed(1);
  }

  static Decoded sequence(Text s, const Row& row) {
    const U64 lead = s[0];
    bool is_last = false;  // so far, the units are those of kLast
    if (row.length == kLast.size()) {
      if (lead > kLast[0]) return Decoded::ill_formed(1);
      is_last = bool(lead == kLast[0]);
    }
    U64 value = row.minimum + (lead - row.first_lead) * power(row.length - 1);
    for (std::size_t i = 1; i < row.length; ++i) {
      if (s.size() == i) return Decoded::incomplete(i);
      const U64 unit = s[i];
      if (unit < 0x21) return Decoded::ill_formed(i);
      if (unit > 0x7E && unit < 0xA0) return Decoded::ill_formed(i);
      if (is_last) {
        if (unit > kLast[i]) return Decoded::ill_formed(i);
        is_last = bool(unit == kLast[i]);
      }
      const U64 weight = power(row.length - 1 - i);
      if (unit <= 0x7E) {
        value = value + (unit - 0x21) * weight;
      } else {
        value = value + (unit - 0x42) * weight;
      }
    }
    return Decoded::of(value, row.length);
  }

  template <class Out>
  static Size encode(U64 value, const Out& out) {
    return encoded<Words>(value, out);
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_utf_1 =
    placemat::adapted<Utf1<placemat::MachineWords>, placemat::OutputWidth::k32>({
        .name = "utf_1",
        .origin = "UTF-1 of ISO 10646-1:1993 Annex G: radix 190, by division",
        .dialect = "utf-1",
        .encode = placemat::encode_by<Utf1<placemat::MachineWords>>,
    });
