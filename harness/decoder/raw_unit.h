// raw_unit.h: code units of the input that a decoder hands out undecoded where values are due,
// as values above those of every dialect; placemat_decoder.h states their form. It must not know
// when a decoder may do so.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/bytes/bytes.h"
#include "harness/decoder/placemat_decoder.h"

namespace placemat {

// The most units of one piece.
inline constexpr std::size_t kMostRawUnits = 6;

// One piece of 1 to kMostRawUnits units.
std::uint64_t raw_value(ByteView units);
// The units of a piece; empty for any other value.
Bytes raw_units(std::uint64_t value);
// What a 32-bit function wrote, in 64 bits.
constexpr std::uint64_t widened(std::uint32_t value) {
  const bool is_raw = (value & ~std::uint32_t{0xFF}) == PLACEMAT_RAW_UNIT32;
  return is_raw ? PLACEMAT_RAW_UNIT64 | (value & 0xFF) : std::uint64_t{value};
}

// "20AC", or "raw:E282" for a piece.
std::string value_to_text(std::uint64_t value);
// The value of "raw:E282"; nothing when it has another form.
std::optional<std::uint64_t> parse_raw(std::string_view text);

}  // namespace placemat
