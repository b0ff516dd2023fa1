#include "harness/identify/pattern_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <set>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned kPayload = 6;  // bits of a continuation unit

std::size_t place_of_length(std::size_t length) {
  return static_cast<std::size_t>(std::ranges::find(kPatternLengths, length) -
                                  kPatternLengths.begin());
}

// The place of the pattern that a unit begins; none for a continuation unit.
std::optional<std::size_t> place_of_lead(std::uint8_t unit, bool has_perl_form) {
  if (unit < 0x80) return 0;
  if (unit < 0xC0) return std::nullopt;
  if (unit == 0xFF) return has_perl_form ? kPerlLead : kLongLead;
  // As many units as the lead has ones at its left.
  return static_cast<std::size_t>(std::countl_one(unit)) - 1;
}

// The first unit of a pattern without payload, and the payload bits that it has.
struct Lead {
  std::uint8_t unit, mask;
};
constexpr std::array<Lead, kPatternLengths.size()> kLeads{{{0x00, 0x7F},
                                                           {0xC0, 0x1F},
                                                           {0xE0, 0x0F},
                                                           {0xF0, 0x07},
                                                           {0xF8, 0x03},
                                                           {0xFC, 0x01},
                                                           {0xFE, 0},
                                                           {0xFF, 0},
                                                           {0xFF, 0}}};

// The values that can still follow `value` of the units so far, with `left` units to go.
std::optional<ValueRange> reach(std::uint64_t value, std::size_t left) {
  const std::size_t shift = kPayload * left;
  if (shift >= 64) return value == 0 ? std::optional(ValueRange{0, kMost}) : std::nullopt;
  if (value > kMost >> shift) return std::nullopt;
  return ValueRange{value << shift, value << shift | ((std::uint64_t{1} << shift) - 1)};
}

bool overlaps(const std::vector<ValueRange>& ranges, ValueRange range) {
  const auto at = std::ranges::lower_bound(ranges, range.first, {}, &ValueRange::last);
  return at != ranges.end() && at->first <= range.last;
}

std::vector<ValueRange> normalised(std::vector<ValueRange> ranges) {
  std::ranges::sort(ranges, {}, &ValueRange::first);
  std::vector<ValueRange> joined;
  for (const ValueRange& range : ranges) {
    if (!joined.empty() && (range.first == 0 || range.first - 1 <= joined.back().last)) {
      joined.back().last = std::max(joined.back().last, range.last);
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

std::vector<ValueRange> minus(const std::vector<ValueRange>& from,
                              const std::vector<ValueRange>& less) {
  std::vector<ValueRange> rest = from;
  for (const ValueRange& cut : less) {
    std::vector<ValueRange> next;
    for (const ValueRange& range : rest) {
      if (cut.last < range.first || cut.first > range.last) {
        next.push_back(range);
        continue;
      }
      if (range.first < cut.first) next.push_back({range.first, cut.first - 1});
      if (range.last > cut.last) next.push_back({cut.last + 1, range.last});
    }
    rest = std::move(next);
  }
  return rest;
}

PatternSet area(std::initializer_list<std::pair<std::size_t, ValueRange>> parts) {
  PatternSet set;
  for (const auto& [length, range] : parts) set.add(place_of_length(length), range);
  return set;
}

PatternSet plane_ends(unsigned from) {
  PatternSet set;
  for (std::uint64_t plane = from; plane <= 0x10; ++plane) {
    const std::uint64_t end = plane << 16 | 0xFFFE;
    set.add(plane == 0 ? 2 : 3, {end, end + 1});
  }
  return set;
}

PatternSet both(PatternSet a, const PatternSet& b) {
  a.add(b);
  return a;
}

std::vector<NamedArea> all_areas() {
  const PatternSet overlong2 = area({{2, {0, 0x7F}}}), overlong3 = area({{3, {0, 0x7FF}}}),
                   overlong4 = area({{4, {0, 0xFFFF}}}), overlong5 = area({{5, {0, 0x1FFFFF}}}),
                   overlong6 = area({{6, {0, 0x3FFFFFF}}});
  const PatternSet overlong = both(both(overlong2, overlong3), overlong4);
  const PatternSet arabic = area({{3, {0xFDD0, 0xFDEF}}});
  return {
      {"all but ASCII", area({{2, {0x80, 0x7FF}},
                              {3, {0x800, 0xD7FF}},
                              {3, {0xE000, 0xFFFF}},
                              {4, {0x10000, 0x10FFFF}}})},
      {"overlong forms of 2 to 6 bytes", both(both(overlong, overlong5), overlong6)},
      {"overlong forms of 2 to 4 bytes", overlong},
      {"overlong forms of 2 and 3 bytes", both(overlong2, overlong3)},
      {"overlong forms of 3 and 4 bytes", both(overlong3, overlong4)},
      {"the supplementary planes", area({{4, {0x10000, 0x10FFFF}}})},
      {"the 66 noncharacters", both(arabic, plane_ends(0))},
      {"the noncharacters that end in FFFE and FFFF", plane_ends(0)},
      {"the noncharacters of the supplementary planes", plane_ends(1)},
      {"forms of 5 and 6 bytes", area({{5, {0, 0x3FFFFFF}}, {6, {0, 0x7FFFFFFF}}})},
      {"shortest forms of 5 and 6 bytes",
       area({{5, {0x200000, 0x3FFFFFF}}, {6, {0x4000000, 0x7FFFFFFF}}})},
      {"forms of 5 bytes", area({{5, {0, 0x3FFFFFF}}})},
      {"forms of 6 bytes", area({{6, {0, 0x7FFFFFFF}}})},
      {"shortest forms of 5 bytes", area({{5, {0x200000, 0x3FFFFFF}}})},
      {"shortest forms of 6 bytes", area({{6, {0x4000000, 0x7FFFFFFF}}})},
      {"forms of 7 bytes", area({{7, {0, 0xFFFFFFFFF}}})},
      {"overlong forms of 2 bytes", overlong2},
      {"overlong forms of 3 bytes", overlong3},
      {"overlong forms of 4 bytes", overlong4},
      {"overlong forms of 5 bytes", overlong5},
      {"overlong forms of 6 bytes", overlong6},
      {"C0 80", area({{2, {0, 0}}}), true},
      {"surrogates", area({{3, {0xD800, 0xDFFF}}})},
      {"high surrogates", area({{3, {0xD800, 0xDBFF}}}), true},
      {"low surrogates", area({{3, {0xDC00, 0xDFFF}}}), true},
      {"values beyond 10FFFF", area({{4, {0x110000, 0x1FFFFF}}})},
      {"the noncharacters FDD0..FDEF", arabic},
      {"U+FFFE and U+FFFF", area({{3, {0xFFFE, 0xFFFF}}}), true},
      {"U+0080..U+009F", area({{2, {0x80, 0x9F}}}), true},
  };
}

// "U+0080..U+009F" for shortest forms of scalar values, else the units.
std::string range_in_words(std::size_t place, ValueRange range) {
  if (place == 2 && is_surrogate(range.first) && is_surrogate(range.last)) {
    return range.first == range.last
               ? fmt::format("surrogates {:04X} only", range.first)
               : fmt::format("surrogates {:04X}..{:04X}", range.first, range.last);
  }
  const Dialect& utf8 = dialect(DialectId::kUtf8);
  const auto is_plain = [&](std::uint64_t value) {
    return encode(utf8, value) == std::optional(in_pattern(place, value));
  };
  const auto text = [&](std::uint64_t value, bool plain) {
    return plain ? fmt::format("U+{:04X}", value) : to_spaced_hex(in_pattern(place, value));
  };
  const bool plain = is_plain(range.first) && is_plain(range.last);
  if (range.first == range.last) return text(range.first, plain);
  return text(range.first, plain) + ".." + text(range.last, plain);
}

Bytes first_of(const PatternSet& set) {
  for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
    if (!set.ranges(place).empty()) return in_pattern(place, set.ranges(place).front().first);
  }
  return {};
}

// Takes out the areas that leave at most as many ranges as `kept` of those before.
void take_areas(PatternSet& set, std::vector<AreaWords>& words, std::size_t kept) {
  for (const NamedArea& each : named_areas()) {
    if (!set.contains(each.set)) continue;
    PatternSet rest = set;
    rest.remove(each.set);
    if (rest.range_count() + each.set.range_count() > set.range_count() + kept ||
        (kept > 0 && each.is_whole)) {
      continue;
    }
    words.push_back({std::string(each.name), first_of(each.set)});
    set = std::move(rest);
  }
}

void add_edge(std::set<std::uint64_t>& edges, std::uint64_t value, std::uint64_t most) {
  if (value <= most) edges.insert(value);
}

std::array<std::vector<std::uint64_t>, kPatternLengths.size()> make_edges() {
  std::array<std::vector<std::uint64_t>, kPatternLengths.size()> all;
  std::vector<PatternSet> sets;
  for (const Dialect& each : dialects()) {
    if (auto set = pattern_set_of(each)) sets.push_back(std::move(*set));
  }
  for (const NamedArea& each : named_areas()) sets.push_back(each.set);
  for (std::size_t place = 0; place < all.size(); ++place) {
    const std::uint64_t most = highest_in_pattern(place);
    std::set<std::uint64_t> edges{0, 1, most};
    for (const PatternSet& set : sets) {
      for (const ValueRange& range : set.ranges(place)) {
        if (range.first > 0) edges.insert(range.first - 1);
        add_edge(edges, range.first, most);
        add_edge(edges, range.first + 1, most);
        add_edge(edges, range.last, most);
        if (range.last < most) edges.insert(range.last + 1);
      }
    }
    // Limits that no dialect has, but some decoders.
    for (const std::uint64_t limit :
         {0x2Fu, 0x85u, 0x86u, 0xA0u, 0xFFu, 0x1000u, 0x2028u, 0x202Au, 0xFEFEu, 0xFF00u, 0xE000u,
          0xF900u, 0x40000u, 0x100000u, 0x140000u, 0x180000u}) {
      const auto [low, high] = std::pair<std::uint64_t, std::uint64_t>(limit - 1, limit);
      add_edge(edges, low, most);
      add_edge(edges, high, most);
    }
    all[place].assign(edges.begin(), edges.end());
  }
  // Every value of one unit.
  all[0].clear();
  for (std::uint64_t value = 0; value < 0x80; ++value) all[0].push_back(value);
  return all;
}

}  // namespace

Bytes in_pattern(std::size_t place, std::uint64_t value) {
  const std::size_t length = kPatternLengths[place];
  Bytes units(length);
  for (std::size_t i = length; i-- > 1; value >>= kPayload) {
    units[i] = static_cast<std::uint8_t>(0x80 | (value & 0x3F));
  }
  units[0] = static_cast<std::uint8_t>(kLeads[place].unit | (value & kLeads[place].mask));
  return units;
}

std::uint64_t highest_in_pattern(std::size_t place) {
  constexpr std::array<unsigned, kPatternLengths.size()> kBits{7, 11, 16, 21, 26, 31, 36, 42, 63};
  return (std::uint64_t{1} << kBits[place]) - 1;
}

std::size_t most_announced(std::uint8_t unit) {
  const auto place = place_of_lead(unit, true);
  return place ? kPatternLengths[*place] : 0;
}

void PatternSet::add(std::size_t place, ValueRange range) {
  ranges_[place].push_back(range);
  ranges_[place] = normalised(std::move(ranges_[place]));
}

void PatternSet::add(const PatternSet& other) {
  for (std::size_t place = 0; place < ranges_.size(); ++place) {
    for (const ValueRange& range : other.ranges_[place]) add(place, range);
  }
}

void PatternSet::remove(const PatternSet& other) {
  for (std::size_t place = 0; place < ranges_.size(); ++place) {
    ranges_[place] = minus(ranges_[place], other.ranges_[place]);
  }
}

bool PatternSet::contains(std::size_t place, std::uint64_t value) const {
  return overlaps(ranges_[place], {value, value});
}

bool PatternSet::contains(const PatternSet& other) const {
  PatternSet rest = other;
  rest.remove(*this);
  return rest.is_empty() && !other.is_empty();
}

bool PatternSet::is_empty() const {
  return std::ranges::all_of(ranges_, [](const auto& ranges) { return ranges.empty(); });
}

std::size_t PatternSet::range_count() const {
  std::size_t count = 0;
  for (const auto& ranges : ranges_) count += ranges.size();
  return count;
}

PatternMatch PatternSet::match(ByteView units) const {
  PatternMatch match;
  if (units.empty()) return match;
  const auto place = place_of_lead(units[0], !ranges_[kPerlLead].empty());
  if (!place) return match;
  match.announced = kPatternLengths[*place];
  match.value = units[0] & kLeads[*place].mask;
  for (std::size_t n = 1;; ++n) {
    const auto range = reach(match.value, match.announced - n);
    if (!range || !overlaps(ranges_[*place], *range)) return match;
    match.prefix = n;
    match.is_complete = n == match.announced;
    if (match.is_complete || n == units.size() || (units[n] & 0xC0) != 0x80) return match;
    match.value = match.value << kPayload | (units[n] & 0x3Fu);
  }
}

PatternSet PatternSet::all_of_its_leads() const {
  PatternSet all;
  for (std::size_t place = 0; place < ranges_.size(); ++place) {
    const std::size_t shift = kPayload * (kPatternLengths[place] - 1);
    for (const ValueRange& range : ranges_[place]) {
      if (shift >= 64) {
        all.add(place, {0, highest_in_pattern(place)});
        continue;
      }
      all.add(place, {range.first >> shift << shift,
                      (range.last >> shift << shift) | ((std::uint64_t{1} << shift) - 1)});
    }
  }
  return all;
}

std::optional<PatternSet> pattern_set_of(const Dialect& dialect) {
  PatternSet set;
  for (const Form& form : dialect.forms) {
    const std::size_t place = place_of_length(form.length);
    if (place == kPatternLengths.size()) return std::nullopt;
    Bytes first(form.units.size());
    for (std::size_t i = 0; i < form.length; ++i) first[i] = form.units[i].first;
    first.resize(form.length);
    if (form.context == Context::kNone && in_pattern(place, form.lowest) != first) {
      return std::nullopt;
    }
    set.add(place, {form.lowest, form.highest()});
  }
  return set;
}

const std::vector<NamedArea>& named_areas() {
  static const std::vector<NamedArea> kAreas = all_areas();
  return kAreas;
}

std::vector<AreaWords> words_of(const PatternSet& set) {
  PatternSet rest = set;
  std::vector<AreaWords> words;
  take_areas(rest, words, 0);  // whole ranges
  take_areas(rest, words, 1);  // or one end of a range
  for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
    for (const ValueRange& range : rest.ranges(place)) {
      words.push_back({range_in_words(place, range), in_pattern(place, range.first)});
    }
  }
  return words;
}

NearestSet nearest_dialect(const PatternSet& set) {
  const PatternSet utf8 = pattern_set_of(dialect(DialectId::kUtf8)).value();
  NearestSet best;
  std::size_t fewest = 0;
  for (const Dialect& each : dialects()) {
    auto forms = pattern_set_of(each);
    // Dialects with a rule for neighbours are more than a set.
    const bool has_context = each.joins_surrogates || each.id == DialectId::kWtf8;
    if (!forms || has_context || !forms->contains(utf8)) continue;
    PatternSet missing = *forms, added = set;
    missing.remove(set);
    added.remove(*forms);
    // Every dialect but UTF-8 counts as one thing to know.
    const std::size_t cost =
        words_of(missing).size() + words_of(added).size() + (each.id == DialectId::kUtf8 ? 0u : 1u);
    if (!best.dialect.empty() && cost >= fewest) continue;
    best = {each.name, std::move(*forms)};
    fewest = cost;
  }
  return best;
}

const std::array<std::vector<std::uint64_t>, kPatternLengths.size()>& pattern_edges() {
  static const auto kEdges = make_edges();
  return kEdges;
}

}  // namespace placemat
