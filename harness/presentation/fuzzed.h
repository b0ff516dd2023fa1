// fuzzed.h: a presentation taken from the units of an input, so that an input
// says everything and the seed of a run nothing.
#pragma once

#include <vector>

#include "harness/presentation/presentation.h"

namespace placemat {

// A value for each axis but the operation, each exceptional: up to four cuts, one
// of them doubled now and then, a placement, too little or ample room, a prelude.
Presentation presentation_of(ByteView input);

// What is asked of `operation`: the input plain, and with what applies of `how`,
// an axis at a time where axes are independent.
std::vector<Presentation> fuzzed_presentations(Operation operation, const Presentation& how,
                                               std::size_t length);

}  // namespace placemat
