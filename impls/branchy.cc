// branchy: UTF-8 by nested comparisons, one branch for each row of Table 3-7
// (Unicode 3.9). It is the plain decoder of the set, without table or state. It
// must not know anything but the interface.
//
// Provenance: written for this suite from Table 3-7; RFC 3629 section 4 has the
// same rows as ABNF. Replacement follows D93b and WHATWG Encoding 8.1.1: one
// U+FFFD for each maximal subpart.
//
// Deviations from its source:
//   1. none: Table 3-7 is the whole of it.
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_branchy;

namespace {

template <class Words>
struct Branchy {
  using U32 = typename Words::U32;
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;

  static constexpr bool continues(U32 unit) { return unit >= 0x80 && unit <= 0xBF; }
  static constexpr U32 payload(U32 unit) { return unit & 0x3F; }

  static Decoded decode_one(Text text) {
    const U32 lead = text[0];
    if (lead <= 0x7F) return Decoded::of(lead, 1);
    if (lead <= 0xC1) return Decoded::ill_formed(1);  // continuation; C0, C1 only overlong
    if (lead <= 0xDF) return two_units(text);
    if (lead <= 0xEF) {
      if (lead == 0xE0) return three_units(text, 0xA0, 0xBF);  // below: overlong
      if (lead == 0xED) return three_units(text, 0x80, 0x9F);  // above: surrogates
      return three_units(text, 0x80, 0xBF);
    }
    if (lead <= 0xF4) {
      if (lead == 0xF0) return four_units(text, 0x90, 0xBF);  // below: overlong
      if (lead == 0xF4) return four_units(text, 0x80, 0x8F);  // above: beyond 10FFFF
      return four_units(text, 0x80, 0xBF);
    }
    return Decoded::ill_formed(1);
  }

  static Decoded two_units(Text text) {
    if (text.size() < 2) return Decoded::incomplete(1);
    if (!continues(text[1])) return Decoded::ill_formed(1);
    return Decoded::of((text[0] & 0x1F) << 6 | payload(text[1]), 2);
  }

  // `first`..`last`: the second unit, which is where the rows of Table 3-7 differ.
  static Decoded three_units(Text text, U32 first, U32 last) {
    if (text.size() < 2) return Decoded::incomplete(1);
    if (text[1] < first || text[1] > last) return Decoded::ill_formed(1);
    if (text.size() < 3) return Decoded::incomplete(2);
    if (!continues(text[2])) return Decoded::ill_formed(2);
    return Decoded::of((text[0] & 0x0F) << 12 | payload(text[1]) << 6 | payload(text[2]), 3);
  }

  static Decoded four_units(Text text, U32 first, U32 last) {
    if (text.size() < 2) return Decoded::incomplete(1);
    if (text[1] < first || text[1] > last) return Decoded::ill_formed(1);
    if (text.size() < 3) return Decoded::incomplete(2);
    if (!continues(text[2])) return Decoded::ill_formed(2);
    if (text.size() < 4) return Decoded::incomplete(3);
    if (!continues(text[3])) return Decoded::ill_formed(3);
    return Decoded::of(
        (text[0] & 0x07) << 18 | payload(text[1]) << 12 | payload(text[2]) << 6 | payload(text[3]),
        4);
  }

  template <class Out>
  static Size encode(U64 value, const Out& out) {
    const auto unit = [value](unsigned mark, unsigned shift, unsigned mask) {
      return mark | (value >> shift & mask);
    };
    if (value <= 0x7F) {
      out(0, unit(0x00, 0, 0x7F));
      return 1;
    }
    if (value <= 0x7FF) {
      out(0, unit(0xC0, 6, 0x1F));
      out(1, unit(0x80, 0, 0x3F));
      return 2;
    }
    if (value <= 0xFFFF) {
      if (value >= 0xD800 && value <= 0xDFFF) return 0;  // not scalar values (D76, D92)
      out(0, unit(0xE0, 12, 0x0F));
      out(1, unit(0x80, 6, 0x3F));
      out(2, unit(0x80, 0, 0x3F));
      return 3;
    }
    if (value > 0x10FFFF) return 0;
    out(0, unit(0xF0, 18, 0x07));
    out(1, unit(0x80, 12, 0x3F));
    out(2, unit(0x80, 6, 0x3F));
    out(3, unit(0x80, 0, 0x3F));
    return 4;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_branchy =
    placemat::adapted<Branchy<placemat::MachineWords>>({
        .name = "branchy",
        .origin = "nested comparisons, one branch for each row of Table 3-7",
        .encode = placemat::encode_by<Branchy<placemat::MachineWords>>,
    });
