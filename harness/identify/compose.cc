#include "harness/identify/compose.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "harness/decoder/raw_unit.h"

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

bool agrees(const Predicted& predicted, const Response& seen) {
  if (predicted.is_error || seen.is_error) return predicted.is_error == seen.is_error;
  return !seen.has_values || predicted.values == seen.values;
}

// ---- the parts ----

class Composer {
 public:
  Composer(Evidence& evidence, Side side) : evidence_(evidence), side_(side) {}

  Composition compose() {
    set_output(ErrorPart::kContinuation, 0x80, 0xBF, [](std::uint8_t) { return true; });
    find_values();
    find_leads();
    find_follow();
    find_sets();
    if (parts_.follow == FollowId::kAllThatFollow) keep_shortest();
    find_bom();
    find_nul();
    find_pairs();
    find_outputs();
    find_span_and_end();
    if (!is_over()) find_other_spans();
    if (fewest_ > 0) find_substitutions();
    simplify();
    return parts_;
  }

 private:
  enum class Status : std::uint8_t { kUnknown, kOther, kWhole, kAccepted };
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
    std::size_t accepted = 0, asked = 0;
    for (unsigned unit = first; unit <= last; ++unit) {
      const auto u = static_cast<std::uint8_t>(unit);
      if (!wanted(u)) continue;
      const Response response = ask(marked({&u, 1}));
      if (!response.is_known) continue;
      ++asked;
      accepted += response.is_error ? 0 : 1;
      if (!response.has_values) continue;
      is_error = is_error || response.is_error;
      if (!response.is_error) seen[u] = between_markers(response.values);
    }
    choose_output(part, seen, is_error);
    // A verdict alone shows only whether there is an error.
    if (is_verdict_alone() && asked > 0 && accepted == asked) output(part) = no_error();
  }

  static Output no_error() {
    Output output;
    output.id = OutputId::kAccepted;
    return output;
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
    if (!seen.is_known) return Status::kUnknown;
    if (seen.is_error) return Status::kOther;
    if (!seen.has_values) return Status::kAccepted;
    const Values whole = marked_values(values_of(parts_.values, value));
    const Values values = between_markers(seen.values);
    const Values usual = output(ErrorPart::kContinuation).of(units[0]);
    const bool is_ambiguous = values == usual && !is_shortest(place, value);
    if (!is_ambiguous && (seen.values == whole || value == kMarker)) return Status::kAccepted;
    // Where a continuation unit alone is refused, what comes out comes from the sequence.
    const bool is_refusing = output(ErrorPart::kContinuation).id == OutputId::kError;
    const bool is_one = is_refusing || values.size() == 1 || values == usual;
    return is_one && units.size() > 1 ? Status::kWhole : Status::kOther;
  }

  static Values marked_values(const Values& values) {
    Values whole{kMarker};
    whole.insert(whole.end(), values.begin(), values.end());
    whole.insert(whole.end(), kMarkersBehind, kMarker);
    return whole;
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
    parts_.accepted.add(parts_.not_answered);
    parts_.read.add(parts_.accepted);
  }

  // The number of units does not matter, so each value is stated once.
  void keep_shortest() {
    PatternSet overlong;
    for (std::size_t place = 1; place < kPatternLengths.size(); ++place) {
      overlong.add(place, {0, highest_in_pattern(place - 1)});
    }
    constexpr std::uint64_t kMost = 0xFFFFFFFF;
    overlong.add(6, {kMost + 1, highest_in_pattern(6)});
    for (const std::size_t place : {kLongLead, kPerlLead}) {
      overlong.add(place, {0, highest_in_pattern(place)});
    }
    parts_.accepted.remove(overlong);
    parts_.read = parts_.accepted;
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
    PatternSet& set = at->second == Status::kUnknown    ? parts_.not_answered
                      : at->second == Status::kAccepted ? parts_.accepted
                                                        : parts_.read;
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
    if (gives_values() && gives_exactly(bom(), {kBomValue})) parts_.bom = BomId::kStripBeforeMore;
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

  // Whether these units are one sequence of a value, between markers.
  bool reads_as(const Bytes& units, std::uint64_t value) {
    return gives_values() && gives_exactly(marked(units), marked_values({value}));
  }

  void find_values() {
    if (!gives_values()) return;
    const auto gives = [&](std::size_t place, std::uint64_t value, ValueId id) {
      return gives_exactly(marked(in_pattern(place, value)), marked_values(values_of(id, value)));
    };
    if (gives(3, 0x110000, ValueId::kUtf16)) parts_.values = ValueId::kUtf16;
    if (gives(3, 0x150041, ValueId::kUtf16Pair)) parts_.values = ValueId::kUtf16Pair;
    if (gives(6, 0xFFFFFFFFF, ValueId::kLow32)) parts_.values = ValueId::kLow32;
    if (gives(3, 0x10041, ValueId::kLow16)) parts_.values = ValueId::kLow16;
  }

  void find_leads() {
    const bool two = reads_as({0x8A, 0x80}, 0x280) && reads_as({0xAA, 0x80}, 0x280);
    const bool four = reads_as({0xF9, 0x80, 0x80, 0x80}, 0x40000);
    if (two) parts_.leads = four ? LeadId::kTwoOrFour : LeadId::kContinuationAsTwo;
    if (four && !two) parts_.leads = LeadId::kLongAsFour;
    if (reads_as({0xFE, 0x82, 0x80, 0x80, 0x80, 0x80}, 0x82000000)) {
      parts_.leads = LeadId::kLongAsSix;
    }
    parts_.read_leads = parts_.leads;
  }

  // The same from a verdict alone, where a begun sequence at the end is refused.
  void find_follow_of_verdict() {
    const auto accepts = [&](const Bytes& units) {
      const Response seen = ask(units);
      return seen.is_known && !seen.is_error;
    };
    const auto is_free = [&](std::uint8_t unit) {
      return accepts(marked(Bytes{0xC9, unit})) && accepts(marked(Bytes{0xE1, 0x80, unit})) &&
             accepts(marked(Bytes{0xE1, unit, 0x80})) && !accepts(marked_at_end(Bytes{0xE1, unit}));
    };
    if (is_free(0xC1)) parts_.follow = is_free(0x41) ? FollowId::kMasked : FollowId::kHigh;
  }

  void find_follow() {
    if (is_verdict_alone()) return find_follow_of_verdict();
    if (reads_as({0xC9, 0xC1}, 0x241) && reads_as({0xE1, 0x80, 0xC1}, 0x1001)) {
      parts_.follow = FollowId::kHigh;
    }
    if (reads_as({0xC9, 0x41}, 0x241) && reads_as({0xE1, 0x80, 0x41}, 0x1001)) {
      parts_.follow = FollowId::kMasked;
    }
    if (reads_as({0xC9, 0x41}, 0x201) && reads_as({0xE1, 0x80, 0x41}, 0xFC1)) {
      parts_.follow = FollowId::kAdded;
    }
    if (reads_as({0xC4, 0x80, 0x81}, 0x4001) && reads_as({0xF0, 0x84, 0x80}, 0x100)) {
      parts_.follow = FollowId::kAllThatFollow;
    }
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
    const auto begins_in = [&](const PatternSet& set, std::uint8_t unit) {
      return set.match(ByteView(&unit, 1), {parts_.read_leads, parts_.follow}).prefix > 0;
    };
    const auto begins = [&](std::uint8_t unit) { return begins_in(parts_.read, unit); };
    bool all_begin = true;
    for (unsigned unit = 0xC0; unit <= 0xFF; ++unit) {
      all_begin = all_begin && begins(static_cast<std::uint8_t>(unit));
    }
    const PatternSet& leads = all_begin ? parts_.accepted : parts_.read;
    set_output(ErrorPart::kNoLead, 0xC0, 0xFF,
               [&](std::uint8_t unit) { return !begins_in(leads, unit); });
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

  // What a truncated end can give: the same as other errors, what single units give, that as a
  // raw piece, or U+FFFD.
  std::vector<Output> end_outputs() {
    std::vector<Output> outputs{end_output()};
    const auto add = [&](const Output& more) {
      if (std::ranges::find(outputs, more) == outputs.end()) outputs.push_back(more);
    };
    if (is_raw(outputs[0])) add(piece());
    if (outputs[0].id != OutputId::kError) add(fixed({0xFFFD}));
    return outputs;
  }

  static bool is_raw(const Output& output) {
    return output.id == OutputId::kOffset && output.offset == PLACEMAT_RAW_UNIT64;
  }

  static Output piece() {
    Output output;
    output.id = OutputId::kPiece;
    return output;
  }

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
    PatternSet long_leads = utf8, beyond = parts_.accepted;
    long_leads.add(3, {0x140000, 0x1FFFFF});  // F5..F7
    add(long_leads);
    beyond.add(3, {0x110000, 0x1FFFFF});
    add(beyond);
    PatternSet f4 = parts_.accepted;
    f4.add(3, {0x110000, 0x13FFFF});
    add(f4);
    add(parts_.read.all_of_its_leads());
    PatternSet patterns = parts_.accepted;
    for (std::size_t place = 1; place <= kLongLead; ++place) {
      patterns.add(place, {0, highest_in_pattern(place)});
      if (place >= 3 && place != 4) add(patterns);
    }
    return sets;
  }

  // A decoder that no combination explains, because it reads memory behind its input, for example,
  // would be compared with all of them. What the tests name is found with half of this.
  static constexpr std::size_t kMostComparisons = 20'000'000;
  bool is_over() const { return fewest_ == 0 || comparisons_ > kMostComparisons; }

  // From the plainest combination to others, until none contradicts an answer.
  void find_span_and_end() {
    fewest_ = std::numeric_limits<std::size_t>::max();
    const Composition found = parts_;
    end_outputs_ = end_outputs();
    collect();
    find_pieces(found);
    try_spans_and_ends(found);
    for (const HabitRow& habit : habit_rows()) {
      Composition candidate = parts_;
      candidate.habit = habit.id;
      if (!is_over()) try_one(candidate);
    }
    for (const LeadId leads :
         {LeadId::kLongAsFour, LeadId::kContinuationAsTwo, LeadId::kTwoOrFour}) {
      Composition other = found;
      other.read_leads = leads;
      if (leads != found.read_leads) try_spans_and_ends(other);
    }
    try_spans_and_ends(found, SpanId::kUnit);
    find_refused_wholes(found);
    find_habits(found);
  }

  void try_spans_and_ends(const Composition& found, std::optional<SpanId> of_whole = {}) {
    for (const PatternSet& read : sets_to_read()) {
      for (const SpanRow& span : span_rows()) {
        if (is_over()) return;
        // Nothing comes out behind a refused error, so no answer shows what it spans.
        if (refuses_errors(found) && span.id != span_rows().front().id) break;
        Composition candidate = found;
        candidate.read = read;
        candidate.spans.fill(span.id);
        if (of_whole) candidate.spans[static_cast<std::size_t>(ErrorPart::kWhole)] = *of_whole;
        try_ends(candidate);
      }
    }
  }

  static bool refuses_errors(const Composition& parts) {
    return parts.habit != HabitId::kPassesNothing &&
           std::ranges::all_of(parts.outputs,
                               [](const Output& output) { return output.id == OutputId::kError; });
  }

  // Most answers show nothing of the end, so they are compared once for all of its rules.
  void try_ends(Composition candidate) {
    candidate.end = EndId::kError;
    candidate.tail = TailId::kAccepted;
    candidate.end_output = {};
    if (is_hopeless(candidate)) return;
    Answers of_the_end;
    const std::size_t elsewhere = contradictions_elsewhere(candidate, of_the_end);
    const auto try_this = [&] {
      if (elsewhere >= fewest_) return;
      adopt(candidate, elsewhere + contradictions(of_the_end, candidate, fewest_ - elsewhere));
    };
    for (const EndRow& end : end_rows()) {
      if (end.id == EndId::kKept) continue;  // the same values as dropped
      for (const TailId tail : tail_ids()) {
        if (elsewhere >= fewest_ || (end.id == EndId::kError && tail != TailId::kAccepted)) {
          continue;
        }
        candidate.end = end.id;
        candidate.tail = tail;
        for (const Output& output : end_outputs_) {
          if (has_output(end.id) && end.id != EndId::kLead && output == Output{}) continue;
          candidate.end_output = has_output(end.id) ? output : Output{};
          try_this();
          if (!has_output(end.id)) break;
        }
      }
    }
  }

  void try_one(const Composition& candidate) {
    if (is_hopeless(candidate)) return;
    adopt(candidate, contradictions(answers_, candidate, fewest_));
  }

  void adopt(const Composition& candidate, std::size_t count) {
    if (count >= fewest_) return;
    fewest_ = count;
    parts_ = candidate;
    fewest_of_sample_ = contradictions_of_sample(candidate, sample_.size());
  }

  // True where a sample of the answers contradicts far more than the best combination so far. One
  // that no answer contradicts is never hopeless.
  bool is_hopeless(const Composition& candidate) {
    const std::size_t most = fewest_of_sample_ + fewest_of_sample_ / 4 + kMargin;
    return contradictions_of_sample(candidate, most + 1) > most;
  }

  // Whatever its end is.
  std::size_t contradictions_of_sample(const Composition& candidate, std::size_t most) {
    return count_contradictions(sample_, most, [&](const Exchange* one) {
      ++comparisons_;
      const Predicted predicted = predict(candidate, one->units);
      return predicted.may_be_cut_off || agrees(predicted, one->seen);
    });
  }

  // An error that comes out as one raw piece, where single units come out raw and some answer has a
  // piece of several. It comes first, because the search can end before all is compared.
  void find_pieces(const Composition& found) {
    const auto is_of_several = [](std::uint64_t value) { return raw_units(value).size() > 1; };
    const bool has_pieces = std::ranges::any_of(known_, [&](const Exchange& one) {
      return std::ranges::any_of(one.seen.values, is_of_several);
    });
    if (!has_pieces) return;
    Composition candidate = found;
    for (Output& output : candidate.outputs) {
      if (is_raw(output)) output = piece();
    }
    if (!(candidate == found)) try_spans_and_ends(candidate);
  }

  void find_habits(const Composition& found) {
    for (const HabitRow& habit : habit_rows()) {
      if (habit.id == HabitId::kNone) continue;
      Composition candidate = found;
      candidate.habit = habit.id;
      // What single units give, each unit of several gives.
      for (Output& output : candidate.outputs) {
        output.is_each = output.is_each || (takes_lead(habit.id) && output.id == OutputId::kDigits);
      }
      const Bytes shown_by = marked(Bytes(habit.shown_by.begin(), habit.shown_by.end()));
      if (!habit.shown_by.empty() && !explains(candidate, shown_by, ask(shown_by))) continue;
      // A shortened sequence looks like one of another lead.
      if (habit.id == HabitId::kShortens) {
        candidate.leads = candidate.read_leads = LeadId::kByPattern;
      }
      try_spans_and_ends(candidate);
    }
  }

  // Complete sequences that are refused, where other errors are not.
  void find_refused_wholes(const Composition& found) {
    Composition candidate = found;
    Output& whole = candidate.outputs[static_cast<std::size_t>(ErrorPart::kWhole)];
    const bool has_errors =
        std::ranges::any_of(known_, [](const Exchange& one) { return one.seen.is_error; });
    if (fewest_ == 0 || !has_errors || whole.id == OutputId::kError) return;
    whole = {};
    whole.id = OutputId::kError;
    try_spans_and_ends(candidate);
  }

  // One kind of error that spans something else than the others.
  void find_other_spans() {
    for (std::size_t part = 0; part < kErrorPartCount; ++part) {
      for (const SpanRow& span : span_rows()) {
        if (is_over()) return;
        Composition candidate = parts_;
        candidate.spans[part] = span.id;
        try_one(candidate);
      }
    }
  }

  // Resets parts that explain no answer.
  void simplify() {
    const auto reset = [&](auto Composition::* part) {
      Composition candidate = parts_;
      candidate.*part = {};
      if (candidate == parts_ || contradictions(answers_, candidate, fewest_ + 1) > fewest_) return;
      parts_ = std::move(candidate);
    };
    reset(&Composition::values);
    reset(&Composition::leads);
    reset(&Composition::read_leads);
    reset(&Composition::follow);
    reset(&Composition::habit);
    const auto adopt_plainer = [&](Composition candidate) {
      if (contradictions(answers_, candidate, fewest_ + 1) <= fewest_)
        parts_ = std::move(candidate);
    };
    Composition without_more = parts_;
    without_more.read = parts_.accepted;
    without_more.read_leads = parts_.leads;
    adopt_plainer(without_more);
    for (Output& output : without_more.outputs) output = this->output(ErrorPart::kContinuation);
    adopt_plainer(without_more);
  }

  // A few values that come out as others, between markers.
  void find_substitutions() {
    constexpr std::size_t kMost = 3;
    Composition candidate = parts_;
    for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
      for (const auto& [value, status] : statuses_[place]) {
        const Response seen = ask(marked(in_pattern(place, value)));
        if (!seen.is_known || seen.is_error || !seen.has_values) continue;
        const Bytes units = marked(in_pattern(place, value));
        if (explains(parts_, units, seen) || !is_shortest(place, value)) continue;
        if (candidate.substitutions.size() == kMost) return;
        candidate.substitutions.push_back({value, between_markers(seen.values)});
        candidate.accepted.add(place, {value, value});
      }
    }
    if (!candidate.substitutions.empty()) try_one(candidate);
  }

  struct Exchange {
    Bytes units;
    Response seen;
  };
  using Answers = std::vector<const Exchange*>;

  // The answers of this side, shortest first.
  void collect() {
    for (const auto& [key, seen] : evidence_.asked()) {
      Response response = response_of(seen, side_);
      if (response.is_known) known_.push_back({Evidence::units_of(key), std::move(response)});
    }
    for (const Exchange& answer : known_) answers_.push_back(&answer);
    const std::size_t step = std::max<std::size_t>(1, answers_.size() / kSample);
    for (std::size_t i = 0; i < answers_.size(); i += step) sample_.push_back(answers_[i]);
    fewest_of_sample_ = sample_.size();
  }

  std::size_t contradictions(Answers& answers, const Composition& candidate, std::size_t most) {
    return count_contradictions(answers, most, [&](const Exchange* one) {
      ++comparisons_;
      return explains(candidate, one->units, one->seen);
    });
  }

  // The contradictions among the answers that show nothing of the end, up to `fewest_`; the others
  // are `of_the_end`.
  std::size_t contradictions_elsewhere(const Composition& candidate, Answers& of_the_end) {
    return count_contradictions(answers_, fewest_, [&](const Exchange* one) {
      ++comparisons_;
      const Predicted predicted = predict(candidate, one->units);
      if (predicted.may_be_cut_off) of_the_end.push_back(one);
      return predicted.may_be_cut_off || agrees(predicted, one->seen);
    });
  }

  Evidence& evidence_;
  Side side_;
  Composition parts_;
  std::size_t fewest_ = 0;       // answers that contradict `parts_`
  std::size_t comparisons_ = 0;  // of an answer with a combination
  std::vector<Output> end_outputs_;
  std::array<Statuses, kPatternLengths.size()> statuses_;
  std::deque<Exchange> known_;
  Answers answers_;
  static constexpr std::size_t kSample = 500, kMargin = 8;
  Answers sample_;                    // about kSample of them
  std::size_t fewest_of_sample_ = 0;  // of the sample, those that contradict `parts_`
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
  return agrees(predict(composition, units), seen);
}

}  // namespace placemat
