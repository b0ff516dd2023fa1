// wrong_code_point.cc: Decoders with the right verdict and a wrong value.
#include <utility>

#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// A supplementary character loses its top bits and becomes a BMP character, which may be an ASCII
// metacharacter.
struct SixteenBitAccumulator {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    d.value = static_cast<std::uint16_t>(d.value);
    return d;
  }
};

// The mask of another kind of lead: a two-unit lead loses the highest of its five bits.
struct TwoUnitLeadMask {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    if (is_value(d) && d.length == 2) d.value &= ~std::uint64_t{0x400};
    return d;
  }
};

// One lead of fifty-one gives wrong values, and only for odd second units.
struct WrongValueEd81 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    if (is_value(d) && *at == 0xED) d.value &= ~std::uint64_t{0x40};
    return d;
  }
};

// Branchless stepping selects "first unit" or "one more unit" with the mask state | -state, which
// is all ones only for odd states. It lacks one bit after E0 and F1..F3 and two after ED, so that
// 395,776 of 1,112,064 scalar values are wrong.

// The state numbers after each kind of lead. The others are odd, and 1 stands for them.
std::uint32_t state_after(std::uint8_t lead) {
  if (lead == 0xE0) return 2;
  if (lead == 0xED) return 4;
  if (UnitRange{0xF1, 0xF3}.contains(lead)) return 6;
  return 1;
}

struct HoehrmannArithmetic {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    if (!is_value(d) || d.length == 1) return d;
    const std::uint32_t state = state_after(*at);
    const std::uint32_t mask = state | (0u - state);
    const std::uint32_t lost = at[1] & 0x3Fu & ~mask;
    d.value &= ~(std::uint64_t{lost} << 6 * (d.length - 2));
    return d;
  }
};

// One of 1,112,064 scalar values, away from every boundary: it measures whether a suite tests all
// of them.
constexpr std::uint64_t kWrong = 0x7B2C;

struct OneScalarWrong {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    if (d.value == kWrong) ++d.value;
    return d;
  }
};

// The output to UTF-32 is right (Unicode 3.9 D91 states the order).
void swap_pairs(std::uint16_t* out, std::size_t written) {
  for (std::size_t i = 0; i + 1 < written; ++i) {
    const bool high = (out[i] & 0xFC00) == 0xD800;
    if (!high) continue;
    std::swap(out[i], out[i + 1]);
    ++i;
  }
}

void strict16_utf16_pair_swapped(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                 std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  swap_pairs(out, result->written);
}

void lossy16_utf16_pair_swapped(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  swap_pairs(out, result->written);
}

// The limit of the one-unit form is written < FFFF instead of <= FFFF (Unicode 3.9 D91), so that
// the pair arithmetic underflows.
void strict16_utf16_ffff_pair(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                              std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return Base::strict(in, length, out, capacity, result);
    const bool pair = !(d.value < kLastBmp);
    if (capacity - result->written < (pair ? 2u : 1u)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    const auto above = static_cast<std::uint32_t>(d.value) - 0x10000u;
    if (pair) out[result->written++] = static_cast<std::uint16_t>(0xD800u + (above >> 10));
    out[result->written++] = static_cast<std::uint16_t>(pair ? 0xDC00u + (above & 0x3FF) : d.value);
    at += d.length;
  }
}

// The bound of the two-unit form is written <= 800 instead of <= 7FF, and the lead overflows into
// that of three units.
std::size_t encode_off_by_one(std::uint64_t value, std::uint8_t* out) {
  const bool two_units = 0x80 <= value && value <= 0x800;
  if (!two_units) return encode(value, out);
  out[0] = static_cast<std::uint8_t>(0xC0 | value >> 6);
  out[1] = static_cast<std::uint8_t>(0x80 | (value & 0x3F));
  return 2;
}

// The parameter has 32 bits.
std::size_t encode_low_32_bits(std::uint64_t value, std::uint8_t* out) {
  return encode(static_cast<std::uint32_t>(value), out);
}

// Pairs are made in two places, one with and one without capacity checks, and the mask of the
// second is too narrow. With exact capacity the fast path is never taken.
void lossy16_room_low_surrogate(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  if (capacity < length) return;
  constexpr std::uint16_t kHighOfPlane16 = 0xDBC0, kTenthBit = 0x200;
  for (std::size_t i = 1; i < result->written; ++i)
    if (out[i - 1] >= kHighOfPlane16 && out[i - 1] <= 0xDBFF)
      out[i] = static_cast<std::uint16_t>(out[i] & ~kTenthBit);
}

// A decoder of text that also normalises one pair: A and U+0308 become A and U+00C4.
void lossy32_composes_a_diaeresis(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                  std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  for (std::size_t i = 0; i + 1 < result->written; ++i) {
    if (out[i] == 'A' && out[i + 1] == 0x308) out[i + 1] = 0xC4;
  }
}

// One character is wrong where U+FFFD stands before it.
void lossy32_wrong_after_fffd(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                              std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  for (std::size_t i = 1; i < result->written; ++i) {
    if (out[i - 1] == kReplacement && out[i] == kWrong) ++out[i];
  }
}

constexpr Row kRows[] = {
    {
        .name = "sab_sixteen_bit_accumulator",
        .relatives = "PHP before 5.2.11, 2009 (CVE-2009-5016)",
        .planted = "the value is collected in 16 bits, so F0 90 80 BC (U+1003C) decodes to U+003C",
        .kind = "wrong-value",
        .probes = {{"strict32", "F0 90 80 BC", "ok 1003C", "ok 3C"},
                   {"strict32", "EF BF BF", "ok FFFF"}},
        .base = filled<SixteenBitAccumulator>,
        .ordinary = "supplementary",
    },
    {
        .name = "sab_two_unit_lead_mask",
        .relatives = "notepack.io, 2018",
        .planted = "a lead of two units is masked with 0F instead of 1F, so D0 96 (U+0416) decodes "
                   "to U+0016",
        .kind = "wrong-value",
        .probes = {{"strict32", "D0 96", "ok 416", "ok 16"}, {"strict32", "C3 A9", "ok E9"}},
        .base = filled<TwoUnitLeadMask>,
        .ordinary = "cyrillic",
    },
    {
        .name = "sab_wrong_value_ed81",
        .relatives = "hoehrmann/utf-8-misc arithmetic stepping, 2018 (one of its leads)",
        .planted = "the lowest payload bit of the unit after ED is lost, so ED 81 80 (U+D040) "
                   "decodes to U+D000",
        .kind = "wrong-value",
        .probes = {{"strict32", "ED 81 80", "ok D040", "ok D000"},
                   {"strict32", "E0 A1 80", "ok 840"}},
        .base = filled<WrongValueEd81>,
    },
    {
        .name = "sab_hoehrmann_arithmetic",
        .relatives = "hoehrmann/utf-8-misc arithmetic stepping, 2018",
        .planted = "the mask inside a sequence is the state number or-ed with its negative instead "
                   "of all ones, so low bits of the second unit are lost after E0, ED, F1..F3",
        .kind = "wrong-value",
        .probes = {{"strict32", "E0 A1 80", "ok 840", "ok 800"},
                   {"strict32", "ED 83 80", "ok D0C0", "ok D000"},
                   {"strict32", "F1 81 80 80", "ok 41000", "ok 40000"},
                   {"strict32", "E0 A0 BF", "ok 83F"},
                   {"strict32", "F4 81 81 81", "ok 101041"}},
        .base = filled<HoehrmannArithmetic>,
    },
    {
        .name = "sab_one_scalar_wrong",
        .relatives = "GCC libcpp 3.4 to 4.4, 2009 (a single code point, U+FFFF)",
        .planted = "U+7B2C, and nothing else, decodes to U+7B2D",
        .kind = "wrong-value",
        .probes = {{"strict32", "E7 AC AC", "ok 7B2C", "ok 7B2D"},
                   {"strict32", "E7 AC AD", "ok 7B2D"}},
        .base = filled<OneScalarWrong>,
    },
    {
        .name = "sab_utf16_pair_swapped",
        .relatives = "JsonCpp, 2026 (a bogus surrogate pair)",
        .planted = "UTF-16 output has the low half of a surrogate pair before the high half",
        .kind = "wrong-value",
        .probes = {{"strict16", "F0 9F 98 80", "ok D83D DE00", "ok DE00 D83D"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict16 = strict16_utf16_pair_swapped;
              d.lossy16 = lossy16_utf16_pair_swapped;
            },
        .ordinary = "supplementary",
    },
    {
        .name = "sab_utf16_ffff_pair",
        .relatives = "GCC libcpp 3.4 to 4.4, 2009",
        .planted = "strict decoding to UTF-16 writes U+FFFF as the pair D7FF DFFF",
        .kind = "wrong-value",
        .probes = {{"strict16", "EF BF BF", "ok FFFF", "ok D7FF DFFF"},
                   {"strict16", "EF BF BE", "ok FFFE"}},
        .patch = [](placemat_decoder& d) { d.strict16 = strict16_utf16_ffff_pair; },
    },
    {
        .name = "sab_encode_off_by_one",
        .relatives = "GCC libcpp 3.4 to 4.4, 2009; Apache log4cxx, 2026 (an inclusive bound "
                     "written as exclusive)",
        .planted = "the encoder writes U+0800 in two units, as E0 80",
        .kind = "wrong-encoding",
        .probes = {{"encode", "800", "E0 A0 80", "E0 80"},
                   {"encode", "7FF", "DF BF"},
                   {"encode", "801", "E0 A0 81"}},
        .patch = [](placemat_decoder& d) { d.encode = encode_off_by_one; },
    },
    {
        .name = "sab_encode_low_32_bits",
        .relatives = "none known",
        .planted = "the encoder drops all but the low 32 bits of a value",
        .kind = "wrong-encoding",
        .probes = {{"encode", "100000080", "", "C2 80"}, {"encode", "80000080", ""}},
        .patch = [](placemat_decoder& d) { d.encode = encode_low_32_bits; },
    },
    {
        .name = "sab_room_low_surrogate",
        .relatives = "JsonCpp, 2026 (a bogus surrogate pair, with any capacity there)",
        .planted = "with capacity for one value per unit, lossy decoding to UTF-16 keeps nine of "
                   "the ten bits of a low surrogate of plane 16",
        .kind = "wrong-value",
        .probes = {{"lossy16:4", "F4 80 88 80", "ok DBC0 DE00", "ok DBC0 DC00"},
                   {"lossy16:3", "F4 80 88 80", "ok DBC0 DE00"}},
        .patch = [](placemat_decoder& d) { d.lossy16 = lossy16_room_low_surrogate; },
    },
    {
        .name = "sab_composes_a_diaeresis",
        .relatives = "none known; text libraries that normalise do so by design",
        .planted = "lossy decoding to UTF-32 writes U+00C4 for a U+0308 that follows A",
        .kind = "wrong-value",
        .probes = {{"lossy32", "41 CC 88", "ok 41 308", "ok 41 C4"},
                   {"lossy32", "61 CC 88", "ok 61 308"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_composes_a_diaeresis; },
    },
    {
        .name = "sab_wrong_after_fffd",
        .relatives = "none known",
        .planted = "lossy decoding to UTF-32 gives U+7B2D for U+7B2C directly after U+FFFD",
        .kind = "wrong-value",
        .probes = {{"lossy32", "EF BF BD E7 AC AC", "ok FFFD 7B2C", "ok FFFD 7B2D"},
                   {"lossy32", "41 E7 AC AC", "ok 41 7B2C"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_wrong_after_fffd; },
    },
};
constinit const Decoders kDecoders("wrong-code-point", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_wrong_code_point;
constinit const Class placemat_saboteurs_wrong_code_point{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
