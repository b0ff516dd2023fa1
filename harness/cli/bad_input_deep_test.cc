#include "harness/cli/bad_input_fixture.h"

namespace placemat {
namespace {

TEST_F(BadInputTest, EachEndsWithOneLine) {
  expect_refused(1, "branchy", "tutorial_lenient");
  EXPECT_GE(tried_, 1000u);
}

}  // namespace
}  // namespace placemat
