#include "harness/corpus/edit.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

using fixture::kCorpus;

// An empty corpus with our flags and schemas in a directory of its own.
class CorpusEdit : public testing::Test {
 protected:
  CorpusEdit() {
    for (const char* file : {"vector.schema.json", "flags.schema.json", "flags.json"}) {
      fs::copy_file(kCorpus / file, directory_ / file);
    }
  }

  static Envelope envelope(const std::string& hex, const std::string& comment) {
    Envelope envelope;
    envelope.theme = "test";
    envelope.about = "vectors of a test";
    envelope.hex = hex;
    envelope.clause = "Unicode 3.9, D92";
    envelope.comment = comment;
    envelope.flags = {"overlong-path"};
    return envelope;
  }
  std::string add(const Envelope& envelope) const {
    return add_vectors(directory_, {&envelope, 1}).at(0);
  }
  // The text of the error, or "" when the envelope was accepted.
  std::string refusal(const Envelope& envelope) const {
    try {
      add(envelope);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  std::string file(const std::string& name) const { return read_text_file(directory_ / name); }

  const fs::path directory_ = scratch();
};

TEST_F(CorpusEdit, AssignsTheIdAndComputesTheOutcome) {
  EXPECT_EQ(add(envelope("C0 AF", "Slash in two units")), "test/slash-in-two-units");
  const Corpus corpus = load_corpus(directory_);
  ASSERT_THAT(corpus.vectors, SizeIs(1));
  EXPECT_EQ(corpus.vectors[0].outcome, outcome_of(parse_hex("C0AF")));
  EXPECT_EQ(corpus.themes.at("test").about, "vectors of a test");
}

// Typed by hand: reviewers read this layout.
TEST_F(CorpusEdit, WritesTheCanonicalLayout) {
  add(envelope("C0 AF", "Slash in two units"));
  Envelope second = envelope("61*9 | C3A9", "A well-formed one");
  second.slug = "fine";
  second.flags = {"chunk-split", "well-formed-refused"};
  second.limit = Limit{{"pads"}, "for this test"};
  EXPECT_EQ(add(second), "test/fine");
  EXPECT_EQ(file("vectors/test.json"), R"({
  "schema": "placemat-vectors-1",
  "licence": "CC0-1.0",
  "theme": "test",
  "about": "vectors of a test",
  "vectors": [
    {"id": "test/slash-in-two-units", "hex": "C0 AF",
     "flags": ["overlong-path"], "clause": "Unicode 3.9, D92",
     "comment": "Slash in two units",
     "well_formed": false, "values": "",
     "errors": "0+1 1+1"},
    {"id": "test/fine", "hex": "61*9|C3 A9",
     "flags": ["chunk-split", "well-formed-refused"], "clause": "Unicode 3.9, D92",
     "comment": "A well-formed one",
     "limit": {"without": ["pads"], "reason": "for this test"},
     "well_formed": true, "values": "61*9 E9"}
  ]
}
)");
  EXPECT_THAT(layout_rewrites(directory_, load_corpus(directory_)), IsEmpty());
}

TEST_F(CorpusEdit, DetectsALayoutThatIsNotCanonical) {
  add(envelope("C0 AF", "Slash in two units"));
  const std::string canonical = file("vectors/test.json");
  write_text_file(directory_ / "vectors/test.json", "\n" + canonical);
  const auto rewrites = layout_rewrites(directory_, load_corpus(directory_));
  ASSERT_THAT(rewrites, SizeIs(1));
  EXPECT_EQ(rewrites[0].text, canonical);
  EXPECT_EQ(rewrites[0].path, directory_ / "vectors/test.json");
}

TEST_F(CorpusEdit, RejectsDuplicateCodeUnits) {
  add(envelope("C0 AF", "Slash in two units"));
  EXPECT_THAT(refusal(envelope("c0af", "The same again")),
              AllOf(HasSubstr("C0 AF"), HasSubstr("test/slash-in-two-units")));
  // Different chunks make a different vector.
  EXPECT_EQ(add(envelope("C0|AF", "The same in two chunks")), "test/the-same-in-two-chunks");
}

TEST_F(CorpusEdit, NumbersDuplicateSlugs) {
  EXPECT_EQ(add(envelope("C0 AF", "Overlong form")), "test/overlong-form");
  EXPECT_EQ(add(envelope("C0 AE", "Overlong form")), "test/overlong-form-2");
  EXPECT_EQ(add(envelope("C0 AD", "Overlong form")), "test/overlong-form-3");
  Envelope taken = envelope("C0 AC", "Another comment");
  taken.slug = "overlong-form";
  EXPECT_THAT(refusal(taken), HasSubstr("the id test/overlong-form is taken"));
}

TEST_F(CorpusEdit, RejectsInvalidEnvelopes) {
  const auto with = [](auto change) {
    Envelope e = envelope("41", "A comment of length");
    change(e);
    return e;
  };
  EXPECT_THAT(refusal(with([](Envelope& e) { e.hex = "41 4"; })),
              HasSubstr("column 4: odd number"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.hex = "U+41"; })), HasSubstr("is no hex digit"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.flags = {"bad-mood"}; })),
              HasSubstr("unknown flag"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.flags = {}; })), HasSubstr("no flag"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.flags = {"nul", "nul"}; })),
              HasSubstr("nothing was added"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.theme = "Test/.."; })), HasSubstr("is no theme"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.about = ""; })),
              HasSubstr("there is no theme \"test\""));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.slug = "../x"; })), HasSubstr("is no slug"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.comment = "caf\xC3\xA9 au lait"; })),
              HasSubstr("ASCII"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.comment = "- - - - - -"; })),
              HasSubstr("give a slug"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.comment = "short"; })),
              HasSubstr("nothing was added"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.clause = ""; })), HasSubstr("nothing was added"));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.limit = Limit{{"sleep"}, "for this test"}; })),
              HasSubstr("unknown presentation \"sleep\""));
  EXPECT_THAT(refusal(with([](Envelope& e) { e.limit = Limit{{}, "for this test"}; })),
              HasSubstr("a limit names presentations"));
  EXPECT_FALSE(fs::exists(directory_ / "vectors"));
}

TEST_F(CorpusEdit, AddsNothingToAGeneratedTheme) {
  add(envelope("C0 AF", "Slash in two units"));
  std::string text = file("vectors/test.json");
  fs::remove(directory_ / "vectors/test.json");
  add([] {
    Envelope other = envelope("C0 AE", "Another theme");
    other.theme = "other";
    return other;
  }());
  fs::create_directories(directory_ / "generated");
  write_text_file(directory_ / "generated/test.json", text);
  EXPECT_THAT(refusal(envelope("41", "A comment of length")),
              HasSubstr("generated/test.json:1: a file below generated/ names the command"));
  text.insert(text.find("  \"vectors\""), "  \"generated\": \"placemat corpus generate\",\n");
  write_text_file(directory_ / "generated/test.json", text);
  EXPECT_THAT(load_corpus(directory_).vectors, SizeIs(2));
  EXPECT_THAT(layout_rewrites(directory_, load_corpus(directory_)), IsEmpty());
  EXPECT_THAT(refusal(envelope("41", "A comment of length")),
              HasSubstr("the theme \"test\" is written by `placemat corpus generate`"));
  write_text_file(directory_ / "vectors/test.json", text);
  EXPECT_THAT(refusal(envelope("41", "A comment of length")),
              HasSubstr("vectors/test.json:6: a file below generated/ names the command"));
}

TEST_F(CorpusEdit, AddsAllOrNone) {
  const std::vector<Envelope> envelopes = {envelope("41", "The first of two"),
                                           envelope("4", "The second of two")};
  EXPECT_THROW(add_vectors(directory_, envelopes), InputError);
  EXPECT_FALSE(fs::exists(directory_ / "vectors/test.json"));
}

TEST_F(CorpusEdit, DoesNotChangeAnInvalidCorpus) {
  add(envelope("C0 AF", "Slash in two units"));
  const std::string broken = file("vectors/test.json").substr(1);
  write_text_file(directory_ / "vectors/test.json", broken);
  EXPECT_THAT(refusal(envelope("41", "A comment of length")),
              HasSubstr("test.json:2: column 11: not JSON"));
  EXPECT_EQ(file("vectors/test.json"), broken);
}

TEST_F(CorpusEdit, ReportsAFileThatCannotBeWritten) {
  write_text_file(directory_ / "vectors", "a file where a directory should be");
  EXPECT_THAT(refusal(envelope("41", "A comment of length")), Not(IsEmpty()));
  EXPECT_THROW(write_text_file(directory_ / "none/x", "x"), InputError);
  EXPECT_THROW(write_text_file(directory_, "x"), InputError);
  EXPECT_FALSE(fs::exists(directory_.string() + ".new"));
}

TEST(Envelopes, AreReadOnePerLine) {
  const auto envelopes = parse_envelopes(
      "{\"theme\": \"nul\", \"hex\": \"00\", \"flags\": [\"nul\"], \"clause\": \"c\", "
      "\"comment\": \"one\"}\n\n"
      "{\"theme\": \"nul\", \"slug\": \"s\", \"about\": \"a\", \"hex\": \"01|\", \"flags\": [], "
      "\"clause\": \"c\", \"comment\": \"two\", "
      "\"limit\": {\"without\": [\"pads\"], \"reason\": \"r\"}, "
      "\"source\": {\"file\": \"text/x.txt\", \"line\": 3, \"encoding\": \"GBK\"}}",
      "batch.jsonl");
  ASSERT_THAT(envelopes, SizeIs(2));
  EXPECT_EQ(envelopes[0].place, "batch.jsonl:1");
  EXPECT_EQ(envelopes[0].flags, std::vector<std::string>{"nul"});
  EXPECT_EQ(envelopes[1].place, "batch.jsonl:3");
  EXPECT_EQ(envelopes[1].source->line, 3U);
  EXPECT_TRUE(envelopes[1].limit->excludes("pads"));
  EXPECT_FALSE(envelopes[1].limit->excludes("tails"));
}

TEST(Envelopes, AreRejectedWithTheirLine) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      parse_envelopes(text, "b");
    } catch (const InputError& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_THAT(refusal(""), HasSubstr("b: no envelope"));
  EXPECT_THAT(refusal("\n{"), HasSubstr("b:2: column 2: not JSON"));
  EXPECT_THAT(refusal("\x7F"
                      "ELF"),
              HasSubstr("b:1: column 1: code unit 7F"));
  EXPECT_THAT(refusal("[]"), HasSubstr("b:1: not an object"));
  EXPECT_THAT(refusal("{\"hex\": \"41\"}"), HasSubstr("b:1: the member \"theme\" is missing"));
  EXPECT_THAT(refusal("{\"theme\": 1}"), HasSubstr("b:1: \"theme\" must be a string"));
  EXPECT_THAT(refusal("{\"outcome\": 1}"), HasSubstr("b:1: unknown member \"outcome\""));
  EXPECT_THAT(refusal("{\"theme\": \"t\", \"hex\": \"41\", \"clause\": \"c\", \"comment\": \"c\", "
                      "\"flags\": \"nul\"}"),
              HasSubstr("b:1: \"flags\" must be a list of strings"));
  EXPECT_THAT(refusal("{\"theme\": \"t\", \"hex\": \"41\", \"clause\": \"c\", \"comment\": \"c\", "
                      "\"flags\": [], \"source\": {\"file\": \"f\", \"line\": 0}}"),
              HasSubstr("b:1: source: \"line\" must be a number from 1"));
}

TEST(Slug, OfAComment) {
  EXPECT_EQ(slug_of("Slash in two units, as sent in 2000."), "slash-in-two-units-as-sent-in-2000");
  EXPECT_EQ(slug_of("  U+FFFD -- twice!"), "u-fffd-twice");
  EXPECT_EQ(slug_of("..."), "");
  const std::string cut = slug_of("one two three four five six seven eight nine ten eleven twelve");
  EXPECT_EQ(cut, "one-two-three-four-five-six-seven-eight-nine-ten");
  EXPECT_TRUE(is_slug(slug_of(std::string(200, 'a'))));
}

class Export : public CorpusEdit {
 protected:
  Export() {
    add(envelope("C0 AF", "Slash in two units"));
    add(envelope("E2|82 AC", "Euro sign"));
    add(envelope("", "Nothing at all"));
  }
  std::string exported(ExportFormat format) const {
    std::ostringstream out;
    export_vectors(load_corpus(directory_).vectors, format, out);
    return out.str();
  }
};

TEST_F(Export, Tsv) {
  EXPECT_EQ(exported(ExportFormat::kTsv),
            "id\thex\twell_formed\toffset\tlength\tmaximal_subpart\n"
            "test/slash-in-two-units\tC0AF\t0\t0\t1\tFFFD FFFD\n"
            "test/euro-sign\tE282AC\t1\t-\t-\t20AC\n"
            "test/nothing-at-all\t\t1\t-\t-\t\n");
}

TEST_F(Export, PlainHex) { EXPECT_EQ(exported(ExportFormat::kHex), "C0AF\nE282AC\n\n"); }

TEST_F(Export, JsonLines) {
  std::istringstream lines(exported(ExportFormat::kJsonLines));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_THAT(
      all[0],
      StartsWith(
          R"({"id": "test/slash-in-two-units", "hex": "C0 AF", "flags": ["overlong-path"], "clause": "Unicode 3.9, D92", "comment": "Slash in two units", "well_formed": false, "error": {"offset": 0, "length": 1}, "replaced": {"maximal-subpart": "FFFD FFFD", "per-byte": "FFFD FFFD", "per-declared-length": "FFFD FFFD", "legacy-trail": "FFFD", "per-run": "FFFD", "skip": "", "runeerror-80": "80 80")"));
  EXPECT_THAT(all[0], EndsWith(R"(, "errors": "0+1 1+1"})"));
  EXPECT_EQ(
      all[1],
      R"({"id": "test/euro-sign", "hex": "E2|82 AC", "flags": ["overlong-path"], "clause": "Unicode 3.9, D92", "comment": "Euro sign", "well_formed": true, "values": "20AC"})");
  EXPECT_EQ(
      all[2],
      R"({"id": "test/nothing-at-all", "hex": "", "flags": ["overlong-path"], "clause": "Unicode 3.9, D92", "comment": "Nothing at all", "well_formed": true, "values": ""})");
  // Every policy of the table that replaces.
  const auto replaced = nlohmann::json::parse(all[0]).at("replaced");
  EXPECT_EQ(replaced.size(), std::ranges::count(policies(), false, &Policy::stops));
  EXPECT_EQ(nlohmann::json::parse(all[0]).count("incomplete"), 0U);
  add(envelope("41 E2 82", "Cut short"));
  EXPECT_THAT(exported(ExportFormat::kJsonLines),
              HasSubstr(R"(, "errors": "1+2", "incomplete": true})"));
}

TEST_F(Export, CHeader) {
  const std::string header = exported(ExportFormat::kCHeader);
  EXPECT_THAT(header,
              HasSubstr("placemat_vectors_units[] = {\n    0xC0, 0xAF, 0xE2, 0x82, 0xAC};"));
  EXPECT_THAT(header, HasSubstr("placemat_vectors_errors[] = {\n    {0, 1}, {1, 1}};"));
  EXPECT_THAT(header, HasSubstr("placemat_vectors_values[] = {\n    0xFFFD, 0xFFFD, 0x20AC};"));
  EXPECT_THAT(header,
              HasSubstr("{\"test/euro-sign\", placemat_vectors_units + 2, 3, "
                        "placemat_vectors_errors + 2, 0, placemat_vectors_values + 2, 1},"));
  EXPECT_THAT(header, HasSubstr("placemat_vectors_count = 3;"));
}

TEST(ExportFormats, AreKnownByName) {
  EXPECT_EQ(find_export_format("tsv"), ExportFormat::kTsv);
  EXPECT_EQ(find_export_format("jsonl"), ExportFormat::kJsonLines);
  EXPECT_EQ(find_export_format("c"), ExportFormat::kCHeader);
  EXPECT_EQ(find_export_format("hex"), ExportFormat::kHex);
  EXPECT_EQ(find_export_format("xml"), std::nullopt);
}

}  // namespace
}  // namespace placemat
