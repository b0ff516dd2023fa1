// Faults that depend on the width of a block must show at that width and nowhere else.
// Otherwise a suite that catches the three widths of a fault has shown no more than one.
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
const placemat_decoder* const* placemat_registry_saboteurs();
}

namespace {

const placemat_decoder& saboteur(std::string_view name) {
  const placemat_decoder* const* row = placemat_registry_saboteurs();
  while ((*row)->name != name) ++row;
  return **row;
}

struct Width {
  std::size_t units;
  const placemat_decoder &last_error, &truncated, &partial, &after_ascii, &overshift;
};
const Width kWidths[] = {
    {16, saboteur("sab_block15_ff"), saboteur("sab_block_truncated_at_15"),
     saboteur("sab_block_last_partial"), saboteur("sab_block_after_ascii"),
     saboteur("sab_block_overshift_16")},
    {32, saboteur("sab_block31_ff"), saboteur("sab_block_truncated_at_31"),
     saboteur("sab_block_last_partial_32"), saboteur("sab_block_after_ascii_32"),
     saboteur("sab_block_overshift_32")},
    {64, saboteur("sab_block63_ff"), saboteur("sab_block_truncated_at_63"),
     saboteur("sab_block_last_partial_64"), saboteur("sab_block_after_ascii_64"),
     saboteur("sab_block_overshift")},
};

// The units between spaces.
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

TEST(SaboteursOfBlocks, AreHiddenAUnitAwayFromIt) {
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
