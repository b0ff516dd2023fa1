// A plug-in makes many correct calls and one incorrect action. The report names exactly
// that case, and judges every other one.
#include "harness/isolation/plugin.h"

#include <gmock/gmock.h>
#include <sys/prctl.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "harness/bytes/error.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/isolation/listed.h"

namespace placemat {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Plugins : public testing::Test {
 protected:
  Plugins() {
    std::signal(SIGPIPE, SIG_IGN);     // like every host
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // like every host
    limits_.call_ms = 100;
    setenv("PLACEMAT_HOSTILE_ALSO", "1", 1);
  }
  ~Plugins() override {
    unsetenv("PLACEMAT_HOSTILE_ALSO");
    unsetenv("PLACEMAT_HOSTILE");
    prctl(PR_SET_CHILD_SUBREAPER, 0);
  }
  MakeHost make(const std::string& path) const {
    return [this, path](const RunContext& context) {
      return make_plugin_host(context, path, limits_, std::make_shared<HangLimit>(1000));
    };
  }
  Judged judge(const std::string& hostile, const std::vector<std::string>& cases) {
    setenv("PLACEMAT_HOSTILE", hostile.c_str(), 1);
    return judge_listed(make(kHostile), cases);
  }
  std::string refusal(const std::string& hostile, const std::string& path) {
    setenv("PLACEMAT_HOSTILE", hostile.c_str(), 1);
    const std::vector<Target> no_targets;
    const RunContext none{no_targets, {}, nullptr};
    try {
      make(path)(none)->answer(packed(Request::kDescribe));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  Limits limits_;
};

std::vector<std::string> many() {
  std::vector<std::string> cases(200, "41C3A9");
  cases[20] = "FF42";
  cases[100] = "41FE";
  cases[180] = "FF42";
  return cases;
}

TEST_F(Plugins, AreReportedForExactlyTheFailingCase) {
  const std::vector<std::string> cases = many();
  for (const auto& [error_class, kind, seen] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"segv", "crash", "signal 11"},
           {"exit", "crash", "exit(0)"},
           {"kill", "crash", "signal 9"},
           {"throw", "crash", "an exception"},
           {"thread", "crash", "signal 6"},
           {"fork-exit", "crash", "exit(0)"},
           {"loop", "hang", "time limit"},
           {"stop", "hang", "time limit"},
           {"print", "corrupts-process", "standard output"},
           {"close", "corrupts-process", "closed the file descriptor"},
           {"steal", "corrupts-process", "opened another there"},
           {"scribble", "corrupts-process", "did not open"},
           {"fork", "corrupts-process", "left a process behind"},
           {"handler", "corrupts-process", "a handler of its own for signal 11"},
           {"mask", "corrupts-process", "blocked signals"},
           {"locale", "corrupts-process", "changed the locale"},
           {"rounding", "corrupts-process", "floating-point"},
           {"directory", "corrupts-process", "working directory"},
           {"umask", "corrupts-process", "file creation mask"},
           {"left-thread", "corrupts-process", "left a thread behind"},
           {"left-file", "corrupts-process", "left the file descriptor"},
           {"kill-group", "crash", "signal 9"},
           {"unprotect-guard", "over-write", "behind the capacity"},
           {"read-behind", "over-read", "behind the last unit"},
           {"write-before", "over-write", "before the first value"}}) {
    const Judged judged = judge(error_class, cases);
    EXPECT_EQ(judged.checks, 2 * cases.size()) << error_class;
    EXPECT_THAT(judged.wrong, ElementsAre("41FE " + kind, "FF42 accepts-ill-formed"))
        << error_class << ": " << testing::PrintToString(judged.seen);
    EXPECT_THAT(judged.seen, testing::Contains(HasSubstr(seen))) << error_class;
  }
}

TEST_F(Plugins, AreNotBlamedForWhatTheHarnessPrinted) {
  std::printf("this is not flushed");
  const Judged judged = judge("exit", {"41", "41FE", "41C3A9"});
  EXPECT_THAT(judged.wrong, ElementsAre("41FE crash")) << testing::PrintToString(judged.seen);
}

// Several cases may end it, one in each operation.
TEST_F(Plugins, AreReportedForEachFailingCase) {
  const Judged judged = judge("quick-exit", {"41", "FE", "42", "41FE", "FF", "C3A9"});
  EXPECT_EQ(judged.checks, 12u);
  EXPECT_THAT(judged.wrong, ElementsAre("41FE crash", "FE crash", "FF accepts-ill-formed"));
}

TEST_F(Plugins, ThatAreCorrectHaveNoFailure) {
  unsetenv("PLACEMAT_HOSTILE_ALSO");
  const Judged judged = judge("", {"41", "FE", "FF", "", "C3A9"});
  EXPECT_EQ(judged.checks, 12u);  // two for each, and two for nothing at NULL
  EXPECT_THAT(judged.wrong, IsEmpty());
}

TEST_F(Plugins, DescribeThemselves) {
  setenv("PLACEMAT_HOSTILE", "", 1);
  const std::vector<Target> no_targets;
  const RunContext none{no_targets, {}, nullptr};
  const auto host = make(kHostile)(none);
  const auto told = Unpacker(host->answer(packed(Request::kDescribe))).read<Description>();
  EXPECT_EQ(told.claims.name, "hostile");
  EXPECT_TRUE(told.claims.encodes);
  EXPECT_FALSE(told.isolation.empty());
}

TEST_F(Plugins, RefuseInvalidObjects) {
  EXPECT_THAT(refusal("load-exit", kHostile), HasSubstr("exit(0)"));
  EXPECT_THAT(refusal("bad-name", kHostile), HasSubstr("name"));
  EXPECT_THAT(refusal("", PLACEMAT_SOURCE_DIR "/README.md"), HasSubstr("README.md"));
  EXPECT_THAT(refusal("", "/nowhere/at/all.so"), HasSubstr("/nowhere/at/all.so"));
}

}  // namespace
}  // namespace placemat
