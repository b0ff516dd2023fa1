// generated.h: the vectors that a table of a few rows generates. They are
// stored in corpus/generated/ like any other, for users without this program,
// and a test compares each file with the generated text. This file must not
// read any.
#pragma once

#include "harness/corpus/edit.h"

namespace placemat {

// The files of `directory`/generated, as `placemat corpus generate` writes
// them.
std::vector<Rewrite> generated_files(const std::filesystem::path& directory);

}  // namespace placemat
