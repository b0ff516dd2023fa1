// tutorial_lenient: the decoder of many tutorials, which tests the bit patterns
// 0, 110 10, 1110 10 10, 11110 10 10 10 and nothing else: overlong forms,
// surrogates and all values up to 1FFFFF pass. It must not know Table 3-7,
// because it is right in its own dialect and wrong as UTF-8.
//
// Provenance: no single one; the pattern table that goes back to RFC 2279 cut
// at four units, as copied in articles in many languages.
//
// Deviations from its source:
//   1. Tutorials replace one unit and continue behind it. Here a lead with the
//      continuation units that fit its announced length is one U+FFFD, so that
//      the count has a policy with a name.
//   2. Tutorials' encoders write U+FFFD for a value above 1FFFFF; this one
//      writes nothing, so that the caller sees the refusal.
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_tutorial_lenient;

namespace {

template <class Words>
struct Tutorial {
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using U32 = typename Words::U32;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;

  static constexpr U32 announced(U32 lead) {
    if ((lead & 0x80) == 0x00) return 1;
    if ((lead & 0xE0) == 0xC0) return 2;
    if ((lead & 0xF0) == 0xE0) return 3;
    if ((lead & 0xF8) == 0xF0) return 4;
    return 0;
  }

  static Decoded decode_one(Text text) {
    const U32 length = announced(text[0]);
    if (length == 0) return Decoded::ill_formed(1);
    if (length == 1) return Decoded::of(text[0], 1);
    U32 value = text[0] & (0x7Fu >> length);
    for (U32 i = 1; i < length; ++i) {
      if (text.size() == i) return Decoded::incomplete(i);
      if ((text[i] & 0xC0) != 0x80) return Decoded::ill_formed(i);
      value = value << 6 | (text[i] & 0x3F);
    }
    return Decoded::of(value, length);
  }

  template <class Out>
  static Size encode(U64 value, const Out& out) {
    if (value > 0x1FFFFF) return 0;
    if (value < 0x80) {
      out(0, value);
      return 1;
    }
    const std::size_t length = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    for (std::size_t i = length - 1; i > 0; --i) {
      out(i, 0x80 | (value & 0x3F));
      value = value >> 6;
    }
    out(0, (0xF0u << (4 - length) & 0xFF) | value);
    return length;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_tutorial_lenient =
    placemat::adapted<Tutorial<placemat::MachineWords>, placemat::OutputWidth::k32>({
        .name = "tutorial_lenient",
        .origin = "the tutorials' decoder: bit patterns only, 21 bits",
        .dialect = "utf-8-lenient21",
        .encode = placemat::encode_by<Tutorial<placemat::MachineWords>>,
    });
