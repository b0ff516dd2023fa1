// decoder.h: a mutant behind the decoder interface, so that the real run judges
// it. Calls have no argument that selects the mutant: they use the one that the
// calling thread has chosen.
#pragma once

#include "harness/decoder/registry.h"
#include "harness/strength/mutant.h"

namespace placemat {

const Decoder& mutant_decoder();
// The same, with its verdict as the only operation.
const Decoder& validating_mutant_decoder();

// Chosen for this thread until the next choice; `mutant` must outlive it.
void choose(const Mutant& mutant);

}  // namespace placemat
