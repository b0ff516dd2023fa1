// planes.h: a decoder of 256 strings at once, which differ in their last unit. Each byte of an
// answer is an array over the strings, a byte plane. It is written from Table 3-7 of the Unicode
// Standard as comparisons of units, and knows neither the forms nor the machine of the law.
#pragma once

#include <array>
#include <string>

#include "harness/bytes/bytes.h"

namespace placemat {

using BytePlane = std::array<std::uint8_t, 256>;  // by the last unit

// Of UTF-8 with U+FFFD for each maximal subpart of an ill-formed sequence (Unicode 3.9, "U+FFFD
// Substitution of Maximal Subparts").
struct PlanesOfAnswers {
  static constexpr std::size_t kLongest = 4;  // units of a string

  BytePlane count;   // of the values
  BytePlane offset;  // of the first error; 0 where there is none
  BytePlane length;  // of the first error; 0 where the string is well-formed
  // The bytes of each value, the lowest first; 0 behind the last value.
  std::array<std::array<BytePlane, 3>, kLongest> values;

  bool operator==(const PlanesOfAnswers&) const = default;
};

// The strings of `prefix`, fewer units than kLongest, and one more.
void decode_planes(ByteView prefix, PlanesOfAnswers& answers);

// "ill-formed at 1, length 2: 0041 FFFD", of one string.
std::string describe(const PlanesOfAnswers& answers, std::uint8_t last);

}  // namespace placemat
