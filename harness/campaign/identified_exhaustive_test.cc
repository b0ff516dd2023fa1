// A sample of saboteurs; the deep test has all.
#include "harness/campaign/contradiction_fixture.h"

namespace placemat {
namespace {

TEST(Identified, NoSentenceContradictsAFindingOfASaboteur) {
  testing_aid::expect_no_contradictions(19);
}

}  // namespace
}  // namespace placemat
