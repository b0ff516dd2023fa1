#include <gtest/gtest.h>

#include <set>

#include "harness/corpus/corpus.h"
#include "harness/strength/planted_fault.h"
#include "harness/strength/strength.h"

namespace placemat {
namespace {

// The curated vectors show every mutant of some kinds, and the kinds are there all the same.
TEST(PlantedFaults, HaveEveryKindBesideTheCuratedVectors) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const auto hidden = planted_faults(1992, probes_of(corpus.vectors), WorkOptions(1));
  EXPECT_LT(hidden.size(), planted_faults(1992, {}, WorkOptions(1)).size());
  std::set<std::string> kinds;
  for (const PlantedFault& fault : hidden) kinds.insert(fault.kind);
  EXPECT_EQ(kinds.size(), 6u);
}

}  // namespace
}  // namespace placemat
