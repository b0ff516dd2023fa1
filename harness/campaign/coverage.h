// coverage.h: what a run asks of decoders, by name: operations, and the values
// of each axis of a presentation. A later run that asks less has lost coverage.
#pragma once

#include <span>

#include "harness/decoder/registry.h"
#include "harness/generate/source.h"
#include "harness/report/record.h"

namespace placemat {

// Operations that one of the decoders has, in their order; the values of each
// axis that cases up to this depth are given with.
CoverageRecord coverage_of(std::span<const Decoder* const> decoders, Depth depth);

}  // namespace placemat
