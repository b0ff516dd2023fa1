#include "harness/identify/composition.h"

#include <algorithm>
#include <array>

#include "harness/decoder/raw_unit.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr std::uint64_t kBomValue = 0xFEFF;

constexpr std::array kSpans{
    SpanRow{SpanId::kSubpart, "each maximal subpart"},
    SpanRow{SpanId::kUnit, "each byte"},
    SpanRow{SpanId::kSubpartAndNext, "each maximal subpart and the byte after it"},
    SpanRow{SpanId::kSubpartAndContinuation,
            "each maximal subpart and a continuation byte after it"},
    SpanRow{SpanId::kAnnounced, "as many bytes as the lead announces"},
    SpanRow{SpanId::kAnnouncedToLead, "the bytes that a lead announces, up to another lead"},
    SpanRow{SpanId::kContinuations, "each lead and all following continuation bytes"},
    SpanRow{SpanId::kContinuationRun, "each byte and all following continuation bytes"},
    SpanRow{SpanId::kToStart, "each byte up to 00..7F or C0..FD"},
    SpanRow{SpanId::kRun, "each run of errors"},
    SpanRow{SpanId::kRest, "the rest of the input"},
    SpanRow{SpanId::kEverything, "the whole input"},
};

constexpr std::array kBoms{
    BomRow{BomId::kKeep, "kept"},
    BomRow{BomId::kStripLeading, "stripped at the start"},
    BomRow{BomId::kStripBeforeMore, "stripped at the start, unless it is the whole input"},
    BomRow{BomId::kStripAllLeading, "all at the start are stripped"},
    BomRow{BomId::kStripEvery, "stripped everywhere"},
};

constexpr std::array kEnds{
    EndRow{EndId::kError, "an unfinished sequence is an error like others"},
    EndRow{EndId::kOneError, "an unfinished sequence gives"},
    EndRow{EndId::kEachUnit, "each byte of an unfinished sequence gives"},
    EndRow{EndId::kLead, "the lead of an unfinished sequence gives"},
    EndRow{EndId::kFilled, "missing bytes count as 80"},
    EndRow{EndId::kAllLost, "an unfinished sequence empties the result"},
    EndRow{EndId::kDropped, "an unfinished sequence is dropped"},
    EndRow{EndId::kKept, "an unfinished sequence is kept for later"},
};

constexpr std::array kTailRows{
    TailRow{TailId::kAccepted, ""},
    TailRow{TailId::kRead, ", even of a refused kind"},
    TailRow{TailId::kPattern, ", by bit pattern"},
    TailRow{TailId::kAnnounced, ", whatever follows the lead"},
};

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
std::uint64_t join(std::uint64_t high, std::uint64_t low) {
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

// The bit patterns of up to 4 bytes.
const PatternSet& patterns() {
  static const PatternSet kPatterns = [] {
    PatternSet all;
    for (std::size_t place = 0; place < 4; ++place) all.add(place, {0, highest_in_pattern(place)});
    return all;
  }();
  return kPatterns;
}

bool is_bom(ByteView units) {
  static const Bytes kBom = in_pattern(2, kBomValue);
  return units.size() >= kBom.size() && std::ranges::equal(units.first(kBom.size()), kBom);
}

// Walks one input.
class Walk {
 public:
  Walk(const Composition& parts, ByteView units) : parts_(parts), units_(units) {
    if (!parts.ends_at_nul) return;
    const auto nul = std::ranges::find(units, std::uint8_t{0});
    units_ = units.first(static_cast<std::size_t>(nul - units.begin()));
  }

  Predicted run() {
    out_.values.reserve(4 * units_.size());  // an escape of each byte
    strip_leading();
    const bool has_ascii =
        std::ranges::equal(parts_.accepted.ranges(0), std::array{ValueRange{0x00, 0x7F}});
    while (at_ < units_.size() && !out_.is_error) {
      if (has_ascii && units_[at_] < 0x80) {
        take_ascii();
      } else if (!take_accepted()) {
        take_error();
      }
    }
    if (out_.is_error) out_.values.clear();
    if (parts_.pairs == PairId::kJoined) out_.values = join_surrogates(out_.values);
    return std::move(out_);
  }

 private:
  ByteView rest() const { return units_.subspan(at_); }

  void strip_leading() {
    constexpr std::size_t kBomSize = 3;
    const bool strips_one = parts_.bom == BomId::kStripLeading ||
                            (parts_.bom == BomId::kStripBeforeMore && units_.size() > kBomSize);
    std::size_t most = parts_.bom == BomId::kStripAllLeading ? units_.size() : strips_one ? 1 : 0;
    for (; most > 0 && is_bom(rest()); --most) at_ += kBomSize;
  }

  // A pair of surrogates in six bytes, where single ones are not accepted.
  bool take_pair() {
    if (parts_.pairs != PairId::kOnlyPairs || rest().size() < 6) return false;
    const PatternMatch high = patterns().match(rest()), low = patterns().match(rest().subspan(3));
    const auto is_of_three = [](const PatternMatch& match) {
      return match.is_complete && match.announced == 3;
    };
    if (!is_of_three(high) || !is_of_three(low) || !is_high(high.value) || !is_low(low.value)) {
      return false;
    }
    out_.values.push_back(join(high.value, low.value));
    at_ += 6;
    in_run_ = false;
    return true;
  }

  void take_ascii() {
    for (; at_ < units_.size() && units_[at_] < 0x80; ++at_) out_.values.push_back(units_[at_]);
    in_run_ = false;
  }

  bool take_accepted() {
    const PatternMatch match = parts_.accepted.match(rest());
    if (!match.is_complete) return take_pair();
    at_ += match.announced;
    put(match.value);
    return true;
  }

  void put(std::uint64_t value) {
    in_run_ = false;
    if (parts_.bom != BomId::kStripEvery || value != kBomValue) out_.values.push_back(value);
  }

  bool is_cut_off(TailId tail) const {
    const auto is_prefix_in = [&](const PatternSet& set) {
      const PatternMatch match = set.match(rest());
      return match.prefix == rest().size() && !match.is_complete;
    };
    switch (tail) {
      case TailId::kAccepted:
        return is_prefix_in(parts_.accepted);
      case TailId::kRead:
        return is_prefix_in(parts_.read);
      case TailId::kPattern:
        return is_prefix_in(patterns());
      case TailId::kAnnounced: {
        const PatternMatch match = parts_.read.match(rest());
        return match.prefix > 0 && match.announced > rest().size();
      }
    }
    return false;
  }

  bool may_be_cut_off() const {
    return most_announced(rest()[0]) > rest().size() &&
           std::ranges::any_of(kTailRows, [&](const TailRow& tail) { return is_cut_off(tail.id); });
  }

  // True when the end of input has a rule of its own, which is then applied.
  bool take_end() {
    const bool is_cut_off = this->is_cut_off(parts_.tail);
    out_.has_end = out_.has_end || is_cut_off;
    out_.has_error = out_.has_error || !is_cut_off;
    if (parts_.end == EndId::kError) {
      out_.may_be_cut_off = out_.may_be_cut_off || may_be_cut_off();
      return false;
    }
    if (!is_cut_off) return false;
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

  // Decodes a sequence with zero bits for its missing bytes.
  void fill(ByteView tail) {
    constexpr std::size_t kMostMissing = 12;
    Bytes units(tail.size() + kMostMissing, 0x80);
    copy_units(units.data(), tail);
    const PatternMatch match = parts_.accepted.match(units);
    if (match.is_complete) return put(match.value);
    emit(parts_.output, tail);
  }

  bool begins_sequence(std::uint8_t unit) const {
    return parts_.accepted.match(ByteView(&unit, 1)).prefix > 0 ||
           parts_.read.match(ByteView(&unit, 1)).prefix > 0;
  }

  std::size_t continuations_from(std::size_t n) const {
    while (n < rest().size() && is_continuation(rest()[n])) ++n;
    return n;
  }

  std::size_t span(const PatternMatch& match) const {
    const std::size_t left = rest().size();
    const std::size_t subpart = std::max<std::size_t>(match.prefix, 1);
    const std::size_t announced = match.prefix == 0 ? 1 : std::min(left, match.announced);
    const bool ends_early = match.prefix > 0 && !match.is_complete && subpart < left;
    switch (parts_.span) {
      case SpanId::kSubpart:
      case SpanId::kRun:
        return subpart;
      case SpanId::kUnit:
        return 1;
      case SpanId::kSubpartAndNext:
        return subpart + (ends_early ? 1 : 0);
      case SpanId::kSubpartAndContinuation:
        return subpart + (ends_early && is_continuation(rest()[subpart]) ? 1 : 0);
      case SpanId::kAnnounced:
        return announced;
      case SpanId::kAnnouncedToLead: {
        std::size_t n = 1;
        while (n < announced && !begins_sequence(rest()[n])) ++n;
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
        const ByteView after = rest().subspan(1);
        return 1 + static_cast<std::size_t>(std::ranges::find_if(after, starts) - after.begin());
      }
      case SpanId::kRest:
      case SpanId::kEverything:
        return left;
    }
    return 1;
  }

  void emit(const Output& output, ByteView units) {
    out_.is_error = out_.is_error || output.id == OutputId::kError;
    output.append_to(out_.values, units);
  }

  void take_error() {
    if (take_end()) return;
    const ByteView units = rest().first(span(parts_.read.match(rest())));
    if (parts_.span == SpanId::kEverything) out_.values.clear();
    if (parts_.span != SpanId::kRun || !in_run_) emit(parts_.output, units);
    at_ += units.size();
    in_run_ = true;
  }

  const Composition& parts_;
  ByteView units_;
  std::size_t at_ = 0;
  bool in_run_ = false;
  Predicted out_;
};

void append_one(std::vector<std::uint64_t>& all, const Output& output, std::uint8_t unit) {
  switch (output.id) {
    case OutputId::kOffset:
      return all.push_back(unit + output.offset);
    case OutputId::kWindows1252:
      return all.push_back(unit < 0x80 || unit >= 0xA0 ? unit : kWindows1252[unit - 0x80u]);
    case OutputId::kDigits:
      append(all, output.before);
      append_digits(all, output.digits, unit);
      return append(all, output.after);
    case OutputId::kPiece:
      return all.push_back(raw_value(ByteView(&unit, 1)));
    case OutputId::kFixed:
    case OutputId::kError:
      return append(all, output.before);
  }
}

}  // namespace

std::span<const SpanRow> span_rows() { return kSpans; }
std::span<const BomRow> bom_rows() { return kBoms; }
std::span<const EndRow> end_rows() { return kEnds; }
std::span<const TailRow> tail_rows() { return kTailRows; }

bool has_output(EndId end) {
  return end == EndId::kOneError || end == EndId::kEachUnit || end == EndId::kLead;
}

std::vector<std::uint64_t> Output::of(std::uint8_t unit) const {
  std::vector<std::uint64_t> values;
  append_one(values, *this, unit);
  return values;
}

void Output::append_to(std::vector<std::uint64_t>& all, ByteView units) const {
  if (id != OutputId::kPiece) return append_one(all, *this, units[0]);
  for (std::size_t at = 0; at < units.size(); at += kMostRawUnits) {
    all.push_back(raw_value(units.subspan(at, std::min(kMostRawUnits, units.size() - at))));
  }
}

Predicted predict(const Composition& composition, ByteView units) {
  return Walk(composition, units).run();
}

}  // namespace placemat
