// nul_handling.cc: Decoders that give 00 a meaning of its own: as terminator, as error
// value, or as the overlong C0 80. U+0000 is a scalar value like any other, and its
// only form is 00 (Table 3-7).
#include <algorithm>

#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// Modified UTF-8: Java and Tcl use this form internally, and here it is accepted from outside.
struct NulAsC080 {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool is_c080 = end - at >= 2 && at[0] == 0xC0 && at[1] == 0x80;
    return is_c080 ? Decoded::of(0, 2) : Honest::decode_one(at, end);
  }
};

// The length comes from the lead, and 00 behind the end has the payload 0, so that D1 decodes to
// U+0440. An input with a length need not have a terminator.
void strict32_nul_as_continuation(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                  std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  const bool lead_at_end = result->status == PLACEMAT_INCOMPLETE && announced(in[length - 1]) == 2;
  if (!lead_at_end || touch(in + length) != 0) return;
  const std::size_t before = result->written;
  *result = {PLACEMAT_OK, before, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (!Base::put(out, capacity, result->written, (in[length - 1] & 0x1Fu) << 6))
    result->status = PLACEMAT_NO_CAPACITY;
}

// An interface that ends at NUL ignores the length that it is given.
std::size_t up_to_nul(const std::uint8_t* in, std::size_t length) {
  return static_cast<std::size_t>(std::find(in, in + length, std::uint8_t{0}) - in);
}

void strict32_nul_ends_input(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                             std::size_t capacity, placemat_result* result) {
  Base::strict(in, up_to_nul(in, length), out, capacity, result);
}

void lossy32_nul_ends_input(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
  Base::lossy(in, up_to_nul(in, length), out, capacity, result);
}

// The error value of an inner function is 0, which the caller takes for the end of the text.
void lossy32_nul_error_is_end(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                              std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (UnitRange{0xFE, 0xFF}.contains(in[at])) return;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Row kRows[] = {
    {
        .name = "sab_nul_as_c080",
        .relatives = "Microsoft STL _Mbrtowc, 2026; Tcl 8.x, documented policy",
        .planted = "C0 80 decodes to U+0000; every other C0 sequence is refused",
        .kind = "accepts-overlong",
        .probes = {{"strict32", "C0 80", "ill 0 1", "ok 0"}, {"strict32", "C0 81", "ill 0 1"}},
        .base = filled<NulAsC080>,
    },
    {
        .name = "sab_nul_as_continuation",
        .relatives = "mruby/c, 2026; CUPS, 2025 (over-read)",
        .planted = "strict decoding to UTF-32 reads the unit behind a last two-unit lead and "
                   "accepts 00 there as a continuation unit",
        .kind = "over-read",
        .probes = {{"strict32", "D1", "inc 0 1", "ok 440"},
                   {"strict32", "D1", "inc 0 1", "SIGSEGV", Guard::kBehind},
                   {"strict32", "E2 82", "inc 0 2"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_nul_as_continuation; },
    },
    {
        .name = "sab_nul_ends_input",
        .relatives = "Slang shader compiler, 2026",
        .planted = "decoding to UTF-32 ends at the first 00",
        .kind = "nul-handling",
        .probes = {{"strict32", "61 00 62", "ok 61 0 62", "ok 61"},
                   {"strict16", "61 00 62", "ok 61 0 62"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict32 = strict32_nul_ends_input;
              d.lossy32 = lossy32_nul_ends_input;
            },
    },
    {
        .name = "sab_nul_error_is_end",
        .relatives = "Slang shader compiler, 2026",
        .planted = "lossy decoding to UTF-32 ends at FE and FF, because their error value 0 also "
                   "means the end",
        .kind = "drops-ill-formed",
        .probes = {{"lossy32", "61 FF 62", "ok 61 FFFD 62", "ok 61"},
                   {"lossy32", "61 FD 62", "ok 61 FFFD 62"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_nul_error_is_end; },
    },
};
constinit const Decoders kDecoders("nul-handling", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_nul_handling;
constinit const Class placemat_saboteurs_nul_handling{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
