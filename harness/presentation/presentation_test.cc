#include "harness/presentation/presentation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "harness/bytes/error.h"
#include "harness/presentation/axes.h"
#include "harness/presentation/fuzzed.h"
#include "harness/presentation/pack.h"
#include "harness/presentation/presenter.h"

namespace placemat {
namespace {

using testing::Contains;
using testing::HasSubstr;

// One presentation for each named value of each axis, and for each other axis.
std::vector<Presentation> all_values() {
  std::vector<Presentation> all{{}};
  const auto add = [&](auto change) {
    all.push_back({.operation = Operation::kStreamLossy});
    change(all.back());
  };
  add([](Presentation& p) { p.cuts = {0, 2, 2}; });
  add([](Presentation& p) { p.pad = 1; });
  add([](Presentation& p) { p.tail = 2; });
  for (const auto& row : kPlacements) add([&](Presentation& p) { p.placement = row.value; });
  for (const auto& row : kRooms) add([&](Presentation& p) { p.room = row.value; });
  for (const auto& row : kEndings) {
    if (row.value != Ending::kNone) {
      add([&](Presentation& p) { p.set_prelude(Bytes{0xE2, 0x82}, row.value); });
    }
  }
  add([](Presentation& p) { p.set_prelude({}, Ending::kFinish); });
  return all;
}

TEST(Presentation, RoundTripsThroughItsOptions) {
  for (const Presentation& how : all_values()) {
    Presentation read{.cuts = how.cuts};  // part of the units
    std::string text = to_options(how);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t name_end = text.find(' ', at);
      const bool is_quoted = text[name_end + 1] == '\'';
      std::size_t end =
          is_quoted ? text.find('\'', name_end + 2) + 1 : text.find(' ', name_end + 1);
      end = std::min(end, text.size());
      std::string value = text.substr(name_end + 1, end - name_end - 1);
      if (is_quoted) value = value.substr(1, value.size() - 2);
      EXPECT_TRUE(set_option(read, text.substr(at + 2, name_end - at - 2), value)) << text;
      at = end + 1;
    }
    EXPECT_EQ(read, how) << text;
  }
}

// A command line refuses an option with an empty value.
TEST(Presentation, AnEmptyPreludeIsNoOption) {
  EXPECT_EQ(to_options({.operation = Operation::kStreamLossy, .ending = Ending::kReset}),
            "--operation stream-lossy --ending reset");
}

TEST(Presentation, AcceptsTheNamesOfAxesOnly) {
  Presentation how;
  EXPECT_TRUE(set_option(how, "room", "short"));
  EXPECT_EQ(how.room, Room::kOneShort);
  EXPECT_FALSE(set_option(how, "colour", "red"));
}

TEST(Presentation, RejectsUnknownValues) {
  Presentation how;
  EXPECT_THROW(set_option(how, "operation", "no-such"), InputError);
  EXPECT_THROW(set_option(how, "pad", "x"), InputError);
  EXPECT_THROW(set_option(how, "pad", "-1"), InputError);
  EXPECT_THROW(set_option(how, "prelude", "C"), InputError);
  EXPECT_THROW(set_option(how, "placement", "nowhere"), InputError);
  EXPECT_THROW(validate({.cuts = {1}}, 2), InputError);
  EXPECT_THROW(validate({.pad = 2, .tail = 1}, 2), InputError);
  const Presentation call{.operation = Operation::kValidate, .ending = Ending::kManyStreams};
  EXPECT_THROW(validate(call, 2), InputError);
  EXPECT_THAT(misfit(call, 2), HasSubstr("--ending many-interleaved needs"));
  EXPECT_EQ(misfit({.operation = Operation::kStreamLossy, .ending = Ending::kManyStreams}, 2), "");
}

// Every value but the defaults differs in a report and in a replay line.
TEST(Presentation, DescribesEveryValue) {
  std::set<std::string> words, options;
  for (const Presentation& how : all_values()) {
    words.insert(conditions(how));
    options.insert(to_options(how));
  }
  // Three plain ones are equal: the first of each axis.
  EXPECT_EQ(words.size(), all_values().size() - 2);
  EXPECT_THAT(words, Contains(""));
  EXPECT_THAT(words, Contains("after a call with E2 82"));
}

TEST(Presentation, RoundTripsThroughPacking) {
  for (const Presentation& how : all_values()) {
    Bytes packed;
    pack(how, [&](const void* from, std::size_t size) {
      const auto* const part = static_cast<const std::uint8_t*>(from);
      packed.insert(packed.end(), part, part + size);
    });
    Presentation read{.cuts = {9}, .prelude = {1, 2, 3}};
    EXPECT_EQ(unpack(packed.data(), packed.data() + packed.size(), read),
              packed.data() + packed.size());
    EXPECT_EQ(read, how);
    // Truncated input is rejected and read no further.
    for (std::size_t n = 0; n < packed.size(); ++n) {
      EXPECT_EQ(unpack(packed.data(), packed.data() + n, read), nullptr);
    }
  }
}

TEST(Presentation, DefaultsArePlainest) {
  for (const Presentation& how : all_values()) {
    EXPECT_TRUE(compare_plainness({}, how) <= 0) << to_options(how);
  }
}

TEST(Presentation, ExcludesMemoryAndPreludeBehindAProtocol) {
  EXPECT_TRUE(crosses_process({.operation = Operation::kStreamLossy, .cuts = {1}, .pad = 1}));
  EXPECT_FALSE(crosses_process({.placement = Placement::kNul}));
  EXPECT_FALSE(crosses_process({.room = Room::kZero}));
  EXPECT_FALSE(crosses_process({.prelude = {'A'}, .ending = Ending::kCall}));
}

TEST(Presentation, HelpListsEveryOptionWithItsValues) {
  std::string all;
  for (const OptionHelp& option : option_help()) all += option.name + " " + option.about + "\n";
  EXPECT_THAT(all, HasSubstr("--placement where the units lie: end, start, nul, null"));
  EXPECT_THAT(all, HasSubstr("--room the values"));
}

// Records the output of a presenter.
class Kept final : public PresentationSink {
 public:
  void begin_units(ByteView units) override { units_.assign(units.begin(), units.end()); }
  void give(const Presentation& how) override {
    validate(how, units_.size());
    ++count;
    placements.insert(how.placement);
    rooms.insert(how.room);
    endings.insert(how.ending);
    environments.insert(how.environment);
    operations.insert(how.operation);
    longest = std::max(longest, units_.size());
  }
  std::size_t count = 0, longest = 0;
  std::set<Placement> placements;
  std::set<Room> rooms;
  std::set<Ending> endings;
  std::set<Environment> environments;
  std::set<Operation> operations;

 private:
  Bytes units_;
};

Askable askable(std::span<const Bytes> preludes) {
  return {{Operation::kValidate, Operation::kStrict32, Operation::kLossy32, Operation::kLossy16},
          {Operation::kStreamLossy},
          true,
          false,
          {kFillers.begin(), kFillers.end()},
          preludes};
}

// A case of full depth gets every value but a call before it.
TEST(Presenter, GivesEveryValueOfEveryAxis) {
  const std::array<Bytes, 1> preludes{Bytes{0xC3}};
  Kept kept;
  const Bytes units{0xC3, 0xA9, 0x80};
  Presenter(askable(preludes), kept).present({.bytes = units, .depth = Depth::kFull});
  EXPECT_EQ(kept.placements.size(), kPlacements.size());
  EXPECT_EQ(kept.rooms.size(), kRooms.size());
  EXPECT_EQ(kept.endings.size(), kEndings.size() - 1);
  EXPECT_FALSE(kept.endings.contains(Ending::kCall)) << "a prelude of the case's own has it";
  EXPECT_EQ(kept.operations.size(), 5u);
  EXPECT_GT(kept.longest, units.size() + 256);
}

TEST(Presenter, GivesAPreludeOfAShallowCaseTwoEndings) {
  const Bytes units{0xA9, 0x80}, prelude{0xC3};
  Kept shallow, whole;
  Presenter(askable({}), shallow)
      .present({.bytes = units, .depth = Depth::kSingle, .prelude = prelude});
  EXPECT_EQ(shallow.endings, (std::set{Ending::kNone, Ending::kFinish, Ending::kReset}));
  Presenter(askable({}), whole)
      .present({.bytes = units, .depth = Depth::kCore, .prelude = prelude});
  EXPECT_GE(whole.endings.size() + 1, kEndings.size());  // one is of few preludes
}

// The environment is the point of the case, so that it comes with every operation and nothing else.
TEST(Presenter, GivesACaseInItsEnvironmentOnly) {
  const Bytes units{0xC3, 0xA9};
  const auto given = [&](Environment environment, bool is_bound, bool shows_memory) {
    Askable all = askable({});
    all.is_bound_to_thread = is_bound;
    all.shows_memory = shows_memory;
    Kept kept;
    Presenter(all, kept).present({.bytes = units, .environment = environment});
    return kept;
  };
  const Kept kept = given(Environment::kErrnoEilseq, true, true);
  EXPECT_EQ(kept.environments, std::set{Environment::kErrnoEilseq});
  EXPECT_EQ(kept.operations.size(), 5u);
  EXPECT_EQ(kept.count, 5u);
  EXPECT_EQ(given(Environment::kSecondThread, false, true).count, 5u);
  EXPECT_EQ(given(Environment::kSecondThread, true, true).count, 0u) << "it claims one thread";
  EXPECT_EQ(given(Environment::kErrnoEilseq, false, false).count, 0u) << "in another process";
}

TEST(Presenter, GivesMoreToDeeperCases) {
  const std::array<Bytes, 1> preludes{Bytes{0xC3}};
  std::size_t last = 0;
  for (const Depth depth : {Depth::kSingle, Depth::kCore, Depth::kVerdict, Depth::kPlain,
                            Depth::kChunked, Depth::kPadded, Depth::kInTurn, Depth::kFull}) {
    Kept kept;
    const Bytes units{0xC3, 0xA9, 0x80};
    Presenter(askable(preludes), kept).present({.bytes = units, .depth = depth});
    EXPECT_GT(kept.count, last);
    last = kept.count;
  }
}

// Records the fillers, by their first unit, and the operations at pads of up to 64 units.
class Pads final : public PresentationSink {
 public:
  void begin_units(ByteView units) override { first_ = units.front(); }
  void give(const Presentation& how) override {
    if (how.pad == 0 || how.pad > 64 || is_stream(how.operation)) return;
    operations[how.pad].insert(how.operation);
    // These lengths are whole numbers of each filler.
    if (how.pad % 12 == 0) fillers[how.pad].insert(first_);
  }
  std::map<std::size_t, std::set<Operation>> operations;
  std::map<std::size_t, std::set<std::uint8_t>> fillers;

 private:
  std::uint8_t first_ = 0;
};

TEST(Presenter, GivesOtherFillersAndOperationsInTurn) {
  const std::array<Bytes, 1> preludes{Bytes{0xC3}};
  Pads all;
  for (std::uint8_t last = 'a'; last < 'a' + 12; ++last) {
    const Bytes units{0xC3, 0xA9, last};
    const Case c{.bytes = units, .depth = Depth::kInTurn};
    Pads one;
    Presenter(askable(preludes), one).present(c);
    for (const auto& [pad, fillers] : one.fillers) EXPECT_THAT(fillers, testing::SizeIs(2));
    Presenter(askable(preludes), all).present(c);
  }
  ASSERT_THAT(all.operations, testing::SizeIs(64));
  for (const auto& [pad, operations] : all.operations) EXPECT_THAT(operations, testing::SizeIs(4));
  ASSERT_THAT(all.fillers, testing::SizeIs(5));
  for (const auto& [pad, fillers] : all.fillers) EXPECT_THAT(fillers, testing::SizeIs(4));
}

// The prelude that is the point of a case, with each ending of a stream.
TEST(Presenter, GivesThePreludeOfACaseWithEveryEnding) {
  Kept kept;
  const Bytes units{0xA9}, prelude{0xC3};
  Presenter(askable({}), kept).present({.bytes = units, .depth = Depth::kCore, .prelude = prelude});
  EXPECT_EQ(kept.endings.size(), kEndings.size() - 1);
  EXPECT_FALSE(kept.endings.contains(Ending::kManyStreams)) << "one prelude in 64 has it";
  std::size_t with_many = 0;
  for (unsigned unit = 0; unit < 0x100; ++unit) {
    Kept one;
    const Bytes other{static_cast<std::uint8_t>(unit)};
    Presenter(askable({}), one).present({.bytes = units, .depth = Depth::kCore, .prelude = other});
    with_many += one.endings.contains(Ending::kManyStreams) ? 1 : 0;
  }
  EXPECT_GT(with_many, 0u);
  EXPECT_LT(with_many, 16u);
}

TEST(Presentation, NamesAnEmptyPreludeAndAnOpenStream) {
  EXPECT_EQ(conditions({.operation = Operation::kStreamLossy, .ending = Ending::kReset}),
            "on a stream that had no units and then a reset");
  EXPECT_EQ(
      conditions(
          {.operation = Operation::kValidate, .prelude = {0xC3}, .ending = Ending::kInterleaved}),
      "beside an open stream that was given C3");
}

TEST(Presenter, GivesBufferValuesOnlyToCallersWithBuffers) {
  const std::array<Bytes, 1> preludes{Bytes{0xC3}};
  Askable apart = askable(preludes);
  apart.shows_memory = false;
  Kept kept;
  const Bytes units{0xC3, 0xA9, 0x80};
  Presenter(apart, kept).present({.bytes = units, .depth = Depth::kFull});
  EXPECT_EQ(kept.placements.size(), 1u);
  EXPECT_EQ(kept.rooms.size(), 1u);
  EXPECT_EQ(kept.endings.size(), 1u);
}

TEST(Presenter, OmitsTheExclusionsOfAVector) {
  const std::array<Bytes, 1> preludes{Bytes{0xC3}};
  const auto kept_with = [&](std::size_t excluded) {
    Kept kept;
    const Bytes units{0xC3, 0xA9, 0x80};
    Case c{.bytes = units, .depth = Depth::kFull};
    if (excluded < kExclusions.size()) c.exclusions.set(excluded);
    Presenter(askable(preludes), kept).present(c);
    return kept;
  };
  const std::size_t all = kept_with(kExclusions.size()).count;
  for (std::size_t i = 0; i < kExclusions.size(); ++i) {
    EXPECT_LT(kept_with(i).count, all) << kExclusions[i];
  }
  EXPECT_EQ(kept_with(kReuse).endings.size(), 1u);
  EXPECT_EQ(kept_with(kTails).longest, 256u + 3);
}

constexpr std::array kStreamsAndCalls{Operation::kLossy32, Operation::kStreamLossy};

TEST(Fuzzed, ReachesEveryFuzzedValue) {
  std::set<Placement> placements;
  std::set<Room> rooms;
  std::set<Ending> endings;
  std::set<Operation> operations;
  bool has_empty_chunk = false;
  Presentation how;
  for (unsigned i = 0; i < 2000; ++i) {
    const Bytes units{static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8), 0xC3, 0xA9};
    draw_presentation(units, Draws(units), kStreamsAndCalls, how);
    validate(how, units.size());
    EXPECT_TRUE(is_stream(how.operation) || how.cuts.empty());
    has_empty_chunk |= std::ranges::adjacent_find(how.cuts) != how.cuts.end();
    operations.insert(how.operation);
    placements.insert(how.placement);
    rooms.insert(how.room);
    endings.insert(how.ending);
  }
  // And the default.
  const auto fuzzed = [](const auto& rows) {
    return 1 + static_cast<std::size_t>(
                   std::ranges::count_if(rows, [](const auto& row) { return row.is_fuzzed; }));
  };
  EXPECT_TRUE(has_empty_chunk);
  EXPECT_EQ(operations.size(), kStreamsAndCalls.size());
  EXPECT_EQ(placements.size(), fuzzed(kPlacements));
  EXPECT_EQ(rooms.size(), fuzzed(kRooms));
  EXPECT_EQ(endings.size(), fuzzed(kEndings));
}

TEST(Fuzzed, DependsOnTheUnitsAlone) {
  Presentation first, second;
  second.set_prelude(Bytes{0xFF}, Ending::kReset);
  second.cuts = {7};
  const Bytes units{0x41, 0xE2, 0x82, 0xAC};
  draw_presentation(units, Draws(units), kStreamsAndCalls, first);
  draw_presentation(units, Draws(units), kStreamsAndCalls, second);
  EXPECT_EQ(first, second);
}

TEST(Fuzzed, TakesThePreludeFromAnywhereInTheInput) {
  constexpr unsigned kInputs = 1000;
  unsigned first = 0, last = 0, all = 0;
  Presentation how;
  for (unsigned i = 0; i < kInputs; ++i) {
    // No unit is there twice.
    Bytes units;
    for (unsigned n = 0; n < 12; ++n) units.push_back(static_cast<std::uint8_t>(i + 20 * n));
    draw_presentation(units, Draws(units), std::array{Operation::kStreamStrict}, how);
    if (how.prelude.empty()) continue;
    ++all;
    const auto place = std::ranges::search(units, how.prelude);
    ASSERT_FALSE(place.empty());
    first += place.begin() == units.begin() ? 1 : 0;
    last += place.end() == units.end() ? 1 : 0;
  }
  // Half of the streams have a prelude, of up to 6 of the 12 units.
  EXPECT_GT(all, kInputs / 3);
  EXPECT_GT(first, all / 20);
  EXPECT_GT(last, all / 20);
  EXPECT_LT(first + last, all / 2);
}

// A fault can show where a stream that got single units gets several at once.
TEST(Fuzzed, GivesTheFirstUnitsSinglyAndTheOthersAtOnce) {
  std::set<std::size_t> singles;
  Presentation how;
  for (unsigned i = 0; i < 2000; ++i) {
    Bytes units(40, static_cast<std::uint8_t>(i));
    units.push_back(static_cast<std::uint8_t>(i >> 8));
    draw_presentation(units, Draws(units), std::array{Operation::kStreamStrict}, how);
    if (how.cuts.size() < 2 || how.cuts.size() > 20) continue;
    bool is_single = true;
    for (std::size_t n = 0; n < how.cuts.size(); ++n) is_single &= how.cuts[n] == n + 1;
    if (is_single) singles.insert(how.cuts.size());
  }
  EXPECT_EQ(singles.size(), 16u);  // 2 to 17
}

TEST(Fuzzed, GivesALongInputInFewChunks) {
  Presentation how;
  for (std::uint8_t i = 0; i < 200; ++i) {
    const Bytes units(100'000, i);
    draw_presentation(units, Draws(units), std::array{Operation::kStreamStrict}, how);
    EXPECT_LE(how.cuts.size(), 64u);
  }
}

}  // namespace
}  // namespace placemat
