#include "harness/judge/arguments.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

TEST(ReplayArguments, AreReadFromAReplayLine) {
  Check plain;
  plain.units = {0x61, 0xC3, 0xA9};
  Check full = plain;
  full.how.operation = Operation::kStreamLossy;
  full.how.cuts = {0, 2, 3};
  full.how.pad = 1;
  full.how.tail = 1;
  full.how.placement = Placement::kNul;
  full.how.room = Room::kZero;
  full.how.prelude = {0xE2, 0x82};
  full.how.ending = Ending::kReset;
  Check roomy = plain;
  roomy.how.room = Room::kAmple;
  roomy.how.placement = Placement::kNull;
  Check beside = full;
  beside.how.ending = Ending::kInterleaved;
  for (const Check& check : {plain, full, roomy, beside}) {
    const ReplayArguments read = parse_replay_arguments(to_arguments(check));
    EXPECT_EQ(read.check, check) << to_arguments(check);
    EXPECT_FALSE(read.encode);
  }
  EXPECT_EQ(parse_replay_arguments("--encode 20AC").encode, 0x20ACu);
}

TEST(ReplayArguments, OfAnotherFormAreRefused) {
  for (const char* text :
       {"'C2", "'C2' --operation no-such", "'C2' --pad 2", "'C|2'", "'C2|80'", "'C2' --pad x",
        "'C2' --capacity", "'C2' --colour red", "'C2' --encode"}) {
    EXPECT_THROW(parse_replay_arguments(text), InputError) << text;
  }
}

// The forms that the replay line of a finding has.
TEST(ReplayArguments, OfAWholeLineNameTheDecoder) {
  const ReplayArguments in_tree = parse_replay_arguments(
      "placemat replay branchy --as utf-8/per-byte/keep 'C2|80' --operation stream-lossy");
  EXPECT_EQ(in_tree.called, "branchy");
  EXPECT_EQ(in_tree.as, "utf-8/per-byte/keep");
  EXPECT_EQ(in_tree.check.units, (Bytes{0xC2, 0x80}));
  EXPECT_EQ(in_tree.check.how.cuts, std::vector<std::size_t>{1});
  const ReplayArguments child =
      parse_replay_arguments("placemat replay 'FF' --operation lossy32 -- python3 a.py --quick");
  EXPECT_EQ(child.called, "-- python3 a.py --quick");
  EXPECT_EQ(child.check.units, Bytes{0xFF});
  const ReplayArguments filter =
      parse_replay_arguments("placemat replay 'FF' --operation lossy32 --filter -- iconv -c");
  EXPECT_EQ(filter.called, "--filter -- iconv -c");
}

}  // namespace
}  // namespace placemat
