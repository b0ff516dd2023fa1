// rejects_valid.cc: Decoders that refuse well-formed input.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// E0 A0 80 is the lower corner of its row of Table 3-7, and is refused as overlong.
struct RejectsE0A0 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool overlong = is_value(d) && d.length == 3 && d.value <= 0x800;
    return overlong ? Decoded::ill_formed(3) : d;
  }
};

// The helper that returns the payload of a continuation unit returns 0 for failure, and 80 has
// the payload 0.
std::uint64_t payload_or_zero(std::uint8_t unit) {
  return is_continuation(unit) ? unit & 0x3Fu : 0;
}

struct RejectsContinuation80 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_value(d) || d.length == 1) return d;
    return payload_or_zero(at[d.length - 1]) == 0 ? Decoded::ill_formed(d.length) : d;
  }
};

// A bounds check copied from the branch for three units. At the end of the input the sequence
// becomes two errors.
struct RejectsLastTwoUnit {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (is_value(d) && d.length == 2 && end - at < 3) return Decoded::ill_formed(1);
    return d;
  }
};

// A suite that tests only the output to UTF-32 misses the fault.
struct BmpOnly {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value > kLastBmp ? Decoded::ill_formed(d.length) : d;
  }
};

// The mask of a continuation unit has one bit too many.
int validate_rejects_masked_continuation(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    if (d.length == 3 && (in[at + 2] & 0xE0) != 0x80) return 0;
    at += d.length;
  }
  return 1;
}

// NULL is taken for a missing argument, but an empty view or vector has no other address.
int validate_rejects_empty_at_null(const std::uint8_t* in, std::size_t length) {
  return in == nullptr ? 0 : Base::validate(in, length);
}

constexpr Row kRows[] = {
    {
        .name = "sab_rejects_e0_a0",
        .relatives = "Apache log4cxx, 2026",
        .planted = "the shortest-form test of three units is <= 800 instead of < 800, so U+0800 is "
                   "refused",
        .kind = "rejects-well-formed",
        .probes = {{"strict32", "E0 A0 80", "ok 800", "ill 0 3"},
                   {"strict32", "E0 A0 81", "ok 801"}},
        .base = filled<RejectsE0A0>,
    },
    {
        .name = "sab_rejects_continuation_80",
        .relatives = "AMP HTML validator, 2020",
        .planted =
            "a last continuation unit of 80 is refused, because its payload 0 also means failure",
        .kind = "rejects-well-formed",
        .probes = {{"strict32", "C3 80", "ok C0", "ill 0 2"}, {"strict32", "E2 80 81", "ok 2001"}},
        .base = filled<RejectsContinuation80>,
    },
    {
        .name = "sab_rejects_last_two_unit",
        .relatives = "RAD Debugger, 2024",
        .planted = "the two-unit branch requires three available units, so C3 B1 at the end of the "
                   "input is refused",
        .kind = "rejects-well-formed",
        .probes = {{"lossy32", "C3 B1", "ok F1", "ok FFFD FFFD"},
                   {"strict32", "C3 B1 41", "ok F1 41"}},
        .base = filled<RejectsLastTwoUnit>,
    },
    {
        .name = "sab_rejects_pair_in_utf16",
        .relatives = "Microsoft STL codecvt, 2022",
        .planted = "strict decoding to UTF-16 refuses every value that needs a surrogate pair",
        .kind = "rejects-well-formed",
        .probes = {{"strict16", "F0 A0 82 8A", "ok D840 DC8A", "ill 0 4"},
                   {"strict32", "F0 A0 82 8A", "ok 2008A"}},
        .patch =
            [](placemat_decoder& d) { d.strict16 = PerCharacter<BmpOnly>::strict<std::uint16_t>; },
        .ordinary = "supplementary",
    },
    {
        .name = "sab_rejects_masked_continuation",
        .relatives = "GmSSL, 2026 (every continuation unit there)",
        .planted = "validate tests the last of three units under the mask E0 instead of C0, so "
                   "A0..BF are refused there",
        .kind = "rejects-well-formed",
        .probes = {{"validate", "E4 B8 AD", "yes", "no"}, {"validate", "E4 B8 9F C3 A9", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_rejects_masked_continuation; },
        .ordinary = "validate",
    },
    {
        .name = "sab_rejects_empty_at_null",
        .relatives = "none known; the argument check of many C interfaces",
        .planted = "validate refuses an empty input whose address is NULL",
        .kind = "rejects-well-formed",
        .probes = {{"validate", "NULL", "yes", "no"}, {"validate", "", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_rejects_empty_at_null; },
    },
};
constinit const Decoders kDecoders("rejects-valid", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_rejects_valid;
constinit const Class placemat_saboteurs_rejects_valid{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
