// surroundings.h: the text around a case and the ways to split it, by depth.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "harness/presentation/case.h"
#include "harness/presentation/presentation.h"

namespace placemat {

// The text before a case: well-formed characters of one length.
enum class Filler : std::uint8_t { kAscii, kTwoUnits, kThreeUnits, kFourUnits };
inline constexpr std::array<Filler, 4> kFillers{Filler::kAscii, Filler::kTwoUnits,
                                                Filler::kThreeUnits, Filler::kFourUnits};
inline constexpr std::size_t kLongestPad = 64;
// ASCII fills one whole block of the widest registers in use.
inline constexpr std::size_t kLongestAsciiPad = 127;
inline constexpr std::array<std::size_t, 4> kLongPads{127, 128, 255, 256};
inline constexpr std::size_t kLongestTail = 64;
// The tail after a case that ends with a block: whole blocks, four of the
// widest in use.
inline constexpr std::size_t kTailOfBlocks = 256;
// The longest text around a case.
inline constexpr std::size_t kMostAround =
    std::max(kLongPads.back() + kLongestTail, kLongestAsciiPad + kTailOfBlocks);

// Exactly `length` units: whole characters of the filler, with ASCII units in
// front for the remainder.
void append_pad(Bytes& out, Filler filler, std::size_t length);

// The pads of a depth, in units; 0 is not among them.
std::vector<std::size_t> pad_lengths(Depth m, Filler filler);
std::vector<Filler> pad_fillers(Depth m);
// The lengths of ASCII tails after a case.
std::vector<std::size_t> tail_lengths(Depth m);

// The ways to split `length` units into chunks.
std::vector<Cuts> splits(Depth depth, std::size_t length, const Exclusions& exclusions = {});

}  // namespace placemat
