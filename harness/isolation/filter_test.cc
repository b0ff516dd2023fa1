// A program that converts a stream, with one planted error: the error must be reported
// for the cases that show it, and for no others, however many share a stream.
#include "harness/isolation/filter.h"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/isolation/archive.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/isolation/listed.h"
#include "harness/judge/kind.h"

namespace placemat {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class Filters : public testing::Test {
 protected:
  Filters() {
    std::signal(SIGPIPE, SIG_IGN);  // like every host
    setenv("PLACEMAT_HOSTILE_FILE", count_file().c_str(), 1);
    limits_.call_ms = 20;
    limits_.isolate = false;  // the processes are counted in a file
    limits_.memory_mib = 100;
    limits_.output_mib = 1;
  }
  ~Filters() override { unsetenv("PLACEMAT_HOSTILE_FILE"); }

  Judged judge(const std::string& mode, const std::string& error_class,
               const std::vector<std::string>& cases) {
    FilterCommand command{{kHostileFilter, mode, error_class}, "utf-32le", mode, "", "filter"};
    if (mode == "verdict") command.output = "exit-code", command.mode = "strict";
    return judge(command, cases, "utf-8");
  }

  Judged judge(const FilterCommand& command, const std::vector<std::string>& cases,
               const std::string& as) {
    const auto make = [&](const RunContext& context) {
      return make_filter_host(context, command, limits_, std::make_shared<HangLimit>(1000));
    };
    return judge_listed(make, cases, as, [&] { std::filesystem::remove(count_file()); });
  }

  std::string count_file() const { return scratch("count").string(); }
  std::uintmax_t processes() const { return std::filesystem::file_size(count_file()); }

  Limits limits_;
};

// Every string of up to three of these: units that open, continue and break sequences,
// and the characters of markers.
std::vector<std::string> strings() {
  const std::vector<std::string> units{"", "41", "0A", "5B", "80", "A9", "C3", "E2", "F4", "FF"};
  std::vector<std::string> all;
  for (const std::string& a : units) {
    for (const std::string& b : units) {
      for (const std::string& c : units) all.push_back(a + b + c);
    }
  }
  std::ranges::sort(all);
  const auto [first, last] = std::ranges::unique(all);
  all.erase(first, last);
  return all;
}

TEST_F(Filters, ThatAreCorrectHaveNoFailure) {
  const std::vector<std::string> cases = strings();
  for (const char* mode : {"strict", "lossy", "verdict"}) {
    const Judged judged = judge(mode, "", cases);
    EXPECT_THAT(judged.wrong, IsEmpty()) << mode;
    EXPECT_EQ(judged.checks, cases.size()) << mode;
  }
}

// One fails only at its end, one writes nothing when it fails, one fails although it
// replaces: all are correct.
TEST_F(Filters, ThatEndDifferentlyHaveNoFailure) {
  const std::vector<std::string> cases = strings();
  EXPECT_THAT(judge("strict", "late", cases).wrong, IsEmpty());
  EXPECT_THAT(judge("strict", "buffered", cases).wrong, IsEmpty());
  const Judged says_so = judge("lossy", "says-so", cases);
  EXPECT_THAT(says_so.wrong, IsEmpty());
  EXPECT_EQ(says_so.checks, cases.size());
}

TEST_F(Filters, AreAskedInBatches) {
  std::vector<std::string> cases;
  for (unsigned i = 0; i < 10'000; ++i) {
    cases.push_back(to_hex(Bytes{static_cast<std::uint8_t>(0x41 + i % 26), 0xC3,
                                 static_cast<std::uint8_t>(0x80 + i % 64)}));
  }
  for (const char* mode : {"strict", "lossy", "verdict"}) {
    const Judged judged = judge(mode, "", cases);
    EXPECT_EQ(judged.checks, 10'000u);
    EXPECT_THAT(judged.wrong, IsEmpty());
    EXPECT_LE(processes(), 6u) << mode;
  }
  // A program that continues takes ill-formed cases in a stream too.
  for (std::string& hex : cases) hex = "FF" + hex;
  EXPECT_THAT(judge("lossy", "", cases).wrong, IsEmpty());
  EXPECT_LE(processes(), 3u);
}

// A strict program may end at any ill-formed case, so these travel alone; one that accepted some is
// expected to accept more. Each failure is judged by texts that were mostly asked before.
TEST_F(Filters, ThatAcceptAllAreAskedInBatches) {
  const FilterCommand command{{kHostileFilter, "lossy", ""}, "utf-32le", "strict", "", "filter"};
  const std::vector<std::string> cases = strings();
  const Judged judged = judge(command, cases, "utf-8");
  EXPECT_EQ(judged.checks, cases.size());
  EXPECT_GT(judged.wrong.size(), cases.size() / 2);
  EXPECT_LE(processes(), 4 * cases.size());
}

// What a right refusal costs is one process, however often its text is asked. An answer that a
// finding rests on is asked for again.
TEST_F(Filters, ThatRefuseAnIllFormedTextAreAskedOnce) {
  constexpr std::size_t kFew = 6;  // to describe it
  const std::vector<std::string> cases(100, "41FF");
  const Judged strict = judge("strict", "", cases);
  EXPECT_EQ(strict.checks, cases.size());
  EXPECT_THAT(strict.wrong, IsEmpty());
  EXPECT_LE(processes(), kFew);
  const Judged silent = judge("strict", "stops-silently", cases);
  EXPECT_THAT(silent.wrong, Contains("41FF accepts-ill-formed"));
  EXPECT_GT(processes(), kFew);
}

// FF at the end of a case swallows the head of the harness's marker. That is not an error
// of the program, and the neighbouring cases are intact.
TEST_F(Filters, HaveNoFindingForASwallowedMarker) {
  EXPECT_THAT(judge("lossy", "eats", {"4141", "41FF41", "4242", "4343"}).wrong,
              ElementsAre("41FF41 swallows-next-unit"));
  EXPECT_THAT(judge("lossy", "eats", {"4141", "FF4180", "C3A941", "FFFF"}).wrong,
              ElementsAre("FF4180 swallows-next-unit", "FFFF swallows-next-unit"));
  EXPECT_THAT(judge("lossy", "eats-line", {"4141", "41FF", "4242", "FF4141", "4343"}).wrong,
              ElementsAre("FF4141 swallows-next-unit"));
}

// In a stream, everything behind the first ill-formed case would be wrong.
TEST_F(Filters, HaveNoFindingForStateOfANeighbour) {
  EXPECT_THAT(judge("lossy", "remembers", {"4242", "41FF41", "4242", "424241", "80FF42"}).wrong,
              ElementsAre("80FF42 wrong-value"));
}

TEST_F(Filters, ThatStopSilentlyAtAnError) {
  const Judged judged =
      judge("strict", "stops-silently", {"4141", "41FF41", "4242", "C3A941", "80", "4343"});
  EXPECT_EQ(judged.checks, 6u);
  EXPECT_THAT(judged.wrong,
              UnorderedElementsAre("41FF41 accepts-ill-formed", "80 accepts-ill-formed"));
}

TEST_F(Filters, ThatRejectOneWellFormedCaseOfMany) {
  std::vector<std::string> cases(500, "41C3A9");
  cases[77] = "41EFBFBE42";
  cases[400] = "EFBFBE42";
  const Judged judged = judge("strict", "rejects-nonchar", cases);
  EXPECT_EQ(judged.checks, 500u);
  EXPECT_THAT(judged.wrong, UnorderedElementsAre("41EFBFBE42 rejects-noncharacter",
                                                 "EFBFBE42 rejects-noncharacter"));
}

TEST_F(Filters, ThatJudgeOnlyTheFirstUnits) {
  std::vector<std::string> cases(50, "41C3A9");
  cases.push_back("41FF42");
  cases.push_back(std::string(140, '4') + "FF");
  const Judged judged = judge("verdict", "shallow", cases);
  EXPECT_EQ(judged.checks, 52u);
  EXPECT_THAT(judged.wrong, ElementsAre(cases.back() + " depends-on-position"));
}

TEST_F(Filters, ThatPassNoMarker) {
  const Judged judged = judge("lossy", "no-newlines", {"4141", "410A41", "FF41", "4242"});
  EXPECT_EQ(judged.checks, 4u);
  EXPECT_THAT(judged.wrong, ElementsAre("410A41 wrong-value"));
  EXPECT_THAT(judge("lossy", "doubles", {"4141", "FF41", "4242"}).wrong, IsEmpty());
}

// The report names the case and how the program ended, and every other case is judged;
// the finding for C0 AF next to it is kept.
TEST_F(Filters, ThatEndEarly) {
  const std::vector<std::string> cases{"4141", "41FE42", "4242", "C3A9", "FF", "4343"};
  for (const char* error_class : {"abort", "abort-unflushed"}) {
    const Judged judged = judge("lossy", error_class, cases);
    EXPECT_EQ(judged.checks, 6u) << error_class;
    EXPECT_THAT(judged.wrong, ElementsAre("41FE42 crash")) << error_class;
    EXPECT_THAT(judged.seen, ElementsAre(HasSubstr("signal 6"))) << error_class;
  }
  const Judged exits = judge("lossy", "exit", cases);
  EXPECT_EQ(exits.checks, 6u);
  EXPECT_THAT(exits.wrong, ElementsAre("41FE42 drops-ill-formed"));
}

TEST_F(Filters, ThatDoNotEnd) {
  const std::vector<std::string> cases{"4141", "41FE42", "4242", "C3A9", "FF", "4343"};
  for (const char* error_class : {"loop", "sleep-unflushed", "close-and-sleep", "drip", "stop"}) {
    const Judged judged = judge("lossy", error_class, cases);
    EXPECT_EQ(judged.checks, 6u) << error_class;
    EXPECT_THAT(judged.wrong, ElementsAre("41FE42 hang")) << error_class;
  }
  EXPECT_THAT(judge("lossy", "loop", cases).seen, ElementsAre("no word and no end within 200 ms"));
  EXPECT_THAT(judge("lossy", "close-and-sleep", cases).seen,
              ElementsAre("it closed its output and did not end"));
}

// A process that it left behind holds its output open; it has ended all the same.
TEST_F(Filters, ThatLeaveAProcessBehind) {
  const Judged judged = judge("lossy", "fork", {"4141", "41FE42", "4242", "C3A9", "FF41", "4343"});
  EXPECT_EQ(judged.checks, 6u);
  // Where init reaps orphans, no process is reported.
  EXPECT_THAT(judged.wrong, testing::AnyOf(ElementsAre("41FE42 corrupts-process"), IsEmpty()));
}

TEST_F(Filters, ThatWriteOrTakeTooMuch) {
  limits_.call_ms = 2000;  // a busy machine gives the memory slowly, which is no hang
  const std::vector<std::string> cases{"4141", "41FE42", "4242", "C3A9", "FF", "4343"};
  const Judged flood = judge("lossy", "flood", cases);
  EXPECT_EQ(flood.checks, 6u);
  EXPECT_THAT(flood.wrong, ElementsAre("41FE42 breaks-protocol"));
  EXPECT_THAT(flood.seen, ElementsAre("more than 1 MiB of output"));
  const Judged memory = judge("lossy", "memory", cases);
  EXPECT_EQ(memory.checks, 6u);
  EXPECT_THAT(memory.wrong, ElementsAre("41FE42 exhausts-memory"));
}

TEST_F(Filters, ThatWriteInvalidOutput) {
  // 33 units cannot be values of four units each.
  const Judged judged = judge("lossy", "garbage", {"4141", "41FE42", "4242", "C3A9", "FF", "4343"});
  EXPECT_EQ(judged.checks, 6u);
  EXPECT_THAT(judged.wrong, ElementsAre("41FE42 breaks-protocol"));
  EXPECT_THAT(judged.seen, ElementsAre("its output is not utf-32le"));
}

// Every ill-formed string is passed on, and nothing else is wrong with it.
TEST_F(Filters, ThatCopyTheirInputPassIllFormedUnits) {
  const std::vector<std::string> cases{"4141",     "C0AF",       "41EDA08042", "F4908080",
                                       "E0808041", "F888808080", "C3A9",       "41E282"};
  const Judged judged = judge({{"cat"}, "utf-8", "lossy", "", "cat"}, cases, "utf-8");
  EXPECT_EQ(judged.checks, cases.size());
  EXPECT_THAT(judged.wrong,
              UnorderedElementsAre("C0AF passes-ill-formed", "41EDA08042 passes-ill-formed",
                                   "F4908080 passes-ill-formed", "E0808041 passes-ill-formed",
                                   "F888808080 passes-ill-formed", "41E282 passes-ill-formed"));
  EXPECT_THAT(judged.seen, Contains("raw:C0 raw:AF"));
  // It is to end in failure, and passes them on with success.
  EXPECT_THAT(judge({{"cat"}, "utf-8", "strict", "", "cat"}, {"C0AF", "41"}, "utf-8").wrong,
              ElementsAre("C0AF passes-ill-formed"));
}

TEST_F(Filters, ThatReplaceInUtf8HaveNoFailure) {
  const std::vector<std::string> cases = strings();
  const Judged judged =
      judge({{kHostileFilter, "lossy", "utf-8"}, "utf-8", "lossy", "", "filter"}, cases, "utf-8");
  EXPECT_THAT(judged.wrong, IsEmpty());
  EXPECT_EQ(judged.checks, cases.size());
}

TEST_F(Filters, ThatPassOnlySurrogates) {
  const FilterCommand command{
      {kHostileFilter, "lossy", "passes-surrogates"}, "utf-8", "lossy", "", "f"};
  std::vector<std::string> cases = strings();
  EXPECT_THAT(judge(command, cases, "utf-8").wrong, IsEmpty());
  cases.insert(cases.end(), {"EDA080", "41EDBFBF42"});
  const Judged judged = judge(command, cases, "utf-8");
  EXPECT_THAT(judged.wrong,
              UnorderedElementsAre("EDA080 passes-ill-formed", "41EDBFBF42 passes-ill-formed"));
  // In WTF-8, a lone surrogate is a character.
  EXPECT_THAT(judge(command, {"EDA080", "41EDBFBF42", "C0AF"}, "wtf-8").wrong, IsEmpty());
}

// The position of an error is not stated, so it is neither compared nor claimed.
TEST_F(Filters, DoNotStateErrorOffsets) {
  const std::vector<Target> no_targets;
  const RunContext none{no_targets, {}, nullptr};
  const auto host =
      make_filter_host(none, {{kHostileFilter, "strict"}, "utf-32le", "strict", "", ""}, limits_,
                       std::make_shared<HangLimit>(1000));
  const auto description = Unpacker(host->answer(packed(Request::kDescribe))).read<Description>();
  EXPECT_EQ(description.claims.claims & (PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH), 0u);
  EXPECT_THAT(description.claims.origin, HasSubstr("cannot be seen"));
  EXPECT_EQ(description.claims.name, "hostile_filter");
  EXPECT_EQ(description.claims.version, "1.2");
}

TEST_F(Filters, RefuseInvalidPrograms) {
  const std::vector<Target> no_targets;
  const RunContext none{no_targets, {}, nullptr};
  const auto refuses = [&](const FilterCommand& command, const std::string& why) {
    const auto host = make_filter_host(none, command, limits_, std::make_shared<HangLimit>(1000));
    try {
      host->answer(packed(Request::kDescribe));
      ADD_FAILURE() << command.words.front();
    } catch (const AbsentError& error) {
      EXPECT_THAT(error.what(), HasSubstr(why));
    }
  };
  refuses({{"/nowhere/at/all"}, "utf-32le", "strict", "", ""}, "No such file");
  refuses({{"false"}, "utf-32le", "strict", "", ""}, "exit(1)");
  refuses({{"true"}, "utf-32le", "strict", "", ""}, "is not utf-32le");
  refuses({{"cat"}, "utf-32le", "strict", "", ""}, "is not utf-32le");
  refuses({{"sleep", "10"}, "utf-8", "strict", "", ""}, "no word and no end");
}

}  // namespace
}  // namespace placemat
