// A child that writes whatever the test wants, and the protocol as read from it. A valid
// answer is taken unchanged; an invalid one is reported, with its question.
#include "harness/isolation/lines.h"

#include <gmock/gmock.h>
#include <sys/prctl.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/isolation/archive.h"
#include "harness/isolation/lines_fixture.h"

namespace placemat {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kHello = R"(hello {"name":"told","modes":["strict","lossy","verdict"]})";

// Writes `hello`, and then `answer` to every question, in which $n is its number. The
// shell itself answers: no process is started for a line.
ChildCommand child(const std::string& answer, const std::string& hello = kHello) {
  const std::string script = "read line; printf '%s\\n' '" + hello +
                             "'; while read -r n mode hex; do : ; " + answer +
                             (answer.empty() ? "" : "; ") + "done";
  return {{"bash", "-c", script}, 3000};
}
// As printf of the shell reads it.
std::string prints(const std::string& format) { return "printf '" + format + "' $n"; }

class Lines : public testing::Test {
 protected:
  Lines() {
    std::signal(SIGPIPE, SIG_IGN);     // like every host
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // like every host
    limits_.call_ms = 30;
    limits_.isolate = false;
    limits_.output_mib = 1;
  }
  ~Lines() override { prctl(PR_SET_CHILD_SUBREAPER, 0); }

  Description describe(const ChildCommand& command) const {
    const std::vector<Target> no_targets;
    const RunContext none{no_targets, {}, nullptr};
    const auto host = make_line_host(none, command, limits_, std::make_shared<HangLimit>(1000));
    return Unpacker(host->answer(packed(Request::kDescribe))).read<Description>();
  }
  std::string refusal(const ChildCommand& command) const {
    try {
      describe(command);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  // The finding about the answer to `units`, in words.
  std::string judge(const std::string& answer, const std::string& hex,
                    Operation operation = Operation::kStrict32) const {
    const std::vector<Target> no_targets;
    const RunContext none{no_targets, {}, nullptr};
    const auto host =
        make_line_host(none, child(answer), limits_, std::make_shared<HangLimit>(1000));
    host->answer(packed(Request::kDescribe));
    Check check;
    check.how.operation = operation;
    check.units = parse_hex(hex);
    const auto failure =
        Unpacker(
            host->answer(packed(Request::kJudge, std::string("utf-8/maximal-subpart/keep"), check)))
            .read<std::optional<Failure>>();
    return failure ? std::string(row_of(failure->kind).name) + ": " + failure->seen : "";
  }

  Judged judge_all(const std::vector<std::string>& cases) const {
    return judge_child(cases, limits_);
  }

  Limits limits_;
};

TEST_F(Lines, ReadsValuesInHexOfEitherCase) {
  EXPECT_EQ(judge(prints("%s ok 41 20AC\\n"), "41E282AC"), "");
  EXPECT_EQ(judge(prints("%s ok 41 20ac\\n"), "41E282AC"), "");
  EXPECT_EQ(judge(prints("%s ok 041  0020AC \\r\\n"), "41E282AC"), "");
  EXPECT_EQ(judge(prints("%s ok\\n"), ""), "");
  EXPECT_EQ(judge(prints("%s ok 42\\n"), "41"), "wrong-value: well-formed: 42");
}

TEST_F(Lines, ReadsRawUnitsAsNoValues) {
  EXPECT_EQ(judge(prints("%s ok 41 raw:80\\n"), "4180"),
            "accepts-ill-formed: well-formed: 41 raw:80");
  EXPECT_THAT(judge(prints("%s ok 41 raw:e282\\n"), "41E282", Operation::kLossy32),
              testing::EndsWith(": 41 raw:E282"));
  EXPECT_EQ(judge(prints("%s ok raw:41\\n"), "41"), "wrong-value: well-formed: raw:41");
  for (const char* wrong : {"raw:", "raw:8", "raw:80G", "raw", "RAW:80", "raw:01020304050607"}) {
    EXPECT_THAT(judge(prints("%s ok " + std::string(wrong) + "\\n"), "41"),
                StartsWith("breaks-protocol: a value that is not hex"))
        << wrong;
  }
}

// The reason is for a person, so it may be anything.
TEST_F(Lines, IgnoresTheReasonOfAnError) {
  EXPECT_EQ(judge(prints("%s error - - ArgumentError: no UTF-8\\n"), "41E282"), "");
  EXPECT_EQ(judge(prints("%s error 1 2 7\\n"), "41E282"), "");
  EXPECT_THAT(judge(prints("%s error 0 1 7\\n"), "41E282"),
              testing::EndsWith("ill-formed at 0, length 1"));
}

TEST_F(Lines, ReadsErrorsWithUnknownParts) {
  EXPECT_EQ(judge(prints("%s error 1 2\\n"), "41E282"), "");
  EXPECT_EQ(judge(prints("%s error 1 -\\n"), "41E282"), "");
  EXPECT_EQ(judge(prints("%s error - -\\n"), "41E282"), "");
  EXPECT_EQ(judge(prints("%s error\\n"), "41E282"), "");
  EXPECT_THAT(judge(prints("%s error 0 1\\n"), "41E282"), HasSubstr("ill-formed at 0, length 1"));
  EXPECT_THAT(judge(prints("%s error 1 1\\n"), "41E282"), HasSubstr("ill-formed at 1, length 1"));
  EXPECT_EQ(judge(prints("%s error\\n"), "41"), "rejects-well-formed: ill-formed");
}

TEST_F(Lines, DoesNotCompareUnsupportedAnswers) {
  EXPECT_EQ(judge(prints("%s unsupported\\n"), "41E282"), "");
}

TEST_F(Lines, ReadsLargeNumbers) {
  EXPECT_EQ(judge(prints("%s ok FFFFFFFFFFFFFFFF\\n"), "41"),
            "wrong-value: well-formed: FFFFFFFFFFFFFFFF");
  EXPECT_THAT(judge(prints("%s ok 1FFFFFFFFFFFFFFFF\\n"), "41"),
              StartsWith("breaks-protocol: a value that is not hex"));
  EXPECT_THAT(judge(prints("%s error 99999999999999999999 1\\n"), "FF"),
              StartsWith("breaks-protocol: an offset that is not a number"));
  EXPECT_THAT(judge(prints("%s error -1 1\\n"), "FF"),
              StartsWith("breaks-protocol: an offset that is not a number"));
}

TEST_F(Lines, ReportsInvalidAnswers) {
  const auto tells = [&](const std::string& format, const std::string& why) {
    EXPECT_THAT(judge(prints(format), "41"), StartsWith("breaks-protocol: " + why)) << format;
  };
  tells("\\n", "an answer without a number");
  tells("ok 41\\n", "an answer without a number: ok 41");
  tells("Traceback (most recent call last):\\n", "an answer without a number: Traceback");
  tells("%s\\n", "neither ok, error nor unsupported: 1");
  tells("%s OK 41\\n", "neither ok, error nor unsupported: 1 OK 41");
  tells("%s ok 4G\\n", "a value that is not hex: 1 ok 4G");
  tells("%s ok 0x41\\n", "a value that is not hex");
  tells("%s ok U+41\\n", "a value that is not hex");
  tells("%s ok 41\\t\\n", "a value that is not hex: 1 ok 41?");
  tells("%s ok \\00041\\n", "a value that is not hex: 1 ok ?41");
  tells("%s error one two\\n", "an offset that is not a number");
  tells("7 ok 41\\n", "answer 7 where answer 1 was due");
  tells("0 ok 41\\n", "answer 0 where answer 1 was due");
  tells("99999999999999999999 ok 41\\n", "an answer without a number");
}

TEST_F(Lines, ReportsExtraOutput) {
  // In one write, or in a separate one before the next question.
  EXPECT_THAT(judge("printf '%s ok 41\\n%s ok 41\\n' $n $n", "41"),
              HasSubstr(": it says more than it was asked: 1 ok 41"));
}

TEST_F(Lines, ReportsHalfALine) {
  EXPECT_EQ(judge(prints("%s ok 4"), "41"), "breaks-protocol: half a line, and no more: 1 ok 4");
  EXPECT_THAT(judge(prints("%s ok 4") + "; exit 3", "41"),
              StartsWith("breaks-protocol: half a line, and then its end (it ended with exit(3))"));
}

// A line of more than a MiB is a normal answer as long as it is valid.
TEST_F(Lines, AcceptsHugeLines) {
  limits_.output_mib = 8;
  limits_.call_ms = 1000;
  const std::string huge = "printf '%s ok' $n; yes ' 41' | head -n 800000 | tr -d '\\n'; echo";
  EXPECT_THAT(judge(huge, "41"), HasSubstr("(800000 values)"));
  limits_.output_mib = 1;
  EXPECT_EQ(judge(huge, "41"), "breaks-protocol: more than 1 MiB of output");
}

TEST_F(Lines, ReportsHowItEnded) {
  EXPECT_EQ(judge("exit 0", "41"), "crash: it ended with exit(0)");
  EXPECT_EQ(judge("echo no memory >&2; exit 3", "41"),
            "crash: it ended with exit(3), saying: no memory");
  EXPECT_EQ(judge("kill -SEGV $$", "41"), "crash: signal 11");
  EXPECT_EQ(judge("sleep 100", "41"), "hang: no answer within 300 ms");
  EXPECT_EQ(judge("exec >&-; sleep 100", "41"), "hang: it closed its output and did not end");
}

TEST_F(Lines, ReadsClaims) {
  const Description told = describe(child(
      "",
      R"(hello {"name":"My Decoder","version":"3.1","dialect":"cesu-8","policy":"per-byte","bom":"strip-leading","modes":["lossy","stream","dance"]})"));
  EXPECT_EQ(told.claims.name, "my_decoder");
  EXPECT_EQ(told.claims.version, "3.1");
  EXPECT_EQ(told.claims.dialect, "cesu-8");
  EXPECT_EQ(told.claims.policy, "per-byte");
  EXPECT_EQ(told.claims.bom, "strip-leading");
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    EXPECT_EQ(told.claims.operations[i],
              operation == Operation::kLossy32 || operation == Operation::kStreamLossy);
  }
}

// A child that does not state a profile is not reported to have claimed one.
TEST_F(Lines, WhatHelloLacksIsNotClaimed) {
  const auto claims = [&](const std::string& members) {
    const Claims told = describe(child("", "hello {\"name\":\"d\"," + members + "}")).claims;
    return told.dialect + "/" + told.policy + "/" + told.bom;
  };
  EXPECT_EQ(claims(R"("modes":["lossy"])"), "//");
  EXPECT_EQ(claims(R"("dialect":"cesu-8","modes":["lossy"])"), "cesu-8//");
  EXPECT_EQ(claims(R"("bom":"strip-leading","modes":["strict"])"), "//strip-leading");
  // Who states a policy states a whole profile.
  EXPECT_EQ(claims(R"("dialect":"utf-8","policy":"skip","modes":["lossy"])"), "utf-8/skip/keep");
}

// The mode of its streams depends on whether it replaces.
TEST_F(Lines, StreamsOfAChildWithoutAPolicyReplaceAsItsOtherModesDo) {
  const auto streams = [&](const std::string& modes) {
    const auto told =
        describe(child("", "hello {\"name\":\"d\",\"modes\":[" + modes + "]}")).claims.operations;
    return std::pair(told[static_cast<std::size_t>(Operation::kStreamStrict)],
                     told[static_cast<std::size_t>(Operation::kStreamLossy)]);
  };
  EXPECT_EQ(streams(R"("strict","stream")"), std::pair(true, false));
  EXPECT_EQ(streams(R"("strict","lossy","stream")"), std::pair(false, true));
}

TEST_F(Lines, RefusesAnInvalidHello) {
  const auto refuses = [&](const std::string& hello, const std::string& why) {
    EXPECT_THAT(refusal(child("", hello)), HasSubstr(why)) << hello;
  };
  refuses("", "does not say hello");
  refuses("HELLO {}", "does not say hello");
  refuses("hello", "does not say hello");
  refuses("hello world", "not followed by a JSON object");
  refuses("hello [1]", "not followed by a JSON object");
  refuses("hello {\"name\":", "not followed by a JSON object");
  refuses("hello {}", "has no name");
  refuses("hello {\"name\":7}", "has no name");
  refuses("hello {\"name\":\"x\"}", "no list of modes");
  refuses("hello {\"name\":\"x\",\"modes\":\"lossy\"}", "no list of modes");
  refuses("hello {\"name\":\"x\",\"modes\":[]}", "none of the modes");
  refuses("hello {\"name\":\"x\",\"modes\":[1,null]}", "none of the modes");
}

TEST_F(Lines, DistinguishesASilentChildFromAnAbsentOne) {
  ChildCommand mute{{"sleep", "100"}, 200};
  EXPECT_THROW(describe(mute), NoHelloError);
  EXPECT_THAT(refusal(mute), HasSubstr("no hello within 200 ms"));
  mute.words = {"true"};
  EXPECT_THAT(refusal(mute), HasSubstr("exit(0)"));
  mute.words = {"/nowhere/at/all"};
  EXPECT_THAT(refusal(mute), HasSubstr("No such file"));
  try {
    describe(mute);
  } catch (const NoHelloError&) {
    ADD_FAILURE();
  } catch (const AbsentError&) {
  }
}

TEST_F(Lines, RefusesAnEndlessHello) {
  ChildCommand drips{{kHostileChild}, 300};
  const Hostile hostile("drip-hello");
  EXPECT_THROW(describe(drips), NoHelloError);
}

TEST_F(Lines, ReportsStandardErrorOfADeathBeforeTheHello) {
  const Hostile hostile("die-at-once");
  EXPECT_THAT(
      refusal({{kHostileChild}, 3000}),
      HasSubstr("exit(1), saying:  two | three | four | five | cannot find my ?[1mlibrary"));
}

// The case with FE is reported, whatever FE does, and all others are judged: FF is found
// too, at any place. An adapter that buffers its answers loses those before the failure,
// and one of them may be cut in half.
TEST_F(Lines, AttributesAFailureToItsCase) {
  for (const auto& [error_class, kind] : kFailures) {
    expect_attributed(std::string(error_class), std::string(kind));
  }
  expect_attributed("buffered-abort", "crash");
}

// A process that it left behind holds its output open; it has died all the same.
TEST_F(Lines, DistinguishesADeathFromSilence) {
  const Hostile hostile("fork-abort");
  const Judged judged = judge_all({"41", "FE", "42"});
  EXPECT_THAT(judged.wrong, ElementsAre("FE crash"));
  for (const std::string& seen : judged.seen) EXPECT_EQ(seen, "signal 6");
}

// A process that outlives the adapter is attributed to the input that started it,
// whatever the answer. One that ends with the adapter is not reported.
TEST_F(Lines, AttributesAProcessLeftBehindToItsCase) {
  limits_.call_ms = 2000;
  const std::vector<std::string> cases = many_with_two_faults();
  {
    const Hostile hostile("leave");
    const Judged judged = judge_all(cases);
    EXPECT_EQ(judged.checks, 2 * cases.size());
    EXPECT_THAT(judged.wrong, ElementsAre("41FE42 corrupts-process"));
    EXPECT_THAT(judged.seen, Each("it left a process behind"));
  }
  for (const std::string harmless : {"helper", "fork"}) {
    const Hostile hostile(harmless);
    EXPECT_THAT(judge_all(cases).wrong, IsEmpty()) << harmless;
  }
}

// A browser is slow to start on a busy machine, and is started again to see which of its processes
// are helpers.
TEST_F(Lines, StartsAgainAChildThatWasSlowOnce) {
  limits_.call_ms = 2000;
  const std::filesystem::path starts = scratch("starts");
  const std::string script = "echo >>'" + starts.string() + "'; [ $(wc -l <'" + starts.string() +
                             "') = 3 ] && exec sleep 100; exec '" + std::string(kHostileChild) +
                             "'";
  const Hostile hostile("helper");
  const Judged judged = judge_listed(
      [&](const RunContext& context) {
        return make_line_host(context, {{"sh", "-c", script}, 1000}, limits_,
                              std::make_shared<HangLimit>(1000));
      },
      many_with_two_faults());
  EXPECT_THAT(judged.wrong, IsEmpty());
  EXPECT_EQ(std::filesystem::file_size(starts), 4u);
}

// Reported even when no case reproduces it.
TEST_F(Lines, ReportsAProcessThatWasLeftBehindOnce) {
  limits_.call_ms = 2000;
  const std::string place = scratch("once").string();
  const Hostile once(place, "PLACEMAT_HOSTILE_ONCE");
  const Hostile hostile("leave-once");
  const Judged judged = judge_all(many_with_two_faults());
  EXPECT_TRUE(std::filesystem::remove(place));
  EXPECT_EQ(judged.wrong.size(), 1u);
  EXPECT_THAT(judged.seen, ElementsAre(HasSubstr("behind (once, of ")));
}

// Messages on standard error do not end the child.
TEST_F(Lines, AcceptsOutputOnStandardError) {
  limits_.file_mib = 8;
  const Hostile hostile("noisy");
  EXPECT_THAT(judge_all(std::vector<std::string>(20'000, "4142")).wrong, IsEmpty());
}

// Some thousand short questions at once, and then as many long ones: the output is large,
// and all of it was requested.
TEST_F(Lines, LongAnswersAreNotAFlood) {
  limits_.call_ms = 1000;
  std::vector<std::string> cases(20'000, "4142");
  std::string hex;
  for (int i = 0; i < 4000; ++i) hex += "E282AC";
  cases.insert(cases.end(), 300, hex);
  const Judged judged = judge_all(cases);
  EXPECT_EQ(judged.checks, 2 * cases.size());
  EXPECT_THAT(judged.wrong, IsEmpty());
}

}  // namespace
}  // namespace placemat
