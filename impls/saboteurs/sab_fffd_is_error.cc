// sab_fffd_is_error.cc: The decoder below answers U+FFFD for an error, and
// the caller knows no other sign of one. EF BF BD is well-formed.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value == kReplacement ? Decoded::ill_formed(d.length) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_fffd_is_error",
    .origin = "conflates-real-fffd; Flutter tools, 2026; feross/buffer, 2015",
    .planted =
        "a correctly encoded U+FFFD is taken for an error, because the value is compared with the "
        "replacement",
    .kind = "conflates-real-fffd",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_fffd_is_error;
constinit const placemat_decoder placemat_decoder_sab_fffd_is_error = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
