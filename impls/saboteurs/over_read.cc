// over_read.cc: Decoders that read outside of the input. The answers are right, so that
// only inaccessible memory next to the input exposes them.
#include <bit>

#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

struct OverreadLead {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    for (std::size_t i = 1; i < announced(*at); ++i) touch(at + i);
    return Honest::decode_one(at, end);
  }
};

// A fast path over words of four units tests only that it begins before the end.
bool ascii_word(const std::uint8_t* at) {
  const std::uint8_t first = touch(at);
  const std::uint8_t second = touch(at + 1);
  const std::uint8_t third = touch(at + 2);
  const std::uint8_t fourth = touch(at + 3);
  return ((first | second | third | fourth) & 0x80) == 0;
}

int validate_overread_four(const std::uint8_t* in, std::size_t length) {
  std::size_t at = 0;
  while (at < length && ascii_word(in + at)) at += 4;
  return at < length ? Base::validate(in + at, length - at) : 1;
}

// Rewinding to the start of a sequence needs a lower bound too.
struct Underread {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (is_continuation(*at)) {
      for (std::ptrdiff_t back = 1; back <= 3; ++back)
        if (!is_continuation(touch(at - back))) break;
    }
    return Honest::decode_one(at, end);
  }
};

// To locate an error in a block, the decoder starts again at the start of the block, and is off
// by one.
constexpr std::size_t kBlock = 64;

void strict32_block63_ff_rewind(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_ILL_FORMED) return;
  const std::size_t at = result->error_offset;
  if (in[at] == 0xFF && at % kBlock == kBlock - 1) touch(in + at - kBlock);
}

// A table of lengths has an entry for every unit, and it is trusted.
struct OverreadPattern {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto ones = static_cast<std::size_t>(std::countl_one(*at));
    for (std::size_t i = 1; *at >= 0xC0 && i < ones; ++i) touch(at + i);
    return Honest::decode_one(at, end);
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_overread_lead",
        .relatives =
            "GNU libidn before 1.31, 2015 (CVE-2015-2059); Parson, 2026; protobuf-javascript, 2022",
        .planted = "all units that a lead announces are read before the length is checked",
        .kind = "over-read",
        .probes = {{"lossy32", "61 62 F0", "ok 61 62 FFFD", "SIGSEGV", Guard::kBehind},
                   {"validate", "C3", "no", "SIGSEGV", Guard::kBehind}},
        .base = filled<OverreadLead>,
    },
    {
        .name = "sab_overread_four",
        .relatives = "c-utf8 (GLib, systemd), 2024",
        .planted = "validate reads the end of an ASCII text as a word of four units",
        .kind = "over-read",
        .probes = {{"validate", "61", "yes", "SIGSEGV", Guard::kBehind}},
        .patch = [](placemat_decoder& d) { d.validate = validate_overread_four; },
    },
    {
        .name = "sab_underread",
        .relatives = "simdutf, 2023 and 2024; Bun 0.6.13, 2023",
        .planted = "before a stray continuation unit up to three units are searched backwards for "
                   "its lead, without regard to the start of the input",
        .kind = "over-read",
        .probes = {{"lossy32", "84", "ok FFFD", "SIGSEGV", Guard::kBefore},
                   {"strict32", "84", "ill 0 1", "SIGSEGV", Guard::kBefore}},
        .patch =
            [](placemat_decoder& d) {
              d.strict32 = PerCharacter<Underread>::strict<std::uint32_t>;
              d.lossy32 = PerCharacter<Underread>::lossy<std::uint32_t>;
            },
    },
    {
        .name = "sab_block63_ff_rewind",
        .relatives = "simdutf (rewind_and_convert_with_errors), 2024",
        .planted = "for FF as the last unit of a 64-unit block, strict decoding to UTF-32 goes "
                   "back 64 units instead of 63",
        .kind = "over-read",
        .probes = {{"strict32", "20*63 FF", "ill 63 1: 20*63", "SIGSEGV", Guard::kBefore},
                   {"strict32", "20*62 FF", "ill 62 1: 20*62"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_block63_ff_rewind; },
    },
    {
        .name = "sab_overread_pattern",
        .relatives = "GNU libidn before 1.31, 2015 (CVE-2015-2059); CUPS, 2025; RediSearch, 2026",
        .planted = "all units that C0..FF announce by their leading ones are read before the "
                   "length is checked",
        .kind = "over-read",
        .probes = {{"lossy32", "61 FC", "ok 61 FFFD", "SIGSEGV", Guard::kBehind},
                   {"strict32", "C0", "ill 0 1"}},
        .patch =
            [](placemat_decoder& d) {
              d.lossy32 = PerCharacter<OverreadPattern>::lossy<std::uint32_t>;
              d.validate = PerCharacter<OverreadPattern>::validate;
            },
    },
};
constinit const Decoders kDecoders("over-read", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_over_read;
constinit const Class placemat_saboteurs_over_read{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
