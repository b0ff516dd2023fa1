// sab_stack_overflow.cc: Recovery by recursion: the handler meets a second
// error directly behind the first and calls itself with the position of the
// first.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kFrame = 1024;

Decoded recover(const std::uint8_t* at, const std::uint8_t* end) {
  // Volatile, and used after the call: no optimiser turns this into a loop.
  volatile std::uint8_t frame[kFrame];
  frame[0] = *at;
  const Decoded outer = Honest::decode_one(at, end);
  const bool unfinished = is_ill_formed(outer) && announced(*at) > 1;
  if (!unfinished || is_value(Honest::decode_one(at + outer.length, end))) return outer;
  const Decoded inner = recover(at, end);
  frame[1] = static_cast<std::uint8_t>(inner.length);
  return Decoded::ill_formed(frame[1]);
}

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    return recover(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_stack_overflow",
    .origin =
        "crash-on-invalid; none in the list with this effect; Perl Encode before 2.89, 2016 (same "
        "trigger, F0 C2)",
    .planted =
        "an unfinished sequence followed by another error is handed to the error handler from "
        "within itself, without progress",
    .kind = "crash",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_stack_overflow;
constinit const placemat_decoder placemat_decoder_sab_stack_overflow = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
