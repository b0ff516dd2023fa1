// accepts_beyond_10ffff.cc: Decoders that accept values above U+10FFFF, where the code
// space ends (RFC 3629 section 3).
#include <algorithm>
#include <iterator>

#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The leads F5 and above are refused.
struct BeyondF490 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xF4) return by_pattern(at, end, 4);
    return Honest::decode_one(at, end);
  }
};

// The lead is tested by the bit pattern 11110xxx, which includes F5..F7. The second unit after F4
// is tested.
struct BeyondF5 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (UnitRange{0xF5, 0xF7}.contains(*at)) return by_pattern(at, end, 4);
    return Honest::decode_one(at, end);
  }
};

// The number of code points is used as the last code point.
struct Beyond110000 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at != 0xF4) return Honest::decode_one(at, end);
    const Decoded d = by_pattern(at, end, 4);
    const bool refused = d.value > 0x110000;
    return is_value(d) && !refused ? d : Honest::decode_one(at, end);
  }
};

// One value beyond, for the verdict alone: it measures whether a suite tests all of them.
constexpr std::uint8_t kOneBeyond[] = {0xF6, 0xA3, 0x95, 0xBC};

struct BeyondOneValue {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool is_it =
        end - at >= 4 && std::equal(std::begin(kOneBeyond), std::end(kOneBeyond), at);
    return is_it ? by_pattern(at, end, sizeof kOneBeyond) : Honest::decode_one(at, end);
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_beyond_f4_90",
        .relatives = "Perl :utf8 layer, 2011; Zinc HTTP components, 2022; OpenSSL, 2025",
        .planted = "the upper bound 8F of the unit after F4 is missing, so F4 90..BF xx xx decode "
                   "to 110000..13FFFF",
        .kind = "accepts-beyond-10ffff",
        .probes = {{"strict32", "F4 90 80 80", "ill 0 1", "ok 110000"},
                   {"strict32", "F5 80 80 80", "ill 0 1"}},
        .base = filled<BeyondF490>,
    },
    {
        .name = "sab_beyond_f5",
        .relatives = "PuppetDB, 2012; OpenSSL, 2025",
        .planted = "F5..F7 are accepted as leads of four units and decode to 140000..1FFFFF",
        .kind = "accepts-beyond-10ffff",
        .probes = {{"strict32", "F5 80 80 80", "ill 0 1", "ok 140000"},
                   {"strict32", "F4 90 80 80", "ill 0 1"}},
        .base = filled<BeyondF5>,
    },
    {
        .name = "sab_beyond_110000",
        .relatives = "skeeto/branchless-utf8, 2017",
        .planted = "the limit is compared with 110000 and not with 10FFFF, so F4 90 80 80 decodes "
                   "to 110000",
        .kind = "accepts-beyond-10ffff",
        .probes = {{"strict32", "F4 90 80 80", "ill 0 1", "ok 110000"},
                   {"strict32", "F4 90 80 81", "ill 0 1"}},
        .base = filled<Beyond110000>,
    },
    {
        .name = "sab_beyond_one_value",
        .relatives = "none known",
        .planted = "validation accepts F6 A3 95 BC, which would be U+1A357C",
        .kind = "accepts-beyond-10ffff",
        .probes = {{"validate", "F6 A3 95 BC", "no", "yes"},
                   {"validate", "F6 A3 95 BD", "no"},
                   {"strict32", "F6 A3 95 BC", "ill 0 1"}},
        .patch = [](placemat_decoder& d) { d.validate = PerCharacter<BeyondOneValue>::validate; },
    },
};
constinit const Decoders kDecoders("accepts-beyond-10ffff", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_accepts_beyond_10ffff;
constinit const Class placemat_saboteurs_accepts_beyond_10ffff{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
