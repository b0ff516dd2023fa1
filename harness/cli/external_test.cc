// The commands that ask one decoder take any: a name, a plug-in, a command, and the key of a stored
// finding. The external decoders of these tests take FF for a letter.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "harness/cli/shell.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/report/record.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kFault = "accepts-ill-formed";

class AnyDecoderCommand : public WithDirectory {
 protected:
  static ShellResult answer(const std::string& arguments, const std::string& hostile = "") {
    return shell("PLACEMAT_HOSTILE_ALSO=1 PLACEMAT_HOSTILE=" + hostile + " " + kProgram + " " +
                 arguments);
  }
  static void expect_refused(const std::string& arguments, int code, const std::string& what) {
    const ShellResult refused = answer(arguments);
    EXPECT_EQ(refused.code, code) << arguments << "\n" << refused.out;
    EXPECT_EQ(std::ranges::count(refused.out, '\n'), 1) << refused.out;
    EXPECT_THAT(refused.out, HasSubstr(what));
  }
  // The findings of an audit of that decoder, and the report's file.
  Report audited(const std::string& decoder, const std::string& more = "") {
    const ShellResult audit =
        answer("audit --budget quick --source state-unit --no-oracle --no-machine --out " +
               path("out") + " " + more + " " + decoder);
    EXPECT_EQ(audit.code, 1) << audit.out;
    return read_report(report_);
  }
  static std::string quoted(const std::string& key) { return "'" + key + "' "; }

  const std::string report_ = path("out/report.jsonl");
};

TEST_F(AnyDecoderCommand, ExplainAsksPluginsAndCommands) {
  const ShellResult plugin = answer("explain 'FF' branchy " + kHostile);
  EXPECT_EQ(plugin.code, 0) << plugin.out;
  EXPECT_THAT(plugin.out, AllOf(HasSubstr("branchy"), HasSubstr("! hostile "), HasSubstr(kFault)));
  const ShellResult child = answer("explain 'FF' " + kChild);
  EXPECT_THAT(child.out, AllOf(HasSubstr("! hostile_child "), HasSubstr(kFault)));
  const ShellResult right = answer("explain 'E2 82 AC' --format json " + kChild);
  EXPECT_THAT(right.out, AllOf(HasSubstr("\"agrees\""), HasSubstr("20AC")));
  expect_refused("explain FF " + path("absent.so"), 3, "no such file");
  expect_refused("explain FF -- " + path("absent"), 3, "absent");
}

TEST_F(AnyDecoderCommand, ExplainSurvivesACrash) {
  const ShellResult crash = answer("explain 'FE' " + kHostile, "abort");
  EXPECT_EQ(crash.code, 0) << crash.out;
  EXPECT_THAT(crash.out, HasSubstr("signal 6"));
}

TEST_F(AnyDecoderCommand, ReduceAsksPluginsAndCommands) {
  const std::string input = file("input", "some text \xFF and more text");
  for (const std::string& decoder : {kHostile, kChild}) {
    const ShellResult reduced = answer("reduce " + input + " " + decoder);
    EXPECT_EQ(reduced.code, 1) << reduced.out;
    EXPECT_THAT(reduced.out, AllOf(HasSubstr("strict32"), HasSubstr(kFault + " "),
                                   HasSubstr(" FF\n"), Not(HasSubstr("73"))));
  }
  EXPECT_EQ(answer("reduce " + file("plain", "text") + " " + kHostile).code, 0);
  expect_refused("reduce " + input, 2, "PLUGIN.so, or -- COMMAND");
  expect_refused("reduce " + input + " branchy " + kChild, 2, "one external decoder at a time");
  expect_refused("reduce " + path("nothing") + " " + kHostile, 2, "cannot be read");
}

TEST_F(AnyDecoderCommand, ReduceReducesACrash) {
  const std::string input = file("input", std::string(900, 'a') + "\xFE" + std::string(99, 'b'));
  const ShellResult reduced = answer("reduce " + input + " " + kHostile, "abort");
  EXPECT_EQ(reduced.code, 1) << reduced.out;
  EXPECT_THAT(reduced.out, AllOf(HasSubstr("crash"), HasSubstr(" FE\n"), HasSubstr("signal 6")));
}

TEST_F(AnyDecoderCommand, AFindingKeyStandsForItsCheck) {
  for (const std::string& decoder : {kHostile, kChild}) {
    const Report report = audited(decoder, "--name mine");
    EXPECT_EQ(report.subjects[0].decoder, "mine");
    EXPECT_EQ(report.externals.at(0).decoder, "mine");
    ASSERT_FALSE(report.subjects[0].findings.empty());
    for (const Finding& finding : report.subjects[0].findings) {
      EXPECT_EQ(finding.decoder, "mine");
      EXPECT_THAT(finding.key, StartsWith("mine|"));
      const std::string named = quoted(finding.key) + "--report " + report_ + " ";
      const ShellResult replayed = answer("replay " + named);
      EXPECT_EQ(replayed.code, 1) << replayed.out;
      EXPECT_THAT(replayed.out, AllOf(HasSubstr(std::string(row_of(finding.kind).name)),
                                      HasSubstr(finding.seen)));
      // Another decoder in its place, and other units.
      EXPECT_EQ(answer("replay " + named + decoder).code, 1);
      EXPECT_EQ(answer("replay " + named + "41").code, 0);
      EXPECT_EQ(answer("replay " + named + "--operation strict32 'E2 82 AC'").code, 0);
      const ShellResult reduced = answer("reduce " + named);
      EXPECT_EQ(reduced.code, 1) << reduced.out;
      EXPECT_THAT(reduced.out, HasSubstr(kFault));
      EXPECT_EQ(answer("reduce " + file("plain", "text") + " " + named).code, 0);
      const ShellResult explained = answer("explain " + named);
      EXPECT_EQ(explained.code, 0) << explained.out;
      EXPECT_THAT(explained.out, AllOf(HasSubstr("The finding"), HasSubstr("now"),
                                       Not(HasSubstr("is not in this program"))));
    }
    const ShellResult identified = answer("identify --no-machine --report " + report_ + " " +
                                          quoted(report.subjects[0].findings[0].key));
    EXPECT_EQ(identified.code, 1) << identified.out;
    EXPECT_THAT(identified.out, StartsWith("mine is"));
  }
}

TEST_F(AnyDecoderCommand, TheReportOfAnAuditIsFoundByItself) {
  const ShellResult audit =
      shell("cd " + directory_.string() + "; PLACEMAT_HOSTILE_ALSO=1 " + kProgram +
            " audit --budget quick --source state-unit --no-oracle --no-machine " + kHostile);
  ASSERT_EQ(audit.code, 1) << audit.out;
  const Report report = read_report(path("out/audit/report.jsonl"));
  const ShellResult replayed =
      shell("cd " + directory_.string() + "; PLACEMAT_HOSTILE_ALSO=1 " + kProgram + " replay " +
            quoted(report.subjects[0].findings.at(0).key));
  EXPECT_EQ(replayed.code, 1) << replayed.out;
}

TEST_F(AnyDecoderCommand, WhatAKeyLacksIsNamed) {
  const std::string moved = path("moved.so");
  fs::copy_file(kHostile, moved);
  const std::string key = audited(moved).subjects[0].findings.at(0).key;
  const std::string option = " --report " + report_;
  for (const char* command : {"replay ", "reduce ", "identify "}) {
    expect_refused(command + quoted(key + "x") + option, 2, "did you mean '" + key + "'?");
    expect_refused(command + quoted(key + "x") + option, 2,
                   "`placemat issue --report " + report_ + "` lists the keys");
    expect_refused(command + quoted(key) + "--report " + path("absent.jsonl"), 2, "absent.jsonl");
  }
  // Where the plug-in has moved, the user names it.
  fs::rename(moved, path("elsewhere.so"));
  expect_refused("replay " + quoted(key) + option, 3, "name PLUGIN.so or -- COMMAND");
  EXPECT_EQ(answer("replay " + quoted(key) + option + " " + path("elsewhere.so")).code, 1);
}

TEST_F(AnyDecoderCommand, TheNameOptionIsUsedEverywhere) {
  const auto named = [](const std::string& arguments) {
    return answer(arguments + " --name mine " + kHostile).out;
  };
  EXPECT_THAT(named("identify --no-machine"), StartsWith("mine is"));
  EXPECT_THAT(named("explain FF"), HasSubstr("! mine "));
  EXPECT_THAT(named("reduce " + file("plain", "text")), StartsWith("mine is right"));
  EXPECT_THAT(answer("replay --name mine FF --operation strict64 " + kChild).out,
              HasSubstr("mine does not claim strict64"));
}

}  // namespace
}  // namespace placemat
