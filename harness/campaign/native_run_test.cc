// native_run_test.cc: the program of a defect is built and run, and what it prints decides. The
// programs of these tests are shell scripts.
#include "harness/campaign/native_run.h"

#include <gmock/gmock.h>

#include "harness/corpus/defects_fixture.h"

namespace placemat {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

class NativeRun : public testing::Test {
 protected:
  // The result of one entry whose program is `program`.
  NativeResult run(const std::string& program, const std::string& version = "1.0",
                   const std::string& build = "") {
    ordered_json entry = DefectFiles::entry("lib-one");
    if (!build.empty()) entry["build"] = build;
    return run_entry(entry, program, version);
  }
  NativeResult run_entry(const ordered_json& entry, const std::string& program,
                         const std::string& version) {
    files_.write({entry}, version);
    if (entry.contains("native")) files_.write_program("lib-one", program);
    catalogue_ = files_.load();
    const std::vector<NativeResult> results =
        run_natively(catalogue_, catalogue_.by_effect(), options_);
    return results.at(0);
  }

  const DefectFiles files_;
  DefectCatalogue catalogue_;  // of the last result, which refers to it
  NativeOptions options_{.npm = scratch("npm"),
                         .run_limit = std::chrono::seconds(2),
                         .hang_limit = std::chrono::seconds(1)};
};

TEST_F(NativeRun, WhatItPrintsDecides) {
  const NativeResult seen = run("echo well-formed");
  EXPECT_EQ(seen.outcome, NativeOutcome::kReproduced);
  EXPECT_EQ(seen.version, "1.0");
  EXPECT_FALSE(seen.contradicts_entry());
  const NativeResult expected = run("echo ill-formed");
  EXPECT_EQ(expected.outcome, NativeOutcome::kFixed);
  EXPECT_TRUE(expected.contradicts_entry());  // of a version that the entry names
  const NativeResult other = run("echo 0; echo 1");
  EXPECT_EQ(other.outcome, NativeOutcome::kOther);
  EXPECT_EQ(other.printed, "0\n1");
  EXPECT_TRUE(other.contradicts_entry());
}

TEST_F(NativeRun, AVersionThatTheEntryDoesNotNameContradictsNothing) {
  for (const char* program : {"echo well-formed", "echo ill-formed", "echo 0"}) {
    EXPECT_FALSE(run(program, "1.1").contradicts_entry()) << program;
  }
  ordered_json entry = DefectFiles::entry("lib-one");
  entry["fixed_in"] = "2.0";
  EXPECT_FALSE(run_entry(entry, "echo ill-formed", "2.0").contradicts_entry());
  EXPECT_TRUE(run_entry(entry, "echo well-formed", "2.0").contradicts_entry());
}

TEST_F(NativeRun, AnEndThatIsNoExit) {
  EXPECT_EQ(run("kill -SEGV $$").printed, "crash: SIGSEGV");
  EXPECT_EQ(run("sh -c 'kill -ABRT $$'").printed, "crash: SIGABRT");
  EXPECT_EQ(run("sleep 100").printed, "hang");
  EXPECT_THAT(run("echo why >&2; exit 3").printed, HasSubstr("exit code 3: why"));
  ordered_json entry = DefectFiles::entry("lib-one");
  entry["effect"] = "crashes-or-hangs";
  entry["seen"] = "hang";
  EXPECT_EQ(run_entry(entry, "sleep 100", "1.0").outcome, NativeOutcome::kReproduced);
}

TEST_F(NativeRun, AnAbsentProductIsNotRun) {
  const NativeResult absent = run("echo well-formed", "");
  EXPECT_EQ(absent.outcome, NativeOutcome::kAbsent);
  EXPECT_EQ(absent.version, "");
  EXPECT_FALSE(absent.contradicts_entry());
}

TEST_F(NativeRun, ItIsBuiltFirst) {
  EXPECT_EQ(run("cat built", "1.0", "echo well-formed >built").outcome, NativeOutcome::kReproduced);
  const NativeResult failed = run("echo well-formed", "1.0", "echo no header >&2; false");
  EXPECT_EQ(failed.outcome, NativeOutcome::kNotBuilt);
  EXPECT_EQ(failed.printed, "no header");
  EXPECT_TRUE(failed.contradicts_entry());
}

TEST_F(NativeRun, ItsDirectoryHoldsNothingElse) {
  EXPECT_EQ(run("ls").printed, "lib-one.sh");
  EXPECT_EQ(run("echo $LC_ALL").printed, "C.UTF-8");
  std::filesystem::create_directories(options_.npm);
  EXPECT_EQ(run("echo $NODE_PATH").printed, options_.npm.string());
}

TEST_F(NativeRun, AWithheldDefectHasNothingToRun) {
  const ordered_json entry{
      {"id", "lib-one"}, {"effect", "out-of-bounds"}, {"versions", {"1.0"}}, {"withheld", true}};
  EXPECT_EQ(run_entry(entry, "", "1.0").outcome, NativeOutcome::kWithheld);
}

TEST_F(NativeRun, AStopLeavesTheRest) {
  const std::atomic<bool> stop = true;
  options_.stop = &stop;
  files_.write({DefectFiles::entry("lib-one")});
  files_.write_program("lib-one", "echo well-formed");
  const DefectCatalogue catalogue = files_.load();
  EXPECT_TRUE(run_natively(catalogue, catalogue.by_effect(), options_).empty());
}

}  // namespace
}  // namespace placemat
