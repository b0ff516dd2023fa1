// vector_set_test.cc: the sets have the promised size, and reach what they promise.
#include "harness/generate/vector_set.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/corpus/fixture.h"
#include "harness/spec/machine.h"

namespace placemat {
namespace {

using fixture::corpus;

std::size_t units_of(const std::vector<Vector>& vectors) {
  std::size_t units = 0;
  for (const Vector& vector : vectors) units += vector.units.bytes.size();
  return units;
}

// Every unit, and the end, in every state of Table 3-7.
std::size_t reactions_of(const std::vector<Vector>& vectors) {
  const Machine& law = machine({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep});
  std::set<std::pair<Machine::State, std::size_t>> reached;
  for (const Vector& vector : vectors) {
    Machine::State state = Machine::kStart;
    for (const std::uint8_t unit : vector.units.bytes) {
      reached.emplace(state, unit);
      state = law.at(state, unit).next;
    }
    reached.emplace(state, Machine::kEnd);
  }
  return reached.size();
}
constexpr std::size_t kReactions = 11 * 257;

TEST(VectorSet, CoreAndStandardAreSmallAndReachEveryUnitInEveryState) {
  const std::vector<Vector> core = vectors_of(VectorSet::kCore, corpus());
  EXPECT_LE(units_of(core), 10'000u);
  EXPECT_EQ(reactions_of(core), kReactions);
  const std::vector<Vector> standard = vectors_of(VectorSet::kStandard, corpus());
  EXPECT_LE(standard.size(), 1'500u);
  EXPECT_LE(units_of(standard), 25'000u);
  EXPECT_EQ(reactions_of(standard), kReactions);
}

TEST(VectorSet, FullHasTheCuratedVectorsAndThoseForVerdicts) {
  const std::vector<Vector> full = vectors_of(VectorSet::kFull, corpus());
  EXPECT_LE(full.size(), 20'000u);
  ASSERT_GT(full.size(), corpus().vectors.size());
  for (std::size_t i = 0; i < corpus().vectors.size(); ++i) {
    EXPECT_EQ(full[i].id, corpus().vectors[i].id);
  }
  std::set<std::string> units;
  for (std::size_t i = 0; i < full.size(); ++i) {
    const bool is_new = units.insert(to_hex(full[i].units.bytes)).second;
    EXPECT_TRUE(is_new || i < corpus().vectors.size()) << full[i].id;
  }
  for (const Vector& vector : vectors_of(VectorSet::kVerdict, corpus())) {
    EXPECT_TRUE(units.contains(to_hex(vector.units.bytes))) << vector.id;
  }
}

TEST(VectorSet, IdsAreUniqueAndOutcomesAreThoseOfTheReferenceDecoder) {
  for (const VectorSetRow& row : vector_sets()) {
    std::set<std::string> ids;
    for (const Vector& vector : vectors_of(row.set, corpus())) {
      EXPECT_TRUE(ids.insert(vector.id).second) << vector.id;
      EXPECT_EQ(vector.outcome, outcome_of(vector.units.bytes)) << vector.id;
    }
    EXPECT_EQ(find_vector_set(row.name), row.set);
  }
  EXPECT_EQ(find_vector_set("tiny"), std::nullopt);
}

}  // namespace
}  // namespace placemat
