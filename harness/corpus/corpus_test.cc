#include "harness/corpus/corpus.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <ostream>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/edit.h"
#include "harness/corpus/fixture.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using fixture::kCorpus;

const Corpus& ours() {
  static const Corpus corpus = load_corpus(kCorpus);
  return corpus;
}

// The code units of our vectors without their chunks, as plain hex.
const std::set<std::string>& our_units() {
  static const std::set<std::string> units = [] {
    std::set<std::string> all;
    for (const Vector& vector : ours().vectors) all.insert(to_hex(vector.units.bytes));
    return all;
  }();
  return units;
}

std::vector<std::uint64_t> emitted(const Vector& vector, const Policy& policy) {
  return values_under(policy, vector.outcome, vector.units.bytes);
}

// A corpus in a directory of its own, with one valid vector.
class Files : public testing::Test {
 protected:
  Files() {
    fs::create_directories(directory_ / "vectors");
    for (const char* name : {"vector.schema.json", "flags.schema.json"}) {
      fs::copy_file(kCorpus / name, directory_ / name);
    }
    write("flags.json", kFlags);
    write("vectors/good.json", theme("good", kGood));
  }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }
  static std::string theme(const std::string& name, const std::string& vectors) {
    return "{\n\"schema\": \"placemat-vectors-1\",\n\"licence\": \"CC0-1.0\",\n\"theme\": \"" +
           name + "\",\n\"about\": \"for this test\",\n\"vectors\": [\n" + vectors + "\n]}\n";
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> texts;
    for (const Problem& problem : lint_corpus(directory_).problems) {
      texts.push_back(to_text(problem));
    }
    return texts;
  }

  static constexpr const char* kFlags =
      R"({"schema": "placemat-flags-1", "licence": "CC0-1.0", "flags": {"known": {
          "kind": "wrong-value", "bug_class": "wrong-value", "about": "for this test",
          "effect": "none at all", "clause": "none", "links": ["https://example.org"],
          "cves": []}}})";
  static constexpr const char* kGood =
      R"({"id": "good/e-acute", "hex": "C3 A9", "flags": ["known"], "clause": "Table 3-7",
          "comment": "a sound vector", "well_formed": true, "values": "E9"})";
  static std::string vector(const std::string& id, const std::string& hex,
                            const std::string& outcome, const std::string& flag = "known") {
    return "{\"id\": \"" + id + "\", \"hex\": \"" + hex + "\", \"flags\": [\"" + flag +
           "\"],\n\"clause\": \"Table 3-7\", \"comment\": \"for this test\",\n" + outcome + "}";
  }
  static std::string bad_unit(const std::string& hex, const std::string& outcome) {
    return vector("bad/one", hex, outcome);
  }

  const fs::path directory_ = scratch();
};

using CorpusFiles = Files;

TEST(Corpus, IsValid) {
  const Lint lint = lint_corpus(kCorpus);
  for (const Problem& problem : lint.problems) ADD_FAILURE() << to_text(problem);
  EXPECT_GE(lint.corpus.vectors.size(), 1000U);
  EXPECT_THAT(layout_rewrites(kCorpus, lint.corpus), IsEmpty())
      << "`placemat corpus lint --fix` lays the files out again";
}

TEST(Corpus, HasEveryTheme) {
  std::set<std::string> themes;
  for (const auto& [name, theme] : ours().themes) themes.insert(name);
  for (const char* name :
       {"boundaries", "overlong", "surrogate", "beyond-10ffff", "lone-continuation", "truncated",
        "interrupted", "replacement-count", "bom", "noncharacter", "nul", "fffd", "legacy", "text",
        "block", "history", "split"}) {
    EXPECT_THAT(themes, Contains(name));
  }
}

TEST(Corpus, IsInOrderOfFileThenPlace) {
  std::vector<std::string> themes;
  for (const Vector& vector : ours().vectors) themes.push_back(vector.theme);
  EXPECT_TRUE(std::is_sorted(themes.begin(), themes.end()));
}

// Unicode 3.9, Table 3-7, typed here and not taken from the law.
struct Row {
  std::vector<std::pair<int, int>> units;
};
const std::vector<Row> kTable = {
    {{{0x00, 0x7F}}},
    {{{0xC2, 0xDF}, {0x80, 0xBF}}},
    {{{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}}},
    {{{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {{{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}}},
    {{{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {{{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {{{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {{{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}}},
};

TEST(Corpus, HasBothSidesOfEveryBoundaryOfTheTable) {
  for (const Row& row : kTable) {
    for (std::size_t place = 0; place < row.units.size(); ++place) {
      const auto [first, last] = row.units[place];
      for (const int unit : {first - 1, first, last, last + 1}) {
        if (unit < 0) continue;
        for (const bool low : {true, false}) {
          Bytes bytes;
          for (const auto& [a, z] : row.units) {
            bytes.push_back(static_cast<std::uint8_t>(low ? a : z));
          }
          bytes[place] = static_cast<std::uint8_t>(unit);
          EXPECT_THAT(our_units(), Contains(to_hex(bytes)));
        }
      }
    }
  }
}

TEST(Corpus, HasEveryOverlongFormOfTheDangerousCharacters) {
  constexpr std::array<std::uint8_t, 6> kLeads = {0, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC};
  for (const char c : std::string("\0/.\"'<\\\n\r1", 10)) {
    for (std::size_t length = 2; length <= 6; ++length) {
      Bytes bytes(length, 0x80);
      bytes[0] = kLeads[length - 1];
      bytes.back() = static_cast<std::uint8_t>(bytes.back() | (c & 0x3F));
      const auto high = static_cast<std::uint8_t>(c >> 6);
      bytes[length - 2] = static_cast<std::uint8_t>(bytes[length - 2] | high);
      EXPECT_THAT(our_units(), Contains(to_hex(bytes)));
    }
  }
  for (const char* hex : {"C1BF", "E09FBF", "F08FBFBF", "F887BFBFBF", "FC83BFBFBFBF", "C1AACDA8"}) {
    EXPECT_THAT(our_units(), Contains(hex));
  }
}

TEST(Corpus, HasEveryNoncharacterAndEveryContinuationUnit) {
  std::size_t noncharacters = 0;
  for (const Vector& vector : ours().vectors) {
    if (!vector.outcome.well_formed() || vector.outcome.values.size() != 1) continue;
    const std::uint64_t value = vector.outcome.values[0];
    noncharacters += (value >= 0xFDD0 && value <= 0xFDEF) || (value & 0xFFFE) == 0xFFFE;
  }
  EXPECT_EQ(noncharacters, 66U);
  std::string all;
  for (unsigned unit = 0x80; unit <= 0xBF; ++unit) {
    const Bytes one = {static_cast<std::uint8_t>(unit)};
    EXPECT_THAT(our_units(), Contains(to_hex(one)));
    all += to_hex(one);
  }
  EXPECT_THAT(our_units(), Contains(all));
}

TEST(Corpus, HasEverySurrogateEdgeAndPair) {
  const std::vector<std::string> high = {"EDA080", "EDADBF", "EDAE80", "EDAFBF"};
  const std::vector<std::string> low = {"EDB080", "EDBE80", "EDBFBF"};
  for (const std::string& h : high) {
    EXPECT_THAT(our_units(), Contains(h));
    for (const std::string& l : low) {
      EXPECT_THAT(our_units(), Contains(l));
      EXPECT_THAT(our_units(), Contains(h + l));
      EXPECT_THAT(our_units(), Contains(l + h));
    }
  }
}

// The tables of Unicode 3.9, "U+FFFD Substitution of Maximal Subparts", copied
// from the standard by hand.
TEST(Corpus, StatesTheAnswersOfTheUnicodeTables) {
  const std::vector<std::pair<std::string, std::string>> printed = {
      {"unicode-maximal-subparts", "61 FFFD FFFD FFFD 62 FFFD 63 FFFD FFFD 64"},
      {"unicode-non-shortest", "FFFD*8 41"},
      {"unicode-surrogates", "FFFD*8 41"},
      {"unicode-other", "FFFD FFFD FFFD FFFD FFFD 41 FFFD FFFD 42"},
      {"unicode-truncated", "FFFD FFFD FFFD FFFD 41"},
  };
  for (const auto& [slug, values] : printed) {
    const Vector* vector = ours().find("replacement-count/" + slug);
    ASSERT_NE(vector, nullptr) << slug;
    EXPECT_EQ(values_to_text(emitted(*vector, policy(PolicyId::kMaximalSubpart))), values) << slug;
  }
}

// No vector states the output under a policy, so that a policy costs one new
// row of the policy table.
TEST(Corpus, EveryPolicyOfTheTableHasTheOutcomeOfTheReferenceDecoder) {
  for (const Vector& vector : ours().vectors) {
    const Bytes& units = vector.units.bytes;
    for (const Policy& policy : policies()) {
      const Answer law = reference_decode(units, {DialectId::kUtf8, policy.id, Bom::kKeep});
      EXPECT_EQ(emitted(vector, policy), law.values) << policy.name << " of " << vector.id;
      EXPECT_EQ(!law.error, vector.outcome.well_formed()) << vector.id;
    }
  }
}

// Checked by counting units: the stated values and errors cover the whole
// vector.
TEST(Corpus, ValuesAndErrorsCoverEveryUnit) {
  for (const Vector& vector : ours().vectors) {
    std::size_t units = 0;
    for (const std::uint64_t value : vector.outcome.values) {
      units += value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    }
    std::size_t end = 0;
    for (const Extent& error : vector.outcome.errors) {
      EXPECT_GE(error.offset, end) << vector.id;
      end = error.offset + error.length;
      units += error.length;
    }
    EXPECT_EQ(units, vector.units.bytes.size()) << vector.id;
    EXPECT_TRUE(!vector.outcome.incomplete || end == units) << vector.id;
  }
}

TEST(Corpus, HasTextInAtLeastTwentyScripts) {
  std::set<std::string> files;
  std::set<std::size_t> lengths;
  for (const Vector& vector : ours().vectors) {
    if (vector.theme != "text") continue;
    EXPECT_TRUE(vector.outcome.well_formed()) << vector.id;
    ASSERT_TRUE(vector.source) << vector.id;
    files.insert(vector.source->file);
  }
  EXPECT_GE(files.size(), 40U);
  EXPECT_THAT(files, Contains("text/emoji.txt"));
}

TEST(Corpus, UsesEveryFlagAndHasAFlagForEveryKind) {
  std::set<std::string> used, defined, kinds;
  for (const Vector& vector : ours().vectors) {
    used.insert(vector.flags.begin(), vector.flags.end());
  }
  for (const auto& [name, flag] : ours().flags) {
    defined.insert(name);
    kinds.insert(flag.kind);
  }
  EXPECT_EQ(used, defined);
  const auto schema = nlohmann::json::parse(read_text_file(kCorpus / "flags.schema.json"));
  // No particular vector provokes what external decoders do to the process, what the process does
  // to a decoder, and what filters write.
  kinds.insert({"depends-on-environment", "breaks-protocol", "exhausts-memory", "corrupts-process",
                "passes-ill-formed"});
  EXPECT_EQ(kinds, schema.at("/$defs/kind/enum"_json_pointer).get<std::set<std::string>>());
}

// The regular expressions of the schema and is_slug agree.
TEST(Corpus, RecognisesASlug) {
  for (const char* good : {"a", "1", "a-b", "slash-2-units", "c0-af"}) EXPECT_TRUE(is_slug(good));
  for (const char* bad : {"", "-", "a-", "-a", "a--b", "A", "a_b", "a/b", "a b", "\xC3\xA9"}) {
    EXPECT_FALSE(is_slug(bad)) << bad;
  }
  EXPECT_TRUE(is_slug(std::string(80, 'a')));
  EXPECT_FALSE(is_slug(std::string(81, 'a')));
}

TEST(Values, AreReadAsTheyAreWritten) {
  const std::vector<std::uint64_t> values = {0x0, 0xA, 0x61, 0xFFFD, 0x10FFFF};
  EXPECT_EQ(values_to_text(values), "00 0A 61 FFFD 10FFFF");
  EXPECT_EQ(parse_values("00 0A 61 FFFD 10FFFF"), values);
  EXPECT_EQ(values_to_text({}), "");
  EXPECT_THAT(parse_values(""), IsEmpty());
  EXPECT_EQ(values_to_text(std::vector<std::uint64_t>(7, 0xFFFD)),
            "FFFD FFFD FFFD FFFD FFFD FFFD FFFD");
  EXPECT_EQ(values_to_text(std::vector<std::uint64_t>(8, 0xFFFD)), "FFFD*8");
  EXPECT_EQ(parse_values("61*3 62"), (std::vector<std::uint64_t>{0x61, 0x61, 0x61, 0x62}));
}

TEST(Values, OfAnotherShapeAreRejected) {
  for (const char* bad : {"xyz", "61*", "61*0", "61*-1", "61*99999999", "61,62", "-1", "0x61",
                          "FFFFFFFFFFFFFFFFF", "61*2x", "*2"}) {
    EXPECT_THROW(parse_values(bad), InputError) << bad;
  }
}

TEST(CanonicalJson, IsJsonWithTheSchemasMembers) {
  for (const Vector& vector : ours().vectors) {
    const auto object = nlohmann::json::parse(canonical_json(vector));
    EXPECT_EQ(object.at("id"), vector.id);
    EXPECT_EQ(parse_units(object.at("hex").get<std::string>()), vector.units) << vector.id;
    EXPECT_EQ(object.at("well_formed"), vector.outcome.well_formed());
    EXPECT_EQ(parse_values(object.at("values").get<std::string>()), vector.outcome.values);
    EXPECT_EQ(object.contains("errors"), !vector.outcome.well_formed());
    EXPECT_EQ(object.contains("incomplete"), vector.outcome.incomplete);
  }
}

TEST_F(CorpusFiles, AreReadWhenValid) {
  write("vectors/bad.json", theme("bad", bad_unit("FF|",
                                                  "\"well_formed\": false, \"values\": \"\", "
                                                  "\"errors\": \"0+1\"")));
  const Corpus corpus = load_corpus(directory_);
  ASSERT_THAT(corpus.vectors, SizeIs(2));
  EXPECT_EQ(corpus.vectors[0].id, "bad/one");
  EXPECT_EQ(corpus.vectors[0].units.cuts, std::vector<std::size_t>{1});
  EXPECT_EQ(corpus.vectors[1].id, "good/e-acute");
  EXPECT_EQ(corpus.vectors[1].outcome.values, std::vector<std::uint64_t>{0xE9});
  EXPECT_EQ(corpus.themes.at("good").about, "for this test");
  EXPECT_EQ(corpus.flags.at("known").kind, "wrong-value");
  EXPECT_EQ(corpus.find("good/none"), nullptr);
}

TEST_F(CorpusFiles, DigestDependsOnContentOnly) {
  const std::string before = digest_of(load_corpus(directory_));
  EXPECT_THAT(before, SizeIs(64));
  write("vectors/good.json", "\n\n  " + theme("good", kGood));
  EXPECT_EQ(digest_of(load_corpus(directory_)), before);
  std::string other = kGood;
  other.replace(other.find("sound"), 5, "SOUND");
  write("vectors/good.json", theme("good", other));
  EXPECT_NE(digest_of(load_corpus(directory_)), before);
}

TEST_F(CorpusFiles, AllProblemsAreCollectedAndTheFirstIsThrown) {
  write("vectors/bad.json",
        theme("bad", bad_unit("C3A", "\"well_formed\": true, \"values\": \"\"") + ",\n" +
                         vector("bad/two", "41", "\"well_formed\": true, \"values\": \"42\"",
                                "unheard-of")));
  write("vectors/empty.json", "");
  EXPECT_THAT(problems(), SizeIs(4));
  try {
    load_corpus(directory_);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("bad.json:7: bad/one: "), HasSubstr("3 more"),
                                    HasSubstr("placemat corpus lint"), Not(HasSubstr("\n"))));
  }
}

struct Malformed {
  const char* name;
  std::string text;  // of vectors/bad.json
  std::string place, what;

  friend void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.name; }
};

class MalformedFile : public Files, public testing::WithParamInterface<Malformed> {
 public:
  static std::vector<Malformed> all() {
    const std::string good_outcome = "\"well_formed\": true, \"values\": \"E9\"";
    const std::string no_values = "\"well_formed\": false, \"values\": \"\"";
    const std::string bad_outcome = no_values + ", \"errors\": \"0+1\"";
    const auto one = [](const std::string& hex, const std::string& outcome) {
      return theme("bad", bad_unit(hex, outcome));
    };
    return {
        {"Empty", "", "bad.json: ", "empty"},
        {"Blank", " \n\t\n", "bad.json: ", "empty"},
        {"Binary",
         std::string("\x7F"
                     "ELF\x02\x01\0\0",
                     8),
         "bad.json:1: ", "column 1: code unit 7F"},
        {"Utf8", "{\n\"about\": \"caf\xC3\xA9\"}",
         "bad.json:2: ", "code unit C3 is not printable ASCII"},
        {"ByteOrderMark", "\xEF\xBB\xBF{}", "bad.json:1: ", "code unit EF"},
        {"NotJson", "{\n\"schema\": placemat\n}", "bad.json:2: ", "not JSON"},
        {"CutShort", theme("bad", kGood).substr(0, 120), "bad.json:", "not JSON"},
        {"TextBehind", theme("bad", "") + "}", "bad.json:9: ", "not JSON"},
        {"KeyTwice", "{\"schema\": 1,\n\"schema\": 2}",
         "bad.json:2: ", "the key \"schema\" appears twice"},
        {"TooDeep", std::string(100, '[') + std::string(100, ']'), "bad.json:1: ", "nested deeper"},
        {"Array", "[]", "bad.json:1: ", "the document: "},
        {"MemberMissing", "{\"theme\": \"bad\", \"vectors\": []}",
         "bad.json:1: ", "the document: "},
        {"MemberUnknown", theme("bad", "").replace(1, 0, "\n\"extra\": 1,"),
         "bad.json:2: ", "extra: unknown member"},
        {"ThemeNotFile", theme("other", ""),
         "bad.json:4: ", "the theme is \"other\" and the file is named bad.json"},
        {"WrongType", theme("bad", "{\"id\": 7}"), "bad.json:7: ", "vectors/0"},
        {"HexNoString",
         theme("bad", std::string(kGood).replace(std::string(kGood).find("\"C3 A9\""), 7, "195")),
         "bad.json:7: ", "vectors/0/hex"},
        {"NoFlags", theme("bad", vector("bad/one", "41", good_outcome, "")),
         "bad.json:7: ", "vectors/0/flags/0"},
        {"OddDigit", one("41 C3A", good_outcome),
         "bad.json:7: ", "bad/one: column 6: odd number of hex digits"},
        {"NoHexDigit", one("41 XY", good_outcome),
         "bad.json:7: ", "bad/one: column 4: 'X' is no hex digit"},
        {"TooLong", one("41*999999", good_outcome), "bad.json:7: ", "bad/one: column"},
        {"UnknownFlag",
         theme("bad",
               vector("bad/one", "41", "\"well_formed\": true, \"values\": \"41\"", "unheard-of")),
         "bad.json:7: ", "unknown flag \"unheard-of\""},
        {"IdOfAnotherTheme",
         theme("bad", vector("other/one", "41", "\"well_formed\": true, \"values\": \"41\"")),
         "bad.json:7: ", "an id of this file starts with \"bad/\""},
        {"IdNoSlug",
         theme("bad", vector("bad/One", "41", "\"well_formed\": true, \"values\": \"41\"")),
         "bad.json:7: ", "vectors/0/id"},
        {"IdTwice",
         theme("bad", vector("bad/one", "41", "\"well_formed\": true, \"values\": \"41\"") + ",\n" +
                          vector("bad/one", "42", "\"well_formed\": true, \"values\": \"42\"")),
         "bad.json:10: ", "already used in line 7"},
        {"UnitsTwice",
         theme("bad", vector("bad/one", "41", "\"well_formed\": true, \"values\": \"41\"") + ",\n" +
                          vector("bad/two", "41", "\"well_formed\": true, \"values\": \"41\"")),
         "bad.json:10: ", "the same code units as bad/one"},
        {"SaysIllFormed", one("41", bad_outcome),
         "bad.json:9: ", "well_formed contradicts the law, which says true"},
        {"SaysWellFormed", one("C0 AF", "\"well_formed\": true, \"values\": \"2F\""),
         "bad.json:9: ", "well_formed contradicts the law, which says false"},
        {"WrongValue", one("41", "\"well_formed\": true, \"values\": \"42\""),
         "bad.json:9: ", "values contradicts the law, which says \"41\""},
        {"ValuesNoHex", one("41", "\"well_formed\": true, \"values\": \"A,B\""),
         "bad.json:9: ", "not a value"},
        {"WrongOffset",
         one("41 FF", "\"well_formed\": false, \"values\": \"41\", \"errors\": \"0+1\""),
         "bad.json:9: ", "errors contradicts the law, which says \"1+1\""},
        {"WrongLength",
         one("E2 82 41",
             "\"well_formed\": false, \"values\": \"41\", "
             "\"errors\": \"0+1 1+1\""),
         "bad.json:9: ", "errors contradicts the law, which says \"0+2\""},
        {"LaterErrorMissing", one("FF FF", bad_outcome),
         "bad.json:9: ", "errors contradicts the law, which says \"0+1 1+1\""},
        {"ReplacedValue",
         one("FF", "\"well_formed\": false, \"values\": \"FFFD\", \"errors\": \"0+1\""),
         "bad.json:9: ", "values contradicts the law, which says \"\""},
        {"IncompleteNotStated", one("C3", bad_outcome),
         "bad.json:", "incomplete contradicts the law, which says true"},
        {"IncompleteStated", one("FF", bad_outcome + ", \"incomplete\": true"),
         "bad.json:9: ", "incomplete contradicts the law, which says false"},
        {"IncompleteFalse", one("FF", bad_outcome + ", \"incomplete\": false"),
         "bad.json:9: ", "vectors/0/incomplete"},
        {"ErrorsNoExtent", one("FF", no_values + ", \"errors\": \"0-1\""),
         "bad.json:9: ", "bad/one: column 1: not an extent"},
        {"ErrorsNoString", one("FF", no_values + ", \"errors\": [[0, 1]]"),
         "bad.json:9: ", "vectors/0/errors"},
        {"ErrorsMissing", one("FF", no_values), "bad.json:7: ", "vectors/0"},
        {"ValuesMissing", one("FF", "\"well_formed\": false, \"errors\": \"0+1\""),
         "bad.json:7: ", "vectors/0"},
        {"PolicyStated", one("FF", bad_outcome + ", \"replaced\": {\"skip\": \"\"}"),
         "bad.json:9: ", "vectors/0/replaced: unknown member"},
        {"OutcomeMissing", one("FF", "\"well_formed\": false"), "bad.json:7: ", "vectors/0"},
        {"BothOutcomes",
         one("41", "\"well_formed\": true, \"values\": \"41\", \"errors\": \"0+1\""),
         "bad.json:9: ", "errors contradicts the law"},
        {"LimitUnknown",
         one("41",
             "\"limit\": {\"without\": [\"sleep\"], \"reason\": \"for this test\"}, "
             "\"well_formed\": true, \"values\": \"41\""),
         "bad.json:9: ", "vectors/0/limit/without/0"},
        {"SourceAbsent",
         one("41",
             "\"source\": {\"file\": \"text/none.txt\", \"line\": 1, \"encoding\": \"UTF-8\"}, "
             "\"well_formed\": true, \"values\": \"41\""),
         "bad.json:9: ", "none.txt: no such file"},
        {"SourceOutside",
         one("41",
             "\"source\": {\"file\": \"text/../../x\", \"line\": 1, \"encoding\": \"UTF-8\"}, "
             "\"well_formed\": true, \"values\": \"41\""),
         "bad.json:9: ", "is not below text/"},
        {"NonAsciiEscape",
         theme("bad", vector("bad/one", "41", "\"well_formed\": true, \"values\": \"41\"")
                          .replace(vector("bad/one", "41", "").find("for this"), 3, "\\u00e9")),
         "bad.json:8: ", "printable ASCII"},
    };
  }
};

TEST_P(MalformedFile, IsNamedWithItsLineAndARemedy) {
  write("vectors/bad.json", GetParam().text);
  const std::vector<std::string> found = problems();
  EXPECT_THAT(found, Contains(AllOf(HasSubstr(GetParam().place), HasSubstr(GetParam().what))));
  EXPECT_THAT(found, Each(AllOf(HasSubstr("bad.json"), Not(HasSubstr("\n")))));
  EXPECT_THROW(load_corpus(directory_), InputError);
}

INSTANTIATE_TEST_SUITE_P(Corpus, MalformedFile, testing::ValuesIn(MalformedFile::all()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_F(CorpusFiles, OfAnotherTypeAreReported) {
  write("vectors/notes.txt", "x");
  write("vectors/.hidden", "x");
  EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("notes.txt"), HasSubstr("move it away"))));
}

TEST_F(CorpusFiles, AreNotADirectory) {
  fs::create_directory(directory_ / "vectors/odd.json");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("odd.json: not a regular file")));
}

TEST_F(CorpusFiles, AbsentAreNamed) {
  EXPECT_THROW(lint_corpus(directory_ / "none"), InputError);
  fs::remove(directory_ / "vectors/good.json");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("no vectors")));
  fs::remove_all(directory_ / "vectors");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("cannot be listed")));
  fs::remove(directory_ / "flags.json");
  EXPECT_THAT(problems(), Contains(HasSubstr("flags.json: no such file")));
  fs::remove(directory_ / "vector.schema.json");
  EXPECT_THROW(lint_corpus(directory_), InputError);
}

TEST_F(CorpusFiles, WithABrokenSchemaAreNotRead) {
  write("vector.schema.json", "{");
  EXPECT_THROW(lint_corpus(directory_), InputError);
  write("vector.schema.json", R"({"$ref": "#/nowhere"})");
  EXPECT_THROW(lint_corpus(directory_), InputError);
}

TEST_F(CorpusFiles, FlagsAreChecked) {
  std::string flags = kFlags;
  flags.replace(flags.find("\"wrong-value\""), 13, "\"bad-mood\"");
  write("flags.json", flags);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("flags.json:2: flags/known/kind")));
  flags = kFlags;
  flags.replace(flags.find("\"known\""), 7, "\"Known\"");
  write("flags.json", flags);
  EXPECT_THAT(problems(), Contains(HasSubstr("flag name \"Known\"")));
}

TEST_F(CorpusFiles, TextIsComparedWithItsLine) {
  fs::create_directories(directory_ / "text");
  write("text/greek.txt", "one\nA\n");
  const auto of_line = [](int line) {
    return theme("bad", bad_unit("41", "\"source\": {\"file\": \"text/greek.txt\", \"line\": " +
                                           std::to_string(line) +
                                           ", \"encoding\": \"UTF-8\"}, \"well_formed\": true, "
                                           "\"values\": \"41\""));
  };
  write("vectors/bad.json", of_line(2));
  EXPECT_THAT(problems(), IsEmpty());
  write("vectors/bad.json", of_line(1));
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("these are not the code units")));
  write("vectors/bad.json", of_line(3));
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("has no text in line 3")));
}

// Whatever is changed in a file, reading it ends in problems, not in a crash.
TEST_F(CorpusFiles, TruncatedAnywhereAreAProblem) {
  const std::string whole = theme("good", kGood);
  const std::size_t last = whole.find_last_of('}');
  for (std::size_t size = 0; size <= last; ++size) {
    write("vectors/good.json", whole.substr(0, size));
    EXPECT_THAT(problems(), SizeIs(1)) << size;
  }
}

TEST_F(CorpusFiles, WithOneUnitReplacedNeverCrash) {
  const std::string whole = theme("good", kGood);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char unit : {'\0', '"', '9'}) {
      std::string text = whole;
      text[at] = unit;
      write("vectors/good.json", text);
      for (const std::string& problem : problems()) EXPECT_THAT(problem, HasSubstr("good.json"));
    }
  }
}

TEST(LineOf, FindsTheMember) {
  const std::string text = "{\n \"a\": [1,\n {\"b\": \"x\\\"y\",\n \"c\": []}],\n \"d\": {}\n}";
  EXPECT_EQ(line_of(text, {}), 1U);
  EXPECT_EQ(line_of(text, {"a"}), 2U);
  EXPECT_EQ(line_of(text, {"a", "1"}), 3U);
  EXPECT_EQ(line_of(text, {"a", "1", "c"}), 4U);
  EXPECT_EQ(line_of(text, {"a", "1", "z"}), 3U);  // its nearest ancestor
  EXPECT_EQ(line_of(text, {"d"}), 5U);
}

}  // namespace
}  // namespace placemat
