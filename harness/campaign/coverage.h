// coverage.h: the operations and the presentation axis values that a run tests, by name. A later
// run that tests fewer has lost coverage.
#pragma once

#include <span>

#include "harness/decoder/registry.h"
#include "harness/generate/source.h"
#include "harness/report/record.h"

namespace placemat {

// Operations that one of the decoders has, in their order, and the values of each axis that cases
// up to this depth are presented with.
CoverageRecord coverage_of(std::span<const Decoder* const> decoders, Depth depth);

}  // namespace placemat
