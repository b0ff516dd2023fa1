// vector_set.h: sets of vectors for users of other test tools, by name and of a bounded size. The
// small ones are made from the machine of Table 3-7 and from no mutant, so that a score on mutants
// says something about them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/corpus/corpus.h"

namespace placemat {

enum class VectorSet : std::uint8_t {
  kCore,      // each unit in each state once
  kStandard,  // the W-method test set of the machine, several strings a vector
  kVerdict,   // the W-method test set for verdicts, one error a vector
  kFull,      // the curated vectors, and those of kVerdict
};

struct VectorSetRow {
  VectorSet set;
  std::string_view name;
  std::string_view summary;
};
std::span<const VectorSetRow> vector_sets();
// Nothing for another name.
std::optional<VectorSet> find_vector_set(std::string_view name);

// With the outcome of each, in a fixed order; no code units twice. The ids of vectors that are not
// curated are "core/0001" or "verdict/E0-80-41".
std::vector<Vector> vectors_of(VectorSet set, const Corpus& corpus);

}  // namespace placemat
