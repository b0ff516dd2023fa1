// source_test.cc: a source yields exactly the announced cases, once each, and
// the same every time. The expected numbers are computed here, not by the
// sources.
#include "harness/generate/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/numbers.h"
#include "harness/corpus/corpus.h"
#include "harness/generate/items.h"
#include "harness/generate/state_unit.h"
#include "harness/presentation/values.h"
#include "harness/spec/encode.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

using testing::HasSubstr;

class Counter final : public CaseSink {
 public:
  bool accept(const Case& c) override {
    ++cases;
    longest = std::max(longest, c.bytes.size());
    return true;
  }
  std::size_t cases = 0, longest = 0;
};

class Collector final : public CaseSink {
 public:
  bool accept(const Case& c) override {
    hex.push_back(to_hex(c.bytes));
    most = std::max(most, c.depth);
    return true;
  }
  std::vector<std::string> hex;
  Depth most = Depth::kCore;
};

std::unique_ptr<Source> source(std::string_view name, Budget budget, std::uint64_t seed = 1992,
                               const Profile& profile = {}) {
  return make_source(name, profile, {budget, seed, nullptr});
}

template <class Sink>
Sink all_of(const Source& source) {
  Sink sink;
  for (std::size_t shard = 0; shard < source.shards(); ++shard) source.generate(shard, sink);
  return sink;
}

const std::vector<std::string> kGenerated{"state-unit", "boundary",   "scalars",
                                          "sequences",  "lifecycle",  "neighbours",
                                          "runs",       "exhaustive", "random"};

TEST(Sources, MatchTheList) {
  std::vector<std::string> names;
  for (const SourceRow& row : source_rows()) names.emplace_back(row.name);
  EXPECT_THAT(names,
              testing::ElementsAre("curated", "state-unit", "boundary", "scalars", "sequences",
                                   "lifecycle", "environment", "neighbours", "context", "long",
                                   "runs", "exhaustive", "random", "blocks"));
}

TEST(Sources, RejectAnUnknownNameAndListTheKnownOnes) {
  try {
    source("exhaustion", Budget::kQuick);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'exhaustion'"));
    EXPECT_THAT(error.what(), HasSubstr("exhaustive"));
  }
  EXPECT_THROW(source("curated", Budget::kQuick), InputError);
}

TEST(Budgets, HaveTheirNames) {
  for (const Budget budget : {Budget::kQuick, Budget::kStandard, Budget::kDeep}) {
    EXPECT_EQ(find_budget(name_of(budget)), budget);
  }
  EXPECT_EQ(find_budget("fast"), std::nullopt);
}

TEST(Sources, GiveTheSameCasesEveryTime) {
  for (const std::string& name : kGenerated) {
    const auto a = source(name, Budget::kQuick), b = source(name, Budget::kQuick);
    ASSERT_EQ(a->shards(), b->shards());
    for (std::size_t shard = 0; shard < a->shards(); ++shard) {
      Collector first, second;
      a->generate(shard, first);
      b->generate(shard, second);
      ASSERT_EQ(first.hex, second.hex) << name << " shard " << shard;
    }
  }
}

std::multiset<std::string> sample_of(const std::string& name, std::uint64_t every,
                                     std::uint64_t seed) {
  const SourceOptions options{.budget = Budget::kQuick, .seed = seed, .every = every};
  const Collector all = all_of<Collector>(*make_source(name, Profile{}, options));
  return {all.hex.begin(), all.hex.end()};
}

TEST(Sources, GiveOneCaseInSoMany) {
  for (const std::string& name : kGenerated) {
    if (source(name, Budget::kQuick) == nullptr) continue;
    const auto whole = sample_of(name, 1, 1992), some = sample_of(name, 7, 1992);
    EXPECT_TRUE(std::ranges::includes(whole, some)) << name;
    EXPECT_EQ(some, sample_of(name, 7, 1992)) << name;
    if (name == "state-unit") {
      EXPECT_EQ(some, whole);
      continue;
    }
    const double due = static_cast<double>(whole.size()) / 7;
    EXPECT_NEAR(static_cast<double>(some.size()), due, 5 * std::sqrt(due)) << name;
    EXPECT_NE(some, sample_of(name, 7, 1993)) << name;
  }
}

// 16 and 256 divide the number of units, so a step of these would always meet the same last units.
TEST(Sources, GiveASampleWithoutRegularity) {
  for (const std::uint64_t every : {16, 256}) {
    std::set<std::string> last_units;
    for (const std::string& hex : sample_of("exhaustive", every, 1992)) {
      if (hex.size() == 4) last_units.insert(hex.substr(2));
    }
    EXPECT_GT(last_units.size(), every == 16 ? 254u : 150u);
  }
}

TEST(Sources, SayThatTheyAreASample) {
  const auto covers = [](const std::string& name, std::uint64_t every) {
    return make_source(name, Profile{}, {.budget = Budget::kQuick, .every = every})->covers();
  };
  EXPECT_EQ(covers("exhaustive", 7), "one in 7, drawn by the seed, of: " + covers("exhaustive", 1));
  EXPECT_EQ(covers("state-unit", 7), covers("state-unit", 1));
}

// A counter of 16 bits is 0 again after 65,536 errors, and a text must have no more.
TEST(Long, HasTextsOfExactlyTheErrorsThatACounterForgets) {
  class Errors final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      const auto all = std::ranges::count(c.bytes, 0x80);
      const auto letters = std::ranges::count_if(c.bytes, [](auto unit) { return unit < 0x80; });
      if (static_cast<std::size_t>(all + letters) == c.bytes.size()) counts.insert(all);
      return true;
    }
    std::set<std::ptrdiff_t> counts;
  };
  const auto errors = all_of<Errors>(*source("long", Budget::kStandard));
  EXPECT_TRUE(errors.counts.contains(256));
  EXPECT_TRUE(errors.counts.contains(65'536));
}

// Where one answer alone can show a fault, a quick run asks every value.
TEST(Quick, IsThoroughForDecodersWithOneOperation) {
  const SourceOptions quick{.budget = Budget::kQuick};
  const SourceOptions one{.budget = Budget::kQuick, .has_one_operation = true};
  const SourceOptions slow{
      .budget = Budget::kQuick, .are_calls_slow = true, .has_one_operation = true};
  // The well-formed sequences of three units, in whatever rows.
  class Values final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      for (std::size_t i = 0; i + 2 < c.bytes.size(); ++i) {
        if ((c.bytes[i] & 0xF0) != 0xE0) continue;
        values.insert(c.bytes[i] << 16 | c.bytes[i + 1] << 8 | c.bytes[i + 2]);
      }
      return true;
    }
    std::set<int> values;
  };
  constexpr std::size_t kOfThreeUnits = 0x10000 - 0x800 - 0x800;
  const auto values = [](const SourceOptions& options) {
    return all_of<Values>(*make_source("scalars", {}, options)).values.size();
  };
  EXPECT_GE(values(one), kOfThreeUnits);
  EXPECT_LT(values(quick), kOfThreeUnits);
  EXPECT_EQ(values(slow), values(quick));
  EXPECT_EQ(make_source("context", {}, quick), nullptr);
  EXPECT_NE(make_source("context", {}, one), nullptr);
  EXPECT_EQ(make_source("context", {}, slow), nullptr);
}

// An answer that is kept under the ends of a text is wrong for one of two that differ inside.
TEST(Lifecycle, HasTextsThatDifferInTheMiddleOnly) {
  class Pairs final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      constexpr std::size_t kEnd = 8;
      const bool is_alike = c.prelude.size() == c.bytes.size() && c.bytes.size() >= 32 &&
                            !std::ranges::equal(c.prelude, c.bytes) &&
                            std::ranges::equal(c.prelude.first(kEnd), c.bytes.first(kEnd)) &&
                            std::ranges::equal(c.prelude.last(kEnd), c.bytes.last(kEnd));
      if (is_alike) lengths.insert(c.bytes.size());
      return true;
    }
    std::set<std::size_t> lengths;
  };
  EXPECT_THAT(all_of<Pairs>(*source("lifecycle", Budget::kQuick)).lengths,
              testing::ElementsAre(32, 64, 256, 1'024));
}

TEST(Sources, StopOnRequest) {
  class Stopper final : public CaseSink {
   public:
    bool accept(const Case&) override { return ++cases < 3; }
    std::size_t cases = 0;
  };
  for (const std::string& name : kGenerated) {
    const auto s = source(name, Budget::kQuick);
    std::size_t shard = 0;
    Counter counter;
    do s->generate(shard++, counter = {});
    while (counter.cases < 4 && shard < s->shards());
    ASSERT_GE(counter.cases, 4u) << name;
    Stopper stopper;
    s->generate(shard - 1, stopper);
    EXPECT_EQ(stopper.cases, 3u) << name;
  }
}

TEST(Sources, EmptyInputIsAmongTheCases) {
  for (const char* name : {"boundary", "exhaustive"}) {
    EXPECT_THAT(all_of<Collector>(*source(name, Budget::kQuick)).hex, testing::Contains(""));
  }
}

TEST(Exhaustive, IsEveryStringOfUpToThreeUnits) {
  const auto s = source("exhaustive", Budget::kStandard);
  const Counter counter = all_of<Counter>(*s);
  EXPECT_EQ(counter.cases, 1u + 256 + 65'536 + 16'777'216);  // 16,843,009
  EXPECT_EQ(counter.longest, 3u);
  EXPECT_THAT(s->covers(), HasSubstr("16,843,009"));
}

// Of the strings of three units, those that begin with a whole sequence or error are shorter
// strings in a row. By Table 3-7 the others begin with two units of a longer sequence: E0 A0..BF,
// E1..EC, EE and EF with 80..BF, ED 80..9F, F0 90..BF, F1..F3 80..BF, F4 80..8F, or with two of the
// 51 leads.
TEST(Exhaustive, OfSlowCallsHasEveryPairAndEveryUnfinishedPairAndSomeOfTheRest) {
  class Strings final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      ++cases[c.bytes.size()];
      if (c.bytes.size() == 3 && c.depth != Depth::kSingle) ++whole;
      if (c.bytes.size() == 3 && c.depth == Depth::kSingle) ++last_units[c.bytes[2]];
      return true;
    }
    std::map<std::size_t, std::size_t> cases;
    std::map<int, std::size_t> last_units;
    std::size_t whole = 0;
  };
  const auto s = make_source("exhaustive", {}, {.are_calls_slow = true});
  const Strings some = all_of<Strings>(*s);
  const std::size_t pairs = 32 + 14 * 64 + 32 + 48 + 3 * 64 + 16 + 51 * 51;
  EXPECT_EQ(some.cases.at(1), 256u);
  EXPECT_EQ(some.cases.at(2), 65'536u);
  EXPECT_EQ(some.whole, pairs * 256);
  EXPECT_NEAR(static_cast<double>(some.cases.at(3)),
              static_cast<double>(pairs * 256 + (65'536 - pairs) * 256 / 17), 256);
  EXPECT_EQ(some.last_units.size(), 256u);
  EXPECT_THAT(s->covers(), HasSubstr("every 17th of those of full length"));
  const auto quick =
      make_source("exhaustive", {}, {.budget = Budget::kQuick, .are_calls_slow = true});
  EXPECT_EQ(all_of<Counter>(*quick).cases, 1u + 256 + 65'536);
}

TEST(Exhaustive, OfTheQuickBudgetIsEveryPairOnce) {
  const Collector all = all_of<Collector>(*source("exhaustive", Budget::kQuick));
  EXPECT_EQ(all.hex.size(), 1u + 256 + 65'536);
  EXPECT_EQ(std::set<std::string>(all.hex.begin(), all.hex.end()).size(), all.hex.size());
}

// Shards cut the work into parts that do not overlap: the exhaustive source
// by first unit, with the empty string in the first.
TEST(Exhaustive, ShardsPartition) {
  const auto s = source("exhaustive", Budget::kQuick);
  ASSERT_EQ(s->shards(), 256u);
  for (std::size_t shard = 0; shard < 256; ++shard) {
    Collector part;
    s->generate(shard, part);
    EXPECT_EQ(part.hex.size(), (shard == 0 ? 1u : 0u) + 1 + 256);
    for (const std::string& hex : part.hex) {
      if (!hex.empty()) {
        EXPECT_EQ(parse_hex(hex)[0], shard);
      }
    }
  }
}

TEST(Boundary, HasNoDuplicatesAndTheAnnouncedNumber) {
  for (const Budget budget : {Budget::kQuick, Budget::kStandard}) {
    const auto s = source("boundary", budget);
    const Collector all = all_of<Collector>(*s);
    const std::set<std::string> distinct(all.hex.begin(), all.hex.end());
    EXPECT_EQ(distinct.size(), all.hex.size());
    if (budget == Budget::kQuick) {
      EXPECT_THAT(s->covers(), HasSubstr(grouped(all.hex.size())));
    }
  }
}

TEST(Boundary, HasEveryStringOverBothEndsOfEveryClass) {
  const Collector all = all_of<Collector>(*source("boundary", Budget::kQuick));
  const std::set<std::string> distinct(all.hex.begin(), all.hex.end());
  const std::vector<std::uint8_t> ends = class_ends(machine(Profile{}));
  for (const std::uint8_t a : ends) {
    for (const std::uint8_t b : ends) {
      for (const std::uint8_t c : ends) {
        ASSERT_TRUE(distinct.contains(to_hex(Bytes{a, b, c})));
      }
    }
  }
  // 1 + 28 + 28^2 + 28^3, the 28 ends read off Table 3-7 in items_test.cc.
  EXPECT_EQ(distinct.size(), 22'765u);
}

// The deep budget: six units. Only the announcement is tested; the strings are
// 4.8e8.
TEST(Boundary, OfTheDeepBudgetHasSixUnits) {
  EXPECT_THAT(source("boundary", Budget::kDeep)->covers(), HasSubstr("of up to 6 units"));
}

// Each of the 1,112,064 scalar values occurs on its own exactly once, and so do
// each of the 2,048 surrogates and each non-shortest form of up to four units.
// This test recognises all of them by arithmetic (RFC 3629 section 3), not by a
// table.
class ScalarCounter final : public CaseSink {
 public:
  bool accept(const Case& c) override {
    ++cases;
    const ByteView b = c.bytes;
    if (b.size() > 4) {
      if (b[0] >= 0xF8 && b[0] != 0xFF) return true;  // a longer pattern
      ++rows;
      const Bytes replacement{0xEF, 0xBF, 0xBD};
      const bool is_after_replacement = std::ranges::equal(b.first(3), replacement);
      add_row(b,
              b[0] == 0xFF           ? 1
              : is_after_replacement ? 3
                                     : 0,
              in_rows[b[0] == 0xFF           ? 2
                      : is_after_replacement ? 1
                                             : 0]);
      return true;
    }
    const std::size_t length = b[0] < 0x80 ? 1 : b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3 : 4;
    if (b.size() != length || (b.size() > 1 && b[0] < 0xC0)) return true;
    std::uint32_t value = length == 1 ? b[0] : b[0] & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
      if ((b[i] & 0xC0) != 0x80) return true;
      value = value << 6 | (b[i] & 0x3Fu);
    }
    if (value <= 0x10FFFF) {
      ++times[length - 1][value];
    } else {
      ++beyond;
    }
    return true;
  }
  // Counts the values of a row, each of which stands after `before` units.
  static void add_row(ByteView row, std::size_t before, std::vector<std::uint8_t>& counts) {
    for (std::size_t at = before; at < row.size(); at += before) {
      const std::uint8_t lead = row[at];
      const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      std::uint32_t value = length == 1 ? lead : lead & (0x7Fu >> length);
      for (++at; at < row.size() && (row[at] & 0xC0) == 0x80; ++at) {
        value = value << 6 | (row[at] & 0x3Fu);
      }
      ASSERT_LE(value, 0x10FFFFu);
      ++counts[value];
    }
  }
  std::size_t cases = 0, beyond = 0, rows = 0;
  // In rows: as they are, after U+FFFD, after FF.
  std::vector<std::vector<std::uint8_t>> in_rows =
      std::vector<std::vector<std::uint8_t>>(3, std::vector<std::uint8_t>(0x110000));
  std::vector<std::vector<std::uint8_t>> times =
      std::vector<std::vector<std::uint8_t>>(4, std::vector<std::uint8_t>(0x110000));
};

// Of the long rows: which values they have, and which first and second units.
struct LongRowCounter final : CaseSink {
  bool accept(const Case& c) override {
    if (c.depth != Depth::kSingle) return true;
    for (const std::uint64_t value :
         reference_decode(c.bytes, {DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep})
             .values) {
      values.insert(value);
      blocks.insert(value < 0x10000 ? value >> 6 : 0x10000 + (value >> 12));
    }
    return true;
  }
  std::set<std::uint64_t> values, blocks;
};

TEST(Scalars, QuickHasHalfOfThemInLongRows) {
  const auto s = source("scalars", Budget::kQuick);
  const LongRowCounter all = all_of<LongRowCounter>(*s);
  // Table 3-7: U+0800..U+FFFF without surrogates, and U+10000..U+10FFFF.
  constexpr std::size_t kThree = 0xF800 - 0x800, kFour = 0x100000;
  EXPECT_EQ(all.values.size(), (kThree + kFour) / 2);
  EXPECT_EQ(*all.values.begin() / 2, 0x400u);
  EXPECT_EQ(all.blocks.size(), kThree / 64 + kFour / 4096);
}

TEST(Scalars, OccurExactlyOnceInEachForm) {
  const auto s = source("scalars", Budget::kStandard);
  const ScalarCounter all = all_of<ScalarCounter>(*s);
  constexpr std::array<std::uint32_t, 4> kHighest{0x7F, 0x7FF, 0xFFFF, 0x10FFFF};
  std::size_t shortest = 0, longer = 0;
  for (std::uint32_t value = 0; value <= 0x10FFFF; ++value) {
    bool is_shortest = true;
    for (std::size_t form = 0; form < 4; ++form) {
      if (value > kHighest[form]) continue;
      ASSERT_EQ(all.times[form][value], 1) << std::hex << value << " in " << form + 1 << " units";
      (is_shortest ? shortest : longer) += 1;
      is_shortest = false;
    }
  }
  EXPECT_EQ(shortest, 1'112'064u + 2'048);
  // 80 values have three longer forms, 780 two, F800 one (in hexadecimal).
  EXPECT_EQ(longer, 0x80u * 3 + 0x780 * 2 + 0xF800);
  // 110000 to 1FFFFF, and the ends of the 5- and 6-unit patterns for each second unit.
  constexpr std::size_t kBeyond = 0x1FFFFF - 0x10FFFF, kLonger = 4 * 64 * 8 + 2 * 64 * 16;
  // Around the powers of two and four limits of Unicode: 0..5, three at each of 2^3..2^25 and
  // 2^3..2^30, twelve at the four, and the last of each pattern.
  constexpr std::size_t kAtLimits = (6 + 23 * 3 + 12 + 1) + (6 + 28 * 3 + 12 + 1);
  EXPECT_EQ(all.beyond, kBeyond);
  EXPECT_EQ(all.cases, shortest + longer + kBeyond + kLonger + kAtLimits + all.rows);
  for (const auto& counts : all.in_rows) {
    for (std::uint32_t value = 0; value <= 0x10FFFF; ++value) {
      const bool is_scalar = value < 0xD800 || value > 0xDFFF;
      ASSERT_EQ(counts[value], is_scalar ? 1 : 0) << std::hex << value;
    }
  }
  EXPECT_THAT(s->covers(), HasSubstr("1,112,064"));
}

// The units that complete an unfinished sequence at the end of `bytes`: the
// shortest, and of those the smallest; empty when none is unfinished.
Bytes first_completion(const Bytes& bytes) {
  const auto errors_of = [](const Bytes& b) {
    return std::ranges::count(reference_decode(b, Profile{}).values, kReplacement);
  };
  const auto so_far = reference_decode(bytes, Profile{}).values;
  const bool at_start = so_far.empty() || so_far.back() != kReplacement;
  if (at_start) return {};
  for (const Bytes& rest : {Bytes{0x80}, Bytes{0x80, 0x80}, Bytes{0xA0, 0x80},
                            Bytes{0x80, 0x80, 0x80}, Bytes{0x90, 0x80, 0x80}}) {
    Bytes whole = bytes;
    whole.insert(whole.end(), rest.begin(), rest.end());
    if (errors_of(whole) < errors_of(bytes)) return rest;
  }
  return {};
}

// Sequences that a unit begins or continues, and that no suffix of the cover
// completes, counted by the units that Table 3-7 still requires.
std::size_t sequences_to_complete(const StateCover& cover) {
  std::size_t count = 0;
  for (const Bytes& access : cover.access) {
    for (int unit = 0; unit <= 0xFF; ++unit) {
      Bytes bytes = access;
      bytes.push_back(static_cast<std::uint8_t>(unit));
      const Bytes rest = first_completion(bytes);
      if (rest.empty()) continue;
      count += std::ranges::find(cover.suffixes, rest) == cover.suffixes.end() ? 1 : 0;
    }
  }
  return count;
}

TEST(StateUnit, GivesAsManyStringsAsItsTwoSets) {
  const auto s = source("state-unit", Budget::kQuick);
  const StateCover full = cover(machine(Profile{}), Observed::kEverything);
  StateCover verdict =
      cover(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep}), Observed::kVerdict);
  // From every state, also those that a verdict does not distinguish.
  verdict.access = access_strings(machine(Profile{}));
  EXPECT_EQ(all_of<Counter>(*s).cases, full.strings() + verdict.strings() +
                                           sequences_to_complete(full) +
                                           sequences_to_complete(verdict));
  EXPECT_THAT(s->covers(), HasSubstr(grouped(full.strings())));
  EXPECT_THAT(s->covers(), HasSubstr(grouped(verdict.strings())));
}

TEST(StateUnit, HasEveryUnitInEveryState) {
  const Collector all = all_of<Collector>(*source("state-unit", Budget::kQuick));
  const std::set<std::string> distinct(all.hex.begin(), all.hex.end());
  for (const char* state : {"", "C2", "E0", "E1", "ED", "F0", "F1", "F4", "E0A0", "F090"}) {
    for (int unit = 0; unit <= 0xFF; ++unit) {
      const std::string start = state + to_hex(Bytes{static_cast<std::uint8_t>(unit)});
      const auto at = distinct.lower_bound(start);
      EXPECT_TRUE(at != distinct.end() && at->starts_with(start)) << start;
    }
  }
}

// Where each call is a process: every unit in every state still, each suffix as often as the
// others, and no string that the whole set does not have.
TEST(StateUnit, GivesItsSuffixesInTurnWhereCallsAreProcesses) {
  SourceOptions options{Budget::kQuick, 1992, nullptr};
  options.every = 99;
  EXPECT_EQ(all_of<Counter>(*make_source("state-unit", {}, options)).cases,
            all_of<Counter>(*source("state-unit", Budget::kQuick)).cases);
  options.every = 100;
  const auto in_turn = make_source("state-unit", {}, options);
  EXPECT_THAT(in_turn->covers(), HasSubstr("suffixes, in turn"));
  const Collector all = all_of<Collector>(*in_turn);
  const Collector whole = all_of<Collector>(*source("state-unit", Budget::kQuick));
  EXPECT_LT(3 * all.hex.size(), whole.hex.size());
  const std::set<std::string> distinct(all.hex.begin(), all.hex.end());
  EXPECT_TRUE(std::ranges::includes(std::set(whole.hex.begin(), whole.hex.end()), distinct));
  for (const char* state : {"", "C2", "E0", "E1", "ED", "F0", "F1", "F4", "E0A0", "F090"}) {
    for (int unit = 0; unit <= 0xFF; ++unit) {
      const std::string start = state + to_hex(Bytes{static_cast<std::uint8_t>(unit)});
      const auto at = distinct.lower_bound(start);
      EXPECT_TRUE(at != distinct.end() && at->starts_with(start)) << start;
    }
  }
  const StateCover full = cover(machine(Profile{}), Observed::kEverything);
  for (const Bytes& suffix : full.suffixes) {
    const std::string end = to_hex(suffix);
    EXPECT_GT(std::ranges::count_if(all.hex, [&](const auto& hex) { return hex.ends_with(end); }),
              256)
        << end;
  }
}

TEST(Sequences, AreAllSinglesPairsAndTriples) {
  const std::vector<Bytes> kinds = items(machine(Profile{}));
  const std::size_t n = kinds.size();
  const auto quick = source("sequences", Budget::kQuick);
  const auto standard = source("sequences", Budget::kStandard);
  constexpr std::size_t kLengths = 4;
  EXPECT_EQ(all_of<Counter>(*quick).cases, n + n * n + kLengths * n);
  EXPECT_EQ(all_of<Counter>(*standard).cases, n + n * n + n * n * n);
  EXPECT_THAT(standard->covers(), HasSubstr(grouped(n * n * n)));
  const Collector all = all_of<Collector>(*quick);
  EXPECT_EQ(all.most, Depth::kFull);
  const std::set<std::string> distinct(all.hex.begin(), all.hex.end());
  for (const Bytes& a : kinds) {
    EXPECT_TRUE(distinct.contains(to_hex(a)));
    for (const Bytes& b : kinds) EXPECT_TRUE(distinct.contains(to_hex(a) + to_hex(b)));
  }
}

TEST(Sequences, AskFewerPairsOfADialectWithManyItemsQuickly) {
  const Profile utf1{DialectId::kUtf1, PolicyId::kMaximalSubpart, Bom::kKeep};
  const std::vector<Bytes> kinds = items(machine(utf1));
  const auto quick = make_source("sequences", utf1, SourceOptions{.budget = Budget::kQuick});
  const Collector all = all_of<Collector>(*quick);
  EXPECT_GT(kinds.size() * kinds.size(), 2 * all.hex.size());
  const std::set<std::string> distinct(all.hex.begin(), all.hex.end());
  for (const Bytes& kind : kinds) {
    const std::string hex = to_hex(kind);
    const auto has = [&](const auto& is_pair) {
      return std::ranges::any_of(distinct, [&](const std::string& pair) {
        return pair.size() > hex.size() && is_pair(pair);
      });
    };
    EXPECT_TRUE(has([&](const std::string& pair) { return pair.starts_with(hex); })) << hex;
    EXPECT_TRUE(has([&](const std::string& pair) { return pair.ends_with(hex); })) << hex;
  }
  EXPECT_THAT(quick->covers(), HasSubstr("one in 5 of"));
}

// Collects preludes with the texts behind them, and all chunk ends.
class StreamCollector final : public CaseSink {
 public:
  bool accept(const Case& c) override {
    texts[to_hex(c.prelude)].insert(to_hex(c.bytes));
    cuts.insert({c.cuts.begin(), c.cuts.end()});
    return true;
  }
  std::map<std::string, std::set<std::string>> texts;
  std::set<std::vector<std::size_t>> cuts;
};

// The number of prefixes by Table 3-7: leads, leads with a second unit, and with a third.
TEST(Lifecycle, HasEveryPrefixOfEverySequence) {
  const auto all = all_of<StreamCollector>(*source("lifecycle", Budget::kStandard));
  std::size_t prefixes = 0;
  for (const auto& [prelude, texts] : all.texts) {
    const Bytes units = parse_hex(prelude);
    if (units.empty()) continue;
    const auto values = reference_decode(units, Profile{}).values;
    const bool is_one_error = values == std::vector<std::uint64_t>{kReplacement};
    prefixes += is_one_error && reference_decode(units, Profile{}).error->at_end ? 1 : 0;
  }
  EXPECT_EQ(prefixes,
            30u + 16 + 5 + (32 + 14 * 64 + 32) + (48 + 3 * 64 + 16) + (48 + 3 * 64 + 16) * 64);
  // What would complete the prefix comes next.
  EXPECT_THAT(all.texts.at("F1A3"), testing::Contains("808061"));
  EXPECT_THAT(all.texts.at("FF"), testing::SizeIs(items(machine(Profile{})).size()));
}

// FSS-UTF as first proposed has hundreds of thousands; each is given, most with few endings.
TEST(Lifecycle, HasAllOfManyPrefixes) {
  class Depths final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      if (!c.prelude.empty()) ++(c.depth == Depth::kSingle ? shallow : whole);
      return true;
    }
    std::size_t shallow = 0, whole = 0;
  };
  const Profile many{DialectId::kFssUtfXopen, PolicyId::kMaximalSubpart, Bom::kKeep};
  const auto standard = make_source("lifecycle", many, SourceOptions{});
  const auto all = all_of<Depths>(*standard);
  EXPECT_GT(all.shallow, 500'000u);
  EXPECT_GT(all.whole, all.shallow / 31);
  EXPECT_THAT(standard->covers(), HasSubstr("each of the"));
  EXPECT_THAT(standard->covers(), HasSubstr("one in 31 with every ending"));
  EXPECT_EQ(all_of<Depths>(*source("lifecycle", Budget::kStandard)).shallow, 0u);
}

TEST(Lifecycle, HasLaterErrorsAndUnfinishedTextsBeforeATextInPieces) {
  const auto all = all_of<StreamCollector>(*source("lifecycle", Budget::kQuick));
  EXPECT_TRUE(all.texts.at("6180").contains("80"));
  EXPECT_TRUE(all.texts.at("C2").contains("C280C2"));
}

TEST(Lifecycle, HasPatternsOfChunks) {
  const auto all = all_of<StreamCollector>(*source("lifecycle", Budget::kQuick));
  EXPECT_TRUE(all.cuts.contains({1, 2, 3, 4, 5, 6, 7, 8, 12}));
  EXPECT_TRUE(all.cuts.contains({3, 6, 9, 12, 13}));  // the fifth ends inside a character
}

TEST(Neighbours, HasPairsThatJoinAndPairsBehindErrors) {
  const Collector all = all_of<Collector>(*source("neighbours", Budget::kStandard));
  const std::set<std::string> distinct(all.hex.begin(), all.hex.end());
  for (const char* pair : {"65CC81", "F09F91A8E2808D", "E29DA4EFB88F", "EFBBBFEFBFBE", "FFEFBFBD",
                           "EFBFBDEFBFBD", "C2E2808D", "F48FBFBFEFBBBF"}) {
    EXPECT_TRUE(distinct.contains(pair)) << pair;
  }
}

// At the start of each quarter, and of each third.
TEST(Long, HasErrorsWhereInputIsDivided) {
  class Errors final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      const auto unit = std::ranges::find(c.bytes, std::uint8_t{0x80});
      if (c.bytes.size() == 4'096 && unit != c.bytes.end()) {
        offsets.insert(static_cast<std::size_t>(unit - c.bytes.begin()));
      }
      if (c.bytes.size() == 65'537) most = std::max(most, c.depth);
      return true;
    }
    std::set<std::size_t> offsets;
    Depth most = Depth::kSingle;
  };
  const auto all = all_of<Errors>(*source("long", Budget::kStandard));
  for (const std::size_t offset : {1'024, 1'365, 2'048, 2'730, 3'072, 3'071}) {
    EXPECT_TRUE(all.offsets.contains(offset)) << offset;
  }
  EXPECT_EQ(all.most, Depth::kPlain);  // thousands of errors, by every operation
}

TEST(Long, ReachesBothSidesOfItsLimits) {
  const auto s = source("long", Budget::kStandard);
  // The quick budget has few texts, and one of each kind at 2^16.
  const auto quick = source("long", Budget::kQuick);
  EXPECT_THAT(all_of<Counter>(*quick).cases,
              testing::AllOf(testing::Gt(50u), testing::Lt(all_of<Counter>(*s).cases / 3)));
  class Errors final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      if (const auto error = reference_decode(c.bytes, Profile{}).error)
        offsets.insert(error->offset);
      longest = std::max(longest, c.bytes.size());
      replaced = std::max<std::size_t>(
          replaced, static_cast<std::size_t>(std::ranges::count(
                        reference_decode(c.bytes, Profile{}).values, kReplacement)));
      cuts.insert(c.cuts.begin(), c.cuts.end());
      return true;
    }
    std::set<std::size_t> offsets, cuts;
    std::size_t longest = 0, replaced = 0;
  };
  const auto all = all_of<Errors>(*s);
  for (const std::size_t limit : {1u << 12, 1u << 16, 1u << 17}) {
    EXPECT_TRUE(all.offsets.contains(limit - 1) && all.offsets.contains(limit)) << limit;
  }
  EXPECT_GT(all.longest, std::size_t{1} << 17);
  EXPECT_GT(all.replaced, 65'536u);
  EXPECT_TRUE(all.cuts.contains(4'096));
}

// One unit, two and three of an item before the start of a page.
TEST(Long, HasItemsAcrossTheStartOfAPage) {
  class Pages final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      const bool is_surrogate = c.bytes.size() > 2 && c.bytes[0] == 0xED && c.bytes[1] == 0xA0;
      if (is_surrogate && c.depth == Depth::kVerdict) sizes.insert(c.bytes.size());
      return true;
    }
    std::set<std::size_t> sizes;
  };
  const auto all = all_of<Pages>(*source("long", Budget::kStandard));
  EXPECT_TRUE(all.sizes.contains(4'097) && all.sizes.contains(4'098) && all.sizes.contains(4'099));
}

TEST(Runs, EndInEveryItem) {
  const auto given = [](Budget budget) {
    const auto all = all_of<Collector>(*source("runs", budget));
    return std::set<std::string>(all.hex.begin(), all.hex.end());
  };
  const std::set<std::string> all = given(Budget::kStandard), few = given(Budget::kQuick);
  const std::string four = to_hex(parse_units("E1 80 80 E1 80 80 E1 80 80 E1 80 80").bytes);
  EXPECT_TRUE(all.contains(four + "F0908080") && few.contains(four + "F0908080"));
  EXPECT_TRUE(all.contains("C280C280FF"));
  std::string longest;
  for (int n = 0; n < 17; ++n) longest += "F1808080";
  EXPECT_TRUE(all.contains(longest + "FF"));
  EXPECT_LT(few.size(), all.size());
}

TEST(Environment, HasEveryItemInEachEnvironment) {
  class Environments final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      hex[c.environment].insert(to_hex(c.bytes));
      return true;
    }
    std::map<Environment, std::set<std::string>> hex;
  };
  const auto all = all_of<Environments>(*source("environment", Budget::kStandard)).hex;
  const auto few = all_of<Environments>(*source("environment", Budget::kQuick)).hex;
  EXPECT_EQ(all.size(), rows_of(Environment{}).size() - 1);
  EXPECT_EQ(few.size(), all.size());
  for (const auto& [environment, texts] : all) {
    for (const char* text : {"61F4908080"
                             "62",
                             "61C2"
                             "62",
                             "7FDFBFE0BFBFECBFBFED9FBFEFBFBF"
                             "F0BFBFBFF3BFBFBFF48FBFBF"}) {
      EXPECT_TRUE(texts.contains(text)) << text;
    }
    EXPECT_GT(texts.size(), 3 * few.at(environment).size());
    EXPECT_GE(few.at(environment).size(), 6u);
  }
}

TEST(Random, DependsOnItsSeed) {
  const auto hex = [](std::uint64_t seed) {
    return all_of<Collector>(*source("random", Budget::kQuick, seed)).hex;
  };
  EXPECT_EQ(hex(1), hex(1));
  EXPECT_NE(hex(1), hex(2));
  EXPECT_THAT(source("random", Budget::kQuick, 42)->covers(), HasSubstr("seed 42"));
}

TEST(Random, ShardsAreNotCopiesOfEachOther) {
  const auto s = source("random", Budget::kQuick);
  std::set<std::string> distinct;
  std::size_t cases = 0;
  for (std::size_t shard = 0; shard < s->shards(); ++shard) {
    Collector part;
    s->generate(shard, part);
    cases += part.hex.size();
    distinct.insert(part.hex.begin(), part.hex.end());
  }
  // A few short ones may coincide.
  EXPECT_GT(distinct.size(), cases * 95 / 100);
  EXPECT_THAT(s->covers(), HasSubstr(grouped(cases)));
}

// Structured means that well-formed text and every class of ill-formed
// subsequence occur often; uniform units would nearly all begin with an error.
TEST(Random, HasEveryErrorClass) {
  class ErrorClasses final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      ++count[error_class_of(c.bytes)];
      return true;
    }
    std::map<ErrorClass, std::size_t> count;
  };
  const ErrorClasses all = all_of<ErrorClasses>(*source("random", Budget::kStandard));
  for (std::size_t i = 0; i < kErrorClassCount; ++i) {
    const auto error_class = static_cast<ErrorClass>(i);
    const auto found = all.count.find(error_class);
    EXPECT_GT(found == all.count.end() ? 0 : found->second, 90u) << name_of(error_class);
  }
}

TEST(Curated, GivesEveryVectorWithItsNameAndChunks) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const auto s = make_source("curated", Profile{}, {Budget::kStandard, 1, &corpus});
  class Names final : public CaseSink {
   public:
    bool accept(const Case& c) override {
      EXPECT_TRUE(seen.insert(std::string(c.id)).second) << c.id;
      EXPECT_EQ(c.depth, Depth::kInTurn);
      cut += c.cuts.empty() ? 0 : 1;
      limited += c.exclusions.any() ? 1 : 0;
      return true;
    }
    std::set<std::string> seen;
    std::size_t cut = 0, limited = 0;
  };
  const Names all = all_of<Names>(*s);
  EXPECT_EQ(all.seen.size(), corpus.vectors.size());
  EXPECT_EQ(s->ids().size(), corpus.vectors.size());
  std::size_t cut = 0, limited = 0;
  for (const Vector& vector : corpus.vectors) {
    EXPECT_TRUE(all.seen.contains(vector.id));
    cut += vector.units.cuts.empty() ? 0 : 1;
    limited += vector.limit && !vector.limit->exclusions.empty() ? 1 : 0;
  }
  EXPECT_EQ(all.cut, cut);
  EXPECT_EQ(all.limited, limited);
  EXPECT_GT(cut, 0u);
}

// Other dialects have their own machines, items and forms.
TEST(Sources, SupportEveryDialect) {
  for (const Dialect& dialect : dialects()) {
    const Profile profile{dialect.id, PolicyId::kMaximalSubpart, Bom::kKeep};
    for (const std::string& name : kGenerated) {
      if (name == "exhaustive") continue;
      EXPECT_GT(all_of<Counter>(*source(name, Budget::kQuick, 1, profile)).cases, 500u)
          << dialect.name << " " << name;
    }
  }
}

}  // namespace
}  // namespace placemat
