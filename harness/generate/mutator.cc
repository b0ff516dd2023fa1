#include "harness/generate/mutator.h"

#include <algorithm>
#include <array>

#include "harness/bytes/hash.h"
#include "harness/generate/neighbours.h"
#include "harness/generate/notable.h"
#include "harness/presentation/surroundings.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

// libFuzzer passes one seed for each mutation, and no generator.
class SeededChance {
 public:
  explicit SeededChance(std::uint64_t seed) : numbers_(seed) {}
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

// Moves what was appended to `size` units to `offset` of them. Parts are composed at the end, so
// that a mutation allocates nothing once `units` has grown.
void move_to(Bytes& units, std::size_t offset, std::size_t size) {
  std::rotate(at(units, offset), at(units, size), units.end());
}

void append(Bytes& units, const Bytes& part) {
  units.insert(units.end(), part.begin(), part.end());
}

void insert(Bytes& units, std::size_t offset, const Bytes& part) {
  units.insert(at(units, offset), part.begin(), part.end());
}

// The longest input that placemat gives to a decoder is a little longer than the last edge.
constexpr std::size_t kFirstEdge = 16, kEdgesInAll = 14;  // 16 to 131,072

// An edge of a block or of a buffer that fits into `room` units, the small ones more often.
std::size_t edge_within(SeededChance& chance, std::size_t room) {
  std::size_t edges = 1;
  while (edges < kEdgesInAll && kFirstEdge << edges <= room) ++edges;
  return kFirstEdge << std::min(chance.below(edges), chance.below(edges));
}

// Inserts a filler that is long enough to shift the following units across an edge.
void insert_filler(Bytes& units, std::size_t place, SeededChance& chance, std::size_t room) {
  constexpr std::size_t kReach = 4;
  const std::size_t edge = edge_within(chance, room);
  const std::size_t size = units.size();
  const Filler filler = chance.of(kFillers);
  append_pad(units, filler, edge - kReach + chance.below(2 * kReach + 1));
  move_to(units, place, size);
}

// Fills up to an edge, so that the units that follow lie across it.
void push_to_edge(Bytes& units, std::size_t place, SeededChance& chance, std::size_t room) {
  const std::size_t edge = edge_within(chance, room);
  const std::size_t back = chance.below(4);
  if (place + back >= edge) return;
  const std::size_t size = units.size();
  append_pad(units, chance.of(kFillers), edge - back - place);
  move_to(units, place, size);
}

void erase(Bytes& units, SeededChance& chance) {
  if (units.empty()) return;
  const std::size_t from = chance.below(units.size());
  const std::size_t most = chance.below(4) == 0 ? units.size() - from : 4;
  const std::size_t count = std::min(units.size() - from, 1 + chance.below(most));
  units.erase(at(units, from), at(units, from + count));
}

void repeat(Bytes& units, SeededChance& chance, std::size_t longest) {
  if (units.empty()) return;
  const std::size_t from = chance.below(units.size());
  const std::size_t count = 1 + chance.below(std::min<std::size_t>(8, units.size() - from));
  const std::size_t size = units.size();
  const std::size_t place = chance.below(size + 1);
  // Once as a rule; now and then up to 2^k times, for counters and for errors in a row.
  std::size_t times = 1;
  if (chance.below(8) == 0) times = std::size_t{2} << chance.below(16);
  times = std::min(times, 1 + (longest - std::min(longest, size)) / count);
  units.resize(size + times * count);
  for (std::size_t n = 0; n < times; ++n) {
    std::copy_n(at(units, from), count, at(units, size + n * count));
  }
  move_to(units, place, size);
}

// Few of the items, so that their pairs come back, or all of them.
class Palette {
 public:
  Palette(const std::vector<Bytes>& items, SeededChance& chance) : items_(items) {
    if (chance.below(2) == 0) return;
    count_ = 2 + chance.below(few_.size() - 1);
    for (std::size_t i = 0; i < count_; ++i) few_[i] = &chance.of(items);
  }
  const Bytes& draw(SeededChance& chance) const {
    return count_ == 0 ? chance.of(items_) : *few_[chance.below(count_)];
  }

 private:
  const std::vector<Bytes>& items_;
  std::array<const Bytes*, 4> few_{};
  std::size_t count_ = 0;  // 0: all items
};

// Appends a text of many items, with ASCII of about a small block here and there: one execution
// shows as many pairs of items and offsets of an item as one item after the other in as many
// executions.
void append_text(Bytes& units, const std::vector<Bytes>& items, SeededChance& chance,
                 std::size_t room) {
  constexpr std::size_t kMostDoublings = 8, kItemsPerFiller = 12, kLongestFiller = 66;
  const Palette palette(items, chance);
  const std::size_t size = units.size();
  for (std::size_t n = std::size_t{1} << chance.below(kMostDoublings); n > 0; --n) {
    if (units.size() - size >= room) break;
    append(units, palette.draw(chance));
    if (chance.below(kItemsPerFiller) == 0)
      append_pad(units, Filler::kAscii, chance.below(std::min(room, kLongestFiller)));
  }
}

// One item at an edge of a block in a text that is well-formed but for it: a verdict hides every
// error but one, and a text of many items has many.
void append_text_with(Bytes& units, const Bytes& item, SeededChance& chance, std::size_t room) {
  constexpr std::size_t kLongestBlock = 512, kReach = 4;
  const std::size_t edge = edge_within(chance, std::min(room, kLongestBlock));
  const Filler filler = chance.below(2) == 0 ? Filler::kAscii : chance.of(kFillers);
  append_pad(units, filler, edge - chance.below(kReach));
  append(units, item);
  append_pad(units, filler, chance.below(edge + 1));
}

// Values of one dialect, of every length of its forms but more of the long ones, which have most
// values. A fault at a single value shows in nothing else, and one value an execution would take a
// million executions to meet it.
void append_values(Bytes& units, const Dialect& dialect, SeededChance& chance, std::size_t room) {
  constexpr std::size_t kFewest = 64, kDoublings = 4;
  const std::size_t size = units.size();
  const std::size_t forms = dialect.forms.size();
  for (std::size_t n = kFewest << chance.below(kDoublings); n > 0; --n) {
    const Form& form = dialect.forms[std::max(chance.below(forms), chance.below(forms))];
    const std::uint64_t value = form.lowest + chance.below(form.highest() - form.lowest + 1);
    const Sequence sequence = shortest(dialect, value);
    // A text that is cut would be ill-formed.
    if (units.size() - size + sequence.length > room) break;
    units.insert(units.end(), sequence.view().begin(), sequence.view().end());
  }
}

// Sequences of three and four units by bit pattern that encode no scalar value: overlong ones,
// surrogates, and most of all values beyond 10FFFF, of which there are most. A fault at one of a
// million shows in nothing else.
void append_patterns(Bytes& units, SeededChance& chance, std::size_t room) {
  struct Part {
    std::size_t length;
    std::uint64_t first, last;
  };
  constexpr std::array<Part, 6> kParts{{{3, 0x00, 0x7FF},
                                        {3, 0xD800, 0xDFFF},
                                        {4, 0x00, 0xFFFF},
                                        {4, 0x110000, 0x1FFFFF},
                                        {4, 0x110000, 0x1FFFFF},
                                        {4, 0x110000, 0x1FFFFF}}};
  constexpr std::size_t kFewest = 64, kDoublings = 4;
  const std::size_t size = units.size();
  for (std::size_t n = kFewest << chance.below(kDoublings); n > 0; --n) {
    const Part& part = chance.of(kParts);
    if (units.size() - size + part.length > room) break;
    const std::uint64_t value = part.first + chance.below(part.last - part.first + 1);
    units.push_back(static_cast<std::uint8_t>((part.length == 3 ? 0xE0 : 0xF0) |
                                              value >> (6 * (part.length - 1))));
    for (std::size_t left = part.length - 1; left > 0; --left)
      units.push_back(static_cast<std::uint8_t>(0x80 | (value >> (6 * (left - 1)) & 0x3F)));
  }
}

std::vector<std::uint64_t> values_of(std::span<const NeighbourRange> ranges) {
  std::vector<std::uint64_t> values;
  for (const NeighbourRange& range : ranges)
    for (std::uint64_t value = range.first; value <= range.last; ++value) values.push_back(value);
  return values;
}

// Pairs of a base and a value that joins with it, half of them of common ones.
void append_neighbours(Bytes& units, const Dialect& dialect, SeededChance& chance,
                       std::size_t room) {
  struct Kind {
    std::vector<std::uint64_t> bases, joining;
  };
  static const std::array<Kind, 2> kKinds{Kind{values_of(kBases), values_of(kJoining)},
                                          Kind{values_of(kCommonBases), values_of(kCommonJoining)}};
  constexpr std::size_t kFewest = 32, kDoublings = 3;
  const std::size_t size = units.size();
  for (std::size_t n = kFewest << chance.below(kDoublings); n > 0; --n) {
    const Kind& kind = chance.of(kKinds);
    const Sequence base = shortest(dialect, chance.of(kind.bases));
    const Sequence joining = shortest(dialect, chance.of(kind.joining));
    if (units.size() - size + base.length + joining.length > room) break;
    units.insert(units.end(), base.view().begin(), base.view().end());
    units.insert(units.end(), joining.view().begin(), joining.view().end());
  }
}

}  // namespace

Mutator::Mutator(std::span<const DialectId> dialects) {
  for (const DialectId id : dialects) {
    dialects_.push_back(&dialect(id));
    const Machine& m = machine({id, PolicyId::kMaximalSubpart, Bom::kKeep});
    for (Bytes& item : placemat::items(m)) items_.push_back(std::move(item));
    for (const std::uint8_t unit : placemat::class_ends(m)) ends_.push_back(unit);
    for (const std::uint64_t value : kNotable) {
      if (const auto sequence = encode(dialect(id), value)) notable_.push_back(*sequence);
    }
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
  SeededChance chance(seed);
  const std::size_t place = chance.below(units.size() + 1);
  switch (chance.below(17)) {
    case 0:
    case 1:
      insert(units, place, chance.of(items_));
      break;
    case 2:
      insert_filler(units, place, chance, longest);
      break;
    case 3:
      push_to_edge(units, place, chance, longest);
      break;
    case 4:
      erase(units, chance);
      break;
    case 5:
      repeat(units, chance, longest);
      break;
    case 6:
    case 7:
      if (units.empty()) units.push_back(0);
      units[chance.below(units.size())] = chance.of(ends_);
      break;
    case 8:
    case 9:
    case 10:
      units.clear();
      // A value that is treated apart shows among well-formed text only.
      append_text_with(units, chance.of(chance.below(4) == 0 ? notable_ : items_), chance, longest);
      break;
    case 11:
      units.clear();
      append_values(units, *chance.of(dialects_), chance, longest);
      break;
    case 12:
      units.clear();
      append_patterns(units, chance, longest);
      break;
    case 13:
      units.clear();
      append_neighbours(units, *chance.of(dialects_), chance, longest);
      break;
    default: {
      if (chance.below(2) == 0) units.clear();
      const std::size_t size = units.size();
      append_text(units, items_, chance, longest);
      move_to(units, std::min(place, size), size);
      break;
    }
  }
  if (units.size() > longest) units.resize(longest);
}

std::size_t Mutator::mutate_in_place(std::span<std::uint8_t> room, std::size_t size,
                                     std::uint64_t seed) const {
  thread_local Bytes units;
  units.assign(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(size));
  mutate(units, room.size(), seed);
  std::ranges::copy(units, room.begin());
  return units.size();
}

}  // namespace placemat
