// conflates_real_fffd.cc: Decoders that take a U+FFFD in the text for the mark of an
// error. EF BF BD is well-formed.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The inner decoder returns U+FFFD for an error, and the caller knows no other sign of one.
struct FffdIsError {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value == kReplacement ? Decoded::ill_formed(d.length) : d;
  }
};

// The output is searched for errors.
void strict16_fffd_scanned_for(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                               std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_OK) return;
  for (std::size_t i = 0; i < result->written; ++i) {
    if (out[i] == kReplacement) *result = {PLACEMAT_ILL_FORMED, i, 0, 1};
  }
}

// An inner function returns U+FFFD for an error, and the outer one relies on that.
struct FffdPerUnit {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value == kReplacement ? Decoded::ill_formed(1) : d;
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_fffd_is_error",
        .relatives = "Flutter tools, 2026; feross/buffer, 2015",
        .planted = "a well-formed U+FFFD is reported as an error, because the value is compared "
                   "with the replacement",
        .kind = "conflates-real-fffd",
        .probes = {{"strict32", "EF BF BD", "ok FFFD", "ill 0 3"},
                   {"lossy32", "EF BF BD", "ok FFFD"}},
        .base = filled<FffdIsError>,
    },
    {
        .name = "sab_fffd_scanned_for",
        .relatives = "Flutter tools, 2026",
        .planted = "strict decoding to UTF-16 fails when its output contains U+FFFD",
        .kind = "conflates-real-fffd",
        .probes = {{"strict16", "EF BF BD", "ok FFFD", "ill 0 1"},
                   {"strict32", "EF BF BD", "ok FFFD"}},
        .patch = [](placemat_decoder& d) { d.strict16 = strict16_fffd_scanned_for; },
    },
    {
        .name = "sab_fffd_per_unit",
        .relatives = "feross/buffer, 2015",
        .planted = "lossy decoding to UTF-32 treats a well-formed U+FFFD as an error, one for each "
                   "of its units",
        .kind = "conflates-real-fffd",
        .probes = {{"lossy32", "EF BF BD", "ok FFFD", "ok FFFD FFFD FFFD"},
                   {"lossy32", "EF BF BC", "ok FFFC"}},
        .patch =
            [](placemat_decoder& d) {
              d.lossy32 = PerCharacter<FffdPerUnit>::lossy<std::uint32_t>;
            },
    },
};
constinit const Decoders kDecoders("conflates-real-fffd", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_conflates_real_fffd;
constinit const Class placemat_saboteurs_conflates_real_fffd{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
