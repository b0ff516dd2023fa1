#include "harness/identify/compose.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>

#include "harness/decoder/raw_unit.h"

namespace placemat {
namespace {

using Values = std::vector<std::uint64_t>;
using ByUnit = std::map<std::uint8_t, Values>;

// Stands around the units in question: no digit of an escape, and no unit of a sequence.
constexpr std::uint8_t kMarker = 'z';
// More than any lead announces, so that a part remains.
constexpr std::size_t kMarkersAfter = 13;

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
  static const Bytes kAfter(kMarkersAfter, kMarker);
  return joined({marker(), units, kAfter});
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

// One of each kind, to be asked after letters.
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

// The digits of the first byte within its values, with what stands around them.
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

Output of_kind(OutputId id) {
  Output output;
  output.id = id;
  return output;
}

// The plainest output that gives all of these.
std::optional<Output> output_of(const ByUnit& seen) {
  if (seen.empty()) return std::nullopt;
  const auto& [unit, values] = *seen.begin();
  const Output same = fixed(values);
  if (gives(same, seen)) return same;
  if (values.size() == 1) {
    Output offset = of_kind(OutputId::kOffset);
    offset.offset = values[0] - unit;
    if (gives(offset, seen)) return offset;
    if (gives(of_kind(OutputId::kWindows1252), seen)) return of_kind(OutputId::kWindows1252);
  }
  for (const DigitsId digits :
       {DigitsId::kUpperHex, DigitsId::kLowerHex, DigitsId::kOctal, DigitsId::kDecimal}) {
    if (auto escape = with_digits(digits, seen)) return escape;
  }
  return std::nullopt;
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
    gives_values_ = ask(marker()).has_values;
    find_outputs();
    parts_.output = outputs_.front();
    find_sets();
    find_bom();
    find_nul();
    find_pairs();
    collect();
    find_span_and_end();
    simplify();
    return parts_;
  }

 private:
  enum class Status : std::uint8_t { kUnknown, kOther, kWhole, kAccepted };
  using Statuses = std::map<std::uint64_t, Status>;

  Response ask(ByteView units) { return response_of(evidence_.see(units), side_); }

  bool gives_exactly(ByteView units, const Values& values) {
    const Response seen = ask(units);
    return seen.is_known && !seen.is_error && (!seen.has_values || seen.values == values);
  }

  // ---- what comes out of an error ----

  // What some single bytes give; an error where one of them is refused, or where only a verdict
  // shows.
  std::optional<Output> output_of_bytes(unsigned first, unsigned last, bool at_end) {
    ByUnit seen;
    for (unsigned unit = first; unit <= last; ++unit) {
      const auto u = static_cast<std::uint8_t>(unit);
      const Response response = ask(at_end ? marked_at_end({&u, 1}) : marked({&u, 1}));
      if (!response.is_known) continue;
      if (response.is_error) return of_kind(OutputId::kError);
      if (response.has_values) seen[u] = between_markers(response.values);
    }
    return output_of(seen);
  }

  void add_output(const std::optional<Output>& output, std::vector<Output>& outputs) {
    if (output && std::ranges::find(outputs, *output) == outputs.end()) outputs.push_back(*output);
  }

  // A continuation byte, one that begins no sequence and a lead have one each; U+FFFD is last.
  void find_outputs() {
    if (side_ == Side::kStrict && !gives_values_) {
      outputs_ = end_outputs_ = {of_kind(OutputId::kError)};
      return;
    }
    for (const auto& [first, last] : {std::pair(0x80u, 0xBFu), {0xF8u, 0xFFu}, {0xC2u, 0xF4u}}) {
      add_output(output_of_bytes(first, last, false), outputs_);
    }
    if (outputs_.empty()) outputs_ = {fixed({0xFFFD})};
    add_output(output_of_bytes(0xC2, 0xF4, true), end_outputs_);
    add_output(outputs_.front(), end_outputs_);
    if (is_raw(outputs_.front())) {
      add_output(of_kind(OutputId::kPiece), outputs_);
      add_output(of_kind(OutputId::kPiece), end_outputs_);
    }
    if (end_outputs_.front().id != OutputId::kError) add_output(fixed({0xFFFD}), end_outputs_);
  }

  static bool is_raw(const Output& output) {
    return output.id == OutputId::kOffset && output.offset == PLACEMAT_RAW_UNIT64;
  }

  // ---- the accepted set, and what is read ----

  Status status_of(std::size_t place, std::uint64_t value) {
    const Bytes units = in_pattern(place, value);
    const Response seen = ask(marked(units));
    if (!seen.is_known) return Status::kUnknown;
    if (seen.is_error) return Status::kOther;
    if (!seen.has_values) return Status::kAccepted;
    const Values values = between_markers(seen.values);
    const Values usual = parts_.output.of(units[0]);
    const bool is_ambiguous = values == usual && !is_shortest(place, value);
    if (!is_ambiguous && (seen.values == marked_values(value) || value == kMarker)) {
      return Status::kAccepted;
    }
    // Where a continuation byte alone is refused, what comes out comes from the sequence.
    const bool is_refusing = parts_.output.id == OutputId::kError;
    const bool is_one = is_refusing || values.size() == 1 || values == usual;
    return is_one && units.size() > 1 ? Status::kWhole : Status::kOther;
  }

  static Values marked_values(std::uint64_t value) {
    Values whole{kMarker, value};
    whole.insert(whole.end(), kMarkersAfter, kMarker);
    return whole;
  }

  static bool is_shortest(std::size_t place, std::uint64_t value) {
    return place == 0 || (value > highest_in_pattern(place - 1) && is_scalar(value));
  }

  void find_sets() {
    for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
      Statuses& statuses = statuses_[place];
      ask_about(place, pattern_edges()[place]);
      while (halve(place)) {
      }
      for (auto at = statuses.begin(); at != statuses.end(); ++at) add_to_sets(place, at);
    }
    parts_.accepted.add(parts_.not_answered);
    parts_.read.add(parts_.accepted);
  }

  void ask_about(std::size_t place, const std::vector<std::uint64_t>& values) {
    std::vector<Bytes> inputs;
    for (const std::uint64_t value : values) inputs.push_back(marked(in_pattern(place, value)));
    evidence_.prefetch(inputs);
    for (const std::uint64_t value : values) statuses_[place][value] = status_of(place, value);
  }

  // Asks in the middle of every gap between two values of different status; false when none is
  // left. A decoder whose set is scattered is not followed further.
  bool halve(std::size_t place) {
    constexpr std::size_t kMaxValues = 1000;
    const Statuses& statuses = statuses_[place];
    if (statuses.size() > kMaxValues) return false;
    std::vector<std::uint64_t> middles;
    for (auto at = statuses.begin(); std::next(at) != statuses.end(); ++at) {
      const auto next = std::next(at);
      if (at->second == next->second || next->first - at->first < 2) continue;
      middles.push_back(at->first + (next->first - at->first) / 2);
    }
    ask_about(place, middles);
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
    const Values alone{kMarker};
    if (gives_exactly(joined({marker(), bom(), marker()}), {kMarker, kMarker}) && gives_values_) {
      parts_.bom = BomId::kStripEvery;
      parts_.accepted.add(2, {kBomValue, kBomValue});
      return;
    }
    // A verdict shows only that a refused value is taken at the start.
    if (!gives_exactly(joined({bom(), marker()}), alone)) return;
    if (!gives_values_ && parts_.accepted.contains(2, kBomValue)) return;
    parts_.bom = BomId::kStripLeading;
    if (gives_values_ && gives_exactly(bom(), {kBomValue})) parts_.bom = BomId::kStripBeforeMore;
    if (gives_exactly(joined({bom(), bom(), marker()}), alone)) {
      parts_.bom = BomId::kStripAllLeading;
    }
  }

  void find_nul() {
    const Bytes units{kMarker, 0x00, kMarker};
    if (!gives_values_ || !gives_exactly(units, {kMarker})) return;
    parts_.ends_at_nul = true;
    parts_.accepted.add(0, {0, 0});
    parts_.read.add(0, {0, 0});
  }

  void find_pairs() {
    const Bytes pair{0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80};
    const bool is_one = gives_exactly(marked(pair), marked_values(0x10000));
    const bool has_high = parts_.accepted.contains(2, 0xD800),
               has_low = parts_.accepted.contains(2, 0xDC00);
    if (is_one && has_high && has_low && gives_values_) parts_.pairs = PairId::kJoined;
    if (is_one && !has_high && !has_low) parts_.pairs = PairId::kOnlyPairs;
  }

  // ---- what an error spans, and the end ----

  static std::vector<PatternSet> sets_to_read(const Composition& found) {
    std::vector<PatternSet> sets{found.read};
    const auto add = [&](const PatternSet& set) {
      if (std::ranges::find(sets, set) == sets.end()) sets.push_back(set);
    };
    add(found.accepted);
    // Additions that are checked after a subpart was found change no span.
    add(pattern_set_of(dialect(DialectId::kUtf8)).value());
    add(found.accepted.all_of_its_leads());
    add(found.read.all_of_its_leads());
    PatternSet patterns = found.accepted;
    for (std::size_t place = 1; place <= kLongLead; ++place) {
      patterns.add(place, {0, highest_in_pattern(place)});
      if (place >= 3 && place != 4) add(patterns);
    }
    return sets;
  }

  // From the plainest combination to others, until none contradicts an answer.
  void find_span_and_end() {
    const Composition found = parts_;
    fewest_ = std::numeric_limits<std::size_t>::max();
    for (const Output& output : outputs_) {
      for (const PatternSet& read : sets_to_read(found)) {
        for (const SpanRow& span : span_rows()) {
          if (fewest_ == 0) return;
          // Nothing comes out after a refused error, so no answer shows what it spans.
          if (output.id == OutputId::kError && span.id != SpanId::kSubpart) break;
          Composition candidate = found;
          candidate.output = output;
          candidate.read = read;
          candidate.span = span.id;
          try_ends(candidate);
        }
      }
    }
  }

  // Most answers show nothing of the end, so they are compared once for all of its rules.
  void try_ends(Composition candidate) {
    Answers of_the_end;
    const std::size_t elsewhere = contradictions_elsewhere(candidate, of_the_end);
    for (const EndRow& end : end_rows()) {
      if (end.id == EndId::kKept) continue;  // the same values as dropped
      candidate.end = end.id;
      for (const TailRow& tail : tail_rows()) {
        if (elsewhere >= fewest_) return;
        if (end.id == EndId::kError && tail.id != TailId::kAccepted) continue;
        candidate.tail = tail.id;
        for (const Output& output : end_outputs_) {
          // Nothing that comes out is what a dropped end gives.
          if (has_output(end.id) && end.id != EndId::kLead && output == Output{}) continue;
          candidate.end_output = has_output(end.id) ? output : Output{};
          adopt(candidate, elsewhere + contradictions(of_the_end, candidate, fewest_ - elsewhere));
          if (!has_output(end.id) || elsewhere >= fewest_) break;
        }
      }
    }
  }

  void adopt(const Composition& candidate, std::size_t count) {
    if (count >= fewest_) return;
    fewest_ = count;
    parts_ = candidate;
  }

  // What errors span besides the accepted set is dropped where it explains no answer.
  void simplify() {
    Composition plainer = parts_;
    plainer.read = parts_.accepted;
    if (contradictions(answers_, plainer, fewest_ + 1) <= fewest_) parts_ = std::move(plainer);
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
  }

  static std::size_t contradictions(Answers& answers, const Composition& candidate,
                                    std::size_t most) {
    return count_contradictions(answers, most, [&](const Exchange* one) {
      return explains(candidate, one->units, one->seen);
    });
  }

  // The contradictions among the answers that show nothing of the end, up to `fewest_`; the others
  // are `of_the_end`.
  std::size_t contradictions_elsewhere(const Composition& candidate, Answers& of_the_end) {
    return count_contradictions(answers_, fewest_, [&](const Exchange* one) {
      const Predicted predicted = predict(candidate, one->units);
      if (predicted.may_be_cut_off) of_the_end.push_back(one);
      return predicted.may_be_cut_off || agrees(predicted, one->seen);
    });
  }

  Evidence& evidence_;
  Side side_;
  bool gives_values_ = false;
  Composition parts_;
  std::size_t fewest_ = 0;  // answers that contradict `parts_`
  std::vector<Output> outputs_, end_outputs_;
  std::array<Statuses, kPatternLengths.size()> statuses_;
  std::deque<Exchange> known_;
  Answers answers_;
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
      const Bytes letters(padding, 'A'), after{'A'};
      inputs.push_back(joined({letters, item, after}));
    }
  }
  return inputs;
}

Composition compose(Evidence& evidence, Side side) { return Composer(evidence, side).compose(); }

bool explains(const Composition& composition, ByteView units, const Response& seen) {
  return agrees(predict(composition, units), seen);
}

}  // namespace placemat
