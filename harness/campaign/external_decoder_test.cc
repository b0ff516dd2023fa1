// external_decoder_test.cc: how often an external decoder is started. The child answers each
// question with the number of its process.
#include "harness/campaign/external_decoder.h"

#include <gtest/gtest.h>

#include "harness/isolation/watch.h"

namespace placemat {
namespace {

ExternalOptions child_that_tells_its_process() {
  ExternalOptions options;
  options.command = {"bash", "-c", R"(
    read line
    echo 'hello {"name":"told","modes":["lossy"]}'
    while read -r n mode hex; do
      case $hex in FF) exit 1;; esac
      printf '%s ok %X\n' $n $$
    done)"};
  options.no_isolation = true;
  return options;
}

AnswerOnce answer_to(const ExternalDecoder& external, const char* units) {
  const OwnedCall call{.units = parse_hex(units),
                       .how = plain(Operation::kLossy32),
                       .capacity = 2 * PLACEMAT_MAX_SEQUENCE};
  return Unpacker(external.ask(packed(Request::kObserve, call))).read<AnswerOnce>();
}

TEST(ExternalDecoder, AnswersAllRequestsInOneProcess) {
  const ExternalDecoder external(child_that_tells_its_process());
  const std::vector<std::uint64_t> process = answer_to(external, "41").values;
  ASSERT_EQ(process.size(), 1u);
  EXPECT_EQ(answer_to(external, "42").values, process);
}

TEST(ExternalDecoder, IsStartedAgainWhenItsProcessWasEnded) {
  const ExternalDecoder external(child_that_tells_its_process());
  const std::vector<std::uint64_t> process = answer_to(external, "41").values;
  external.end_process();
  const std::vector<std::uint64_t> other = answer_to(external, "41").values;
  EXPECT_EQ(other.size(), 1u);
  EXPECT_NE(other, process);
}

TEST(ExternalDecoder, IsStartedAgainWhenItsProcessDied) {
  const ExternalDecoder external(child_that_tells_its_process());
  const std::vector<std::uint64_t> process = answer_to(external, "41").values;
  EXPECT_EQ(answer_to(external, "FF").outcome, Observation::Outcome::kCrash);
  const std::vector<std::uint64_t> other = answer_to(external, "41").values;
  EXPECT_EQ(other.size(), 1u);
  EXPECT_NE(other, process);
}

}  // namespace
}  // namespace placemat
