// blocks.h: the source `blocks`. A program that converts a stream reads it in
// blocks of some size, and can fail where a block ends inside a sequence. Here
// sequences lie across the ends of blocks of the usual sizes.
#pragma once

#include <memory>

#include "harness/generate/source.h"

namespace placemat {

std::unique_ptr<Source> make_block_source(const Profile& profile);

}  // namespace placemat
