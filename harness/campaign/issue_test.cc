// What can be filed: the programs and lines that show a finding are compiled and run.
#include "harness/campaign/issue.h"

#include <cstdlib>

#include "harness/bytes/error.h"
#include "harness/campaign/reproducer_fixture.h"
#include "harness/isolation/hostile_fixture.h"

namespace placemat {
namespace {

using fixture::CommandResult;
using fixture::run_command;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Parts of a C program: values, UTF-16, lengths, chunks, preludes, interleaved streams, room, NUL,
// guard pages, repetitions. The deep test has all saboteurs.
TEST(PluginProgram, ShowsTheFaultAndNoticesThatItIsGone) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const SelftestResult result = selftest(
      corpus, {.names = {"sab_utf16_pair_swapped", "sab_length16_by_lead", "sab_chunk_loses_state",
                         "sab_state_survives_finish", "sab_state_shared_by_streams",
                         "sab_capacity_short_is_ok", "sab_nul_as_continuation", "sab_overread_lead",
                         "sab_nondeterministic"},
               .threads = 2});
  std::size_t programs = 0;
  for (const SelftestOutcome& outcome : result.outcomes) {
    for (const Finding& finding : outcome.result.findings) {
      programs += fixture::expect_reproduced(finding) ? 1 : 0;
    }
  }
  EXPECT_EQ(result.outcomes.size(), 9u);
  EXPECT_GE(programs, result.outcomes.size());
}

Finding finding_of(Kind kind, const std::string& replay) {
  Finding finding;
  finding.decoder = "mine";
  finding.judged_as = "utf-8/maximal-subpart/keep";
  finding.kind = kind;
  finding.operation = "lossy32";
  finding.expected = "FFFD";
  finding.seen = "41";
  finding.replay = replay;
  return finding;
}

Issue issue_of(const Finding& finding, const ListedSubject* listed = nullptr) {
  StoredFinding stored;
  stored.finding = finding;
  return make_issue(stored, parse_replay_line(finding.replay), listed);
}

// Unicode 3.9 D92: FE and FF are ill-formed. The decoder takes FF for a letter where the variable
// is set.
TEST(PluginProgram, RunsAPluginOfC) {
  const Issue issue = issue_of(finding_of(
      Kind::kAcceptsFiveSixUnit, "placemat replay " + kHostile + " 'FF' --operation lossy32"));
  ASSERT_EQ(issue.reproducer->language, "c");
  EXPECT_THAT(issue.called, HasSubstr("hostile.so"));
  const std::string run = fixture::compiled(*issue.reproducer) + " " + kHostile;
  const CommandResult wrong = run_command("PLACEMAT_HOSTILE_ALSO=1 " + run);
  EXPECT_EQ(wrong.code, 1);
  EXPECT_EQ(wrong.out, "expected  FFFD\nseen      41\n");
  const CommandResult right = run_command(run);
  EXPECT_EQ(right.code, 0);
  EXPECT_EQ(right.out, "expected  FFFD\nseen      FFFD\n");
  EXPECT_EQ(run_command(fixture::compiled(*issue.reproducer) + " /absent.so").code, 2);
}

TEST(PluginProgram, ShowsCrashesAndAccessesOutsideOfTheBuffers) {
  const auto seen = [](const std::string& hostile, Kind kind) {
    const Issue issue =
        issue_of(finding_of(kind, "placemat replay " + kHostile + " 'FE' --operation lossy32"));
    const std::string run = fixture::compiled(*issue.reproducer) + " " + kHostile;
    EXPECT_EQ(run_command(run).code, 0) << hostile;
    const CommandResult result = run_command("PLACEMAT_HOSTILE=" + hostile + " " + run);
    EXPECT_EQ(result.code, 1) << hostile;
    return fixture::line_of(result.out, "seen      ");
  };
  EXPECT_EQ(seen("abort", Kind::kCrash), "signal 6");
  EXPECT_EQ(seen("segv", Kind::kCrash), "signal 11");
  EXPECT_EQ(seen("stack", Kind::kCrash), "signal 11");
  EXPECT_EQ(seen("exit", Kind::kCrash), "exit(0) in the middle of the call");
  const std::string outside = "an access outside of the units or the output, signal 11";
  EXPECT_EQ(seen("read-behind", Kind::kOverRead), outside);
  EXPECT_EQ(seen("write-behind", Kind::kOverWrite), outside);
  EXPECT_EQ(seen("write-before", Kind::kOverWrite), "a write outside of the output");
}

TEST(PluginProgram, ShowsAnEncoder) {
  const Issue issue =
      issue_of(finding_of(Kind::kCrash, "placemat replay " + kHostile + " --encode 10FFFF"));
  const std::string run = fixture::compiled(*issue.reproducer) + " " + kHostile;
  EXPECT_EQ(run_command(run).code, 0);
  const CommandResult wrong = run_command("PLACEMAT_HOSTILE=encoder-exit " + run);
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("exit(3) in the middle of the call"));
}

TEST(PluginProgram, WhatItCannotShowIsStatedAndReplayed) {
  const Finding finding =
      finding_of(Kind::kCorruptsProcess, "placemat replay ./mine.so 'FE' --operation lossy32");
  const Issue issue = issue_of(finding);
  EXPECT_EQ(issue.reproducer->language, "sh");
  EXPECT_EQ(issue.reproducer->text, finding.replay);
  EXPECT_THAT(issue.why_not, HasSubstr("to its process"));
}

TEST(CommandLine, AsksAChild) {
  const auto line_of = [](const std::string& arguments) {
    return issue_of(finding_of(Kind::kAcceptsFiveSixUnit,
                               "placemat replay " + arguments + " -- " + kHostileChild))
        .reproducer->text;
  };
  for (const char* arguments : {"FF --operation lossy32", "'41 FF' --operation strict32",
                                "'E2|82||FF' --operation stream-lossy",
                                "FF --operation lossy32 --prelude '41 42' --ending call"}) {
    const std::string line = line_of(arguments);
    EXPECT_EQ(run_command("sh -c '" + filled(line, {{"'", "'\\''"}}) + "'").code, 0) << line;
    const CommandResult wrong = run_command("export PLACEMAT_HOSTILE_ALSO=1; " + line);
    EXPECT_EQ(wrong.code, 1) << line << "\n" << wrong.out;
    EXPECT_THAT(wrong.out, AllOf(HasSubstr("hello {"), HasSubstr(" ok "), HasSubstr("41")));
  }
}

TEST(CommandLine, AsksAFilter) {
  const Issue issue = issue_of(finding_of(Kind::kDropsIllFormed,
                                          "placemat replay '41 FF 42' --operation lossy32 --filter "
                                          "--output utf-8 --mode lossy -- cat"));
  const CommandResult result = run_command(issue.reproducer->text);
  EXPECT_THAT(result.out, AllOf(HasSubstr(" 41 ff 42"), HasSubstr("exit status 0")));
}

TEST(CommandLine, APresentationThatNoLineHasIsNamed) {
  const Issue issue = issue_of(
      finding_of(Kind::kOverRead, "placemat replay FF --operation lossy32 --placement nul -- cat"));
  EXPECT_THAT(issue.why_not, HasSubstr("with a NUL behind"));
  EXPECT_THAT(issue.reproducer->text, testing::StartsWith("placemat replay"));
}

ListedSubject subject(const std::string& native, const std::vector<std::string>& command) {
  ListedSubject listed;
  listed.native = native;
  listed.command = command;
  return listed;
}

Issue native_issue(const ListedSubject& listed, const std::string& units = "41 C0 80") {
  return issue_of(
      finding_of(Kind::kWrongReplacementCount,
                 "placemat replay '" + units + "' --operation lossy32 -- " + kHostileChild),
      &listed);
}

// What the program of that runtime prints.
std::string printed(const ListedSubject& listed) {
  const Issue issue = native_issue(listed);
  EXPECT_TRUE(issue.why_not.empty()) << issue.why_not;
  const Reproducer& made = *issue.reproducer;
  const auto file = written(made.file, made.text);
  const CommandResult result = run_command(listed.command.front() + " " + file.string());
  EXPECT_EQ(result.code, 0) << made.text << result.out;
  return result.out;
}

struct NativeCase {
  const char* program;
  const char* native;
  std::vector<const char*> shows;  // of 41 C0 80
};

// The calls are those of the list of subjects; the answers are documented by each runtime.
const std::vector<NativeCase>& native_cases() {
  static const std::vector<NativeCase> kCases{
      {"python3",
       "U.decode('utf-8'), U.decode('utf-8', 'replace'); codecs.getincrementaldecoder('utf-8')"
       "('replace').decode(CHUNK), then .decode(b'', True)",
       {"U.decode('utf-8')\n    UnicodeDecodeError: ",
        "U.decode('utf-8', 'replace')\n    41 FFFD FFFD\n"}},
      {"ruby", "U.force_encoding('UTF-8').scrub, .valid_encoding?", {"scrub\n    41 FFFD FFFD\n"}},
      {"perl",
       "Encode::decode('UTF-8', U, Encode::FB_CROAK or Encode::FB_DEFAULT); chunks with "
       "Encode::STOP_AT_PARTIAL",
       {"FB_CROAK)\n    error: ", "FB_DEFAULT)\n    41 FFFD"}},
      {"php",
       "htmlspecialchars(U, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8')",
       {"\n    41EFBFBDEFBFBD (hex)\n"}},
      {"node",
       "new TextDecoder().decode(U); new TextDecoder('utf-8', {fatal: true}).decode(U); with "
       "{stream: true} for chunks",
       {"new TextDecoder().decode(U)\n    41 FFFD FFFD\n",
        "{fatal: true}).decode(U)\n    TypeError"}},
      {"lua5.4", "utf8.len(U, 1, -1)", {"utf8.len(U, 1, -1)\n    nil 2\n"}},
      {"elixir", "String.valid?(U)", {"String.valid?(U)\n    false\n"}},
  };
  return kCases;
}

TEST(NativeProgram, EveryTemplateHasACase) {
  for (const std::string_view runtime : native_runtimes()) {
    if (runtime == "pypy3" || runtime == "jruby" || runtime == "bun") continue;  // as another one
    EXPECT_TRUE(std::ranges::any_of(native_cases(), [&](const NativeCase& one) {
      return one.program == runtime;
    })) << runtime;
  }
}

TEST(NativeProgram, IsRunWhereItsRuntimeIsInstalled) {
  std::size_t ran = 0;
  for (const auto& [program, native, shows] : native_cases()) {
    if (run_command(std::string("command -v ") + program).code != 0) continue;
    ++ran;
    const std::string out = printed(subject(native, {program, "adapter"}));
    for (const char* expected : shows) EXPECT_THAT(out, HasSubstr(expected)) << program;
  }
  std::cout << ran << " of " << native_cases().size() << " runtimes are installed\n";
}

TEST(NativeProgram, StatementsBeforeACallAreKept) {
  if (run_command("command -v node").code != 0) GTEST_SKIP() << "no node";
  EXPECT_THAT(
      printed(subject("d = new StringDecoder('utf8'); d.write(U) + d.end()", {"node", "a.mjs"})),
      HasSubstr("d.write(U) + d.end()\n    41 FFFD FFFD\n"));
}

// Where no program can be made, the child is asked, and the reason is stated.
TEST(NativeProgram, OtherSubjectsAreAskedThroughTheirAdapter) {
  const auto reason = [](const ListedSubject& listed) {
    const Issue issue = native_issue(listed);
    EXPECT_EQ(issue.reproducer->language, "sh");
    EXPECT_THAT(issue.reproducer->text, HasSubstr("1 lossy 41C080"));
    EXPECT_EQ(issue.called, listed.native);
    return issue.why_not;
  };
  EXPECT_THAT(reason(subject("utf8.Valid(U)", {"/build/go_adapter", "valid"})),
              HasSubstr("no template for its language"));
  EXPECT_THAT(reason(subject("fs.readFileSync(FILE, 'utf8') of a file that holds U", {"node"})),
              HasSubstr("more than an expression"));
  EXPECT_THAT(reason(subject("for _, value in utf8.codes(U)", {"lua5.4"})),
              HasSubstr("more than an expression"));
}

}  // namespace
}  // namespace placemat
