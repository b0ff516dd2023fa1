// Every planted error that the quick budget can show is caught by it.
#include "harness/cli/selftest_fixture.h"

namespace placemat {
namespace {

TEST(Selftest, FindsEachSaboteurUnderThePlantedKind) {
  std::vector<std::string> names;
  for (const Decoder* saboteur : saboteurs()) {
    if (!is_only_by_standard(saboteur->name)) names.emplace_back(saboteur->name);
  }
  ASSERT_EQ(names.size() + kOnlyByStandard.size(), saboteurs().size());
  ASSERT_GE(names.size(), 140u);
  expect_caught(names, "quick");
}

}  // namespace
}  // namespace placemat
