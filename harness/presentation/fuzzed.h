// fuzzed.h: a presentation derived from the units of an input, so that it
// depends on the input only and not on the seed of a run.
#pragma once

#include <vector>

#include "harness/presentation/presentation.h"

namespace placemat {

// A value for each axis but the operation, each exceptional: up to four cuts,
// one of them doubled now and then, a placement, too little or ample room, a
// prelude.
Presentation presentation_of(ByteView input);

// The presentations of `operation`: the plain input, and the applicable values
// of `how`, one axis at a time where axes are independent.
std::vector<Presentation> fuzzed_presentations(Operation operation, const Presentation& how,
                                               std::size_t length);

}  // namespace placemat
