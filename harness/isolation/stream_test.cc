#include "harness/isolation/stream.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/decoder/raw_unit.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using Values = std::vector<std::uint64_t>;

Bytes units(const std::string& hex) { return parse_hex(hex); }

// The output of an ASCII-only decoder for a text.
Values as_values(const std::string& text) {
  Values values;
  for (const char c : text) values.push_back(static_cast<unsigned char>(c));
  return values;
}

CaseStream stream_of(const std::vector<std::string>& cases) {
  CaseStream stream;
  for (const std::string& text : cases) stream.add(Bytes(text.begin(), text.end()));
  return stream;
}

std::string shown(const CaseStream::Part& part) {
  if (!part) return "-";
  std::string text;
  for (const std::uint64_t value : *part) text += static_cast<char>(value);
  return text;
}

std::vector<std::string> cut(const CaseStream& stream, const std::string& output) {
  const Values values = as_values(output);
  std::vector<std::string> all;
  for (const CaseStream::Part& part : stream.cut(values)) all.push_back(shown(part));
  return all;
}

TEST(CaseStream, GivesEachCaseItsOutput) {
  const CaseStream stream = stream_of({"ab", "", "c\nd", "\n"});
  EXPECT_THAT(cut(stream, stream.text()), ElementsAre("ab", "", "c\nd", "\n"));
  EXPECT_EQ(stream.count(), 4u);
}

TEST(CaseStream, CutsNonAsciiOutput) {
  CaseStream stream;
  stream.add(units("41E282AC"));
  stream.add(units("4242"));
  Values values = as_values(stream.text());
  // Like a decoder: three units become one value.
  const auto at = std::find(values.begin(), values.end(), 0xE2u);
  values.erase(at + 1, at + 3);
  *at = 0x20AC;
  const auto parts = stream.cut(values);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_THAT(*parts[0], ElementsAre(0x41u, 0x20ACu));
  EXPECT_THAT(*parts[1], ElementsAre(0x42u, 0x42u));
}

// For any swallowed unit, the cases on both sides of the damaged marker have no answer,
// and no others are affected.
TEST(CaseStream, HasNoAnswerNextToASwallowedMarker) {
  const CaseStream stream = stream_of({"aa", "bb", "cc", "dd"});
  const std::size_t marker = stream.text().find("bb") + 2;
  const std::size_t length = stream.text().find("cc") - marker;
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t count = 1; i + count <= length; ++count) {
      std::string text = stream.text();
      text.erase(marker + i, count);
      EXPECT_THAT(cut(stream, text), ElementsAre("aa", "-", "-", "dd")) << i << " " << count;
    }
  }
}

TEST(CaseStream, HasNoAnswerNextToAChangedMarker) {
  const CaseStream stream = stream_of({"aa", "bb", "cc", "dd"});
  const std::size_t marker = stream.text().find("bb") + 2;
  const std::size_t length = stream.text().find("cc") - marker;
  for (std::size_t i = 0; i < length; ++i) {
    std::string text = stream.text();
    text[marker + i] = '?';
    EXPECT_THAT(cut(stream, text), ElementsAre("aa", "-", "-", "dd")) << i;
  }
}

TEST(CaseStream, HasNoAnswerForCasesMissingAtEitherEnd) {
  const CaseStream stream = stream_of({"aa", "bb", "cc"});
  const std::string& text = stream.text();
  EXPECT_THAT(cut(stream, text.substr(0, text.find("bb") + 1)), ElementsAre("aa", "-", "-"));
  EXPECT_THAT(cut(stream, text.substr(text.find("aa"))), ElementsAre("-", "bb", "cc"));
  EXPECT_THAT(cut(stream, text.substr(0, text.size() - 1)), ElementsAre("aa", "bb", "-"));
  EXPECT_THAT(cut(stream, ""), ElementsAre("-", "-", "-"));
}

// All are without an answer, because either of two could be meant.
TEST(CaseStream, HasNoAnswerWhenMarkersAreOutOfOrder) {
  const CaseStream stream = stream_of({"aa", "bb", "cc"});
  const std::string& text = stream.text();
  EXPECT_THAT(cut(stream, text + text), ElementsAre("-", "-", "-"));
  const std::size_t half = text.find("bb");
  EXPECT_THAT(cut(stream, text.substr(half) + text.substr(0, half)), ElementsAre("-", "-", "-"));
  // A marker that was never sent.
  std::string forged = text;
  forged.replace(forged.find("0000001"), 7, "0000009");
  EXPECT_THAT(cut(stream, forged), ElementsAre("-", "-", "-"));
}

TEST(CaseStream, FindsTheLastCaseThatBegan) {
  const CaseStream stream = stream_of({"aa", "bb", "cc"});
  const std::string& text = stream.text();
  const auto begun = [&](const std::string& output) {
    return stream.last_begun(as_values(output));
  };
  EXPECT_EQ(begun(""), std::nullopt);
  EXPECT_EQ(begun(text.substr(0, 3)), std::nullopt);
  EXPECT_EQ(begun(text.substr(0, text.find("aa"))), 0u);
  EXPECT_EQ(begun(text.substr(0, text.find("bb") + 1)), 1u);
  EXPECT_EQ(begun(text.substr(0, text.size() - 1)), 2u);
  EXPECT_EQ(begun(text), std::nullopt);  // all of them
}

TEST(StandsAlone, UnitsThatEndInsideOfASequence) {
  // Leads by the pattern of 1993, of two to six units; FE and FF open a sequence in any
  // dialect.
  for (const char* hex : {"41C3", "41E2", "41E282", "41F0", "41F09F98", "41F8", "41F888808080",
                          "41FC", "41FC8480808080", "41FE", "41FF", "41FF8080808080"}) {
    const bool is_complete =
        std::string(hex) == "41F888808080" || std::string(hex) == "41FC8480808080";
    EXPECT_EQ(stands_alone(units(hex)), !is_complete) << hex;
  }
  for (const char* hex : {"4142", "41C3A9", "41E282AC", "41F09F9880", "4180", "C341"}) {
    EXPECT_FALSE(stands_alone(units(hex))) << hex;
  }
}

TEST(StandsAlone, UnitsThatBeginLikeASignature) {
  for (const char* hex : {"EFBBBF", "EFBBBF41", "EFBB41", "FEFF41", "FFFE41", "0000FEFF41"}) {
    EXPECT_TRUE(stands_alone(units(hex))) << hex;
  }
  for (const char* hex : {"41EFBBBF", "EFBFBD", "EF41", "FE41", "0041"}) {
    EXPECT_FALSE(stands_alone(units(hex))) << hex;
  }
}

TEST(StandsAlone, OneUnitOrNone) {
  EXPECT_TRUE(stands_alone({}));
  for (unsigned unit = 0; unit <= 0xFF; ++unit) {
    EXPECT_TRUE(stands_alone(Bytes{static_cast<std::uint8_t>(unit)}));
  }
}

TEST(StandsAlone, LongUnits) {
  EXPECT_FALSE(stands_alone(Bytes(256, 'a')));
  EXPECT_TRUE(stands_alone(Bytes(257, 'a')));
}

TEST(StandsAlone, UnitsThatLookLikeAMarker) {
  const CaseStream stream = stream_of({"aa"});
  EXPECT_TRUE(stands_alone(Bytes(stream.text().begin(), stream.text().end())));
}

TEST(ValuesOf, ReadsTheThreeForms) {
  EXPECT_EQ(values_of(std::string("\x41\0\0\0\xAC\x20\0\0", 8), "utf-32le"),
            (Values{0x41, 0x20AC}));
  EXPECT_EQ(values_of(std::string("\0\0\0\x41\0\x10\xFF\xFF", 8), "utf-32be"),
            (Values{0x41, 0x10FFFF}));
  EXPECT_EQ(values_of("A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "utf-8"),
            (Values{0x41, 0xE9, 0x20AC, 0x1F600}));
  // The output of a lenient program can be read; whether it is correct is judged
  // elsewhere.
  EXPECT_EQ(values_of("\xC0\xAF\xED\xA0\x80", "utf-8"), (Values{0x2F, 0xD800}));
  for (const char* form : {"utf-32le", "utf-32be", "utf-8"})
    EXPECT_EQ(values_of("", form), Values{});
}

// Table 3-7: the units of an overlong form, a surrogate, a value above U+10FFFF and a cut
// sequence are no part of a character.
TEST(ValuesOf, HasEachUnitOfIllFormedOutput) {
  const auto raw = [](std::initializer_list<std::uint8_t> units) {
    Values values;
    for (const std::uint8_t unit : units) values.push_back(raw_value(Bytes{unit}));
    return values;
  };
  EXPECT_EQ(values_of("A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", kUtf8OrRaw),
            (Values{0x41, 0xE9, 0x20AC, 0x1F600}));
  EXPECT_EQ(values_of("\xC0\xAF", kUtf8OrRaw), raw({0xC0, 0xAF}));
  EXPECT_EQ(values_of("\xE0\x9F\xBF", kUtf8OrRaw), raw({0xE0, 0x9F, 0xBF}));
  EXPECT_EQ(values_of("\xED\xA0\x80", kUtf8OrRaw), raw({0xED, 0xA0, 0x80}));
  EXPECT_EQ(values_of("\xF0\x8F\xBF\xBF", kUtf8OrRaw), raw({0xF0, 0x8F, 0xBF, 0xBF}));
  EXPECT_EQ(values_of("\xF4\x90\x80\x80", kUtf8OrRaw), raw({0xF4, 0x90, 0x80, 0x80}));
  EXPECT_EQ(values_of("\xE2\x82", kUtf8OrRaw), raw({0xE2, 0x82}));
  EXPECT_EQ(values_of("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF", kUtf8OrRaw),
            (Values{0xD7FF, 0xE000, 0x10FFFF}));
}

TEST(ValuesOf, RefusesOtherForms) {
  EXPECT_EQ(values_of("abc", "utf-32le"), std::nullopt);
  for (const char* text :
       {"\x80", "\xC3", "\xC3\x41", "\xE2\x82", "\xF8\x88\x80\x80\x80", "\xFF"}) {
    EXPECT_EQ(values_of(text, "utf-8"), std::nullopt) << text;
  }
  EXPECT_EQ(values_at_front("abcd\xC3", "utf-8"), (Values{'a', 'b', 'c', 'd'}));
  EXPECT_EQ(values_at_front(std::string("\x41\0\0\0\x42", 5), "utf-32le"), Values{0x41});
}

}  // namespace
}  // namespace placemat
