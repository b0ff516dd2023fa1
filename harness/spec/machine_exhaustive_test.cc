// Every dialect with the policy of WHATWG, and UTF-8 with every policy and both BOM rules: the
// compiled machine equals the reference decoder. The deep tests have every dialect with every
// policy.
#include "harness/spec/machine_fixture.h"

namespace placemat {
namespace {

class EveryDialect : public testing::TestWithParam<DialectId> {};

TEST_P(EveryDialect, MachineEqualsReferenceUpToThreeUnits) {
  expect_equal_to_reference({GetParam(), PolicyId::kMaximalSubpart, Bom::kKeep}, 3);
}

INSTANTIATE_TEST_SUITE_P(Law, EveryDialect, testing::ValuesIn(dialect_ids()), test_name);

TEST(Law, MachineOfUtf8EqualsReferenceByEveryPolicy) {
  for (const Policy& policy : policies()) {
    expect_equal_to_reference({DialectId::kUtf8, policy.id, Bom::kKeep}, 3);
  }
  expect_equal_to_reference({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kStripLeading}, 3);
}

}  // namespace
}  // namespace placemat
