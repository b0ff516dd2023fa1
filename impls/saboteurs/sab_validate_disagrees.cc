// sab_validate_disagrees.cc: Two decoders behind one interface, and only one
// of them right: the validator knows nothing of surrogates, the decoder does.
// A suite that asks one of them misses it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct SurrogatesPass {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_validate_disagrees",
    .origin =
        "accepts-surrogate; Bun 1.0.35, 2024; Android libcore string factory, 2018 (two decoders "
        "behind one interface)",
    .planted = "validate accepts ED A0..BF xx, which strict decoding refuses",
    .kind = "accepts-surrogate",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_validate_disagrees;
constinit const placemat_decoder placemat_decoder_sab_validate_disagrees = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = PerCharacter<SurrogatesPass>::validate;
  return d;
}();

}  // namespace placemat::saboteur
