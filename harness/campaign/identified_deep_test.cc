// All saboteurs.
#include "harness/campaign/contradiction_fixture.h"

namespace placemat {
namespace {

TEST(Identified, NoSentenceContradictsAFindingOfASaboteur) {
  testing_aid::expect_no_contradictions(1);
}

}  // namespace
}  // namespace placemat
