// External decoders as the program meets them. Each makes one kind of failure; the report names it
// with its code units, and is complete otherwise, to the last line.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "harness/cli/audit_fixture.h"
#include "harness/isolation/hostile_fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(Audit, ACorrectPluginHasNoFinding) {
  const Report report = audit("", kHostile, "");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_TRUE(report.subjects[0].findings.empty());
  EXPECT_GT(report.footer.checks, 300'000u);
}

TEST_F(Audit, SaysThatExpensiveCallsHaveFewSurroundings) {
  const Report report = audit("", kHostile, "--every 40");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_THAT(
      report.subjects[0].not_tested,
      testing::Contains("most cases: one in 40 of each source was given, but all of curated "
                        "and state-unit, each alone and behind letters (--every)"));
}

TEST_F(Audit, GivesTheSameReportForAnyNumberOfProcesses) {
  std::map<std::string, std::uint64_t> one, three;
  const Report with_one = audit("exit", kHostile, "--threads 1");
  const Report with_three = audit("exit", kHostile, "--threads 3");
  for (const Finding& f : with_one.subjects[0].findings) one[f.key] = f.checks;
  for (const Finding& f : with_three.subjects[0].findings) three[f.key] = f.checks;
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(one, three);
}

// One of each sort here and below; the deep tests have every other way to misbehave.
TEST_F(Audit, NamesCrashes) {
  expect_named("segv", Kind::kCrash, "FE", "signal 11");
  expect_named("exit", Kind::kCrash, "FE", "exit(0) in the middle of the call");
}

// An exception of C++ that leaves the decoder, and a crash on a thread that has no guard.
TEST_F(Audit, NamesCrashesInOtherPlaces) {
  expect_named("throw", Kind::kCrash, "FE", "an exception came out of it");
  expect_named("thread", Kind::kCrash, "FE", "signal 6");
}

// A signal that is not caught in the process, and one without a name.
TEST_F(Audit, NamesAnySignal) {
  for (const int signal : {SIGPIPE, SIGRTMAX - 2}) {
    expect_named("signal-" + std::to_string(signal), Kind::kCrash, "FE",
                 "signal " + std::to_string(signal));
  }
}

TEST_F(Audit, NamesADecoderThatDoesNotReturn) {
  expect_named("loop", Kind::kHang, "FE", "time limit");
}

TEST_F(Audit, NamesADecoderThatTakesAllMemory) {
  limit_ = "20000";  // a guard: memory ends the call, however slow a page is
  expect_named("memory", Kind::kExhaustsMemory, "FE", "MiB of memory", " --memory 100");
}

TEST_F(Audit, NamesReadsAndWritesOutsideOfTheBuffers) {
  expect_named("read-behind", Kind::kOverRead, "FE", "behind the last unit");
  expect_named("write-before", Kind::kOverWrite, "FE", "before the first value");
}

TEST_F(Audit, NamesAReadBeforeTheInput) {
  let_them_do_more();
  const Report report = audit("read-before", kHostile, "--source sequences");
  const Finding finding = beside_the_other_fault(report);
  EXPECT_EQ(finding.kind, Kind::kOverRead);
  EXPECT_EQ(finding.minimal, "FE");
  EXPECT_THAT(finding.seen, HasSubstr("before the first unit"));
}

TEST_F(Audit, NamesADecoderThatCorruptsItsProcess) {
  expect_named("close-stdout", Kind::kCorruptsProcess, "FE", "closed the file descriptor 1");
  expect_named("fork", Kind::kCorruptsProcess, "FE", "left a process behind");
}

TEST_F(Audit, NamesADecoderThatChangesItsProcess) {
  expect_named("handler", Kind::kCorruptsProcess, "FE", "a handler of its own for signal 11");
}

// Where the kernel tells who asks.
TEST_F(Audit, NamesWhatADecoderTriedAndWasRefused) {
  if (!reports_attempts(audit(""))) GTEST_SKIP() << last_.out;
  expect_named("socket", Kind::kCorruptsProcess, "FE", "tried to open a socket");
}

TEST_F(Audit, NamesWritesToProtectedPages) {
  let_them_do_more();
  const Report report = audit("unprotect-input", kHostile, "--source sequences");
  const Finding finding = beside_the_other_fault(report);
  EXPECT_EQ(row_of(finding.kind).name, row_of(Kind::kOverWrite).name);
  EXPECT_EQ(finding.minimal, "FE");
  EXPECT_THAT(finding.seen, HasSubstr("into the input"));
}

// A worker that another program kills says nothing about the decoder.
TEST_F(Audit, BlamesNoDecoderForAKilledWorker) {
  const std::string worker =
      R"sh($(c() { cat /proc/$1/task/*/children 2>/dev/null; }; c $(c $(c $!))))sh";
  const ShellResult ended = shell(
      "sh -c '" + kProgram +
      " audit --budget standard --no-oracle --no-machine --threads 1 --out " + path("out") + " " +
      kHostile + " & until test -s " + path("out/journal") +
      "; do sleep 0.01; done; n=0; for i in $(seq 60); do test $n = 6 && break; sleep 0.2; w=" +
      worker +
      "; test -n \"$w\" && kill -9 $w && echo killed && n=$((n + 1)); done; wait $!; "
      "echo code $?'");
  EXPECT_THAT(ended.out, HasSubstr("killed"));
  EXPECT_THAT(ended.out, HasSubstr("code 0"));
  const Report report = read_report(path("out/report.jsonl"));
  EXPECT_TRUE(report.footer.complete);
  EXPECT_TRUE(report.subjects.at(0).findings.empty());
}

TEST_F(Audit, NamesAnswersThatChange) {
  const Report flip = audit("flip", kHostile, "--source sequences");
  ASSERT_FALSE(flip.subjects[0].findings.empty());
  for (const Finding& f : flip.subjects[0].findings) EXPECT_EQ(f.kind, Kind::kNondeterministic);
  const Report leak = audit("leak-state", kHostile, "--source random");
  ASSERT_FALSE(leak.subjects[0].findings.empty());
  for (const Finding& f : leak.subjects[0].findings) {
    EXPECT_EQ(f.kind, Kind::kKeepsState) << f.key << " " << f.seen;
  }
}

TEST_F(Audit, NamesAnEncoderThatEndsTheProcess) {
  let_them_do_more();
  const Report report = audit("encoder-exit");
  const Finding finding = beside_the_other_fault(report);
  EXPECT_EQ(finding.kind, Kind::kCrash);
  EXPECT_EQ(finding.conditions, "encoding 10FFFF");
  const std::string hostile = "PLACEMAT_HOSTILE=encoder-exit " + kProgram;
  const ShellResult again = shell(hostile + finding.replay.substr(std::string("placemat").size()));
  EXPECT_EQ(again.code, 1) << finding.replay << again.out;
  EXPECT_THAT(again.out, HasSubstr("crash"));
  const ShellResult plain = shell(hostile + " replay " + kHostile + " --encode 20AC");
  EXPECT_EQ(plain.code, 0) << plain.out;
  EXPECT_THAT(plain.out, HasSubstr("E2 82 AC"));
}

TEST_F(Audit, RefusesWritesOutsideOfTheScratchDirectory) {
  const Report report = audit("write-file");
  const auto& lines = report.header.isolation;
  const bool in_force = std::ranges::any_of(
      lines, [](const std::string& line) { return line.starts_with("no writing outside"); });
  EXPECT_EQ(fs::exists(path("written")), !in_force);
  EXPECT_EQ(std::ranges::any_of(lines,
                                [](const std::string& line) {
                                  return line.starts_with("NOT in force: no writing");
                                }),
            !in_force);
  audit("write-file", kHostile, "--source state-unit --no-isolation");
  EXPECT_TRUE(fs::exists(path("written")));
}

TEST_F(Audit, SaysWhatIsRelaxedOnStandardErrorAndInTheReport) {
  const std::string directory = path("data");
  fs::create_directories(directory);
  const std::string options =
      "--allow sockets --allow-read " + directory + " --env A_SETTING --allow namespaces";
  const Report report = audit("", kHostile, "--source state-unit " + options);
  const std::vector<std::string> open{
      "NOT in force: no sockets, as asked; it can reach programs of this machine",
      "NOT in force: no mounts and no namespaces of its own, as asked",
      "NOT in force: it may also read " + directory + ", as asked",
      "NOT in force: an environment without A_SETTING, as asked"};
  for (const std::string& line : open) {
    EXPECT_THAT(report.header.isolation, testing::Contains(line));
    EXPECT_THAT(last_.out, HasSubstr("\n" + line + "\n"));
  }
  EXPECT_THAT(report.header.run.command,
              HasSubstr("--allow sockets --allow namespaces --allow-read"));
  EXPECT_EQ(shell(kProgram + " audit --allow everything " + kHostile).code, 2);
}

TEST_F(Audit, SurvivesADecoderThatKillsItsParent) {
  const ShellResult listed =
      shell(kProgram + " audit --budget quick --source state-unit --no-machine " +
            "--no-oracle --out " + path("listed") + " " + kHostile);
  if (listed.out.find("isolation: no signals") == std::string::npos) GTEST_SKIP() << listed.out;
  const Report report = audit("kill-parent");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_TRUE(report.subjects[0].findings.empty());
}

TEST_F(Audit, StatesInOneLineWhatCannotBeAudited) {
  const auto refuses = [&](const std::string& mode, const std::string& subject, int code,
                           const std::string& what) {
    const ShellResult answer = shell("PLACEMAT_HOSTILE=" + mode + " " + kProgram + " audit " +
                                     subject + " --out " + path("none"));
    EXPECT_EQ(answer.code, code) << answer.out;
    EXPECT_THAT(answer.out, HasSubstr(what));
    EXPECT_EQ(std::ranges::count(answer.out, '\n'), 1) << answer.out;
  };
  refuses("load-exit", kHostile, 2, "exit(0)");
  refuses("bad-name", kHostile, 2, "the name is missing");
  refuses("", path("absent.so"), 3, "no such file");
  refuses("", PLACEMAT_SOURCE_DIR "/README.md", 2, "README.md");
  refuses("", "", 2, "PLUGIN.so, or -- COMMAND");
  refuses("", "--only iconv " + kHostile, 2, "--only requires --all-installed");
}

// The processes whose environment has this text.
std::size_t count_processes(const std::string& text) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "environ", std::ios::binary);
    const std::string environment{std::istreambuf_iterator<char>(in), {}};
    count += environment.find(text) != std::string::npos ? 1 : 0;
  }
  return count;
}

class AuditEnded : public Audit {
 protected:
  // Kills an audit as soon as it judges, and expects that none of its processes is left.
  void expect_nothing_left(const std::string& hostile, const std::string& subject) {
    SCOPED_TRACE(hostile);
    const std::string mark = "PLACEMAT_MARK=" + path(hostile);
    const std::string command = mark + " PLACEMAT_HOSTILE=" + hostile + " " + kProgram +
                                " audit --no-oracle --no-machine --limit 40 --threads 2 --out " +
                                path("out-" + hostile) + " " + subject;
    const ShellResult ended =
        shell("sh -c '" + command + " & until test -s " + path("out-" + hostile) +
              "/journal; do sleep 0.01; done; sleep 0.3; kill -9 $!; wait'");
    for (int i = 0; i < 50 && count_processes(mark) > 0; ++i) usleep(100'000);
    EXPECT_EQ(count_processes(mark), 0u) << ended.out;
  }
};

// With a decoder that spins, one that left a process in a session of its own, and a child that did.
TEST_F(AuditEnded, ByKillLeavesNoProcess) {
  expect_nothing_left("deaf-loop", kHostile);
  expect_nothing_left("fork", kChild);
  expect_nothing_left("loop", kChild);
}

TEST_F(AuditEnded, ByItsTimeWritesWhatItHas) {
  Report report;
  // A busy machine may judge nothing in a short time.
  for (const int seconds : {4, 16, 64}) {
    const std::string out = path(fmt::format("late-{}", seconds));
    const ShellResult ended = shell(fmt::format(
        "{} audit --no-oracle --budget deep --threads 1 --time {} --no-machine --out {} {}",
        kProgram, seconds, out, kHostile));
    EXPECT_EQ(ended.code, 4) << ended.out;
    EXPECT_THAT(ended.out,
                HasSubstr(fmt::format("not finished within {} s; what was found before is in {}",
                                      seconds, out)));
    report = read_report(out + "/report.jsonl");
    EXPECT_FALSE(report.footer.complete);
    EXPECT_TRUE(report.footer.interrupted);
    if (report.footer.checks > 0) break;
  }
  EXPECT_GT(report.footer.checks, 0u);
  // A finding takes precedence. Explaining a faulty decoder takes a part of the time.
  EXPECT_EQ(shell("PLACEMAT_HOSTILE_ALSO=1 " + kProgram +
                  " audit --no-oracle --budget deep --threads 1 --time 12 --no-machine --out " +
                  path("found") + " " + kHostile)
                .code,
            1);
}

// The decoder sleeps at a question, before it is identified.
TEST_F(AuditEnded, WhileADecoderSleepsWritesWhatItHas) {
  const std::string out = path("early");
  const ShellResult ended =
      shell("PLACEMAT_HOSTILE=sleep timeout --foreground -s INT 1 " + kProgram +
            " audit --no-oracle --limit 3000 --out " + out + " " + kHostile);
  EXPECT_THAT(ended.out, HasSubstr("interrupted; what was found before is in " + out));
  const Report report = read_report(out + "/report.jsonl");
  EXPECT_FALSE(report.footer.complete);
  ASSERT_EQ(report.externals.size(), 1u);
  EXPECT_EQ(report.externals[0].trouble, "the audit was stopped before that");
}

TEST_F(AuditChild, ACorrectChildHasNoFinding) {
  const Report report = audit("", kChild, "");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_TRUE(report.subjects[0].findings.empty());
  EXPECT_GT(report.footer.checks, 200'000u);
}

// Every case is given to the correct child above.
TEST_F(AuditChild, IsGivenASampleAndSaysSo) {
  const Report report = audit("", kChild, "--every 10");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_LT(report.footer.checks, 150'000u);
  EXPECT_THAT(report.header.run.command, HasSubstr("--every 10 "));
  EXPECT_THAT(report.subjects[0].not_tested,
              testing::Contains("most cases: one in 10 of each source was given, but all of "
                                "curated and state-unit (--every)"));
  EXPECT_THAT(last_.out, HasSubstr("most cases: one in 10"));
  EXPECT_EQ(shell(kProgram + " audit --every 0 " + kChild).code, 2);
}

// As it is for a program whose every call is a process.
TEST_F(AuditChild, IsConfirmedByAPartOfTheInputsWhereCallsAreProcesses) {
  const Report report = audit("", kChild, "--every 100");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_THAT(report.subjects[0].not_tested,
              testing::Contains("most cases: one in 100 of each source was given, but all of "
                                "curated, and state-unit with its suffixes in turn (--every)"));
  ASSERT_EQ(report.externals.size(), 1u);
  EXPECT_TRUE(report.externals[0].explained);
  EXPECT_LT(report.externals[0].inputs, 4'000u);
}

TEST_F(AuditChild, NamesAChildThatIgnoresTheEnd) {
  let_them_do_more();
  const Report report = audit("deaf", kChild, kChildLimits);
  const Finding finding = beside_the_other_fault(report);
  EXPECT_EQ(finding.kind, Kind::kCorruptsProcess);
  EXPECT_THAT(finding.seen, HasSubstr("after SIGTERM"));
}

TEST_F(AuditChild, NamesAChildThatNeverSendsItsHello) {
  const Report report = audit("no-hello", kChild, "--start-limit 300");
  EXPECT_EQ(last_.code, 1) << last_.out;
  ASSERT_EQ(report.subjects[0].findings.size(), 1u);
  EXPECT_EQ(report.subjects[0].findings[0].kind, Kind::kBreaksProtocol);
  EXPECT_EQ(report.subjects[0].findings[0].seen, "no hello within 300 ms");
  EXPECT_EQ(report.subjects[0].decoder, "hostile_child");
  ASSERT_EQ(report.externals.size(), 1u);
  EXPECT_THAT(report.externals[0].trouble, HasSubstr("no hello"));
}

TEST_F(AuditChild, SaysWhatItTriedAndWasRefused) {
  const std::string refused =
      "what it would do if it were allowed to open a socket: it tried, and was refused";
  const Report report = audit("socket", kChild, kChildLimits);
  if (!reports_attempts(report)) GTEST_SKIP() << last_.out;
  EXPECT_TRUE(report.subjects[0].findings.empty()) << last_.out;
  EXPECT_THAT(report.subjects[0].not_tested, testing::Contains(refused));
  EXPECT_THAT(last_.out, HasSubstr("open a socket"));
  const Report allowed = audit("socket", kChild, kChildLimits + " --allow sockets");
  EXPECT_THAT(allowed.subjects[0].not_tested, testing::Not(testing::Contains(refused)));
}

TEST_F(AuditChild, IsNotBlamedWhenAnotherProgramKillsIt) {
  const std::string child =
      R"sh($(pgrep -x hostile_child -P "$(pgrep -P "$(pgrep -P $!)")" 2>/dev/null))sh";
  const ShellResult ended =
      shell("sh -c '" + kProgram + " audit --no-oracle --no-machine --threads 1 --out " +
            path("out") + " " + kChild + " & until test -s " + path("out/journal") +
            "; do sleep 0.01; done; for i in 1 2 3 4 5 6; do sleep 0.1; c=" + child +
            "; test -n \"$c\" && kill -9 $c && echo killed; done; wait $!; echo code $?'");
  EXPECT_THAT(ended.out, HasSubstr("killed"));
  EXPECT_THAT(ended.out, HasSubstr("code 0"));
  EXPECT_TRUE(read_report(path("out/report.jsonl")).subjects.at(0).findings.empty());
}

TEST_F(AuditChild, NamesAChildThatExits) {
  expect_named("abort", Kind::kCrash, "signal 6");
  expect_named("close-exit", Kind::kCrash, "exit(0)");
}

TEST_F(AuditChild, NamesAChildThatDoesNotAnswer) {
  expect_named("loop", Kind::kHang, "no answer within 400 ms");
}

TEST_F(AuditChild, NamesAChildThatClosesItsDescriptors) {
  expect_named("close", Kind::kHang, "it closed its output and did not end");
}

TEST_F(AuditChild, NamesAChildThatTakesAllMemory) {
  limit_ = "20000";  // a guard: memory ends the call, however slow a page is
  expect_named("memory", Kind::kExhaustsMemory, "100 MiB");
}

TEST_F(AuditChild, NamesMalformedAnswers) {
  expect_named("garbage", Kind::kBreaksProtocol, "core dumped");
  expect_named("half-exit", Kind::kBreaksProtocol, "half a line");
}

// Without batching, a child that answers in another order does not answer at all.
TEST_F(AuditChild, NamesAnswersInAnotherOrder) {
  let_them_do_more();
  const Report report = audit("order", kChild, kChildLimits);
  const auto& findings = report.subjects[0].findings;
  EXPECT_TRUE(std::ranges::any_of(findings, is_the_other_fault)) << last_.out;
  EXPECT_TRUE(std::ranges::any_of(findings, [](const Finding& finding) {
    return finding.kind == Kind::kBreaksProtocol && finding.seen.ends_with(" was due");
  })) << last_.out;
  for (const Finding& finding : findings) {
    EXPECT_TRUE(is_the_other_fault(finding) || finding.minimal.find("FE") != std::string::npos);
  }
}

TEST_F(AuditChild, NamesAnswersThatChange) {
  expect_named("flip", Kind::kNondeterministic, "41");
  const Report leak = audit("leak-state", kChild, kChildLimits);
  ASSERT_GT(leak.subjects[0].findings.size(), 1u);
  for (const Finding& finding : leak.subjects[0].findings) {
    if (is_the_other_fault(finding)) continue;
    EXPECT_EQ(finding.kind, Kind::kKeepsState) << finding.key << " " << finding.seen;
  }
}

TEST_F(AuditChild, NamesAFalseClaim) {
  const Report report = audit("lie", kChild, kChildLimits);
  EXPECT_FALSE(report.subjects[0].findings.empty());
  for (const Finding& finding : report.subjects[0].findings) {
    EXPECT_EQ(finding.minimal, "FE");
    EXPECT_THAT(finding.seen, HasSubstr("41"));
    const ShellResult again = shell("PLACEMAT_HOSTILE=lie " + kProgram +
                                    finding.replay.substr(std::string("placemat").size()));
    EXPECT_EQ(again.code, 1) << finding.replay << again.out;
  }
  EXPECT_EQ(last_.code, 1);
}

TEST_F(AuditChild, NamesProcessesLeftBehind) {
  let_them_do_more();
  const Report report = audit("fork", kChild, kChildLimits);
  const Finding finding = beside_the_other_fault(report);
  EXPECT_EQ(finding.kind, Kind::kCorruptsProcess);
  EXPECT_EQ(finding.seen, "it left a process behind");
  EXPECT_EQ(finding.operation, "end of input");
}

TEST_F(AuditChild, AChildThatCannotBeJudgedHasNoFinding) {
  const auto refuses = [&](const std::string& mode, const std::string& child,
                           const std::string& what) {
    const ShellResult answer =
        shell("PLACEMAT_HOSTILE=" + mode + " " + kProgram + " audit --start-limit 500 --out " +
              path("none") + " " + child);
    EXPECT_EQ(answer.code, 3) << answer.out;
    EXPECT_THAT(answer.out, HasSubstr(what));
    EXPECT_EQ(std::ranges::count(answer.out, '\n'), 1) << answer.out;
  };
  refuses("die-at-once", kChild, "five | cannot find my ?[1mlibrary");
  refuses("", "-- /nowhere/at/all", "No such file");
  refuses("decimal", kChild, "decimal");
  const ShellResult check =
      shell("PLACEMAT_HOSTILE=decimal " + kProgram + " audit --check " + kChild);
  EXPECT_EQ(check.code, 3) << check.out;
  EXPECT_THAT(check.out, HasSubstr("the adapter is broken"));
  EXPECT_EQ(shell(kProgram + " audit --check " + kChild).code, 0);
  const ShellResult mute =
      shell("PLACEMAT_HOSTILE=no-hello " + kProgram + " audit --check --start-limit 300 " + kChild);
  EXPECT_EQ(mute.code, 3) << mute.out;
}

TEST_F(Audit, IdentifiesExternalDecoders) {
  for (const std::string& subject : {kHostile, kChild}) {
    const ShellResult answer = shell(kProgram + " identify --format json " + subject);
    EXPECT_EQ(answer.code, 0) << answer.out;
    EXPECT_THAT(answer.out, HasSubstr(R"("profiles":["utf-8/maximal-subpart/keep"])"));
  }
  // A decoder that crashes on some of the questions is not identified.
  const ShellResult crashing = shell("PLACEMAT_HOSTILE=exit " + kProgram + " identify " + kHostile);
  EXPECT_EQ(crashing.code, 3) << crashing.out;
  EXPECT_THAT(crashing.out, HasSubstr("too many inputs"));
  const ShellResult lie = shell("PLACEMAT_HOSTILE=lie " + kProgram + " identify " + kChild);
  EXPECT_EQ(lie.code, 1) << lie.out;
  EXPECT_THAT(lie.out, HasSubstr("nearest is utf-8/maximal-subpart/keep"));
}

// A decoder that answers no call is asked three times. The limit of each is 0.4 s.
TEST_F(Audit, ADecoderThatAnswersNothingIsLeftEarly) {
  for (const std::string& subject : {kHostile, kChild}) {
    const auto begun = std::chrono::steady_clock::now();
    const ShellResult stopped =
        shell("PLACEMAT_HOSTILE=sleep-always " + kProgram + " audit --limit " + limit_ +
              " --no-oracle --out " + path("out") + " " + subject);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(60)) << subject;
    EXPECT_EQ(stopped.code, 1) << stopped.out;
    EXPECT_THAT(stopped.out, HasSubstr("placemat: stopped early: 3 calls had no answer within the "
                                       "time limit, and no call had one; what was found before is "
                                       "in " +
                                       path("out/report.jsonl")));
    const Report report = read_report(path("out/report.jsonl"));
    EXPECT_FALSE(report.footer.complete);
    ASSERT_EQ(report.subjects.size(), 1u);
    ASSERT_EQ(report.subjects[0].findings.size(), 1u);
    const Finding& finding = report.subjects[0].findings[0];
    EXPECT_EQ(finding.kind, Kind::kHang);
    EXPECT_EQ(finding.minimal, "41");
    const ShellResult replayed =
        shell("PLACEMAT_HOSTILE=sleep-always " + kProgram + " " +
              finding.replay.substr(std::string("placemat ").size()) + " --limit " + limit_);
    EXPECT_THAT(replayed.out, HasSubstr(subject == kHostile ? "hang" : "")) << finding.replay;
    const ShellResult identify = shell("PLACEMAT_HOSTILE=sleep-always " + kProgram +
                                       " identify --limit " + limit_ + " " + subject);
    EXPECT_EQ(identify.code, 3) << identify.out;
    EXPECT_EQ(std::ranges::count(identify.out, '\n'), 1) << identify.out;
    EXPECT_THAT(identify.out, HasSubstr("stopped early: 3 calls had no answer"));
  }
}

// The time that calls without an answer may take together ends the audit; what was found stays.
TEST_F(Audit, ADecoderThatHangsOnManyInputsIsLeftEarly) {
  for (const std::string& subject : {kHostile, kChild}) {
    const ShellResult stopped = shell(
        "PLACEMAT_HOSTILE=sleep-ill-formed " + kProgram + " audit --budget quick --limit " +
        limit_ + " --wait 3 --no-oracle --source state-unit --out " + path("out") + " " + subject);
    EXPECT_EQ(stopped.code, 1) << stopped.out;
    EXPECT_THAT(stopped.out, HasSubstr("placemat: stopped early: "));
    const Report report = read_report(path("out/report.jsonl"));
    EXPECT_FALSE(report.footer.complete);
    ASSERT_EQ(report.subjects.size(), 1u);
    ASSERT_FALSE(report.subjects[0].findings.empty()) << stopped.out;
    for (const Finding& finding : report.subjects[0].findings) {
      EXPECT_EQ(finding.kind, Kind::kHang) << finding.key;
    }
    EXPECT_THAT(report.externals.at(0).trouble, testing::StartsWith("stopped early: "));
    const ShellResult identify = shell("PLACEMAT_HOSTILE=sleep-ill-formed " + kProgram +
                                       " identify --limit " + limit_ + " " + subject);
    EXPECT_EQ(identify.code, 3) << identify.out;
    EXPECT_THAT(identify.out, HasSubstr("stopped early: 3 calls had no answer"));
  }
}

TEST_F(Audit, StatesTheProfileThatExplainsTheDecoder) {
  for (const std::string& subject : {kHostile, kChild}) {
    const Report report = audit("", subject, "--source curated");
    ASSERT_EQ(report.externals.size(), 1u);
    EXPECT_TRUE(report.externals[0].explained);
    EXPECT_THAT(report.externals[0].profiles, testing::ElementsAre("utf-8/maximal-subpart/keep"));
    EXPECT_THAT(last_.out, HasSubstr("identified: utf-8/maximal-subpart/keep, named by "));
  }
  // A decoder that crashes on many questions is judged all the same.
  const Report report = audit("abort", kChild, std::string(kChildLimits) + " --source curated");
  ASSERT_EQ(report.externals.size(), 1u);
  EXPECT_THAT(report.externals[0].trouble, HasSubstr("too many inputs"));
  EXPECT_FALSE(report.subjects[0].findings.empty());
}

// A command that reverses its input is no filter.
TEST_F(Audit, JudgesFilters) {
  const auto check = [&](const std::string& options, const std::string& command) {
    return shell(kProgram + " audit --check --filter " + options + " -- " + command);
  };
  const ShellResult iconv = check("--output utf-32le", "iconv -f utf-8 -t utf-32le");
  EXPECT_EQ(iconv.code, 0) << iconv.out;
  EXPECT_THAT(iconv.out, HasSubstr("strict32"));
  EXPECT_EQ(check("--output utf-32be", "iconv -f utf-8 -t utf-32be").code, 0);
  EXPECT_EQ(check("--output utf-8 --mode lossy", "cat").code, 0);
  EXPECT_EQ(check("--output exit-code", "cat").code, 0);
  EXPECT_EQ(check("--output utf-32be", "iconv -f utf-8 -t utf-32le").code, 3);
  EXPECT_EQ(check("--output utf-32le", "rev").code, 3);
  EXPECT_EQ(check("--output exit-code", "false").code, 3);
}

// The replay line of a filter's finding reproduces it. It states no offset of an error, which
// cannot be observed in a filter.
TEST_F(Audit, ReplaysFindingsOfFilters) {
  const std::string filter = kHostileFilter;
  const Report report = audit("", "--filter --mode lossy -- " + filter + " lossy eats",
                              "--source curated --threads 2");
  EXPECT_EQ(last_.code, 1) << last_.out;
  const auto& findings = report.subjects[0].findings;
  const auto named = std::ranges::find(findings, Kind::kSwallowsNextUnit, &Finding::kind);
  ASSERT_NE(named, findings.end()) << last_.out;
  EXPECT_EQ(named->minimal, "FF 41");
  for (const Finding& finding : findings) {
    const ShellResult again =
        shell(kProgram + finding.replay.substr(std::string("placemat").size()));
    EXPECT_EQ(again.code, 1) << finding.replay << "\n" << again.out;
    EXPECT_THAT(again.out, HasSubstr(std::string(row_of(finding.kind).name))) << finding.replay;
  }
  EXPECT_THAT(report.subjects[0].origin, HasSubstr("where an error lies cannot be seen"));
  const auto replay = [&](const std::string& rest) {
    const ShellResult answer = shell(kProgram + " replay " + rest);
    EXPECT_EQ(answer.out.find("ill-formed at"), std::string::npos) << answer.out;
    return std::to_string(answer.code) + " " + answer.out;
  };
  EXPECT_THAT(replay("'41 FE' --operation lossy32 --limit 20 --filter --mode lossy -- " + filter +
                     " lossy loop"),
              HasSubstr("kind      hang"));
  EXPECT_THAT(replay("'EF BF BE' --filter -- " + filter + " strict rejects-nonchar"),
              HasSubstr("rejects-noncharacter"));
  EXPECT_THAT(
      replay("'FF' --operation validate --filter --output exit-code -- " + filter + " lossy"),
      HasSubstr("1 expected  ill-formed"));
  EXPECT_THAT(replay("'41 FF' --operation lossy32 --filter --mode lossy --policy skip -- iconv -c "
                     "-f utf-8 -t utf-32le"),
              testing::StartsWith("0 as expected"));
  EXPECT_THAT(replay("'C0 AF' --filter --output utf-8 -- iconv -f utf-8 -t utf-8"),
              testing::StartsWith("0 as expected"));
}

// What an auditor of a filter asks: does ill-formed text reach the programs behind it?
TEST_F(Audit, NamesIllFormedUnitsThatAFilterPasses) {
  const std::string filter = kHostileFilter;
  const auto replay = [&](const std::string& mode) {
    return shell(kProgram + " replay 'ED A0 80' --operation lossy32 --filter --output utf-8 " +
                 "--mode lossy -- " + filter + " lossy " + mode);
  };
  EXPECT_EQ(replay("utf-8").code, 0);
  const ShellResult passed = replay("passes-surrogates");
  EXPECT_EQ(passed.code, 1);
  EXPECT_THAT(passed.out, testing::AllOf(HasSubstr("seen      raw:ED raw:A0 raw:80"),
                                         HasSubstr("kind      passes-ill-formed")));
}

class AuditInstalled : public Audit {
 protected:
  AuditInstalled() {
    fs::create_directories(path("build/impls/subjects"));
    fs::create_symlink(kHostile, path("build/impls/subjects/right.so"));
    write_list({row("right", "plug-in", R"("plugin": "right.so")"),
                row("child", "child", command("\"" + kHostileChild + "\"")),
                row("silent", "child", command(R"("sleep", "100")")),
                row("nowhere", "child", command(R"("/nowhere/at/all")")),
                row("missing", "plug-in", R"("plugin": "missing.so")"),
                row("unlikely", "child", command(R"("true"], "probe": ["false")")),
                row("last", "child", command("\"" + kHostileChild + "\""))});
  }
  static std::string command(const std::string& words) { return "\"command\": [" + words + "]"; }
  static std::string row(const std::string& name, const std::string& kind,
                         const std::string& more) {
    return R"({"name": ")" + name + R"(", "product": "P )" + name +
           R"(", "language": "C", "entry": "decode", "package": "p", "set": "audit", "kind": ")" +
           kind + R"(", )" + more + "}";
  }
  void write_list(const std::vector<std::string>& rows) {
    std::ofstream out(path("list.json"));
    out << R"({"schema": "subjects.schema.json", "subjects": [)";
    for (std::size_t i = 0; i < rows.size(); ++i) out << (i == 0 ? "" : ",") << rows[i];
    out << "]}";
  }
  std::string call(const std::string& more) const {
    return kProgram + " audit --all-installed --source curated --list " + path("list.json") +
           " --build " + path("build") + " --out " + path("all") + " " + more;
  }
  std::vector<std::string> names(const Report& report) const {
    std::vector<std::string> all;
    for (const ExternalRecord& one : report.externals) all.push_back(one.decoder);
    return all;
  }
};

TEST_F(AuditInstalled, WritesOneReport) {
  const ShellResult answer = shell(call("--seconds 20 --start-limit 1000"));
  EXPECT_EQ(answer.code, 0) << answer.out;
  const Report report = read_report(path("all/report.jsonl"));
  EXPECT_TRUE(report.footer.complete);
  EXPECT_THAT(names(report), testing::ElementsAre("right", "child", "silent", "last"));
  ASSERT_EQ(report.absent.size(), 3u);
  EXPECT_EQ(report.absent[0].name, "nowhere");
  EXPECT_EQ(report.absent[1].name, "missing");
  EXPECT_EQ(report.absent[2].name, "unlikely");
  ASSERT_EQ(report.subjects.size(), 3u);
  EXPECT_EQ(report.subjects[1].decoder, "child");
  EXPECT_TRUE(report.externals[0].explained && report.externals[1].explained);
  EXPECT_EQ(report.externals[1].product, "P child");
  EXPECT_THAT(report.externals[2].trouble, HasSubstr("no hello within 1000 ms"));
  EXPECT_THAT(answer.out, HasSubstr("3 entry points of 3 products in 1 language: 3 of a known "
                                    "profile, 0 of none; 1 could not be identified; 3 absent."));
  EXPECT_EQ(shell(kProgram + " report --subjects - " + path("all/report.jsonl")).code, 0);
  const ShellResult page = shell("cat " + path("all/report.html"));
  EXPECT_THAT(page.out, testing::Not(HasSubstr("0.0 s on")));
  EXPECT_EQ(shell(call("--only unknown")).code, 2);
}

TEST_F(AuditInstalled, ChecksAdaptersWithoutJudgingDecoders) {
  const ShellResult answer = shell(call("--check --seconds 20 --start-limit 1000"));
  EXPECT_EQ(answer.code, 1) << answer.out;
  EXPECT_THAT(answer.out, HasSubstr("no hello within 1000 ms"));
  EXPECT_THAT(answer.out, HasSubstr("3 of 7 subjects answer as they should; 3 absent"));
  const ShellResult one = shell(call("--check --only right --format json"));
  EXPECT_EQ(one.code, 0) << one.out;
  EXPECT_THAT(one.out, HasSubstr(R"("answer": "the adapter answers as it should")"));
  EXPECT_EQ(shell(call("--check --only missing")).code, 3);
}

TEST_F(AuditInstalled, LimitsTheTimeOfEachAudit) {
  // More than `right` needs on a machine that does something else too.
  const ShellResult answer =
      shell(call("--seconds 6 --start-limit 60000 --only silent --only right"));
  const Report report = read_report(path("all/report.jsonl"));
  ASSERT_EQ(report.externals.size(), 2u) << answer.out;
  EXPECT_THAT(report.externals[1].trouble, HasSubstr("not finished within 6 s"));
}

TEST_F(AuditInstalled, NamesWhatKeptEverySubjectFromAnAnswer) {
  const ShellResult answer = shell(call("--start-limit 500 --only silent"));
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.out, testing::AllOf(HasSubstr("no subject could be audited; silent: "),
                                         HasSubstr("no hello within 500 ms"),
                                         HasSubstr("subjects/silent/log")));
  EXPECT_THAT(answer.out, testing::Not(HasSubstr("scripts/setup")));
}

TEST_F(AuditInstalled, ContinuesAfterAnInterruption) {
  // `silent` delays the run until the interruption.
  const ShellResult cut =
      shell("timeout --foreground -s INT 10 " + call("--seconds 60 --at-once 1"));
  EXPECT_THAT(cut.out, HasSubstr("--resume goes on"));
  const Report half = read_report(path("all/report.jsonl"));
  EXPECT_FALSE(half.footer.complete);
  ASSERT_EQ(half.subjects.size(), 2u) << cut.out;
  EXPECT_EQ(half.subjects[0].decoder, "right");
  const auto written = fs::last_write_time(path("all/subjects/right/report.jsonl"));
  const ShellResult rest = shell(call("--resume --seconds 20 --start-limit 500"));
  EXPECT_EQ(rest.code, 0) << rest.out;
  EXPECT_EQ(read_report(path("all/report.jsonl")).subjects.size(), 3u);
  EXPECT_EQ(fs::last_write_time(path("all/subjects/right/report.jsonl")), written);
}

// The deep tests kill an audit again and again, at random moments.
class AuditKilled : public Audit {};

// The process that asks the decoder dies, and the audit itself lives.
TEST_F(AuditKilled, AKilledHostLeavesAnUnfinishedReportThatContinues) {
  const std::string out = path("out");
  const std::string command = kProgram +
                              " audit --budget quick --source curated --no-oracle --limit 100 " +
                              "--no-machine --threads 1 --out " + out + " " + kHostile;
  const ShellResult killed =
      shell("sh -c '" + command + " & until test -s " + out +
            "/journal; do sleep 0.01; done; until host=$(cat /proc/$!/task/$!/children) && "
            "test -n \"$host\"; do sleep 0.01; done; kill -9 $host; wait $!'");
  EXPECT_EQ(killed.code, 4);
  EXPECT_THAT(killed.out, HasSubstr("run did not finish"));
  EXPECT_THAT(killed.out, HasSubstr("killed by signal 9"));
  EXPECT_THAT(killed.out, HasSubstr("--resume goes on"));
  const Report report = read_report(out + "/report.jsonl");
  EXPECT_FALSE(report.footer.complete);
  ASSERT_EQ(report.subjects.size(), 1u);
  EXPECT_EQ(report.subjects[0].decoder, "hostile");
  EXPECT_THAT(report.externals.at(0).trouble, HasSubstr("killed by signal 9"));
  EXPECT_EQ(shell(command + " --resume").code, 0);
  EXPECT_TRUE(read_report(out + "/report.jsonl").footer.complete);
}

// It does not continue a journal that another run began.
TEST_F(AuditKilled, ContinuesOnlyFromItsOwnJournal) {
  const std::string plugin = path("copy.so");
  fs::copy_file(kHostile, plugin);
  EXPECT_EQ(shell(kProgram + " audit " + plugin + " --resume --out " + path("none")).code, 2);
  // It sleeps at intervals, so that it can be killed before it ends.
  const std::string command =
      "PLACEMAT_HOSTILE=sleep " + kProgram +
      " audit --budget quick --source state-unit --no-oracle --no-machine " +
      "--threads 1 --limit " + limit_ + " --out " + path("out") + " " + plugin;
  shell("sh -c '" + command + " & until test -s " + path("out/journal") +
        "; do sleep 0.01; done; kill -9 $!; wait'");
  ASSERT_TRUE(fs::exists(path("out/journal")));
  const std::string resume = command + " --resume";
  EXPECT_THAT(shell(resume + " --memory 100").out, HasSubstr("is of another run"));
  fs::last_write_time(plugin, fs::last_write_time(plugin) + std::chrono::seconds(1));
  EXPECT_THAT(shell(resume).out, HasSubstr("is of another run"));
  fs::last_write_time(plugin, fs::last_write_time(plugin) - std::chrono::seconds(1));
  EXPECT_EQ(shell(resume).code, 1);
  EXPECT_FALSE(fs::exists(path("out/journal")));
}

}  // namespace
}  // namespace placemat
