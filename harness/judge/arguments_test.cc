#include "harness/judge/arguments.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

using testing::ElementsAre;

TEST(ShellWords, AreReadAsAShellReadsThem) {
  EXPECT_THAT(shell_words("a  'b c' d'e'f"), ElementsAre("a", "b c", "def"));
  EXPECT_THAT(shell_words("'' \\'x"), ElementsAre("", "'x"));
  EXPECT_THROW(shell_words("a 'b"), InputError);
}

TEST(ReplayArguments, AreReadFromAReplayLine) {
  Check check;
  check.units = {0x61, 0xC3, 0xA9};
  EXPECT_EQ(parse_replay_arguments(to_arguments(check)).check, check);
  check.how.operation = Operation::kStreamLossy;
  check.how.cuts = {0, 2, 3};
  check.how.placement = Placement::kNul;
  check.how.room = Room::kZero;
  check.how.prelude = {0xE2, 0x82};
  check.how.ending = Ending::kReset;
  const ReplayArguments read = parse_replay_arguments(to_arguments(check));
  EXPECT_EQ(read.check, check);
  EXPECT_TRUE(read.encode.empty());
  EXPECT_THAT(parse_replay_arguments("--encode 20AC").encode, testing::ElementsAre(0x20AC));
  EXPECT_THAT(parse_replay_arguments("--encode 10000,800").encode,
              testing::ElementsAre(0x10000, 0x800));
  EXPECT_THAT(parse_replay_arguments("--encode 41*3,E9").encode,
              testing::ElementsAre(0x41, 0x41, 0x41, 0xE9));
  for (const char* wrong :
       {"--encode ''", "--encode 41,", "--encode ,41", "--encode 41,,42", "--encode 41*,42",
        "--encode 41*0,42", "--encode 41*-1", "--encode *2", "--encode 41*1000001",
        "--encode 41*600000,42*600000", "--encode 41*99999999999999999999"}) {
    EXPECT_THROW(parse_replay_arguments(wrong), InputError) << wrong;
  }
}

TEST(ReplayArguments, OfAnotherFormAreRefused) {
  for (const char* text : {"'C2", "'C2' --operation no-such", "'C2' --pad 2", "'C|2'", "'C2|80'",
                           "'C2' --pad x", "'C2' --room", "'C2' --colour red", "'C2' --encode"}) {
    EXPECT_THROW(parse_replay_arguments(text), InputError) << text;
  }
}

}  // namespace
}  // namespace placemat
