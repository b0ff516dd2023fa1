#include "harness/identify/composition.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harness/decoder/raw_unit.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

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
    SpanRow{SpanId::kRun, "the whole run of ill-formed units"},
    SpanRow{SpanId::kRest, "the rest of the input"},
    SpanRow{SpanId::kEverything, "all of the input"},
};

constexpr std::array kBoms{
    BomRow{BomId::kKeep, "a leading BOM is kept"},
    BomRow{BomId::kStripLeading, "a leading BOM is stripped"},
    BomRow{BomId::kStripTwo, "two leading BOMs are stripped"},
    BomRow{BomId::kStripAllLeading, "all leading BOMs are stripped"},
    BomRow{BomId::kStripEvery, "every BOM is stripped"},
};

constexpr std::array kEnds{
    EndRow{EndId::kError, "a truncated end is an error"},
    EndRow{EndId::kOneError, "a truncated end is one error"},
    EndRow{EndId::kEachUnit, "each unit of a truncated end is an error"},
    EndRow{EndId::kDropped, "a truncated end is dropped"},
    EndRow{EndId::kKept, "a truncated end is kept for later"},
};

constexpr std::array kPairs{
    PairRow{PairId::kSeparate, ""},
    PairRow{PairId::kJoined, ", surrogate pairs joined"},
    PairRow{PairId::kOnlyPairs, ", surrogate pairs as one value"},
    PairRow{PairId::kRefused, ", no low surrogate after a high one"},
};

template <class Rows, class Id>
std::string_view words_of(const Rows& rows, Id id) {
  return std::ranges::find_if(rows, [&](const auto& row) { return row.id == id; })->words;
}

// Windows-1252 from 80; five units are undefined there, and mean themselves.
constexpr std::array<std::uint16_t, 32> kWindows1252{
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string digits_of(DigitsId id, std::uint8_t unit) {
  switch (id) {
    case DigitsId::kUpperHex:
      return fmt::format("{:02X}", unit);
    case DigitsId::kLowerHex:
      return fmt::format("{:02x}", unit);
    case DigitsId::kOctal:
      return fmt::format("{:03o}", unit);
    case DigitsId::kDecimal:
      return fmt::format("{}", unit);
  }
  return {};
}

bool is_continuation(std::uint8_t unit) { return (unit & 0xC0) == 0x80; }
bool is_high(std::uint64_t value) { return value >= 0xD800 && value <= 0xDBFF; }
bool is_low(std::uint64_t value) { return value >= 0xDC00 && value <= 0xDFFF; }

const PatternSet& every_pattern() {
  static const PatternSet kAll = [] {
    PatternSet all;
    for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
      if (place != kPerlLead) all.add(place, {0, highest_in_pattern(place)});
    }
    return all;
  }();
  return kAll;
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
    strip_leading();
    while (at_ < units_.size() && !out_.is_error) {
      if (!take_accepted()) take_error();
    }
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
    const Bytes bom = in_pattern(2, kBomValue);
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

  bool take_accepted() {
    const PatternMatch match = parts_.accepted.match(rest(), parts_.is_unchecked);
    if (!match.is_complete) {
      if (!take_pair()) return false;
      in_run_ = after_high_ = false;
      return true;
    }
    if (parts_.pairs == PairId::kRefused && after_high_ && is_low(match.value)) return false;
    at_ += match.announced;
    in_run_ = false;
    if (parts_.bom == BomId::kStripEvery && match.value == kBomValue) return true;
    if (parts_.pairs == PairId::kJoined && after_high_ && is_low(match.value)) {
      out_.values.back() = 0x10000 + ((out_.values.back() - 0xD800) << 10) + (match.value - 0xDC00);
      after_high_ = false;
      return true;
    }
    out_.values.push_back(match.value);
    after_high_ = is_high(match.value);
    return true;
  }

  PatternMatch read() const {
    if (parts_.pairs != PairId::kRefused || !after_high_) {
      return parts_.read.match(rest(), parts_.is_unchecked);
    }
    PatternSet low, set = parts_.read;
    low.add(2, {0xDC00, 0xDFFF});
    set.remove(low);
    return set.match(rest());
  }

  bool is_cut_off() const {
    const auto is_prefix_in = [&](const PatternSet& set) {
      const PatternMatch match = set.match(rest(), parts_.is_unchecked);
      return match.prefix == rest().size() && !match.is_complete;
    };
    switch (parts_.tail) {
      case TailId::kAccepted:
        return is_prefix_in(parts_.accepted);
      case TailId::kRead:
        return is_prefix_in(parts_.read);
      case TailId::kPattern:
        return is_prefix_in(every_pattern());
      case TailId::kAnnounced:
        return parts_.read.match(rest()).announced > rest().size() &&
               parts_.read.match(rest()).prefix > 0;
    }
    return false;
  }

  // True when the end of input has a rule of its own, which is then applied.
  bool take_end() {
    if (parts_.end == EndId::kError || !is_cut_off()) return false;
    const ByteView tail = rest();
    if (parts_.end == EndId::kOneError) emit(parts_.end_output, tail);
    if (parts_.end == EndId::kEachUnit) {
      for (std::size_t i = 0; i < tail.size(); ++i) emit(parts_.end_output, tail.subspan(i, 1));
    }
    at_ = units_.size();
    return true;
  }

  static ErrorPart part_of(const PatternMatch& match, std::uint8_t unit) {
    if (match.is_complete) return ErrorPart::kWhole;
    if (match.prefix > 0) return ErrorPart::kBroken;
    return is_continuation(unit) ? ErrorPart::kContinuation : ErrorPart::kNoLead;
  }

  bool begins_sequence(std::uint8_t unit) const {
    return parts_.accepted.match(ByteView(&unit, 1)).prefix > 0;
  }

  std::size_t continuations_from(std::size_t n) const {
    while (n < rest().size() && is_continuation(rest()[n])) ++n;
    return n;
  }

  std::size_t span(const PatternMatch& match) const {
    const std::size_t left = rest().size();
    const std::size_t subpart = std::max<std::size_t>(match.prefix, 1);
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
    for (const std::uint8_t unit : output.is_each ? units : units.first(1)) {
      const std::vector<std::uint64_t> values = output.of(unit);
      out_.values.insert(out_.values.end(), values.begin(), values.end());
    }
  }

  void take_error() {
    if (take_end()) return;
    const PatternMatch match = read();
    const ByteView units = rest().first(span(match));
    if (parts_.span == SpanId::kEverything) out_.values.clear();
    if (parts_.span != SpanId::kRun || !in_run_) {
      emit(parts_.outputs[static_cast<std::size_t>(part_of(match, units[0]))], units);
    }
    at_ += units.size();
    in_run_ = true;
    after_high_ = false;
  }

  const Composition& parts_;
  ByteView units_;
  std::size_t at_ = 0;
  bool in_run_ = false, after_high_ = false;
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

std::string span_in_words(const Composition& parts) {
  std::string text(words_of(kSpans, parts.span));
  PatternSet more = parts.read;
  more.remove(parts.accepted);
  const bool is_by_subpart =
      parts.span == SpanId::kSubpart || parts.span == SpanId::kSubpartAndNext ||
      parts.span == SpanId::kSubpartAndContinuation || parts.span == SpanId::kSubpartAndNonLead;
  if (is_by_subpart && !parts.read.contains(parts.accepted)) {
    return fmt::format("an error spans {} of {}", text, describe_accepted(parts.read));
  }
  if (more.is_empty() || !is_by_subpart) return "an error spans " + text;
  if (parts.span == SpanId::kSubpart && parts.read == parts.accepted.all_of_its_leads()) {
    return "an error spans a lead and the continuation units that it announces";
  }
  if (parts.span == SpanId::kSubpart && parts.read == parts.read.all_of_its_leads()) {
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
  constexpr std::array<std::string_view, kErrorPartCount> kNames{
      "a lone continuation unit", "a unit that begins no sequence", "an unfinished sequence",
      "a complete one that is not accepted"};
  std::string text;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    text += fmt::format("{}{} gives {}", i == 0 ? "" : ", ", kNames[i], outputs[i].in_words());
  }
  return text;
}

std::string end_in_words(const Composition& parts) {
  std::string text(words_of(kEnds, parts.end));
  if (parts.end == EndId::kError) return text;
  if (parts.tail == TailId::kRead && parts.read != parts.accepted) {
    text += ", by the bit patterns that are read";
  }
  if (parts.tail == TailId::kPattern) text += ", by bit patterns alone";
  if (parts.tail == TailId::kAnnounced) {
    text += ", whatever units follow a lead that announces more";
  }
  const bool emits = parts.end == EndId::kOneError || parts.end == EndId::kEachUnit;
  const Output& broken = parts.outputs[static_cast<std::size_t>(ErrorPart::kBroken)];
  if (emits && parts.end_output != broken) {
    text += ", which gives " + parts.end_output.in_words();
  }
  return text;
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
std::span<const PairRow> pair_rows() { return kPairs; }

std::vector<std::uint64_t> Output::of(std::uint8_t unit) const {
  switch (id) {
    case OutputId::kOffset:
      return {unit + offset};
    case OutputId::kWindows1252:
      if (unit < 0x80 || unit >= 0xA0) return {unit};
      return {kWindows1252[unit - 0x80u]};
    case OutputId::kDigits: {
      std::vector<std::uint64_t> values = before;
      for (const char digit : digits_of(digits, unit)) {
        values.push_back(static_cast<std::uint64_t>(digit));
      }
      values.insert(values.end(), after.begin(), after.end());
      return values;
    }
    case OutputId::kFixed:
    case OutputId::kError:
      break;
  }
  return before;
}

std::string Output::in_words() const {
  const std::string unit = is_each ? "each unit" : "the unit";
  switch (id) {
    case OutputId::kError:
      return "an error";
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
      std::string words =
          "the escape " + text(before) + std::string(kNames[static_cast<std::size_t>(digits)]);
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
  return sentence({describe_accepted(parts.accepted) + std::string(words_of(kPairs, parts.pairs)) +
                       (parts.is_unchecked ? ", continuation units unchecked" : ""),
                   refuses ? "an error is refused" : span_in_words(parts), outputs_in_words(parts),
                   std::string(words_of(kBoms, parts.bom)), end_in_words(parts),
                   parts.ends_at_nul ? "U+0000 ends the input" : ""});
}

std::string sentence_of(const Profile& profile, bool knows_policy) {
  const BomId bom = profile.bom == Bom::kKeep ? BomId::kKeep : BomId::kStripLeading;
  return sentence(
      {std::string(dialect(profile.dialect).name),
       std::string(knows_policy ? policy_in_words(profile.policy) : "an error is refused"),
       std::string(words_of(kBoms, bom)), std::string(words_of(kEnds, EndId::kError))});
}

}  // namespace placemat
