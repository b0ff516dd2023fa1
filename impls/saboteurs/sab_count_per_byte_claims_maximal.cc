// sab_count_per_byte_claims_maximal.cc: A policy is a claim. One U+FFFD for
// each unit is a policy that some follow; this decoder says that it follows
// the other one (Unicode 3.9, "U+FFFD substitution of maximal subparts").
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty : Honest {
  static constexpr bool kPerUnit = true;
};

constexpr Plant kPlant{
    .name = "sab_count_per_byte_claims_maximal",
    .origin =
        "wrong-replacement-count; Chromium TextDecoder, 2020; Hermes TextDecoder proposal, 2025",
    .planted =
        "one replacement for each code unit of a maximal subpart, where one for the whole is "
        "claimed",
    .kind = "wrong-replacement-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_count_per_byte_claims_maximal;
constinit const placemat_decoder placemat_decoder_sab_count_per_byte_claims_maximal =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
