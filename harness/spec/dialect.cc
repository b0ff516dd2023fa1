#include "harness/spec/dialect.h"

#include <algorithm>
#include <stdexcept>

namespace placemat {
namespace {

constexpr Range kContinuation{0x80, 0xBF};
constexpr std::uint64_t kMax31Bits = 0x7FFFFFFF;

using Forms = std::vector<Form>;

// A form whose units count in one radix; the last unit has the weight 1.
constexpr Form positional(std::initializer_list<Range> units, std::uint64_t radix,
                          std::uint64_t lowest) {
  Form form;
  form.length = static_cast<std::uint8_t>(units.size());
  std::ranges::copy(units, form.units.begin());
  std::uint64_t weight = 1;
  for (std::size_t i = form.length; i-- > 0; weight *= radix) form.weights[i] = weight;
  form.lowest = lowest;
  return form;
}

// A bit pattern of FSS-UTF: a lead and `trailing` continuation units of six
// payload bits each, without any limit on the value.
constexpr Form pattern(Range lead, std::size_t trailing) {
  Form form = positional({lead}, 64, 0);
  form.length = static_cast<std::uint8_t>(1 + trailing);
  std::uint64_t weight = 1;
  for (std::size_t i = form.length; i-- > 0; weight *= 64) {
    form.weights[i] = weight;
    if (i > 0) form.units[i] = kContinuation;
  }
  return form;
}

constexpr Form kOne = pattern({0x00, 0x7F}, 0);
constexpr Form kTwo = pattern({0xC0, 0xDF}, 1);
constexpr Form kThree = pattern({0xE0, 0xEF}, 2);
constexpr Form kFour = pattern({0xF0, 0xF7}, 3);
constexpr Form kFive = pattern({0xF8, 0xFB}, 4);
constexpr Form kSix = pattern({0xFC, 0xFD}, 5);
constexpr Form kSeven = pattern({0xFE, 0xFE}, 6);
constexpr Form kEight = pattern({0xFF, 0xFF}, 7);

Forms join(std::initializer_list<Forms> parts) {
  Forms all;
  for (const Forms& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Forms tagged(Forms forms, Context context) {
  for (Form& form : forms) form.context = context;
  return forms;
}

// Unicode 3.9, Table 3-7, row by row. This is the law; the other dialects of
// this file are stated as bit patterns within limits.
Forms table_3_7() {
  return {
      positional({{0x00, 0x7F}}, 64, 0x0000),
      positional({{0xC2, 0xDF}, {0x80, 0xBF}}, 64, 0x0080),
      positional({{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}}, 64, 0x0800),
      positional({{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}}, 64, 0x1000),
      positional({{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}}, 64, 0xD000),
      positional({{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}}, 64, 0xE000),
      positional({{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}, 64, 0x10000),
      positional({{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}, 64, 0x40000),
      positional({{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}}, 64, 0x100000),
  };
}

// The shortest forms up to three units, surrogates included: 0..FFFF.
Forms shortest_to_ffff() {
  return join({within(kOne, 0, 0x7F), within(kTwo, 0x80, 0x7FF), within(kThree, 0x800, 0xFFFF)});
}

Forms rfc2279() {
  return join({shortest_to_ffff(), within(kFour, 0x10000, 0x1FFFFF),
               within(kFive, 0x200000, 0x3FFFFFF), within(kSix, 0x4000000, kMax31Bits)});
}

// X/Open's first proposal: trailing units 80..FF with seven payload bits; each
// length starts one above the highest value of the length before.
Forms fss_utf_xopen() {
  constexpr Range kTrailing{0x80, 0xFF};
  return join({
      {positional({{0x00, 0x7F}}, 128, 0)},
      {positional({{0x80, 0xBF}, kTrailing}, 128, 0x80)},
      {positional({{0xC0, 0xDF}, kTrailing, kTrailing}, 128, 0x2080)},
      {positional({{0xE0, 0xEF}, kTrailing, kTrailing, kTrailing}, 128, 0x82080)},
      within(positional({{0xF0, 0xF7}, kTrailing, kTrailing, kTrailing, kTrailing}, 128, 0x2082080),
             0x2082080, kMax31Bits),
  });
}

// UTF-1 counts in radix 190. The digits 0..5D are written 21..7E and 5E..BD are
// written A0..FF, so that each trailing unit doubles the number of forms.
constexpr Range kUtf1Low{0x21, 0x7E};
constexpr Range kUtf1High{0xA0, 0xFF};
constexpr std::uint64_t kUtf1HighDigit = 0x5E;

Forms utf1_forms(Range lead, std::size_t trailing, std::uint64_t lowest) {
  Forms forms;
  for (std::size_t halves = 0; halves < std::size_t{1} << trailing; ++halves) {
    Form form;
    form.length = static_cast<std::uint8_t>(1 + trailing);
    form.lowest = lowest;
    std::uint64_t weight = 1;
    for (std::size_t i = trailing; i > 0; --i, weight *= 190) {
      const bool high = (halves >> (trailing - i) & 1) != 0;
      form.units[i] = high ? kUtf1High : kUtf1Low;
      form.weights[i] = weight;
      form.lowest += high ? kUtf1HighDigit * weight : 0;
    }
    form.units[0] = lead;
    form.weights[0] = weight;
    forms = join({forms, within(form, lowest, kMax31Bits)});
  }
  return forms;
}

Forms utf1() {
  return join({{positional({{0x00, 0x9F}}, 190, 0)},
               {positional({{0xA0, 0xA0}, {0xA0, 0xFF}}, 190, 0xA0)},
               utf1_forms({0xA1, 0xF5}, 1, 0x100),
               utf1_forms({0xF6, 0xFB}, 2, 0x4016),
               utf1_forms({0xFC, 0xFF}, 4, 0x38E2E)});
}

// UTR 26: a supplementary code point is its surrogate pair, three units each.
Form cesu_pair() {
  Form form;
  form.length = 6;
  form.units = {
      {{0xED, 0xED}, {0xA0, 0xAF}, kContinuation, {0xED, 0xED}, {0xB0, 0xBF}, kContinuation}};
  form.weights = {4096, 64 * 1024, 1024, 0, 64, 1};
  form.lowest = 0x10000;
  return form;
}

Forms bmp_scalars() {
  return join({within(kOne, 0, 0x7F), within(kTwo, 0x80, 0x7FF), within(kThree, 0x800, 0xD7FF),
               within(kThree, 0xE000, 0xFFFF)});
}

// JVM specification 4.4.7: no unit 00; U+0000 is C0 80.
Forms modified_utf8() {
  return join({within(kOne, 1, 0x7F), within(kTwo, 0, 0), within(kTwo, 0x80, 0x7FF),
               within(kThree, 0x800, 0xFFFF)});
}

Forms wtf8() {
  return join({bmp_scalars(), tagged(within(kThree, 0xD800, 0xDBFF), Context::kHighSurrogate),
               tagged(within(kThree, 0xDC00, 0xDFFF), Context::kLowSurrogate),
               within(kFour, 0x10000, kMaxScalar)});
}

// Perl's form of thirteen units: FF, then twelve units of six bits, of which
// the first is always 80 and the second holds three bits (values to 2^63 - 1).
Form perl_thirteen() {
  Form form = pattern({0xFF, 0xFF}, 12);
  form.units[1] = {0x80, 0x80};
  form.units[2] = {0x80, 0x87};
  form.weights[0] = form.weights[1] = 0;
  return form;
}

std::vector<Dialect> all_dialects() {
  const std::vector<Range> continuation{kContinuation};
  return {
      {DialectId::kUtf8, "utf-8", "shortest forms of the Unicode scalar values",
       "Unicode 3.9 D92, Table 3-7; RFC 3629 section 3; WHATWG Encoding 8.1.1", table_3_7(),
       continuation},
      {DialectId::kUtf8Rfc2279, "utf-8-2279", "1 to 6 code units, 0..7FFFFFFF, shortest form only",
       "FSS-UTF as mailed to X/Open on 8 September 1992; RFC 2044; RFC 2279", rfc2279(),
       continuation},
      {DialectId::kUtf8Lenient21,
       "utf-8-lenient21",
       "1 to 4 code units by bit pattern alone: overlong, surrogates and 110000..1FFFFF accepted",
       "the decoder of many tutorials",
       {kOne, kTwo, kThree, kFour},
       continuation},
      {DialectId::kUtf8Overlong,
       "utf-8-overlong",
       "1 to 6 code units, non-shortest forms accepted",
       "tolerance of Unicode 1.1 to 3.0",
       {kOne, kTwo, kThree, kFour, kFive, kSix},
       continuation},
      {DialectId::kPlan9Of1992, "plan9-1992",
       "16-bit Rune: 1 to 3 code units, shortest form only, surrogates not yet known",
       "Plan 9 rune.c, 4 September 1992", shortest_to_ffff(), continuation},
      {DialectId::kPlan9Modern, "plan9-modern",
       "21-bit Rune: shortest forms of 0..10FFFF, surrogates accepted", "Plan 9 rune.c",
       join({shortest_to_ffff(), within(kFour, 0x10000, kMaxScalar)}), continuation},
      {DialectId::kFssUtfXopen,
       "fss-utf-xopen",
       "biased payloads, trailing units 80..FF of 7 bits, 1 to 5 code units",
       "X/Open's first FSS-UTF proposal, 1992",
       fss_utf_xopen(),
       {{0x80, 0xFF}}},
      {DialectId::kUtf1,
       "utf-1",
       "radix 190, 1 to 5 code units, trailing 21..7E and A0..FF",
       "ISO 10646-1:1993 Annex G",
       utf1(),
       {kUtf1Low, kUtf1High}},
      {DialectId::kCesu8, "cesu-8", "supplementary code points as surrogate pairs of 3 units each",
       "UTR 26", join({bmp_scalars(), {cesu_pair()}}), continuation},
      {DialectId::kMutf8, "mutf-8", "UTF-16 code units of 1 to 3 units each, U+0000 as C0 80",
       "JVM specification 4.4.7", modified_utf8(), continuation, true},
      {DialectId::kWtf8, "wtf-8", "UTF-8 with unpaired surrogates", "WTF-8 section 4", wtf8(),
       continuation},
      {DialectId::kUtf8mb3, "utf8mb3", "UTF-8 without the supplementary planes", "MySQL utf8mb3",
       bmp_scalars(), continuation},
      {DialectId::kUtf8Extended, "utf-8-extended",
       "1 to 8 code units, leads FE (36 bits) and FF (42 bits), shortest form only",
       "the bit pattern of 1992 carried on",
       join({rfc2279(), within(kSeven, std::uint64_t{1} << 31, (std::uint64_t{1} << 36) - 1),
             within(kEight, std::uint64_t{1} << 36, (std::uint64_t{1} << 42) - 1)}),
       continuation},
      {DialectId::kUtf8Perl, "utf-8-perl",
       "1 to 7 and 13 code units, to 7FFFFFFFFFFFFFFF, shortest form only", "perlunicode, utf8.h",
       join({rfc2279(), within(kSeven, std::uint64_t{1} << 31, (std::uint64_t{1} << 36) - 1),
             within(perl_thirteen(), std::uint64_t{1} << 36, (std::uint64_t{1} << 63) - 1)}),
       continuation},
  };
}

const std::vector<Dialect>& table() {
  static const std::vector<Dialect> kDialects = all_dialects();
  return kDialects;
}

}  // namespace

bool Form::matches(ByteView bytes) const {
  if (bytes.size() != length) return false;
  for (std::size_t i = 0; i < length; ++i) {
    if (!units[i].contains(bytes[i])) return false;
  }
  return true;
}

std::uint64_t Form::value(ByteView bytes) const {
  std::uint64_t value = lowest;
  for (std::size_t i = 0; i < length; ++i) {
    value += static_cast<std::uint64_t>(bytes[i] - units[i].first) * weights[i];
  }
  return value;
}

std::uint64_t Form::highest() const {
  std::uint64_t value = lowest;
  for (std::size_t i = 0; i < length; ++i) {
    value += static_cast<std::uint64_t>(units[i].last - units[i].first) * weights[i];
  }
  return value;
}

std::vector<Form> within(const Form& form, std::uint64_t lowest, std::uint64_t highest) {
  if (form.highest() < lowest || form.lowest > highest) return {};
  if (form.lowest >= lowest && form.highest() <= highest) return {form};
  // Split the first unit that has a choice: units whose values all lie within
  // the limits stay together; the one or two units at a limit are cut further.
  std::size_t at = 0;
  while (form.units[at].first == form.units[at].last) ++at;
  std::vector<Form> forms;
  bool extends = false;  // forms.back() lies within the limits and may take the next unit too
  for (int unit = form.units[at].first; unit <= form.units[at].last; ++unit) {
    Form piece = form;
    piece.units[at] = {static_cast<std::uint8_t>(unit), static_cast<std::uint8_t>(unit)};
    piece.lowest += static_cast<std::uint64_t>(unit - form.units[at].first) * form.weights[at];
    const bool inside = piece.lowest >= lowest && piece.highest() <= highest;
    if (inside && extends) {
      forms.back().units[at].last = static_cast<std::uint8_t>(unit);
      continue;
    }
    const std::vector<Form> pieces = within(piece, lowest, highest);
    forms.insert(forms.end(), pieces.begin(), pieces.end());
    extends = inside;
  }
  return forms;
}

std::size_t Dialect::announces(std::uint8_t lead) const {
  std::size_t shortest = 0;
  for (const Form& form : forms) {
    if (form.units[0].contains(lead) && (shortest == 0 || form.length < shortest)) {
      shortest = form.length;
    }
  }
  return shortest;
}

bool Dialect::is_trailing(std::uint8_t unit) const {
  return std::ranges::any_of(trailing, [unit](Range range) { return range.contains(unit); });
}

std::uint64_t Dialect::highest() const {
  std::uint64_t highest = 0;
  for (const Form& form : forms) highest = std::max(highest, form.highest());
  return highest;
}

std::span<const Dialect> dialects() { return table(); }

const Dialect& dialect(DialectId id) { return table()[static_cast<std::size_t>(id)]; }

const Dialect* find_dialect(std::string_view name) {
  const auto found = std::ranges::find(table(), name, &Dialect::name);
  return found == table().end() ? nullptr : &*found;
}

}  // namespace placemat
