// The program as a script uses it: its arguments, its output, its exit code and its files.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "harness/bytes/text_file.h"
#include "harness/cli/shell.h"
#include "harness/report/record.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

ShellResult placemat_answers(const std::string& arguments) {
  return shell(kProgram + " " + arguments);
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

class Cli : public WithDirectory {
 protected:
  std::string out() const { return " --out " + path("out"); }
};

// One line, exit 2, with both the place and the remedy in it.
void expect_misuse(const std::string& arguments, const std::string& place,
                   const std::string& remedy) {
  const ShellResult answer = placemat_answers(arguments);
  EXPECT_EQ(answer.code, 2) << arguments << "\n" << answer.out;
  EXPECT_EQ(lines(answer.out), 1u) << answer.out;
  EXPECT_THAT(answer.out, AllOf(HasSubstr("placemat: "), HasSubstr(place), HasSubstr(remedy)));
}

TEST_F(Cli, HelpOfEverySubcommandHasAnExample) {
  for (const char* command : {"run", "explain", "replay", "reduce", "diff", "report", "corpus",
                              "list", "selftest", "audit", "identify", "certify", "issue"}) {
    const ShellResult answer = placemat_answers(std::string(command) + " --help");
    EXPECT_EQ(answer.code, 0) << command;
    EXPECT_THAT(answer.out, HasSubstr("Example")) << command;
    EXPECT_THAT(answer.out, HasSubstr("placemat " + std::string(command))) << command;
  }
  EXPECT_THAT(placemat_answers("--help").out, HasSubstr("Exit code"));
  EXPECT_EQ(placemat_answers("--version").code, 0);
}

TEST_F(Cli, MisuseIsOneLineAndExitTwo) {
  expect_misuse("", "subcommand", "--help");
  expect_misuse("dance", "dance", "--help");
  expect_misuse("run --budget enormous", "enormous", "--help");
  for (const char* shard : {"1/", "/2", "0/2", "3/2", "1/2x", "1/99999999999999999999"}) {
    expect_misuse("run branchy --shard " + std::string(shard) + out(), shard, "I/N");
  }
  expect_misuse("run branchy --shard 2/2" + out(), "2/2", "1 decoders only");
  expect_misuse("run branchi" + out(), "branchi", "did you mean 'branchy'?");
  expect_misuse("run branchy --source nowhere" + out(), "nowhere", "one of: curated");
  expect_misuse("run branchy --as utf-9" + out(), "utf-9", "one of: utf-8");
  expect_misuse("run branchy --as utf-8/never" + out(), "never", "one of: reject");
  expect_misuse("explain 'C0 A'", "column 4", "two digits");
  expect_misuse("replay branchy 'C0 AG'", "column", "hex");
  expect_misuse("replay branchy 'C3|A9'", "chunks", "stream-strict");
  expect_misuse("replay branchy 'C3' --operation strict64", "branchy", "does not claim");
  expect_misuse("reduce " + path("nothing") + " branchy", "nothing", "cannot be read");
  expect_misuse("list everything", "everything", "there are decoders");
  expect_misuse("bench branchy --offset near", "near", "--help");
  expect_misuse("bench branchy --offset 4096", "4096", "--help");
  expect_misuse("bench branchy --offset 5", "--offset 5", "multiple of 4");
}

TEST_F(Cli, TimesOfShortInputsAreLimited) {
  const std::string bench =
      "bench small branchy --against dfa_shift --task validate --input ascii --from 1 --to 2 "
      "--repetitions 1 --different 1 ";
  const ShellResult slow = placemat_answers(bench + "--at-most 0.001 --worst-at-most 0.001");
  EXPECT_EQ(slow.code, 1);
  EXPECT_THAT(slow.out, AllOf(HasSubstr("branchy validate ascii, median of the lengths: "),
                              HasSubstr(" units: "), HasSubstr(" times dfa_shift")));
  EXPECT_EQ(placemat_answers(bench + "--at-most 1000 --worst-at-most 1000").code, 0);
  expect_misuse(bench + "--worst-at-most 0", "--worst-at-most", "--help");
}

TEST_F(Cli, BadFilesAreNamed) {
  const std::string empty = file("empty.jsonl", "");
  const std::string binary = file("binary.jsonl", std::string("\x00\xFF\xFE\x01", 4));
  const std::string other = file("other.jsonl", "{\"record\": 5}\n");
  for (const std::string& bad : {empty, binary, other, path("absent.jsonl")}) {
    expect_misuse("report " + bad, fs::path(bad).filename(), "");
    expect_misuse("diff " + bad + " " + bad, fs::path(bad).filename(), "");
    expect_misuse("run branchy --source state-unit --budget quick --baseline " + bad + out(),
                  fs::path(bad).filename(), "");
    expect_misuse("run branchy --source state-unit --budget quick --expected " + bad + out(),
                  fs::path(bad).filename(), "");
  }
  expect_misuse("run branchy --out /proc/placemat", "/proc/placemat", "--out");
  expect_misuse("run branchy --out " + empty, "empty.jsonl", "--out");
  expect_misuse("--corpus " + path("nowhere") + " run branchy" + out(), "nowhere", "");
}

TEST_F(Cli, ADocumentedBugIsExplained) {
  const ShellResult answer = placemat_answers("explain simdjson-63-spaces-ff");
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("simdjson (haswell, westmere), 2020"),
                    HasSubstr("placemat replay sab_block63_ff"), Not(HasSubstr("NOT CAUGHT"))));
  const ShellResult unknown = placemat_answers("explain no-such-bug");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(lines(unknown.out), 1u) << unknown.out;
  EXPECT_THAT(unknown.out, HasSubstr("`placemat list bugs`"));
  EXPECT_EQ(placemat_answers("explain simdjson-63-spaces-ff branchy").code, 2);
}

// All contradictions are listed, and the exit code is that of bad input.
TEST_F(Cli, ABugThatTheLawContradictsIsBadInput) {
  fs::copy(PLACEMAT_SOURCE_DIR "/corpus", directory_ / "corpus", fs::copy_options::recursive);
  const fs::path file = directory_ / "corpus/bugs/wrong-code-point.json";
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  for (const auto& [right, wrong] : {std::pair("\"values\": \"840\"", "\"values\": \"841\""),
                                     std::pair("\"values\": \"FFFF\"", "\"values\": \"FFFE\"")}) {
    ASSERT_NE(text.find(right), std::string::npos) << right;
    text.replace(text.find(right), std::string(right).size(), wrong);
  }
  std::ofstream(file) << text;
  const ShellResult answer =
      placemat_answers("corpus lint --corpus " + (directory_ / "corpus").string());
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.out, AllOf(HasSubstr("which says \"840\""), HasSubstr("which says \"FFFF\""),
                                HasSubstr("wrong-code-point.json:"), HasSubstr("2 problems")));
}

TEST_F(Cli, AMalformedCorpusIsNamedByFileAndLine) {
  fs::copy(PLACEMAT_SOURCE_DIR "/corpus", directory_ / "corpus", fs::copy_options::recursive);
  file("corpus/vectors/overlong.json", "{\n  \"vectors\": [\n    oops\n");
  const ShellResult answer =
      placemat_answers("--corpus " + path("corpus") + " run branchy" + out());
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.out, AllOf(HasSubstr("overlong.json"), HasSubstr("3")));
}

TEST_F(Cli, ACorrectDecoderIsAsExpected) {
  const ShellResult answer =
      placemat_answers("run branchy --budget quick --seed 7 --threads 2" + out());
  EXPECT_EQ(answer.code, 0) << answer.out;
  const Report report = read_report(directory_ / "out" / "report.jsonl");
  EXPECT_TRUE(report.footer.complete);
  EXPECT_EQ(report.header.seed, 7u);
  ASSERT_EQ(report.subjects.size(), 1u);
  EXPECT_TRUE(report.subjects[0].findings.empty());
  EXPECT_TRUE(report.absent.empty());  // no other decoder was asked for
  // The decoder was given the cases that the source enumerates for UTF-8.
  for (const SourceTally& tally : report.subjects[0].sources) {
    const auto source = std::ranges::find(report.sources, tally.source, &SourceRecord::name);
    if (source == report.sources.end()) continue;  // encode
    // The quick budget excludes a source, and the report states it.
    EXPECT_EQ(source->cases == 0, tally.source == "context") << tally.source;
    EXPECT_EQ(source->not_run.empty(), source->cases > 0) << tally.source;
    EXPECT_EQ(source->cases, tally.cases) << tally.source;
  }
  for (const char* name : {"report.html", "report.md", "report.junit.xml"}) {
    EXPECT_GT(fs::file_size(directory_ / "out" / name), 200u) << name;
  }
}

// A decoder that is correct in its own dialect is shown to be wrong as UTF-8.
TEST_F(Cli, TheTutorialDecoderIsWrongAsUtf8) {
  const ShellResult answer =
      placemat_answers("run tutorial_lenient --as utf-8 --budget quick" + out());
  EXPECT_EQ(answer.code, 1) << answer.out;
  const Report report = read_report(directory_ / "out" / "report.jsonl");
  ASSERT_EQ(report.subjects.size(), 1u);
  std::size_t overlong = 0, surrogate = 0, beyond = 0;
  for (const Finding& finding : report.subjects[0].findings) {
    overlong += finding.kind == Kind::kAcceptsOverlong;
    surrogate += finding.kind == Kind::kAcceptsSurrogate;
    beyond += finding.kind == Kind::kAcceptsBeyond10FFFF;
    const bool is_acceptance = row_of(finding.kind).glyph == 'A';
    if (is_acceptance) {
      EXPECT_LE(parse_units(finding.minimal).bytes.size(), 4u) << finding.key;
    }
  }
  EXPECT_GT(overlong, 0u);
  EXPECT_GT(surrogate, 0u);
  EXPECT_GT(beyond, 0u);
  EXPECT_EQ(placemat_answers("run tutorial_lenient --budget quick" + out()).code, 0);
}

TEST_F(Cli, ReplayLinesReproduceFindings) {
  placemat_answers("run tutorial_lenient --as utf-8 --budget quick" + out());
  const Report report = read_report(directory_ / "out" / "report.jsonl");
  ASSERT_FALSE(report.subjects[0].findings.empty());
  for (const Finding& finding : report.subjects[0].findings) {
    ASSERT_THAT(finding.replay, testing::StartsWith("placemat "));
    const ShellResult answer = placemat_answers(finding.replay.substr(9));
    EXPECT_EQ(answer.code, 1) << finding.replay << "\n" << answer.out;
    EXPECT_THAT(answer.out, HasSubstr(std::string(row_of(finding.kind).name))) << finding.replay;
  }
  EXPECT_EQ(placemat_answers("replay branchy 'C0 AF' --operation lossy32").code, 0);
}

// The words of the call with their order, the tree's commit, and the machine.
TEST_F(Cli, AReportSaysWhereItCameFrom) {
  const std::string call = kProgram + " run dfa_shift --source curated --seed 7 --out " +
                           path("from") + " --budget quick --no-oracle";
  const ShellResult result = shell(call);
  EXPECT_EQ(result.code, 0) << result.out;
  const Header::Run run = read_report(path("from/report.jsonl")).header.run;
  EXPECT_EQ(run.given, call);
  const ShellResult described =
      shell("git -C " PLACEMAT_SOURCE_DIR " describe --always --abbrev=12");
  if (described.code == 0) {
    EXPECT_THAT(run.commit, testing::MatchesRegex("[0-9a-z.-]+"));
    EXPECT_NE(run.commit, "unknown");
  }
  for (const std::string& text : {run.build_type, run.os, run.cpu, run.started}) {
    EXPECT_FALSE(text.empty());
  }
  for (const char* view : {"report.html", "report.md", "report.junit.xml"}) {
    const std::string text = read_text_file(path(std::string("from/") + view));
    for (const std::string& part : {run.commit, run.started, std::string("--seed 7 --out ")}) {
      EXPECT_THAT(text, HasSubstr(part)) << view;
    }
  }
}

TEST_F(Cli, ReduceFindsTheShortestInput) {
  const std::string input = file("input", "some text \xC1\x81 and more text");
  const ShellResult answer = placemat_answers("reduce " + input + " tutorial_lenient --as utf-8");
  EXPECT_EQ(answer.code, 1) << answer.out;
  EXPECT_THAT(answer.out, AllOf(HasSubstr("accepts-overlong"), HasSubstr("C0 80")));
  EXPECT_EQ(placemat_answers("reduce " + input + " tutorial_lenient").code, 0);
}

TEST_F(Cli, TheExpectedListIsStrict) {
  const std::string run = "run tutorial_lenient --as utf-8 --budget quick" + out();
  const std::string list = path("expected.json");
  EXPECT_EQ(placemat_answers(run + " --bless --expected " + list).code, 0);
  // Every new entry lacks its reason, and that is an error.
  const ShellResult blank = placemat_answers(run + " --expected " + list);
  EXPECT_EQ(blank.code, 1) << blank.out;
  std::ifstream in(list);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t at; (at = text.find("\"reason\": \"\"")) != std::string::npos;) {
    text.replace(at, 12, "\"reason\": \"it tests bit patterns only\"");
  }
  file("expected.json", text);
  EXPECT_EQ(placemat_answers(run + " --expected " + list).code, 0);
  EXPECT_EQ(placemat_answers("run branchy --budget quick --bless" + out()).code, 2);
}

TEST_F(Cli, ABaselineShowsRegressionsOnly) {
  const auto run = [&](const std::string& decoder, const std::string& to, const std::string& more) {
    return placemat_answers("run " + decoder + " --budget quick --source curated --expected none " +
                            "--no-oracle --out " + path(to) + more);
  };
  ASSERT_EQ(run("tutorial_lenient", "right", "").code, 0);
  ASSERT_EQ(run("tutorial_lenient --as utf-8", "wrong", "").code, 1);
  const std::string right = path("right/report.jsonl"), wrong = path("wrong/report.jsonl");
  EXPECT_EQ(placemat_answers("diff " + right + " " + right).code, 0);
  EXPECT_EQ(run("tutorial_lenient", "again", " --baseline " + right).code, 0);
}

TEST_F(Cli, ABaselineIsWrittenAndCompared) {
  const std::string small = path("small.jsonl"), report = path("out/report.jsonl");
  const auto run = [&](const std::string& more) {
    return placemat_answers(
        "run tutorial_lenient --as utf-8 --budget quick --expected none "
        "--no-oracle --source curated" +
        out() + more);
  };
  ASSERT_THAT(run(" --write-baseline " + small).out, HasSubstr("wrote " + small));
  const ShellResult same = placemat_answers("diff " + small + " " + report);
  EXPECT_EQ(same.code, 0);
  EXPECT_EQ(same.out, "no test changed\n");
  // A vector whose failure the baseline does not list.
  std::ifstream in(small);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t line = text.find("{\"record\":\"outcome\"");
  ASSERT_NE(line, std::string::npos);
  text.erase(line, text.find('\n', line) + 1 - line);
  const std::string fewer = file("fewer.jsonl", text);
  const ShellResult worse = placemat_answers("diff " + fewer + " " + report);
  EXPECT_EQ(worse.code, 1);
  EXPECT_THAT(worse.out,
              AllOf(testing::StartsWith("regression: "), HasSubstr("\nnewly failing (1)")));
  EXPECT_THAT(run(" --baseline " + fewer).out, HasSubstr("newly failing (1)"));
  // The report of another decoder covers nothing of it.
  ASSERT_EQ(
      placemat_answers("run branchy --budget quick --source curated --no-oracle" + out()).code, 0);
  const ShellResult lost = placemat_answers("diff " + small + " " + report);
  EXPECT_EQ(lost.code, 1);
  EXPECT_THAT(lost.out, testing::StartsWith("coverage lost: decoder tutorial_lenient"));
  EXPECT_EQ(placemat_answers("run branchy --write-baseline /proc/placemat" + out()).code, 2);
}

// The report of an interrupted run is readable and states that it is unfinished.
TEST_F(Cli, AnInterruptedRunKeepsItsFindings) {
  const std::string report = path("out/report.jsonl");
  const pid_t child = fork();
  if (child == 0) {
    freopen("/dev/null", "w", stdout);
    freopen(path("stderr").c_str(), "w", stderr);
    const std::string out_option = path("out");
    execl(kProgram.c_str(), "placemat", "run", "branchy", "dfa_shift", "--budget", "deep", "--out",
          out_option.c_str(), static_cast<char*>(nullptr));
    _exit(99);
  }
  for (int i = 0; i < 600 && (!fs::exists(report) || fs::file_size(report) == 0); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ASSERT_TRUE(fs::exists(report));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 4);
  std::ifstream in(path("stderr"));
  const std::string error{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(error, AllOf(HasSubstr("interrupted"), HasSubstr("report.jsonl")));
  const Report found = read_report(report);
  EXPECT_FALSE(found.footer.complete);
  EXPECT_FALSE(found.header.tool_version.empty());
}

}  // namespace
}  // namespace placemat
