// checker_test.cc: which cases a checker takes from a source. The tests of a run cover
// how it judges them.
#include "harness/judge/checker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

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
  seen_room.clear();
  EXPECT_EQ(check_cases(noted, cases, depth).tally.failed, 0u);
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

// Takes two overlong forms, and counts how often it is asked.
std::size_t validations = 0;
int takes_two_overlong_forms(const std::uint8_t* in, std::size_t length) {
  ++validations;
  Bytes units(in, in + length);
  for (const Bytes& form : {Bytes{0xC0, 0x80}, Bytes{0xE0, 0x80, 0x80}}) {
    for (;;) {
      const auto found = std::ranges::search(units, form);
      if (found.empty()) break;
      units.erase(found.begin(), found.end());
    }
  }
  return find_decoder("branchy")->validate(units.data(), units.size());
}

Ledger check_two_overlong_forms(const std::vector<Bytes>& cases) {
  Decoder decoder{};
  decoder.name = "two_forms";
  decoder.dialect = "utf-8";
  decoder.policy = "reject";
  decoder.bom = "keep";
  decoder.validate = takes_two_overlong_forms;
  validations = 0;
  return check_cases(decoder, cases, Depth::kSingle);
}

TEST(Checker, FindsAnotherFaultBesideAKnownCore) {
  std::vector<Bytes> cases(40, Bytes{0xC0, 0x80});
  cases.push_back({0x41, 0xE0, 0x80, 0x80});
  const Ledger ledger = check_two_overlong_forms(cases);
  std::map<std::string, std::uint64_t> checks;
  for (const auto& [bucket, entry] : ledger.entries) {
    checks[to_spaced_hex(entry.failure.core.units)] += entry.checks;
  }
  EXPECT_EQ(checks, (std::map<std::string, std::uint64_t>{{"C0 80", 40}, {"E0 80 80", 1}}));
}

TEST(Checker, CountsFailuresThatAKnownCoreExplainsWithoutAskingMore) {
  std::vector<Bytes> cases;
  for (std::size_t letters = 0; letters < 10; ++letters) {
    for (const Bytes& behind : {Bytes{}, Bytes{'a'}, Bytes{0xC3, 0xA9}, Bytes{0xE1, 0x80, 0x80},
                                Bytes{0xF1, 0x80, 0x80, 0x80}}) {
      Bytes units(letters, 'A');
      units.insert(units.end(), {0xC0, 0x80});
      units.insert(units.end(), behind.begin(), behind.end());
      cases.push_back(std::move(units));
    }
  }
  const Ledger ledger = check_two_overlong_forms(cases);
  EXPECT_EQ(ledger.tally.failed, cases.size());
  EXPECT_EQ(ledger.entries.size(), 1u);
  EXPECT_LT(validations, 4 * cases.size());
}

// An error of another class before it does not make a fault one of that class.
TEST(Checker, AClassFailsByInputsWithErrorsOfThatClassAlone) {
  const Ledger ledger = check_cases(
      *find_decoder("sab_overlong_e0"),
      {{0xFF}, {0xFF, 0xE0, 0x80, 0x80}, {0xE2, 0x82, 'a', 0xE0, 0x80, 0x80}, {0xE2, 0x82, 'a'}},
      Depth::kPlain);
  EXPECT_GT(ledger.tally.failed, 0u);
  for (const ErrorClass right : {ErrorClass::kFeFf, ErrorClass::kInterrupted}) {
    const ErrorClassTally& tally = ledger.error_classes[static_cast<std::size_t>(right)];
    EXPECT_GT(tally.checks, 0u);
    EXPECT_EQ(tally.failed + tally.alone.size(), 0u);
  }
  // No case is of that class alone, but a part of a case is.
  const auto& overlong = ledger.error_classes[static_cast<std::size_t>(ErrorClass::kOverlong)];
  EXPECT_EQ(overlong.checks, 0u);
  ASSERT_TRUE(overlong.alone.contains(Kind::kAcceptsOverlong));
  EXPECT_EQ(overlong.alone.at(Kind::kAcceptsOverlong), "E0 80 80");
}

}  // namespace
}  // namespace placemat
