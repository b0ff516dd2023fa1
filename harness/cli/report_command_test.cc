// `placemat report` and `placemat diff` without a run: the files that they write, and the exit
// codes.
#include <gmock/gmock.h>

#include <fstream>
#include <initializer_list>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/audit.h"
#include "harness/cli/command.h"
#include "harness/report/baseline.h"
#include "harness/report/fixture.h"

namespace placemat::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string stored(const std::string& name, const Report& report) {
  ReportWriter writer(scratch(name));
  writer.write(report.header);
  for (const auto& record : report.sources) writer.write(record);
  for (const auto& record : report.subjects) writer.write(record);
  writer.write(report.footer, 1.5);
  return scratch(name);
}

struct Ran {
  int code;
  std::string out;
};

Ran ran(std::vector<std::string> arguments, const std::string& format = "text") {
  CLI::App app;
  Global global;
  global.format = format;
  add_report(app, global);
  add_diff(app, global);
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 expects
  testing::internal::CaptureStdout();
  try {
    app.parse(arguments);
  } catch (...) {
    testing::internal::GetCapturedStdout();
    throw;
  }
  return {global.exit_code, testing::internal::GetCapturedStdout()};
}

TEST(ReportCommand, ShowsTheSummaryByDefault) {
  const std::string file = stored("a.jsonl", fixture::report());
  const Ran answer = ran({"report", file});
  EXPECT_EQ(answer.code, kAsExpected);
  EXPECT_THAT(answer.out, StartsWith("1 of 3 decoders conforms"));
  EXPECT_THAT(ran({"report", file}, "json").out, StartsWith("{\n  \"verdict\""));
}

TEST(ReportCommand, WritesEachFormToItsFile) {
  const std::string file = stored("b.jsonl", fixture::report());
  const std::string html = scratch("b.html"), xml = scratch("b.xml"), md = scratch("b.md");
  EXPECT_EQ(ran({"report", file, "--html", html, "--junit", xml, "--markdown", md}).out, "");
  EXPECT_THAT(read_text_file(html), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(read_text_file(xml), StartsWith("<?xml"));
  EXPECT_THAT(read_text_file(md), StartsWith("# placemat"));
  EXPECT_THAT(ran({"report", file, "--markdown", "-"}).out, StartsWith("# placemat"));
  EXPECT_THAT(ran({"report", file, "--html", html, "--summary"}).out, StartsWith("1 of 3"));
}

TEST(ReportCommand, PutsEarlierReportsIntoThePage) {
  Report older = fixture::report(), oldest = fixture::report();
  older.header.run.started = "2026-02-02T00:00:00Z";
  oldest.header.run.started = "2026-01-01T00:00:00Z";
  const std::string now = stored("now.jsonl", fixture::report());
  const std::string html = scratch("changes.html");
  ran({"report", now, "--html", html, "--baseline", stored("2.jsonl", older), "--baseline",
       stored("1.jsonl", oldest)});
  const std::string page = read_text_file(html);
  const std::size_t first = page.find("2026-01-01T00:00:00Z");
  ASSERT_NE(first, std::string::npos);
  EXPECT_LT(first, page.find("2026-02-02T00:00:00Z"));
  EXPECT_THROW(ran({"report", now, "--baseline", now}), InputError);
  EXPECT_THROW(ran({"report", now, "--html", html, "--baseline", scratch("none")}), InputError);
}

// A baseline is no report that the page could show; it says what changed since.
TEST(ReportCommand, PutsWhatChangedSinceABaselineIntoThePage) {
  Report fewer = fixture::report();
  fewer.subjects.erase(fewer.subjects.begin() + 1);
  const std::string now = stored("fewer.jsonl", fewer);
  const std::string old = scratch("base.jsonl"), html = scratch("since.html");
  write_baseline(baseline_of(fixture::report()), old);
  ran({"report", now, "--html", html, "--baseline", old});
  const std::string page = read_text_file(html);
  EXPECT_THAT(page, HasSubstr("{\"record\":\"since_baseline\",\"baseline\":\"base.jsonl\""));
  EXPECT_THAT(page, HasSubstr("decoder=beta"));
  EXPECT_THROW(ran({"report", now, "--html", html, "--baseline", old, "--baseline", now}),
               InputError);
}

TEST(ReportCommand, ShowsThePartsOfARunAsOne) {
  Report first = fixture::report(), second = fixture::report();
  first.subjects = {first.subjects[0]};
  second.subjects = {second.subjects[1], second.subjects[2]};
  first.header.shard = {{1}, 2, "placemat run", {"alpha", "beta", "gamma"}};
  second.header.shard = {{2}, 2, "placemat run", {"alpha", "beta", "gamma"}};
  const std::string a = stored("part-1.jsonl", first), b = stored("part-2.jsonl", second);
  EXPECT_THAT(ran({"report", a, b}).out, StartsWith("1 of 3 decoders conforms"));
  const std::string all = scratch("all.jsonl");
  EXPECT_EQ(ran({"report", a, b, "--merge", all}).out, "");
  EXPECT_THAT(ran({"report", all}).out, StartsWith("1 of 3 decoders conforms"));
  EXPECT_THROW(ran({"report", a, a}), InputError);
  EXPECT_THROW(ran({"report", a, b, "--public", all}), InputError);
}

TEST(ReportCommand, AMergeThatLacksAShardIsUnfinished) {
  Report first = fixture::report();
  first.header.shard = {{1}, 2, "placemat run", {"alpha", "beta", "gamma"}};
  const std::string a = stored("part-1.jsonl", first), all = scratch("all.jsonl");
  EXPECT_EQ(ran({"report", a}).code, kAsExpected);
  EXPECT_THROW(ran({"report", a, "--merge", all}), UnfinishedError);
  EXPECT_FALSE(read_report(all).footer.complete);
  EXPECT_THAT(ran({"report", all}).out, StartsWith("Shard 2 of 2 is missing. So far: "));
}

TEST(ReportCommand, WritesAMergeToStandardOutput) {
  Report only = fixture::report();
  only.header.shard = {{1}, 1, "placemat run", {"alpha", "beta", "gamma"}};
  const std::string file = stored("one.jsonl", only);
  const std::string out = ran({"report", file, "--merge", "-"}).out;
  EXPECT_FALSE(std::filesystem::exists("-"));
  EXPECT_TRUE(read_report(written("out.jsonl", out)).footer.complete);
}

// By whatever name: a form replaces the file that it is written to.
TEST(ReportCommand, NeverWritesOverAReportThatItReads) {
  const std::string file = stored("kept.jsonl", fixture::report());
  const std::string before = read_text_file(file), link = scratch("link.jsonl");
  std::filesystem::create_hard_link(file, link);
  const std::string other = stored("other.jsonl", fixture::report());
  for (const char* form : {"--html", "--public", "--merge", "--markdown"}) {
    for (const std::string& place : {file, link, scratch(".").string() + "/kept.jsonl"}) {
      try {
        ran({"report", file, form, place});
        FAIL() << form << " " << place;
      } catch (const InputError& error) {
        EXPECT_THAT(error.what(), StartsWith(place + ": is the report that is read"));
      }
    }
  }
  EXPECT_THROW(ran({"report", other, "--html", file, "--baseline", file}), InputError);
  EXPECT_EQ(read_text_file(file), before);
}

TEST(ReportCommand, PublishesATornReport) {
  const std::string whole = read_text_file(stored("whole.jsonl", fixture::report()));
  const std::string torn = written("torn.jsonl", whole.substr(0, whole.size() - 20));
  EXPECT_THAT(ran({"report", torn}).out, StartsWith("The run did not finish."));
  const std::string to = written("public.jsonl", ran({"report", torn, "--public", "-"}).out);
  EXPECT_EQ(ran({"report", to}).out, ran({"report", torn}).out);
}

TEST(ReportCommand, PublishesAReportWithoutTheMachine) {
  Report report = fixture::report();
  report.header.run.given = "placemat run --out /srv/ada/out";
  const std::string file = stored("private.jsonl", report), to = scratch("public.jsonl");
  EXPECT_EQ(ran({"report", file, "--public", to}).out, "");
  EXPECT_THAT(read_text_file(to), testing::Not(HasSubstr("ada")));
  EXPECT_EQ(ran({"report", to}).out, ran({"report", file}).out);
}

TEST(ReportCommand, BadInputIsAnInputError) {
  const std::string file = stored("c.jsonl", fixture::report());
  EXPECT_THROW(ran({"report", scratch("no-such-file")}), InputError);
  EXPECT_THROW(ran({"report", file, "--html", scratch("no-such-directory") / "x.html"}),
               InputError);
  EXPECT_THROW(ran({"diff", file, scratch("no-such-file")}), InputError);
  EXPECT_THROW(ran({"report"}), CLI::ParseError);
  EXPECT_THROW(ran({"diff", file}), CLI::ParseError);
}

TEST(DiffCommand, ExitsWithOneForRegressionsOnly) {
  Report worse = fixture::report();
  fixture::fail_vector(worse.subjects[0], "bom/start", Kind::kBomHandling);
  const std::string before = stored("before.jsonl", fixture::report());
  const std::string after = stored("after.jsonl", worse);
  EXPECT_EQ(ran({"diff", before, before}).code, kAsExpected);
  const Ran answer = ran({"diff", before, after});
  EXPECT_EQ(answer.code, kFinding);
  EXPECT_THAT(answer.out, HasSubstr("bom/start"));
  EXPECT_EQ(ran({"diff", after, before}).code, kAsExpected);
  EXPECT_THAT(ran({"diff", before, after}, "json").out, HasSubstr("\"regressions\": true"));
}

TEST(DiffCommand, AnEmptyNewReportIsLostCoverage) {
  const std::string before = stored("before.jsonl", fixture::report());
  const std::string empty = scratch("empty.jsonl");
  const std::ofstream file(empty);
  const Ran answer = ran({"diff", before, empty});
  EXPECT_EQ(answer.code, kFinding);
  EXPECT_THAT(answer.out, StartsWith("coverage lost: "));
  EXPECT_THROW(ran({"diff", empty, before}), InputError);
}

// The stored baseline is of one budget; a run of another one asks other things.
TEST(DiffCommand, TheExamplesCompareTheBaselineWithARunOfItsBudget) {
  const std::string file = "reports/baselines/in-tree.jsonl";
  const Baseline baseline = read_baseline(std::string(PLACEMAT_SOURCE_DIR) + "/" + file);
  for (const char* command : {"run", "diff"}) {
    CLI::App app;
    Global global;
    add_run(app, global);
    add_diff(app, global);
    const std::string help = app.get_subcommand(command)->help();
    EXPECT_THAT(help, HasSubstr(file));
    EXPECT_THAT(help,
                HasSubstr("placemat run --budget " + baseline.coverage.budget + " --no-contrast"));
    EXPECT_THAT(help, testing::Not(HasSubstr("placemat run --baseline")));
  }
}

TEST(ReportCommand, HelpHasExamples) {
  for (const char* command : {"report", "diff"}) {
    CLI::App app;
    Global global;
    add_report(app, global);
    add_diff(app, global);
    const std::string help = app.get_subcommand(command)->help();
    EXPECT_THAT(help, HasSubstr("Examples:\n  placemat " + std::string(command)));
  }
}

}  // namespace
}  // namespace placemat::cli
