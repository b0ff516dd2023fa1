// decoder.h: a mutant behind the interface of every decoder, so that the real
// run judges it. Calls have no argument to say which mutant is meant: it is
// the one that the calling thread has chosen.
#pragma once

#include "harness/decoder/registry.h"
#include "harness/strength/mutant.h"

namespace placemat {

const Decoder& mutant_decoder();

// Chosen for this thread until the next choice; `mutant` must live as long.
void choose(const Mutant& mutant);

}  // namespace placemat
