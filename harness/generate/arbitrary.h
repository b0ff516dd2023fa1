// arbitrary.h: RapidCheck generators of texts, for tests only. A text is a list
// of items, because uniform random units are nearly always ill-formed in their
// first two and never reach the inputs that decoders get wrong. A failing text
// shrinks by losing items, then by its items becoming plainer. It must not know
// any decoder; the output depends on the dialect only.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "harness/presentation/presentation.h"
#include "harness/spec/encode.h"
#include "harness/spec/error_class.h"

namespace placemat::arbitrary {

// The intended sort of an item. The ill-formed sorts are the error classes of
// the report, by the bit patterns of UTF-8; in a lenient dialect the law may
// find some of them well-formed.
struct Item {
  std::string sort;  // "3 units", "overlong"
  Bytes units;

  friend bool operator==(const Item&, const Item&) = default;
};

struct Text {
  std::vector<Item> items;
  Cuts cuts;  // chunk ends, for streams

  Bytes bytes() const {
    Bytes all;
    for (const Item& item : items) all.insert(all.end(), item.units.begin(), item.units.end());
    return all;
  }
  friend bool operator==(const Text&, const Text&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const Text& text) {
  return out << '\'' << to_text({text.bytes(), text.cuts}) << '\'';
}

// Random numbers from RapidCheck's generator.
class Dice {
 public:
  explicit Dice(const rc::Random& random) : random_(random) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.next() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class Choices>
  const auto& of(const Choices& choices) {
    return choices[below(std::size(choices))];
  }
  // The ends of a range are the values that decoders get wrong.
  std::uint8_t unit_of(Range range) {
    if (one_in(4)) return range.first;
    if (one_in(3)) return range.last;
    return static_cast<std::uint8_t>(range.first + below(1u + range.last - range.first));
  }

 private:
  rc::Random random_;
};

constexpr Range kContinuation{0x80, 0xBF};
constexpr Range kAscii{0x01, 0x7F};

inline Bytes sequence_of(Dice& dice, const Form& form) {
  Bytes units;
  for (std::size_t i = 0; i < form.length; ++i) units.push_back(dice.unit_of(form.units[i]));
  return units;
}

// Lone surrogates are excluded where their meaning depends on their neighbours
// (WTF-8, modified UTF-8): a text must stay well-formed when items are removed.
inline bool is_free_of_neighbours(const Dialect& dialect, const Form& form) {
  const bool has_context =
      std::ranges::any_of(dialect.forms, [](const Form& f) { return f.context != Context::kNone; });
  if (!has_context && !dialect.joins_surrogates) return true;
  return !is_surrogate(form.lowest) && !is_surrogate(form.highest());
}

inline std::string name_of_length(std::size_t length) {
  return std::to_string(length) + (length == 1 ? " unit" : " units");
}

// The items of a dialect, by sort.
class Items {
 public:
  explicit Items(const Dialect& dialect) : dialect_(dialect) {
    for (const Form& form : dialect.forms) {
      if (is_free_of_neighbours(dialect, form)) by_length_[form.length].push_back(form);
    }
  }

  std::vector<std::string> well_formed_sorts() const {
    std::vector<std::string> sorts{"ascii run", "nul", "bom", "fffd", "noncharacter"};
    for (const auto& [length, forms] : by_length_) sorts.push_back(name_of_length(length));
    return sorts;
  }
  static std::vector<std::string> ill_formed_sorts() {
    std::vector<std::string> sorts;
    for (const ErrorClassRow& row : error_classes().subspan(1)) sorts.emplace_back(row.name);
    return sorts;
  }
  std::vector<std::string> sorts() const {
    std::vector<std::string> all = well_formed_sorts();
    for (const std::string& sort : ill_formed_sorts()) all.push_back(sort);
    return all;
  }

  Item well_formed(Dice& dice) const {
    const std::size_t number = dice.below(5 + 2 * by_length_.size());
    if (number == 0) return ascii_run(dice);
    if (number == 1) return {"nul", encoded(0)};
    if (number == 2) return {"bom", encoded(0xFEFF)};
    if (number == 3) return {"fffd", encoded(0xFFFD)};
    if (number == 4) return {"noncharacter", noncharacter(dice)};
    const auto chosen =
        std::next(by_length_.begin(), static_cast<std::ptrdiff_t>((number - 5) / 2));
    return {name_of_length(chosen->first), sequence_of(dice, dice.of(chosen->second))};
  }

  Item any(Dice& dice) const { return dice.one_in(2) ? well_formed(dice) : ill_formed(dice); }

  Item ill_formed(Dice& dice) const {
    const auto error_class = static_cast<ErrorClass>(1 + dice.below(kErrorClassCount - 1));
    return {std::string(placemat::name_of(error_class)), units_with(dice, error_class)};
  }

 private:
  // Long runs now and then: vectorised decoders treat them specially.
  static Item ascii_run(Dice& dice) {
    const std::size_t length = dice.one_in(4) ? 1 + dice.below(72) : 1 + dice.below(4);
    Bytes units(length, 'a');
    for (std::uint8_t& unit : units) unit = dice.unit_of(kAscii);
    return {"ascii run", units};
  }

  Bytes encoded(std::uint64_t value) const { return encode(dialect_, value).value_or(Bytes{'A'}); }

  Bytes noncharacter(Dice& dice) const {
    if (dice.one_in(2)) return encoded(0xFDD0 + dice.below(32));
    const std::uint64_t value = 0x10000 * dice.below(17) + 0xFFFE + dice.below(2);
    return encoded(value <= dialect_.highest() && encode(dialect_, value) ? value : 0xFFFE);
  }

  // What Table 3-7 excludes, to the length that the lead announces.
  Bytes units_with(Dice& dice, ErrorClass error_class) const {
    const std::vector<RejectedUnits>& rejected = row_of(error_class).rejected;
    if (error_class == ErrorClass::kInterrupted) return interrupted(dice);
    if (rejected.empty()) return beginning(dice);
    for (;;) {
      const RejectedUnits& chosen = dice.of(rejected);
      Bytes units{dice.unit_of(chosen.first)};
      if (chosen.second) units.push_back(dice.unit_of(*chosen.second));
      // In UTF-8 the leads of 5 and 6 units are rejected before their second unit.
      if (error_class_of(units) != error_class) continue;
      while (units.size() < announced_length(units[0]))
        units.push_back(dice.unit_of(kContinuation));
      return units;
    }
  }

  // By the leading ones of the bit pattern; FE and FF announce nothing.
  static std::size_t announced_length(std::uint8_t lead) {
    const auto ones = static_cast<std::size_t>(std::countl_one(lead));
    return ones >= 2 && ones <= 6 ? ones : 1;
  }

  // A proper prefix of a sequence of several units: truncated where the text or
  // the chunk ends after it.
  Bytes beginning(Dice& dice) const {
    const auto begin = std::next(by_length_.begin(), by_length_.size() > 1 ? 1 : 0);
    const auto chosen = std::next(
        begin,
        static_cast<std::ptrdiff_t>(dice.below(by_length_.size() > 1 ? by_length_.size() - 1 : 1)));
    Bytes units = sequence_of(dice, dice.of(chosen->second));
    if (units.size() > 1) units.resize(1 + dice.below(units.size() - 1));
    return units;
  }

  // The same followed by a unit that continues no sequence.
  Bytes interrupted(Dice& dice) const {
    static constexpr std::array<Range, 4> kOthers{
        {{0x41, 0x5A}, {0xC0, 0xDF}, {0xE0, 0xF4}, {0xF5, 0xFF}}};
    Bytes units = beginning(dice);
    units.push_back(dice.unit_of(dice.of(kOthers)));
    return units;
  }

  const Dialect& dialect_;
  std::map<std::size_t, std::vector<Form>> by_length_;
};

// Shrinking: every candidate is plainer than the text by `weight`, so that it
// terminates.
namespace plainer {

constexpr std::size_t rank_of(std::uint8_t unit) { return unit == 'A' ? 0u : 1u + unit; }

// The best-known representative of each sort, or of its length.
inline std::optional<Bytes> well_known(const Item& item) {
  static const std::map<std::string, Bytes> kKnown{
      {"ascii run", {'A'}},
      {"1 unit", {'A'}},
      {"2 units", {0xC3, 0xA9}},
      {"3 units", {0xE2, 0x82, 0xAC}},
      {"4 units", {0xF0, 0x9F, 0x98, 0x80}},
      {"overlong", {0xC0, 0x80}},
      {"surrogate", {0xED, 0xA0, 0x80}},
      {"beyond-10ffff", {0xF4, 0x90, 0x80, 0x80}},
      {"five-six-unit", {0xF8, 0x88, 0x80, 0x80, 0x80}},
      {"fe-ff", {0xFE}},
      {"lone-continuation", {0x80}},
  };
  auto known = kKnown.find(item.sort);
  if (known == kKnown.end()) known = kKnown.find(name_of_length(item.units.size()));
  return known == kKnown.end() ? std::nullopt : std::optional(known->second);
}

inline bool is_plainer(const Bytes& a, const Bytes& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::ranges::lexicographical_compare(a, b, {}, rank_of, rank_of);
}

// `keeps` tells which units can replace the item's in a text that must stay
// well-formed.
template <class Keeps>
std::vector<Bytes> instead_of(const Item& item, const Keeps& keeps) {
  std::vector<Bytes> all{{'A'}};
  if (const auto known = well_known(item)) all.push_back(*known);
  if (item.units.size() > 1) {
    all.emplace_back(item.units.begin(), item.units.begin() + std::ssize(item.units) / 2);
    all.emplace_back(item.units.begin(), item.units.end() - 1);
  }
  for (std::size_t i = 0; i < item.units.size(); ++i) {
    for (const int unit : {0x41, 0x80, 0xA0, item.units[i] - 1}) {
      if (unit < 0) continue;
      all.push_back(item.units);
      all.back()[i] = static_cast<std::uint8_t>(unit);
    }
  }
  std::erase_if(
      all, [&](const Bytes& units) { return !is_plainer(units, item.units) || !keeps(units); });
  return all;
}

inline void fit_cuts(Text& text) {
  const std::size_t end = text.bytes().size();
  for (std::size_t& cut : text.cuts) cut = std::min(cut, end);
}

// Of few items, any that stand together: two may make a third one well-formed.
inline void add_without_items(std::vector<Text>& all, const Text& text) {
  constexpr std::size_t kFew = 4;
  for (std::size_t count = text.items.size(); count > 0;
       count = count > kFew ? count / 2 : count - 1) {
    for (std::size_t at = 0; at + count <= text.items.size(); at += count > kFew ? count : 1) {
      Text less = text;
      const auto from = less.items.begin() + static_cast<std::ptrdiff_t>(at);
      less.items.erase(from, from + static_cast<std::ptrdiff_t>(count));
      fit_cuts(less);
      all.push_back(less);
    }
  }
}

inline void add_with_plainer_cuts(std::vector<Text>& all, const Text& text) {
  for (std::size_t i = 0; i < text.cuts.size(); ++i) {
    Text less = text;
    less.cuts.erase(less.cuts.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(less);
    if (text.cuts[i] > (i == 0 ? 0 : text.cuts[i - 1])) {
      less = text;
      --less.cuts[i];
      all.push_back(less);
    }
  }
}

template <class Keeps>
std::vector<Text> than(const Text& text, const Keeps& keeps) {
  std::vector<Text> all;
  add_without_items(all, text);
  add_with_plainer_cuts(all, text);
  for (std::size_t i = 0; i < text.items.size(); ++i) {
    for (Bytes& units : instead_of(text.items[i], keeps)) {
      Text other = text;
      other.items[i].units = std::move(units);
      fit_cuts(other);
      all.push_back(std::move(other));
    }
  }
  return all;
}

}  // namespace plainer

inline bool is_sequence_of(const Dialect& dialect, ByteView units) {
  return std::ranges::any_of(dialect.forms, [&](const Form& form) {
    return form.matches(units) && is_free_of_neighbours(dialect, form);
  });
}

// One sequence, or a run of sequences of one unit each.
inline bool is_well_formed_item(const Dialect& dialect, const Bytes& units) {
  if (is_sequence_of(dialect, units)) return true;
  return std::ranges::all_of(
      units, [&](const std::uint8_t& unit) { return is_sequence_of(dialect, ByteView(&unit, 1)); });
}

enum class Content { kAnything, kWellFormed };
enum class Chunks { kOne, kMany };

// Ascending chunk ends, both ends of the text among them, some twice: a chunk
// may be empty.
inline Cuts cuts_of(Dice& dice, std::size_t length) {
  Cuts cuts;
  for (std::size_t n = dice.below(5); n > 0; --n) {
    cuts.push_back(dice.below(length + 1));
    if (dice.one_in(4)) cuts.push_back(cuts.back());
  }
  std::ranges::sort(cuts);
  return cuts;
}

inline rc::Gen<Text> text(const Dialect& dialect, Content content = Content::kAnything,
                          Chunks chunks = Chunks::kOne) {
  return [items = Items(dialect), &dialect, content, chunks](const rc::Random& random, int size) {
    Dice dice(random);
    Text made;
    const bool sound = content == Content::kWellFormed;
    for (std::size_t n = dice.below(2 + static_cast<std::size_t>(size) / 8); n > 0; --n) {
      made.items.push_back(sound ? items.well_formed(dice) : items.any(dice));
    }
    if (chunks == Chunks::kMany) made.cuts = cuts_of(dice, made.bytes().size());
    return rc::shrinkable::shrinkRecur(made, [sound, &dialect](const Text& text) {
      return rc::seq::fromContainer(plainer::than(
          text, [&](const Bytes& units) { return !sound || is_well_formed_item(dialect, units); }));
    });
  };
}

// A value that the dialect has a form for: any value, or the end of a form.
inline std::uint64_t value_of(Dice& dice, const Dialect& dialect) {
  for (;;) {
    const Form& form = dice.of(dialect.forms);
    const std::uint64_t value = dice.one_in(8)   ? form.lowest
                                : dice.one_in(8) ? form.highest()
                                                 : form.value(sequence_of(dice, form));
    const std::optional<Bytes> units = encode(dialect, value);
    if (units && is_sequence_of(dialect, *units)) return value;
  }
}

// Shown in hex; shrinks by losing values and by lower ones.
struct Values {
  std::vector<std::uint64_t> list;
};

inline std::ostream& operator<<(std::ostream& out, const Values& values) {
  out << "the values";
  for (const std::uint64_t value : values.list) {
    std::array<char, 24> hex{};
    std::snprintf(hex.data(), hex.size(), " %04llX", static_cast<unsigned long long>(value));
    out << hex.data();
  }
  return out;
}

inline rc::Gen<Values> values(const Dialect& dialect) {
  return [&dialect](const rc::Random& random, int size) {
    Dice dice(random);
    Values made;
    for (std::size_t n = 1 + dice.below(2 + static_cast<std::size_t>(size) / 8); n > 0; --n) {
      made.list.push_back(value_of(dice, dialect));
    }
    return rc::shrinkable::shrinkRecur(made, [&dialect](const Values& values) {
      std::vector<Values> all;
      for (std::size_t i = 0; i < values.list.size(); ++i) {
        Values less = values;
        less.list.erase(less.list.begin() + static_cast<std::ptrdiff_t>(i));
        all.push_back(less);
      }
      for (std::size_t i = 0; i < values.list.size(); ++i) {
        const std::uint64_t value = values.list[i];
        for (const std::uint64_t lower : {std::uint64_t{'A'}, value / 2, value - 1}) {
          if (lower >= value || !encode(dialect, lower)) continue;
          all.push_back(values);
          all.back().list[i] = lower;
        }
      }
      return rc::seq::fromContainer(std::move(all));
    });
  };
}

// How many of the generated texts had an item of each sort. A sort that never
// occurred was not tested.
class Distribution {
 public:
  void count(const std::set<std::string>& sorts) {
    for (const std::string& sort : sorts) ++counts_[sort];
    ++texts_;
  }
  void count(const Text& text) {
    std::set<std::string> sorts;
    for (const Item& item : text.items) sorts.insert(item.sort);
    count(sorts);
  }
  // Another property of the text that was counted last.
  void add(const std::string& what) { ++counts_[what]; }
  std::size_t texts() const { return texts_; }

  std::vector<std::string> missing(const std::vector<std::string>& sorts) const {
    std::vector<std::string> none;
    for (const std::string& sort : sorts) {
      if (!counts_.contains(sort)) none.push_back(sort);
    }
    return none;
  }

  friend std::ostream& operator<<(std::ostream& out, const Distribution& distribution) {
    out << "classes in " << distribution.texts_ << " texts:";
    const char* separator = " ";
    for (const auto& [sort, count] : distribution.counts_) {
      out << separator << sort << ' ' << 100 * count / std::max<std::size_t>(1, distribution.texts_)
          << '%';
      separator = ", ";
    }
    return out;
  }

 private:
  std::map<std::string, std::size_t> counts_;
  std::size_t texts_ = 0;
};

}  // namespace placemat::arbitrary
