// sab_bom_never_stripped.cc: The rule is documented and nothing does it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

// Nothing but the claim differs.

constexpr Plant kPlant{
    .name = "sab_bom_never_stripped",
    .origin = "bom-handling; Servo TextDecoder, 2016",
    .planted = "a leading EF BB BF is kept everywhere, where removing it is claimed",
    .kind = "bom-handling",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_bom_never_stripped;
constinit const placemat_decoder placemat_decoder_sab_bom_never_stripped = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.bom = "strip-leading";
  return d;
}();

}  // namespace placemat::saboteur
