#include "harness/oracle/divergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

// The item that an ICU function consumes at the start of `rest`.
struct Item {
  std::size_t length;                  // 1 or more
  std::optional<std::uint64_t> value;  // none: ill-formed
  bool at_end = false;                 // ill-formed: more units could complete it
};

// The longest part of `rest` that is a prefix of one of `forms`.
Item read(std::span<const Form> forms, ByteView rest) {
  Item item{1, std::nullopt};
  std::size_t begun = 0;
  for (const Form& form : forms) {
    std::size_t n = 0;
    while (n < form.length && n < rest.size() && form.units[n].contains(rest[n])) ++n;
    if (n == form.length) return {n, form.value(rest.first(n))};
    begun = std::max(begun, n);
  }
  item.length = std::max<std::size_t>(begun, 1);
  item.at_end = begun == rest.size();
  return item;
}

// The rows of Table 3-7, on which ICU's readers of other dialects are based.
std::span<const Form> table_3_7() { return dialect(DialectId::kUtf8).forms; }

bool is_high(std::uint64_t value) { return value >= 0xD800 && value <= 0xDBFF; }
bool is_low(std::uint64_t value) { return value >= 0xDC00 && value <= 0xDFFF; }

// ICU's CESU-8 converter reads by Table 3-7 with the row of ED widened to
// 80..BF, and rejects a sequence of four units when it is complete.
std::vector<Form> cesu_rows() {
  std::vector<Form> rows(table_3_7().begin(), table_3_7().end());
  for (Form& row : rows) {
    if (row.units[0] == Range{0xED, 0xED}) row.units[1] = {0x80, 0xBF};
  }
  return rows;
}

Item cesu_item(ByteView rest) {
  static const std::vector<Form> kRows = cesu_rows();
  Item item = read(kRows, rest);
  if (item.length == 4) item.value.reset();
  return item;
}

// ICU's reader of modified UTF-8 tests bit patterns up to three units; for
// other input it skips one item of UTF-8.
Item modified_item(ByteView rest) {
  static const std::vector<Form> kPatterns = [] {
    std::vector<Form> rows;
    for (const Form& form : dialect(DialectId::kUtf8Lenient21).forms) {
      if (form.length <= 3) rows.push_back(form);
    }
    return rows;
  }();
  const Item item = read(kPatterns, rest);
  if (item.value) return item;
  return {read(table_3_7(), rest).length, std::nullopt};
}

// All items of `bytes`, as the converter with the function `next` consumes
// them.
template <class Visit>
void for_each_item(ByteView bytes, Item (*next)(ByteView), Visit visit) {
  for (std::size_t at = 0; at < bytes.size();) {
    const Item item = next(bytes.subspan(at));
    visit(at, item);
    at += item.length;
  }
}

// ICU-1. ED B0..BF without its third unit counts too: the law has no form with
// this prefix unless a high surrogate precedes it.
bool has_unpaired_surrogate(ByteView bytes) {
  bool found = false;
  bool after_high = false;
  for_each_item(bytes, cesu_item, [&](std::size_t at, const Item& item) {
    const bool low = item.value && is_low(*item.value);
    const bool unfinished_low = !item.value && item.length == 2 && bytes[at] == 0xED &&
                                Range{0xB0, 0xBF}.contains(bytes[at + 1]);
    found = found || after_high != low || unfinished_low;
    after_high = item.value && is_high(*item.value);
  });
  return found || after_high;
}

// ICU-2. A lead F0..F4 on its own is one replacement for both. The
// classification differs only when it is the first error and the last unit.
bool has_four_unit_form(ByteView bytes) {
  bool found = false;
  bool is_first_error = true;
  for_each_item(bytes, cesu_item, [&](std::size_t at, const Item& item) {
    if (item.value) return;
    const bool lead = Range{0xF0, 0xF4}.contains(bytes[at]);
    found = found || (lead && (item.length > 1 || (item.at_end && is_first_error)));
    is_first_error = false;
  });
  return found;
}

// ICU-3
bool has_nul_unit(ByteView bytes) {
  return std::ranges::find(bytes, std::uint8_t{0}) != bytes.end();
}

// ICU-4
bool has_overlong_pattern(ByteView bytes) {
  bool found = false;
  for_each_item(bytes, modified_item, [&](std::size_t at, const Item& item) {
    const bool longer_than_two = item.length == 3 && item.value && *item.value < 0x800;
    const bool longer_than_one = item.length == 2 && item.value && *item.value < 0x80;
    const bool is_nul = bytes[at] == 0xC0 && longer_than_one && *item.value == 0;
    found = found || longer_than_two || (longer_than_one && !is_nul);
  });
  return found;
}

// ICU-5
bool steps_over_four_unit_form(ByteView bytes) {
  bool found = false;
  for_each_item(bytes, modified_item, [&](std::size_t at, const Item& item) {
    found = found || (!item.value && item.length > 1 && Range{0xF0, 0xF4}.contains(bytes[at]));
  });
  return found;
}

// ICU-6
bool has_unfinished_surrogate(ByteView bytes) {
  bool found = false;
  for_each_item(bytes, modified_item, [&](std::size_t at, const Item& item) {
    found = found || (!item.value && bytes[at] == 0xED && at + 1 < bytes.size() &&
                      Range{0xA0, 0xBF}.contains(bytes[at + 1]));
  });
  return found;
}

// ICU-7. The fast loop runs in rounds of a third of the remaining units while
// that is three steps or more; a round begins after the ASCII at the start of
// the input. Within a round it checks for the end only where a unit fits no
// pattern, so a lead can read two units past it.
bool reads_behind_the_end(ByteView bytes) {
  const auto is_ascii = [](std::uint8_t unit) { return unit <= 0x7F; };
  const bool skips_ascii = !bytes.empty() && is_ascii(bytes.front());
  for (ByteView rest = bytes;;) {
    while (skips_ascii && !rest.empty() && is_ascii(rest.front())) rest = rest.subspan(1);
    std::size_t steps = rest.size() / 3;
    if (steps < 3) return false;
    for (; steps > 0; --steps) {
      if (rest.empty() || (rest.size() < 3 && rest.front() >= 0xC0)) return true;
      rest = rest.subspan(modified_item(rest).length);
    }
  }
}

constexpr std::string_view kCesu = "icu:ucnv-cesu-8";
constexpr std::string_view kModified = "icu:u_strFromJavaModifiedUTF8WithSub";
constexpr std::string_view kConverterSource =
    "https://github.com/unicode-org/icu/blob/release-72-1/icu4c/source/common/ucnv_u8.cpp";
constexpr std::string_view kModifiedSource =
    "https://github.com/unicode-org/icu/blob/release-72-1/icu4c/source/common/ustrtrns.cpp";

// ICU's answer where a divergence applies; none for questions without
// divergences.
std::optional<Answer> documented_answer(std::string_view question, ByteView bytes) {
  Item (*next)(ByteView) = question == kCesu       ? cesu_item
                           : question == kModified ? modified_item
                                                   : nullptr;
  if (next == nullptr) return std::nullopt;
  Answer answer;
  for_each_item(bytes, next, [&](std::size_t at, const Item& item) {
    if (!item.value && !answer.error) answer.error = {at, item.length, item.at_end};
    answer.values.push_back(item.value.value_or(kReplacement));
  });
  // CESU-8 is read as UTF-16, in which two adjacent surrogates are one code
  // point wherever they came from.
  if (question == kCesu) answer.values = join_surrogates(answer.values);
  return answer;
}

std::string text_of(bool well_formed, std::optional<std::size_t> offset,
                    std::optional<std::size_t> length, std::optional<bool> at_end) {
  if (well_formed) return "well-formed";
  std::string out = "ill-formed";
  if (offset) out += fmt::format(" at {}", *offset);
  if (length) out += fmt::format(", length {}", *length);
  if (at_end.value_or(false)) out += ", at the end";
  return out;
}

std::string text_of(std::span<const std::uint64_t> values) {
  std::string out;
  for (const std::uint64_t value : values) out += fmt::format(" {:X}", value);
  return out.empty() ? " nothing" : out;
}

std::string text_of(const OracleQuestion& question, ByteView bytes, const Walker::View& law,
                    const Oracle::IcuAnswer& icu) {
  const auto& error = law.error;
  std::string law_text =
      error ? text_of(false, error->offset, error->length, error->at_end) : "well-formed";
  return fmt::format("{} [{}]: the law: {}:{}; ICU: {}:{}", question.name, to_spaced_hex(bytes),
                     law_text, text_of(law.values),
                     text_of(icu.well_formed, icu.error_offset, icu.error_length, icu.at_end),
                     icu.values ? text_of(*icu.values) : " (no values)");
}

// Every reported member must be right, and every member that the question
// reports must be present.
template <class Value>
bool holds(bool tells, const std::optional<Value>& told, Value expected) {
  return tells ? told == expected : !told.has_value();
}

// Does not stop at a difference, so that the compiler can compare many at a time. A sanitizer and a
// fuzzing engine look at each call of memcmp.
bool are_equal(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  if (a.size() != b.size()) return false;
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= a[i] ^ b[i];
  return difference == 0;
}

}  // namespace

const std::vector<Divergence>& divergences() {
  static const std::vector<Divergence> kDivergences{
      {"ICU-1", kCesu,
       "the converter takes each surrogate as a three-unit form of its own, paired or not; UTR 26 "
       "has surrogates in pairs only",
       kConverterSource, has_unpaired_surrogate},
      {"ICU-2", kCesu,
       "the converter steps over a four-unit form of UTF-8, or the start of one, as one "
       "ill-formed subsequence; in CESU-8 F0..F4 begin nothing",
       kConverterSource, has_four_unit_form},
      {"ICU-3", kModified, "a unit 00 is taken for U+0000; modified UTF-8 writes C0 80",
       kModifiedSource, has_nul_unit},
      {"ICU-4", kModified,
       "forms of two and three units are told by bit pattern alone, overlong ones accepted",
       kModifiedSource, has_overlong_pattern},
      {"ICU-5", kModified,
       "a four-unit form of UTF-8, or the start of one, is stepped over as one ill-formed "
       "subsequence; in modified UTF-8 F0..F4 begin nothing",
       kModifiedSource, steps_over_four_unit_form},
      {"ICU-6", kModified,
       "an unfinished surrogate is stepped over as UTF-8 has it (ED, then a lone continuation "
       "unit), though the complete one is accepted",
       kModifiedSource, has_unfinished_surrogate},
      {"ICU-7", kModified,
       "the fast loop makes one step for every three units that are left; where steps over "
       "four-unit forms are longer it goes on behind the end of the input, and what lies there is "
       "in the answer",
       kModifiedSource, reads_behind_the_end, true},
  };
  static_assert(kDivergenceCount == 7);
  return kDivergences;
}

Comparison::Comparison(const OracleQuestion& question)
    : question_(question), law_(machine(question.profile)), oracle_(question.make()) {
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (divergences()[i].question == question.name) own_.push_back(i);
  }
}

bool Comparison::equal(const Oracle::IcuAnswer& opinion, const Walker::View& expected) const {
  const Tells& tells = question_.tells;
  if (opinion.well_formed != !expected.error) return false;
  if (!expected.error || tells.values) {
    if (!opinion.values || !are_equal(*opinion.values, expected.values)) return false;
  }
  if (!expected.error) return true;
  return holds(tells.offset, opinion.error_offset, expected.error->offset) &&
         holds(tells.length, opinion.error_length, expected.error->length) &&
         holds(tells.at_end, opinion.at_end, expected.error->at_end);
}

std::bitset<kDivergenceCount> Comparison::applicable(ByteView bytes) const {
  std::bitset<kDivergenceCount> found;
  for (const std::size_t i : own_) found[i] = divergences()[i].applies(bytes);
  return found;
}

bool Comparison::is_as_documented(ByteView bytes, const Oracle::IcuAnswer& opinion) const {
  const std::optional<Answer> answer = documented_answer(question_.name, bytes);
  return answer && equal(opinion, {answer->values, answer->error, 0, ErrorClass::kNone});
}

OracleResult Comparison::compare(ByteView bytes) { return compare(bytes, law_.decode(bytes)); }

OracleResult Comparison::compare(ByteView bytes, const Walker::View& law) {
  const std::bitset<kDivergenceCount> found = applicable(bytes);
  for (const std::size_t i : own_) {
    if (!found[i] || !divergences()[i].is_never_asked) continue;
    std::bitset<kDivergenceCount> only;
    return {Agreement::kDiverged, only.set(i), {}};
  }
  const Oracle::IcuAnswer opinion = oracle_->ask(bytes);
  const bool agree = equal(opinion, law);
  if (agree && found.none()) return {};
  // Two divergences can cancel out, one replacement more and one less; a
  // divergence that applies on its own must show.
  const bool explained = found.any() && is_as_documented(bytes, opinion);
  if (agree && explained && found.count() > 1) return {};
  if (!agree && explained) return {Agreement::kDiverged, found, {}};
  std::string text = text_of(question_, bytes, law, opinion);
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (!found[i]) continue;
    text += fmt::format("; {} applies and does not explain it", divergences()[i].id);
  }
  return {Agreement::kUnexplained, {}, std::move(text)};
}

OracleResult compare(const OracleQuestion& question, ByteView bytes) {
  return Comparison(question).compare(bytes);
}

void OracleTally::count(const OracleResult& outcome) {
  ++asked;
  if (outcome.agreement == Agreement::kAgreed) ++agreed;
  if (outcome.agreement == Agreement::kDiverged) {
    for (std::size_t i = 0; i < kDivergenceCount; ++i) diverged[i] += outcome.explained_by[i];
  }
  if (outcome.agreement == Agreement::kUnexplained) {
    ++unexplained;
    if (examples.size() < kMaxExamples) examples.push_back(outcome.text);
  }
}

void OracleTally::merge(const OracleTally& later) {
  asked += later.asked;
  agreed += later.agreed;
  unexplained += later.unexplained;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) diverged[i] += later.diverged[i];
  for (const std::string& example : later.examples) {
    if (examples.size() < kMaxExamples) examples.push_back(example);
  }
}

std::vector<std::string_view> never_observed(std::span<const OracleTally> tallies) {
  std::vector<std::string_view> ids;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    bool asked = false;
    std::uint64_t times = 0;
    for (const OracleTally& tally : tallies) {
      if (tally.question->name != divergences()[i].question) continue;
      asked = asked || tally.asked > 0;
      times += tally.diverged[i];
    }
    if (asked && times == 0) ids.push_back(divergences()[i].id);
  }
  return ids;
}

}  // namespace placemat
