// late_error_detection.cc: Decoders that detect an error later than at the first unit
// that makes the sequence ill-formed (Unicode 3.9 D93b).
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// F4 90 is ill-formed after two units, but the decoder waits for the third and fourth. At the end
// of the input it counts one truncated sequence, where two replacements are due.
struct LateSecondUnit {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (announced(*at) > 2) {
      const Decoded pattern = by_pattern(at, end, announced(*at));
      if (is_incomplete(pattern)) return pattern;
    }
    return Honest::decode_one(at, end);
  }
};

// The test for "more units may help" uses bit patterns and knows more leads than the decoder
// does.
struct IncompleteClaimedWrong {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool lead_by_pattern = *at >= 0xC0;
    if (lead_by_pattern && end - at == 1) return Decoded::incomplete(1);
    return Honest::decode_one(at, end);
  }
};

// The sequence is collected first and checked afterwards.
struct LateLength {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool is_late = *at == 0xF4 && is_ill_formed(d) && is_value(by_pattern(at, end, 4));
    return is_late ? Decoded::ill_formed(4) : d;
  }
};

// The number of units is checked before their values.
struct LateIncompleteByLead {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const auto left = static_cast<std::size_t>(end - at);
    return is_ill_formed(d) && left < announced(*at) ? Decoded::incomplete(left) : d;
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_late_second_unit",
        .relatives = "OpenJDK 7u51 and 8, 2014; LLVM libc++ codecvt, 2023",
        .planted = "the range of the second unit after E0, ED, F0, F4 is tested only when the "
                   "sequence is complete",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "F4 90", "ok FFFD FFFD", "ok FFFD"},
                   {"strict32", "F4 90", "ill 0 1", "inc 0 2"},
                   {"lossy32", "F4 90 80 80", "ok FFFD*4"},
                   {"stream-lossy", "F4|90 41", "FFFD FFFD 41 ."}},
        .base = filled<LateSecondUnit>,
    },
    {
        .name = "sab_incomplete_claimed_wrong",
        .relatives = "Go unicode/utf8, 2015",
        .planted = "C0, C1 and F5..FF at the end of the input are reported as incomplete sequences",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "41 C0", "ill 1 1: 41", "inc 1 1: 41"},
                   {"lossy32", "41 C0", "ok 41 FFFD"}},
        .base = filled<IncompleteClaimedWrong>,
    },
    {
        .name = "sab_late_length",
        .relatives = "OpenJDK 7u51 and 8, 2014",
        .planted = "strict decoding to UTF-32 detects F4 90..BF only with all four units, and "
                   "reports an error of that length",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "F4 90 80 80", "ill 0 1", "ill 0 4"},
                   {"strict32", "F4 90 80", "ill 0 1"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict32 = PerCharacter<LateLength>::strict<std::uint32_t>;
            },
    },
    {
        .name = "sab_late_incomplete_by_lead",
        .relatives = "LLVM libc++ codecvt, 2023",
        .planted = "strict decoding to UTF-32 reports an incomplete sequence when fewer units are "
                   "left than the lead announces, and does not check those",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "EA 7A", "ill 0 1", "inc 0 2"},
                   {"strict32", "EA 7A 7A", "ill 0 1"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict32 = PerCharacter<LateIncompleteByLead>::strict<std::uint32_t>;
            },
    },
};
constinit const Decoders kDecoders("late-error-detection", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_late_error_detection;
constinit const Class placemat_saboteurs_late_error_detection{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
