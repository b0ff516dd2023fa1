// The comparison of the fuzz target, without libFuzzer: it must accept correct
// answers, report planted faults, and ignore known kinds only.
#include "harness/fuzz/differential.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/bytes/error.h"
#include "harness/fuzz/heap_copies.h"
#include "harness/generate/mutator.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Pair;

const Fence& fence() {
  static const Fence kFence(500);
  return kFence;
}

// Inputs as in a campaign: each is a mutation of an earlier one.
std::vector<Bytes> inputs(std::size_t count) {
  static constexpr std::array<DialectId, 1> kDialects{DialectId::kUtf8};
  const Mutator mutator(kDialects);
  std::vector<Bytes> all{{}};
  for (std::uint64_t seed = 1; all.size() < count; ++seed) {
    Bytes units = all[(seed * 2654435761 >> 16) % all.size()];
    mutator.mutate(units, 150, seed);
    all.push_back(std::move(units));
  }
  return all;
}

std::optional<FuzzFinding> first_difference(std::vector<const Decoder*> decoders,
                                            const KnownKinds& known, std::size_t count) {
  fence();
  Differential differential(decoders, known);
  for (const Bytes& units : inputs(count)) {
    if (auto found = differential.examine(units)) return found;
  }
  return std::nullopt;
}

std::vector<const Decoder*> saboteur(std::string_view name) {
  const Decoder* decoder = find_decoder(name);
  EXPECT_NE(decoder, nullptr) << name;
  return {decoder};
}

TEST(Differential, CorrectDecoderHasNoDifference) {
  const auto found = first_difference({find_decoder("branchy"), find_decoder("utf_1")}, {}, 400);
  EXPECT_FALSE(found.has_value()) << found->report;
}

struct Planted {
  std::string_view name;
  Kind kind;
};

TEST(Differential, FindsThePlantedFaultAndNamesItsKind) {
  for (const auto& [name, kind] :
       {Planted{"sab_surrogate_all", Kind::kAcceptsSurrogate},
        Planted{"sab_swallow_next_unit", Kind::kSwallowsNextUnit},
        Planted{"sab_chunk_loses_state", Kind::kDependsOnChunks},
        Planted{"sab_state_survives_finish", Kind::kKeepsState},
        Planted{"sab_capacity_short_is_ok", Kind::kWrongCapacity},
        Planted{"sab_overread_lead", Kind::kOverRead}, Planted{"sab_underread", Kind::kOverRead},
        Planted{"sab_crash_null_table", Kind::kCrash}}) {
    // One defect may show in more than one way; kinds already seen are ignored.
    KnownKinds known;
    bool met = false;
    while (!met) {
      const auto found = first_difference(saboteur(name), known, 4000);
      ASSERT_TRUE(found.has_value()) << name;
      ASSERT_EQ(found->subject, name);
      met = found->kind == kind;
      ASSERT_TRUE(known[found->subject].insert(*found->kind).second) << found->report;
    }
  }
}

TEST(Differential, ReportFitsOneScreenAndHasTheReplayLine) {
  // A truncated surrogate also changes the number of replacements; this test
  // looks for the whole one.
  const KnownKinds known{{"sab_surrogate_all", {Kind::kWrongReplacementCount}}};
  const auto found = first_difference(saboteur("sab_surrogate_all"), known, 4000);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->minimal, (Bytes{0xED, 0xA0, 0x80}));
  EXPECT_THAT(found->report, HasSubstr("finding: sab_surrogate_all: accepts-surrogate"));
  EXPECT_THAT(found->report, HasSubstr("expected  ill-formed"));
  EXPECT_THAT(found->report, HasSubstr("placemat replay sab_surrogate_all 'ED A0 80'"));
  EXPECT_LT(std::ranges::count(found->report, '\n'), 24);
}

TEST(Differential, IgnoresKnownKindsOfADecoder) {
  KnownKinds known;
  while (const auto found = first_difference(saboteur("sab_surrogate_all"), known, 4000)) {
    ASSERT_TRUE(known["sab_surrogate_all"].insert(*found->kind).second) << found->report;
  }
  EXPECT_TRUE(known["sab_surrogate_all"].contains(Kind::kAcceptsSurrogate));
}

TEST(Differential, ReportsUnknownKinds) {
  const KnownKinds other_kind{{"sab_surrogate_all", {Kind::kCrash}}};
  EXPECT_TRUE(first_difference(saboteur("sab_surrogate_all"), other_kind, 4000).has_value());
  const KnownKinds other_decoder{{"branchy", {Kind::kAcceptsSurrogate}}};
  EXPECT_TRUE(first_difference(saboteur("sab_surrogate_all"), other_decoder, 4000).has_value());
}

TEST(KnownKinds, AreReadFromTheKeysOfFindings) {
  const std::vector<std::string> keys{"a|utf-8/reject/keep|accepts-surrogate|ED A0 80",
                                      "a|utf-8/reject/keep|crash|FF, in 2 chunks",
                                      "b|utf-8/reject/keep|hang|80"};
  const KnownKinds known = known_kinds(keys);
  EXPECT_EQ(known.size(), 2u);
  EXPECT_EQ(known.at("a"), (std::set{Kind::kAcceptsSurrogate, Kind::kCrash}));
  EXPECT_EQ(known.at("b"), (std::set{Kind::kHang}));
}

TEST(KnownKinds, RejectAnInvalidKey) {
  for (const std::string key : {"a", "a|b", "a|b|accepts-surrogate", "a|b|no-such-kind|80"}) {
    EXPECT_THROW(known_kinds(std::array{key}), InputError) << key;
  }
}

// Records its arguments.
std::vector<std::pair<std::size_t, std::size_t>> given;  // length, capacity

void note(const std::uint8_t*, std::size_t length, std::uint32_t*, std::size_t capacity,
          placemat_result* result) {
  given.emplace_back(length, capacity);
  *result = {};
}

TEST(HeapCopies, GiveExactAndAmpleRoom) {
  Decoder decoder{};
  decoder.name = "notes";
  decoder.lossy32 = note;
  Law law({}, false);
  const Bytes units{0x41, 0xFF, 0xC3, 0xA9};
  call_on_heap(decoder, Operation::kLossy32, law.about(units), units, {});
  EXPECT_THAT(given, ElementsAre(Pair(4, 3), Pair(4, Ge(4 + 64))));
  EXPECT_EQ(call_at_hand().decoder, nullptr);
}

}  // namespace
}  // namespace placemat
