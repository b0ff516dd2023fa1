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

TEST(WithoutFolders, LeavesWhatIsNoPath) {
  for (const char* text : {"utf-8/maximal-subpart/keep", "Latin-1 / ASCII", "a slash: /", "C0 AF",
                           "https://example.org/issues/7", "and/or", "", "../mine.so"}) {
    EXPECT_EQ(without_folders(text), text);
  }
}

// All that a reader compares is still there, and nothing of the machine.
TEST(Published, KeepsTheFindingsAndLosesTheMachine) {
  Report report = fixture::report();
  report.header.run.given = "placemat audit " + kHome + "/x/mine.so --env TOKEN";
  report.header.run.os = "Grace's own Linux";
  report.subjects[1].findings[0].replay = "placemat replay '" + kHome + "/x/mine.so' 'C0 AF'";
  write_report(report, scratch("report.jsonl"), 1.5);
  const std::string text = published(read_text_file(scratch("report.jsonl")), "report.jsonl");
  for (const char* secret : {"ada", "Grace", "EPYC", "/x/"}) {
    EXPECT_THAT(text, Not(HasSubstr(secret)));
  }
  const Report read = read_report(written("public.jsonl", text));
  EXPECT_TRUE(read.footer.complete);
  EXPECT_EQ(read.header.corpus_digest, report.header.corpus_digest);
  ASSERT_EQ(read.subjects.size(), report.subjects.size());
  const Finding &before = report.subjects[1].findings[0], &after = read.subjects[1].findings[0];
  EXPECT_EQ(after.key, before.key);
  EXPECT_EQ(after.seen, before.seen);
  EXPECT_EQ(after.replay, "placemat replay 'mine.so' 'C0 AF'");
}

TEST(Published, RefusesWhatIsNoReport) {
  EXPECT_THROW(published("{}\nnonsense\n", "x"), InputError);
  EXPECT_THROW(published("[1]\n", "x"), InputError);
  EXPECT_EQ(published("", "x"), "");
}

}  // namespace
}  // namespace placemat
