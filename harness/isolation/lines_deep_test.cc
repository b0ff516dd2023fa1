// The failures of a child that answers a whole buffer at a time.
#include <sys/prctl.h>

#include <csignal>

#include "harness/isolation/lines_fixture.h"

namespace placemat {
namespace {

TEST(LinesDeep, AttributesAFailureOfABufferedChildToItsCase) {
  std::signal(SIGPIPE, SIG_IGN);     // like every host
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // like every host
  for (const auto& [error_class, kind] : kFailures) {
    expect_attributed("buffered-" + std::string(error_class), std::string(kind));
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

}  // namespace
}  // namespace placemat
