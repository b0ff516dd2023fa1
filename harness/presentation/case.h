// case.h: a string of units, its origin, and its depth of presentation.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/bytes/bytes.h"

namespace placemat {

// How many presentations a case gets.
enum class Depth : std::uint8_t {
  kSingle,   // one strict or one lossy operation, in turn
  kCore,     // one strict and one lossy operation, alternating exact and ample room
  kVerdict,  // also the verdict
  kPlain,    // every operation once, alternating exact and ample room
  kChunked,  // also every split into two chunks, one unit at a time, an empty chunk
  kPadded,   // also, for one core operation in turn, after 1..64 units of ASCII
  kInTurn,   // also all other presentations; fillers, longer lengths of them, and the operations
             // that are not of the core in turn
  kFull,     // all of them
};

// What a call finds in its process. It is no argument, so no answer may depend on it.
enum class Environment : std::uint8_t {
  kPlain,
  kErrnoEilseq,  // errno is EILSEQ, as after a failed mbrtowc or iconv
  kErrnoErange,
  kErrnoEinval,
  kSecondThread,  // one thread makes the call, or all calls of a stream, and then another the same
};

// The presentations that a curated vector can exclude, with a reason.
inline constexpr std::array<std::string_view, 6> kExclusions{"pads",         "tails", "two-splits",
                                                             "three-splits", "reuse", "capacity"};
using Exclusions = std::bitset<kExclusions.size()>;  // by place in kExclusions
constexpr std::size_t kPads = 0, kTails = 1, kTwoSplits = 2, kThreeSplits = 3, kReuse = 4,
                      kCapacity = 5;

// One case as its source yields it. `id` names a curated vector, else empty.
struct Case {
  ByteView bytes;
  std::string_view id = {};
  std::span<const std::size_t> cuts = {};  // chunk ends that are the point of the case
  Depth depth = Depth::kPlain;
  Exclusions exclusions = {};
  ByteView prelude = {};  // of streams, with every ending; where it is the point of the case
  // Where it is not plain, it is the point of the case, and no call is made without it.
  Environment environment = Environment::kPlain;
};

}  // namespace placemat
