#include "harness/presentation/presenter.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace placemat {
namespace {

constexpr std::array kAllDepths{Depth::kSingle,  Depth::kCore,   Depth::kVerdict, Depth::kPlain,
                                Depth::kChunked, Depth::kPadded, Depth::kInTurn,  Depth::kFull};

// What is given for one case.
class Given final : public PresentationSink {
 public:
  void begin_units(ByteView units) override { units_.assign(units.begin(), units.end()); }
  void give(const Presentation& how) override {
    ++total_;
    different_.emplace(how.operation, units_, how.cuts);
    if (!different_presentations_.emplace(units_, how).second) ++repeated_;
  }
  std::size_t total() const { return total_; }
  // The questions that a decoder in another process can tell apart.
  std::size_t different() const { return different_.size(); }
  std::size_t repeated() const { return repeated_; }

 private:
  Bytes units_;
  std::set<std::tuple<Operation, Bytes, Cuts>> different_;
  std::set<std::pair<Bytes, Presentation>> different_presentations_;
  std::size_t total_ = 0, repeated_ = 0;
};

Given given(const Askable& askable, const Case& c) {
  Given all;
  Presenter(askable, all).present(c);
  return all;
}

const Bytes kCase{0xE2, 0x82, 0x41};

Askable askable(std::vector<Operation> calls, bool shows_memory) {
  Askable askable;
  askable.calls = std::move(calls);
  askable.shows_memory = shows_memory;
  // Other fillers begin with ASCII where a character has no room.
  askable.fillers = {Filler::kAscii};
  return askable;
}

TEST(Presenter, AsksNoQuestionTwiceWhereTheBuffersAreNotSeen) {
  const std::vector<std::vector<Operation>> choices{
      {Operation::kValidate},
      {Operation::kStrict32},
      {Operation::kLossy32},
      {Operation::kStrict32, Operation::kLossy32},
      {Operation::kValidate, Operation::kStrict32, Operation::kStrict16, Operation::kLossy32}};
  for (const auto& calls : choices) {
    for (const Depth depth : kAllDepths) {
      const Given all = given(askable(calls, false), {.bytes = kCase, .depth = depth});
      EXPECT_GT(all.total(), 0u);
      EXPECT_EQ(all.different(), all.total())
          << calls.size() << " operations, depth " << static_cast<int>(depth);
    }
  }
}

TEST(Presenter, AsksTheSameQuestionsWhetherOrNotTheBuffersAreSeen) {
  const std::vector<Operation> calls{Operation::kStrict32, Operation::kLossy32};
  for (const Depth depth : kAllDepths) {
    const Case c{.bytes = kCase, .depth = depth};
    EXPECT_EQ(given(askable(calls, false), c).different(),
              given(askable(calls, true), c).different());
  }
}

TEST(Presenter, GivesAmpleRoomWhereTheBuffersAreSeen) {
  const Case c{.bytes = kCase, .depth = Depth::kFull};
  const Given seen = given(askable({Operation::kStrict32}, true), c);
  EXPECT_GT(seen.total() - seen.repeated(),
            given(askable({Operation::kStrict32}, false), c).total());
}

}  // namespace
}  // namespace placemat
