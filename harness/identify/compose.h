// compose.h: works the parts of a composition out from answers. Each part is determined by inputs
// of its own; then the whole is compared with every answer. It does not know any decoder.
#pragma once

#include <vector>

#include "harness/identify/composition.h"
#include "harness/identify/evidence.h"

namespace placemat {

// Inputs that show the parts, the same for every decoder: both sides of every limit of a dialect
// or an area, every unit, truncated ends, BOMs, and some inputs again after letters.
std::vector<Bytes> part_inputs();

// The paddings of the last of them, in letters 'A'.
inline constexpr std::size_t kPaddings[] = {15, 16, 31, 63};

// The composition of one side that the fewest answers contradict.
Composition compose(Evidence& evidence, Side side);

bool explains(const Composition& composition, ByteView units, const Response& seen);

}  // namespace placemat
