#include "harness/isolation/child.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "harness/isolation/remote.h"

namespace placemat {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

Limits small() {
  std::signal(SIGPIPE, SIG_IGN);  // like every host
  Limits limits;
  limits.memory_mib = 200;
  limits.output_mib = 1;
  limits.isolate = false;
  return limits;
}

struct Received {
  Child::End end;
  std::string text;
};
Received hear(Child& child, const std::string& text, milliseconds silence = milliseconds(2000)) {
  Received heard;
  heard.end = child.exchange(
      text, silence,
      [&](std::string_view piece) {
        heard.text += piece;
        return true;
      },
      true);
  return heard;
}

TEST(Child, TransfersAllInputAndOutput) {
  Limits limits = small();
  limits.output_mib = 64;
  Child child({"cat"}, limits);
  // More than any pipe holds, both ways at once.
  const std::string text(std::size_t{5} << 20, 'x');
  for (int i = 0; i < 3; ++i) {
    child.start();
    const Received heard = hear(child, text);
    EXPECT_EQ(heard.end, Child::End::kDied);
    EXPECT_EQ(heard.text.size(), text.size());
    EXPECT_EQ(child.exit_code(), 0);
    EXPECT_FALSE(child.is_running());
  }
}

TEST(Child, ReportsHowItEnded) {
  Child exits({"sh", "-c", "echo first >&2; echo the last word >&2; exit 7"}, small());
  exits.start();
  EXPECT_EQ(hear(exits, "").end, Child::End::kDied);
  EXPECT_EQ(exits.exit_code(), 7);
  EXPECT_EQ(exits.how(), "it ended with exit(7), saying: the last word");
  Child dies({"sh", "-c", "kill -BUS $$"}, small());
  dies.start();
  EXPECT_EQ(hear(dies, "").end, Child::End::kDied);
  EXPECT_EQ(dies.exit_code(), std::nullopt);
  EXPECT_EQ(dies.how(), "signal 7");
}

TEST(Child, HasATimeLimit) {
  Child silent({"sleep", "100"}, small());
  silent.start();
  EXPECT_EQ(hear(silent, "", milliseconds(100)).end, Child::End::kSilent);
  EXPECT_TRUE(silent.is_running());
  silent.kill_now();
  EXPECT_FALSE(silent.is_running());
  Child endless({"yes"}, small());
  endless.start();
  EXPECT_EQ(hear(endless, "").end, Child::End::kFlood);
  Child hoards({"sh", "-c", "a=x; while :; do a=$a$a; done"}, small());
  hoards.start();
  EXPECT_EQ(hear(hoards, "", milliseconds(20'000)).end, Child::End::kExhausted);
}

// A program that closes its output but keeps running is not reported as killed by the
// final signal.
TEST(Child, MayEndLateAfterClosingItsOutput) {
  Child slow({"sh", "-c", "exec >&-; sleep 0.3; exit 5"}, small());
  slow.start();
  EXPECT_EQ(hear(slow, "").end, Child::End::kDied);
  EXPECT_EQ(slow.exit_code(), 5);
  Child stays({"sh", "-c", "exec >&-; sleep 100"}, small());
  stays.start();
  EXPECT_EQ(hear(stays, "", milliseconds(200)).end, Child::End::kSilent);
  EXPECT_EQ(stays.how(), "it closed its output and did not end");
  EXPECT_FALSE(stays.is_running());
}

TEST(Child, IsAskedToEndBeforeItIsKilled) {
  Child ends({"cat"}, small());
  ends.start();
  EXPECT_FALSE(ends.stop().was_deaf);
  Child obeys({"sleep", "100"}, small());
  obeys.start();
  EXPECT_FALSE(obeys.stop(milliseconds(100)).was_deaf);
  Child deaf({"bash", "-c", "trap '' TERM; echo; while :; do sleep 0.1; done"}, small());
  deaf.start();
  // Not before it ignores SIGTERM.
  deaf.exchange("", milliseconds(5000), [](std::string_view) { return false; });
  EXPECT_TRUE(deaf.stop(milliseconds(100)).was_deaf);
  EXPECT_FALSE(deaf.is_running());
}

TEST(Child, LeavesNoProcessBehind) {
  Child forks({"sh", "-c", "setsid sleep 1000 & echo $!"}, small());
  forks.start();
  std::string said;
  forks.exchange("", milliseconds(5000), [&](std::string_view piece) {
    said += piece;
    return said.find('\n') == std::string::npos;
  });
  const pid_t orphan = std::stoi(said);
  EXPECT_EQ(kill(orphan, 0), 0);
  const Child::ExitStatus exit_status = forks.stop();
  // Only the reaper of orphans sees it, and that may be init.
  EXPECT_TRUE(exit_status.processes == 0 || kill(orphan, 0) != 0);
  kill(orphan, SIGKILL);
}

// A child has only its three streams.
TEST(Child, InheritsNoDescriptor) {
  Child child({"sh", "-c", "ls /proc/self/fd | wc -l"}, small());
  child.start();
  // ls opens one for the directory.
  EXPECT_EQ(std::stoi(hear(child, "").text), 4);
}

TEST(Child, OutlivesTheEndOfItsForkServer) {
  Child child({"sh", "-c", "echo $PPID"}, small());
  child.start();
  EXPECT_EQ(std::stoi(hear(child, "").text), getpid());
  end_children();
  child.start();
  EXPECT_EQ(std::stoi(hear(child, "").text), getpid());
  EXPECT_FALSE(child.isolation().empty());
}

TEST(Child, TheNewestProcessIsAnotherOneWhenOneStarts) {
  const std::uint64_t before = newest_process();
  EXPECT_GT(before, 0u);
  Child child({"cat"}, small());
  child.start();
  EXPECT_NE(newest_process(), before);
}

TEST(Child, IsAbsentWhenItDoesNotExist) {
  Child child({"/nowhere/at/all"}, small());
  for (int i = 0; i < 2; ++i) {
    try {
      child.start();
      ADD_FAILURE();
    } catch (const AbsentError& error) {
      EXPECT_THAT(error.what(), HasSubstr("No such file"));
    }
  }
}

}  // namespace
}  // namespace placemat
