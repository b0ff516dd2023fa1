// accepts_overlong.cc: Decoders that accept an overlong form: a sequence longer than
// the shortest one for its value (Unicode 3.9 Table 3-7). An overlong slash or quote
// passes a filter that looks for the short form.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The form of the directory traversals: C0 AF is read as a slash.
struct OverlongC0 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xC0) return by_pattern(at, end, 2);
    return Honest::decode_one(at, end);
  }
};

// A half-fixed check: it refuses a lead whose payload is zero, which covers C0 and not C1.
struct OverlongC1 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool two_unit_lead = UnitRange{0xC0, 0xDF}.contains(*at);
    const bool payload_is_zero = (*at & 0x1F) == 0;
    if (two_unit_lead && !payload_is_zero) return by_pattern(at, end, 2);
    return Honest::decode_one(at, end);
  }
};

struct OverlongE0 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xE0) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

// The value is not checked again, so that encoded surrogates pass here too.
struct OverlongF0 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xF0) return by_pattern(at, end, 4);
    return Honest::decode_one(at, end);
  }
};

// The fast path skips capacity checks and decodes by bit pattern alone. With exact capacity it is
// never taken.
struct ByPattern {
  static constexpr Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    return *at == 0xE0 ? by_pattern(at, end, 3) : Honest::decode_one(at, end);
  }
};

void strict32_room_overlong_e0(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                               std::size_t capacity, placemat_result* result) {
  if (capacity < length) return Base::strict(in, length, out, capacity, result);
  PerCharacter<ByPattern>::strict(in, length, out, capacity, result);
}

// A run of two-unit characters is validated by its leads and the ends of the run alone.
int validate_run_of_two(const std::uint8_t* in, std::size_t length) {
  std::size_t before = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const std::size_t left = length - at;
    const bool is_inside = before == 2 && left >= 4 && in[at] == 0xC0 && in[at + 1] == 0x80 &&
                           Honest::decode_one(in + at + 2, in + length).length == 2;
    if (!is_value(d) && !is_inside) return 0;
    before = is_inside ? 2 : d.length;
    at += before;
  }
  return 1;
}

constexpr Row kRows[] = {
    {
        .name = "sab_overlong_c0",
        .relatives =
            "Microsoft IIS 4/5, 2000 (CVE-2000-0884); Sun JRE under Tomcat, 2008 (CVE-2008-2938)",
        .planted = "C0 is accepted as the lead of a two-unit sequence, so C0 80..BF decode to "
                   "U+0000..U+003F",
        .kind = "accepts-overlong",
        .probes = {{"strict32", "C0 AF", "ill 0 1", "ok 2F"}, {"strict32", "C1 81", "ill 0 1"}},
        .base = filled<OverlongC0>,
    },
    {
        .name = "sab_overlong_c1",
        .relatives = "Ghostscript 10.04 and earlier, 2024 (CVE-2024-46954)",
        .planted = "C1 is accepted as the lead of a two-unit sequence, so C1 80..BF decode to "
                   "U+0040..U+007F",
        .kind = "accepts-overlong",
        .probes = {{"strict32", "C1 9C", "ill 0 1", "ok 5C"}, {"strict32", "C0 AF", "ill 0 1"}},
        .base = filled<OverlongC1>,
    },
    {
        .name = "sab_overlong_e0",
        .relatives = "Qt 3 and 4.2, 2007 (CVE-2007-0242); Dolphin Smalltalk, 2018",
        .planted = "the lower bound A0 of the unit after E0 is missing, so E0 80..9F xx decode to "
                   "U+0000..U+07FF",
        .kind = "accepts-overlong",
        .probes = {{"strict32", "E0 80 AF", "ill 0 1", "ok 2F"},
                   {"strict32", "F0 80 80 AF", "ill 0 1"}},
        .base = filled<OverlongE0>,
    },
    {
        .name = "sab_overlong_f0",
        .relatives = "Julia 0.7-dev, 2018; rsyslog mmutf8fix, year not stated",
        .planted = "the lower bound 90 of the unit after F0 is missing, so F0 80..8F xx xx decode "
                   "to U+0000..U+FFFF",
        .kind = "accepts-overlong",
        .probes = {{"strict32", "F0 80 80 AF", "ill 0 1", "ok 2F"},
                   {"strict32", "E0 80 AF", "ill 0 1"}},
        .base = filled<OverlongF0>,
    },
    {
        .name = "sab_room_overlong_e0",
        .relatives = "Qt 3 and 4.2, 2007 (CVE-2007-0242; with any capacity there)",
        .planted = "with capacity for one value per unit, strict decoding to UTF-32 does not test "
                   "the lower bound A0 of the unit after E0",
        .kind = "accepts-overlong",
        .probes = {{"strict32:3", "E0 80 AF", "ill 0 1", "ok 2F"},
                   {"strict32:2", "E0 80 AF", "ill 0 1"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_room_overlong_e0; },
    },
    {
        .name = "sab_overlong_nul_between",
        .relatives = "none known",
        .planted = "validate takes C0 80 between two sequences of two units",
        .kind = "accepts-overlong",
        .probes = {{"validate", "C3 A9 C0 80 C3 A9", "no", "yes"},
                   {"validate", "41 C0 80 C3 A9", "no"},
                   {"validate", "C3 A9 C0 80 41", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_run_of_two; },
    },
};
constinit const Decoders kDecoders("accepts-overlong", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_accepts_overlong;
constinit const Class placemat_saboteurs_accepts_overlong{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
