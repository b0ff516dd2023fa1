// vector_file_test.cc: files of any origin, valid and invalid. A file is read
// or rejected with a message that names the place; nothing else ends the
// program.
#include "harness/strength/vector_file.h"

#include <gmock/gmock.h>

#include <random>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/corpus.h"
#include "harness/strength/strength.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class VectorFileTest : public testing::Test {
 protected:
  VectorFile read(std::string_view text) {
    write_text_file(path_, text);
    return read_vectors(path_);
  }
  // The message for a rejected file, without the name of the file.
  std::string refused(std::string_view text) {
    try {
      const VectorFile file = read(text);
      return "read as " + std::string(name_of(file.format));
    } catch (const InputError& error) {
      const std::string said = error.what(), name = path_.string();
      std::string what;
      std::size_t from = 0;
      for (std::size_t at; (at = said.find(name, from)) != std::string::npos;) {
        what += said.substr(from, at - from) + "FILE";
        from = at + name.size();
      }
      what += said.substr(from);
      return what;
    }
  }
  static std::vector<std::string> shown(const VectorFile& file) {
    std::vector<std::string> all;
    for (const Probe& probe : file.probes) all.push_back(probe.name + ": " + to_hex(probe.units));
    return all;
  }

  const fs::path path_ = scratch("vectors");
};

using Lines = std::vector<std::string>;

TEST_F(VectorFileTest, ReadsHexLines) {
  const VectorFile file = read("# a comment\nC3 A9\r\n\n  c0AF\t\n61*16 FF\nE2|82|AC");
  EXPECT_EQ(file.format, VectorFormat::kHexLines);
  EXPECT_EQ(shown(file), (Lines{"line 2: C3A9", "line 4: C0AF",
                                "line 5: 61616161616161616161616161616161FF", "line 6: E282AC"}));
  EXPECT_EQ(file.units, 2u + 2 + 17 + 3);
}

TEST_F(VectorFileTest, ReadsHexLinesAfterAByteOrderMark) {
  EXPECT_EQ(shown(read("\xEF\xBB\xBF"
                       "C3 A9\n")),
            Lines{"line 1: C3A9"});
}

TEST_F(VectorFileTest, ReadsRawTextAsAWholeAndByLine) {
  const VectorFile file = read("caf\xC3\xA9\n\n\xFF\r\n");
  EXPECT_EQ(file.format, VectorFormat::kRawText);
  EXPECT_EQ(shown(file),
            (Lines{"whole file: 636166C3A90A0AFF0D0A", "line 1: 636166C3A9", "line 3: FF0D"}));
}

TEST_F(VectorFileTest, ReadsBinaryAsRawText) {
  std::mt19937 random(1);
  std::string text(5000, '\0');
  for (char& c : text) c = static_cast<char>(random());
  EXPECT_EQ(read(text).format, VectorFormat::kRawText);
  EXPECT_EQ(read(std::string("\0\xFF\0", 3)).probes.front().units, (Bytes{0, 0xFF, 0}));
}

TEST_F(VectorFileTest, ReadsOurOwnVectors) {
  const VectorFile file = read(R"({"vectors": [
    {"id": "a/b", "hex": "C0 80", "well_formed": false, "error": {"offset": 0, "length": 1},
     "replaced": {"maximal-subpart": "FFFD FFFD", "skip": ""}},
    {"hex": "C3 A9", "well_formed": true, "values": "E9"},
    {"hex": ""}]})");
  EXPECT_EQ(file.format, VectorFormat::kOurs);
  EXPECT_EQ(shown(file), (Lines{"a/b: C080", "vector 2: C3A9", "vector 3: "}));
}

TEST_F(VectorFileTest, ReadsVectorsAsTheCorpusStoresThem) {
  const VectorFile file = read(R"({"vectors": [
    {"id": "a/b", "hex": "41 C0 80 E2 82", "well_formed": false, "values": "41",
     "errors": "1+1 2+1 3+2", "incomplete": true}]})");
  EXPECT_EQ(file.format, VectorFormat::kOurs);
  EXPECT_EQ(shown(file), (Lines{"a/b: 41C080E282"}));
}

TEST_F(VectorFileTest, RejectsErrorsThatAreNotText) {
  EXPECT_THAT(refused("{\"vectors\": [{\"hex\": \"FF\", \"errors\": [[0, 1]]}]}"),
              HasSubstr("FILE:1: \"errors\" is not a string"));
  EXPECT_THAT(refused("{\"vectors\": [{\"hex\": \"FF\", \"errors\": \"0-1\"}]}"),
              HasSubstr("FILE:1: errors: column 1: not an extent"));
  EXPECT_THAT(refused("{\"vectors\": [{\"hex\": \"FF\", \"incomplete\": 1}]}"),
              HasSubstr("FILE:1: \"incomplete\" is neither true nor false"));
}

TEST_F(VectorFileTest, ListsContradictionsOfStoredVectors) {
  const std::string said = refused(R"({"vectors": [
    {"id": "one", "hex": "41 FF", "values": "41", "errors": "0+1"},
    {"id": "two", "hex": "41 FF", "values": "41 FFFD", "errors": "1+1"},
    {"id": "three", "hex": "41", "errors": "0+1"},
    {"id": "four", "hex": "C3", "incomplete": false},
    {"id": "five", "hex": "FF", "incomplete": true},
    {"id": "good", "hex": "C3", "well_formed": false, "values": "", "errors": "0+1*1"}]})");
  EXPECT_THAT(
      said, AllOf(HasSubstr("FILE:2: \"one\": errors is said to be \"0+1\", and is \"1+1\" by"),
                  HasSubstr("FILE:3: \"two\": values is said to be \"41 FFFD\", and is \"41\" by"),
                  HasSubstr("FILE:4: \"three\": errors is said to be \"0+1\", and is \"\" by"),
                  HasSubstr("FILE:5: \"four\": incomplete is said to be false, and is true by"),
                  HasSubstr("FILE:6: \"five\": incomplete is said to be true, and is false by"),
                  HasSubstr("5 of its statements")));
}

TEST_F(VectorFileTest, ReadsEveryFileOfOurCorpus) {
  for (const char* folder : {"corpus/vectors", "corpus/generated"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(PLACEMAT_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".json") continue;
      const VectorFile file = read_vectors(entry.path());
      EXPECT_EQ(file.format, VectorFormat::kOurs);
      EXPECT_FALSE(file.probes.empty()) << entry.path();
    }
  }
}

TEST_F(VectorFileTest, RoundTripsItsOwnFormat) {
  std::vector<Probe> probes{{"one", {0xC3, 0xA9}}, {"two", {0xE2, 0x82}}, {"three \"\n", {}}};
  probes.push_back({"long", Bytes(40'000, 0x61)});
  for (std::size_t i = 0; i < 20'000; ++i) {
    probes.back().units[2 * i] = static_cast<std::uint8_t>(i % 128);
  }
  const VectorFile file = read(to_document("about", probes));
  ASSERT_EQ(file.probes.size(), probes.size());
  for (std::size_t p = 0; p < probes.size(); ++p) {
    EXPECT_EQ(file.probes[p].name, probes[p].name);
    EXPECT_EQ(file.probes[p].units, probes[p].units);
  }
}

TEST_F(VectorFileTest, ReadsGroupsOfTests) {
  const VectorFile file = read(R"({"testGroups": [
    {"type": "a", "tests": [{"tcId": 1, "msg": "c3a9", "result": "valid"},
                            {"tcId": 2, "msg": "c080", "result": "invalid", "flags": [{}]}]},
    {"tests": []},
    {"tests": [{"hex": "FF", "result": "acceptable"}, {"tcId": "x", "msg": ""}]}]})");
  EXPECT_EQ(file.format, VectorFormat::kTestGroups);
  EXPECT_EQ(shown(file), (Lines{"tcId 1: C3A9", "tcId 2: C080", "test 3: FF", "tcId x: "}));
}

TEST_F(VectorFileTest, RejectsFilesWithoutVectors) {
  EXPECT_EQ(refused(""), "FILE: empty; one hex string a line is enough");
  for (const char* nothing : {" \n\t\r\n", "\xEF\xBB\xBF", "# only\n# comments\n"}) {
    EXPECT_THAT(refused(nothing), HasSubstr("FILE: no vectors in it")) << nothing;
  }
  EXPECT_THAT(refused(R"({"vectors": []})"), HasSubstr("FILE: no vectors in it"));
  EXPECT_THAT(refused(R"({"testGroups": []})"), HasSubstr("FILE: no vectors in it"));
  EXPECT_THROW(read_vectors(path_.string() + "-absent"), InputError);
  fs::remove_all(path_);
  fs::create_directory(path_);
  EXPECT_THROW(read_vectors(path_), InputError);
}

TEST_F(VectorFileTest, RejectsInvalidHexWithItsLine) {
  EXPECT_THAT(refused("C3 A9\nC3 A\nFF\n"), HasSubstr("FILE:2: "));
  EXPECT_THAT(refused("C3 A9\n\n# x\nC3 AG\nFF\n"), HasSubstr("FILE:4: "));
  EXPECT_THAT(refused("C3 A9\nFF*|\nFF\n"), HasSubstr("FILE:2: "));
  EXPECT_THAT(refused("FF*\n"), HasSubstr("FILE:1: "));
  EXPECT_THAT(refused("*3\n"), HasSubstr("FILE:1: "));
}

// Read as text it would test nothing, and its score would mislead.
TEST_F(VectorFileTest, RejectsTextWithoutAnyUnitAbove7F) {
  EXPECT_THAT(refused("# x\n0xC3, 0xA9\nhello\n"), HasSubstr("FILE:2: not hex"));
  EXPECT_THAT(refused("\\xC3\\xA9\n"), HasSubstr("FILE:1: not hex"));
}

TEST_F(VectorFileTest, RejectsInputThatIsTooLarge) {
  EXPECT_THAT(refused("FF*16777217\n"), HasSubstr("FILE:1: "));
  EXPECT_THAT(refused("FF*99999999999999999999\n"), HasSubstr("FILE:1: "));
  // Each line is small enough; their total is not.
  EXPECT_THAT(refused("FF*16777216\nFF*16777216\nFF*16777216\nFF*16777216\nFF FF\n"),
              HasSubstr("FILE:5: "));
  std::string many;
  for (std::size_t i = 0; i <= kMostProbes; ++i) many += "F8\n";
  EXPECT_THAT(refused(many), HasSubstr("more than 1000000 vectors"));
  EXPECT_THAT(refused(std::string(kMostVectorFileBytes + 1, 'A')), HasSubstr("above 64 MiB"));
}

TEST_F(VectorFileTest, RejectsInvalidJsonWithItsLine) {
  EXPECT_THAT(refused("{\n\"vectors\": [\n{]}"), HasSubstr("FILE:3: not JSON"));
  EXPECT_THAT(refused("{"), HasSubstr("FILE:1: not JSON"));
  EXPECT_THAT(refused("{\"vectors\": [{\"hex\": \"\xFF\"}]}"), HasSubstr("FILE:1: not JSON"));
  EXPECT_THAT(refused("{}\n{}"), HasSubstr("FILE:2: not JSON"));
  EXPECT_THAT(refused("{\n\"n\": 1e999}"), HasSubstr("FILE:2: not JSON"));
  EXPECT_THAT(refused("{\"vectors\": " + std::string(100'000, '[')),
              HasSubstr("FILE:1: nested too deep"));
  EXPECT_THAT(refused("{}"), HasSubstr("FILE:1: neither"));
  EXPECT_THAT(refused("[\"C3 A9 \xC3\xA9\"]"), HasSubstr("FILE:1: neither"));
}

// One document for each wrong type of each member.
TEST_F(VectorFileTest, RejectsWrongTypesAnywhere) {
  const std::vector<std::string> types{"null",     "true",   "1",  "-1.5",
                                       "\"text\"", "\"zz\"", "[]", "[1]",
                                       "[[]]",     "[{}]",   "{}", "{\"a\": {\"hex\": 1}}"};
  const std::vector<std::string> places{
      "{\"vectors\": @}",
      "{\"vectors\": [@]}",
      "{\"vectors\": [{\"hex\": @}]}",
      "{\"vectors\": [{\"hex\": \"FF\", \"id\": @}]}",
      "{\"vectors\": [{\"hex\": \"FF\", \"well_formed\": @}]}",
      "{\"vectors\": [{\"hex\": \"41\", \"values\": @}]}",
      "{\"vectors\": [{\"hex\": \"FF\", \"well_formed\": false, \"error\": @}]}",
      "{\"vectors\": [{\"hex\": \"FF\", \"error\": {\"offset\": @, \"length\": 1}}]}",
      "{\"vectors\": [{\"hex\": \"E2 82\", \"error\": {\"offset\": 0, \"length\": @}}]}",
      "{\"vectors\": [{\"hex\": \"FF\", \"replaced\": @}]}",
      "{\"vectors\": [{\"hex\": \"FF\", \"replaced\": {\"skip\": @}}]}",
      "{\"testGroups\": @}",
      "{\"testGroups\": [@]}",
      "{\"testGroups\": [{\"tests\": @}]}",
      "{\"testGroups\": [{\"tests\": [@]}]}",
      "{\"testGroups\": [{\"tests\": [{\"msg\": @}]}]}",
      "{\"testGroups\": [{\"tests\": [{\"msg\": \"FF\", \"result\": @}]}]}",
  };
  for (std::string place : places) {
    for (const std::string& type : types) {
      std::string text = place;
      text.replace(text.find('@'), 1, type);
      // A name can be any string, true is a verdict, though a wrong one, and {}
      // replaces nothing.
      const bool is_right = (place.find("\"id\"") != std::string::npos && type.front() == '"') ||
                            (place.find("\"replaced\": @") != std::string::npos && type == "{}");
      if (is_right) {
        EXPECT_NO_THROW(read(text)) << text;
      } else {
        EXPECT_THAT(refused(text), HasSubstr("FILE")) << text;
      }
    }
  }
}

// A count that wraps around must not count as a small one.
TEST_F(VectorFileTest, RejectsTooManyValues) {
  for (const char* count : {"99999", "18446744073709551615", "99999999999999999999"}) {
    EXPECT_THAT(refused("{\"vectors\": [{\"hex\": \"41\", \"values\": \"41 41*" +
                        std::string(count) + "\"}]}"),
                HasSubstr("FILE:1: values: column 4: not a value"));
  }
}

TEST_F(VectorFileTest, RejectsPoliciesThatReplaceNothing) {
  for (const char* name : {"no-such", "reject", "", "a\\nb"}) {
    const std::string text =
        "{\"vectors\": [\n{\"hex\": \"FF\", \"replaced\": {\"" + std::string(name) + "\": \"\"}}]}";
    EXPECT_THAT(refused(text),
                AllOf(HasSubstr("FILE:2: "), HasSubstr("no policy"), Not(HasSubstr("\n"))));
  }
}

TEST_F(VectorFileTest, ListsEveryContradictionOfOurVectors) {
  const std::string said = refused(R"({"vectors": [
    {"id": "one", "hex": "C0 80", "well_formed": true},
    {"id": "two", "hex": "C3 A9", "well_formed": false},
    {"id": "good", "hex": "C3 A9", "well_formed": true, "values": "E9"},
    {"id": "three", "hex": "C3 A9", "values": "EA"},

    {"id": "four", "hex": "E2 82 41", "error": {"offset": 0, "length": 1}},
    {"id": "five", "hex": "E2 82 41",
     "replaced": {"maximal-subpart": "FFFD 41", "per-byte": "FFFD 41", "skip": "42"}},
    {"id": "six", "hex": "41", "error": {"offset": 0, "length": 1}},
    {"id": "seven\n", "hex": "FF", "values": "FF"}
  ]})");
  EXPECT_THAT(said,
              AllOf(HasSubstr("FILE:2: \"one\" (C0 80) is said to be well-formed, and is "
                              "ill-formed"),
                    HasSubstr("FILE:3: \"two\" (C3 A9) is said to be ill-formed, and is "
                              "well-formed"),
                    HasSubstr("FILE:5: \"three\": values is said to be \"EA\", and is \"E9\"")));
  EXPECT_THAT(said, AllOf(HasSubstr("FILE:7: \"four\": the error is said to be at 0 and 1 long, "
                                    "and is at 0 and 2 long"),
                          HasSubstr("FILE:8: \"five\": per-byte is said to be \"FFFD 41\", and is "
                                    "\"FFFD FFFD 41\""),
                          HasSubstr("FILE:8: \"five\": skip is said to be \"42\""),
                          HasSubstr("FILE:10: \"six\": an error is stated"),
                          HasSubstr("FILE:11: \"seven\\n\": values are stated"),
                          EndsWith("FILE: 8 of its statements contradict the law; correct or "
                                   "remove them")));
  EXPECT_THAT(said, Not(HasSubstr("good")));
  EXPECT_THAT(said, Not(HasSubstr("maximal-subpart")));
}

TEST_F(VectorFileTest, ListsEveryContradictionOfGroups) {
  const std::string said = refused(R"({"schema": {"tests": [{}]},
 "testGroups": [{"x": [{}], "tests": [
  {"tcId": 1, "msg": "C3A9", "result": "invalid", "y": [{"tests": [{}]}]},
  {"tcId": 2, "msg": "C3A9", "result": "valid"}]},
 {"tests": [
  {"tcId": 3,
   "msg": "EDA080", "result": "valid"}]}]})");
  EXPECT_THAT(said, AllOf(HasSubstr("FILE:3: \"tcId 1\" (C3 A9) is said to be ill-formed"),
                          HasSubstr("FILE:6: \"tcId 3\" (ED A0 80) is said to be well-formed"),
                          HasSubstr("2 of its statements")));
}

// All of them, within seconds.
TEST_F(VectorFileTest, ListsTensOfThousandsOfContradictions) {
  std::string text = "{\"vectors\": [\n";
  constexpr int kCount = 40'000;
  for (int i = 0; i < kCount; ++i) {
    text += std::string(i == 0 ? "" : ",\n") + R"({"hex": "FF", "well_formed": true})";
  }
  const std::string said = refused(text + "]}");
  EXPECT_THAT(said, HasSubstr("FILE:2: "));
  EXPECT_THAT(said, HasSubstr("FILE:" + std::to_string(kCount + 1) + ": "));
  EXPECT_THAT(said, HasSubstr(std::to_string(kCount) + " of its statements"));
}

// Any text that resembles a document is read or rejected.
TEST_F(VectorFileTest, ReadsOrRejectsAnyNearDocument) {
  const std::string good =
      R"({"vectors": [{"id": "a", "hex": "E2 82", "well_formed": false, "error": {"offset": 0, "length": 2}, "replaced": {"skip": ""}}], "testGroups": [{"tests": [{"tcId": 1, "msg": "FF", "result": "invalid"}]}]})";
  std::mt19937 random(1992);
  for (int i = 0; i < 500; ++i) {
    std::string text = good;
    for (std::size_t n = 1 + random() % 3; n > 0; --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text.erase(at, 1 + random() % 6);
          break;
        case 1:
          text[at] = "{}[]\",:01a\xFF"[random() % 11];
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 12));
      }
      if (text.empty()) text = "{";
    }
    EXPECT_NE(refused(text), "") << text;
  }
}

}  // namespace
}  // namespace placemat
