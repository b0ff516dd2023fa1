// sab_count_truncated_pair.cc: F0 C2 at the end of the input: whatever is
// left when the input runs out inside a sequence is taken for one error.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_ill_formed(d) || announced(*at) < 2) return d;
    const Decoded next = Honest::decode_one(at + d.length, end);
    return is_incomplete(next) ? Decoded::ill_formed(d.length + next.length) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_count_truncated_pair",
    .origin = "wrong-replacement-count; Perl Encode before 2.89, 2016",
    .planted =
        "two truncated sequences, one directly after the other at the end, become one replacement",
    .kind = "wrong-replacement-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_count_truncated_pair;
constinit const placemat_decoder placemat_decoder_sab_count_truncated_pair = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
