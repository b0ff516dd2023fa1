#include "harness/identify/compose.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace placemat {
namespace {

using Values = std::vector<std::uint64_t>;
using ByUnit = std::map<std::uint8_t, Values>;

// Stands around the units in question: no digit of an escape, and no unit of a sequence.
constexpr std::uint8_t kMarker = 'z';
// More than any lead announces, so that a part remains.
constexpr std::size_t kMarkersBehind = 13;

Bytes joined(std::initializer_list<ByteView> parts) {
  std::size_t size = 0;
  for (const ByteView part : parts) size += part.size();
  Bytes all(size);
  std::size_t at = 0;
  for (const ByteView part : parts) {
    copy_units(all.data() + at, part);
    at += part.size();
  }
  return all;
}

const Bytes& marker() {
  static const Bytes kOne{kMarker};
  return kOne;
}

Bytes marked(ByteView units) {
  static const Bytes kBehind(kMarkersBehind, kMarker);
  return joined({marker(), units, kBehind});
}

Bytes marked_at_end(ByteView units) { return joined({marker(), units}); }

const Bytes& bom() {
  static const Bytes kBom{0xEF, 0xBB, 0xBF};
  return kBom;
}
std::vector<Bytes> tails() {
  std::vector<Bytes> tails;
  for (unsigned lead = 0xC0; lead <= 0xFF; ++lead) {
    tails.push_back({static_cast<std::uint8_t>(lead)});
  }
  for (const Bytes& tail :
       {Bytes{0xE0, 0x80}, Bytes{0xE0, 0xA0}, Bytes{0xE1, 0x80}, Bytes{0xED, 0xA0},
        Bytes{0xF0, 0x80}, Bytes{0xF0, 0x90}, Bytes{0xF1, 0x80}, Bytes{0xF1, 0x80, 0x80},
        Bytes{0xF4, 0x90, 0x80}, Bytes{0xF8, 0x88, 0x80}, Bytes{0xE1, kMarker}}) {
    tails.push_back(tail);
  }
  return tails;
}

// One of each kind, to be asked behind letters.
std::vector<Bytes> padded_items() {
  return {{0x7F},
          {0xC2, 0x80},
          {0xDF, 0xBF},
          {0xE0, 0xA0, 0x80},
          {0xE1, 0x80, 0x80},
          {0xED, 0x9F, 0xBF},
          {0xEF, 0xBF, 0xBF},
          {0xF0, 0x90, 0x80, 0x80},
          {0xF4, 0x8F, 0xBF, 0xBF},
          {0x80},
          {0xFF},
          {0xC0, 0x80},
          {0xC2},
          {0xC2, 0x41},
          {0xE0, 0x80, 0x80},
          {0xE1, 0x80},
          {0xED, 0xA0, 0x80},
          {0xEF, 0xBB, 0xBF},
          {0xF0, 0x80, 0x80, 0x80},
          {0xF1, 0x80, 0x80},
          {0xF4, 0x90, 0x80, 0x80},
          {0xF5, 0x80, 0x80, 0x80},
          {0xF8, 0x88, 0x80, 0x80, 0x80},
          {0xE1, 0x80, 0x80, 0xF1, 0x80, 0x80, 0x80, 0x41, 0xC2, 0x80}};
}

// The values between the markers.
Values between_markers(Values values) {
  while (!values.empty() && values.back() == kMarker) values.pop_back();
  const auto first = std::ranges::find_if(values, [](auto value) { return value != kMarker; });
  values.erase(values.begin(), first);
  return values;
}

// ---- outputs ----

bool gives(const Output& output, const ByUnit& seen) {
  return std::ranges::all_of(
      seen, [&](const auto& each) { return output.of(each.first) == each.second; });
}

Output fixed(Values values) {
  Output output;
  output.before = std::move(values);
  return output;
}

// The digits of the first unit within its values, with what stands around them.
std::optional<Output> with_digits(DigitsId digits, const ByUnit& seen) {
  const auto& [unit, values] = *seen.begin();
  Output plain;
  plain.id = OutputId::kDigits;
  plain.digits = digits;
  const Values text = plain.of(unit);
  const auto found = std::ranges::search(values, text);
  if (found.empty()) return std::nullopt;
  plain.before.assign(values.begin(), found.begin());
  plain.after.assign(found.end(), values.end());
  return gives(plain, seen) ? std::optional(plain) : std::nullopt;
}

// The plainest output that gives all of these.
std::optional<Output> output_of(const ByUnit& seen) {
  if (seen.empty()) return std::nullopt;
  const auto& [unit, values] = *seen.begin();
  const Output same = fixed(values);
  if (gives(same, seen)) return same;
  if (values.size() == 1) {
    Output offset;
    offset.id = OutputId::kOffset;
    offset.offset = values[0] - unit;
    if (gives(offset, seen)) return offset;
    Output windows;
    windows.id = OutputId::kWindows1252;
    if (gives(windows, seen)) return windows;
  }
  for (const DigitsId digits :
       {DigitsId::kUpperHex, DigitsId::kLowerHex, DigitsId::kOctal, DigitsId::kDecimal}) {
    if (auto escape = with_digits(digits, seen)) return escape;
  }
  return std::nullopt;
}

// The output that every unit of these sequences gives.
std::optional<Output> output_of_each(const std::vector<std::pair<Bytes, Values>>& sequences) {
  if (sequences.empty()) return std::nullopt;
  ByUnit by_unit;
  for (const auto& [units, values] : sequences) {
    if (units.size() != values.size()) return std::nullopt;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const auto [place, is_new] = by_unit.try_emplace(units[i], Values{values[i]});
      if (!is_new && place->second != Values{values[i]}) return std::nullopt;
    }
  }
  auto output = output_of(by_unit);
  if (!output || output->id == OutputId::kFixed) return std::nullopt;
  output->is_each = true;
  return output;
}

// ---- the parts ----

class Composer {
 public:
  Composer(Evidence& evidence, Side side) : evidence_(evidence), side_(side) {}

  Composition compose() {
    set_output(ErrorPart::kContinuation, 0x80, 0xBF, [](std::uint8_t) { return true; });
    find_sets();
    find_unchecked();
    find_bom();
    find_nul();
    find_pairs();
    find_outputs();
    find_span_and_end();
    return parts_;
  }

 private:
  enum class Status : std::uint8_t { kOther, kWhole, kAccepted };
  using Statuses = std::map<std::uint64_t, Status>;

  Response ask(ByteView units) { return response_of(evidence_.see(units), side_); }

  Output& output(ErrorPart part) { return parts_.outputs[static_cast<std::size_t>(part)]; }

  bool gives_exactly(ByteView units, const Values& values) {
    const Response seen = ask(units);
    return seen.is_known && !seen.is_error && (!seen.has_values || seen.values == values);
  }

  // Infers the output of a part from single units; the earlier parts' output is preferred.
  template <class Wanted>
  void set_output(ErrorPart part, unsigned first, unsigned last, Wanted wanted) {
    ByUnit seen;
    bool is_error = false;
    for (unsigned unit = first; unit <= last; ++unit) {
      const auto u = static_cast<std::uint8_t>(unit);
      if (!wanted(u)) continue;
      const Response response = ask(marked({&u, 1}));
      if (!response.is_known || !response.has_values) continue;
      is_error = is_error || response.is_error;
      if (!response.is_error) seen[u] = between_markers(response.values);
    }
    choose_output(part, seen, is_error);
  }

  void choose_output(ErrorPart part, const ByUnit& seen, bool is_error) {
    Output& chosen = output(part);
    const Output& usual = output(ErrorPart::kContinuation);
    if (part != ErrorPart::kContinuation) chosen = usual;
    if (is_error || is_verdict_alone()) {
      chosen = {};
      chosen.id = OutputId::kError;
      return;
    }
    if (part != ErrorPart::kContinuation && gives(usual, seen)) return;
    chosen = output_of(seen).value_or(part == ErrorPart::kContinuation ? fixed({0xFFFD}) : usual);
  }

  bool is_verdict_alone() { return side_ == Side::kStrict && !ask(marker()).has_values; }

  // ---- the accepted set, and what is read ----

  Status status_of(std::size_t place, std::uint64_t value) {
    const Bytes units = in_pattern(place, value);
    const Response seen = ask(marked(units));
    if (!seen.is_known || seen.is_error) return Status::kOther;
    if (!seen.has_values) return Status::kAccepted;
    Values whole{kMarker, value};
    whole.insert(whole.end(), kMarkersBehind, kMarker);
    const Values values = between_markers(seen.values);
    const Values usual = output(ErrorPart::kContinuation).of(units[0]);
    const bool is_ambiguous = values == usual && !is_shortest(place, value);
    if (!is_ambiguous && (seen.values == whole || value == kMarker)) return Status::kAccepted;
    // Where a continuation unit alone is refused, what comes out comes from the sequence.
    const bool is_refusing = output(ErrorPart::kContinuation).id == OutputId::kError;
    const bool is_one = is_refusing || values.size() == 1 || values == usual;
    return is_one && units.size() > 1 ? Status::kWhole : Status::kOther;
  }

  static bool is_shortest(std::size_t place, std::uint64_t value) {
    return place == 0 || (value > highest_in_pattern(place - 1) && is_scalar(value));
  }

  void find_sets() {
    for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
      Statuses& statuses = statuses_[place];
      std::vector<Bytes> inputs;
      for (const std::uint64_t value : pattern_edges()[place]) {
        inputs.push_back(marked(in_pattern(place, value)));
      }
      evidence_.prefetch(inputs);
      for (const std::uint64_t value : pattern_edges()[place]) {
        statuses[value] = status_of(place, value);
      }
      while (halve(place)) {
      }
      for (auto at = statuses.begin(); at != statuses.end(); ++at) add_to_sets(place, at);
    }
    parts_.read.add(parts_.accepted);
  }

  // Asks in the middle of every gap between two values of different status; false when none is
  // left. A decoder whose set is scattered is not followed further.
  bool halve(std::size_t place) {
    constexpr std::size_t kMostValues = 1000;
    Statuses& statuses = statuses_[place];
    if (statuses.size() > kMostValues) return false;
    std::vector<std::uint64_t> middles;
    for (auto at = statuses.begin(); std::next(at) != statuses.end(); ++at) {
      const auto next = std::next(at);
      if (at->second == next->second || next->first - at->first < 2) continue;
      middles.push_back(at->first + (next->first - at->first) / 2);
    }
    std::vector<Bytes> inputs;
    for (const std::uint64_t value : middles) inputs.push_back(marked(in_pattern(place, value)));
    evidence_.prefetch(inputs);
    for (const std::uint64_t value : middles) statuses[value] = status_of(place, value);
    return !middles.empty();
  }

  void add_to_sets(std::size_t place, Statuses::const_iterator at) {
    if (at->second == Status::kOther) return;
    PatternSet& set = at->second == Status::kAccepted ? parts_.accepted : parts_.read;
    const auto next = std::next(at);
    const bool joins = next != statuses_[place].end() && next->second == at->second;
    set.add(place, {at->first, joins ? next->first : at->first});
  }

  // ---- single questions ----

  void find_bom() {
    constexpr std::uint64_t kBomValue = 0xFEFF;
    const Values alone{kMarker}, kept{kBomValue, kMarker};
    if (gives_exactly(joined({marker(), bom(), marker()}), {kMarker, kMarker}) && gives_values()) {
      parts_.bom = BomId::kStripEvery;
      parts_.accepted.add(2, {kBomValue, kBomValue});
      return;
    }
    // A verdict shows only that a refused value is taken at the start.
    if (!gives_exactly(joined({bom(), marker()}), alone)) return;
    if (!gives_values() && parts_.accepted.contains(2, kBomValue)) return;
    parts_.bom = BomId::kStripLeading;
    if (!gives_exactly(joined({bom(), bom(), marker()}), alone)) return;
    const Bytes three = joined({bom(), bom(), bom(), marker()});
    parts_.bom = gives_exactly(three, kept) ? BomId::kStripTwo : BomId::kStripAllLeading;
  }

  bool gives_values() { return ask(marker()).has_values; }

  void find_nul() {
    const Bytes units{kMarker, 0x00, kMarker};
    if (!gives_values() || !gives_exactly(units, {kMarker})) return;
    parts_.ends_at_nul = true;
    parts_.accepted.add(0, {0, 0});
    parts_.read.add(0, {0, 0});
  }

  void find_unchecked() {
    parts_.is_unchecked =
        gives_exactly(Bytes{kMarker, 0xC2, 0x00, kMarker}, {kMarker, 0x80, kMarker}) &&
        gives_exactly(Bytes{kMarker, 0xE1, 0x80, 0x00, kMarker}, {kMarker, 0x1000, kMarker});
  }

  void find_pairs() {
    const Bytes pair{0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80};
    const bool has_high = parts_.accepted.contains(2, 0xD800),
               has_low = parts_.accepted.contains(2, 0xDC00);
    const Bytes units = marked(pair);
    Values one{kMarker, 0x10000};
    one.insert(one.end(), kMarkersBehind, kMarker);
    const bool is_accepted = gives_exactly(units, one);
    if (has_high && has_low) {
      if (is_accepted && gives_values()) parts_.pairs = PairId::kJoined;
      const Response seen = ask(units);
      if (seen.is_error) parts_.pairs = PairId::kRefused;
      const auto surrogate = [](std::uint64_t value) { return is_surrogate(value); };
      const bool has_both = std::ranges::count_if(seen.values, surrogate) == 2;
      if (!seen.is_error && gives_values() && !is_accepted && !has_both) {
        parts_.pairs = PairId::kRefused;
      }
    } else if (!has_high && !has_low && is_accepted) {
      parts_.pairs = PairId::kOnlyPairs;
    }
  }

  void find_outputs() {
    const auto begins = [&](std::uint8_t unit) {
      return parts_.read.match(ByteView(&unit, 1)).prefix > 0;
    };
    set_output(ErrorPart::kNoLead, 0xC0, 0xFF, [&](std::uint8_t unit) { return !begins(unit); });
    set_output(ErrorPart::kBroken, 0xC0, 0xFF, begins);
    ByUnit whole;
    std::vector<std::pair<Bytes, Values>> sequences;
    bool is_error = false;
    for (std::size_t place = 1; place < statuses_.size(); ++place) {
      for (const auto& [value, status] : statuses_[place]) {
        if (status == Status::kAccepted || parts_.accepted.contains(place, value)) continue;
        const Bytes units = in_pattern(place, value);
        const Response seen = ask(marked(units));
        is_error = is_error || (seen.is_known && seen.is_error);
        if (status == Status::kWhole) {
          whole[units[0]] = between_markers(seen.values);
          sequences.emplace_back(units, whole[units[0]]);
        }
      }
    }
    if (const auto each = output_of_each(sequences)) {
      output(ErrorPart::kWhole) = *each;
    } else {
      choose_output(ErrorPart::kWhole, whole, is_error && whole.empty());
    }
  }

  // ---- what an error spans, and the end ----

  Output end_output() {
    ByUnit seen;
    for (unsigned unit = 0xC0; unit <= 0xFF; ++unit) {
      const auto u = static_cast<std::uint8_t>(unit);
      if (parts_.accepted.match(ByteView(&u, 1)).prefix == 0) continue;
      const Response response = ask(marked_at_end({&u, 1}));
      if (!response.is_known) continue;
      if (response.is_error) {
        Output error;
        error.id = OutputId::kError;
        return error;
      }
      if (response.has_values) seen[u] = between_markers(response.values);
    }
    const Output& usual = output(ErrorPart::kBroken);
    return gives(usual, seen) ? usual : output_of(seen).value_or(usual);
  }

  std::vector<PatternSet> sets_to_read() const {
    std::vector<PatternSet> sets{parts_.read};
    const auto add = [&](const PatternSet& set) {
      if (std::ranges::find(sets, set) == sets.end()) sets.push_back(set);
    };
    add(parts_.accepted);
    // Additions that are checked after a subpart was found change no span.
    const PatternSet utf8 = pattern_set_of(dialect(DialectId::kUtf8)).value();
    add(utf8);
    PatternSet read = parts_.read, added = parts_.accepted;
    added.remove(utf8);
    read.remove(added);
    add(read);
    add(parts_.accepted.all_of_its_leads());
    add(parts_.read.all_of_its_leads());
    PatternSet patterns = parts_.accepted;
    for (std::size_t place = 1; place <= kLongLead; ++place) {
      patterns.add(place, {0, highest_in_pattern(place)});
      if (place >= 3 && place != 4) add(patterns);
    }
    return sets;
  }

  // From the plainest combination to others, until none contradicts an answer.
  void find_span_and_end() {
    const Composition found = parts_;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    const Output at_end = end_output();
    const auto tries = [&](Composition candidate) {
      const std::size_t count = contradictions(candidate, fewest);
      if (count >= fewest) return;
      fewest = count;
      parts_ = std::move(candidate);
    };
    collect();
    for (const PatternSet& read : sets_to_read()) {
      for (const SpanRow& span : span_rows()) {
        for (const EndRow& end : end_rows()) {
          if (end.id == EndId::kKept) continue;  // the same values as dropped
          const bool emits = end.id == EndId::kOneError || end.id == EndId::kEachUnit;
          if (emits && at_end == Output{}) continue;  // the same again
          for (const TailId tail :
               {TailId::kAccepted, TailId::kRead, TailId::kPattern, TailId::kAnnounced}) {
            if (fewest == 0 || (end.id == EndId::kError && tail != TailId::kAccepted)) continue;
            Composition candidate = found;
            candidate.read = read;
            candidate.span = span.id;
            candidate.end = end.id;
            candidate.tail = tail;
            candidate.end_output = end.id == EndId::kError ? Output{} : at_end;
            tries(std::move(candidate));
          }
        }
      }
    }
  }

  // The answers of this side, shortest first.
  void collect() {
    for (const auto& [key, seen] : evidence_.asked()) {
      Response response = response_of(seen, side_);
      if (response.is_known) answers_.emplace_back(Evidence::units_of(key), std::move(response));
    }
  }

  std::size_t contradictions(const Composition& candidate, std::size_t most) const {
    std::size_t count = 0;
    for (const auto& [units, seen] : answers_) {
      if (!explains(candidate, units, seen) && ++count >= most) return count;
    }
    return count;
  }

  Evidence& evidence_;
  Side side_;
  Composition parts_;
  std::array<Statuses, kPatternLengths.size()> statuses_;
  std::vector<std::pair<Bytes, Response>> answers_;
};

}  // namespace

std::vector<Bytes> part_inputs() {
  std::vector<Bytes> inputs;
  for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
    for (const std::uint64_t value : pattern_edges()[place]) {
      inputs.push_back(marked(in_pattern(place, value)));
    }
  }
  for (unsigned unit = 0x80; unit <= 0xFF; ++unit) {
    inputs.push_back(marked(Bytes{static_cast<std::uint8_t>(unit)}));
  }
  for (const Bytes& tail : tails()) inputs.push_back(marked_at_end(tail));
  for (const Bytes& begun :
       {Bytes{0xC2}, Bytes{0xE1}, Bytes{0xE1, 0x80}, Bytes{0xF1, 0x80, 0x80}}) {
    for (unsigned unit = 0; unit <= 0xFF; ++unit) {
      inputs.push_back(joined({begun, Bytes{static_cast<std::uint8_t>(unit)}}));
    }
  }
  const Bytes nul{kMarker, 0x00, kMarker}, pair{0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80};
  for (const Bytes& units : {marker(), joined({bom(), marker()}), joined({bom(), bom(), marker()}),
                             joined({bom(), bom(), bom(), marker()}),
                             joined({marker(), bom(), marker()}), nul, marked(pair)}) {
    inputs.push_back(units);
  }
  for (const std::size_t padding : kPaddings) {
    for (const Bytes& item : padded_items()) {
      const Bytes letters(padding, 'A'), behind{'A'};
      inputs.push_back(joined({letters, item, behind}));
    }
  }
  return inputs;
}

Composition compose(Evidence& evidence, Side side) { return Composer(evidence, side).compose(); }

bool explains(const Composition& composition, ByteView units, const Response& seen) {
  const Predicted predicted = predict(composition, units);
  if (predicted.is_error || seen.is_error) return predicted.is_error == seen.is_error;
  return !seen.has_values || predicted.values == seen.values;
}

}  // namespace placemat
