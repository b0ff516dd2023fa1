// extended_42bit: the pattern of UTF-8 carried on past six units: FE announces
// seven units (36 payload bits), FF eight (42 bits), and neither lead carries
// payload. Only the shortest form is well-formed. It must not know Unicode's
// limits: surrogates and values above 10FFFF are values.
//
// Provenance: the extension that has been described on paper since RFC 2279
// left FE and FF unused; no encoder in use writes it (Perl's FF has 13 units).
//
// Deviations from its source:
//   1. The descriptions say nothing about errors. Here a prefix that no shortest
//      form starts with ends at its last good unit (D93b's maximal subpart,
//      applied to this form), and is one U+FFFD.
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_extended_42bit;

namespace {

struct Row {
  std::uint8_t first_lead, last_lead;
  std::size_t length;
  std::uint64_t minimum, maximum;
};
constexpr Row kRows[] = {
    {0x00, 0x7F, 1, 0x0, 0x7F},
    {0xC0, 0xDF, 2, 0x80, 0x7FF},
    {0xE0, 0xEF, 3, 0x800, 0xFFFF},
    {0xF0, 0xF7, 4, 0x10000, 0x1FFFFF},
    {0xF8, 0xFB, 5, 0x200000, 0x3FFFFFF},
    {0xFC, 0xFD, 6, 0x4000000, 0x7FFFFFFF},
    {0xFE, 0xFE, 7, 0x80000000, 0xFFFFFFFFF},
    {0xFF, 0xFF, 8, 0x1000000000, 0x3FFFFFFFFFF},
};

template <class Words>
struct Extended {
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;

  static Decoded decode_one(Text text) {
    for (const Row& row : kRows) {
      if (text[0] >= row.first_lead && text[0] <= row.last_lead) return sequence(row, text);
    }
    return Decoded::ill_formed(1);
  }

  static Decoded sequence(const Row& row, Text text) {
    const Size length = row.length;
    U64 value = U64(text[0]) - row.first_lead;
    for (Size i = 1;; ++i) {
      // The largest value that this prefix can start. If that value has a shorter
      // form, the prefix ends before its last unit; for C0 and C1, only the lead is
      // ill-formed.
      const U64 largest = ((value + 1) << (length - i) * 6) - 1;
      if (largest < row.minimum) {
        if (i > 1) return Decoded::ill_formed(i - 1);
        return Decoded::ill_formed(1);
      }
      if (i == length) return Decoded::of(value, i);
      if (i == text.size()) return Decoded::incomplete(i);
      if ((text[i] & 0xC0) != 0x80) return Decoded::ill_formed(i);
      value = value << 6 | (text[i] & 0x3F);
    }
  }

  template <class Out>
  static Size encode(U64 value, const Out& out) {
    for (const Row& row : kRows) {
      if (value > row.maximum) continue;
      for (std::size_t i = row.length - 1; i > 0; --i) {
        out(i, 0x80 | (value & 0x3F));
        value = value >> 6;
      }
      out(0, row.first_lead + value);
      return row.length;
    }
    return 0;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_extended_42bit =
    placemat::adapted<Extended<placemat::MachineWords>, placemat::OutputWidth::k64>({
        .name = "extended_42bit",
        .origin = "UTF-8's pattern carried on: FE leads 7 units, FF leads 8",
        .dialect = "utf-8-extended",
        .encode = placemat::encode_by<Extended<placemat::MachineWords>>,
    });
