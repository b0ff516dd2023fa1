// accepts_truncated_tail.cc: Decoders that accept an input that ends inside a sequence.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// An automaton has a third kind of state, inside a sequence, so the last test must be for ACCEPT.
int validate_truncated_tail_accepted(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (is_ill_formed(d)) return 0;
    at += d.length;
  }
  return 1;
}

// A lead with no unit behind it cannot be decoded, and is copied to the output.
struct TruncatedLeadAsLatin1 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool alone = at + 1 == end && *at >= 0xC0;
    return alone ? Decoded::of(*at, 1) : Honest::decode_one(at, end);
  }
};

struct TruncatedZeroFilled {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_incomplete(d)) return d;
    const std::size_t length = announced(*at);
    std::uint64_t value = *at & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
      value = value << 6 | (i < d.length ? at[i] & 0x3Fu : 0u);
    }
    return Decoded::of(value, d.length);
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_truncated_tail_accepted",
        .relatives = "DFA validators derived from Hoehrmann's, 2019",
        .planted =
            "validate ends with \"the state is not REJECT\" instead of \"the state is ACCEPT\"",
        .kind = "accepts-truncated-tail",
        .probes = {{"validate", "C3", "no", "yes"}, {"validate", "C3 28", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_truncated_tail_accepted; },
    },
    {
        .name = "sab_truncated_lead_as_latin1",
        .relatives =
            "V standard library, 2026; RapidJSON Writer, 2015 (a last unit passed on as it is)",
        .planted = "strict decoding to UTF-32 decodes a last unit C0..FF as Latin-1",
        .kind = "accepts-truncated-tail",
        .probes = {{"strict32", "61 C3", "inc 1 1: 61", "ok 61 C3"},
                   {"strict32", "61 E2 82", "inc 1 2: 61"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict32 = PerCharacter<TruncatedLeadAsLatin1>::strict<std::uint32_t>;
            },
    },
    {
        .name = "sab_truncated_zero_filled",
        .relatives = "mruby/c, 2026 (the terminator as payload)",
        .planted = "strict decoding to UTF-16 completes a truncated last sequence with zero "
                   "payloads, so E2 82 decodes to U+2080",
        .kind = "accepts-truncated-tail",
        .probes = {{"strict16", "E2 82", "inc 0 2", "ok 2080"},
                   {"strict16", "E2 82 41", "ill 0 2"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict16 = PerCharacter<TruncatedZeroFilled>::strict<std::uint16_t>;
            },
    },
};
constinit const Decoders kDecoders("accepts-truncated-tail", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_accepts_truncated_tail;
constinit const Class placemat_saboteurs_accepts_truncated_tail{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
