// Every dialect with every policy and both BOM rules: the compiled machine equals the reference
// decoder. Measured: about 110 s of processor time.
#include "harness/spec/machine_fixture.h"

namespace placemat {
namespace {

class EveryPolicy : public testing::TestWithParam<DialectId> {};

TEST_P(EveryPolicy, MachineEqualsReferenceUpToThreeUnits) {
  for (const Policy& policy : policies()) {
    expect_equal_to_reference({GetParam(), policy.id, Bom::kKeep}, 3);
  }
  // The BOM rule interacts with the policy only at the first sequence.
  expect_equal_to_reference({GetParam(), PolicyId::kMaximalSubpart, Bom::kStripLeading}, 3);
}

INSTANTIATE_TEST_SUITE_P(Law, EveryPolicy, testing::ValuesIn(dialect_ids()), test_name);

}  // namespace
}  // namespace placemat
