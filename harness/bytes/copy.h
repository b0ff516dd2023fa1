// copy.h: copies of some dozens of units.
#pragma once

#include "harness/bytes/bytes.h"

namespace placemat {

// copy_units() for inputs of fuzzing, which have some dozens of units: with a sanitizer, a call of
// memcpy costs more than that copy.
inline void copy_dozens(std::uint8_t* to, ByteView from) {
  constexpr std::size_t kPiece = 16, kMost = 128;
  const std::size_t n = from.size();
  if (n < kPiece || n > kMost) return copy_units(to, from);
  // The last piece overlaps the one before.
  const std::size_t last = n - kPiece;
  for (std::size_t at = 0; at < last; at += kPiece) std::memcpy(to + at, &from[at], kPiece);
  std::memcpy(to + last, &from[last], kPiece);
}

}  // namespace placemat
