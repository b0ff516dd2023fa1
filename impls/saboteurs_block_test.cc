// The faults that depend on the width of a block must show in that width and
// stay hidden a unit beside its edge: else a suite that catches all three of a
// family has shown no more than one. What is expected is worked by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
extern const placemat_decoder placemat_decoder_sab_block15_ff, placemat_decoder_sab_block31_ff,
    placemat_decoder_sab_block63_ff, placemat_decoder_sab_block_truncated_at_15,
    placemat_decoder_sab_block_truncated_at_31, placemat_decoder_sab_block_truncated_at_63,
    placemat_decoder_sab_block_last_partial, placemat_decoder_sab_block_last_partial_32,
    placemat_decoder_sab_block_last_partial_64, placemat_decoder_sab_block_after_ascii,
    placemat_decoder_sab_block_after_ascii_32, placemat_decoder_sab_block_after_ascii_64,
    placemat_decoder_sab_block_overshift_16, placemat_decoder_sab_block_overshift_32,
    placemat_decoder_sab_block_overshift;
}

namespace {

struct Width {
  std::size_t units;
  const placemat_decoder &last_error, &truncated, &partial, &after_ascii, &overshift;
};
const Width kWidths[] = {
    {16, placemat_decoder_sab_block15_ff, placemat_decoder_sab_block_truncated_at_15,
     placemat_decoder_sab_block_last_partial, placemat_decoder_sab_block_after_ascii,
     placemat_decoder_sab_block_overshift_16},
    {32, placemat_decoder_sab_block31_ff, placemat_decoder_sab_block_truncated_at_31,
     placemat_decoder_sab_block_last_partial_32, placemat_decoder_sab_block_after_ascii_32,
     placemat_decoder_sab_block_overshift_32},
    {64, placemat_decoder_sab_block63_ff, placemat_decoder_sab_block_truncated_at_63,
     placemat_decoder_sab_block_last_partial_64, placemat_decoder_sab_block_after_ascii_64,
     placemat_decoder_sab_block_overshift},
};

// Blanks, the units, blanks.
bool accepts(const placemat_decoder& decoder, std::size_t before, std::vector<std::uint8_t> units,
             std::size_t after) {
  units.insert(units.begin(), before, ' ');
  units.insert(units.end(), after, ' ');
  return decoder.validate(units.data(), units.size()) == 1;
}

std::uint32_t value_after(const placemat_decoder& decoder, std::size_t before) {
  std::vector<std::uint8_t> units(before, ' ');
  units.insert(units.end(), {0xC2, 0xA2});
  std::vector<std::uint32_t> out(before + 1);
  placemat_result result{};
  decoder.strict32(units.data(), units.size(), out.data(), out.size(), &result);
  return out[before];
}

TEST(SaboteursOfBlocks, ShowInTheLastPlaceOfTheirBlock) {
  for (const auto& [units, last_error, truncated, partial, after_ascii, overshift] : kWidths) {
    SCOPED_TRACE(units);
    EXPECT_TRUE(accepts(last_error, units - 1, {0xFF}, 0));
    EXPECT_TRUE(accepts(truncated, units - 1, {0xC2}, 0));
    EXPECT_TRUE(accepts(partial, units - 1, {0xFF}, 0));
    EXPECT_TRUE(accepts(partial, units - 1, {0xFF}, units));
    EXPECT_TRUE(accepts(after_ascii, units - 1, {0xD8}, units));
    EXPECT_EQ(value_after(overshift, units - 1), 0x22u);
  }
}

TEST(SaboteursOfBlocks, HideAUnitBesideIt) {
  for (const auto& [units, last_error, truncated, partial, after_ascii, overshift] : kWidths) {
    SCOPED_TRACE(units);
    for (const std::size_t before : {units / 2 - 1, units - 2, units}) {
      EXPECT_FALSE(accepts(last_error, before, {0xFF}, 0));
      EXPECT_FALSE(accepts(truncated, before, {0xC2}, 0));
      EXPECT_FALSE(accepts(partial, before, {0xFF}, units));
      EXPECT_FALSE(accepts(after_ascii, before, {0xD8}, units));
      EXPECT_EQ(value_after(overshift, before), 0xA2u);
    }
    EXPECT_FALSE(accepts(last_error, units - 1, {0xFF}, 1));
    EXPECT_FALSE(accepts(after_ascii, units - 1, {0xD8}, units - 1));
  }
}

}  // namespace
