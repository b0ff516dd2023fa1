// rejects_noncharacter.cc: Decoders that refuse noncharacters. They are scalar values
// and well-formed (Unicode 3.9 D76, D92; Corrigendum 9).
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

struct RejectsNoncharacterFffe {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool noncharacter = (d.value & 0xFFFE) == 0xFFFE;
    return is_value(d) && noncharacter ? Decoded::ill_formed(d.length) : d;
  }
};

// A suite that knows only the noncharacters FFFE and FFFF misses these 32.
struct NoncharacterFdd0 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool noncharacter = 0xFDD0 <= d.value && d.value <= 0xFDEF;
    return is_value(d) && noncharacter ? Decoded::ill_formed(d.length) : d;
  }
};

// The last assigned value is used as the last scalar value.
struct NoncharacterLastTwo {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value > 0x10FFFD ? Decoded::ill_formed(d.length) : d;
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_rejects_noncharacter_fffe",
        .relatives = "davisp/jiffy, 2014; utf8proc before 1.3, 2015; Elixir before 1.5, 2017",
        .planted = "every code point that ends in FFFE or FFFF is refused",
        .kind = "rejects-noncharacter",
        .probes = {{"strict32", "EF BF BE", "ok FFFE", "ill 0 3"},
                   {"strict32", "F4 8F BF BF", "ok 10FFFF", "ill 0 4"},
                   {"strict32", "EF B7 90", "ok FDD0"}},
        .base = filled<RejectsNoncharacterFffe>,
    },
    {
        .name = "sab_noncharacter_fdd0",
        .relatives = "utf8proc before 1.3, 2015; Elixir before 1.5, 2017 (plane ends there)",
        .planted = "U+FDD0..U+FDEF are refused",
        .kind = "rejects-noncharacter",
        .probes = {{"strict32", "EF B7 90", "ok FDD0", "ill 0 3"},
                   {"strict32", "EF B7 8F", "ok FDCF"},
                   {"strict32", "EF B7 B0", "ok FDF0"}},
        .base = filled<NoncharacterFdd0>,
    },
    {
        .name = "sab_noncharacter_last_two",
        .relatives = "utf8proc before 1.3, 2015 (F4 8F BF BF among others)",
        .planted = "the limit is compared with 10FFFD, so U+10FFFE and U+10FFFF are refused",
        .kind = "rejects-noncharacter",
        .probes = {{"strict32", "F4 8F BF BF", "ok 10FFFF", "ill 0 4"},
                   {"strict32", "F4 8F BF BD", "ok 10FFFD"}},
        .base = filled<NoncharacterLastTwo>,
    },
};
constinit const Decoders kDecoders("rejects-noncharacter", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_rejects_noncharacter;
constinit const Class placemat_saboteurs_rejects_noncharacter{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
