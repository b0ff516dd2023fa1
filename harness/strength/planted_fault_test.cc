#include "harness/strength/planted_fault.h"

#include <gtest/gtest.h>

#include <set>

namespace placemat {
namespace {

const std::vector<PlantedFault>& all_faults() {
  static const auto kFaults = planted_faults(1992, {}, WorkOptions(1));
  return kFaults;
}

TEST(PlantedFaults, HaveEveryKind) {
  std::set<std::string> kinds;
  for (const PlantedFault& fault : all_faults()) kinds.insert(fault.kind);
  EXPECT_EQ(kinds,
            (std::set<std::string>{"bug", "position", "history", "value", "state", "buffer"}));
}

TEST(PlantedFaults, OmitWhatAProbeShows) {
  const Probe probe{"a value that one mutant refuses", {0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF}};
  const auto has = [](const std::vector<PlantedFault>& faults, std::string_view name) {
    return std::ranges::find(faults, name, &PlantedFault::name) != faults.end();
  };
  constexpr std::string_view kName = "history/pair/FEFF/FEFF/dropped";
  EXPECT_TRUE(has(all_faults(), kName));
  EXPECT_FALSE(has(planted_faults(1992, {probe}, WorkOptions(1)), kName));
}

TEST(PlantedFaults, OmitWhatNeedsAVeryLongInput) {
  for (const PlantedFault& fault : all_faults()) {
    EXPECT_FALSE(fault.name.starts_with("position/at-offset-65536/")) << fault.name;
    EXPECT_FALSE(fault.name.starts_with("buffer/offset-in-bits-16/")) << fault.name;
  }
}

TEST(DecoderWithFault, IsTheSaboteurTheMutantOrNone) {
  EXPECT_EQ(decoder_with_fault("no such fault", 1992), nullptr);
  const Decoder* decoder = decoder_with_fault("history/pair/FEFF/FEFF/dropped", 1992);
  ASSERT_NE(decoder, nullptr);
  EXPECT_EQ(std::string_view(decoder->name), "mutant");
  const Decoder* saboteur = saboteurs().front();
  EXPECT_EQ(decoder_with_fault(saboteur->name, 1992), saboteur);
}

}  // namespace
}  // namespace placemat
