// caller_test.cc: calls each operation of small decoders that do one thing right or one
// thing wrong. Their code shows what must be observed, so the tests need no law and no
// real decoder.
#include "harness/call/caller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace placemat {
namespace {

using Outcome = Observation::Outcome;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint64_t> values(const Observation& seen) {
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < seen.count; ++i) all.push_back(seen.value(i));
  return all;
}

volatile std::uint8_t touched;

// A correct decoder of a toy encoding: a unit is its own value plus one; FF is ill-formed
// and becomes 0.
template <class Out>
void copy(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
          placemat_result* result, bool lossy) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t i = 0; i < length; ++i) {
    if (in[i] == 0xFF && !lossy) {
      result->status = PLACEMAT_ILL_FORMED;
      result->error_offset = i;
      result->error_length = 1;
      return;
    }
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = static_cast<Out>(in[i] == 0xFF ? 0 : in[i] + 1);
  }
}
template <class Out>
void strict(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
            placemat_result* result) {
  copy(in, length, out, capacity, result, false);
}
template <class Out>
void lossy(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
           placemat_result* result) {
  copy(in, length, out, capacity, result, true);
}

// A stream of the same encoding with state: its first value is the number of units since
// it was opened or reset.
struct ToyStream {
  bool lossy = false;
  std::size_t units = 0;
  bool failed = false;
  std::size_t offset = 0;
};
int open_streams = 0;

void* open(int is_lossy) {
  ++open_streams;
  return new ToyStream{is_lossy != 0, 0, false, 0};
}
void close(void* stream) {
  --open_streams;
  delete static_cast<ToyStream*>(stream);
}
void reset(void* stream) {
  auto& s = *static_cast<ToyStream*>(stream);
  s = {s.lossy, 0, false, 0};
}
void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<ToyStream*>(stream);
  if (s.failed) {
    *result = {PLACEMAT_ILL_FORMED, 0, s.offset, 1};
    return;
  }
  copy(in, length, out, capacity, result, s.lossy);
  if (result->status == PLACEMAT_ILL_FORMED) {
    s.failed = true;
    s.offset = result->error_offset += s.units;
  }
  s.units += length;
}
void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<ToyStream*>(stream);
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (s.failed) {
    *result = {PLACEMAT_ILL_FORMED, 0, s.offset, 1};
  } else if (capacity > 0) {
    out[result->written++] = static_cast<std::uint32_t>(s.units);
  }
  reset(stream);
}

Decoder toy() {
  Decoder d{};
  d.abi_version = PLACEMAT_ABI_VERSION;
  d.struct_size = sizeof(Decoder);
  d.name = "toy";
  d.version = d.origin = "";
  d.dialect = "utf-8";
  d.policy = "maximal-subpart";
  d.bom = "keep";
  d.validate = [](const std::uint8_t* in, std::size_t length) {
    return std::memchr(in, 0xFF, length) == nullptr ? 1 : 0;
  };
  d.strict32 = strict<std::uint32_t>;
  d.lossy32 = lossy<std::uint32_t>;
  d.strict16 = strict<std::uint16_t>;
  d.lossy16 = lossy<std::uint16_t>;
  d.strict64 = strict<std::uint64_t>;
  d.lossy64 = lossy<std::uint64_t>;
  d.length32 = [](const std::uint8_t*, std::size_t length) { return length; };
  d.length16 = [](const std::uint8_t*, std::size_t length) { return 2 * length; };
  d.stream_open = open;
  d.stream_push = push;
  d.stream_finish = finish;
  d.stream_reset = reset;
  d.stream_close = close;
  return d;
}

class CallerTest : public testing::Test {
 protected:
  // Copies the values: those of an observation are valid until the next call.
  Observation call(const Decoder& decoder, const Call& call) {
    caller_ = std::make_unique<Caller>(decoder, thread_);
    return caller_->call(call);
  }
  Observation call(Operation operation, const Bytes& units, std::size_t capacity = 16) {
    units_ = units;
    return call(decoder_, {.units = units_, .how = plain(operation), .capacity = capacity});
  }
  Observation call_at_start(Operation operation, const Bytes& units, std::size_t capacity) {
    units_ = units;
    Presentation how = plain(operation);
    how.placement = Placement::kStart;
    return call(decoder_, {.units = units_, .how = how, .capacity = capacity});
  }

  Fence fence_{200};
  FencedThread thread_;
  Decoder decoder_ = toy();
  Bytes units_;
  std::unique_ptr<Caller> caller_;
};

TEST_F(CallerTest, NamesRoundTrip) {
  Decoder empty{};
  empty.policy = "reject";
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    EXPECT_EQ(find_operation(name_of(operation)), operation);
    EXPECT_TRUE(has(decoder_, operation)) << name_of(operation);
    EXPECT_FALSE(has(empty, operation)) << name_of(operation);
  }
  EXPECT_EQ(find_operation("strict"), std::nullopt);
  decoder_.policy = "reject";
  EXPECT_FALSE(has(decoder_, Operation::kStreamLossy));
}

TEST_F(CallerTest, ReturnsTheAnswerOfEveryOperation) {
  const Bytes units{0x10, 0xFF, 0x30};
  EXPECT_EQ(call(Operation::kValidate, {0x10}).status, PLACEMAT_OK);
  EXPECT_EQ(call(Operation::kValidate, units).status, PLACEMAT_ILL_FORMED);
  EXPECT_EQ(call(Operation::kLength32, units).count, 3u);
  EXPECT_EQ(call(Operation::kLength16, units).count, 6u);
  for (const Operation op : {Operation::kStrict16, Operation::kStrict32, Operation::kStrict64}) {
    const Observation good = call(op, {0x10, 0x20});
    EXPECT_EQ(good.outcome, Outcome::kAnswered);
    EXPECT_EQ(good.status, PLACEMAT_OK);
    EXPECT_THAT(values(good), ElementsAre(0x11, 0x21)) << name_of(op);
    const Observation bad = call(op, units);
    EXPECT_EQ(bad.status, PLACEMAT_ILL_FORMED);
    EXPECT_EQ(bad.error_offset, 1u);
    EXPECT_EQ(bad.error_length, 1u);
    EXPECT_THAT(values(bad), ElementsAre(0x11)) << name_of(op);
  }
  for (const Operation op : {Operation::kLossy16, Operation::kLossy32, Operation::kLossy64}) {
    EXPECT_THAT(values(call(op, units)), ElementsAre(0x11, 0, 0x31)) << name_of(op);
  }
  const Observation stream = call(Operation::kStreamLossy, units);
  EXPECT_EQ(stream.status, PLACEMAT_OK);
  EXPECT_THAT(values(stream), ElementsAre(0x11, 0, 0x31, 3));
  const Observation failed = call(Operation::kStreamStrict, units);
  EXPECT_EQ(failed.status, PLACEMAT_ILL_FORMED);
  EXPECT_EQ(failed.error_offset, 1u);
}

TEST_F(CallerTest, GivesTheStatedCapacity) {
  for (const Operation op : {Operation::kLossy16, Operation::kLossy32, Operation::kLossy64}) {
    for (std::size_t capacity = 0; capacity <= 3; ++capacity) {
      const Observation seen = call(op, {1, 2, 3}, capacity);
      EXPECT_EQ(seen.status, capacity < 3 ? PLACEMAT_NO_CAPACITY : PLACEMAT_OK);
      EXPECT_EQ(seen.count, capacity);
    }
  }
}

TEST_F(CallerTest, AcceptsEmptyAndLongestInput) {
  for (const Placement placement : {Placement::kEnd, Placement::kStart, Placement::kNul}) {
    EXPECT_THAT(
        values(call(decoder_, {.units = {},
                               .how = {.operation = Operation::kLossy32, .placement = placement}})),
        IsEmpty());
    const Bytes longest(Caller::kMaxUnits, 'a');
    const Observation seen =
        call(decoder_, {.units = longest,
                        .how = {.operation = Operation::kLossy64, .placement = placement},
                        .capacity = longest.size()});
    EXPECT_EQ(seen.status, PLACEMAT_OK);
    EXPECT_EQ(seen.count, longest.size());
  }
}

// A decoder that inspects its input determines the placement of the units.
TEST_F(CallerTest, PlacesTheUnits) {
  decoder_.validate = [](const std::uint8_t* in, std::size_t length) {
    touched = in[length];
    return in[length] == 0 ? 1 : 0;
  };
  const Bytes units{'a', 'b'};
  const auto seen_at = [&](Placement placement) {
    return call(decoder_, {.units = units,
                           .how = {.operation = Operation::kValidate, .placement = placement}});
  };
  EXPECT_EQ(seen_at(Placement::kEnd).outcome, Outcome::kOverRead);
  EXPECT_STREQ(seen_at(Placement::kEnd).note, "behind the last unit");
  EXPECT_EQ(seen_at(Placement::kNul).outcome, Outcome::kAnswered);
  EXPECT_EQ(seen_at(Placement::kNul).status, PLACEMAT_OK);
  EXPECT_EQ(seen_at(Placement::kStart).outcome, Outcome::kAnswered);
  decoder_.validate = [](const std::uint8_t* in, std::size_t) {
    touched = in[-1];
    return 1;
  };
  EXPECT_EQ(seen_at(Placement::kStart).outcome, Outcome::kOverRead);
  EXPECT_STREQ(seen_at(Placement::kStart).note, "before the first unit");
  // Only one NUL stands behind the units.
  decoder_.validate = [](const std::uint8_t* in, std::size_t length) {
    touched = in[length + 1];
    return 1;
  };
  EXPECT_EQ(seen_at(Placement::kNul).outcome, Outcome::kOverRead);
}

TEST_F(CallerTest, DetectsAValueBehindTheCapacity) {
  decoder_.lossy32 = [](const std::uint8_t*, std::size_t, std::uint32_t* out, std::size_t capacity,
                        placemat_result* result) {
    out[capacity] = 1;
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  decoder_.lossy16 = [](const std::uint8_t*, std::size_t, std::uint16_t* out, std::size_t capacity,
                        placemat_result* result) {
    out[capacity] = 1;
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  for (std::size_t capacity = 0; capacity <= 5; ++capacity) {
    for (const Operation op : {Operation::kLossy32, Operation::kLossy16}) {
      EXPECT_EQ(call(op, {'a'}, capacity).outcome, Outcome::kOverWrite);
    }
  }
}

// Where the input follows a guard page, the output does too.
TEST_F(CallerTest, DetectsAValueFarBeforeTheOutputAtTheStart) {
  decoder_.lossy32 = [](const std::uint8_t*, std::size_t, std::uint32_t* out, std::size_t,
                        placemat_result* result) {
    out[-64] = 1;
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  decoder_.lossy16 = [](const std::uint8_t*, std::size_t, std::uint16_t* out, std::size_t capacity,
                        placemat_result* result) {
    out[capacity] = 1;
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  for (std::size_t capacity = 0; capacity <= 5; ++capacity) {
    const Observation before = call_at_start(Operation::kLossy32, {'a'}, capacity);
    EXPECT_EQ(before.outcome, Outcome::kOverWrite);
    EXPECT_STREQ(before.note, "before the first value");
    const Observation behind = call_at_start(Operation::kLossy16, {'a'}, capacity);
    EXPECT_EQ(behind.outcome, Outcome::kOverWrite);
    EXPECT_STREQ(behind.note, "behind the capacity");
  }
}

TEST_F(CallerTest, DetectsAValueBeforeTheOutput) {
  decoder_.lossy32 = [](const std::uint8_t*, std::size_t, std::uint32_t* out, std::size_t,
                        placemat_result* result) {
    out[-1] = 1;
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  for (std::size_t capacity = 0; capacity <= 5; ++capacity) {
    const Observation seen = call(Operation::kLossy32, {'a'}, capacity);
    EXPECT_EQ(seen.outcome, Outcome::kOverWrite);
    EXPECT_STREQ(seen.note, "before the first value");
  }
}

TEST_F(CallerTest, AWriteOutsideOfTheInputIsNotARead) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "the direction of an access is not known here";
#endif
  decoder_.validate = [](const std::uint8_t* in, std::size_t length) {
    const_cast<std::uint8_t*>(in)[length] = 1;
    return 1;
  };
  EXPECT_EQ(call(Operation::kValidate, {'a'}).outcome, Outcome::kOverWrite);
}

TEST_F(CallerTest, RefusesACountAboveTheCapacity) {
  decoder_.lossy32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t capacity,
                        placemat_result* result) {
    *result = {PLACEMAT_OK, capacity + 1, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  EXPECT_EQ(call(Operation::kLossy32, {'a'}, 4).outcome, Outcome::kBroken);
}

// The previous answer lies in the same buffer: a decoder that writes nothing, but claims
// success, must not return it.
TEST_F(CallerTest, ClearsThePreviousAnswer) {
  Decoder lazy = toy();
  lazy.lossy32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                    std::size_t capacity, placemat_result* result) {
    static int calls = 0;
    if (calls++ == 0) return lossy<std::uint32_t>(in, length, out, capacity, result);
    *result = {PLACEMAT_OK, length, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  Caller caller(lazy, thread_);
  const Bytes units{'a', 'b'};
  const Call call{.units = units, .how = plain(Operation::kLossy32), .capacity = 2};
  EXPECT_THAT(values(caller.call(call)), ElementsAre('b', 'c'));
  EXPECT_THAT(values(caller.call(call)), testing::Not(testing::Contains('b')));
}

// A decoder reads what lies beside the units where no guard page is, and behind its answer.
TEST_F(CallerTest, ForgetsEarlierUnitsAndAnswers) {
  for (const Placement placement : {Placement::kEnd, Placement::kStart}) {
    const bool is_at_start = placement == Placement::kStart;
    Decoder nosy = toy();
    nosy.lossy32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                      std::size_t capacity, placemat_result* result) {
      const bool has_page_before = reinterpret_cast<std::uintptr_t>(in) % 4096 == 0;
      const std::uint8_t beside = has_page_before ? in[length] : in[-1];
      // Beyond the canary of sixteen bytes.
      const std::uint32_t old = has_page_before ? out[capacity + 4] : out[-5];
      lossy<std::uint32_t>(in, length, out, capacity, result);
      if (length == 1) out[0] = beside + old;
    };
    Caller caller(nosy, thread_);
    const Presentation how{.operation = Operation::kLossy32, .placement = placement};
    const Bytes longer(16, 'a'), one{'a'};
    const Call first{longer, how, longer.size()}, second{one, how, 1};
    caller.call(first);
    EXPECT_NE(caller.call(second).value(0), 0u) << is_at_start;
    caller.call(first);
    caller.forget();
    EXPECT_EQ(caller.call(second).value(0), 0u) << is_at_start;
  }
}

TEST_F(CallerTest, ClearsThePreviousAnswerForAStream) {
  Decoder lazy = toy();
  lazy.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                        std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    static int calls = 0;
    if (calls++ == 0) return push(stream, in, length, out, capacity, result);
    *result = {PLACEMAT_OK, length, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  Caller caller(lazy, thread_);
  const Bytes units{'a', 'b'};
  const Call call{.units = units, .how = plain(Operation::kStreamLossy)};
  EXPECT_THAT(values(caller.call(call)), testing::Contains('b'));
  EXPECT_THAT(values(caller.call(call)), testing::Not(testing::Contains('b')));
}

// Fields that a decoder did not fill must not look like an answer.
TEST_F(CallerTest, AnUnfilledResultIsNotASuccess) {
  decoder_.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                         placemat_result*) {};
  EXPECT_NE(call(Operation::kStrict32, {'a'}).outcome == Outcome::kAnswered &&
                call(Operation::kStrict32, {'a'}).status == PLACEMAT_OK,
            true);
}

TEST_F(CallerTest, ReportsUnsupported) {
  decoder_.validate = [](const std::uint8_t*, std::size_t) { return -1; };
  decoder_.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                         placemat_result* result) {
    *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  decoder_.stream_open = [](int is_lossy) { return is_lossy != 0 ? nullptr : open(0); };
  EXPECT_EQ(call(Operation::kValidate, {'a'}).outcome, Outcome::kUnsupported);
  EXPECT_EQ(call(Operation::kStrict32, {'a'}).outcome, Outcome::kUnsupported);
  EXPECT_EQ(call(Operation::kStreamLossy, {'a'}).outcome, Outcome::kUnsupported);
  EXPECT_EQ(call(Operation::kStreamStrict, {'a'}).outcome, Outcome::kAnswered);
}

TEST_F(CallerTest, AVerdictIsOneOrZeroOrUnsupported) {
  decoder_.validate = [](const std::uint8_t*, std::size_t) { return 2; };
  EXPECT_EQ(call(Operation::kValidate, {'a'}).outcome, Outcome::kBroken);
}

TEST_F(CallerTest, SurvivesACrashAndAHang) {
  decoder_.validate = [](const std::uint8_t*, std::size_t) -> int { std::abort(); };
  decoder_.length32 = [](const std::uint8_t*, std::size_t) -> std::size_t {
    for (;;) touched = 1;
  };
  const Observation crash = call(Operation::kValidate, {'a'});
  EXPECT_EQ(crash.outcome, Outcome::kCrash);
  EXPECT_EQ(crash.signal, SIGABRT);
  EXPECT_EQ(call(Operation::kLength32, {'a'}).outcome, Outcome::kHang);
  EXPECT_EQ(call(Operation::kStrict32, {'a'}).outcome, Outcome::kAnswered);
}

// A wild pointer is a crash, not an over-read of the input.
TEST_F(CallerTest, ANullPointerIsACrash) {
  decoder_.validate = [](const std::uint8_t*, std::size_t) {
    static const volatile std::uint8_t* volatile nowhere = nullptr;
    return static_cast<int>(*nowhere);
  };
  EXPECT_EQ(call(Operation::kValidate, {'a'}).outcome, Outcome::kCrash);
}

class StreamTest : public CallerTest {
 protected:
  Observation stream(Operation operation, const Bytes& units, const std::vector<std::size_t>& cuts,
                     const Bytes& prelude = {}, Ending ending = Ending::kNone) {
    return call(
        decoder_,
        {.units = units,
         .how = {.operation = operation, .cuts = cuts, .prelude = prelude, .ending = ending}});
  }
};

TEST_F(StreamTest, GetsTheChunksOfThePresentation) {
  static std::vector<std::size_t> chunks;
  decoder_.stream_push = [](void* s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    chunks.push_back(length);
    push(s, in, length, out, capacity, result);
  };
  const Bytes units{1, 2, 3, 4};
  const auto pushed = [&](const std::vector<std::size_t>& cuts) {
    chunks.clear();
    EXPECT_THAT(values(stream(Operation::kStreamLossy, units, cuts)), ElementsAre(2, 3, 4, 5, 4));
    return chunks;
  };
  EXPECT_THAT(pushed({}), ElementsAre(4));
  EXPECT_THAT(pushed({1}), ElementsAre(1, 3));
  EXPECT_THAT(pushed({0, 2, 2, 4}), ElementsAre(0, 2, 0, 2, 0));
}

TEST_F(StreamTest, EachPushHasTheRoomThatTheInterfacePromises) {
  static std::vector<std::size_t> room;
  decoder_.stream_push = [](void* s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    room.push_back(capacity);
    push(s, in, length, out, capacity, result);
  };
  room.clear();
  stream(Operation::kStreamLossy, {1, 2, 3}, {1, 1});
  EXPECT_THAT(room, ElementsAre(1 + PLACEMAT_MAX_SEQUENCE, PLACEMAT_MAX_SEQUENCE,
                                2 + PLACEMAT_MAX_SEQUENCE));
}

TEST_F(StreamTest, DetectsAValueBehindTheRoomOfAPush) {
  decoder_.stream_push = [](void*, const std::uint8_t*, std::size_t, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    out[capacity] = 1;
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}).outcome, Outcome::kOverWrite);
}

TEST_F(StreamTest, AfterAnErrorItAnswersTheSameUntilReset) {
  const Observation seen = stream(Operation::kStreamStrict, {1, 0xFF, 3, 4}, {1, 2, 3});
  EXPECT_EQ(seen.status, PLACEMAT_ILL_FORMED);
  EXPECT_EQ(seen.error_offset, 1u);
  EXPECT_THAT(values(seen), ElementsAre(2));

  // One stream loses its error at the next push, another one at the end.
  decoder_.stream_push = [](void* s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    push(s, in, length, out, capacity, result);
    static_cast<ToyStream*>(s)->failed = false;
  };
  EXPECT_EQ(stream(Operation::kStreamStrict, {1, 0xFF, 3, 4}, {2}).status, PLACEMAT_OK);
  EXPECT_EQ(stream(Operation::kStreamStrict, {1, 0xFF}, {}).status, PLACEMAT_OK);
}

// It takes one chunk behind the error, and answers the next calls by the error again.
TEST_F(StreamTest, AnErrorThatIsForgottenForOneChunkIsSeen) {
  static int left = 0;
  left = 2;
  decoder_.stream_push = [](void* s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    push(s, in, length, out, capacity, result);
    if (static_cast<ToyStream*>(s)->failed && --left == 0)
      *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  EXPECT_EQ(stream(Operation::kStreamStrict, {0xFF, 2, 3}, {1, 2}).status, PLACEMAT_OK);
}

TEST_F(StreamTest, BehavesLikeNewAfterAFinishAndAReset) {
  const Bytes prelude{7, 0xFF};
  for (const auto ending : {Ending::kFinish, Ending::kReset}) {
    const Observation seen = stream(Operation::kStreamStrict, {1, 2}, {}, prelude, ending);
    EXPECT_EQ(seen.status, PLACEMAT_OK);
    EXPECT_THAT(values(seen), ElementsAre(2, 3, 2));
  }
}

TEST_F(StreamTest, DetectsKeptState) {
  const Bytes prelude{7};
  decoder_.stream_reset = [](void*) {};
  EXPECT_THAT(values(stream(Operation::kStreamLossy, {1, 2}, {}, prelude, Ending::kReset)),
              ElementsAre(2, 3, 3));
  decoder_.stream_finish = [](void* s, std::uint32_t* out, std::size_t capacity,
                              placemat_result* result) {
    const ToyStream kept = *static_cast<ToyStream*>(s);
    finish(s, out, capacity, result);
    *static_cast<ToyStream*>(s) = kept;
  };
  EXPECT_THAT(values(stream(Operation::kStreamLossy, {1, 2}, {}, prelude, Ending::kFinish)),
              ElementsAre(2, 3, 3));
}

TEST_F(StreamTest, IsClosedAfterItsAnswer) {
  open_streams = 0;
  stream(Operation::kStreamLossy, {1}, {});
  stream(Operation::kStreamStrict, {1, 0xFF}, {1});
  EXPECT_EQ(open_streams, 0);
}

std::vector<std::pair<void*, Bytes>> pushed;  // the stream and the units that it got
std::vector<void*> closed;

// Another stream gets its units before each chunk, and is closed before the finish.
TEST_F(StreamTest, IsInterleavedWithAnother) {
  open_streams = 0;
  pushed.clear();
  closed.clear();
  decoder_.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    pushed.emplace_back(stream, Bytes(in, in + length));
    push(stream, in, length, out, capacity, result);
  };
  decoder_.stream_close = [](void* stream) {
    closed.push_back(stream);
    close(stream);
  };
  const Bytes beside{7, 8};
  const auto seen = stream(Operation::kStreamLossy, {1, 2, 3}, {1}, beside, Ending::kInterleaved);
  EXPECT_EQ(seen.count, 4u);  // three units and their number
  ASSERT_EQ(pushed.size(), 4u);
  EXPECT_EQ(pushed[0].second, beside);
  EXPECT_EQ(pushed[1].second, (Bytes{1}));
  EXPECT_EQ(pushed[2], pushed[0]);
  EXPECT_EQ(pushed[3], std::pair(pushed[1].first, (Bytes{2, 3})));
  EXPECT_EQ(closed, (std::vector<void*>{pushed[0].first, pushed[1].first}));
  EXPECT_EQ(open_streams, 0);
  // Also when the stream under test gives up.
  decoder_.stream_push = [](void*, const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                            placemat_result* result) { *result = {PLACEMAT_UNSUPPORTED, 0, 0, 0}; };
  stream(Operation::kStreamLossy, {1, 2, 3}, {1}, beside, Ending::kInterleaved);
  EXPECT_EQ(open_streams, 0);
}

// A call of one text, while a stream holds units of another.
TEST_F(StreamTest, IsOpenBesideACall) {
  static int open_then;
  static Bytes pushed;
  pushed.clear();
  open_then = 0;
  decoder_.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    pushed.assign(in, in + length);
    push(stream, in, length, out, capacity, result);
  };
  decoder_.validate = [](const std::uint8_t*, std::size_t) {
    open_then = open_streams;
    return 1;
  };
  EXPECT_EQ(stream(Operation::kValidate, {1, 2}, {}, {7, 8}, Ending::kInterleaved).status,
            PLACEMAT_OK);
  EXPECT_EQ(open_then, 1);
  EXPECT_EQ(pushed, (Bytes{7, 8}));
  EXPECT_EQ(open_streams, 0);
}

TEST_F(StreamTest, IsOneOfMany) {
  static int most;
  most = 0;
  decoder_.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    most = std::max(most, open_streams);
    push(stream, in, length, out, capacity, result);
  };
  EXPECT_EQ(stream(Operation::kStreamLossy, {1, 2}, {1}, {7}, Ending::kManyStreams).count, 3u);
  EXPECT_EQ(most, 257);
  EXPECT_EQ(open_streams, 0);
}

// A caller reuses the memory of a chunk, so that a pointer into it is worth nothing.
TEST_F(StreamTest, GivesTheMemoryOfAChunkAway) {
  static const std::uint8_t* first;
  static std::vector<int> then;
  for (const Placement placement : {Placement::kEnd, Placement::kStart, Placement::kReadOnly}) {
    first = nullptr;
    then.clear();
    decoder_.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                              std::uint32_t* out, std::size_t capacity, placemat_result* result) {
      if (first == nullptr) first = in;
      then.push_back(*first);
      push(stream, in, length, out, capacity, result);
    };
    decoder_.stream_finish = [](void* stream, std::uint32_t* out, std::size_t capacity,
                                placemat_result* result) {
      then.push_back(*first);
      finish(stream, out, capacity, result);
    };
    const Bytes units{1, 2, 3};
    const Presentation how{
        .operation = Operation::kStreamLossy, .cuts = {1, 2}, .placement = placement};
    EXPECT_EQ(call(decoder_, {units, how, 8}).count, 4u);
    EXPECT_EQ(then, (std::vector<int>{1, 0xFF, 0xFF, 0xFF}));
  }
}

// Functions without a stream get the prelude before each chunk, and the encoder is called.
TEST_F(StreamTest, HasCallsBetweenItsChunks) {
  static std::vector<std::string> done;
  done.clear();
  decoder_ = {};
  decoder_.stream_open = open;
  decoder_.stream_push = [](void* s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    done.push_back("push " + std::to_string(in[0]));
    push(s, in, length, out, capacity, result);
  };
  decoder_.stream_finish = finish;
  decoder_.stream_reset = reset;
  decoder_.stream_close = close;
  // What it reads outside of its units is judged where it is called alone.
  decoder_.validate = [](const std::uint8_t* in, std::size_t length) {
    touched = static_cast<std::uint8_t>(in[-1] + in[length]);
    done.push_back("validate " + std::to_string(in[0]));
    return 1;
  };
  decoder_.lossy16 = [](const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                        std::size_t capacity, placemat_result* result) {
    done.push_back("lossy16 " + std::to_string(in[0]));
    lossy(in, length, out, capacity, result);
  };
  decoder_.encode = [](std::uint64_t value, std::uint8_t*) -> std::size_t {
    if (value == 0x20AC) done.emplace_back("encode");
    return 0;
  };
  stream(Operation::kStreamLossy, {1, 2}, {1}, {7}, Ending::kCalls);
  EXPECT_EQ(done, (std::vector<std::string>{"validate 7", "lossy16 7", "encode", "push 1",
                                            "validate 7", "lossy16 7", "encode", "push 2"}));
  EXPECT_EQ(open_streams, 0);
}

// The slots of streams that are closed may be given to others.
TEST_F(StreamTest, IsTheLastOpenedOfThree) {
  static std::vector<void*> opened, ended;
  opened.clear();
  ended.clear();
  decoder_.stream_open = [](int is_lossy) {
    opened.push_back(open(is_lossy));
    return opened.back();
  };
  decoder_.stream_close = [](void* s) {
    ended.push_back(s);
    close(s);
  };
  stream(Operation::kStreamLossy, {1, 2}, {1}, {7}, Ending::kTwoStreams);
  ASSERT_EQ(opened.size(), 3u);
  EXPECT_EQ(ended, (std::vector<void*>{opened[1], opened[0], opened[2]}));
}

// The other stream is finished and reset before each chunk, also in the middle of a text.
TEST_F(StreamTest, IsBesideAStreamThatEnds) {
  static std::vector<std::string> done;
  done.clear();
  decoder_.stream_push = [](void* s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
    done.push_back("push " + std::to_string(in[0]));
    push(s, in, length, out, capacity, result);
  };
  decoder_.stream_finish = [](void* s, std::uint32_t* out, std::size_t capacity,
                              placemat_result* result) {
    done.emplace_back("finish");
    finish(s, out, capacity, result);
  };
  decoder_.stream_reset = [](void* s) {
    done.emplace_back("reset");
    reset(s);
  };
  stream(Operation::kStreamLossy, {1, 2}, {1}, {7}, Ending::kOthersEnd);
  const std::vector<std::string> before{"push 7", "finish", "push 7", "reset"};
  std::vector<std::string> all = before;
  all.emplace_back("push 1");
  all.insert(all.end(), before.begin(), before.end());
  all.insert(all.end(), {"push 2", "finish"});
  EXPECT_EQ(done, all);
}

TEST_F(CallerTest, ShowsWhatADecoderDoesNotFillIn) {
  decoder_.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                         placemat_result* result) { result->status = PLACEMAT_OK; };
  decoder_.lossy32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                        placemat_result* result) {
    *result = {PLACEMAT_OK, 0, result->error_offset, result->error_length};
  };
  const Observation seen = call(Operation::kLossy32, {'a'});
  EXPECT_EQ(seen.error_offset, kUnfilled);
  EXPECT_EQ(seen.error_length, kUnfilled);
  const Observation uncounted = call(Operation::kStrict32, {'a'});
  EXPECT_EQ(uncounted.outcome, Outcome::kBroken);
  EXPECT_STREQ(uncounted.note, "it does not state how many values it wrote");
}

TEST_F(CallerTest, NeedsNoCountOfWhatIsUnsupported) {
  decoder_.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                         placemat_result* result) { result->status = PLACEMAT_UNSUPPORTED; };
  const Observation seen = call(Operation::kStrict32, {'a'});
  EXPECT_EQ(seen.outcome, Outcome::kUnsupported);
  EXPECT_EQ(seen.count, 0u);
}

TEST_F(StreamTest, ShowsAPushThatDoesNotCount) {
  decoder_.stream_push = [](void*, const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                            placemat_result* result) { result->status = PLACEMAT_OK; };
  const Observation seen = stream(Operation::kStreamLossy, {1, 2}, {1});
  EXPECT_EQ(seen.outcome, Outcome::kBroken);
  EXPECT_STREQ(seen.note, "it does not state how many values it wrote");
}

// The second of two other streams answers as if it had the units of the tested one.
TEST_F(StreamTest, OtherStreamsAnswerAlike) {
  decoder_.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    push(stream, in, length, out, capacity, result);
  };
  const Bytes beside{7};
  const auto two = [&] {
    return stream(Operation::kStreamLossy, {1, 2}, {1}, beside, Ending::kTwoStreams).outcome;
  };
  EXPECT_EQ(two(), Outcome::kAnswered);
  static int calls = 0;
  calls = 0;
  decoder_.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    push(stream, in, length, out, capacity, result);
    if (++calls == 5 && result->written > 0) out[0] = 0x1F600;
  };
  EXPECT_EQ(two(), Outcome::kBroken) << "the fifth push is that of the second other stream";
}

bool was_at_null = false;

TEST_F(StreamTest, GetsAnEmptyChunkAtNull) {
  decoder_.stream_push = [](void* stream, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    EXPECT_EQ(in == nullptr, length == 0);
    was_at_null |= in == nullptr;
    push(stream, in, length, out, capacity, result);
  };
  const Bytes units{1, 2};
  const std::vector<std::size_t> cuts{1, 1};
  call(
      decoder_,
      {.units = units,
       .how = {.operation = Operation::kStreamLossy, .cuts = cuts, .placement = Placement::kNull}});
  EXPECT_TRUE(was_at_null);
}

TEST_F(CallerTest, PutsEmptyBuffersAtNull) {
  Decoder decoder = toy();
  decoder.lossy32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                       std::size_t capacity, placemat_result* result) {
    EXPECT_EQ(in == nullptr, length == 0);
    EXPECT_EQ(out == nullptr, capacity == 0);
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  const Bytes units{1, 2};
  for (const std::size_t capacity : {0u, 2u})
    for (const ByteView given : {ByteView{}, ByteView(units)})
      EXPECT_EQ(
          call(decoder, {.units = given,
                         .how = {.operation = Operation::kLossy32, .placement = Placement::kNull},
                         .capacity = capacity})
              .outcome,
          Outcome::kAnswered);
}

TEST_F(StreamTest, MayFailAtEveryStep) {
  const auto abort_push = [](void*, const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                             placemat_result*) { std::abort(); };
  const auto abort_finish = [](void*, std::uint32_t*, std::size_t, placemat_result*) {
    std::abort();
  };
  const Bytes prelude{7};
  decoder_.stream_open = [](int) -> void* { std::abort(); };
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}).outcome, Outcome::kCrash);
  decoder_ = toy();
  decoder_.stream_push = abort_push;
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}).outcome, Outcome::kCrash);
  decoder_ = toy();
  decoder_.stream_finish = abort_finish;
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}).outcome, Outcome::kCrash);
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}, prelude, Ending::kFinish).outcome,
            Outcome::kCrash);
  decoder_ = toy();
  decoder_.stream_reset = [](void*) { std::abort(); };
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}, prelude, Ending::kReset).outcome,
            Outcome::kCrash);
  decoder_ = toy();
  decoder_.stream_close = [](void*) { std::abort(); };
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}).outcome, Outcome::kCrash);
  decoder_ = toy();
  decoder_.stream_push = [](void*, const std::uint8_t* in, std::size_t length, std::uint32_t*,
                            std::size_t, placemat_result*) { touched = in[length]; };
  EXPECT_EQ(stream(Operation::kStreamLossy, {1}, {}).outcome, Outcome::kOverRead);
}

TEST_F(CallerTest, SetsErrnoBeforeTheCallOnly) {
  static int found;
  decoder_.validate = [](const std::uint8_t*, std::size_t) {
    found = errno;
    errno = EDOM;
    return 1;
  };
  const std::vector<std::pair<Environment, int>> all{{Environment::kErrnoEilseq, EILSEQ},
                                                     {Environment::kErrnoErange, ERANGE},
                                                     {Environment::kErrnoEinval, EINVAL}};
  for (const auto& [environment, number] : all) {
    const Presentation how{.operation = Operation::kValidate, .environment = environment};
    errno = ENOENT;
    EXPECT_EQ(call(decoder_, {{}, how, 0}).status, std::uint32_t{PLACEMAT_OK});
    EXPECT_EQ(found, number);
    EXPECT_EQ(errno, ENOENT);
  }
}

// With a fence of its own, so that a failure there is a failure of the call.
TEST_F(CallerTest, CallsFromASecondThreadBehindTheFirst) {
  static std::thread::id caller;
  static int calls;
  decoder_.validate = [](const std::uint8_t* in, std::size_t length) {
    caller = std::this_thread::get_id();
    if (++calls % 2 == 1) return 1;  // by the first thread
    if (length == 1) std::raise(SIGSEGV);
    if (length == 2) return int{in[length]};  // beyond the guard
    while (length == 3) {
    }
    return 1;
  };
  const Presentation how{.operation = Operation::kValidate,
                         .environment = Environment::kSecondThread};
  const auto of = [&](const Bytes& units) { return call(decoder_, {units, how, 0}); };
  EXPECT_EQ(of({}).status, std::uint32_t{PLACEMAT_OK});
  EXPECT_NE(caller, std::this_thread::get_id());
  EXPECT_EQ(of({1}).outcome, Observation::Outcome::kCrash);
  EXPECT_EQ(of({1, 2}).outcome, Observation::Outcome::kOverRead);
  EXPECT_EQ(of({1, 2, 3}).outcome, Observation::Outcome::kHang);
  EXPECT_EQ(call(decoder_, {{}, plain(Operation::kValidate), 0}).status,
            std::uint32_t{PLACEMAT_OK});
  EXPECT_EQ(caller, std::this_thread::get_id());
}

// A limit of processes binds no root.
TEST(Caller, KnowsWhetherTheSystemGivesItAThread) {
  EXPECT_TRUE(can_start_threads());
  const auto in_child_without_threads = [] {
    const rlimit none{0, 0};
    const bool is_bound = setuid(65534) == 0 || geteuid() != 0;
    if (!is_bound || setrlimit(RLIMIT_NPROC, &none) != 0) _exit(2);
    _exit(can_start_threads() ? 1 : 0);
  };
  EXPECT_EXIT(in_child_without_threads(), testing::ExitedWithCode(0), "");
}

TEST_F(StreamTest, IsOpenedAndClosedByASecondThread) {
  const int before = open_streams;
  const Bytes units{1, 2};
  const Presentation how{
      .operation = Operation::kStreamLossy, .cuts = {1}, .environment = Environment::kSecondThread};
  EXPECT_EQ(call(decoder_, {units, how, 8}).count, 3u);
  EXPECT_EQ(open_streams, before);
}

TEST(Observation, ShowsARawUnitOfEitherWidth) {
  const std::uint32_t narrow[] = {0x80, PLACEMAT_RAW_UNIT32 | 0x80};
  const std::uint64_t wide[] = {0x80, PLACEMAT_RAW_UNIT64 | 0x80};
  Observation seen;
  seen.values = narrow;
  EXPECT_EQ(seen.value(0), wide[0]);
  EXPECT_EQ(seen.value(1), wide[1]);
  seen.bits = 64;
  seen.values = wide;
  EXPECT_EQ(seen.value(1), wide[1]);
}

}  // namespace
}  // namespace placemat
