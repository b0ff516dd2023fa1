// The dialects against their documents. Every number in this file comes from a
// source and none from the code under test.
#include "harness/spec/dialect.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

using testing::ElementsAre;

std::string text_of(const Form& form) {
  std::string out;
  for (std::size_t i = 0; i < form.length; ++i) {
    const Range range = form.units[i];
    if (i > 0) out += ' ';
    out += range.first == range.last ? fmt::format("{:02X}", range.first)
                                     : fmt::format("{:02X}..{:02X}", range.first, range.last);
  }
  return out;
}

const Dialect& named(std::string_view name) {
  const Dialect* found = find_dialect(name);
  if (found == nullptr) throw std::runtime_error("no such dialect");
  return *found;
}

std::string units_of(std::string_view dialect_name, std::uint64_t value) {
  const auto units = encode(named(dialect_name), value);
  return units ? to_spaced_hex(*units) : "none";
}

// The value of the only form that `hex` matches.
std::string value_of(std::string_view dialect_name, std::string_view hex) {
  const Bytes bytes = parse_hex(hex);
  std::string out;
  for (const Form& form : named(dialect_name).forms) {
    if (form.matches(bytes)) out += fmt::format("{:X}", form.value(bytes));
  }
  return out.empty() ? "none" : out;
}

// Unicode 3.9, Table 3-7, typed from the document.
TEST(Utf8, IsTable37) {
  std::vector<std::string> rows;
  for (const Form& form : dialect(DialectId::kUtf8).forms) {
    rows.push_back(fmt::format("{:04X}..{:04X}: {}", form.lowest, form.highest(), text_of(form)));
  }
  EXPECT_THAT(rows, ElementsAre("0000..007F: 00..7F",                         //
                                "0080..07FF: C2..DF 80..BF",                  //
                                "0800..0FFF: E0 A0..BF 80..BF",               //
                                "1000..CFFF: E1..EC 80..BF 80..BF",           //
                                "D000..D7FF: ED 80..9F 80..BF",               //
                                "E000..FFFF: EE..EF 80..BF 80..BF",           //
                                "10000..3FFFF: F0 90..BF 80..BF 80..BF",      //
                                "40000..FFFFF: F1..F3 80..BF 80..BF 80..BF",  //
                                "100000..10FFFF: F4 80..8F 80..BF 80..BF"));
}

// RFC 3629 section 3 states bit patterns and the limits of each; cutting them
// must leave the table.
TEST(Within, BitPatternsWithinTheirLimitsAreTable37) {
  const std::vector<Form>& patterns = dialect(DialectId::kUtf8Lenient21).forms;
  ASSERT_EQ(patterns.size(), 4u);
  std::vector<std::string> rows;
  const auto add = [&](std::size_t units, std::uint64_t lowest, std::uint64_t highest) {
    for (const Form& form : within(patterns[units - 1], lowest, highest)) {
      rows.push_back(fmt::format("{:X}..{:X}: {}", form.lowest, form.highest(), text_of(form)));
    }
  };
  add(1, 0, 0x7F);
  add(2, 0x80, 0x7FF);
  add(3, 0x800, 0xD7FF);
  add(3, 0xE000, 0xFFFF);
  add(4, 0x10000, 0x10FFFF);
  std::vector<std::string> table;
  for (const Form& form : dialect(DialectId::kUtf8).forms) {
    table.push_back(fmt::format("{:X}..{:X}: {}", form.lowest, form.highest(), text_of(form)));
  }
  EXPECT_EQ(rows, table);
}

TEST(Within, LimitsInTheMiddleOfARange) {
  const Form& two = dialect(DialectId::kUtf8Lenient21).forms[1];
  EXPECT_TRUE(within(two, 0x800, 0xFFFF).empty());
  const std::vector<Form> one = within(two, 0x85, 0x85);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(text_of(one[0]), "C2 85");
  std::vector<std::string> rows;
  for (const Form& form : within(two, 0xBE, 0x101)) rows.push_back(text_of(form));
  EXPECT_THAT(rows, ElementsAre("C2 BE..BF", "C3 80..BF", "C4 80..81"));
}

struct Limits {
  std::string_view dialect;
  std::string_view lowest, lowest_units;
  std::string_view highest, highest_units;
};

// The source of each: RFC 3629; RFC 2279; the tutorial; Plan 9 rune.c; X/Open's
// proposal; ISO 10646-1:1993 Annex G; UTR 26; JVM 4.4.7; WTF-8; MySQL; perlunicode.
constexpr Limits kLimits[] = {
    {"utf-8", "0", "00", "10FFFF", "F4 8F BF BF"},
    {"utf-8-2279", "0", "00", "7FFFFFFF", "FD BF BF BF BF BF"},
    {"utf-8-lenient21", "0", "00", "1FFFFF", "F7 BF BF BF"},
    {"utf-8-overlong", "0", "00", "7FFFFFFF", "FD BF BF BF BF BF"},
    {"plan9-1992", "0", "00", "FFFF", "EF BF BF"},
    {"plan9-modern", "0", "00", "10FFFF", "F4 8F BF BF"},
    {"fss-utf-xopen", "0", "00", "7FFFFFFF", "F7 EF DF BE FF"},
    {"utf-1", "0", "00", "7FFFFFFF", "FD BD 2B B9 40"},
    {"cesu-8", "0", "00", "10FFFF", "ED AF BF ED BF BF"},
    {"mutf-8", "0", "C0 80", "FFFF", "EF BF BF"},
    {"wtf-8", "0", "00", "10FFFF", "F4 8F BF BF"},
    {"utf8mb3", "0", "00", "FFFF", "EF BF BF"},
    {"utf-8-extended", "0", "00", "3FFFFFFFFFF", "FF BF BF BF BF BF BF BF"},
    {"utf-8-perl", "0", "00", "7FFFFFFFFFFFFFFF", "FF 80 87 BF*10"},
};

TEST(Dialects, LowestAndHighestValue) {
  EXPECT_EQ(std::size(kLimits), kDialectCount);
  for (const Limits& row : kLimits) {
    SCOPED_TRACE(row.dialect);
    const Dialect& dialect = named(row.dialect);
    const std::uint64_t lowest = std::stoull(std::string(row.lowest), nullptr, 16);
    const std::uint64_t highest = std::stoull(std::string(row.highest), nullptr, 16);
    EXPECT_EQ(dialect.highest(), highest);
    EXPECT_EQ(std::ranges::min(dialect.forms, {}, &Form::lowest).lowest, lowest);
    EXPECT_EQ(units_of(row.dialect, lowest), row.lowest_units);
    EXPECT_EQ(units_of(row.dialect, highest), row.highest_units);
    EXPECT_EQ(units_of(row.dialect, highest + 1), "none");
  }
}

// Where one length ends and the next begins: RFC 2279 section 2, and the maxima
// of the mail of 8 September 1992.
TEST(Utf8Rfc2279, LimitsOfEachLength) {
  EXPECT_EQ(units_of("utf-8-2279", 0x7F), "7F");
  EXPECT_EQ(units_of("utf-8-2279", 0x80), "C2 80");
  EXPECT_EQ(units_of("utf-8-2279", 0x7FF), "DF BF");
  EXPECT_EQ(units_of("utf-8-2279", 0x800), "E0 A0 80");
  EXPECT_EQ(units_of("utf-8-2279", 0xD800), "ED A0 80");
  EXPECT_EQ(units_of("utf-8-2279", 0xFFFF), "EF BF BF");
  EXPECT_EQ(units_of("utf-8-2279", 0x10000), "F0 90 80 80");
  EXPECT_EQ(units_of("utf-8-2279", 0x1FFFFF), "F7 BF BF BF");
  EXPECT_EQ(units_of("utf-8-2279", 0x200000), "F8 88 80 80 80");
  EXPECT_EQ(units_of("utf-8-2279", 0x3FFFFFF), "FB BF BF BF BF");
  EXPECT_EQ(units_of("utf-8-2279", 0x4000000), "FC 84 80 80 80 80");
  EXPECT_EQ(value_of("utf-8-2279", "C0 80"), "none");
  EXPECT_EQ(value_of("utf-8-2279", "C1 BF"), "none");
  EXPECT_EQ(value_of("utf-8-2279", "E0 9F BF"), "none");
  EXPECT_EQ(value_of("utf-8-2279", "F0 8F BF BF"), "none");
  EXPECT_EQ(value_of("utf-8-2279", "F8 87 BF BF BF"), "none");
  EXPECT_EQ(value_of("utf-8-2279", "FC 83 BF BF BF BF"), "none");
}

TEST(Utf8Overlong, EveryFormOfASlash) {
  for (const char* hex :
       {"2F", "C0 AF", "E0 80 AF", "F0 80 80 AF", "F8 80 80 80 AF", "FC 80 80 80 80 AF"}) {
    EXPECT_EQ(value_of("utf-8-overlong", hex), "2F") << hex;
  }
  EXPECT_EQ(units_of("utf-8-overlong", '/'), "2F");
}

TEST(Utf8Lenient21, BitPatternsAlone) {
  EXPECT_EQ(value_of("utf-8-lenient21", "C0 B1"), "31");  // `1` as a careless encoder writes it
  EXPECT_EQ(value_of("utf-8-lenient21", "E0 80 B1"), "31");
  EXPECT_EQ(value_of("utf-8-lenient21", "C1 AA"), "6A");  // Notepad's C1 AA CD A8
  EXPECT_EQ(value_of("utf-8-lenient21", "CD A8"), "368");
  EXPECT_EQ(value_of("utf-8-lenient21", "ED A0 80"), "D800");
  EXPECT_EQ(value_of("utf-8-lenient21", "F4 90 80 80"), "110000");
  EXPECT_EQ(value_of("utf-8-lenient21", "F8 88 80 80 80"), "none");
}

TEST(Plan9, SurrogatesAreAcceptedAndOverlongIsNot) {
  for (const char* name : {"plan9-1992", "plan9-modern"}) {
    EXPECT_EQ(value_of(name, "ED A0 80"), "D800") << name;
    EXPECT_EQ(value_of(name, "ED BF BF"), "DFFF") << name;
    EXPECT_EQ(value_of(name, "C0 80"), "none") << name;
    EXPECT_EQ(value_of(name, "E0 9F BF"), "none") << name;
  }
  EXPECT_EQ(value_of("plan9-1992", "F0 90 80 80"), "none");
  EXPECT_EQ(value_of("plan9-modern", "F0 90 80 80"), "10000");
  EXPECT_EQ(value_of("plan9-modern", "F4 90 80 80"), "none");
}

// The minimum of each length is one more than the maximum of the length before:
// 80, 2080, 82080, 2082080. No value has an overlong form.
TEST(FssUtfXopen, BiasOfEachLength) {
  EXPECT_EQ(units_of("fss-utf-xopen", 0x7F), "7F");
  EXPECT_EQ(units_of("fss-utf-xopen", 0x80), "80 80");
  EXPECT_EQ(units_of("fss-utf-xopen", 0x207F), "BF FF");
  EXPECT_EQ(units_of("fss-utf-xopen", 0x2080), "C0 80 80");
  EXPECT_EQ(units_of("fss-utf-xopen", 0x8207F), "DF FF FF");
  EXPECT_EQ(units_of("fss-utf-xopen", 0x82080), "E0 80 80 80");
  EXPECT_EQ(units_of("fss-utf-xopen", 0x208207F), "EF FF FF FF");
  EXPECT_EQ(units_of("fss-utf-xopen", 0x2082080), "F0 80 80 80 80");
  EXPECT_EQ(value_of("fss-utf-xopen", "F7 EF DF BF 80"), "none");  // 80000000
}

// ISO 10646-1:1993 Annex G.
TEST(Utf1, KnownExamples) {
  EXPECT_EQ(units_of("utf-1", 0x9F), "9F");
  EXPECT_EQ(units_of("utf-1", 0xA0), "A0 A0");
  EXPECT_EQ(units_of("utf-1", 0xFF), "A0 FF");
  EXPECT_EQ(units_of("utf-1", 0x100), "A1 21");
  EXPECT_EQ(units_of("utf-1", 0x15D), "A1 7E");
  EXPECT_EQ(units_of("utf-1", 0x15E), "A1 A0");
  EXPECT_EQ(units_of("utf-1", 0x4015), "F5 FF");
  EXPECT_EQ(units_of("utf-1", 0x4016), "F6 21 21");
  EXPECT_EQ(units_of("utf-1", 0xFEFF), "F7 64 4C");  // the signature of UTF-1
  EXPECT_EQ(units_of("utf-1", 0x38E2D), "FB FF FF");
  EXPECT_EQ(units_of("utf-1", 0x38E2E), "FC 21 21 21 21");
  EXPECT_EQ(units_of("utf-1", 0x7FFFFFFF), "FD BD 2B B9 40");
  EXPECT_EQ(value_of("utf-1", "FD BD 2B B9 41"), "none");  // 80000000
  EXPECT_EQ(value_of("utf-1", "A0 7E"), "none");
  EXPECT_EQ(value_of("utf-1", "A1 7F"), "none");
  EXPECT_EQ(value_of("utf-1", "A1 9F"), "none");
  EXPECT_EQ(value_of("utf-1", "A1 2F"), "10E");  // a slash inside a character
}

// UTR 26, example: U+10400.
TEST(Cesu8, SupplementaryCodePointsArePairs) {
  EXPECT_EQ(units_of("cesu-8", 0x10400), "ED A0 81 ED B0 80");
  EXPECT_EQ(units_of("cesu-8", 0x10000), "ED A0 80 ED B0 80");
  EXPECT_EQ(units_of("cesu-8", 0xFFFF), "EF BF BF");
  EXPECT_EQ(value_of("cesu-8", "ED A0 81 ED B0 80"), "10400");
  EXPECT_EQ(value_of("cesu-8", "ED A0 81"), "none");
  EXPECT_EQ(value_of("cesu-8", "ED B0 80"), "none");
  EXPECT_EQ(value_of("cesu-8", "ED B0 80 ED A0 81"), "none");
  EXPECT_EQ(value_of("cesu-8", "F0 90 90 80"), "none");
  EXPECT_EQ(units_of("cesu-8", 0xD800), "none");
}

// JVM specification 4.4.7.
TEST(Mutf8, NulIsTwoUnits) {
  EXPECT_EQ(value_of("mutf-8", "00"), "none");
  EXPECT_EQ(value_of("mutf-8", "C0 80"), "0");
  EXPECT_EQ(value_of("mutf-8", "C0 81"), "none");
  EXPECT_EQ(value_of("mutf-8", "C1 BF"), "none");
  EXPECT_EQ(value_of("mutf-8", "C2 80"), "80");
  EXPECT_EQ(value_of("mutf-8", "ED A0 80"), "D800");
  EXPECT_EQ(value_of("mutf-8", "F0 90 80 80"), "none");
  EXPECT_TRUE(dialect(DialectId::kMutf8).joins_surrogates);
}

TEST(Wtf8, HighSurrogateIsNotFollowedByALowOne) {
  for (const Form& form : dialect(DialectId::kWtf8).forms) {
    const Context expected =
        form.lowest >= 0xD800 && form.highest() <= 0xDBFF   ? Context::kHighSurrogate
        : form.lowest >= 0xDC00 && form.highest() <= 0xDFFF ? Context::kLowSurrogate
                                                            : Context::kNone;
    EXPECT_EQ(form.context, expected) << text_of(form);
  }
  EXPECT_EQ(units_of("wtf-8", 0xDBFF), "ED AF BF");
  EXPECT_EQ(units_of("wtf-8", 0xDC00), "ED B0 80");
}

TEST(Utf8mb3, CoversTheBmpOnly) {
  EXPECT_EQ(units_of("utf8mb3", 0xFFFF), "EF BF BF");
  EXPECT_EQ(units_of("utf8mb3", 0x10000), "none");
  EXPECT_EQ(units_of("utf8mb3", 0xD800), "none");
}

// FE carries 36 bits in 7 units, FF 42 in 8; Perl's FF has 13 units.
TEST(Utf8BeyondSixUnits, LimitsOfEachLength) {
  for (const char* name : {"utf-8-extended", "utf-8-perl"}) {
    EXPECT_EQ(units_of(name, 0x7FFFFFFF), "FD BF BF BF BF BF") << name;
    EXPECT_EQ(units_of(name, 0x80000000), "FE 82 80 80 80 80 80") << name;
    EXPECT_EQ(units_of(name, 0xFFFFFFFFF), "FE BF BF BF BF BF BF") << name;
    EXPECT_EQ(value_of(name, "FE 81 BF BF BF BF BF"), "none") << name;
  }
  EXPECT_EQ(units_of("utf-8-extended", 0x1000000000), "FF 81 80 80 80 80 80 80");
  EXPECT_EQ(value_of("utf-8-extended", "FF 80 BF BF BF BF BF BF"), "none");
  EXPECT_EQ(units_of("utf-8-perl", 0x1000000000), "FF 80 80 80 80 80 81 80 80 80 80 80 80");
  EXPECT_EQ(value_of("utf-8-perl", "FF 80 80 80 80 80 80 BF BF BF BF BF BF"), "none");
  EXPECT_EQ(value_of("utf-8-perl", "FF 80 88 80 80 80 80 80 80 80 80 80 80"), "none");
}

// The number of sequences of a dialect. For the dialects with one form per
// value this is the number of values, known from their documents.
TEST(Dialects, NumberOfSequences) {
  const std::map<std::string_view, std::uint64_t> expected{
      {"utf-8", 1'112'064},  // scalar values: 17 * 65536 - 2048
      {"utf-8-2279", std::uint64_t{1} << 31},
      {"utf-8-lenient21", (1u << 7) + (1u << 11) + (1u << 16) + (1u << 21)},
      {"utf-8-overlong",
       (1u << 7) + (1u << 11) + (1u << 16) + (1u << 21) + (1u << 26) + (std::uint64_t{1} << 31)},
      {"plan9-1992", 65'536},
      {"plan9-modern", 1'114'112},
      {"fss-utf-xopen", std::uint64_t{1} << 31},
      {"utf-1", std::uint64_t{1} << 31},
      {"cesu-8", 1'112'064},
      {"mutf-8", 65'536},
      {"wtf-8", 1'114'112},
      {"utf8mb3", 63'488},
      {"utf-8-extended", std::uint64_t{1} << 42},
      {"utf-8-perl", std::uint64_t{1} << 63},
  };
  ASSERT_EQ(dialects().size(), expected.size());
  for (const Dialect& dialect : dialects()) {
    std::uint64_t sequences = 0;
    for (const Form& form : dialect.forms) {
      std::uint64_t product = 1;
      for (std::size_t i = 0; i < form.length; ++i) {
        product *= static_cast<std::uint64_t>(form.units[i].last - form.units[i].first) + 1;
      }
      sequences += product;
    }
    EXPECT_EQ(sequences, expected.at(dialect.name)) << dialect.name;
  }
}

bool overlap(Range a, Range b) { return a.first <= b.last && b.first <= a.last; }

// Two forms that agree in every unit of the shorter one would match one
// sequence, or one would be a prefix of the other.
TEST(Dialects, NoSequenceMatchesTwoForms) {
  for (const Dialect& dialect : dialects()) {
    for (std::size_t a = 0; a < dialect.forms.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const Form& one = dialect.forms[a];
        const Form& two = dialect.forms[b];
        bool told_apart = false;
        for (std::size_t i = 0; i < std::min(one.length, two.length); ++i) {
          told_apart = told_apart || !overlap(one.units[i], two.units[i]);
        }
        EXPECT_TRUE(told_apart) << dialect.name << ": " << text_of(one) << " and " << text_of(two);
      }
    }
  }
}

// Every range is closed and not empty, and every later unit is a trailing unit.
TEST(Dialects, FormsAreValid) {
  for (const Dialect& dialect : dialects()) {
    for (const Form& form : dialect.forms) {
      SCOPED_TRACE(fmt::format("{}: {}", dialect.name, text_of(form)));
      EXPECT_GE(form.length, 1u);
      EXPECT_LE(form.length, kMaxForm);
      for (std::size_t i = 0; i < form.length; ++i) {
        EXPECT_LE(form.units[i].first, form.units[i].last);
        if (i == 0) continue;
        EXPECT_TRUE(dialect.is_trailing(form.units[i].first) || form.units[i].first == 0xED);
        EXPECT_TRUE(dialect.is_trailing(form.units[i].last) || form.units[i].last == 0xED);
      }
      EXPECT_GT(dialect.announces(form.units[0].first), 0u);
    }
  }
}

TEST(Dialects, LeadsAnnounceTheirLength) {
  const Dialect& utf8 = dialect(DialectId::kUtf8);
  EXPECT_EQ(utf8.announces(0x41), 1u);
  EXPECT_EQ(utf8.announces(0x80), 0u);
  EXPECT_EQ(utf8.announces(0xC1), 0u);
  EXPECT_EQ(utf8.announces(0xC2), 2u);
  EXPECT_EQ(utf8.announces(0xED), 3u);
  EXPECT_EQ(utf8.announces(0xF4), 4u);
  EXPECT_EQ(utf8.announces(0xF5), 0u);
  // ED begins forms of three and of six units; it announces the shorter.
  EXPECT_EQ(dialect(DialectId::kCesu8).announces(0xED), 3u);
  EXPECT_EQ(dialect(DialectId::kUtf8Perl).announces(0xFF), 13u);
  EXPECT_EQ(dialect(DialectId::kFssUtfXopen).announces(0x80), 2u);
  // 7FFFFFFF begins with FD; FE would be 80000000 and more.
  EXPECT_EQ(dialect(DialectId::kUtf1).announces(0xFD), 5u);
  EXPECT_EQ(dialect(DialectId::kUtf1).announces(0xFE), 0u);
}

TEST(Dialects, AreFoundByName) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kDialectCount; ++i) {
    const auto id = static_cast<DialectId>(i);
    EXPECT_EQ(dialect(id).id, id);
    EXPECT_EQ(find_dialect(dialect(id).name), &dialect(id));
    EXPECT_FALSE(dialect(id).source.empty());
    names.push_back(dialect(id).name);
  }
  EXPECT_THAT(names, ElementsAre("utf-8", "utf-8-2279", "utf-8-lenient21", "utf-8-overlong",
                                 "plan9-1992", "plan9-modern", "fss-utf-xopen", "utf-1", "cesu-8",
                                 "mutf-8", "wtf-8", "utf8mb3", "utf-8-extended", "utf-8-perl"));
  EXPECT_EQ(find_dialect("UTF-8"), nullptr);
  EXPECT_EQ(find_dialect(""), nullptr);
}

}  // namespace
}  // namespace placemat
