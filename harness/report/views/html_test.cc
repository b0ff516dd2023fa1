#include "harness/report/views/html.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/report/fixture.h"
#include "harness/report/matrix.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/xml_fixture.h"

namespace placemat {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A report in which every string from outside contains markup.
Report hostile() {
  const std::string evil = "<script>alert('x')</script>\"&\x1B]0;x\x07\xFF\n";
  Report report = fixture::report();
  Header& header = report.header;
  for (std::string* text :
       {&header.tool_version, &header.corpus_digest, &header.compiler, &header.icu_version,
        &header.budget, &header.run.command, &header.run.started}) {
    *text = evil;
  }
  header.cpu_features = {evil};
  for (SourceRecord& source : report.sources) source.name = source.covers = evil;
  for (DefectRecord& defect : report.defects) {
    for (std::string* text :
         {&defect.id, &defect.product, &defect.effect, &defect.fixed_in, &defect.entry,
          &defect.about, &defect.lets_through, &defect.units, &defect.seen, &defect.expected}) {
      *text += evil;
    }
    defect.versions = defect.links = {evil};
  }
  report.sources[2].not_run = evil;
  for (DecoderResult& subject : report.subjects) {
    subject.decoder += evil;
    subject.version = subject.origin = subject.claims_profile = subject.judged_as = evil;
    subject.capabilities = {evil};
    for (SourceTally& source : subject.sources) source.source = evil;
    for (Finding& finding : subject.findings) {
      finding.decoder = subject.decoder;
      for (std::string* text :
           {&finding.judged_as, &finding.key, &finding.operation, &finding.minimal,
            &finding.conditions, &finding.expected, &finding.seen, &finding.clause, &finding.effect,
            &finding.source, &finding.example, &finding.vector, &finding.replay, &finding.reason}) {
        *text = evil;
      }
      finding.link = "javascript:alert(1)" + evil;
      finding.related = {"CVE-" + evil, evil};
    }
  }
  report.absent = {{evil, evil}};
  for (ExternalRecord& external : report.externals) {
    external.decoder = external.version = external.product = external.language = evil;
    external.entry = external.trouble = evil;
    external.contradictions = {{evil, evil, evil}, {evil, evil, evil}};
  }
  for (MachineRecord& machine : report.machines) {
    machine.decoder = machine.law = evil;
    machine.learned.differences = {evil};
    for (LearnedState& state : machine.learned.states) {
      state.name = evil;
      for (LearnedEdge& edge : state.edges) edge.output = edge.by_law = evil;
    }
    machine.learned.states[0].edges[0].units = evil;
  }
  report.subjects[0].not_tested = {evil};
  report.oracles = {{evil, 1, 1, {{evil, evil, 1}}, {evil}}};
  report.requirements = {{evil, 1, evil, false, evil}, {evil, 2, evil, true, evil}};
  report.bugs = {
      {evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, false, evil, evil}};
  report.strength = {{evil,
                      1,
                      1,
                      1,
                      {{evil, true, 2, 0, 0, {{"output", 2, 0, {{evil, evil}}}}}},
                      1,
                      1,
                      1,
                      1,
                      {evil}}};
  report.footer.expected_errors = {evil};
  return report;
}

// What stands between two texts.
std::string between(std::string_view page, std::string_view before, std::string_view after) {
  const std::size_t start = page.find(before);
  if (start == std::string_view::npos) return {};
  const std::size_t at = start + before.size();
  return std::string(page.substr(at, page.find(after, at) - at));
}

std::string summary_of(const Report& report) {
  return between(render_html(report), "<main class=\"static\">", "</main>");
}

std::string data_of(const std::string& page, const std::string& attribute) {
  return between(page, "<script type=\"application/json\" " + attribute + ">\n", "</script>");
}

// A reader of the compact lines that shares no code with their writer.
class Lines {
 public:
  explicit Lines(const std::string& text) {
    for (const std::string& line : fixture::lines_of(text)) {
      const json value = json::parse(line);
      if (value.is_object()) {
        records_.push_back(value);
      } else if (value[0] == "columns") {
        columns_[value[1]] = value[2];
      } else {
        json record = row(columns_.at(value[0]), value, 1);
        record["record"] = value[0];
        records_.push_back(record);
      }
    }
  }
  std::vector<json> of(const std::string& name) const {
    std::vector<json> found;
    std::ranges::copy_if(records_, std::back_inserter(found),
                         [&](const json& record) { return record["record"] == name; });
    return found;
  }

 private:
  json text(const json& value) {
    if (value.is_number()) return strings_.at(value.get<std::size_t>());
    strings_.push_back(value);
    return value;
  }
  json row(const json& columns, const json& values, std::size_t first) {
    json record = json::object();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const json &type = columns[i][1], &value = values[first + i];
      json& member = record[columns[i][0].get<std::string>()];
      if (type == "v") {
        member = value;
      } else if (type == "s") {
        member = text(value);
      } else {
        member = json::array();
        for (const json& item : value) {
          member.push_back(type == "l" ? text(item) : row(type, item, 0));
        }
      }
    }
    return record;
  }

  std::map<std::string, json> columns_;
  std::vector<json> strings_;
  std::vector<json> records_;
};

TEST(Html, CarriesEveryRecordOfTheReport) {
  Report report = fixture::report();
  Finding& finding = report.subjects[1].findings[0];
  finding.symptoms = {fixture::symptom(finding, Kind::kWrongValue, "C0 80"),
                      fixture::symptom(finding, Kind::kCrash, "C0 81")};
  write_report(report, scratch("report.jsonl"), report.header.run.seconds);
  const Lines carried(data_of(render_html(report), "data-report=\"this\""));
  std::map<std::string, std::vector<json>> stored;
  for (const std::string& line : fixture::lines_of(read_text_file(scratch("report.jsonl")))) {
    const json record = json::parse(line);
    stored[record["record"]].push_back(record);
  }
  ASSERT_EQ(stored["finding"].size(), 3u);
  ASSERT_EQ(stored["cell"].size(), 4 * kColumnCount);
  stored.erase("error_class");  // the page reads the cells
  for (auto& [name, records] : stored) {
    std::vector<json> there = carried.of(name);
    if (name == "footer") {
      // `records` counts the lines of the file.
      there.at(0).erase("records"), records.at(0).erase("records");
    }
    EXPECT_THAT(there, testing::UnorderedElementsAreArray(records)) << name;
  }
}

// Another program computed the digest of the one script that may run.
TEST(Html, RunsItsOwnScriptAndNoOther) {
  const std::string page = render_html(hostile());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  const std::string policy = between(page, "script-src 'sha256-", "'");
  ASSERT_FALSE(policy.empty());
  const std::string script = between(page, "<script>", "</script>");
  ASSERT_GT(script.size(), 1000u);
  const auto count = [&](std::string_view part) {
    std::size_t times = 0;
    for (std::size_t at = page.find(part); at != std::string::npos; at = page.find(part, at + 1)) {
      ++times;
    }
    return times;
  };
  // Ours, and the blocks of data, which no browser runs.
  EXPECT_EQ(count("<script"), 1 + count("<script type=\"application/json\""));
  if (std::system("openssl version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no openssl";
  const std::string path = written("script", script);
  const std::string command = "openssl dgst -sha256 -binary " + path + " | base64 >" + path + ".64";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(read_text_file(path + ".64"), policy + "\n");
}

TEST(Html, NothingFromOutsideBecomesMarkup) {
  const std::string page = render_html(hostile());
  const std::string summary = summary_of(hostile());
  EXPECT_THAT(summary, Not(HasSubstr("<script")));
  EXPECT_THAT(summary, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(between(page, "<title>", "</title>"), Not(HasSubstr("<")));
  EXPECT_FALSE(std::regex_search(summary, std::regex(" on[a-z]+=\"")));
  const std::string data = data_of(page, "data-report=\"this\"");
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_THAT(data, HasSubstr("\\u003cscript>"));
  EXPECT_FALSE(Lines(data).of("finding").empty());
  for (const std::string& text : {summary, data}) {
    for (const char c : text) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c <= 0x7E));
  }
}

TEST(Html, NeedsNoNetwork) {
  const std::string page = render_html(fixture::report());
  for (const char* part : {"<link", "<img", "<iframe", "@import", "url(http", " src=\"http"}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
}

// Checked with an independent parser.
TEST(Html, TheSummaryIsWellFormed) {
  if (!has_xmllint()) GTEST_SKIP() << "no xmllint";
  for (const Report& report : {fixture::report(), hostile(), Report{}}) {
    const std::string path = written("summary.xml", "<main>" + summary_of(report) + "</main>");
    EXPECT_EQ(std::system(("xmllint --noout " + path).c_str()), 0);
  }
}

TEST(Html, TheSummaryNeedsNoScript) {
  const std::string summary = summary_of(fixture::report());
  EXPECT_THAT(summary,
              HasSubstr("<h1>1 of 3 decoders conform; 1 has new findings, 1 known one.</h1>"));
  for (const char* part :
       {"<dt>new</dt><dd>1</dd>", "<dt>known</dt><dd>1</dd>", "<dt>absent</dt><dd>1</dd>",
        // A source that did not run, and what gamma was not asked.
        "<dt>not asked</dt><dd>2</dd>", "an entry without a reason", "Absent here and not judged",
        "<span class=\"g g-accepts\">A</span>", "<code>C0 AF</code>",
        "<span class=\"g g-declared\">q</span>", "AMD EPYC 9B14"}) {
    EXPECT_THAT(summary, HasSubstr(part));
  }
  EXPECT_LT(summary.find("accepts-overlong"), summary.find("wrong-replacement-count"));
}

std::size_t words_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, ' ')) + 1;
}

TEST(Html, TheVerdictHasAtMostTwelveWords) {
  Report report = fixture::report();
  report.subjects.push_back(fixture::subject("delta", "utf-8/reject/keep", true));
  report.subjects.back().sources.clear();
  report.footer.complete = false;
  EXPECT_EQ(html::short_verdict(report),
            "Unfinished: 1 of 4 decoders conform; 1 has new findings, 1 unchecked.");
  EXPECT_LE(words_of(html::short_verdict(report)), 12u);
  const auto one = [&](std::size_t at) {
    Report alone = fixture::report();
    alone.subjects = {fixture::report().subjects[at]};
    EXPECT_LE(words_of(html::short_verdict(alone)), 12u);
    return html::short_verdict(alone);
  };
  EXPECT_EQ(one(0), "alpha conforms to the profile it claims.");
  EXPECT_EQ(one(1), "beta has 1 new finding.");
  EXPECT_EQ(one(2), "gamma differs only as the expected list says.");
  EXPECT_EQ(one(3), "Judged by a profile that no decoder here claims.");
  EXPECT_EQ(html::short_verdict(Report{}), "No decoder was judged.");
  report.footer.complete = true;
  report.subjects = {fixture::report().subjects[0], fixture::report().subjects[0]};
  EXPECT_EQ(html::short_verdict(report), "All 2 decoders conform.");
  report.subjects[0].not_tested.push_back(std::string(kSampleOfCases) + "one in 10");
  EXPECT_EQ(html::short_verdict(report), "All 2 decoders conform, 1 in a sample of the cases.");
  report.subjects.pop_back();
  EXPECT_EQ(html::short_verdict(report), "alpha shows no difference in a sample of the cases.");
}

TEST(Html, HasTheLawForItsReaders) {
  const json law = json::parse(data_of(render_html(Report{}), "data-tables=\"law\""));
  EXPECT_EQ(law["kinds"].size(), kKindCount);
  EXPECT_EQ(law["dialects"].size(), kDialectCount);
  const json& utf8 = law["dialects"][0];
  EXPECT_EQ(utf8["name"], "utf-8");
  // Table 3-7 has nine rows; the second is C2..DF 80..BF, from U+0080.
  ASSERT_EQ(utf8["forms"].size(), 9u);
  EXPECT_EQ(utf8["forms"][1]["units"], json::parse("[[194,223],[128,191]]"));
  EXPECT_EQ(utf8["forms"][1]["weights"], json::parse(R"(["64","1"])"));
  EXPECT_EQ(utf8["forms"][1]["lowest"], "128");
}

TEST(Html, CarriesEarlierReportsOldestFirst) {
  Report first = fixture::report(), second = fixture::report();
  first.header.run.started = "2026-01-01T00:00:00Z";
  second.header.run.started = "2026-02-02T00:00:00Z";
  const std::vector<Report> earlier{first, second};
  const std::string page = render_html(fixture::report(), earlier);
  const std::size_t one = page.find("2026-01-01"), two = page.find("2026-02-02"),
                    own = page.find("data-report=\"this\"");
  ASSERT_NE(one, std::string::npos);
  EXPECT_LT(one, two);
  EXPECT_LT(two, own);
}

// An external decoder, which a reader can call without placemat.
TEST(Html, CarriesProgramsThatShowFindings) {
  Report report = fixture::report();
  Finding& finding = report.subjects[1].findings[0];
  finding.replay = "placemat replay 'C0 AF' --operation validate -- my_child --fast";
  const Lines lines(data_of(render_html(report), "data-report=\"this\""));
  const std::vector<json> made = lines.of("reproduction");
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made[0]["key"], finding.key);
  EXPECT_EQ(made[0]["language"], "sh");
  EXPECT_THAT(made[0]["text"].get<std::string>(), HasSubstr("my_child --fast"));
}

TEST(Html, DoesNotDependOnTheOrderOfWork) {
  const std::string page = render_html(fixture::report());
  Report report = fixture::report();
  std::reverse(report.subjects.begin(), report.subjects.end());
  EXPECT_EQ(render_html(report), page);
}

}  // namespace
}  // namespace placemat
