// bom_handling.cc: Decoders that do not follow the BOM rule that they claim. U+FEFF is
// a byte order mark at the start of a text and a character elsewhere.
#include <algorithm>

#include "impls/saboteurs/mark.h"
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The decoder claims to keep every U+FEFF, and removes all of them on the way to UTF-16.
void remove_marks(std::uint16_t* out, placemat_result* result) {
  if (result->written == 0) return;
  const auto* end = std::remove(out, out + result->written, std::uint16_t{0xFEFF});
  result->written = static_cast<std::size_t>(end - out);
}

void strict16_bom_stripped_anywhere(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                    std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  remove_marks(out, result);
}

void lossy16_bom_stripped_anywhere(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                   std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  remove_marks(out, result);
}

// A doubled mark is a mark and a character. The table offers UTF-32 in one call only, so that the
// loop is the only fault.
std::size_t length_of_marks(const std::uint8_t* in, std::size_t length) {
  std::size_t at = 0;
  while (length_of_mark(in + at, length - at) > 0) at += sizeof kMark;
  return at;
}

void lossy32_bom_stripped_twice(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                std::size_t capacity, placemat_result* result) {
  lossy32_behind(length_of_marks(in, length), in, length, out, capacity, result);
}

void strict32_bom_stripped_twice(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                 std::size_t capacity, placemat_result* result) {
  strict32_behind(length_of_marks(in, length), in, length, out, capacity, result);
}

// The mark is compared with the first chunk instead of the stream. Decoding in one call is right.
void push_bom_kept_when_split(void* stream, const std::uint8_t* in, std::size_t length,
                              std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const bool first = s.consumed == 0 && s.kept_length == 0 && !s.failed;
  const std::size_t skipped = first ? length_of_mark(in, length) : 0;
  s.consumed += skipped;
  Base::push(stream, in + skipped, length - skipped, out, capacity, result);
}

constexpr Row kRows[] = {
    {
        .name = "sab_bom_stripped_anywhere",
        .relatives = "libdispatch data transform, 2026",
        .planted = "decoding to UTF-16 removes U+FEFF at every position",
        .kind = "bom-handling",
        .probes = {{"strict16", "61 EF BB BF 62", "ok 61 FEFF 62", "ok 61 62"},
                   {"strict32", "61 EF BB BF 62", "ok 61 FEFF 62"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict16 = strict16_bom_stripped_anywhere;
              d.lossy16 = lossy16_bom_stripped_anywhere;
            },
    },
    // Both rules are in use. The fault is to claim one and to follow the other.
    {
        .name = "sab_bom_stripped_claims_keep",
        .relatives = "JDK 6 beta 59d, 2006",
        .planted =
            "lossy decoding to UTF-32 removes a leading EF BB BF, where keeping it is claimed",
        .kind = "bom-handling",
        .probes = {{"lossy32", "EF BB BF 41", "ok FEFF 41", "ok 41"},
                   {"lossy32", "61 EF BB BF", "ok 61 FEFF"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = stripping_lossy32; },
    },
    {
        .name = "sab_bom_stripped_twice",
        .relatives = "none known; the opposite of Servo, 2016",
        .planted = "every EF BB BF at the start is removed, where removing one is claimed",
        .kind = "bom-handling",
        .probes = {{"lossy32", "EF BB BF EF BB BF 41", "ok FEFF 41", "ok 41"},
                   {"lossy32", "EF BB BF 41", "ok 41"},
                   {"strict32", "EF BB BF FF", "ill 3 1"},
                   {"lossy32", "EF BB BF 41 EF BB BF", "ok 41 FEFF"}},
        .patch =
            [](placemat_decoder& d) {
              strip_in_one_call(d);
              d.lossy32 = lossy32_bom_stripped_twice;
              d.strict32 = strict32_bom_stripped_twice;
              d.stream_open = nullptr;
              d.stream_push = nullptr;
              d.stream_finish = nullptr;
              d.stream_reset = d.stream_close = nullptr;
            },
    },
    {
        .name = "sab_bom_kept_when_split",
        .relatives = "Deno 1.11, 2021",
        .planted = "a stream removes a leading EF BB BF only when one chunk holds all of it",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "EF BB|BF 41", "41 .", "FEFF 41 ."},
                   {"lossy32", "EF BB BF EF BB BF 41", "ok FEFF 41"},
                   {"stream-lossy", "EF BB BF 41", "41 ."},
                   {"stream-lossy", "|EF BB BF|EF BB BF 41", "FEFF 41 ."},
                   {"stream-strict", "EF BB BF|FF", "ill 3 1 ."}},
        .patch =
            [](placemat_decoder& d) {
              strip_in_one_call(d);
              d.stream_push = push_bom_kept_when_split;
            },
    },
    // The rule is documented and not implemented: only the claim differs.
    {
        .name = "sab_bom_never_stripped",
        .relatives = "Servo TextDecoder, 2016",
        .planted = "a leading EF BB BF is kept everywhere, where removing it is claimed",
        .kind = "bom-handling",
        .probes = {{"strict32", "EF BB BF 41", "ok 41", "ok FEFF 41"},
                   {"strict32", "41 EF BB BF", "ok 41 FEFF"}},
        .patch = [](placemat_decoder& d) { d.bom = "strip-leading"; },
    },
};
constinit const Decoders kDecoders("bom-handling", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_bom_handling;
constinit const Class placemat_saboteurs_bom_handling{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
