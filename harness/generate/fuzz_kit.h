// fuzz_kit.h: what any fuzzer can start with: a dictionary, from the law alone, and
// seeds, from the corpora.
#pragma once

#include <string>
#include <vector>

#include "harness/corpus/corpus.h"

namespace placemat {

// The dictionary of libFuzzer and AFL++: a token for each item of the dialect and for each end
// of a class of units, which our mutator uses too.
std::string fuzz_dictionary(DialectId dialect);

// A file of units.
struct FuzzSeed {
  std::string name;  // of a file
  Bytes units;
};

// The vectors of the set `core`: well-formed text of each form, and each error in each state.
std::vector<FuzzSeed> fuzz_seeds(const Corpus& corpus);

}  // namespace placemat
