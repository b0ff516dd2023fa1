// decoder_test.cc: a mutant behind the decoder interface. The law as a mutant
// without a fault must be as correct there as any decoder; otherwise every
// mutant would be detected for the wrong reason. Faults of streams and memory
// must show where their names state.
#include "harness/strength/decoder.h"

#include <gtest/gtest.h>

#include "harness/judge/check.h"
#include "harness/strength/fixture.h"

namespace placemat {
namespace {

using testing_aid::faultless;
using testing_aid::find_mutant;

using Values = std::vector<std::uint32_t>;

struct Reply {
  Values values;
  std::uint32_t status = PLACEMAT_OK;
  std::size_t offset = 0, length = 0;
};

Reply lossy(std::string_view units, std::size_t capacity = 64) {
  const Bytes bytes = parse_units(units).bytes;
  Reply reply{Values(capacity), 0, 0, 0};
  placemat_result result{};
  mutant_decoder().lossy32(bytes.data(), bytes.size(), reply.values.data(), capacity, &result);
  reply.values.resize(result.written);
  reply.status = result.status;
  return reply;
}

Reply strict(std::string_view units) {
  const Bytes bytes = parse_units(units).bytes;
  Reply reply{Values(64), 0, 0, 0};
  placemat_result result{};
  mutant_decoder().strict32(bytes.data(), bytes.size(), reply.values.data(), 64, &result);
  reply.values.resize(result.written);
  reply.status = result.status;
  reply.offset = result.error_offset;
  reply.length = result.error_length;
  return reply;
}

std::size_t length(std::string_view units) {
  const Bytes bytes = parse_units(units).bytes;
  return mutant_decoder().length32(bytes.data(), bytes.size());
}

// A stream that is given the chunks of `text`, "C3|A9"; its whole output.
class Stream {
 public:
  explicit Stream(bool is_lossy) : handle_(mutant_decoder().stream_open(is_lossy ? 1 : 0)) {}
  ~Stream() { mutant_decoder().stream_close(handle_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Stream& push(std::string_view text) {
    const ChunkedUnits units = parse_units(text);
    std::size_t from = 0;
    for (std::size_t i = 0; i <= units.cuts.size(); ++i) {
      const std::size_t to = i < units.cuts.size() ? units.cuts[i] : units.bytes.size();
      call([&](std::uint32_t* out, placemat_result* result) {
        mutant_decoder().stream_push(handle_, units.bytes.data() + from, to - from, out, 64,
                                     result);
      });
      from = to;
    }
    return *this;
  }
  Values finish() {
    call([&](std::uint32_t* out, placemat_result* result) {
      mutant_decoder().stream_finish(handle_, out, 64, result);
    });
    return std::move(values_);
  }
  void reset() { mutant_decoder().stream_reset(handle_); }
  std::uint32_t status() const { return status_; }

 private:
  template <class Call>
  void call(Call&& what) {
    std::array<std::uint32_t, 64> out{};
    placemat_result result{};
    what(out.data(), &result);
    values_.insert(values_.end(), out.begin(),
                   out.begin() + static_cast<std::ptrdiff_t>(result.written));
    status_ = result.status;
  }
  void* handle_;
  Values values_;
  std::uint32_t status_ = PLACEMAT_OK;
};

TEST(MutantDecoder, IsCorrectWithoutAFault) {
  const Mutant law = faultless();
  choose(law);
  EXPECT_EQ(defect(mutant_decoder()), "");
  EXPECT_TRUE(claimed_profile(mutant_decoder()) == kMutatedProfile);
  EXPECT_EQ(lossy("41 C0 80 E2 82").values, (Values{0x41, 0xFFFD, 0xFFFD, 0xFFFD}));
  const Reply stopped = strict("41 E2 82 41");
  EXPECT_EQ(stopped.status, PLACEMAT_ILL_FORMED);
  EXPECT_EQ(stopped.values, Values{0x41});
  EXPECT_EQ(stopped.offset, 1u);
  EXPECT_EQ(stopped.length, 2u);
  EXPECT_EQ(length("41 C0 80"), 3u);
  const Reply narrow = lossy("41 42 43", 2);
  EXPECT_EQ(narrow.status, PLACEMAT_NO_CAPACITY);
  EXPECT_EQ(narrow.values, (Values{0x41, 0x42}));
  EXPECT_EQ(Stream(true).push("C3|A9||E2|82|AC|41").finish(), (Values{0xE9, 0x20AC, 0x41}));
}

Check check(Operation operation, const char* notation) {
  const ChunkedUnits units = parse_units(notation);
  Check t;
  t.how.operation = operation;
  t.units = units.bytes;
  t.how.cuts = units.cuts;
  return t;
}

// The judge of the real run has no finding for the law, and one for a mutant.
TEST(MutantDecoder, JudgeDistinguishesTheLawFromAMutant) {
  const Mutant law = faultless();
  const std::vector<Mutant> all = automaton_mutants();
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(mutant_decoder(), thread);
  Judge judge(caller, kMutatedProfile);
  for (const Operation operation :
       {Operation::kValidate, Operation::kStrict32, Operation::kLossy32, Operation::kStreamLossy}) {
    for (const char* units : {"", "41", "C3|A9", "C0 80", "ED A0 80", "F4 90 80 80", "E2||82"}) {
      choose(law);
      EXPECT_FALSE(judge.judge(check(operation, units))) << units;
    }
    choose(find_mutant(all, "semantic/overlong/2"));
    EXPECT_TRUE(judge.judge(check(operation, "C0 80")));
    EXPECT_FALSE(judge.judge(check(operation, "C3 A9")));
  }
}

TEST(MutantDecoder, AnswersAsTheChosenMutant) {
  const std::vector<Mutant> all = automaton_mutants();
  choose(find_mutant(all, "semantic/overlong/2"));
  EXPECT_EQ(lossy("C0 80").values, Values{0});
  choose(find_mutant(all, "semantic/surrogate/all"));
  EXPECT_EQ(lossy("C0 80").values, (Values{0xFFFD, 0xFFFD}));
  EXPECT_EQ(lossy("ED A0 80").values, Values{0xD800});
}

class StateMutants : public testing::Test {
 protected:
  void choose_one(std::string_view name) { choose(find_mutant(all_, name)); }
  const std::vector<Mutant> all_ = state_mutants();
};

TEST_F(StateMutants, ForgetOrFlushAtACut) {
  choose_one("state/forgets-at-cut/after-C2");
  EXPECT_EQ(Stream(true).push("C3|A9").finish(), Values{0xFFFD});
  EXPECT_EQ(Stream(true).push("C3||A9").finish(), Values{0xFFFD}) << "the second cut is one";
  EXPECT_EQ(Stream(true).push("C3 A9|41").finish(), (Values{0xE9, 0x41}));
  EXPECT_EQ(Stream(true).push("E1|80 80").finish(), Values{0x1000}) << "another state";
  choose_one("state/flushes-at-cut/after-C2");
  EXPECT_EQ(Stream(true).push("C3|A9").finish(), (Values{0xFFFD, 0xFFFD}));
}

TEST_F(StateMutants, ForgetOrFlushAtAnEmptyChunkOnly) {
  choose_one("state/forgets-at-empty-chunk/after-C2");
  EXPECT_EQ(Stream(true).push("C3|A9").finish(), Values{0xE9});
  EXPECT_EQ(Stream(true).push("C3||A9").finish(), Values{0xFFFD});
  choose_one("state/flushes-at-empty-chunk/after-C2");
  EXPECT_EQ(Stream(true).push("C3||A9").finish(), (Values{0xFFFD, 0xFFFD}));
}

TEST_F(StateMutants, DropAtTheEnd) {
  choose_one("state/drops-at-finish/after-C2");
  EXPECT_EQ(Stream(true).push("41 C3").finish(), Values{0x41});
  EXPECT_EQ(Stream(true).push("41 E1").finish(), (Values{0x41, 0xFFFD}));
}

TEST_F(StateMutants, KeepStateAcrossAFinishOrAReset) {
  const auto twice = [](bool by_reset) {
    Stream stream(true);
    stream.push("C3");
    if (by_reset)
      stream.reset();
    else
      stream.finish();
    return stream.push("A9").finish();
  };
  choose_one("state/keeps-after-finish/after-C2");
  EXPECT_EQ(twice(false), Values{0xE9});
  EXPECT_EQ(twice(true), Values{0xFFFD});
  choose_one("state/keeps-after-reset/after-C2");
  EXPECT_EQ(twice(false), Values{0xFFFD});
  EXPECT_EQ(twice(true), Values{0xE9});
}

TEST_F(StateMutants, KeepAnErrorAcrossAReset) {
  const auto after_error = [] {
    Stream stream(false);
    stream.push("FF");
    EXPECT_EQ(stream.status(), PLACEMAT_ILL_FORMED);
    stream.reset();
    stream.push("41").finish();
    return stream.status();
  };
  choose_one("state/keeps-after-error/start");
  EXPECT_EQ(after_error(), PLACEMAT_ILL_FORMED);
  choose_one("state/keeps-after-reset/after-C2");
  EXPECT_EQ(after_error(), PLACEMAT_OK);
}

TEST_F(StateMutants, FailInOneTextOfAStream) {
  choose_one("state/forgets-at-text-3/after-C2");
  Stream stream(true);
  EXPECT_EQ(stream.push("C3|A9").finish(), Values{0xE9});
  EXPECT_EQ(stream.push("C3|A9").finish(), Values{0xE9});
  EXPECT_EQ(stream.push("C3|A9").finish(), Values{0xFFFD});
  EXPECT_EQ(stream.push("C3|A9").finish(), Values{0xE9});
}

TEST_F(StateMutants, FailBesideOtherStreams) {
  choose_one("state/flushes-at-open-streams-2/after-C2");
  Stream first(true);
  EXPECT_EQ(first.push("C3|A9").finish(), Values{0xE9});
  const Stream second(true);
  EXPECT_EQ(first.push("C3|A9").finish(), (Values{0xFFFD, 0xFFFD}));
  choose_one("state/forgets-at-other-mode-0/after-C2");
  EXPECT_EQ(first.push("C3|A9").finish(), Values{0xE9}) << "the other one is lossy too";
  const Stream strict_one(false);
  EXPECT_EQ(first.push("C3|A9").finish(), Values{0xFFFD});
}

TEST_F(StateMutants, FailAfterAPatternOfPushes) {
  choose_one("state/forgets-at-push-3/after-C2");
  EXPECT_EQ(Stream(true).push("C3|A9").finish(), Values{0xE9});
  EXPECT_EQ(Stream(true).push("41|C3|A9").finish(), (Values{0x41, 0xFFFD}));
  choose_one("state/forgets-at-single-pushes-2/after-C2");
  EXPECT_EQ(Stream(true).push("41|C3|A9").finish(), (Values{0x41, 0xE9})) << "one unit more";
  EXPECT_EQ(Stream(true).push("41|C3|A9 42").finish(), (Values{0x41, 0xFFFD, 0x42}));
  EXPECT_EQ(Stream(true).push("41 C3|A9 42").finish(), (Values{0x41, 0xE9, 0x42}));
}

TEST_F(StateMutants, RepeatsAtASecondFinishOnly) {
  choose_one("state/repeats-at-second-finish/start");
  Stream stream(true);
  EXPECT_EQ(stream.push("41").finish(), Values{0x41});
  EXPECT_EQ(stream.finish(), Values{0xFFFD});
  EXPECT_EQ(stream.push("41").finish(), Values{0x41});
}

TEST_F(StateMutants, KeepOnePrefixOfAState) {
  choose_one("state/keeps-after-reset/only-C8");
  const auto after = [](const char* prefix) {
    Stream stream(true);
    stream.push(prefix);
    stream.reset();
    return stream.push("A9").finish();
  };
  EXPECT_EQ(after("C8"), Values{0x229});
  EXPECT_EQ(after("C9"), Values{0xFFFD});
}

TEST(BufferMutants, CountInTooFewBits) {
  const std::vector<Mutant> all = buffer_mutants();
  choose(find_mutant(all, "buffer/length-in-bits-8/always"));
  EXPECT_EQ(length("41*255"), 255u);
  EXPECT_EQ(length("41*256"), 0u);
  choose(find_mutant(all, "buffer/offset-in-bits-8/always"));
  EXPECT_EQ(strict("41*40 FF").offset, 40u);
  EXPECT_EQ(strict("41*257 FF").offset, 1u);
}

TEST(BufferMutants, ReturnWrongLengthsWhereTheirNamesState) {
  const std::vector<Mutant> all = buffer_mutants();
  choose(find_mutant(all, "buffer/length-too-small-1/ill-formed"));
  EXPECT_EQ(length("41 FF"), 1u);
  EXPECT_EQ(length("41 42"), 2u);
  choose(find_mutant(all, "buffer/length-too-large-3/well-formed"));
  EXPECT_EQ(length("41 FF"), 2u);
  EXPECT_EQ(length("41 42"), 5u);
  choose(find_mutant(all, "buffer/length-too-large-1/truncated"));
  EXPECT_EQ(length("41 FF"), 2u);
  EXPECT_EQ(length("41 C3"), 3u);
  choose(find_mutant(all, "buffer/length-too-small-1/always"));
  EXPECT_EQ(length(""), 0u) << "nothing is less than nothing";
}

// The buffer is larger than the stated capacity, so that the test survives.
TEST(BufferMutants, WriteWhereTheirNamesState) {
  const std::vector<Mutant> all = buffer_mutants();
  const auto written_behind = [&](std::string_view name, std::size_t capacity) {
    choose(find_mutant(all, name));
    const Bytes units{0x41, 0x42};
    std::array<std::uint32_t, 16> out{};
    placemat_result result{};
    mutant_decoder().lossy32(units.data(), units.size(), out.data() + 4, capacity, &result);
    std::vector<int> touched;
    for (int i = 0; i < 16; ++i) {
      const bool is_room = i >= 4 && i < 4 + static_cast<int>(capacity);
      if (!is_room && out[static_cast<std::size_t>(i)] != 0) touched.push_back(i - 4);
    }
    return touched;
  };
  EXPECT_EQ(written_behind("buffer/writes-behind-1/always", 2), std::vector<int>{2});
  EXPECT_EQ(written_behind("buffer/writes-behind-4/well-formed", 2), std::vector<int>{5});
  EXPECT_EQ(written_behind("buffer/writes-behind-1/ill-formed", 2), std::vector<int>{});
  EXPECT_EQ(written_behind("buffer/writes-before-1/always", 2), std::vector<int>{-1});
  EXPECT_EQ(written_behind("buffer/ignores-zero-capacity-1/always", 0), std::vector<int>{0});
  EXPECT_EQ(written_behind("buffer/ignores-zero-capacity-1/always", 2), std::vector<int>{});
}

}  // namespace
}  // namespace placemat
