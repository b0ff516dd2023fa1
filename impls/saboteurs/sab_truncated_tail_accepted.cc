// sab_truncated_tail_accepted.cc: An automaton has three kinds of state, and
// its last test must ask for ACCEPT. Asked for anything but REJECT it calls
// C3 well-formed.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (is_ill_formed(d)) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Plant kPlant{
    .name = "sab_truncated_tail_accepted",
    .origin = "accepts-truncated-tail; DFA validators derived from Hoehrmann's, 2019",
    .planted =
        "validate ends with \"the state is not REJECT\" and not with \"the state is ACCEPT\"",
    .kind = "accepts-truncated-tail",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_truncated_tail_accepted;
constinit const placemat_decoder placemat_decoder_sab_truncated_tail_accepted = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
