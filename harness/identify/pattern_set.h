// pattern_set.h: sets of sequences by the bit patterns of UTF-8, as ranges of values for each
// number of units. A dialect of these patterns, and what a decoder adds to it or lacks, is such a
// set. It does not know any decoder.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/spec/dialect.h"

namespace placemat {

struct ValueRange {
  std::uint64_t first = 0, last = 0;  // closed
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

template <class Visitor, Of<ValueRange> T>
void members(Visitor& v, T& r) {
  v("first", r.first);
  v("last", r.last);
}

// The numbers of units that a sequence can have. FE begins 7 units; FF begins 8, or 13 in Perl's
// extension.
inline constexpr std::array<std::size_t, 9> kPatternLengths{1, 2, 3, 4, 5, 6, 7, 8, 13};
inline constexpr std::size_t kLongLead = 7, kPerlLead = 8;  // places in kPatternLengths

// The sequence of `kPatternLengths[place]` units for a value, whether shortest or not.
Bytes in_pattern(std::size_t place, std::uint64_t value);
// The highest value of that pattern.
std::uint64_t highest_in_pattern(std::size_t place);

// The most bytes that any set has in a sequence with this first byte; 0 when it begins none.
std::size_t most_announced(std::uint8_t unit);

// The beginning of some units, compared with a set.
struct PatternMatch {
  std::size_t announced = 0;  // units, by the first one; 0 when it begins nothing
  std::size_t prefix = 0;     // units that begin some sequence of the set
  bool is_complete = false;   // a sequence of the set, of `announced` units
  std::uint64_t value = 0;
};

class PatternSet {
 public:
  void add(std::size_t place, ValueRange range);
  void add(const PatternSet& other);
  void remove(const PatternSet& other);
  bool contains(std::size_t place, std::uint64_t value) const;
  bool contains(const PatternSet& other) const;
  bool is_empty() const;
  std::size_t range_count() const;
  PatternMatch match(ByteView units) const;
  // Ascending, disjoint and not adjacent.
  const std::vector<ValueRange>& ranges(std::size_t place) const { return ranges_[place]; }
  // All sequences whose first unit begins one of this set.
  PatternSet all_of_its_leads() const;
  friend bool operator==(const PatternSet&, const PatternSet&) = default;

  template <class Visitor, Of<PatternSet> T>
  friend void members(Visitor& v, T& r) {
    v("ranges", r.ranges_);
  }

 private:
  std::array<std::vector<ValueRange>, kPatternLengths.size()> ranges_;
};

// The sequences of a dialect; none when it has other patterns.
std::optional<PatternSet> pattern_set_of(const Dialect& dialect);

// A set that has a name: "surrogates", "C0 80", "overlong forms of 2 bytes".
struct NamedArea {
  std::string_view name;
  PatternSet set;
  bool is_whole = false;  // not named as one end of a longer range
};
// The larger of two overlapping areas first.
const std::vector<NamedArea>& named_areas();

// What a set has or lacks in words, one for each area or range, each with a sequence of it.
struct AreaWords {
  std::string text;  // "surrogates", "overlong forms of 2 bytes", "U+0080..U+009F"
  Bytes example;
};
std::vector<AreaWords> words_of(const PatternSet& set);

// The dialect that UTF-8 is part of, or UTF-8 itself, from which the set differs in the fewest
// words.
struct NearestSet {
  std::string_view dialect;
  PatternSet set;
};
NearestSet nearest_dialect(const PatternSet& set);

// Values on both sides of every place where a dialect or an area begins or ends, for each number
// of units; ascending.
const std::array<std::vector<std::uint64_t>, kPatternLengths.size()>& pattern_edges();

}  // namespace placemat
