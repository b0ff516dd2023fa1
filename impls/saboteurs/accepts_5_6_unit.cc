// accepts_5_6_unit.cc: Decoders that accept leads of five and six units. RFC 2279 had
// them, and RFC 3629 removed them.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// A length table of RFC 2279. Overlong forms are refused, so that only the length is wrong.
struct FiveSixUnit {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (UnitRange{0xF8, 0xFB}.contains(*at))
      return by_pattern(at, end, 5, *at == 0xF8 ? UnitRange{0x88, 0xBF} : kContinuation);
    if (UnitRange{0xFC, 0xFD}.contains(*at))
      return by_pattern(at, end, 6, *at == 0xFC ? UnitRange{0x84, 0xBF} : kContinuation);
    return Honest::decode_one(at, end);
  }
};

// Every lead from F0 up takes the branch of four units, which keeps three bits of it: F8 BF BF BF
// is read as U+3FFFF.
struct LeadF8Alias {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at < 0xF8) return Honest::decode_one(at, end);
    const auto masked = static_cast<std::uint8_t>(0xF0 | (*at & 0x07));
    if (announced(masked) == 0) return Decoded::ill_formed(1);
    return by_pattern(at, end, 4, second_unit(masked));
  }
};

// The length is the number of leading ones, and the value is not checked.
struct FiveSixOverlong {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const std::size_t length = UnitRange{0xF8, 0xFB}.contains(*at)   ? 5
                               : UnitRange{0xFC, 0xFD}.contains(*at) ? 6
                                                                     : 0;
    if (length == 0) return Honest::decode_one(at, end);
    const Decoded d = by_pattern(at, end, length);
    return is_value(d) ? d : Decoded::ill_formed(1);
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_five_six_unit",
        .relatives = "Ultimate++, 2022; json-voorhees, 2026",
        .planted = "F8..FB and FC..FD are accepted as leads of five and six units (RFC 2279), "
                   "shortest forms only",
        .kind = "accepts-5-6-unit",
        .probes = {{"strict32", "F8 88 80 80 80", "ill 0 1", "ok 200000"},
                   {"strict32", "FC 84 80 80 80 80", "ill 0 1", "ok 4000000"},
                   {"strict32", "F8 87 BF BF BF", "ill 0 1"},
                   {"strict32", "FE 80 80 80 80 80 80", "ill 0 1"}},
        .base = filled<FiveSixUnit>,
    },
    {
        .name = "sab_lead_f8_alias",
        .relatives = "Apache log4cxx, 2026",
        .planted =
            "the lead is masked with 07 before its top bits are tested, so F8..FC act as F0..F4",
        .kind = "accepts-ill-formed",
        .probes = {{"strict32", "F8 BF BF BF", "ill 0 1", "ok 3FFFF"},
                   {"strict32", "FD 80 80 80", "ill 0 1"},
                   {"strict32", "F8 8F 80 80", "ill 0 1"}},
        .base = filled<LeadF8Alias>,
    },
    {
        .name = "sab_five_six_overlong",
        .relatives = "json-voorhees, 2026; Ruby 1.6.7, 2002",
        .planted = "F8..FB and FC..FD are accepted as leads of five and six units by bit pattern "
                   "alone, overlong forms included",
        .kind = "accepts-5-6-unit",
        .probes = {{"strict32", "FC 80 80 80 80 8A", "ill 0 1", "ok A"},
                   {"strict32", "FE 80 80 80 80 80 80", "ill 0 1"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict32 = PerCharacter<FiveSixOverlong>::strict<std::uint32_t>;
              d.validate = PerCharacter<FiveSixOverlong>::validate;
            },
    },
};
constinit const Decoders kDecoders("accepts-5-6-unit", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_accepts_5_6_unit;
constinit const Class placemat_saboteurs_accepts_5_6_unit{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
