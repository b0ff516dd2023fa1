// checker_test.cc: what a checker takes from a source. What it makes of a case
// is tested through the run.
#include "harness/judge/checker.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace placemat {
namespace {

Ledger check_one_of(std::size_t units) {
  Fence fence(1000);
  FencedThread thread;
  const Decoder* decoder = find_decoder("branchy");
  Caller caller(*decoder, thread);
  Judge judge(caller, claimed_profile(*decoder));
  const std::atomic<bool> stop{false};
  Checker checker(judge, "long", &stop);
  const Bytes bytes(units, 'a');
  EXPECT_TRUE(checker.accept({.bytes = bytes, .depth = Depth::kPadded}));
  return checker.take();
}

TEST(Checker, TakesTheLongestCaseThatFitsWithAllAroundIt) {
  const Ledger ledger = check_one_of(Caller::kMaxUnits - kMostAround);
  EXPECT_EQ(ledger.tally.cases, 1u);
  EXPECT_GT(ledger.tally.checks, 100u);
  EXPECT_EQ(ledger.tally.failed, 0u);
}

// A case that was passed over would count as one that was right.
TEST(Checker, RefusesALongerOneAloud) {
  EXPECT_THROW(check_one_of(Caller::kMaxUnits - kMostAround + 1), std::length_error);
}

// Which operations were given just enough room, and which room to spare.
std::set<std::pair<Operation, bool>> seen_room;
template <Operation kOperation, auto Decoder::* kFunction>
constexpr auto noting = []<class Out>(const std::uint8_t* in, std::size_t length, Out* out,
                                      std::size_t capacity, placemat_result* result) {
  seen_room.insert({kOperation, capacity >= length + 64});
  (find_decoder("branchy")->*kFunction)(in, length, out, capacity, result);
};

std::set<std::pair<Operation, bool>> room_in(Depth depth, const std::vector<Bytes>& cases) {
  Decoder noted = *find_decoder("branchy");
  noted.strict32 = noting<Operation::kStrict32, &Decoder::strict32>;
  noted.lossy32 = noting<Operation::kLossy32, &Decoder::lossy32>;
  noted.strict16 = noting<Operation::kStrict16, &Decoder::strict16>;
  noted.lossy16 = noting<Operation::kLossy16, &Decoder::lossy16>;
  Fence fence(1000);
  FencedThread thread;
  Caller caller(noted, thread);
  Judge judge(caller, claimed_profile(noted));
  const std::atomic<bool> stop{false};
  Checker checker(judge, "room", &stop);
  seen_room.clear();
  for (const Bytes& units : cases) EXPECT_TRUE(checker.accept({.bytes = units, .depth = depth}));
  EXPECT_EQ(checker.take().tally.failed, 0u);
  return seen_room;
}

// A decoder may have code of its own for an output with room to spare, and most
// callers give it that.
TEST(Checker, GivesJustEnoughRoomAndRoomToSpare) {
  const std::vector<Bytes> some{{'a'}, {'b'}, {0xC3, 0xA9}, {0xC3, 0xAA}, {0xFF, 'a'}, {0xFE, 'a'}};
  EXPECT_EQ(room_in(Depth::kCore, some).size(), 2u * 2);
  EXPECT_EQ(room_in(Depth::kPlain, some).size(), 4u * 2);
  for (const auto depth : {Depth::kChunked, Depth::kPadded})
    for (const Bytes& units : some)
      EXPECT_EQ(room_in(depth, {units}).size(), 4u * 2) << to_spaced_hex(units);
}

}  // namespace
}  // namespace placemat
