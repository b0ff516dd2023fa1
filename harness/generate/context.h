// context.h: the source `context`. A decoder can be right about every item and
// wrong about one in a rare context: after two others, after the n-th error,
// after one particular character, a thousand units from the start. Other
// sources use one representative of an item. Here the context is enumerated and
// the units are drawn anew for every case.
#pragma once

#include <memory>

#include "harness/generate/source.h"

namespace placemat {

std::unique_ptr<Source> make_context_source(const Profile& profile, std::uint64_t seed);

}  // namespace placemat
