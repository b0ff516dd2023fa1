// context.h: the source `context`. A decoder may be right about every item and
// wrong about one that stands where it seldom stands: behind two others, behind
// the n-th error, behind one particular character, a thousand units from the
// start. Other sources show an item by one representative; here the units are
// drawn afresh for every case, and what comes before is enumerated.
#pragma once

#include <memory>

#include "harness/generate/source.h"

namespace placemat {

std::unique_ptr<Source> make_context_source(const Profile& profile, std::uint64_t seed);

}  // namespace placemat
