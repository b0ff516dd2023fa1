// checker_test.cc: which cases a checker takes from a source. The tests of a run cover
// how it judges them.
#include "harness/judge/checker.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "harness/judge/checker_fixture.h"

namespace placemat {
namespace {

// A skipped case would count as one that passed.
TEST(Checker, ThrowsOnALongerCase) {
  EXPECT_THROW(check_one_of(*find_decoder("branchy"), Caller::kMaxUnits - kMostAround + 1),
               std::length_error);
}

// The operations that got just enough room, and those that got room to spare.
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

// A decoder may have a separate path for an output with room to spare, and most callers
// provide that.
TEST(Checker, GivesJustEnoughRoomAndRoomToSpare) {
  const std::vector<Bytes> some{{'a'}, {'b'}, {0xC3, 0xA9}, {0xC3, 0xAA}, {0xFF, 'a'}, {0xFE, 'a'}};
  EXPECT_EQ(room_in(Depth::kSingle, {{1, 1, 1}, {1, 1, 2}, {1, 1, 3}, {1, 1, 4}}).size(), 2u * 2);
  EXPECT_EQ(room_in(Depth::kCore, some).size(), 2u * 2);
  EXPECT_EQ(room_in(Depth::kPlain, some).size(), 4u * 2);
  for (const auto depth : {Depth::kChunked, Depth::kPadded})
    for (const Bytes& units : some)
      EXPECT_EQ(room_in(depth, {units}).size(), 4u * 2) << to_spaced_hex(units);
}

}  // namespace
}  // namespace placemat
