// What is known of a call after its process has died, and which calls are not repeated.
#include "harness/isolation/watch.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace placemat {
namespace {

CrashNote* the_crash_note = nullptr;
std::uint64_t serial_in_call = 0;
int calls_made = 0;

// Writes nothing; ends the process at FE.
void decode(const std::uint8_t* in, std::size_t length, std::uint32_t*, std::size_t,
            placemat_result* result) {
  ++calls_made;
  serial_in_call = the_crash_note->serial;
  for (std::size_t i = 0; i < length; ++i) {
    if (in[i] == 0xFE) _exit(9);
    if (in[i] == 0xFD) std::abort();
  }
  result->status = PLACEMAT_OK;
  result->written = 0;
}

class Watching : public testing::Test {
 protected:
  Watching()
      : crash_note_(*CrashNote::create()),
        input_(Caller::kMaxUnits + 1, GuardedBuffer::Sharing::kShared),
        fence_(1000),
        watch_{crash_note_, known_crashes_} {
    crash_note_.clear();
    the_crash_note = &crash_note_;
    calls_made = 0;
    decoder_.strict32 = decoder_.lossy32 = decode;
    decoder_.policy = "maximal-subpart";
  }
  Observation call(const Call& call) {
    WatchedCaller caller(decoder_, thread_, input_, watch_);
    return caller.call(call);
  }

  CrashNote& crash_note_;
  GuardedBuffer input_;
  Fence fence_;
  FencedThread thread_;
  std::vector<KnownCrash> known_crashes_;
  WatchedCaller::Watch watch_;
  Decoder decoder_{};
};

TEST_F(Watching, ShowsACallInProgress) {
  const Bytes units{0x41};
  EXPECT_EQ(call({.units = units, .how = plain(Operation::kStrict32)}).outcome,
            Observation::Outcome::kAnswered);
  EXPECT_EQ(serial_in_call % 2, 1u);
  EXPECT_EQ(crash_note_.serial % 2, 0u);
  EXPECT_GT(crash_note_.serial, 0u);
  EXPECT_FALSE(crash_note_.has_failed);
}

// Another process reads the note of one that has ended inside of a call.
TEST_F(Watching, RecordsTheCall) {
  for (const Placement placement : {Placement::kEnd, Placement::kStart, Placement::kNul}) {
    const Bytes units{0x41, 0xFE, 0x80};
    crash_note_.clear();
    const pid_t child = fork();
    if (child == 0) {
      call({.units = Bytes{0x42}, .how = plain(Operation::kLossy32), .capacity = 7});
      call({.units = units,
            .how = {.operation = Operation::kLossy32, .placement = placement},
            .capacity = 5});
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_EQ(WEXITSTATUS(status), 9);
    EXPECT_EQ(crash_note_.serial % 2, 1u);
    const OwnedCall left = crash_note_.current.owned(input_);
    EXPECT_EQ(left.how.operation, Operation::kLossy32);
    EXPECT_EQ(left.how.placement, placement);
    EXPECT_EQ(left.capacity, 5u);
    EXPECT_EQ(left.units, units);
    EXPECT_FALSE(left.is_encode);
  }
}

TEST_F(Watching, RecordsAStreamWithItsCutsAndPrelude) {
  const Bytes units{0x41, 0xC3, 0xA9}, prelude{0xFF};
  const Presentation how{.operation = Operation::kStreamLossy,
                         .cuts = {0, 2, 2},
                         .prelude = prelude,
                         .ending = Ending::kReset};
  crash_note_.current.set(Call{units, how});
  const OwnedCall left = crash_note_.current.owned(input_);
  EXPECT_EQ(left.units, units);
  EXPECT_EQ(left.how, how);
  crash_note_.current.set(std::uint64_t{0x10FFFF});
  EXPECT_TRUE(crash_note_.current.owned(input_).is_encode);
  EXPECT_EQ(crash_note_.current.owned(input_).value, 0x10FFFFu);
}

TEST_F(Watching, DistinguishesCalls) {
  const Bytes units{0x41, 0x42}, others{0x41, 0x43};
  const Presentation how = plain(Operation::kLossy32);
  crash_note_.current.set(Call{units, how, 2});
  std::copy(units.begin(), units.end(), input_.end() - units.size());
  const OwnedCall known = crash_note_.current.owned(input_);
  EXPECT_TRUE(known.is({units, how, 2}));
  EXPECT_FALSE(known.is({others, how, 2}));
  EXPECT_FALSE(known.is({ByteView(units).first(1), how, 2}));
  EXPECT_FALSE(known.is({units, how, 1}));
  const auto differs = [&](auto change) {
    Presentation other = how;
    change(other);
    return !known.is({units, other, 2});
  };
  EXPECT_TRUE(differs([](Presentation& p) { p.operation = Operation::kStrict32; }));
  EXPECT_TRUE(differs([](Presentation& p) { p.cuts = {1}; }));
  EXPECT_TRUE(differs([](Presentation& p) { p.placement = Placement::kStart; }));
  EXPECT_TRUE(differs([&](Presentation& p) { p.prelude = others; }));
  EXPECT_TRUE(differs([](Presentation& p) { p.ending = Ending::kFinish; }));
}

TEST_F(Watching, SkipsKnownCrashes) {
  OwnedCall known;
  known.how.operation = Operation::kStrict32;
  known.units = {0xFE};
  known_crashes_.push_back({known, Observation::Outcome::kCrash, "signal 9", 9});
  const Bytes fe{0xFE}, other{0x41};
  const Observation seen = call({.units = fe, .how = plain(Operation::kStrict32)});
  EXPECT_EQ(seen.outcome, Observation::Outcome::kCrash);
  EXPECT_STREQ(seen.note, "signal 9");
  EXPECT_TRUE(seen.is_fatal);
  EXPECT_EQ(calls_made, 0);
  EXPECT_EQ(call({.units = other, .how = plain(Operation::kStrict32)}).outcome,
            Observation::Outcome::kAnswered);
  // Operations that were given up are not called and produce no result.
  watch_.given_up = 1U << static_cast<unsigned>(Operation::kStrict32);
  EXPECT_EQ(call({.units = other, .how = plain(Operation::kStrict32)}).outcome,
            Observation::Outcome::kUnsupported);
  EXPECT_EQ(call({.units = other, .how = plain(Operation::kLossy32)}).outcome,
            Observation::Outcome::kAnswered);
  EXPECT_EQ(calls_made, 2);
}

// A process that ends later may have been corrupted by the failed call.
TEST_F(Watching, RecordsTheFailedCall) {
  const Bytes failing{0x41, 0xFD}, right{0x42};
  EXPECT_EQ(call({.units = failing, .how = plain(Operation::kStrict32)}).outcome,
            Observation::Outcome::kCrash);
  call({.units = right, .how = plain(Operation::kStrict32)});
  ASSERT_TRUE(crash_note_.has_failed);
  EXPECT_EQ(crash_note_.failed.owned(input_).units, failing);
  EXPECT_EQ(crash_note_.current.owned(input_).units, right);
  crash_note_.give_reason(Observation::Outcome::kCorruptedProcess, std::string(1000, 'x'));
  EXPECT_EQ(std::string(crash_note_.why), std::string(sizeof(crash_note_.why) - 1, 'x'));
}

TEST(Interned, TextsKeepTheirAddress) {
  const char* text = interned("one");
  for (int i = 0; i < 1000; ++i) interned(std::to_string(i));
  EXPECT_STREQ(text, "one");
  EXPECT_EQ(interned(std::string("o") + "ne"), text);
}

}  // namespace
}  // namespace placemat
