// sab_nul_as_c080.cc: Modified UTF-8 leaking into UTF-8: the one non-shortest
// form that Java and Tcl use inside is accepted from outside (Table 3-7 has
// no C0).
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool is_c080 = end - at >= 2 && at[0] == 0xC0 && at[1] == 0x80;
    return is_c080 ? Decoded::of(0, 2) : Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_nul_as_c080",
    .origin = "nul-handling; Microsoft STL _Mbrtowc, 2026; Tcl 8.x, documented policy",
    .planted = "C0 80 decodes to U+0000; every other C0 sequence is refused",
    .kind = "accepts-overlong",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_nul_as_c080;
constinit const placemat_decoder placemat_decoder_sab_nul_as_c080 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
