// checker_test.cc: what a checker takes from a source. What it makes of a case
// is tested through the run.
#include "harness/judge/checker.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace placemat {
namespace {

Ledger check_one_of(std::size_t units) {
  Fence fence(1000);
  FencedThread thread;
  const Decoder* decoder = find_decoder("branchy");
  Caller caller(*decoder, thread);
  Court court(caller, claimed_profile(*decoder));
  const std::atomic<bool> stop{false};
  Checker checker(court, "long", &stop);
  const Bytes bytes(units, 'a');
  EXPECT_TRUE(checker.accept({.bytes = bytes, .multiplication = Multiplication::kPadded}));
  return checker.take();
}

TEST(Checker, TakesTheLongestCaseThatFitsWithAllAroundIt) {
  const Ledger ledger = check_one_of(Caller::kMaxUnits - kLongPads.back() - kLongestTail);
  EXPECT_EQ(ledger.tally.cases, 1u);
  EXPECT_GT(ledger.tally.checks, 100u);
  EXPECT_EQ(ledger.tally.failed, 0u);
}

// A case that was passed over would count as one that was right.
TEST(Checker, RefusesALongerOneAloud) {
  EXPECT_THROW(check_one_of(Caller::kMaxUnits - kLongPads.back() - kLongestTail + 1),
               std::length_error);
}

}  // namespace
}  // namespace placemat
