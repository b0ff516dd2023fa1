// What a fuzz target does with one input, without an engine: correct decoders have no
// finding, planted faults are found and reduced, and known kinds are ignored.
#include "harness/judge/spot_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/generate/mutator.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

const Decoder& decoder_named(std::string_view name) {
  const Decoder* decoder = find_decoder(name);
  EXPECT_NE(decoder, nullptr) << name;
  return *decoder;
}

// One decoder, and inputs as in a campaign: each is a mutation of an earlier one.
class Campaign {
 public:
  explicit Campaign(std::string_view name, OperationSet among = kAnyOperation)
      : decoder_(decoder_named(name)),
        check_(decoder_, claimed_profile(decoder_), thread_, SpotCheck::HeapCopies::kNone, among) {}

  std::optional<SpotFinding> first_finding(std::size_t count, const std::set<Kind>& known = {}) {
    static constexpr std::array<DialectId, 1> kDialects{DialectId::kUtf8};
    const Mutator mutator(kDialects);
    std::vector<Bytes> all{{}};
    for (std::uint64_t seed = 1; seed < count; ++seed) {
      Bytes units = all[(seed * 2654435761 >> 16) % all.size()];
      mutator.mutate(units, 150, seed);
      if (auto found = check_.examine(units, known)) return found;
      all.push_back(std::move(units));
    }
    return std::nullopt;
  }
  SpotCheck& check() { return check_; }

 private:
  const Decoder& decoder_;
  FencedThread thread_;
  SpotCheck check_;
};

TEST(SpotCheck, CorrectDecoderHasNoFinding) {
  const Fence fence(500);
  for (const std::string_view name : {"branchy", "simd"}) {
    EXPECT_FALSE(Campaign(name).first_finding(20'000).has_value()) << name;
  }
}

struct Planted {
  std::string_view name;
  Kind kind;
};

TEST(SpotCheck, FindsThePlantedFaultAndNamesItsKind) {
  const Fence fence(500);
  for (const auto& [name, kind] :
       {Planted{"sab_surrogate_all", Kind::kAcceptsSurrogate},
        Planted{"sab_swallow_next_unit", Kind::kSwallowsNextUnit},
        Planted{"sab_chunk_loses_state", Kind::kDependsOnChunks},
        Planted{"sab_state_survives_finish", Kind::kKeepsState},
        Planted{"sab_capacity_short_is_ok", Kind::kWrongCapacity},
        Planted{"sab_overread_lead", Kind::kOverRead}, Planted{"sab_underread", Kind::kOverRead},
        Planted{"sab_crash_null_table", Kind::kCrash}}) {
    Campaign campaign(name);
    // One defect may show in more than one way; kinds that were seen are known from then on.
    std::set<Kind> known;
    while (!known.contains(kind)) {
      const auto found = campaign.first_finding(40'000, known);
      ASSERT_TRUE(found.has_value()) << name;
      ASSERT_TRUE(known.insert(found->failure.kind).second) << campaign.check().describe(*found);
    }
  }
}

TEST(SpotCheck, IgnoresKnownKindsOnly) {
  const Fence fence(500);
  Campaign campaign("sab_surrogate_all");
  EXPECT_TRUE(campaign.first_finding(20'000, {Kind::kCrash}).has_value());
  std::set<Kind> known;
  while (const auto found = campaign.first_finding(20'000, known)) {
    ASSERT_TRUE(known.insert(found->failure.kind).second);
  }
  EXPECT_TRUE(known.contains(Kind::kAcceptsSurrogate));
}

TEST(SpotCheck, DescribesTheSmallestUnitsOnOneScreen) {
  const Fence fence(500);
  Campaign campaign("sab_surrogate_all");
  const auto found = campaign.first_finding(40'000, {Kind::kWrongReplacementCount});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->minimal.units, (Bytes{0xED, 0xA0, 0x80}));
  const std::string text = campaign.check().describe(*found);
  EXPECT_THAT(text, HasSubstr("finding: sab_surrogate_all: accepts-surrogate"));
  EXPECT_THAT(text, HasSubstr("units     ED A0 80"));
  EXPECT_THAT(text, HasSubstr("expected  "));
  EXPECT_THAT(text, HasSubstr("clause    Unicode"));
  EXPECT_LT(std::ranges::count(text, '\n'), 12);
}

int calls_of_validate = 0;

// A stored input must fail again, so whether it is copied depends on nothing else.
TEST(SpotCheck, CopiesAnInputToTheHeapEachTimeOrNever) {
  const Fence fence(500);
  FencedThread thread;
  Decoder counting = decoder_named("branchy");
  counting.validate = [](const std::uint8_t* units, std::size_t length) {
    ++calls_of_validate;
    return decoder_named("branchy").validate(units, length);
  };
  const auto calls_with = [&](SpotCheck::HeapCopies copies, ByteView input) {
    SpotCheck check(counting, claimed_profile(counting), thread, copies,
                    bit_of(Operation::kValidate));
    calls_of_validate = 0;
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(check.examine(input).has_value());
    return calls_of_validate;
  };
  int copied = 0;
  constexpr int kInputs = 1600;
  for (int i = 0; i < kInputs; ++i) {
    const Bytes input{'A', static_cast<std::uint8_t>(i % 128), static_cast<std::uint8_t>(i / 128)};
    const int more = calls_with(SpotCheck::HeapCopies::kToo, input) -
                     calls_with(SpotCheck::HeapCopies::kNone, input);
    // A copied input is called beside both guard pages first.
    EXPECT_TRUE(more == 0 || more == 9) << i << ": " << more;
    copied += more / 9;
  }
  EXPECT_GT(copied, kInputs / 64);
  EXPECT_LT(copied, kInputs / 16);
}

TEST(SpotCheck, GivesOnlyTheOperationsThatItIsAllowed) {
  const Fence fence(500);
  // Its fault shows in streams only.
  const auto finds = [](OperationSet among) {
    return Campaign("sab_chunk_loses_state", among).first_finding(20'000).has_value();
  };
  EXPECT_FALSE(finds(bit_of(Operation::kLossy32)));
  EXPECT_TRUE(finds(bit_of(Operation::kStreamLossy)));
  EXPECT_FALSE(finds(OperationSet{0}));
  EXPECT_FALSE(Campaign("sab_chunk_loses_state", OperationSet{0}).check().can_check());
}

}  // namespace
}  // namespace placemat
