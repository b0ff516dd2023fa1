// swallows_next_unit.cc: Decoders that consume a unit which does not belong to the
// error before it. The lost unit may be a quote, a bracket or a letter.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The unit behind an unfinished sequence begins something new (WHATWG Encoding, UTF-8 decoder:
// the unit is given back).
struct SwallowNextUnit {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool interrupted = is_ill_formed(d) && announced(*at) == 2;
    return interrupted ? Decoded::ill_formed(2) : d;
  }
};

// The caller of an automaton resets it after REJECT. When the state before was not the initial
// one, it must offer the same unit to the fresh state, and this one does not.
struct DfaNoReoffer {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool state_was_initial = announced(*at) == 0;
    if (!is_ill_formed(d) || state_was_initial) return d;
    return Decoded::ill_formed(d.length + 1);
  }
};

// The length that the lead announces is trusted after an error: F0 "SUFFIX" becomes U+FFFD "FIX".
struct SwallowAnnounced {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_ill_formed(d) || announced(*at) < 3) return d;
    const auto left = static_cast<std::size_t>(end - at);
    return Decoded::ill_formed(announced(*at) < left ? announced(*at) : left);
  }
};

// The length of an ill-formed sequence is taken from a lead that Table 3-7 does not have. Two
// programs that disagree on it disagree on where a string ends.
struct SwallowAfterC0 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool never_a_lead = UnitRange{0xC0, 0xC1}.contains(*at);
    if (never_a_lead && end - at >= 2 && at[1] <= 0x7F) return Decoded::ill_formed(2);
    return Honest::decode_one(at, end);
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_swallow_next_unit",
        .relatives = "Haskell text, 2017; PHP before 5.3.4, 2010 (CVE-2010-3870)",
        .planted = "a two-unit lead consumes any unit that follows, so C2 41 loses the 41",
        .kind = "swallows-next-unit",
        .probes = {{"lossy32", "C2 41", "ok FFFD 41", "ok FFFD"},
                   {"lossy32", "E0 41", "ok FFFD 41"}},
        .base = filled<SwallowNextUnit>,
    },
    {
        .name = "sab_dfa_no_reoffer",
        .relatives = "PHP 8.1 mbstring, 2022",
        .planted =
            "a unit that leads the automaton to REJECT inside a sequence is not offered again",
        .kind = "swallows-next-unit",
        .probes = {{"lossy32", "DF C0", "ok FFFD FFFD", "ok FFFD"},
                   {"lossy32", "E2 82 41", "ok FFFD 41", "ok FFFD"},
                   {"lossy32", "FF 41", "ok FFFD 41"}},
        .base = filled<DfaNoReoffer>,
    },
    {
        .name = "sab_swallow_announced",
        .relatives = "CPython 2.x and 3.1, 2010; JsonCpp, 2026",
        .planted = "after an error in a sequence of three or four, as many units are skipped as "
                   "the lead announces",
        .kind = "swallows-next-unit",
        .probes = {{"lossy32", "F0 53 55 46 46 49 58", "ok FFFD 53 55 46 46 49 58",
                    "ok FFFD 46 49 58"},
                   {"lossy32", "C2 41", "ok FFFD 41"}},
        .base = filled<SwallowAnnounced>,
    },
    {
        .name = "sab_swallow_after_c0",
        .relatives = "PostgreSQL libpq and psql, 2025 (CVE-2025-1094)",
        .planted = "C0 and C1 consume the ASCII unit that follows, so C0 27 loses the quote",
        .kind = "swallows-next-unit",
        .probes = {{"lossy32", "C0 27", "ok FFFD 27", "ok FFFD"},
                   {"lossy32", "C0 AF", "ok FFFD FFFD"}},
        .base = filled<SwallowAfterC0>,
    },
};
constinit const Decoders kDecoders("swallows-next-unit", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_swallows_next_unit;
constinit const Class placemat_saboteurs_swallows_next_unit{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
