#include "harness/report/record.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <tuple>
#include <typeinfo>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/bytes/unwritten.h"
#include "harness/identify/identify.h"
#include "harness/report/fixture.h"
#include "harness/report/record_members.h"

namespace placemat {
namespace {

using fixture::lines_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

void write_all(const Report& report, const std::filesystem::path& path) {
  write_report(report, path, report.header.run.seconds);
}

std::string good_text() {
  const auto path = scratch("good.jsonl");
  write_all(fixture::report(), path);
  return read_text_file(path);
}

std::string error_of(const std::string& name, const std::string& text) {
  try {
    read_report(written(name, text));
  } catch (const InputError& error) {
    const std::string what = error.what();
    EXPECT_THAT(what, Not(HasSubstr("\n")));
    return what;
  }
  return "no error";
}

TEST(Record, AWrittenReportIsReadBack) {
  Report report = fixture::report();
  report.subjects[1].findings[0].vector = "overlong/slash";
  report.oracles[0].unexplained = {"C2 at 3"};
  const auto path = scratch("round.jsonl");
  write_all(report, path);
  const Report again = read_report(path);
  EXPECT_EQ(described(again.header), described(report.header));
  EXPECT_EQ(again.header.run.seconds, report.header.run.seconds);  // in the footer's line
  EXPECT_EQ(described(again.sources), described(report.sources));
  EXPECT_EQ(described(again.coverage), described(report.coverage));
  EXPECT_EQ(described(again.subjects), described(report.subjects));
  EXPECT_EQ(described(again.externals), described(report.externals));
  EXPECT_EQ(described(again.machines), described(report.machines));
  EXPECT_EQ(described(again.strength), described(report.strength));
  EXPECT_EQ(described(again.bugs), described(report.bugs));
  EXPECT_EQ(described(again.defects), described(report.defects));
  ASSERT_EQ(again.sources.size(), 3u);
  ASSERT_EQ(again.subjects.size(), 4u);
  ASSERT_EQ(again.absent.size(), 1u);
  EXPECT_EQ(again.absent[0].name, "omega");
  EXPECT_EQ(again.absent[0].subject, "libomega");
  ASSERT_EQ(again.oracles.size(), 1u);
  const OracleRecord& oracle = again.oracles[0];
  EXPECT_EQ(oracle.question, "icu:U8_NEXT");
  EXPECT_EQ(oracle.asked, 1000u);
  EXPECT_EQ(oracle.agreed, 990u);
  EXPECT_EQ(oracle.unexplained, std::vector<std::string>{"C2 at 3"});
  ASSERT_EQ(oracle.divergences.size(), 1u);
  EXPECT_EQ(oracle.divergences[0].id, "ICU-1");
  EXPECT_EQ(oracle.divergences[0].reason, "it counts otherwise");
  EXPECT_EQ(oracle.divergences[0].times, 10u);
  ASSERT_EQ(again.requirements.size(), 3u);
  const RequirementRecord& requirement = again.requirements[2];
  EXPECT_EQ(requirement.dialect, "utf-1");
  EXPECT_EQ(requirement.number, 1);
  EXPECT_EQ(requirement.text, "no NUL and no slash in a sequence");
  EXPECT_FALSE(requirement.met);
  EXPECT_EQ(requirement.evidence, "unit 2 of A1..F5 21..7E");
  ASSERT_EQ(again.machines.size(), 1u);
  const MachineRecord& machine = again.machines[0];
  EXPECT_EQ(std::tie(machine.decoder, machine.law), std::tuple("gamma", fixture::kProfile));
  EXPECT_EQ(std::tie(machine.learned.finite, machine.learned.classes, machine.learned.law_states,
                     machine.learned.questions),
            std::tuple(true, 3u, 2u, 1234u));
  EXPECT_EQ(machine.learned.differences.size(), 1u);
  const LearnedEdge& edge = machine.learned.states.at(1).edges.at(1);
  EXPECT_EQ(std::tie(edge.units, edge.to, edge.output, edge.by_law),
            std::tuple("00..7F", 0u, "well-formed", "ill-formed"));
  EXPECT_EQ(machine.learned.states[1].name, "C2");
  ASSERT_EQ(again.bugs.size(), 1u);
  EXPECT_EQ(again.bugs[0].id, "slash-again");
  EXPECT_EQ(again.bugs[0].did, "accepts 2F");
  EXPECT_EQ(again.bugs[0].replay, "placemat replay sab_slash 'C0 AF'");
  EXPECT_TRUE(again.bugs[0].caught);
  ASSERT_EQ(again.strength.size(), 1u);
  EXPECT_EQ(again.strength[0].seed, 18446744073709551615u);
  EXPECT_EQ(again.strength[0].families.at(0).tallies.at(1).killed, 40u);
  EXPECT_EQ(again.strength[0].families.at(0).tallies.at(1).survivors.at(0).killed_by, "41");
  EXPECT_FALSE(again.strength[0].families.at(1).is_automaton);
  EXPECT_EQ(described(again.certificates), described(report.certificates));
  EXPECT_EQ(described(again.fuzzing), described(report.fuzzing));
  const Footer& footer = again.footer;
  EXPECT_TRUE(footer.complete);
  EXPECT_FALSE(footer.interrupted);
  EXPECT_EQ(footer.records, lines_of(read_text_file(path)).size());
  EXPECT_EQ(footer.checks, report.footer.checks);
  EXPECT_EQ(footer.findings, 3u);
  EXPECT_EQ(footer.unexpected, 1u);
  EXPECT_EQ(footer.expected_errors, report.footer.expected_errors);
}

// A member that neither the writer nor the reader knows would be lost without an error.
template <class Record>
void expect_whole_list() {
  EXPECT_EQ(listed_count<Record>(), field_count<Record>()) << typeid(Record).name();
}
template <class... Records>
void expect_whole_lists() {
  (expect_whole_list<Records>(), ...);
}

TEST(Record, NoListLacksAMember) {
  expect_whole_lists<Finding, ErrorClassTally, FailingCase, SourceTally, DecoderResult>();
  expect_whole_lists<Contradiction, Identity, Learned, LearnedState, LearnedEdge>();
  expect_whole_lists<Composition, Output, ValueRange, InputObservation, SingleQuestion>();
  expect_whole_lists<Header, SourceRecord, AbsentRecord, ExternalRecord, OracleRecord,
                     CoverageRecord, AxisValues, OracleRecord::Divergence, RequirementRecord,
                     BugRecord>();
  expect_whole_lists<Strength, FamilyStrength, Tally, Survivor>();
  expect_whole_lists<Certificate, CertificateItem>();
  expect_whole_lists<FuzzingRecord, FuzzingPoint, FuzzingDetection>();
  struct Longer {
    std::string name;
    std::array<int, 3> values;
    std::map<Kind, int> counts;
    bool is_open = false;
  };
  EXPECT_EQ(field_count<Longer>(), 4u);
}

TEST(Record, ReadAndWrittenAgainIsTheSameText) {
  const std::string text = good_text();
  const auto path = scratch("again.jsonl");
  write_all(read_report(written("first.jsonl", text)), path);
  EXPECT_EQ(read_text_file(path), text);
}

TEST(Record, EveryLineConformsToTheSchema) {
  const Schema schema(PLACEMAT_SOURCE_DIR "/reports/schema/report.schema.json");
  std::set<std::string> records;
  for (const std::string& line : lines_of(good_text())) {
    const auto json = nlohmann::json::parse(line);
    records.insert(json.at("record"));
    for (const Violation& violation : schema.violations(json)) {
      ADD_FAILURE() << line << "\n" << violation.what;
    }
  }
  EXPECT_THAT(records, testing::UnorderedElementsAre(
                           "header", "source", "coverage", "decoder", "error_class", "cell",
                           "finding", "failing", "absent", "external_decoder", "machine", "oracle",
                           "requirement", "bug", "defect", "strength", "sources", "certificate",
                           "fuzzing", "speed", "fuzz_benchmark", "footer"));
}

TEST(Record, TheSchemaIsClosed) {
  const Schema schema(PLACEMAT_SOURCE_DIR "/reports/schema/report.schema.json");
  for (const std::string& line : lines_of(good_text())) {
    const auto original = nlohmann::json::parse(line);
    auto json = original;
    json["surplus"] = 1;
    EXPECT_FALSE(schema.violations(json).empty()) << line;
    json.erase("surplus");
    for (const auto& [name, value] : original.items()) {
      auto less = json;
      less.erase(name);
      EXPECT_FALSE(schema.violations(less).empty()) << name << " missing in " << line;
      auto other = json;
      other[name] = value.is_array() ? nlohmann::json(true) : nlohmann::json::array();
      EXPECT_FALSE(schema.violations(other).empty()) << name << " mistyped in " << line;
    }
  }
}

// The reader is as strict as the schema, and names the line.
TEST(Record, TheReaderIsClosedToo) {
  const std::vector<std::string> lines = lines_of(good_text());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto text_with = [&](const nlohmann::json& changed) {
      std::string text;
      for (std::size_t j = 0; j < lines.size(); ++j) {
        text += (j == i ? changed.dump() : lines[j]) + "\n";
      }
      return text;
    };
    const std::string place = ":" + std::to_string(i + 1) + ":";
    const auto json = nlohmann::json::parse(lines[i]);
    auto more = json;
    more["surplus"] = 1;
    EXPECT_THAT(error_of("more.jsonl", text_with(more)),
                AllOf(HasSubstr(place), HasSubstr("surplus")));
    for (const auto& [name, value] : json.items()) {
      auto less = json;
      less.erase(name);
      EXPECT_THAT(error_of("less.jsonl", text_with(less)), HasSubstr(place)) << name;
      auto other = json;
      other[name] = value.is_array() ? nlohmann::json(true) : nlohmann::json::array();
      EXPECT_THAT(error_of("other.jsonl", text_with(other)), HasSubstr(place)) << name;
    }
  }
}

// The text with one replacement; `old` must occur in it.
std::string with(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), now);
}

TEST(Record, AnUnknownRecordIsRefused) {
  const std::string text = good_text();
  const std::size_t second = text.find('\n') + 1;
  const std::string sauce = "{\"record\":\"sauce\",\"decoder\":7}\n";
  EXPECT_THAT(error_of("sauce.jsonl", text.substr(0, second) + sauce + text.substr(second)),
              HasSubstr(":2: this record is of the sort 'sauce', which is unknown"));
}

TEST(Record, AShardKeepsItsPlaceInTheRun) {
  Report report = fixture::report();
  report.header.shard = {{2}, 3, "placemat run --as 'x'", {"alpha", "beta"}};
  write_report(report, scratch("shard.jsonl"), 1);
  const Shard read = read_report(scratch("shard.jsonl")).header.shard;
  EXPECT_EQ(described(read), described(report.header.shard));
  EXPECT_EQ(field_count<Shard>(), listed_count<Shard>());
}

TEST(Record, AnotherFormatIsRefused) {
  for (const char* format : {"placemat-report-", "placemat-report-0", "placemat-report-2",
                             "placemat-report-12", "placemat-report-1x", "tap-13", ""}) {
    EXPECT_THAT(error_of("format.jsonl", with(good_text(), "placemat-report-1", format)),
                AllOf(HasSubstr(":1: this record has the format '" + std::string(format) + "'"),
                      HasSubstr("this program reads placemat-report-1;")));
  }
}

// An explanation is written again when the findings contradict it.
TEST(Record, ALaterRecordOfAnExternalDecoderReplacesTheEarlierOne) {
  Report report = fixture::report();
  ExternalRecord again = report.externals[0];
  again.is_complete = false;
  again.reason = "a finding";
  report.externals.push_back(again);
  const auto path = scratch("replaced.jsonl");
  write_all(report, path);
  const Report read = read_report(path);
  ASSERT_EQ(read.externals.size(), 2u);
  EXPECT_EQ(described(read.externals[0]), described(again));
  EXPECT_EQ(described(read.externals[1]), described(report.externals[1]));
}

TEST(Record, AMachineLeadsOnlyToItsOwnStates) {
  EXPECT_THAT(
      error_of("machine.jsonl", with(good_text(), "\"C2..DF\",\"to\":1", "\"C2..DF\",\"to\":2")),
      HasSubstr("leads to a state that it does not have"));
}

TEST(Record, IsAsciiForAnyNameOfADecoder) {
  Report report = fixture::report();
  report.subjects[0].decoder = "caf\xC3\xA9";
  report.subjects[0].version = "\xC0\xAF\xFF\n\x1B[31m";
  const auto path = scratch("ascii.jsonl");
  write_all(report, path);
  for (const std::string& line : lines_of(read_text_file(path))) {
    for (const char c : line) ASSERT_TRUE(c >= 0x20 && c <= 0x7E) << line;
  }
  EXPECT_EQ(read_report(path).subjects[0].decoder, "caf\xC3\xA9");
}

TEST(Record, IsOnDiskBeforeTheWriterEnds) {
  const Report report = fixture::report();
  const auto path = scratch("flushed.jsonl");
  ReportWriter writer(path);
  writer.write(report.header);
  EXPECT_EQ(lines_of(read_text_file(path)).size(), 1u);
  writer.write(report.subjects[1]);
  // decoder, nine error classes, thirteen cells, one finding, one failing case
  EXPECT_EQ(lines_of(read_text_file(path)).size(), 1u + 1 + 9 + 13 + 1 + 1);
}

TEST(Record, WithoutFooterIsIncomplete) {
  std::string text = good_text();
  text.resize(text.rfind("{\"record\":\"footer\""));
  const Report report = read_report(written("unfinished.jsonl", text));
  EXPECT_FALSE(report.footer.complete);
  EXPECT_EQ(report.subjects.size(), 4u);
}

TEST(Record, ATornLastLineLosesOnlyItself) {
  const std::string text = good_text();
  const std::size_t header_end = text.find('\n') + 1;
  const std::size_t footer = text.rfind("{\"record\":\"footer\"");
  for (std::size_t length = header_end; length < text.size() - 1;
       length += length < footer ? 61 : 1) {
    const Report report = read_report(written("torn.jsonl", text.substr(0, length)));
    ASSERT_EQ(report.header.budget, "standard");
    ASSERT_FALSE(report.footer.complete) << length;
  }
  // A complete footer counts, with or without its line feed.
  EXPECT_TRUE(read_report(written("whole.jsonl", text.substr(0, text.size() - 1))).footer.complete);
}

TEST(Record, AnInterruptedRunIsMarked) {
  Report report = fixture::report();
  report.footer.interrupted = true;
  const auto path = scratch("interrupted.jsonl");
  write_all(report, path);
  EXPECT_FALSE(read_report(path).footer.complete);
  EXPECT_TRUE(read_report(path).footer.interrupted);
}

TEST(Record, FilesThatAreNoReportAreNamedByFileAndLine) {
  EXPECT_THAT(error_of("empty.jsonl", ""), AllOf(HasSubstr("empty.jsonl"), HasSubstr("empty")));
  EXPECT_THAT(error_of("blank.jsonl", "\n\n"), HasSubstr("blank.jsonl:1: not JSON"));
  EXPECT_THAT(error_of("binary.jsonl", std::string("\x7F"
                                                   "ELF\0\xFF\xFE",
                                                   7)),
              HasSubstr("binary.jsonl:1: not JSON"));
  EXPECT_THAT(error_of("prose.jsonl", "all is well\n"), HasSubstr(":1: not JSON"));
  EXPECT_THAT(error_of("number.jsonl", "17\n"), HasSubstr(":1: no record"));
  EXPECT_THAT(error_of("list.jsonl", "[{\"record\":\"header\"}]\n"), HasSubstr(":1: no record"));
  EXPECT_THAT(error_of("other.jsonl", "{\"a\":1}\n"), HasSubstr(":1: no record"));
  EXPECT_THAT(error_of("pretty.jsonl", "{\n  \"record\": \"header\"\n}\n"),
              HasSubstr(":1: not JSON"));
  EXPECT_THAT(error_of("half.jsonl", good_text().substr(0, 40)), HasSubstr(":1: not JSON"));
  EXPECT_THAT(error_of("headless.jsonl", good_text().substr(good_text().find('\n') + 1)),
              HasSubstr(":1: this record comes before the header"));
}

TEST(Record, ADamagedReportIsNamedByFileAndLine) {
  const std::string good = good_text();
  const std::string header = good.substr(0, good.find('\n') + 1);
  EXPECT_THAT(error_of("twice.jsonl", header + header),
              HasSubstr(":2: this record is a second header"));
  EXPECT_THAT(error_of("middle.jsonl", header + "{\"record\":\n" + header),
              HasSubstr(":2: not JSON"));
  EXPECT_THAT(error_of("after.jsonl", good + header), HasSubstr("comes after the footer"));
  std::string cut = good;
  cut.erase(header.size(), cut.find('\n', header.size()) + 1 - header.size());
  EXPECT_THAT(error_of("cut.jsonl", cut), HasSubstr("counts"));
  EXPECT_THAT(error_of("orphan.jsonl",
                       header + R"({"record":"error_class","decoder":"x","judged_as":"y",)"
                                R"("error_class":"overlong","checks":1,"failed":0,"kinds":{},)"
                                R"("alone":{}})"
                                "\n"),
              HasSubstr(":2: this record is about a decoder that no record before it introduces"));
  std::string kind = good;
  kind.replace(kind.rfind("\"kind\":\"accepts-overlong\""), 25, "\"kind\":\"accepts-overlord\"");
  EXPECT_THAT(error_of("kind.jsonl", kind), HasSubstr("'kind' that is not a kind of finding"));
  std::string deep = header + std::string(200000, '[') + "\n";
  EXPECT_THAT(error_of("deep.jsonl", deep), HasSubstr(":2: not JSON"));
}

TEST(Record, UnreadableFilesAreNamed) {
  EXPECT_THROW(read_report(scratch("no-such-file.jsonl")), InputError);
  EXPECT_THROW(read_report(scratch()), InputError);
}

TEST(Record, UnwritableFilesAreNamed) {
  for (const auto& path : {scratch("no-such-directory") / "report.jsonl", scratch()}) {
    try {
      ReportWriter writer(path);
      ADD_FAILURE() << path;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr(path.string()), HasSubstr("cannot be written")));
    }
  }
}

TEST(Record, AFullDiskIsAnErrorAtTheFirstLostLine) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  ReportWriter writer("/dev/full");
  EXPECT_THROW(writer.write(fixture::report().header), SystemError);
}

}  // namespace
}  // namespace placemat
