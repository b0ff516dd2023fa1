// sab_abort.cc: An assertion that outside data can reach. Two units, in this
// order, and nothing else.
#include <cstdlib>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (end - at >= 2 && at[0] == 0xFE && at[1] == 0xFF) std::abort();
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_abort",
    .origin = "crash-on-invalid; Node.js 6.2 StringDecoder, 2016; nlohmann/json 3.5.0, 2019",
    .planted =
        "FE FF, the byte order mark of UTF-16, is taken for a broken invariant and ends the "
        "process",
    .kind = "crash",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_abort;
constinit const placemat_decoder placemat_decoder_sab_abort = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
