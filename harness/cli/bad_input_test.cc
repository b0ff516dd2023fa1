// A sample of the bad inputs; the deep tests give all of them.
#include "harness/cli/bad_input_fixture.h"

namespace placemat {
namespace {

TEST_F(BadInputTest, ASampleEndsWithOneLine) { expect_refused(40, "branchy", "tutorial_lenient"); }

}  // namespace
}  // namespace placemat
