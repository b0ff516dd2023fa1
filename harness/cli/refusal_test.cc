// What the program does where the system, or the user, gives it something that it cannot use: a
// device as a file, a full disk, a number out of range, a name that no terminal should see.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>

#include "harness/bytes/text_file.h"
#include "harness/cli/shell.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/report/record.h"

extern "C" void __asan_init() __attribute__((weak));

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Refusal : public WithDirectory {
 protected:
  static ShellResult answer(const std::string& arguments) {
    return shell(kProgram + " " + arguments);
  }
  // One line that holds `words`, and the exit code.
  static void expect_refused(const std::string& line, int code, const std::string& words) {
    SCOPED_TRACE(line);
    const ShellResult result = shell(line);
    EXPECT_EQ(result.code, code) << result.out;
    EXPECT_EQ(std::ranges::count(result.out, '\n'), 1) << result.out;
    EXPECT_THAT(result.out, AllOf(testing::StartsWith("placemat: "), HasSubstr(words)));
    EXPECT_THAT(result.out, Not(HasSubstr("fault of placemat")));
  }
  static void expect_misuse(const std::string& arguments, const std::string& words) {
    expect_refused(kProgram + " " + arguments, 2, words);
  }
  // The report of a decoder with findings, and without.
  static std::string report_of(const std::string& decoder, const std::string& out) {
    shell(kProgram + " run " + decoder + kQuick + " --out " + path(out));
    return path(out) + "/report.jsonl";
  }
  static constexpr const char* kQuick = " --budget quick --source curated --no-oracle";
};

TEST_F(Refusal, DevicesAndFifosAreWrittenToAndNotReplaced) {
  const std::string report = report_of("branchy", "from");
  expect_refused(kProgram + " report " + report + " --html /dev/full", 4, "No space left");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  EXPECT_EQ(answer("report " + report + " --html /dev/null").code, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const std::string fifo = path("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  expect_misuse("report " + report + " --html " + fifo, "fifo: no program reads it");
  // The shell has the FIFO open until the program has written, so that a reader is there.
  const ShellResult read =
      shell("sh -c 'exec 3<>" + fifo + "; cat " + fifo + " 3>&- & " + kProgram + " report " +
            report + " --html " + fifo + "; exec 3>&-; wait'");
  EXPECT_THAT(read.out, HasSubstr("</html>"));
  EXPECT_TRUE(fs::is_fifo(fifo));
}

// A variable that is not set must not make a gate green.
TEST_F(Refusal, EmptyValuesAndIdleWordsAreRefused) {
  expect_misuse("run branchy --baseline ''", "--baseline: its value is empty; leave it out");
  expect_misuse("run branchy --shard ''", "--shard: its value is empty");
  expect_misuse("man --to ''", "--to: its value is empty");
  expect_misuse("run branchy -- ls", "it starts no decoder, so no command stands behind --");
  expect_misuse("list decoders -- ls", "it starts no decoder");
  expect_misuse("replay branchy", "'' is the empty text");
  EXPECT_EQ(answer("replay branchy ''").code, 0);
}

// What is asked for is better refused before the work than after it.
TEST_F(Refusal, PlacesAreTriedBeforeTheWork) {
  fs::create_directory(path("folder"));
  expect_misuse("run branchy" + std::string(kQuick) + " --write-baseline " + path("folder"),
                "folder: a directory; name a file in it");
  expect_misuse("history npm_buffer --svg " + path("none/x.svg"), "none/x.svg: cannot be written");
  expect_misuse("history npm_buffer --source nosuch", "unknown source 'nosuch'");
  expect_misuse("strength --minimal " + path("none/x.json"), "none/x.json: cannot be written");
  expect_misuse("strength --verdict-set " + path("none/y.json"), "none/y.json: cannot be written");
  expect_misuse("run branchy --bless --expected none", "--bless needs --expected FILE");
  expect_misuse("fuzz branchy --time 1 --expected " + path("none.json") + " --out " + path("f"),
                "none.json");
  expect_misuse("reduce /dev/zero branchy", "/dev/zero: more than");
  expect_misuse("corpus export --fuzz " + file("taken", "text"), "choose another --fuzz");
  expect_misuse("corpus export overlong --fuzz " + path("kit"), "--fuzz goes alone");
}

// The reader of a pipe may end first.
TEST_F(Refusal, AFindingIsNotLostWithTheReaderOfItsText) {
  const std::string run =
      kProgram + " run tutorial_lenient --as utf-8" + kQuick + " --out " + path("o");
  const ShellResult result = shell("bash -c '" + run + " | true; exit ${PIPESTATUS[0]}'");
  EXPECT_EQ(result.code, 1) << result.out;
}

TEST_F(Refusal, KeysAreThoseOfAllReportsThatAreThere) {
  fs::create_directories(path("out/audit"));
  report_of("tutorial_lenient --as utf-8", "out/audit");
  const ShellResult keys = shell("sh -c 'cd " + path("") + " && " + kProgram + " issue'");
  EXPECT_EQ(keys.code, 0);
  EXPECT_THAT(keys.out, HasSubstr("tutorial_lenient|utf-8"));
  fs::remove_all(path("out"));
  const ShellResult none = shell("sh -c 'cd " + path("") + " && " + kProgram + " issue'");
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.out, HasSubstr("there is no report at"));
}

TEST_F(Refusal, ALinkStaysALinkAndItsFileIsReplaced) {
  const std::string report = report_of("branchy", "from");
  fs::create_symlink(file("target", "old"), path("link"));
  fs::permissions(path("target"), fs::perms::owner_all);
  EXPECT_EQ(answer("report " + report + " --markdown " + path("link")).code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_THAT(read_text_file(path("target")), HasSubstr("branchy"));
  EXPECT_EQ(fs::status(path("target")).permissions(), fs::perms::owner_all);
  fs::create_symlink(path("nowhere"), path("lost"));
  expect_misuse("report " + report + " --markdown " + path("lost"), "a link to a file");
  expect_misuse("report " + report + " --markdown " + path("from"), "a directory");
}

// Programs that write the same file at the same time do not share a temporary one.
TEST_F(Refusal, ConcurrentWritersLeaveOneWholeFile) {
  const std::string report = report_of("branchy", "from");
  fs::create_directory(path("place"));
  std::string line = "sh -c '";
  for (int i = 0; i < 8; ++i) {
    line += kProgram + " report " + report + " --html " + path("place/page") + " & ";
  }
  EXPECT_EQ(shell(line + "wait'").out, "");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("place")), {}), 1);
  EXPECT_THAT(read_text_file(path("place/page")), testing::EndsWith("</html>\n"));
}

TEST_F(Refusal, AFullStandardOutputIsSaidByEveryCommand) {
  const std::string report = report_of("branchy", "from");
  for (const std::string& command :
       {std::string("list decoders"), "report " + report, "diff " + report + " " + report,
        std::string("explain C0"), std::string("corpus show overlong"),
        std::string("identify branchy"), std::string("replay branchy C0"),
        std::string("selftest sab_overlong_c1"), "audit --check " + kHostile, std::string("--help"),
        std::string("corpus lint"),
        "run branchy" + std::string(kQuick) + " --out " + path("again")}) {
    const ShellResult full = shell(kProgram + " " + command, "2>&1 >/dev/full");
    EXPECT_EQ(full.code, 4) << command << full.out;
    EXPECT_EQ(full.out, "placemat: standard output cannot be written: No space left on device\n")
        << command;
  }
  // A finding takes precedence, and its report is complete.
  const ShellResult found =
      shell(kProgram + " run tutorial_lenient --as utf-8" + kQuick + " --out " + path("found"),
            "2>&1 >/dev/full");
  EXPECT_EQ(found.code, 1) << found.out;
  EXPECT_TRUE(read_report(path("found") + "/report.jsonl").footer.complete);
}

TEST_F(Refusal, ALimitOfFileSizesEndsWithAnUnfinishedReport) {
  expect_refused("ulimit -f 8; " + kProgram + " run branchy" + kQuick + " --out " + path("out"), 4,
                 "report.jsonl: cannot be written: File too large");
  EXPECT_FALSE(read_report(path("out/report.jsonl")).footer.complete);
  expect_refused("ulimit -f 8; " + kProgram + " audit " + kHostile +
                     " --no-isolation --no-machine --no-oracle --out " + path("audit"),
                 4, "File too large");
}

TEST_F(Refusal, TheSystemIsNamedWhereItRefuses) {
  const bool has_own_shadow = &__asan_init != nullptr;
  if (has_own_shadow) GTEST_SKIP() << "a sanitizer reserves more";
  expect_refused("ulimit -v 60000; " + kProgram + " run branchy --out " + path("out"), 4, "memory");
}

TEST_F(Refusal, AnInterruptedRunEndsWithFour) {
  const ShellResult run =
      interrupted("exec " + kProgram + " run branchy --budget deep --out " + path("out") + " 2>&1");
  EXPECT_EQ(run.code, 4) << run.out;
  EXPECT_THAT(run.out, HasSubstr("interrupted; what was found before is in"));
  EXPECT_EQ(interrupted("exec " + kProgram + " selftest 2>&1").code, 4);
}

TEST_F(Refusal, NumbersHaveRanges) {
  expect_misuse("audit --memory 1 " + kHostile, "--memory: '1' is not a whole number from 16");
  expect_misuse("audit --memory -1 " + kHostile, "--memory: '-1'");
  expect_misuse("audit --memory 18446744073709551615 " + kHostile, "--memory");
  expect_misuse("run branchy --seed -1", "--seed: '-1' is not a whole number from 0");
  expect_misuse("strength --require nan", "--require: 'nan' is not a number from 0 to 100");
  expect_misuse("bench branchy --seconds nan", "--seconds: 'nan'");
  expect_misuse("strength --survivors -1", "--survivors: '-1'");
  const std::string list =
      file("list.json", "{\"schema\": \"expected.schema.json\", \"entries\": [1e999]}");
  expect_misuse("run branchy --expected " + list + " --out " + path("out"), "list.json:1");
}

TEST_F(Refusal, TheNearestNameIsSuggested) {
  expect_misuse("runn", "unknown command 'runn', did you mean 'run'?");
  expect_misuse("run --budgt quick", "unknown option '--budgt', did you mean '--budget'?");
  expect_misuse("run --budgt=quick", "did you mean '--budget'?");
  expect_misuse("corpus lnt", "did you mean 'lint'?");
  expect_misuse("selftest NOSUCH", "unknown saboteur 'NOSUCH'; `placemat list saboteurs`");
  expect_misuse("selftest sab_overlong_c3", "did you mean 'sab_overlong_c");
  expect_misuse("selftest branchi", "unknown saboteur");
  const ShellResult list = answer("list");
  EXPECT_EQ(list.code, 0);
  EXPECT_THAT(list.out, AllOf(HasSubstr("What can be listed"), HasSubstr("  saboteurs ")));
}

TEST_F(Refusal, NamesAreEscapedAndCut) {
  const auto expect_clean = [](const std::string& arguments) {
    const ShellResult result = answer(arguments);
    EXPECT_EQ(std::ranges::count(result.out, '\n'), 1) << result.out;
    EXPECT_LT(result.out.size(), 4000u);
    EXPECT_TRUE(std::ranges::all_of(result.out, [](char c) { return c == '\n' || c >= ' '; }))
        << result.out;
  };
  for (const char* name : {"a\nb", "a\x1b[1mb", "\x01", "a\tb", "a\rb"}) {
    expect_clean("run '" + std::string(name) + "'");
    expect_clean("report '" + path(name) + "'");
    expect_clean("audit '" + path(name) + ".so'");
    expect_clean("'" + std::string(name) + "'");
    expect_clean("audit --name '" + std::string(name) + "' " + kHostile);
  }
  const ShellResult ill_formed = answer("run '\xFF\xC0\xAF'");
  EXPECT_THAT(ill_formed.out, HasSubstr("'\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD'"));
  EXPECT_LT(answer("run $(head -c 100000 /dev/zero | tr '\\0' a)").out.size(), 4000u);
  EXPECT_LT(answer("report $(head -c 100000 /dev/zero | tr '\\0' a)").out.size(), 4000u);
}

TEST_F(Refusal, PluginsThatCannotBeJudgedAreRefusedInWords) {
  expect_misuse("audit --filter " + kHostile, "--filter takes -- COMMAND");
  const auto refuses = [&](const std::string& mode, const std::string& words) {
    expect_refused("PLACEMAT_HOSTILE=" + mode + " " + kProgram + " audit " + kHostile + " --out " +
                       path("out"),
                   2, words);
  };
  refuses("no-function", "no function at all");
  refuses("unknown-claims", "claims 0x40000000, which this program does not know");
  refuses("long-name", "the name is missing or not 1 to 100 of [a-z0-9_.-]");
  refuses("no-table", "hostile.so");
  EXPECT_EQ(shell("PLACEMAT_HOSTILE=long-version " + kProgram + " audit " + kHostile + kQuick +
                  " --no-machine --out " + path("out"))
                .code,
            0);
  const Report report = read_report(path("out/report.jsonl"));
  EXPECT_LT(report.subjects.at(0).version.size(), 1000u);
}

}  // namespace
}  // namespace placemat
