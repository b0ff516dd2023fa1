#include "harness/report/published.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/report/fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

// In parts, because no file of this tree holds a path of one machine.
const std::string kHome = std::string("/home") + "/ada";

TEST(WithoutFolders, LeavesTheNameOfAFile) {
  EXPECT_EQ(without_folders("placemat audit " + kHome + "/x/mine.so --out=/srv/ci/out"),
            "placemat audit mine.so --out=out");
  EXPECT_EQ(without_folders("'/srv/my tool'"), "'my tool'");
  EXPECT_EQ(without_folders("--out " + kHome), "--out (a path)");
  EXPECT_EQ(without_folders(kHome + "/"), "(a path)");
  EXPECT_EQ(without_folders("/data"), "(a path)");
}

TEST(WithoutFolders, LeavesNothingOfAPathInASentence) {
  for (const auto& [text, left] : std::vector<std::pair<std::string, std::string>>{
           {"cannot start '" + kHome + " smith/secret/adapter.py'", "cannot start 'adapter.py'"},
           {"read file://" + kHome + "/key", "read key"},
           {"called with -I" + kHome + "/inc", "called with -Iinc"},
           {"~ada/y is absent", "y is absent"},
           {"../../ada/z is absent", "z is absent"},
           {"../mine.so", "mine.so"},
       }) {
    EXPECT_EQ(without_folders(text), left);
  }
}

TEST(LineWithoutFolders, LeavesTheLastComponentOfEachPath) {
  for (const auto& [line, left] : std::vector<std::pair<std::string, std::string>>{
           {"placemat audit -- python3 '" + kHome + " smith/secret/adapter.py'",
            "placemat audit -- python3 'adapter.py'"},
           {"--x=file://" + kHome + "/key", "--x=key"},
           {"cc -I" + kHome + "/inc -Wl,-rpath," + kHome + "/lib", "cc -Iinc -Wl,-rpath,lib"},
           {"~ada/y ~ada ../../ada/z ada/z", "y '(a path)' z z"},
           {"--env SECRET_TOKEN --env=OTHER_TOKEN --allow sockets",
            "--env NAME --env=NAME --allow sockets"},
           {"env SECRET_TOKEN=abc ./x", "env NAME=VALUE x"},
           {"--path=" + kHome + "/b:" + kHome, "'--path=b:(a path)'"},
           {kHome + "\\ smith/x.py:12", "x.py:12"},
           {"sh -c 'cd " + kHome + "/src && ./a \"b\"'", "sh -c 'cd src && a \"b\"'"},
           {"https://ada@example.org/a/b", "https://example.org/a/b"},
           {"'" + kHome + "/not closed", "'not closed'"},
       }) {
    EXPECT_EQ(line_without_folders(line), left) << line;
  }
}

TEST(LineWithoutFolders, LeavesWhatIsNoPath) {
  for (const char* line :
       {"placemat replay 'mine.so' 'C0 AF' --as utf-8/maximal-subpart/keep", "--shard 1/3",
        "placemat explain 'beta|utf-8/maximal-subpart/keep|accepts-overlong|C0 AF'",
        "placemat run --allow-less decoder=beta  --seed 1992", "https://example.org/issues/7", "",
        "echo 'a slash: /'", "--as=utf-8/reject/keep"}) {
    EXPECT_EQ(line_without_folders(line), line);
  }
}

// The stack does not grow with the line.
TEST(LineWithoutFolders, EndsForAnyLine) {
  for (const std::string part : {"a=", "'\"'\"", "\\", "/a:", "(`", "-,", "~/", "'"}) {
    std::string line;
    while (line.size() < 100'000) line += part;
    EXPECT_LE(line_without_folders(line).size(), 20 * line.size()) << part;
  }
}

TEST(WithoutFolders, LeavesWhatIsNoPath) {
  for (const char* text : {"utf-8/maximal-subpart/keep", "Latin-1 / ASCII", "a slash: /", "C0 AF",
                           "https://example.org/issues/7", "and/or", "", "~5 s"}) {
    EXPECT_EQ(without_folders(text), text);
  }
}

// All that a reader compares is still there, and nothing of the machine.
TEST(Published, KeepsTheFindingsAndLosesTheMachine) {
  Report report = fixture::report();
  report.header.run.given = "placemat audit " + kHome + "/x/mine.so --env ADA_TOKEN";
  report.header.run.command = "placemat audit -- '" + kHome + " grace/x y/a.py' ../../ada/z";
  report.header.isolation = {"not in force: an environment without ADA_TOKEN, ADA_2, as asked"};
  report.header.shard = {{1}, 1, report.header.run.command, {}};
  report.header.run.os = "Grace's own Linux";
  report.subjects[1].findings[0].replay = "placemat replay '" + kHome + "/x/mine.so' 'C0 AF'";
  write_report(report, scratch("report.jsonl"), 1.5);
  const std::string text = published(read_text_file(scratch("report.jsonl")), "report.jsonl");
  for (const char* secret : {"ada", "ADA", "Grace", "grace", "EPYC", "/x/"}) {
    EXPECT_THAT(text, Not(HasSubstr(secret)));
  }
  const Report read = read_report(written("public.jsonl", text));
  EXPECT_TRUE(read.footer.complete);
  EXPECT_THAT(read.header.isolation,
              testing::ElementsAre("not in force: an environment without NAME, as asked"));
  EXPECT_EQ(read.header.run.given, "placemat audit mine.so --env NAME");
  EXPECT_EQ(read.header.run.command, "placemat audit -- 'a.py' z");
  EXPECT_EQ(read.header.shard.command, read.header.run.command);
  EXPECT_EQ(read.header.corpus_digest, report.header.corpus_digest);
  ASSERT_EQ(read.subjects.size(), report.subjects.size());
  const Finding &before = report.subjects[1].findings[0], &after = read.subjects[1].findings[0];
  EXPECT_EQ(after.key, before.key);
  EXPECT_EQ(after.seen, before.seen);
  EXPECT_EQ(after.replay, "placemat replay 'mine.so' 'C0 AF'");
}

// As read_report() reads it: the run did not end.
TEST(Published, LeavesATornLastLineOut) {
  write_report(fixture::report(), scratch("report.jsonl"), 1.5);
  const std::string whole = read_text_file(scratch("report.jsonl"));
  const std::string text = published(whole.substr(0, whole.size() - 20), "report.jsonl");
  const Report read = read_report(written("public.jsonl", text));
  EXPECT_FALSE(read.footer.complete);
  EXPECT_EQ(read.subjects.size(), fixture::report().subjects.size());
}

TEST(Published, RefusesWhatIsNoReport) {
  EXPECT_THROW(published("{}\nnonsense\n", "x"), InputError);
  EXPECT_THROW(published("[1]\n", "x"), InputError);
  EXPECT_THROW(published("{\"record\":", "x"), InputError);
  EXPECT_EQ(published("", "x"), "");
}

}  // namespace
}  // namespace placemat
