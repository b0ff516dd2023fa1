// presentation.h: how one case is presented to a decoder. One line of a
// corpus becomes hundreds of checks: behind fillers of every length, before
// tails, in exact buffers, in chunks, to a decoder that has just failed.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/bytes/bytes.h"

namespace placemat {

// How far a source multiplies its cases.
enum class Depth : std::uint8_t {
  kCore,     // one strict and one lossy operation, at a guard page, with an output of just
             // the right size or with room to spare, in turn
  kPlain,    // every operation once, in the same way
  kChunked,  // and every split into two chunks, one unit at a time, an empty chunk
  kPadded,   // and, the core alone, behind 1..64 units of ASCII
  kFull,     // everything below
};

// What a case is multiplied by, and a limit in the corpora can take away.
inline constexpr std::array<std::string_view, 6> kPresentations{
    "pads", "tails", "two-splits", "three-splits", "reuse", "capacity"};
using Exclusions = std::bitset<kPresentations.size()>;  // by place in kPresentations
constexpr std::size_t kPads = 0, kTails = 1, kTwoSplits = 2, kThreeSplits = 3, kReuse = 4,
                      kCapacity = 5;

// What stands before a case: well-formed characters of one length.
enum class Filler : std::uint8_t { kAscii, kTwoUnits, kThreeUnits, kFourUnits };
inline constexpr std::array<Filler, 4> kFillers{Filler::kAscii, Filler::kTwoUnits,
                                                Filler::kThreeUnits, Filler::kFourUnits};
inline constexpr std::size_t kLongestPad = 64;
// ASCII goes through one whole block of the widest registers in use.
inline constexpr std::size_t kLongestAsciiPad = 127;
inline constexpr std::array<std::size_t, 4> kLongPads{127, 128, 255, 256};
inline constexpr std::size_t kLongestTail = 64;
// Behind what ends with a block: whole blocks, four of the widest in use.
inline constexpr std::size_t kTailOfBlocks = 256;
// The most that stands around a case.
inline constexpr std::size_t kMostAround =
    std::max(kLongPads.back() + kLongestTail, kLongestAsciiPad + kTailOfBlocks);

// Exactly `length` units: whole characters of the filler, and ASCII units in
// front for what is left over.
void append_pad(Bytes& out, Filler filler, std::size_t length);

// The pads of a multiplication, in units; 0 is not among them.
std::vector<std::size_t> pad_lengths(Depth m, Filler filler);
std::vector<Filler> pad_fillers(Depth m);
// The lengths of ASCII tails behind a case.
std::vector<std::size_t> tail_lengths(Depth m);

// The ways to cut `length` units into chunks, each a list of ascending chunk
// ends (the last chunk's end left out; equal ends make empty chunks).
using Cuts = std::vector<std::size_t>;
std::vector<Cuts> splits(Depth m, std::size_t length, const Exclusions& exclusions = {});

}  // namespace placemat
