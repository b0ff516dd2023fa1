#include "harness/generate/mutator.h"

#include <algorithm>

#include "harness/bytes/hash.h"
#include "harness/presentation/surroundings.h"

namespace placemat {
namespace {

// libFuzzer passes one seed for each mutation, and no generator.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : numbers_(seed) {}
  std::size_t below(std::size_t n) { return numbers_.below(n); }
  template <class Choices>
  const auto& of(const Choices& choices) {
    return choices[below(choices.size())];
  }

 private:
  SplitMix64 numbers_;
};

auto at(Bytes& units, std::size_t offset) {
  return units.begin() + static_cast<std::ptrdiff_t>(offset);
}

void insert(Bytes& units, std::size_t offset, const Bytes& part) {
  units.insert(at(units, offset), part.begin(), part.end());
}

// Long enough to shift the following units across an edge of 16, 32 or 64.
Bytes filler(Chance& chance) {
  constexpr std::size_t kReach = 4;
  const std::size_t edge = std::size_t{16} << chance.below(3);
  Bytes units;
  append_pad(units, chance.of(kFillers), edge - kReach + chance.below(2 * kReach + 1));
  return units;
}

void erase(Bytes& units, Chance& chance) {
  if (units.empty()) return;
  const std::size_t from = chance.below(units.size());
  const std::size_t most = chance.below(4) == 0 ? units.size() - from : 4;
  const std::size_t count = std::min(units.size() - from, 1 + chance.below(most));
  units.erase(at(units, from), at(units, from + count));
}

void repeat(Bytes& units, Chance& chance) {
  if (units.empty()) return;
  const std::size_t from = chance.below(units.size());
  const std::size_t count = 1 + chance.below(std::min<std::size_t>(8, units.size() - from));
  const Bytes part(at(units, from), at(units, from + count));
  insert(units, chance.below(units.size() + 1), part);
}

}  // namespace

Mutator::Mutator(std::span<const DialectId> dialects) {
  for (const DialectId id : dialects) {
    const Machine& m = machine({id, PolicyId::kMaximalSubpart, Bom::kKeep});
    for (Bytes& item : placemat::items(m)) items_.push_back(std::move(item));
    for (const std::uint8_t unit : class_ends(m)) ends_.push_back(unit);
  }
  // Written by hand: GCC 12 warns about the library's comparison of vectors.
  std::ranges::sort(items_, [](const Bytes& a, const Bytes& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  items_.erase(std::ranges::unique(items_).begin(), items_.end());
  std::ranges::sort(ends_);
  ends_.erase(std::ranges::unique(ends_).begin(), ends_.end());
}

void Mutator::mutate(Bytes& units, std::size_t longest, std::uint64_t seed) const {
  Chance chance(seed);
  const std::size_t place = chance.below(units.size() + 1);
  switch (chance.below(6)) {
    case 0:
    case 1:
      insert(units, place, chance.of(items_));
      break;
    case 2:
      insert(units, place, filler(chance));
      break;
    case 3:
      erase(units, chance);
      break;
    case 4:
      repeat(units, chance);
      break;
    default:
      if (units.empty()) units.push_back(0);
      units[chance.below(units.size())] = chance.of(ends_);
      break;
  }
  if (units.size() > longest) units.resize(longest);
}

}  // namespace placemat
