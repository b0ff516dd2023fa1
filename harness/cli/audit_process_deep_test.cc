// What a decoder does to its process, each way by itself, and what another program does to an
// audit.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>

#include "harness/cli/audit_fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Each is one finding beside the second fault, and its replay line shows it again.
TEST_F(Audit, NamesCrashes) {
  expect_named("abort", Kind::kCrash, "FE", "signal 6");
  expect_named("kill", Kind::kCrash, "FE", "signal 9");
  expect_named("stack", Kind::kCrash, "FE", "signal 11");
  expect_named("quick-exit", Kind::kCrash, "FE", "exit(0) in the middle of the call");
  // A child process keeps the decoder's end of the connection open.
  expect_named("fork-exit", Kind::kCrash, "FE", "exit(0) in the middle of the call");
  for (const int signal : {SIGFPE, SIGTERM}) {
    expect_named("signal-" + std::to_string(signal), Kind::kCrash, "FE",
                 "signal " + std::to_string(signal));
  }
}

TEST_F(Audit, NamesADecoderThatSleeps) { expect_named("sleep", Kind::kHang, "FE", "time limit"); }

// The host reports what the decoder's own process cannot observe.
TEST_F(Audit, NamesADecoderThatTakesAllMemoryWithSignalsBlocked) {
  if (&__asan_init != nullptr) {
    GTEST_SKIP() << "what memory a process has is not bounded under a sanitizer";
  }
  limit_ = "50";
  expect_named("deaf-memory", Kind::kExhaustsMemory, "FE", "MiB of memory");
}

// A filter that reads its input in blocks and loses sequences across the end of one. Only the
// source `blocks` has sequences that long.
TEST_F(Audit, FindsWhereTheBlocksOfAFilterEnd) {
  limit_ = "1000";
  const std::string filter = kHostileFilter;
  const auto asked = [&](const std::string& mode, const std::string& error_class) {
    return audit("", "--filter --mode " + mode + " -- " + filter + " " + mode + " " + error_class,
                 "--source blocks --no-machine --threads 2");
  };
  const Report right = asked("lossy", "block-0");
  EXPECT_EQ(last_.code, 0) << last_.out;
  EXPECT_TRUE(right.subjects[0].findings.empty());
  EXPECT_GT(right.footer.checks, 150u);
  const Report wrong = asked("lossy", "block-8192/1");
  EXPECT_EQ(last_.code, 1) << last_.out;
  const auto& findings = wrong.subjects[0].findings;
  ASSERT_FALSE(findings.empty());
  const ShellResult again =
      shell(kProgram + findings[0].replay.substr(std::string("placemat").size()));
  EXPECT_EQ(again.code, 1) << findings[0].replay << "\n" << again.out;
}

TEST_F(Audit, NamesADecoderThatStopsItself) {
  expect_named("stop", Kind::kHang, "FE", "time limit");
}

TEST_F(AuditChild, NamesTheInputThatLeavesAProcessBehind) {
  expect_named("leave", Kind::kCorruptsProcess, "it left a process behind");
}

TEST_F(Audit, NamesADecoderThatLoopsWithSignalsBlocked) {
  expect_named("deaf-loop", Kind::kHang, "FE", "time limit");
}

TEST_F(Audit, NamesWritesBehindTheCapacity) {
  expect_named("write-behind", Kind::kOverWrite, "FE", "behind the capacity");
}

TEST_F(Audit, NamesADecoderThatCorruptsItsProcess) {
  expect_named("print", Kind::kCorruptsProcess, "FE", "standard output");
  expect_named("close", Kind::kCorruptsProcess, "FE", "closed the file descriptor");
  expect_named("steal", Kind::kCorruptsProcess, "FE", "opened another there");
  expect_named("scribble", Kind::kCorruptsProcess, "FE", "which it did not open");
  expect_named("fork-return", Kind::kCorruptsProcess, "FE", "left a process behind");
}

TEST_F(AuditChild, NamesAChildThatExits) {
  expect_named("exit", Kind::kCrash, "exit(0)");
  expect_named("stack", Kind::kCrash, "signal 11");
  expect_named("signal-15", Kind::kCrash, "signal 15");
  expect_named("signal-40", Kind::kCrash, "signal 40");
  expect_named("fork-abort", Kind::kCrash, "signal 6");
  expect_named("lock", Kind::kCrash, "signal 6");
}

TEST_F(AuditChild, NamesASlowChild) {
  expect_named("slow", Kind::kHang, "no answer within 400 ms");
}

TEST_F(AuditChild, NamesMalformedAnswers) {
  expect_named("half", Kind::kBreaksProtocol, "half a line");
  expect_named("flood", Kind::kBreaksProtocol, "more than 4 MiB");
  expect_named("drip", Kind::kBreaksProtocol, "half a line, and no more");
  expect_named("twice", Kind::kBreaksProtocol, "it says more than it was asked");
}

TEST_F(Audit, NamesADecoderThatChangesItsProcess) {
  expect_named("handler", Kind::kCorruptsProcess, "FE", "a handler of its own for signal 11");
  expect_named("left-thread", Kind::kCorruptsProcess, "FE", "left a thread behind");
  expect_named("left-file", Kind::kCorruptsProcess, "FE", "left the file descriptor");
  expect_named("kill-group", Kind::kCrash, "FE", "signal 9, which it sent to its process group");
  expect_named("kill", Kind::kCrash, "FE", "signal 9, which it sent itself");
}

// Where the kernel tells who asks.
TEST_F(Audit, NamesWhatADecoderTriedAndWasRefused) {
  if (!reports_attempts(audit(""))) GTEST_SKIP() << last_.out;
  expect_named("socket", Kind::kCorruptsProcess, "FE", "tried to open a socket");
  expect_named("sibling", Kind::kCorruptsProcess, "FE",
               "tried to start a process that is not its child");
  expect_named("memory-file", Kind::kCorruptsProcess, "FE",
               "tried to write to a file outside of its directory");
  expect_named("trace", Kind::kCorruptsProcess, "FE", "tried to trace a process");
  expect_named("mount", Kind::kCorruptsProcess, "FE", "tried to mount a file system");
}

// The pages are protected by the kernel, also from a decoder that restores what it did.
TEST_F(Audit, NamesWritesToProtectedPages) {
  for (const auto& [hostile, seen] :
       std::map<std::string, std::string>{{"write-input", "into the input"},
                                          {"unprotect-input", "into the input"},
                                          {"unprotect-guard", "behind the capacity"},
                                          {"write-far-before", "before the first value"}}) {
    SCOPED_TRACE(hostile);
    let_them_do_more();
    const Report report = audit(hostile, kHostile, "--source sequences");
    const Finding finding = beside_the_other_fault(report);
    EXPECT_EQ(row_of(finding.kind).name, row_of(Kind::kOverWrite).name);
    EXPECT_EQ(finding.minimal, "FE");
    EXPECT_THAT(finding.seen, HasSubstr(seen));
  }
}

// An audit that is killed repeatedly, at random moments, ends with the same report.
class AuditContinued : public Audit {
 protected:
  void expect_same(const std::string& hostile, std::mt19937_64& random) {
    SCOPED_TRACE(hostile);
    const std::string command = "PLACEMAT_HOSTILE_ALSO=1 PLACEMAT_HOSTILE=" + hostile + " " +
                                kProgram + " audit --budget quick --limit 100 --no-oracle " +
                                "--no-machine --threads 2 " + kHostile + " --out ";
    const std::string whole_path = path("whole-" + hostile), out_path = path("out-" + hostile);
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(shell(command + whole_path).code, 1);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    const auto go_on = [&](const std::string& prefix) {
      const bool can_resume = fs::exists(out_path + "/journal");
      return shell(prefix + command + out_path + (can_resume ? " --resume" : ""));
    };
    std::uniform_real_distribution<double> moment(0, took.count());
    int killed = 0;
    for (int i = 0; killed < kKills && i < 5 * kKills; ++i) {
      // Periods of this length are sometimes enough to finish; then the audit starts anew.
      const double seconds = moment(random) / (i % 2 + 1);
      killed += go_on("timeout -s KILL " + std::to_string(seconds) + " env ").code != 1 ? 1 : 0;
    }
    EXPECT_GE(killed, kKills);
    EXPECT_EQ(go_on("").code, 1);
    EXPECT_FALSE(fs::exists(out_path + "/journal"));
    expect_same_findings(read_report(whole_path + "/report.jsonl"),
                         read_report(out_path + "/report.jsonl"));
  }

  static void expect_same_findings(const Report& whole, const Report& pieces) {
    EXPECT_TRUE(pieces.footer.complete);
    EXPECT_EQ(pieces.footer.checks, whole.footer.checks);
    ASSERT_EQ(pieces.subjects.size(), 1u);
    EXPECT_GT(whole.subjects[0].findings.size(), 1u);
    ASSERT_EQ(pieces.subjects[0].findings.size(), whole.subjects[0].findings.size());
    for (std::size_t i = 0; i < pieces.subjects[0].findings.size(); ++i) {
      const Finding &one = pieces.subjects[0].findings[i], &other = whole.subjects[0].findings[i];
      EXPECT_EQ(one.key, other.key);
      EXPECT_EQ(one.minimal, other.minimal) << one.key;
      EXPECT_EQ(one.seen, other.seen) << one.key;
      EXPECT_EQ(one.checks, other.checks) << one.key;
    }
  }

  static constexpr int kKills = 4;  // for each of two modes
};

TEST_F(AuditContinued, ContinuesFromAnyMoment) {
  const char* given = std::getenv("PLACEMAT_TEST_SEED");
  const std::uint64_t seed = given != nullptr ? std::stoull(given) : std::random_device()();
  SCOPED_TRACE("PLACEMAT_TEST_SEED=" + std::to_string(seed));
  std::printf("PLACEMAT_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
  std::mt19937_64 random(seed);
  expect_same("quick-exit", random);
  expect_same("print", random);
}

}  // namespace
}  // namespace placemat
