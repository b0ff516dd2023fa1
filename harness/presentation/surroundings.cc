#include "harness/presentation/surroundings.h"

#include <cstring>

namespace placemat {
namespace {

ByteView character(Filler filler) {
  static constexpr std::uint8_t kAscii[] = {'a'};
  static constexpr std::uint8_t kTwo[] = {0xC3, 0xA9};               // U+00E9
  static constexpr std::uint8_t kThree[] = {0xE2, 0x82, 0xAC};       // U+20AC
  static constexpr std::uint8_t kFour[] = {0xF0, 0x9F, 0x98, 0x80};  // U+1F600
  switch (filler) {
    case Filler::kAscii:
      return kAscii;
    case Filler::kTwoUnits:
      return kTwo;
    case Filler::kThreeUnits:
      return kThree;
    case Filler::kFourUnits:
      return kFour;
  }
  return kAscii;
}

// Longer cases would have a cubic number of three-chunk splits; they are split
// in three only near their ends and at block edges.
constexpr std::size_t kThreeChunksOfAll = 12;

// Longer cases are split in two only near their ends and near the edges of
// blocks of 16.
constexpr std::size_t kTwoChunksOfAll = 80;

bool is_cut_worth(std::size_t at, std::size_t length) {
  if (length <= kTwoChunksOfAll || at <= kThreeChunksOfAll || at + kThreeChunksOfAll >= length) {
    return true;
  }
  return at % 16 <= 1 || at % 16 == 15;
}

void add_three_chunks(std::vector<Cuts>& all, std::size_t length) {
  for (std::size_t a = 0; a <= length; ++a) {
    for (std::size_t b = a; b <= length; ++b) all.push_back({a, b});
  }
}

void add_three_chunks_of_long(std::vector<Cuts>& all, std::size_t length) {
  for (const std::size_t first : {std::size_t{0}, length - kThreeChunksOfAll}) {
    const std::size_t last = first + kThreeChunksOfAll;
    for (std::size_t a = first; a <= last; ++a) {
      for (std::size_t b = a; b <= last; ++b) all.push_back({a, b});
    }
  }
  for (std::size_t a = 16; a + 16 <= length; a += 16) all.push_back({a, a + 16});
}

}  // namespace

void append_pad(Bytes& out, Filler filler, std::size_t length) {
  const ByteView unit = character(filler);
  const std::size_t rest = length % unit.size();
  std::size_t at = out.size() + rest;
  out.resize(out.size() + length, 'a');
  for (; at < out.size() && unit.size() > 1; at += unit.size()) {
    std::memcpy(&out[at], unit.data(), unit.size());
  }
}

std::vector<std::size_t> pad_lengths(Depth m, Filler filler) {
  std::vector<std::size_t> lengths;
  if (m < Depth::kPadded) return lengths;
  const bool is_full = m >= Depth::kInTurn;
  const std::size_t longest = is_full && filler == Filler::kAscii ? kLongestAsciiPad : kLongestPad;
  for (std::size_t n = 1; n <= longest; ++n) lengths.push_back(n);
  for (const std::size_t n : kLongPads) {
    if (is_full && n > longest) lengths.push_back(n);
  }
  return lengths;
}

std::vector<Filler> pad_fillers(Depth m) {
  if (m >= Depth::kInTurn) return {kFillers.begin(), kFillers.end()};
  return {Filler::kAscii};
}

std::vector<std::size_t> tail_lengths(Depth m) {
  std::vector<std::size_t> lengths;
  if (m < Depth::kInTurn) return lengths;
  for (std::size_t n = 1; n <= kLongestTail; ++n) lengths.push_back(n);
  return lengths;
}

std::vector<Cuts> splits(Depth m, std::size_t length, const Exclusions& exclusions) {
  std::vector<Cuts> all;
  if (m <= Depth::kPlain) return all;
  for (std::size_t at = 0; at <= length && !exclusions[kTwoSplits]; ++at) {
    if (is_cut_worth(at, length)) all.push_back({at});
  }
  Cuts single;
  Cuts single_and_empty;  // an empty chunk after every unit
  for (std::size_t at = 1; at < length; ++at) {
    single.push_back(at);
    single_and_empty.insert(single_and_empty.end(), {at, at});
  }
  all.push_back(single);
  all.push_back(single_and_empty);
  if (m < Depth::kInTurn || exclusions[kThreeSplits]) return all;
  if (length <= kThreeChunksOfAll) {
    add_three_chunks(all, length);
  } else {
    add_three_chunks_of_long(all, length);
  }
  return all;
}

}  // namespace placemat
