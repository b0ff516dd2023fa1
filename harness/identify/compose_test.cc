// The explanation by parts of decoders whose parts are planted, and the reason where there is
// none. A wrong explanation is worse than none.
#include "harness/identify/compose.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "harness/decoder/raw_unit.h"
#include "harness/identify/identify.h"
#include "harness/identify/planted.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

using planted::End;
using planted::Span;
using planted::Values;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

Identity identity_of(const planted::Parts& parts, bool has_lossy = true, bool has_strict = false) {
  const Decoder decoder = planted::decoder_of(parts, has_lossy, has_strict);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  return identify(caller, false);
}

// Five short lines, which no answer contradicts.
void expect_short(const std::string& sentence) {
  const std::vector<SentenceLine> lines = sentence_lines(sentence);
  ASSERT_EQ(lines.size(), 5u) << sentence;
  const std::vector<std::string> about{"accepts", "refuses", "errors become", "BOM",
                                       "end of input"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].about, about[i]);
    EXPECT_LE(count_words(lines[i].text), 12u) << lines[i].text;
  }
}

std::string sentence_of(const planted::Parts& parts, bool has_lossy = true,
                        bool has_strict = false) {
  const Identity identity = identity_of(parts, has_lossy, has_strict);
  EXPECT_TRUE(identity.is_complete) << identity.reason;
  EXPECT_EQ(identity.unexplained, 0u);
  EXPECT_TRUE(identity.against.empty());
  for (const Contradiction& one : identity.against) {
    ADD_FAILURE() << one.units << ": " << one.seen << " instead of " << one.expected;
  }
  expect_short(identity.sentence);
  return identity.sentence;
}

bool is_noncharacter(std::uint32_t value) {
  return (value & 0xFFFE) == 0xFFFE || (value >= 0xFDD0 && value <= 0xFDEF);
}
bool is_surrogate_value(std::uint32_t value) { return value >= 0xD800 && value <= 0xDFFF; }
bool always(std::uint32_t) { return true; }

Values as_itself(std::uint8_t unit) { return {unit}; }
Values as_question_mark(std::uint8_t) { return {'?'}; }
Values as_nothing(std::uint8_t) { return {}; }
Values as_surrogate(std::uint8_t unit) { return {0xDC00u + unit}; }
Values escaped(const std::string& text) { return {text.begin(), text.end()}; }
Values as_escape(std::uint8_t unit) { return escaped(fmt::format("\\x{:02X}", unit)); }
Values as_percent(std::uint8_t unit) { return escaped(fmt::format("%{:02x}", unit)); }

// The table of the WHATWG Encoding Standard, index windows-1252.
Values as_windows_1252(std::uint8_t unit) {
  constexpr std::array<std::uint32_t, 32> kIndex{
      8364, 129,  8218, 402,  8222, 8230, 8224, 8225, 710, 8240, 352, 8249, 338, 141, 381, 143,
      144,  8216, 8217, 8220, 8221, 8226, 8211, 8212, 732, 8482, 353, 8250, 339, 157, 382, 376};
  return {unit < 0x80 || unit > 0x9F ? unit : kIndex[unit - 0x80u]};
}

// What an escape without text around it gives for a unit.
std::string digits_of(DigitsId digits, std::uint8_t unit) {
  Output output;
  output.id = OutputId::kDigits;
  output.digits = digits;
  const std::vector<std::uint64_t> values = output.of(unit);
  return {values.begin(), values.end()};
}

TEST(Output, GivesTheDigitsOfAUnitInEachNotation) {
  for (unsigned unit = 0; unit <= 0xFF; ++unit) {
    const auto u = static_cast<std::uint8_t>(unit);
    EXPECT_EQ(digits_of(DigitsId::kUpperHex, u), fmt::format("{:02X}", unit));
    EXPECT_EQ(digits_of(DigitsId::kLowerHex, u), fmt::format("{:02x}", unit));
    EXPECT_EQ(digits_of(DigitsId::kOctal, u), fmt::format("{:03o}", unit));
    EXPECT_EQ(digits_of(DigitsId::kDecimal, u), fmt::format("{}", unit));
  }
}

TEST(Compose, NamedProfilesKeepTheirNames) {
  const Identity identity = identity_of({});
  EXPECT_TRUE(identity.explained);
  EXPECT_TRUE(identity.is_complete);
  EXPECT_FALSE(identity.is_composed);
  EXPECT_EQ(identity.profiles, std::vector<std::string>{"utf-8/maximal-subpart/keep"});
  EXPECT_EQ(identity.sentence,
            "accepts: nothing beside UTF-8; refuses: nothing of UTF-8; errors become: U+FFFD for "
            "each maximal subpart; BOM: kept; end of input: an unfinished sequence is an error "
            "like others");
}

constexpr const char* kPlainEnd =
    "; BOM: kept; end of input: an unfinished sequence is an error like others";

TEST(Compose, NoncharactersAreMissing) {
  planted::Parts parts;
  parts.accepts = [](std::uint32_t value) { return !is_noncharacter(value); };
  parts.output = as_question_mark;
  EXPECT_EQ(
      sentence_of(parts),
      "accepts: nothing beside UTF-8; refuses: the 66 noncharacters; errors become: '?' for each "
      "maximal subpart, also of the 66 noncharacters" +
          std::string(kPlainEnd));
}

TEST(Compose, BytesComeOutAsLatin1) {
  planted::Parts parts;
  parts.span = Span::kUnit;
  parts.output = as_itself;
  EXPECT_EQ(sentence_of(parts),
            "accepts: nothing beside UTF-8; refuses: nothing of UTF-8; errors become: each byte as "
            "Latin-1" +
                std::string(kPlainEnd));
}

TEST(Compose, SurrogatesAreAddedAndBytesComeOutAsWindows1252) {
  planted::Parts parts;
  parts.accepts = always;
  parts.reads_surrogates = true;
  parts.span = Span::kUnit;
  parts.output = as_windows_1252;
  parts.end = End::kDropped;
  EXPECT_EQ(sentence_of(parts),
            "accepts: surrogates; refuses: nothing of UTF-8; errors become: each byte as "
            "windows-1252; BOM: kept; end of input: an unfinished sequence is dropped");
}

TEST(Compose, ALeadTakesAllContinuationBytes) {
  planted::Parts parts;
  parts.span = Span::kContinuations;
  EXPECT_THAT(
      sentence_of(parts),
      HasSubstr("; errors become: U+FFFD for each lead and all following continuation bytes, "
                "leads also C0..C1 F5..FF; "));
}

TEST(Compose, FurtherLeadsAreNamed) {
  Composition parts;
  parts.accepted = parts.read = pattern_set_of(dialect(DialectId::kUtf8)).value();
  parts.span = SpanId::kAnnounced;
  const auto errors = [&] { return describe(parts, parts).at(Trait::kErrors).phrase; };
  EXPECT_EQ(errors(), "nothing for as many bytes as the lead announces");
  parts.read.add(1, {0x00, 0x7F});  // C0 80..C1 BF
  EXPECT_EQ(errors(), "nothing for as many bytes as the lead announces, leads also C0..C1");
}

TEST(Compose, OneSurrogateIsAccepted) {
  planted::Parts parts;
  parts.accepts = [](std::uint32_t value) { return !is_surrogate_value(value) || value == 0xD800; };
  parts.reads_surrogates = true;
  parts.output = as_question_mark;
  EXPECT_EQ(sentence_of(parts),
            "accepts: surrogates D800 only; refuses: nothing of UTF-8; errors become: '?' for each "
            "maximal subpart, also of surrogates D801..DFFF" +
                std::string(kPlainEnd));
}

TEST(Compose, SurrogatesAreReadWholeAndRefused) {
  planted::Parts parts;
  parts.reads_surrogates = true;
  EXPECT_EQ(sentence_of(parts),
            "accepts: nothing beside UTF-8; refuses: nothing of UTF-8; errors become: U+FFFD for "
            "each maximal subpart, also of surrogates" +
                std::string(kPlainEnd));
}

TEST(Compose, ATruncatedEndIsDropped) {
  planted::Parts parts;
  parts.end = End::kDropped;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; errors become: U+FFFD for each maximal subpart; "));
  EXPECT_THAT(sentence_of(parts), EndsWith("; end of input: an unfinished sequence is dropped"));
}

// The strict function says that the input is incomplete.
TEST(Compose, ATruncatedEndIsKeptForLater) {
  planted::Parts parts;
  parts.end = End::kDropped;
  EXPECT_THAT(sentence_of(parts, true, true),
              EndsWith("; end of input: an unfinished sequence is kept for later"));
}

TEST(Compose, OutputsAreNamed) {
  const std::vector<std::pair<Values (*)(std::uint8_t), std::string>> rows{
      {as_nothing, "nothing"},
      {as_surrogate, "DC00 + each byte"},
      {as_escape, "the escape '\\' 'x' HH for each byte"},
      {as_percent, "the escape '%' hh for each byte"}};
  for (const auto& [output, words] : rows) {
    planted::Parts parts;
    parts.span = Span::kUnit;
    parts.accepts = [](std::uint32_t value) { return value != 0x7F && !is_surrogate_value(value); };
    parts.output = output;
    EXPECT_THAT(sentence_of(parts),
                StartsWith("accepts: nothing beside UTF-8; refuses: U+007F; errors become: " +
                           words + "; "));
  }
}

TEST(Compose, EveryBomIsStripped) {
  planted::Parts parts;
  parts.strips_every_bom = true;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; BOM: stripped everywhere; "));
}

TEST(Compose, AnErrorSpansTheRestOfTheInput) {
  planted::Parts parts;
  parts.span = Span::kRest;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; errors become: U+FFFD for the rest of the input; "));
}

TEST(Compose, AStrictDecoderAcceptsMore) {
  planted::Parts parts;
  parts.accepts = always;
  parts.reads_surrogates = parts.reads_c0_80 = true;
  parts.strips_leading_bom = true;
  EXPECT_EQ(sentence_of(parts, false, true),
            "accepts: C0 80 and surrogates; refuses: nothing of UTF-8; errors become: refused; "
            "BOM: stripped at the start; end of input: an unfinished sequence is an error like "
            "others");
}

TEST(Compose, ValuesBeyondUnicodeAreAccepted) {
  planted::Parts parts;
  parts.reads_f5 = true;
  EXPECT_THAT(sentence_of(parts), StartsWith("accepts: values beyond 10FFFF; refuses: "));
}

TEST(Compose, ASoleBomIsKept) {
  planted::Parts parts;
  parts.strips_leading_bom = parts.keeps_sole_bom = true;
  EXPECT_THAT(sentence_of(parts),
              HasSubstr("; BOM: stripped at the start, unless it is the whole input; "));
}

TEST(Compose, AnErrorSpansAllBytesUpToAStart) {
  planted::Parts parts;
  parts.span = Span::kToStart;
  EXPECT_THAT(sentence_of(parts),
              HasSubstr("; errors become: U+FFFD for each byte up to 00..7F or C0..FD; "));
}

TEST(Compose, ATruncatedEndHasARuleOfItsOwn) {
  const std::vector<std::pair<End, std::string>> rows{
      {End::kLeadAlone, "the lead of an unfinished sequence gives '?', whatever follows the lead"},
      {End::kFilled, "missing bytes count as 80"},
      {End::kAllLost, "an unfinished sequence empties the result"}};
  for (const auto& [end, words] : rows) {
    planted::Parts parts;
    parts.end = end;
    parts.output = as_question_mark;
    EXPECT_THAT(sentence_of(parts), EndsWith("; end of input: " + words));
  }
}

// ---- what is printed is true ----

// The lines of a decoder that they do not explain.
std::vector<std::string> lines_that_remain(const Identity& identity) {
  EXPECT_FALSE(identity.is_complete);
  EXPECT_FALSE(identity.against.empty());
  EXPECT_THAT(identity.sentence, HasSubstr("and otherwise: see table"));
  std::vector<std::string> texts;
  for (const SentenceLine& line : sentence_lines(identity.sentence)) texts.push_back(line.text);
  return texts;
}

// Any byte can follow a lead, so that C2 41 gives 81 and 41 C2 00 gives 41 80.
TEST(Compose, APhraseThatAnAnswerContradictsIsAnExample) {
  planted::Parts parts;
  parts.is_unchecked = true;
  const std::vector<std::string> lines = lines_that_remain(identity_of(parts));
  ASSERT_GE(lines.size(), 5u);
  EXPECT_THAT(lines[0], StartsWith("others such as "));
  EXPECT_EQ(lines[1], "nothing of UTF-8");
  EXPECT_EQ(lines[2], "FF gives FFFD, and otherwise: see table");
  EXPECT_EQ(lines[3], "kept");
}

// After a stray byte a check is out of step and passes C0 80.
int validate_out_of_step(const std::uint8_t* in, std::size_t size) {
  Bytes units(in, in + size);
  for (std::size_t i = 1; i + 1 < units.size(); ++i) {
    if (units[i - 1] == 0x80 && units[i] == 0xC0 && units[i + 1] == 0x80) {
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(i) - 1,
                  units.begin() + static_cast<std::ptrdiff_t>(i) + 2);
      i = 0;
    }
  }
  return planted::decode(*planted::the_parts(), units.data(), units.size()).has_error ? 0 : 1;
}

TEST(Compose, WhatAVerdictAcceptsOutOfStepIsAnExample) {
  planted::Parts parts;
  Decoder decoder = planted::decoder_of(parts, false, false);
  decoder.validate = validate_out_of_step;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  const std::vector<std::string> lines = lines_that_remain(identify(caller, false));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "others such as 80 C0 80");
  EXPECT_EQ(lines[1], "nothing of UTF-8");
  EXPECT_EQ(lines[2], "refused");
}

// One value comes out as another: it is not refused, and no line says so.
TEST(Compose, AWrongValueContradictsNoLine) {
  planted::Parts parts;
  parts.afterwards = [](std::size_t, Values& out) {
    if (out == Values{0x85}) out = {0x20, 0x21};
  };
  const std::vector<std::string> lines = lines_that_remain(identity_of(parts));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "nothing beside UTF-8");
  EXPECT_EQ(lines[5], "and otherwise: see table");
}

// What is stored in 16-bit units cannot tell a pair of surrogates from its character.
void lossy16_of_planted(const std::uint8_t* in, std::size_t size, std::uint16_t* out,
                        std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (const std::uint32_t value : planted::decode(*planted::the_parts(), in, size).values) {
    const bool is_one = value < 0x10000;
    for (const std::uint32_t unit :
         is_one ? Values{value} : Values{high_surrogate(value), low_surrogate(value)}) {
      if (result->written == capacity) return void(result->status = PLACEMAT_NO_CAPACITY);
      out[result->written++] = static_cast<std::uint16_t>(unit);
    }
  }
}

TEST(Compose, APairOfSurrogatesInUtf16IsNoContradiction) {
  planted::Parts parts;
  parts.accepts = always;
  parts.reads_surrogates = true;
  Decoder decoder = planted::decoder_of(parts, false, false);
  decoder.lossy16 = lossy16_of_planted;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  const Identity identity = identify(caller, false);
  EXPECT_EQ(identity.unexplained, 0u);
  EXPECT_THAT(identity.sentence, StartsWith("accepts: surrogates"));
  InputObservation seen;
  seen.lossy_known = seen.joins_surrogates = true;
  seen.lossy_values = {0x10000};
  const Bytes pair{0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80};
  EXPECT_FALSE(contradiction(identity, pair, seen).has_value());
}

TEST(Descriptions, CountAnInputAsOneWord) {
  EXPECT_EQ(count_words("others such as E0 80 80..E0 9F BF"), 4u);
  EXPECT_EQ(count_words("U+FFFD for each byte, leads also C0..C1 F5..FF"), 7u);
}

// A list that is too long names as many as fit and an input of the others.
TEST(Descriptions, ShortenALongList) {
  Composition parts;
  parts.accepted = pattern_set_of(dialect(DialectId::kUtf8)).value();
  for (const std::uint64_t value : {0x101u, 0x301u, 0x501u, 0x703u}) {
    PatternSet less;
    less.add(1, {value, value + 1});
    less.add(2, {0x1000 + value, 0x1000 + value});
    less.add(3, {0x10000 + value, 0x10000 + value});
    parts.accepted.remove(less);
  }
  parts.read = parts.accepted;
  const std::string phrase = describe(parts, parts).at(Trait::kRefuses).phrase;
  EXPECT_LE(count_words(phrase), kMostWords);
  EXPECT_THAT(phrase, StartsWith("U+0101..U+0102, "));
  EXPECT_THAT(phrase, HasSubstr(", and others such as "));
}

TEST(Descriptions, AreReadBackLineByLine) {
  const auto lines = sentence_lines("accepts: surrogates; BOM: kept; and otherwise: see table");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].about, "accepts");
  EXPECT_EQ(lines[1].text, "kept");
  EXPECT_EQ(lines[2].about, "");
  EXPECT_EQ(lines[2].text, "and otherwise: see table");
}

// An adapter cannot put control characters into a string literal, and quotes end it.
void lossy32_of_literal(const std::uint8_t* in, std::size_t size, std::uint32_t* out,
                        std::size_t capacity, placemat_result* result) {
  const bool is_literal =
      std::all_of(in, in + size, [](std::uint8_t unit) { return unit >= 0x20 && unit != '"'; });
  if (is_literal) return planted::lossy32(in, size, out, capacity, result);
  *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
}

TEST(Compose, UnitsWithoutAnAnswerAreNotStatedAsMissing) {
  planted::Parts parts;
  parts.span = Span::kUnit;
  parts.output = as_itself;
  Decoder decoder = planted::decoder_of(parts, true, false);
  decoder.lossy32 = lossy32_of_literal;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  EXPECT_EQ(identify(caller, false).sentence,
            "accepts: nothing beside UTF-8; refuses: nothing of UTF-8 (U+0000..U+001F and U+0022 "
            "not answered); errors become: each byte as Latin-1" +
                std::string(kPlainEnd));
}

// ---- what no parts explain ----

TEST(Compose, AWrongValueIsNotExplained) {
  planted::Parts parts;
  parts.afterwards = [](std::size_t, Values& out) {
    if (out.size() == 1 && out[0] >= 0x700 && out[0] <= 0x7FF) ++out[0];
  };
  const Identity identity = identity_of(parts);
  EXPECT_FALSE(identity.explained);
  EXPECT_FALSE(identity.is_complete);
  ASSERT_FALSE(identity.against.empty());
  EXPECT_EQ(identity.against.front().seen.find("FFFD"), std::string::npos);
}

// What Perl's layer :utf8 does. A lead whose sequence is wrong takes as many units as it announces,
// whatever they are, and hands them out as pieces of up to six units. FE announces 7 and FF 13.
void pieces(const std::uint8_t* in, std::size_t size, std::uint64_t* out, std::size_t capacity,
            placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  const auto write = [&](std::uint64_t value) {
    if (result->written < capacity)
      out[result->written++] = value;
    else
      result->status = PLACEMAT_NO_CAPACITY;
  };
  for (std::size_t at = 0; at < size && result->status == PLACEMAT_OK;) {
    const std::uint8_t lead = in[at];
    std::size_t announced = lead == 0xFF ? 13 : 1;
    for (std::size_t length = 2; length <= 7; ++length) {
      if (lead >= 0x100 - (0x100 >> length) && lead < 0xFF) announced = length;
    }
    const std::size_t length = std::min(announced, size - at);
    std::uint64_t value = lead;
    if (lead >= 0xC0) value = lead & (0x7Fu >> std::min<std::size_t>(announced, 7));
    bool is_sequence = lead < 0x80 || announced > 1;
    for (std::size_t i = 1; i < length; ++i) {
      is_sequence = is_sequence && (in[at + i] & 0xC0) == 0x80 && value >> 57 == 0;
      value = value << 6 | (in[at + i] & 0x3Fu);
    }
    const std::uint64_t least = announced == 13  ? std::uint64_t{1} << 36
                                : announced == 1 ? 0
                                : announced == 2 ? 0x80
                                                 : std::uint64_t{1} << (5 * announced - 4);
    const ByteView units(in + at, length);
    if (is_sequence && length == announced && value >= least) {
      write(value);
    } else {
      for (std::size_t from = 0; from < length; from += kMostRawUnits) {
        write(raw_value(units.subspan(from, std::min(kMostRawUnits, length - from))));
      }
    }
    at += length;
  }
}

TEST(Compose, AnErrorComesOutAsOnePieceOfWhatItsLeadAnnounces) {
  planted::Parts parts;
  Decoder decoder = planted::decoder_of(parts, false, false);
  decoder.lossy64 = pieces;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  const Identity identity = identify(caller, false);
  EXPECT_EQ(identity.unexplained, 0u);
  EXPECT_EQ(
      identity.sentence,
      "accepts: all of utf-8-perl; refuses: nothing of UTF-8; errors become: such as FF gives "
      "raw:FF" +
          std::string(kPlainEnd));
}

TEST(Compose, AFaultAtEverySixteenthPositionIsAboutPositions) {
  planted::Parts parts;
  parts.afterwards = [](std::size_t at, Values& out) {
    if (at % 16 == 15 && out.size() == 1 && out[0] >= 0x80) out = {0xFFFE};
  };
  const Identity identity = identity_of(parts);
  EXPECT_FALSE(identity.explained);
  EXPECT_FALSE(identity.is_complete);
  EXPECT_THAT(identity.reason, StartsWith("its answers depend on the position: 41*15 "));
}

TEST(Compose, DifferingAnswersAreNoMachine) {
  planted::Parts parts;
  unsigned calls = 0;
  parts.afterwards = [&calls](std::size_t, Values& out) {
    if (out == Values{0xFFFD} && ++calls % 50 == 0) out.push_back(0xFFFD);
  };
  const Identity identity = identity_of(parts);
  EXPECT_FALSE(identity.explained);
  EXPECT_FALSE(identity.is_complete);
  EXPECT_FALSE(identity.unstable.empty());
  EXPECT_THAT(identity.reason, StartsWith("answers differ between two identical questions: "));
}

// A decoder that keeps something of an error for the next call.
TEST(Compose, AnAnswerThatDependsOnTheQuestionBeforeNamesIt) {
  planted::Parts parts;
  bool is_after_error = false;
  parts.afterwards = [&is_after_error](std::size_t at, Values& out) {
    const bool changes = at == 0 && is_after_error && out == Values{'A'};
    is_after_error = out == Values{0xFFFD};
    if (changes) out = {'B'};
  };
  const Identity identity = identity_of(parts);
  EXPECT_FALSE(identity.explained);
  EXPECT_THAT(identity.reason, HasSubstr(" after the question "));
}

TEST(Compose, MoreInputsAreComparedWithTheExplanation) {
  planted::Parts parts;
  parts.accepts = [](std::uint32_t value) { return !is_noncharacter(value); };
  const Identity identity = identity_of(parts);
  ASSERT_TRUE(identity.is_composed);
  InputObservation seen;
  seen.lossy_known = true;
  seen.lossy_values = {0x41, 0xFFFD};
  const Bytes units{0x41, 0xEF, 0xB7, 0x90};
  EXPECT_FALSE(contradiction(identity, units, seen).has_value());
  seen.lossy_values = {0x41, 0xFDD0};
  const auto wrong = contradiction(identity, units, seen);
  ASSERT_TRUE(wrong.has_value());
  EXPECT_EQ(wrong->units, "41 EF B7 90");
  EXPECT_EQ(wrong->expected, "41 FFFD");
  EXPECT_EQ(wrong->seen, "41 FDD0");
}

// ---- sets ----

PatternSet utf8_and(std::initializer_list<std::pair<std::size_t, ValueRange>> more) {
  PatternSet set = pattern_set_of(dialect(DialectId::kUtf8)).value();
  for (const auto& [place, range] : more) set.add(place, range);
  return set;
}

std::string accepted_of(const PatternSet& set) {
  Composition parts;
  parts.accepted = parts.read = set;
  return describe(parts, parts).at(Trait::kAccepts).phrase;
}

TEST(PatternSets, AreDescribedByTheNearestDialect) {
  EXPECT_EQ(accepted_of(utf8_and({})), "nothing beside UTF-8");
  EXPECT_EQ(accepted_of(utf8_and({{2, {0xD800, 0xDFFF}}})), "surrogates");
  EXPECT_EQ(accepted_of(utf8_and({{2, {0xD800, 0xD800}}})), "surrogates D800 only");
  EXPECT_EQ(accepted_of(utf8_and({{1, {0, 0}}})), "C0 80");
  EXPECT_EQ(accepted_of(utf8_and({{1, {0, 0x7F}}})), "overlong forms of 2 bytes");
  EXPECT_EQ(accepted_of(utf8_and({{1, {0, 0x3F}}})), "C0 80..C0 BF");
  EXPECT_EQ(accepted_of(utf8_and({{3, {0x110000, 0x1FFFFF}}})), "values beyond 10FFFF");
  for (const DialectId id :
       {DialectId::kUtf8Rfc2279, DialectId::kUtf8Lenient21, DialectId::kUtf8Overlong,
        DialectId::kUtf8Extended, DialectId::kUtf8Perl}) {
    EXPECT_EQ(accepted_of(pattern_set_of(dialect(id)).value()),
              "all of " + std::string(dialect(id).name));
  }
  for (const DialectId id : {DialectId::kFssUtfXopen, DialectId::kUtf1, DialectId::kCesu8}) {
    EXPECT_FALSE(pattern_set_of(dialect(id)).has_value()) << dialect(id).name;
  }
}

// Every string of up to two units, and every third of some, against Table 3-7.
TEST(PatternSets, MatchTheFormsOfADialect) {
  for (const DialectId id : {DialectId::kUtf8, DialectId::kUtf8Perl, DialectId::kUtf8Overlong}) {
    const PatternSet set = pattern_set_of(dialect(id)).value();
    for (const Form& form : dialect(id).forms) {
      Bytes units;
      for (std::size_t i = 0; i < form.length; ++i) {
        units.push_back(form.units[i].first);
        const PatternMatch match = set.match(units);
        EXPECT_EQ(match.prefix, units.size());
        EXPECT_EQ(match.is_complete, units.size() == form.length);
        EXPECT_EQ(match.announced, form.length);
      }
      EXPECT_EQ(set.match(units).value, form.lowest);
    }
  }
  const PatternSet utf8 = utf8_and({});
  for (const Bytes& units : {Bytes{0xE0, 0x9F}, Bytes{0xED, 0xA0}, Bytes{0xF0, 0x8F},
                             Bytes{0xF4, 0x90}, Bytes{0xC2, 0x41}}) {
    EXPECT_EQ(utf8.match(units).prefix, 1u);
  }
  for (const std::uint8_t unit : Bytes{0x80, 0xBF, 0xC0, 0xC1, 0xF5, 0xFF}) {
    EXPECT_EQ(utf8.match(ByteView(&unit, 1)).prefix, 0u);
  }
}

}  // namespace
}  // namespace placemat
