#include "harness/identify/description.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/decoder/raw_unit.h"

namespace placemat {
namespace {

constexpr std::array<std::string_view, kLineCount> kAbout{"accepts", "refuses", "errors become",
                                                          "BOM", "end of input"};
constexpr std::string_view kOthers = "others such as ";
constexpr std::string_view kOtherwise = "and otherwise: see table";
constexpr std::string_view kNothingBeside = "nothing beside UTF-8", kNothingOf = "nothing of UTF-8";

template <class Rows, class Id>
std::string_view words_of(const Rows& rows, Id id) {
  return std::ranges::find_if(rows, [&](const auto& row) { return row.id == id; })->words;
}

// "C0", "E0..EF", "80,".
bool is_hex(std::string_view word) {
  while (word.ends_with(',')) word.remove_suffix(1);
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
  return word.size() >= 2 && is_digit(word[0]) && is_digit(word[1]) &&
         (word.size() == 2 || word.substr(2).starts_with(".."));
}

// "a, b and c" between opening and end, or as many as fit with an input that is of none of these.
std::string listed(const std::string& opening, const std::vector<AreaWords>& words,
                   const std::string& end = "") {
  std::string all = opening;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) all += i + 1 == words.size() ? " and " : ", ";
    all += words[i].text;
  }
  if (count_words(all + end) <= kMostWords || words.empty()) return all + end;
  std::string best;
  for (std::size_t n = 0; n < words.size(); ++n) {
    std::string text = opening;
    for (std::size_t i = 0; i < n; ++i) text += words[i].text + ", ";
    text += (n > 0 ? "and " : "") + std::string(kOthers) + to_spaced_hex(words[n].example) + end;
    if (best.empty() || count_words(text) <= kMostWords) best = std::move(text);
  }
  return best;
}

const PatternSet& utf8() {
  static const PatternSet kUtf8 = pattern_set_of(dialect(DialectId::kUtf8)).value();
  return kUtf8;
}

PatternSet without(PatternSet set, const PatternSet& less) {
  set.remove(less);
  return set;
}

std::string pairs_in_words(PairId pairs, const std::string& accepted) {
  if (pairs == PairId::kSeparate) return accepted;
  if (pairs == PairId::kJoined) return accepted + ", joined in pairs";
  const std::string words = "surrogates in pairs only";
  return accepted == kNothingBeside ? words : accepted + ", " + words;
}

std::string accepted_in_words(const PatternSet& set, PairId pairs) {
  const NearestSet nearest = nearest_dialect(set);
  const auto added = words_of(without(set, nearest.set));
  if (nearest.dialect == dialect(DialectId::kUtf8).name) {
    return pairs_in_words(pairs, added.empty() ? std::string(kNothingBeside) : listed("", added));
  }
  std::string text = fmt::format("all of {}", nearest.dialect);
  const auto missing = words_of(without(without(nearest.set, set), utf8()));
  if (!missing.empty()) text = listed(text + " except ", missing);
  return pairs_in_words(pairs, added.empty() ? text : listed(text + " and ", added));
}

std::string refused_in_words(const PatternSet& set, const PatternSet& not_answered) {
  const auto missing = words_of(without(utf8(), set));
  const std::string text = missing.empty() ? std::string(kNothingOf) : listed("", missing);
  if (not_answered.is_empty()) return text;
  return listed(text + " (", words_of(not_answered), " not answered)");
}

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

std::string escape_in_words(const Output& output) {
  constexpr std::array<std::string_view, 4> kNames{"HH", "hh", "OOO", "DDD"};
  std::string words = "the escape ";
  if (!output.before.empty()) words += values_in_words(output.before) + " ";
  words += kNames[static_cast<std::size_t>(output.digits)];
  if (!output.after.empty()) words += " " + values_in_words(output.after);
  return words;
}

bool is_of_byte(const Output& output) {
  return output.id == OutputId::kOffset || output.id == OutputId::kWindows1252;
}

// `byte` is the one that decides what comes out: "the first byte".
std::string in_words(const Output& output, std::string_view byte) {
  switch (output.id) {
    case OutputId::kError:
      return "an error";
    case OutputId::kPiece:
      return "the bytes as they are";
    case OutputId::kWindows1252:
      return fmt::format("{} as windows-1252", byte);
    case OutputId::kOffset:
      if (output.offset == PLACEMAT_RAW_UNIT64) return fmt::format("{} as it is", byte);
      return output.offset == 0 ? fmt::format("{} as Latin-1", byte)
                                : fmt::format("{:04X} + {}", output.offset, byte);
    case OutputId::kDigits:
      return escape_in_words(output);
    case OutputId::kFixed:
      break;
  }
  return values_in_words(output.before);
}

bool is_by_subpart(SpanId span) {
  return span == SpanId::kSubpart || span == SpanId::kSubpartAndNext ||
         span == SpanId::kSubpartAndContinuation;
}

bool is_by_lead(SpanId span) {
  return span == SpanId::kAnnounced || span == SpanId::kAnnouncedToLead ||
         span == SpanId::kContinuations;
}

// The bytes that such a span takes for leads besides those of the accepted set: "C0 F5..F7".
std::string further_leads(const Composition& parts) {
  Bytes further;
  for (unsigned number = 0x80; number <= 0xFF; ++number) {
    const auto unit = static_cast<std::uint8_t>(number);
    if (parts.read.match({&unit, 1}).prefix > 0 && parts.accepted.match({&unit, 1}).prefix == 0) {
      further.push_back(unit);
    }
  }
  return further.empty() ? "" : ", leads also " + ranges_in_hex(further);
}

constexpr std::string_view kLeadSpan = "each lead with its continuation bytes";

// What is read besides the accepted set decides what an error spans.
std::string errors_in_words(const Composition& parts) {
  if (parts.output.id == OutputId::kError) return "refused";
  if (parts.span == SpanId::kUnit && is_of_byte(parts.output)) {
    return in_words(parts.output, "each byte");
  }
  // Whether a part of an error or all of it gives nothing makes no difference.
  const bool is_short_span = parts.span == SpanId::kUnit || parts.span == SpanId::kSubpart;
  if (parts.output == Output{} && is_short_span) return "nothing";
  const std::string opening = in_words(parts.output, "the first byte") + " for ";
  const std::string text = opening + std::string(words_of(span_rows(), parts.span));
  if (is_by_lead(parts.span)) return text + further_leads(parts);
  if (!is_by_subpart(parts.span)) return text;
  if (!parts.read.contains(parts.accepted)) {
    return parts.read == utf8() ? text + " of UTF-8" : listed(text + " of ", words_of(parts.read));
  }
  const PatternSet more = without(parts.read, parts.accepted);
  if (more.is_empty()) return text;
  if (parts.span == SpanId::kSubpart && parts.read == parts.read.all_of_its_leads()) {
    return opening + std::string(kLeadSpan) + further_leads(parts);
  }
  return listed(text + ", also of ", words_of(more));
}

std::string end_in_words(const Composition& parts) {
  std::string text = parts.ends_at_nul ? "U+0000 ends the input, " : "";
  text += words_of(end_rows(), parts.end);
  if (has_output(parts.end)) text += " " + in_words(parts.end_output, "its byte");
  const bool is_usual = parts.tail == TailId::kRead && parts.read == parts.accepted;
  return is_usual ? text : text + std::string(words_of(tail_rows(), parts.tail));
}

std::string errors_in_words(const Policy& policy) {
  if (policy.stops) return "refused";
  if (policy.count == Policy::Count::kNone) return "nothing";
  const std::string output = fmt::format("U+{:04X}", policy.replacement);
  const SpanId span = policy.count == Policy::Count::kPerUnit  ? SpanId::kUnit
                      : policy.count == Policy::Count::kPerRun ? SpanId::kRun
                                                               : SpanId::kSubpart;
  if (policy.swallow == Swallow::kNothing) {
    return fmt::format("{} for {}", output, words_of(span_rows(), span));
  }
  return fmt::format("{} for {}{}", output, kLeadSpan,
                     policy.swallow == Swallow::kAnnouncedOf1993 ? ", leads C0..FD" : "");
}

}  // namespace

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  bool was_hex = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const bool is_hex_too = is_hex(word);
    if (!word.empty() && !(was_hex && is_hex_too)) ++count;
    was_hex = is_hex_too && !word.ends_with(',');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return count;
}

DecoderDescription describe(const Composition& verdict, const Composition& values) {
  DecoderDescription description;
  description.at(Trait::kAccepts).phrase = accepted_in_words(verdict.accepted, values.pairs);
  description.at(Trait::kRefuses).phrase = refused_in_words(verdict.accepted, verdict.not_answered);
  description.at(Trait::kErrors).phrase = errors_in_words(values);
  description.at(Trait::kBom).phrase = words_of(bom_rows(), values.bom);
  description.at(Trait::kEnd).phrase = end_in_words(values);
  return description;
}

DecoderDescription describe(const Profile& profile, bool knows_policy,
                            const PatternSet& not_answered) {
  const Dialect& named = dialect(profile.dialect);
  const auto set = pattern_set_of(named);
  Composition parts;
  parts.bom = profile.bom == Bom::kKeep ? BomId::kKeep : BomId::kStripLeading;
  parts.accepted = parts.read = set.value_or(utf8());
  parts.not_answered = not_answered;
  DecoderDescription description = describe(parts, parts);
  // Dialects with a rule for neighbours are more than a set.
  if (!set || named.joins_surrogates || profile.dialect == DialectId::kWtf8) {
    description.at(Trait::kAccepts).phrase = fmt::format("all of {}", named.name);
  }
  if (!set) description.at(Trait::kRefuses).phrase = "all else";
  description.at(Trait::kErrors).phrase =
      knows_policy ? errors_in_words(policy(profile.policy)) : "refused";
  return description;
}

void give_way(DecoderDescription& description, Trait trait) {
  description.has_others = true;
  DescribedLine& one = description.at(trait);
  one.phrase = (one.example.empty() ? "" : one.example + ", ") + std::string(kOtherwise);
}

void add_exception(DecoderDescription& description, Trait trait, ByteView units) {
  if (trait != Trait::kAccepts && trait != Trait::kRefuses) return give_way(description, trait);
  description.has_others = true;
  std::string& phrase = description.at(trait).phrase;
  if (phrase.find(kOthers) != std::string::npos || phrase.find(kOtherwise) != std::string::npos) {
    return;
  }
  const std::string others = std::string(kOthers) + to_spaced_hex(units);
  const bool is_nothing = phrase == kNothingBeside || phrase == kNothingOf;
  phrase = is_nothing ? others : phrase + ", and " + others;
}

std::string sentence_of(const DecoderDescription& description) {
  std::string text;
  for (std::size_t i = 0; i < kLineCount; ++i) {
    const DescribedLine& line = description.lines[i];
    const std::string_view phrase =
        std::string_view(line.phrase).substr(0, line.phrase.find(kOthers));
    const bool is_too_long = count_words(phrase) > kMostWords && !line.example.empty();
    text += fmt::format("{}{}: {}", i == 0 ? "" : "; ", kAbout[i],
                        is_too_long ? "such as " + line.example : line.phrase);
  }
  if (description.has_others && text.find(kOtherwise) == std::string::npos) {
    text += "; " + std::string(kOtherwise);
  }
  return text;
}

std::vector<SentenceLine> sentence_lines(std::string_view sentence) {
  std::vector<SentenceLine> lines;
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find("; "), sentence.size());
    std::string_view text = sentence.substr(0, end);
    sentence.remove_prefix(std::min(end + 2, sentence.size()));
    SentenceLine& line = lines.emplace_back();
    for (const std::string_view about : kAbout) {
      if (!text.starts_with(fmt::format("{}: ", about))) continue;
      line.about = about;
      text.remove_prefix(about.size() + 2);
    }
    line.text = text;
  }
  return lines;
}

}  // namespace placemat
