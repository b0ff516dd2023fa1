// generated.h: the vectors that a table of a few rows holds. They lie in
// corpus/generated/ like any other, for those who have no program of ours, and
// a test compares each file with what is generated. This file must not read
// any.
#pragma once

#include "harness/corpus/edit.h"

namespace placemat {

// The files of `directory`/generated, as `placemat corpus generate` writes them.
std::vector<Rewrite> generated_files(const std::filesystem::path& directory);

}  // namespace placemat
