// subject_pairs.h: which subjects of a stored audit part, and by which curated vectors, without
// running anything again. What a subject does with a vector follows from the profile that it was
// judged as, and from the vectors that failed. It must not know how the result is shown.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/campaign/compare.h"
#include "harness/corpus/corpus.h"
#include "harness/report/record.h"

namespace placemat {

// Subjects that do the same with every vector, as far as the report shows it.
struct AlikeSubjects {
  std::vector<std::string> names;
};

// Two groups that part. The counts and the shortest units are by Contrast.
struct PartedPair {
  std::size_t first = 0, second = 0;  // in `groups`
  std::array<std::uint64_t, kContrasts> vectors{};
  std::array<std::string, kContrasts> shortest{};  // in case notation; empty without a vector
};

struct SubjectPairs {
  std::size_t subjects = 0, vectors = 0;
  std::vector<AlikeSubjects> groups;      // the largest first
  std::vector<PartedPair> pairs;          // by group
  std::vector<std::string> not_compared;  // subjects, and why
};

// Throws InputError when the report is of other vectors.
SubjectPairs parted_pairs(const Report& report, const Corpus& corpus);

}  // namespace placemat
