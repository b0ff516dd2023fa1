#include "harness/presentation/fuzzed.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/presentation/axes.h"

namespace placemat {
namespace {

// Longer inputs are given in fewer chunks, so that an execution stays short.
constexpr std::size_t kMostChunks = 64;
constexpr std::size_t kLongestPrelude = 6;
constexpr std::size_t kMostCuts = 4;
// Single units before one chunk: as many as a vector of 16 units, and one more.
constexpr std::size_t kMostSingleUnits = 17;
// Chunks of one size: those of short reads, and on either side of vector blocks.
constexpr std::array<std::size_t, 12> kChunks{2, 3, 4, 5, 7, 8, 15, 16, 17, 32, 63, 64};

// Eight units a step: each execution needs it.
std::uint64_t digest_of(ByteView input) {
  std::uint64_t hash = hash_step(kHashStart, input.size());
  for (; input.size() >= sizeof hash; input = input.subspan(sizeof hash)) {
    std::uint64_t word = 0;
    std::memcpy(&word, input.data(), sizeof word);
    hash = hash_step(hash, word);
    hash ^= hash >> 32;
  }
  return hash_of(input, hash);
}

// One of the fuzzed values of an axis.
template <NamedValue Value>
Value draw_value(SplitMix64& chance) {
  static const std::vector<Value> kValues = [] {
    std::vector<Value> values;
    for (const ValueRow<Value>& row : rows_of(Value{})) {
      if (row.is_fuzzed) values.push_back(row.value);
    }
    return values;
  }();
  return kValues[chance.below(kValues.size())];
}

bool heads(SplitMix64& chance) { return chance.below(2) == 0; }

void cut_into_single_units(std::size_t length, Cuts& cuts) {
  for (std::size_t at = 1; at < length; ++at) {
    cuts.push_back(at);
    if (at % 3 == 0) cuts.push_back(at);  // an empty chunk
  }
}

// The first units one at a time, and all others at once.
void cut_off_single_units(SplitMix64& chance, std::size_t length, Cuts& cuts) {
  const std::size_t singles = 1 + chance.below(kMostSingleUnits);
  for (std::size_t at = 1; at <= singles && at < length; ++at) cuts.push_back(at);
}

void cut_evenly(std::size_t length, std::size_t chunk, Cuts& cuts) {
  while (length / chunk > kMostChunks) chunk *= 2;
  for (std::size_t at = chunk; at < length; at += chunk) cuts.push_back(at);
}

void cut_anywhere(SplitMix64& chance, std::size_t length, Cuts& cuts) {
  for (std::size_t n = 1 + chance.below(kMostCuts); n > 0; --n) {
    cuts.push_back(chance.below(length + 1));
    if (chance.below(4) == 0) cuts.push_back(cuts.back());
  }
  std::ranges::sort(cuts);
}

void draw_cuts(SplitMix64& chance, std::size_t length, Cuts& cuts) {
  switch (chance.below(9)) {
    case 0:
      return;
    case 1:
      return cut_off_single_units(chance, length, cuts);
    case 2:
      if (length <= kMostChunks) return cut_into_single_units(length, cuts);
      [[fallthrough]];
    case 3:
      return cut_evenly(length, kChunks[chance.below(kChunks.size())], cuts);
    default:
      return cut_anywhere(chance, length, cuts);
  }
}

// From anywhere: of the first units, an error is one of the input too, at the same offset, and a
// stream that keeps it answers as the law does.
ByteView draw_prelude(SplitMix64& chance, ByteView input) {
  const std::size_t longest = std::min(kLongestPrelude, input.size());
  const std::size_t size = chance.below(longest + 1);
  return input.subspan(chance.below(input.size() - size + 1), size);
}

}  // namespace

Draws::Draws(ByteView input) : digest_(digest_of(input)) {}

void draw_presentation(ByteView input, const Draws& draws, std::span<const Operation> operations,
                       Presentation& how) {
  SplitMix64 chance = draws.of(Drawn::kPresentation);
  how.operation = operations[chance.below(operations.size())];
  how.cuts.clear();
  how.prelude.clear();
  how.ending = Ending::kNone;
  how.environment = Environment::kPlain;
  how.placement = heads(chance) ? draw_value<Placement>(chance) : Placement::kEnd;
  how.room = Room::kExact;
  if (!is_stream(how.operation)) {
    if (is_decoding(how.operation) && heads(chance)) how.room = draw_value<Room>(chance);
    return;
  }
  draw_cuts(chance, input.size(), how.cuts);
  if (!heads(chance)) return;
  const auto ending = draw_value<Ending>(chance);
  how.set_prelude(draw_prelude(chance, input), ending);
}

}  // namespace placemat
