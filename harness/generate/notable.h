// notable.h: values that decoders treat apart, and plain text, for the sources that place something
// beside or behind them and for small sets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/bytes/bytes.h"

namespace placemat {

// Characters that many decoders confuse with others, and values at a limit.
inline constexpr std::array<std::uint64_t, 44> kNotable{
    0x00,   0x09,   0x0A,   0x0D,   0x1B,    0x20,    0x22,    0x27,    0x2F,    0x3C,    0x5C,
    0x7F,   0x80,   0x85,   0x9F,   0xA0,    0xA9,    0xFF,    0x100,   0x300,   0x7FF,   0x800,
    0xFFF,  0x1000, 0x200D, 0x2028, 0x20AC,  0x3000,  0xD7FF,  0xE000,  0xF8FF,  0xFDD0,  0xFEFF,
    0xFF0F, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x1FFFF, 0x3FFFF, 0x40000, 0xFFFFF, 0x10FFFF};

// Scalar values, ascending: those with one bit set or one bit less than their length allows, the
// noncharacters (Unicode 3.4 D14), byte order marks, controls, private use, tags, and the ends of
// planes.
std::vector<std::uint64_t> notable_scalars();

// Printable ASCII, in turn instead of one unit, so that adjacent offsets differ.
inline Bytes printable(std::size_t length) {
  Bytes text(length);
  for (std::size_t i = 0; i < length; ++i) {
    text[i] = static_cast<std::uint8_t>(' ' + i % ('~' - ' ' + 1u));
  }
  return text;
}

}  // namespace placemat
