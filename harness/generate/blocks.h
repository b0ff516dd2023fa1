// blocks.h: the source `blocks`. A program that converts a stream reads it in
// blocks of some size, and may go wrong where one ends inside of a sequence.
// Here sequences lie across the places where blocks of the usual sizes end.
#pragma once

#include <memory>

#include "harness/generate/source.h"

namespace placemat {

std::unique_ptr<Source> make_block_source(const Profile& profile);

}  // namespace placemat
