// case.h: a string of units, where it comes from, and how far it is multiplied.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/bytes/bytes.h"

namespace placemat {

// How far a case is multiplied.
enum class Depth : std::uint8_t {
  kCore,     // one strict and one lossy operation, exact room and room to spare in turn
  kPlain,    // every operation once, in the same way
  kChunked,  // and every split into two chunks, one unit at a time, an empty chunk
  kPadded,   // and, the core alone, behind 1..64 units of ASCII
  kFull,     // and everything else
};

// What a curated vector can exclude, with a reason.
inline constexpr std::array<std::string_view, 6> kExclusions{"pads",         "tails", "two-splits",
                                                             "three-splits", "reuse", "capacity"};
using Exclusions = std::bitset<kExclusions.size()>;  // by place in kExclusions
constexpr std::size_t kPads = 0, kTails = 1, kTwoSplits = 2, kThreeSplits = 3, kReuse = 4,
                      kCapacity = 5;

// One case as it leaves its source. `id` names a curated vector, else empty.
struct Case {
  ByteView bytes;
  std::string_view id = {};
  std::span<const std::size_t> cuts = {};  // chunks that are the point of the case
  Depth depth = Depth::kPlain;
  Exclusions exclusions = {};
};

}  // namespace placemat
