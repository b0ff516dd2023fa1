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

namespace placemat {
namespace {

using planted::End;
using planted::Span;
using planted::Values;
using testing::HasSubstr;
using testing::StartsWith;

Identity identity_of(const planted::Parts& parts, bool has_lossy = true, bool has_strict = false) {
  const Decoder decoder = planted::decoder_of(parts, has_lossy, has_strict);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  return identify(caller, false);
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

TEST(Output, PutsTheTextOfAnEscapeAroundTheDigitsOfEachUnit) {
  Output output;
  output.id = OutputId::kDigits;
  output.is_each = true;
  output.before = {'<'};
  output.after = {'>', ' '};
  std::vector<std::uint64_t> values{'A'};
  output.append_to(values, Bytes{0xC3, 0x0A});
  EXPECT_EQ(std::string(values.begin(), values.end()), "A<C3> <0A> ");
}

TEST(Compose, NamedProfilesKeepTheirNames) {
  const Identity identity = identity_of({});
  EXPECT_TRUE(identity.explained);
  EXPECT_TRUE(identity.is_complete);
  EXPECT_FALSE(identity.is_composed);
  EXPECT_EQ(identity.profiles, std::vector<std::string>{"utf-8/maximal-subpart/keep"});
  EXPECT_EQ(identity.sentence,
            "utf-8; an error spans a maximal subpart; it gives U+FFFD; a leading BOM is kept; a "
            "truncated end is an error");
}

TEST(Compose, NoncharactersAreMissing) {
  planted::Parts parts;
  parts.accepts = [](std::uint32_t value) { return !is_noncharacter(value); };
  parts.output = as_question_mark;
  EXPECT_EQ(sentence_of(parts),
            "utf-8 without the 66 noncharacters; an error spans a maximal subpart, or all of a "
            "sequence of the 66 noncharacters; it gives '?'; a leading BOM is kept; a truncated "
            "end is an error");
}

TEST(Compose, UnitsComeOutAsLatin1) {
  planted::Parts parts;
  parts.span = Span::kUnit;
  parts.output = as_itself;
  EXPECT_EQ(sentence_of(parts),
            "utf-8; an error spans one unit; it gives the unit as Latin-1; a leading BOM is kept; "
            "a truncated end is an error");
}

TEST(Compose, SurrogatesAreAddedAndUnitsComeOutAsWindows1252) {
  planted::Parts parts;
  parts.accepts = always;
  parts.reads_surrogates = true;
  parts.span = Span::kUnit;
  parts.output = as_windows_1252;
  parts.end = End::kDropped;
  EXPECT_EQ(sentence_of(parts),
            "utf-8 plus surrogates; an error spans one unit; it gives the unit as windows-1252; a "
            "leading BOM is kept; a truncated end is dropped");
}

TEST(Compose, ALeadTakesAllContinuationUnits) {
  planted::Parts parts;
  parts.span = Span::kContinuations;
  parts.output = as_windows_1252;
  EXPECT_EQ(
      sentence_of(parts),
      "utf-8; an error spans a unit and, after a lead, all continuation units that follow, leads "
      "being also C0..C1, F5..FF; "
      "it gives the unit as windows-1252; a leading BOM is kept; a truncated end is an "
      "error");
}

TEST(Compose, FurtherLeadsAreNamed) {
  Composition parts;
  parts.accepted = parts.read = pattern_set_of(dialect(DialectId::kUtf8)).value();
  parts.spans.fill(SpanId::kAnnounced);
  EXPECT_THAT(sentence_of(parts), HasSubstr("announces, whatever they are; "));
  parts.read.add(1, {0x00, 0x7F});  // C0 80..C1 BF
  EXPECT_THAT(sentence_of(parts), HasSubstr("whatever they are, leads being also C0..C1; "));
}

TEST(Compose, OneSurrogateIsAccepted) {
  planted::Parts parts;
  parts.accepts = [](std::uint32_t value) { return !is_surrogate_value(value) || value == 0xD800; };
  parts.reads_surrogates = true;
  parts.output = as_question_mark;
  EXPECT_EQ(sentence_of(parts),
            "utf-8 plus surrogates D800 only; an error spans a maximal subpart, or all of a "
            "sequence of surrogates D801..DFFF; it gives '?'; a leading BOM is kept; a "
            "truncated end is an error");
}

TEST(Compose, SurrogatesAreReadWholeAndRefused) {
  planted::Parts parts;
  parts.reads_surrogates = true;
  EXPECT_EQ(sentence_of(parts),
            "utf-8; an error spans a maximal subpart, or all of a sequence of surrogates; it gives "
            "U+FFFD; a leading BOM is kept; a truncated end is an error");
}

TEST(Compose, ATruncatedEndIsDropped) {
  planted::Parts parts;
  parts.end = End::kDropped;
  EXPECT_EQ(sentence_of(parts),
            "utf-8; an error spans a maximal subpart; it gives U+FFFD; a leading BOM is kept; a "
            "truncated end is dropped");
}

// The strict function says that the input is incomplete.
TEST(Compose, ATruncatedEndIsKeptForLater) {
  planted::Parts parts;
  parts.end = End::kDropped;
  EXPECT_EQ(sentence_of(parts, true, true),
            "utf-8; an error spans a maximal subpart; it gives U+FFFD; a leading BOM is kept; a "
            "truncated end is kept for later");
}

TEST(Compose, OutputsAreNamed) {
  const std::vector<std::pair<Values (*)(std::uint8_t), std::string>> rows{
      {as_nothing, "it gives nothing"},
      {as_surrogate, "it gives DC00 + the unit"},
      {as_escape, "it gives the escape '\\' 'x' HH"},
      {as_percent, "it gives the escape '%' hh"}};
  for (const auto& [output, words] : rows) {
    planted::Parts parts;
    parts.span = Span::kUnit;
    parts.accepts = [](std::uint32_t value) { return value != 0x7F && !is_surrogate_value(value); };
    parts.output = output;
    EXPECT_THAT(sentence_of(parts), HasSubstr(words + ";"));
    EXPECT_THAT(sentence_of(parts), StartsWith("utf-8 without U+007F; "));
  }
}

TEST(Compose, EveryBomIsStripped) {
  planted::Parts parts;
  parts.strips_every_bom = true;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; every BOM is stripped;"));
}

TEST(Compose, AnErrorSpansTheRestOfTheInput) {
  planted::Parts parts;
  parts.span = Span::kRest;
  EXPECT_EQ(sentence_of(parts),
            "utf-8; an error spans the rest of the input; it gives U+FFFD; a leading BOM is kept; "
            "a truncated end is an error");
}

TEST(Compose, AStrictDecoderAcceptsMore) {
  planted::Parts parts;
  parts.accepts = always;
  parts.reads_surrogates = parts.reads_c0_80 = true;
  parts.strips_leading_bom = true;
  EXPECT_EQ(sentence_of(parts, false, true),
            "utf-8 plus C0 80 and surrogates; an error is refused; a leading BOM is stripped; a "
            "truncated end is an error");
}

// A decoder that passes a complete sequence on as it is, and refuses everything else.
TEST(Compose, ARefusedSequenceComesOutRaw) {
  planted::Parts parts;
  parts.reads_surrogates = true;
  parts.whole_as_raw_units = true;
  EXPECT_EQ(sentence_of(parts, false, true),
            "utf-8; an error spans a maximal subpart, or all of a sequence of surrogates; a lone "
            "continuation unit gives an error, a unit that begins no sequence gives an error, an "
            "unfinished sequence gives an error, a complete one that is not accepted gives each "
            "unit itself, raw; a leading BOM is kept; a truncated end is an error");
}

TEST(Compose, ContinuationUnitsAreNotChecked) {
  planted::Parts parts;
  parts.is_unchecked = true;
  EXPECT_THAT(sentence_of(parts),
              StartsWith("utf-8, continuation units unchecked; an error spans "));
}

TEST(Compose, OnlyTheTopBitOfContinuationUnitsIsChecked) {
  planted::Parts parts;
  parts.checks_top_bit = true;
  EXPECT_THAT(sentence_of(parts),
              StartsWith("utf-8, any unit from 80 taken for a continuation unit; "));
}

// SFML and others subtract a constant from the sum of the units.
TEST(Compose, ContinuationUnitsAreAddedUnchecked) {
  planted::Parts parts;
  parts.is_added = true;
  parts.accepts = always;
  parts.output = as_itself;
  EXPECT_THAT(sentence_of(parts), HasSubstr(", continuation units unchecked and counted less 80;"));
}

TEST(Compose, ContinuationUnitsBeginSequencesOfTwo) {
  planted::Parts parts;
  parts.has_low_leads = true;
  EXPECT_THAT(sentence_of(parts), StartsWith("utf-8, 80..BF taken as leads of 2 units; "));
}

TEST(Compose, ALeadTakesAllContinuationUnitsIntoItsValue) {
  planted::Parts parts;
  parts.reads_all = true;
  parts.output = as_itself;
  EXPECT_THAT(
      sentence_of(parts),
      HasSubstr(", each lead of C0..FF taking all continuation units that follow, however many; "));
}

TEST(Compose, ValuesBeyondUtf16ComeOutByItsFormula) {
  planted::Parts parts;
  parts.reads_f5 = true;
  parts.afterwards = [](std::size_t, Values& out) {
    if (out.size() == 1 && out[0] > 0x10FFFF) {
      out = {0xD7C0 + (out[0] >> 10), 0xDC00 + (out[0] & 0x3FF)};
    }
  };
  EXPECT_THAT(sentence_of(parts),
              StartsWith("utf-8 plus values beyond 10FFFF of 4 units, values beyond 10FFFF as the "
                         "two 16-bit units that the formula of UTF-16 gives; "));
}

TEST(Compose, ValuesBeyondComeOutAsAPairOfTheirLowBits) {
  planted::Parts parts;
  parts.accepts = [](std::uint32_t value) { return !is_surrogate_value(value); };
  parts.reads_f5 = true;
  parts.afterwards = [](std::size_t, Values& out) {
    if (out.size() == 1 && out[0] > 0x10FFFF) out = {0x10000 + (out[0] - 0x10000) % 0x100000};
  };
  EXPECT_THAT(sentence_of(parts),
              HasSubstr(", values beyond 10FFFF as the surrogate pair of the low 20 bits"));
}

TEST(Compose, ValuesAreCutToSixteenBits) {
  planted::Parts parts;
  parts.afterwards = [](std::size_t, Values& out) {
    for (std::uint32_t& value : out) value %= 0x10000;
  };
  EXPECT_THAT(sentence_of(parts), StartsWith("utf-8, values cut to their low 16 bits; "));
}

TEST(Compose, ASoleBomIsKept) {
  planted::Parts parts;
  parts.strips_leading_bom = parts.keeps_sole_bom = true;
  EXPECT_THAT(sentence_of(parts),
              HasSubstr("; a leading BOM is stripped unless it is all of the input"));
}

TEST(Compose, OneValueComesOutAsAnother) {
  planted::Parts parts;
  parts.afterwards = [](std::size_t, Values& out) {
    if (out == Values{0x85}) out = {0x20, 0x21};
  };
  EXPECT_THAT(sentence_of(parts), StartsWith("utf-8, U+0085 as U+0020 '!'; "));
}

TEST(Compose, AnErrorSpansAllUnitsUpToAStart) {
  planted::Parts parts;
  parts.span = Span::kToStart;
  EXPECT_THAT(sentence_of(parts),
              HasSubstr("; an error spans a unit and all that follow, up to one of 00..7F or "
                        "C0..FD; "));
}

TEST(Compose, ATruncatedEndHasARuleOfItsOwn) {
  const std::vector<std::pair<End, std::string>> rows{
      {End::kLeadAlone, "; the first unit of a truncated end is an error of its own"},
      {End::kLeadBeforeNul,
       "; the first unit of a truncated end is an error of its own, whatever units follow a lead "
       "that announces more than there are with the NUL that ends a string"},
      {End::kFilled, "; missing units of a truncated end count as 80"},
      {End::kAllLost, "; a truncated end leaves nothing of the whole result"}};
  for (const auto& [end, words] : rows) {
    planted::Parts parts;
    parts.end = end;
    parts.output = as_question_mark;
    EXPECT_THAT(sentence_of(parts), HasSubstr(words));
  }
}

TEST(Compose, InputThatGivesNothingIsRefused) {
  planted::Parts parts;
  parts.output = as_nothing;
  parts.refuses_nothing = true;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; input of which no value is left is refused"));
}

// ICU's uconv exits with 0 for 80 80, and with 1 for 80 41 and 41 80.
TEST(Compose, ErrorsWithoutAValuePass) {
  planted::Parts parts;
  parts.output = as_nothing;
  parts.passes_nothing = true;
  EXPECT_THAT(sentence_of(parts, false, true),
              HasSubstr("; errors with no value beside them are not reported"));
}

TEST(Compose, AnUnfinishedSequenceIsDecodedAsAShorterOne) {
  planted::Parts parts;
  parts.shortens = true;
  parts.end = End::kLeadAlone;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; an unfinished sequence is decoded as if its lead "
                                            "announced as many units as it has, "));
}

TEST(Compose, ARefusedUnitTakesALeadAlong) {
  planted::Parts parts;
  parts.taken = planted::Taken::kOneError;
  EXPECT_THAT(sentence_of(parts),
              testing::AllOf(HasSubstr("; each of 80..C1, ED and F5..FF takes a lead and "),
                             HasSubstr("; all of it is one error")));
  parts.taken = planted::Taken::kOneValue;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; all of it is one value"));
}

// What unpack 'C0U*' and JSON::XS of Perl 5.36 give.
TEST(Compose, ALeadIsReadAsOneOfTheNextKind) {
  Composition parts;
  parts.accepted = parts.read = pattern_set_of(dialect(DialectId::kUtf8)).value();
  parts.habit = HabitId::kTakesLeadAsValue;
  const auto values = [&](const Bytes& units) { return predict(parts, units).values; };
  EXPECT_THAT(values({0x80, 0xED, 0xA0}), testing::ElementsAre(0xB60));
  EXPECT_THAT(values({0x80, 0xC2, 0xA0, 0x80}), testing::ElementsAre(0x2800));
  EXPECT_THAT(values({0xFF, 0xE1, 0x80, 0x80}), testing::ElementsAre(0x1FE1000));
  EXPECT_THAT(values({0xC0, 0xF4, 0x80, 0x80, 0x80}), testing::ElementsAre(0x40D00000));
  parts.habit = HabitId::kTakesLeadRaw;
  for (Output& output : parts.outputs) output.id = OutputId::kError;
  EXPECT_THAT(values({0x80, 0xE1, 0x80, 0x80}),
              testing::ElementsAre(PLACEMAT_RAW_UNIT64 | 0x80, 0x1000));
  EXPECT_THAT(values({0x80, 0xC0, 0x80}),
              testing::ElementsAre(PLACEMAT_RAW_UNIT64 | 0x80, raw_value(Bytes{0xC0, 0x80})));
  EXPECT_TRUE(predict(parts, Bytes{0x80, 0xC0, 0x80, 0x80}).is_error);
}

TEST(Compose, UnfinishedSequencesBehindASingleUnitAreLost) {
  planted::Parts parts;
  parts.loses_unfinished = true;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; where the first error is a single unit that begins "
                                            "no sequence, each unfinished sequence behind it is "));
}

TEST(Compose, ALeadGivesItsHighSurrogateFirst) {
  planted::Parts parts;
  parts.span = Span::kUnit;
  parts.output = as_itself;
  parts.high_first = true;
  EXPECT_THAT(sentence_of(parts), HasSubstr("; the lead of a sequence of 4 units gives its high "
                                            "surrogate where only the last unit is wrong"));
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
            "utf-8 (U+0000..U+001F and U+0022 not answered); an error spans one unit; it gives the "
            "unit as Latin-1; a leading BOM is kept; a truncated end is an error");
}

int validate_planted(const std::uint8_t* in, std::size_t size) {
  return planted::decode(*planted::the_parts(), in, size).has_error ? 0 : 1;
}

TEST(Compose, AVerdictShowsThatContinuationUnitsAreUnchecked) {
  planted::Parts parts;
  parts.is_unchecked = true;
  Decoder decoder = planted::decoder_of(parts, false, false);
  decoder.validate = validate_planted;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  const Identity identity = identify(caller, false);
  EXPECT_TRUE(identity.is_complete);
  EXPECT_THAT(identity.sentence, HasSubstr(", continuation units unchecked; an error is refused"));
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
  EXPECT_EQ(identity.sentence,
            "utf-8-perl; an error spans as many units as its lead announces, whatever they are, "
            "leads being also C0..C1; it gives its units, raw, as one piece; a leading BOM is "
            "kept; a truncated end is an error");
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

TEST(PatternSets, AreDescribedByTheNearestDialect) {
  EXPECT_EQ(describe_accepted(utf8_and({})), "utf-8");
  EXPECT_EQ(describe_accepted(utf8_and({{2, {0xD800, 0xDFFF}}})), "utf-8 plus surrogates");
  EXPECT_EQ(describe_accepted(utf8_and({{2, {0xD800, 0xD800}}})),
            "utf-8 plus surrogates D800 only");
  EXPECT_EQ(describe_accepted(utf8_and({{1, {0, 0}}})), "utf-8 plus C0 80");
  EXPECT_EQ(describe_accepted(utf8_and({{1, {0, 0x7F}}})), "utf-8 plus overlong forms of 2 units");
  EXPECT_EQ(describe_accepted(utf8_and({{1, {0, 0x3F}}})), "utf-8 plus C0 80..C0 BF");
  EXPECT_EQ(describe_accepted(utf8_and({{3, {0x110000, 0x1FFFFF}}})),
            "utf-8 plus values beyond 10FFFF of 4 units");
  for (const DialectId id :
       {DialectId::kUtf8Rfc2279, DialectId::kUtf8Lenient21, DialectId::kUtf8Overlong,
        DialectId::kUtf8Extended, DialectId::kUtf8Perl}) {
    EXPECT_EQ(describe_accepted(pattern_set_of(dialect(id)).value()), dialect(id).name);
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
