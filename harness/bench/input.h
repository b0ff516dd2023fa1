// input.h: the inputs of a benchmark: natural text, the same with errors at a
// given density, and noise. A seed and a name give the same input everywhere.
// Must not know any decoder.
#pragma once

#include <string>
#include <vector>

#include "harness/bytes/bytes.h"

namespace placemat::bench {

// "ascii", ..., "web/100" (one error per 100 units), ..., "random".
std::vector<std::string> input_names();

// `size` units, without a truncated sequence. Throws InputError for a name that
// is not among input_names().
Bytes make_input(const std::string& name, std::size_t size, std::uint64_t seed);

}  // namespace placemat::bench
