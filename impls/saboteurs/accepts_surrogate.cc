// accepts_surrogate.cc: Decoders that accept encoded surrogates. D800..DFFF are not
// scalar values, so they have no well-formed UTF-8 (Unicode 3.9 D76, Table 3-7).
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

struct SurrogateAll {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

// A corpus whose only surrogate is ED A0 80 does not find this fault.
struct SurrogateHighOnly {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED && end - at >= 2 && at[1] >= 0xB0) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

// One code point of 2048 passes, because D800..DFFF is tested as a half-open range.
struct SurrogateDfff {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at != 0xED) return Honest::decode_one(at, end);
    const Decoded d = by_pattern(at, end, 3);
    const bool refused = 0xD800 <= d.value && d.value < 0xDFFF;
    return is_value(d) && !refused ? d : Honest::decode_one(at, end);
  }
};

// Of two decoders behind one interface only the validator accepts surrogates. A suite that tests
// only one of them misses the fault.
struct SurrogatesPass {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

// A fast path for very ample output has a looser table.
void lossy32_surrogate_with_room(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                 std::size_t capacity, placemat_result* result) {
  if (capacity < 4 * length + 64) return Base::lossy(in, length, out, capacity, result);
  PerCharacter<SurrogateAll>::lossy(in, length, out, capacity, result);
}

constexpr Row kRows[] = {
    {
        .name = "sab_surrogate_all",
        .relatives =
            "Rust std::str before 1.0, 2013; CPython 2, 2010; SerenityOS AK::Utf8View, 2024",
        .planted = "the upper bound 9F of the unit after ED is missing, so ED A0..BF xx decode to "
                   "D800..DFFF",
        .kind = "accepts-surrogate",
        .probes = {{"strict32", "ED A0 80", "ill 0 1", "ok D800"}},
        .base = filled<SurrogateAll>,
    },
    {
        .name = "sab_surrogate_high_only",
        .relatives =
            "Jackson core before 2.21, 2017; Dart SDK before 2.9, 2017 (both halves there)",
        .planted = "only the high half D800..DBFF is refused, so ED B0..BF xx decode to DC00..DFFF",
        .kind = "accepts-surrogate",
        .probes = {{"strict32", "ED B0 80", "ill 0 1", "ok DC00"},
                   {"strict32", "ED AF BF", "ill 0 1"}},
        .base = filled<SurrogateHighOnly>,
    },
    {
        .name = "sab_surrogate_dfff",
        .relatives = "GCC libcpp 3.4 to 4.4, 2009 (an inclusive bound written as exclusive)",
        .planted = "the range test excludes its own upper bound, so ED BF BF decodes to DFFF",
        .kind = "accepts-surrogate",
        .probes = {{"strict32", "ED BF BF", "ill 0 1", "ok DFFF"},
                   {"strict32", "ED BF BE", "ill 0 1"}},
        .base = filled<SurrogateDfff>,
    },
    {
        .name = "sab_validate_disagrees",
        .relatives = "Bun 1.0.35, 2024; Android libcore string factory, 2018 (two decoders behind "
                     "one interface)",
        .planted = "validate accepts ED A0..BF xx, which strict decoding refuses",
        .kind = "accepts-surrogate",
        .probes = {{"validate", "ED A0 80", "no", "yes"}, {"strict32", "ED A0 80", "ill 0 1"}},
        .patch = [](placemat_decoder& d) { d.validate = PerCharacter<SurrogatesPass>::validate; },
    },
    {
        .name = "sab_surrogate_with_room",
        .relatives = "none known",
        .planted = "lossy decoding to UTF-32 accepts surrogates where the output has room for four "
                   "values a unit and 64 more",
        .kind = "accepts-surrogate",
        .probes = {{"lossy32:76", "ED A0 80", "ok FFFD FFFD FFFD", "ok D800"},
                   {"lossy32:75", "ED A0 80", "ok FFFD FFFD FFFD"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_surrogate_with_room; },
    },
};
constinit const Decoders kDecoders("accepts-surrogate", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_accepts_surrogate;
constinit const Class placemat_saboteurs_accepts_surrogate{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
