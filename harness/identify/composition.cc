#include "harness/identify/composition.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harness/decoder/raw_unit.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

// The kind of error whose span is stated first.
constexpr std::size_t kSpanOfMost = static_cast<std::size_t>(ErrorPart::kBroken);
constexpr std::uint64_t kBomValue = 0xFEFF;
// Above every value: an adapter states a unit that came out as it was.
constexpr std::uint64_t kRawUnit = PLACEMAT_RAW_UNIT64;

constexpr std::array kSpans{
    SpanRow{SpanId::kSubpart, "a maximal subpart"},
    SpanRow{SpanId::kUnit, "one unit"},
    SpanRow{SpanId::kSubpartAndNext, "a maximal subpart and the unit that ends it"},
    SpanRow{SpanId::kSubpartAndContinuation,
            "a maximal subpart and the continuation unit that ends it"},
    SpanRow{SpanId::kSubpartAndNonLead,
            "a maximal subpart and the unit that ends it, unless that begins a sequence"},
    SpanRow{SpanId::kAnnounced, "as many units as its lead announces, whatever they are"},
    SpanRow{SpanId::kAnnouncedToLead,
            "as many units as its lead announces, up to one that begins a sequence"},
    SpanRow{SpanId::kContinuations, "a unit and, after a lead, all continuation units that follow"},
    SpanRow{SpanId::kContinuationRun, "a unit and all continuation units that follow"},
    SpanRow{SpanId::kToStart, "a unit and all that follow, up to one of 00..7F or C0..FD"},
    SpanRow{SpanId::kRun, "the whole run of ill-formed units"},
    SpanRow{SpanId::kRest, "the rest of the input"},
    SpanRow{SpanId::kEverything, "all of the input"},
};

constexpr std::array kBoms{
    BomRow{BomId::kKeep, "a leading BOM is kept"},
    BomRow{BomId::kStripLeading, "a leading BOM is stripped"},
    BomRow{BomId::kStripBeforeMore, "a leading BOM is stripped unless it is all of the input"},
    BomRow{BomId::kStripTwo, "two leading BOMs are stripped"},
    BomRow{BomId::kStripAllLeading, "all leading BOMs are stripped"},
    BomRow{BomId::kStripEvery, "every BOM is stripped"},
};

constexpr std::array kEnds{
    EndRow{EndId::kError, "a truncated end is an error"},
    EndRow{EndId::kOneError, "a truncated end is one error"},
    EndRow{EndId::kEachUnit, "each unit of a truncated end is an error"},
    EndRow{EndId::kLead, "the first unit of a truncated end is an error of its own"},
    EndRow{EndId::kFilled, "missing units of a truncated end count as 80"},
    EndRow{EndId::kAllLost, "a truncated end leaves nothing of the whole result"},
    EndRow{EndId::kDropped, "a truncated end is dropped"},
    EndRow{EndId::kKept, "a truncated end is kept for later"},
};

constexpr std::array kTailIds{TailId::kAccepted, TailId::kRead,      TailId::kPatternOf4,
                              TailId::kPattern,  TailId::kAnnounced, TailId::kAnnouncedWithNul};

constexpr std::array kPairs{
    PairRow{PairId::kSeparate, ""},
    PairRow{PairId::kJoined, ", surrogate pairs joined"},
    PairRow{PairId::kOnlyPairs, ", surrogate pairs as one value"},
    PairRow{PairId::kRefused, ", no low surrogate after a high one"},
};

constexpr std::array kValues{
    MappingRow{ValueId::kItself, ""},
    MappingRow{ValueId::kUtf16,
               ", values beyond 10FFFF as the two 16-bit units that the formula of UTF-16 gives"},
    MappingRow{ValueId::kUtf16Pair,
               ", values beyond 10FFFF as the surrogate pair of the low 20 bits of their distance "
               "from 10000"},
    MappingRow{ValueId::kLow32, ", values cut to their low 32 bits"},
    MappingRow{ValueId::kLow16, ", values cut to their low 16 bits"},
};

// What an automaton does that goes on from its state for a refused unit, where that is the next
// column of the row for the start: kTakesLead and its like.
constexpr std::string_view kTakesLeadWords =
    "each of 80..C1, ED and F5..FF takes a lead and its continuation units along, each lead read "
    "as one of the next kind (C0, C1, ED and F5..FF as C2, C2..DF as E1, E1..EE as EF, EF as F4, "
    "F4 as F1, F1..F3 as E0, E0 as F0)";
constexpr std::string_view kLeadTaken = "\x80\xC2\xA0\x80";

constexpr std::array kHabits{
    HabitRow{HabitId::kNone, ""},
    HabitRow{HabitId::kRefusesNothing, "input of which no value is left is refused"},
    HabitRow{HabitId::kPassesNothing, "errors with no value beside them are not reported"},
    HabitRow{HabitId::kShortens,
             "an unfinished sequence is decoded as if its lead announced as many units as it has, "
             "where that is accepted"},
    HabitRow{HabitId::kTakesLead, "all of it is one error", kLeadTaken},
    HabitRow{HabitId::kTakesLeadAsValue,
             "all of it is one value, of the low seven bits of its first unit, none of 80..BF, and "
             "the low six of each other",
             kLeadTaken},
    HabitRow{HabitId::kTakesLeadRaw, "all of it is accepted and passed on", kLeadTaken},
    HabitRow{HabitId::kLosesUnfinished,
             "where the first error is a single unit that begins no sequence, each unfinished "
             "sequence behind it is lost with the unit that ends it",
             "\x80\xC2zz"},
    HabitRow{HabitId::kHighFirst,
             "the lead of a sequence of 4 units gives its high surrogate where only the last unit "
             "is wrong or missing",
             "\xF0\x90\x80zz"},
};

const HabitRow& habit_row(HabitId id) {
  return *std::ranges::find_if(kHabits, [&](const HabitRow& row) { return row.id == id; });
}

template <class Rows, class Id>
std::string_view words_of(const Rows& rows, Id id) {
  return std::ranges::find_if(rows, [&](const auto& row) { return row.id == id; })->words;
}

// Windows-1252 from 80; five units are undefined there, and mean themselves.
constexpr std::array<std::uint16_t, 32> kWindows1252{
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

// Short values, one by one: a search predicts millions of answers.
void append(std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& values) {
  for (const std::uint64_t value : values) all.push_back(value);
}

void append_digits(std::vector<std::uint64_t>& all, DigitsId id, std::uint8_t unit) {
  const bool is_octal = id == DigitsId::kOctal, is_decimal = id == DigitsId::kDecimal;
  const unsigned base = is_octal ? 8 : is_decimal ? 10 : 16;
  const unsigned first_of_all = is_octal ? 64 : is_decimal ? 1 : 16;
  const std::string_view digits =
      id == DigitsId::kLowerHex ? "0123456789abcdef" : "0123456789ABCDEF";
  unsigned place = first_of_all;
  while (unit / place >= base) place *= base;
  for (; place > 0; place /= base) {
    all.push_back(static_cast<std::uint64_t>(digits[unit / place % base]));
  }
}

bool is_continuation(std::uint8_t unit) { return (unit & 0xC0) == 0x80; }
bool is_high(std::uint64_t value) { return value >= 0xD800 && value <= 0xDBFF; }
bool is_low(std::uint64_t value) { return value >= 0xDC00 && value <= 0xDFFF; }

// The bit patterns of at most `most` units, without Perl's.
const PatternSet& patterns_of(std::size_t most) {
  static const auto up_to = [](std::size_t units) {
    PatternSet all;
    for (std::size_t place = 0; place < kPerlLead; ++place) {
      if (kPatternLengths[place] <= units) all.add(place, {0, highest_in_pattern(place)});
    }
    return all;
  };
  static const PatternSet kOf4 = up_to(4), kAll = up_to(8);
  return most == 4 ? kOf4 : kAll;
}

// Walks one input.
class Walk {
 public:
  Walk(const Composition& parts, ByteView units) : parts_(parts), units_(units) {
    if (parts.ends_at_nul) {
      const auto nul = std::ranges::find(units, std::uint8_t{0});
      units_ = units.first(static_cast<std::size_t>(nul - units.begin()));
    }
  }

  Predicted run() {
    out_.values.reserve(4 * units_.size());  // an escape of each unit
    strip_leading();
    const bool has_ascii = accepts_ascii_as_itself();
    while (at_ < units_.size() && (!out_.is_error || parts_.habit == HabitId::kPassesNothing)) {
      if (has_ascii && units_[at_] < 0x80) {
        take_ascii();
      } else if (!take_accepted()) {
        take_error();
      }
    }
    if (parts_.habit == HabitId::kRefusesNothing && out_.values.empty() && !units_.empty()) {
      out_.is_error = true;
    }
    if (parts_.habit == HabitId::kPassesNothing && out_.values.empty()) out_.is_error = false;
    if (has_passed_ && !out_.is_error) pass_raw();
    if (out_.is_error) out_.values.clear();
    return std::move(out_);
  }

 private:
  ByteView rest() const { return units_.subspan(at_); }

  void strip_leading() {
    std::size_t most = 0;
    if (parts_.bom == BomId::kStripLeading) most = 1;
    if (parts_.bom == BomId::kStripTwo) most = 2;
    if (parts_.bom == BomId::kStripAllLeading) most = units_.size();
    static const Bytes bom = in_pattern(2, kBomValue);
    if (parts_.bom == BomId::kStripBeforeMore && units_.size() > bom.size()) most = 1;
    for (; most > 0 && rest().size() >= bom.size(); --most) {
      if (!std::ranges::equal(rest().first(bom.size()), bom)) return;
      at_ += bom.size();
    }
  }

  // A pair of surrogates in six units, where single ones are not accepted.
  bool take_pair() {
    if (parts_.pairs != PairId::kOnlyPairs || rest().size() < 6) return false;
    static const PatternSet kSurrogates = [] {
      PatternSet set;
      set.add(2, {0xD800, 0xDFFF});
      return set;
    }();
    const PatternMatch high = kSurrogates.match(rest()), low = kSurrogates.match(rest().subspan(3));
    if (!high.is_complete || !low.is_complete || !is_high(high.value) || !is_low(low.value)) {
      return false;
    }
    out_.values.push_back(0x10000 + ((high.value - 0xD800) << 10) + (low.value - 0xDC00));
    at_ += 6;
    return true;
  }

  // Most units of most inputs are ASCII, and in most compositions each of them is one value.
  bool accepts_ascii_as_itself() const {
    return parts_.substitutions.empty() && parts_.values == ValueId::kItself &&
           std::ranges::equal(parts_.accepted.ranges(0), std::array{ValueRange{0x00, 0x7F}});
  }

  void take_ascii() {
    for (; at_ < units_.size() && units_[at_] < 0x80; ++at_) out_.values.push_back(units_[at_]);
    in_run_ = after_high_ = false;
  }

  bool take_accepted() {
    const PatternMatch match = parts_.accepted.match(rest(), accepting());
    if (!match.is_complete) {
      if (!take_pair()) return false;
      in_run_ = after_high_ = false;
      return true;
    }
    if (parts_.pairs == PairId::kRefused && after_high_ && is_low(match.value)) return false;
    at_ += match.announced;
    put_next(match.value);
    return true;
  }

  void put_next(std::uint64_t value) {
    in_run_ = false;
    if (parts_.bom == BomId::kStripEvery && value == kBomValue) return;
    if (parts_.pairs == PairId::kJoined && after_high_ && is_low(value)) {
      out_.values.back() = 0x10000 + ((out_.values.back() - 0xD800) << 10) + (value - 0xDC00);
      after_high_ = false;
      return;
    }
    put(value);
    after_high_ = is_high(value);
  }

  Reading accepting() const { return {parts_.leads, parts_.follow}; }
  Reading reading() const { return {parts_.read_leads, parts_.follow}; }

  void put(std::uint64_t value) {
    const auto other = std::ranges::find(parts_.substitutions, value, &Substitution::value);
    if (other == parts_.substitutions.end() && parts_.values == ValueId::kItself) {
      return out_.values.push_back(value);
    }
    const bool is_itself = other == parts_.substitutions.end();
    const auto values = is_itself ? values_of(parts_.values, value) : other->gives;
    out_.values.insert(out_.values.end(), values.begin(), values.end());
  }

  PatternMatch read() const {
    if (parts_.pairs != PairId::kRefused || !after_high_) {
      return parts_.read.match(rest(), reading());
    }
    PatternSet low, set = parts_.read;
    low.add(2, {0xDC00, 0xDFFF});
    set.remove(low);
    return set.match(rest(), reading());
  }

  bool is_cut_off(TailId tail) const {
    const auto is_prefix_in = [&](const PatternSet& set) {
      const PatternMatch match = set.match(rest(), reading());
      return match.prefix == rest().size() && !match.is_complete;
    };
    switch (tail) {
      case TailId::kAccepted:
        return is_prefix_in(parts_.accepted);
      case TailId::kRead:
        return is_prefix_in(parts_.read);
      case TailId::kPatternOf4:
        return is_prefix_in(patterns_of(4));
      case TailId::kPattern:
        return is_prefix_in(patterns_of(8));
      case TailId::kAnnounced:
      case TailId::kAnnouncedWithNul: {
        const PatternMatch match = parts_.read.match(rest(), reading());
        const std::size_t nul = tail == TailId::kAnnouncedWithNul ? 1 : 0;
        return match.prefix > 0 && match.announced > rest().size() + nul;
      }
    }
    return false;
  }

  bool may_be_cut_off() const {
    if (parts_.follow != FollowId::kAllThatFollow &&
        most_announced(rest()[0], parts_.read_leads) <= rest().size()) {
      return false;
    }
    return std::ranges::any_of(kTailIds, [&](TailId tail) { return is_cut_off(tail); });
  }

  // True when the end of input has a rule of its own, which is then applied.
  bool take_end() {
    if (parts_.end == EndId::kError) {
      out_.may_be_cut_off = out_.may_be_cut_off || may_be_cut_off();
      return false;
    }
    if (!is_cut_off(parts_.tail)) return false;
    const ByteView tail = rest();
    if (parts_.end == EndId::kOneError) emit(parts_.end_output, tail);
    if (parts_.end == EndId::kEachUnit) {
      for (std::size_t i = 0; i < tail.size(); ++i) emit(parts_.end_output, tail.subspan(i, 1));
    }
    if (parts_.end == EndId::kAllLost) out_.values.clear();
    if (parts_.end == EndId::kFilled) fill(tail);
    if (parts_.end == EndId::kLead) emit(parts_.end_output, tail.first(1));
    at_ = parts_.end == EndId::kLead ? at_ + 1 : units_.size();
    return true;
  }

  // Decodes a sequence with zero bits for its missing units.
  void fill(ByteView tail) {
    constexpr std::size_t kMostMissing = 12;
    Bytes units(tail.size() + kMostMissing, 0x80);
    copy_units(units.data(), tail);
    const PatternMatch match = parts_.accepted.match(units, accepting());
    if (match.is_complete) return put_next(match.value);
    emit(parts_.outputs[static_cast<std::size_t>(part_of(match, tail[0]))], tail);
  }

  static ErrorPart part_of(const PatternMatch& match, std::uint8_t unit) {
    if (match.is_complete) return ErrorPart::kWhole;
    if (match.prefix > 0) return ErrorPart::kBroken;
    return is_continuation(unit) ? ErrorPart::kContinuation : ErrorPart::kNoLead;
  }

  bool begins_sequence(std::uint8_t unit) const {
    return parts_.accepted.match(ByteView(&unit, 1), accepting()).prefix > 0 ||
           parts_.read.match(ByteView(&unit, 1), reading()).prefix > 0;
  }

  std::size_t continuations_from(std::size_t n) const {
    while (n < rest().size() && is_continuation(rest()[n])) ++n;
    return n;
  }

  SpanId span_of(const PatternMatch& match) const {
    return parts_.spans[static_cast<std::size_t>(part_of(match, rest()[0]))];
  }

  std::size_t span(const PatternMatch& match) const {
    const std::size_t left = rest().size();
    const std::size_t subpart = std::max<std::size_t>(match.prefix, 1);
    const bool ends_early = match.prefix > 0 && !match.is_complete && subpart < left;
    switch (span_of(match)) {
      case SpanId::kSubpart:
      case SpanId::kRun:
        return subpart;
      case SpanId::kUnit:
        return 1;
      case SpanId::kSubpartAndNext:
        return subpart + (ends_early ? 1 : 0);
      case SpanId::kSubpartAndContinuation:
        return subpart + (ends_early && is_continuation(rest()[subpart]) ? 1 : 0);
      case SpanId::kSubpartAndNonLead:
        return subpart + (ends_early && !begins_sequence(rest()[subpart]) ? 1 : 0);
      case SpanId::kAnnounced:
        return match.prefix == 0 ? 1 : std::min(left, match.announced);
      case SpanId::kAnnouncedToLead: {
        const std::size_t most = match.prefix == 0 ? 1 : std::min(left, match.announced);
        std::size_t n = 1;
        while (n < most && !begins_sequence(rest()[n])) ++n;
        return n;
      }
      case SpanId::kContinuations:
        return match.prefix == 0 ? 1 : continuations_from(1);
      case SpanId::kContinuationRun:
        return continuations_from(1);
      case SpanId::kToStart: {
        const auto starts = [](std::uint8_t unit) {
          return unit < 0x80 || (unit >= 0xC0 && unit <= 0xFD);
        };
        const ByteView behind = rest().subspan(1);
        return 1 + static_cast<std::size_t>(std::ranges::find_if(behind, starts) - behind.begin());
      }
      case SpanId::kRest:
      case SpanId::kEverything:
        return left;
    }
    return 1;
  }

  void emit(const Output& output, ByteView units) {
    if (output.id == OutputId::kError) {
      out_.is_error = true;
      return;
    }
    output.append_to(out_.values, units);
  }

  // The units that a refused one and a lead behind it take; 0 when they take none.
  static std::size_t taken_with_lead(ByteView units) {
    static const PatternSet kWithoutNoncharacters = [] {
      PatternSet set = pattern_set_of(dialect(DialectId::kUtf8)).value();
      for (const NamedArea& each : named_areas()) {
        if (each.name == "the 66 noncharacters") set.remove(each.set);
      }
      return set;
    }();
    const auto refused = [](std::uint8_t unit) {
      return (unit >= 0x80 && unit < 0xC2) || unit == 0xED || unit >= 0xF5;
    };
    if (units.size() < 2 || units[1] < 0xC0 || !refused(units[0])) return 0;
    Bytes next(units.begin() + 1, units.end());
    next[0] = refused(next[0]) ? 0xC2
              : next[0] < 0xE0 ? 0xE1
              : next[0] < 0xE1 ? 0xF0
              : next[0] < 0xEF ? 0xEF
              : next[0] < 0xF0 ? 0xF4
              : next[0] < 0xF1 ? 0xFF
              : next[0] < 0xF4 ? 0xE0
                               : 0xF1;
    const PatternMatch match = kWithoutNoncharacters.match(next);
    return match.is_complete ? match.announced + 1 : 0;
  }

  bool take_with_lead() {
    const std::size_t count = taken_with_lead(rest());
    if (count == 0) return false;
    const ByteView units = rest().first(count);
    if (parts_.habit == HabitId::kTakesLead) {
      emit(parts_.outputs[static_cast<std::size_t>(part_of(read(), units[0]))], units);
    }
    if (parts_.habit == HabitId::kTakesLeadAsValue) {
      std::uint64_t value = units[0] < 0xC0 ? 0 : units[0] & 0x7Fu;
      for (const std::uint8_t unit : units.subspan(1)) value = (value << 6) + (unit & 0x3Fu);
      put(value);
    }
    has_passed_ = has_passed_ || parts_.habit == HabitId::kTakesLeadRaw;
    at_ += count;
    in_run_ = after_high_ = false;
    return true;
  }

  // The high surrogate that the first three units give for the lead alone.
  bool take_high(const PatternMatch& match) {
    if (match.is_complete || match.announced != 4 || match.prefix != 3) return false;
    const std::uint64_t value = std::uint64_t{units_[at_]} & 7u;
    put(high_surrogate(((value << 6 | (units_[at_ + 1] & 0x3Fu)) << 6 | (units_[at_ + 2] & 0x3Fu))
                       << 6));
    ++at_;
    in_run_ = after_high_ = false;
    return true;
  }

  bool lose_unfinished(const PatternMatch& match) {
    const bool is_unfinished = match.prefix > 0 && !match.is_complete;
    if (!has_error_) loses_ = !is_unfinished;
    has_error_ = true;
    if (!loses_ || !is_unfinished || match.prefix == rest().size()) return false;
    at_ += match.prefix + 1;
    in_run_ = after_high_ = false;
    return true;
  }

  // All units by what their leads announce: a sequence of Perl's internal form, or raw.
  void pass_raw() {
    static const PatternSet kPerl = pattern_set_of(dialect(DialectId::kUtf8Perl)).value();
    out_.values.clear();
    Output piece;
    piece.id = OutputId::kPiece;
    for (at_ = 0; at_ < units_.size();) {
      const PatternMatch match = kPerl.match(rest());
      if (match.is_complete) {
        put(match.value);
        at_ += match.announced;
        continue;
      }
      const std::size_t announced = patterns_of(8).match(rest()).announced;
      const ByteView units =
          rest().first(std::min(rest().size(), std::max<std::size_t>(announced, 1)));
      emit(piece, units);
      at_ += units.size();
    }
  }

  // An unfinished sequence as one of as many units as it has.
  bool take_shortened(const PatternMatch& match) {
    if (match.is_complete || match.prefix < 2 || match.prefix > 4) return false;
    constexpr std::array<std::uint8_t, 5> kMarks{0, 0, 0xC0, 0xE0, 0xF0},
        kMasks{0, 0, 0x1F, 0x0F, 0x07};
    Bytes units(rest().begin(), rest().begin() + static_cast<std::ptrdiff_t>(match.prefix));
    units[0] = static_cast<std::uint8_t>(kMarks[match.prefix] | (units[0] & kMasks[match.prefix]));
    const PatternMatch shorter = parts_.accepted.match(units, accepting());
    if (!shorter.is_complete) return false;
    put(shorter.value);
    at_ += match.prefix;
    in_run_ = after_high_ = false;
    return true;
  }

  void take_error() {
    if (take_end()) return;
    const PatternMatch match = read();
    if (parts_.habit == HabitId::kShortens && take_shortened(match)) return;
    if (takes_lead(parts_.habit) && take_with_lead()) return;
    if (parts_.habit == HabitId::kHighFirst && take_high(match)) return;
    if (parts_.habit == HabitId::kLosesUnfinished && lose_unfinished(match)) return;
    const ByteView units = rest().first(span(match));
    const SpanId span = span_of(match);
    if (span == SpanId::kEverything) out_.values.clear();
    if (span != SpanId::kRun || !in_run_) {
      emit(parts_.outputs[static_cast<std::size_t>(part_of(match, units[0]))], units);
    }
    at_ += units.size();
    in_run_ = true;
    after_high_ = false;
  }

  const Composition& parts_;
  ByteView units_;
  std::size_t at_ = 0;
  bool in_run_ = false, after_high_ = false, has_passed_ = false;
  bool has_error_ = false, loses_ = false;
  Predicted out_;
};

std::string values_in_words(const std::vector<std::uint64_t>& values) {
  const auto is_printable = [](std::uint64_t value) { return value > 0x20 && value < 0x7F; };
  if (values.empty()) return "nothing";
  std::string text;
  for (const std::uint64_t value : values) {
    if (!text.empty()) text += ' ';
    text += is_printable(value) ? fmt::format("'{}'", static_cast<char>(value))
                                : fmt::format("U+{:04X}", value);
  }
  return text;
}

constexpr std::array<std::string_view, kErrorPartCount> kErrorParts{
    "a lone continuation unit", "a unit that begins no sequence", "an unfinished sequence",
    "a complete one that is not accepted"};

std::string other_spans_in_words(const Composition& parts) {
  std::string text;
  for (std::size_t i = 0; i < kErrorPartCount; ++i) {
    if (parts.spans[i] == parts.spans[kSpanOfMost]) continue;
    text += fmt::format(", of {} {}", kErrorParts[i], words_of(kSpans, parts.spans[i]));
  }
  return text;
}

// The words of such a span state what is read besides the accepted set.
bool is_by_subpart(SpanId span) {
  return span == SpanId::kSubpart || span == SpanId::kSubpartAndNext ||
         span == SpanId::kSubpartAndContinuation || span == SpanId::kSubpartAndNonLead;
}

bool is_by_lead(SpanId span) {
  return span == SpanId::kAnnounced || span == SpanId::kAnnouncedToLead ||
         span == SpanId::kContinuations;
}

// The units that such a span takes for leads besides those of the accepted set: "C0, F5..F7".
std::string further_leads_in_words(const Composition& parts) {
  if (std::ranges::none_of(parts.spans, is_by_lead)) return "";
  const auto is_further = [&](unsigned number) {
    const auto unit = static_cast<std::uint8_t>(number);
    return parts.read.match({&unit, 1}, {parts.read_leads, parts.follow}).prefix > 0 &&
           parts.accepted.match({&unit, 1}, {parts.leads, parts.follow}).prefix == 0;
  };
  Bytes further;
  for (unsigned unit = 0x80; unit <= 0xFF; ++unit) {
    if (is_further(unit)) further.push_back(static_cast<std::uint8_t>(unit));
  }
  return further.empty() ? "" : ", leads being also " + ranges_in_hex(further, ", ");
}

std::string span_in_words(const Composition& parts) {
  const SpanId span = parts.spans[kSpanOfMost];
  std::string text(words_of(kSpans, span));
  PatternSet more = parts.read;
  more.remove(parts.accepted);
  if (is_by_subpart(span) && !parts.read.contains(parts.accepted)) {
    return fmt::format("an error spans {} of {}", text, describe_accepted(parts.read));
  }
  if (!is_by_subpart(span)) return "an error spans " + text + further_leads_in_words(parts);
  if (more.is_empty()) return "an error spans " + text;
  if (span == SpanId::kSubpart && parts.read == parts.accepted.all_of_its_leads()) {
    return "an error spans a lead and the continuation units that it announces";
  }
  if (span == SpanId::kSubpart && parts.read == parts.read.all_of_its_leads()) {
    PatternSet leads = more;
    leads.remove(parts.accepted.all_of_its_leads());
    return "an error spans a lead and the continuation units that it announces, also of " +
           describe_area(leads);
  }
  return fmt::format("an error spans {}, or all of a sequence of {}", text, describe_area(more));
}

// "it gives U+FFFD", or what each kind of error gives.
std::string outputs_in_words(const Composition& parts) {
  const auto& outputs = parts.outputs;
  if (std::ranges::all_of(outputs, [&](const Output& o) { return o == outputs[0]; })) {
    return outputs[0].id == OutputId::kError ? "" : "it gives " + outputs[0].in_words();
  }
  std::string text;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    text += fmt::format("{}{} gives {}", i == 0 ? "" : ", ", kErrorParts[i], outputs[i].in_words());
  }
  return text;
}

std::string end_in_words(const Composition& parts) {
  std::string text(words_of(kEnds, parts.end));
  if (parts.end == EndId::kError) return text;
  if (parts.tail == TailId::kRead && parts.read != parts.accepted) {
    text += is_by_subpart(parts.spans[kSpanOfMost])
                ? ", by the bit patterns that are read"
                : ", by the bit patterns of " + describe_accepted(parts.read);
  }
  if (parts.tail == TailId::kPatternOf4) text += ", by bit patterns of up to 4 units";
  if (parts.tail == TailId::kPattern) text += ", by bit patterns alone";
  if (parts.tail == TailId::kAnnounced) {
    text += ", whatever units follow a lead that announces more";
  }
  if (parts.tail == TailId::kAnnouncedWithNul) {
    text +=
        ", whatever units follow a lead that announces more than there are with the NUL that ends "
        "a string";
  }
  const bool emits = has_output(parts.end);
  const Output& broken = parts.outputs[static_cast<std::size_t>(ErrorPart::kBroken)];
  if (emits && parts.end_output != broken) {
    text += ", which gives " + parts.end_output.in_words();
  }
  return text;
}

std::string_view leads_in_words(LeadId leads) {
  switch (leads) {
    case LeadId::kByPattern:
      return "";
    case LeadId::kContinuationAsTwo:
      return "80..BF taken as leads of 2 units";
    case LeadId::kLongAsFour:
      return "F8..FF taken as leads of 4 units";
    case LeadId::kLongAsSix:
      return "FE and FF taken as leads of 6 units";
    case LeadId::kTwoOrFour:
      return "80..BF taken as leads of 2 units and F8..FF of 4";
  }
  return "";
}

std::string_view follow_in_words(FollowId follow) {
  switch (follow) {
    case FollowId::kChecked:
      return "";
    case FollowId::kHigh:
      return ", any unit from 80 taken for a continuation unit";
    case FollowId::kMasked:
      return ", continuation units unchecked";
    case FollowId::kAllThatFollow:
      return ", each lead of C0..FF taking all continuation units that follow, however many";
    case FollowId::kAdded:
      return ", continuation units unchecked and counted less 80";
  }
  return "";
}

std::string substitutions_in_words(const Composition& parts) {
  std::string text;
  for (const Substitution& each : parts.substitutions) {
    text += fmt::format(", U+{:04X} as {}", each.value, values_in_words(each.gives));
  }
  return text;
}

std::string read_leads_in_words(const Composition& parts) {
  if (parts.read_leads == parts.leads) return "";
  const std::string_view leads = leads_in_words(parts.read_leads);
  return ", with " + std::string(leads.empty() ? "leads by bit pattern" : leads);
}

std::string not_answered_in_words(const PatternSet& values) {
  if (values.is_empty()) return "";
  return fmt::format(" ({} not answered)", describe_area(values));
}

std::string accepted_in_words(const Composition& parts) {
  const std::string_view leads = leads_in_words(parts.leads);
  return fmt::format("{}{}{}{}{}{}{}{}", describe_accepted(parts.accepted),
                     not_answered_in_words(parts.not_answered), words_of(kPairs, parts.pairs),
                     leads.empty() ? "" : ", ", leads, follow_in_words(parts.follow),
                     words_of(kValues, parts.values), substitutions_in_words(parts));
}

std::string habit_in_words(HabitId id) {
  const std::string words(habit_row(id).words);
  return takes_lead(id) ? std::string(kTakesLeadWords) + "; " + words : words;
}

std::string sentence(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  }
  return text;
}

std::string_view span_in_words(const Policy& policy) {
  switch (policy.swallow) {
    case Swallow::kAnnounced:
      return "a lead and the continuation units that it announces";
    case Swallow::kAnnouncedOf1993:
      return "a lead C0..FD and the continuation units that its bit pattern announces";
    case Swallow::kNothing:
      break;
  }
  if (policy.count == Policy::Count::kPerUnit) return words_of(kSpans, SpanId::kUnit);
  if (policy.count == Policy::Count::kPerRun) return words_of(kSpans, SpanId::kRun);
  return words_of(kSpans, SpanId::kSubpart);
}

std::string policy_in_words(PolicyId id) {
  const Policy& policy = placemat::policy(id);
  if (policy.stops) return "an error is refused";
  const std::string output = policy.count == Policy::Count::kNone
                                 ? "nothing"
                                 : fmt::format("U+{:04X}", policy.replacement);
  return fmt::format("an error spans {}; it gives {}", span_in_words(policy), output);
}

}  // namespace

std::span<const SpanRow> span_rows() { return kSpans; }
std::span<const BomRow> bom_rows() { return kBoms; }
std::span<const EndRow> end_rows() { return kEnds; }
std::span<const TailId> tail_ids() { return kTailIds; }
std::span<const PairRow> pair_rows() { return kPairs; }
std::span<const MappingRow> value_rows() { return kValues; }
std::span<const HabitRow> habit_rows() { return kHabits; }

bool takes_lead(HabitId id) {
  return id == HabitId::kTakesLead || id == HabitId::kTakesLeadAsValue ||
         id == HabitId::kTakesLeadRaw;
}

bool has_output(EndId end) {
  return end == EndId::kOneError || end == EndId::kEachUnit || end == EndId::kLead;
}

std::vector<std::uint64_t> values_of(ValueId id, std::uint64_t value) {
  if (id == ValueId::kLow16) return {value & 0xFFFF};
  if (id == ValueId::kLow32) return {value & 0xFFFFFFFF};
  if (id == ValueId::kItself || value <= 0x10FFFF) return {value};
  if (id == ValueId::kUtf16Pair) return {0x10000 + ((value - 0x10000) & 0xFFFFF)};
  return {high_surrogate(value), low_surrogate(value)};
}

void Output::append_to(std::vector<std::uint64_t>& all, std::uint8_t unit) const {
  switch (id) {
    case OutputId::kOffset:
      all.push_back(unit + offset);
      return;
    case OutputId::kWindows1252:
      all.push_back(unit < 0x80 || unit >= 0xA0 ? unit : kWindows1252[unit - 0x80u]);
      return;
    case OutputId::kDigits:
      append(all, before);
      append_digits(all, digits, unit);
      append(all, after);
      return;
    case OutputId::kPiece:
      all.push_back(raw_value(ByteView(&unit, 1)));
      return;
    case OutputId::kFixed:
    case OutputId::kError:
    case OutputId::kAccepted:
      append(all, before);
      return;
  }
}

std::vector<std::uint64_t> Output::of(std::uint8_t unit) const {
  std::vector<std::uint64_t> values;
  append_to(values, unit);
  return values;
}

void Output::append_to(std::vector<std::uint64_t>& all, ByteView units) const {
  if (id == OutputId::kPiece) {
    for (std::size_t at = 0; at < units.size(); at += kMostRawUnits) {
      all.push_back(raw_value(units.subspan(at, std::min(kMostRawUnits, units.size() - at))));
    }
    return;
  }
  for (const std::uint8_t unit : is_each ? units : units.first(1)) append_to(all, unit);
}

std::string Output::in_words() const {
  const std::string unit = is_each ? "each unit" : "the unit";
  switch (id) {
    case OutputId::kError:
      return "an error";
    case OutputId::kAccepted:
      return "no error";
    case OutputId::kPiece:
      return "its units, raw, as one piece";
    case OutputId::kWindows1252:
      return unit + " as windows-1252";
    case OutputId::kOffset:
      if (offset == kRawUnit) return unit + " itself, raw";
      return offset == 0 ? unit + " as Latin-1" : fmt::format("{:04X} + {}", offset, unit);
    case OutputId::kDigits: {
      constexpr std::array<std::string_view, 4> kNames{"HH", "hh", "OOO", "DDD"};
      const auto text = [](const std::vector<std::uint64_t>& values) {
        return values.empty() ? std::string() : values_in_words(values) + " ";
      };
      std::string words = (is_each ? "for each unit the escape " : "the escape ") + text(before) +
                          std::string(kNames[static_cast<std::size_t>(digits)]);
      if (!after.empty()) words += " " + values_in_words(after);
      return words;
    }
    case OutputId::kFixed:
      break;
  }
  return values_in_words(before);
}

Predicted predict(const Composition& composition, ByteView units) {
  return Walk(composition, units).run();
}

std::string sentence_of(const Composition& parts) {
  const bool refuses = std::ranges::all_of(
      parts.outputs, [](const Output& output) { return output.id == OutputId::kError; });
  return sentence(
      {accepted_in_words(parts),
       refuses ? "an error is refused"
               : span_in_words(parts) + read_leads_in_words(parts) + other_spans_in_words(parts),
       outputs_in_words(parts), std::string(words_of(kBoms, parts.bom)), end_in_words(parts),
       parts.ends_at_nul ? "U+0000 ends the input" : "", habit_in_words(parts.habit)});
}

std::string sentence_of(const Profile& profile, bool knows_policy, const PatternSet& not_answered) {
  const BomId bom = profile.bom == Bom::kKeep ? BomId::kKeep : BomId::kStripLeading;
  return sentence(
      {std::string(dialect(profile.dialect).name) + not_answered_in_words(not_answered),
       std::string(knows_policy ? policy_in_words(profile.policy) : "an error is refused"),
       std::string(words_of(kBoms, bom)), std::string(words_of(kEnds, EndId::kError))});
}

}  // namespace placemat
