// sab_dfa_no_reoffer.cc: The caller of an automaton resets it after REJECT
// and goes on with the next unit. When the state before was not the initial
// one, the unit just read must be offered to the fresh state first.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool state_was_initial = announced(*at) == 0;
    if (!is_ill_formed(d) || state_was_initial) return d;
    return Decoded::ill_formed(d.length + 1);
  }
};

constexpr Plant kPlant{
    .name = "sab_dfa_no_reoffer",
    .origin = "swallows-next-unit; PHP 8.1 mbstring, 2022",
    .planted = "a unit that brings the automaton to REJECT inside a sequence is not offered again",
    .kind = "swallows-next-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_dfa_no_reoffer;
constinit const placemat_decoder placemat_decoder_sab_dfa_no_reoffer = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
