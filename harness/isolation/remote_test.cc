// A host is another process: its answers and exceptions arrive unchanged. When it has
// ended, the run does not wait for it.
#include "harness/isolation/remote.h"

#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "harness/bytes/scratch_fixture.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Acts on the first word of a request.
class Obedient final : public Host {
 public:
  explicit Obedient(const RunContext& context) : context_(context) {}
  Bytes answer(ByteView request) override {
    const auto word = Unpacker(request).read<std::string>();
    if (word == "absent") throw AbsentError("it is absent");
    if (word == "bad") throw InputError("it is bad");
    if (word == "mute") throw NoHelloError("it is mute", {"one limit", "another"});
    if (word == "other") throw std::logic_error("it is strange");
    if (word == "exit") _exit(0);
    if (word == "kill") raise(SIGKILL);
    if (word == "wait for stop") {
      while (!context_.stop->load()) usleep(1000);
    }
    if (word.starts_with("/")) {
      // A process in a session of its own, and no guardian to end it.
      const pid_t left = fork();
      if (left == 0) setsid(), pause();
      std::ofstream(word) << left;
      kill(getppid(), SIGKILL);
      pause();
    }
    if (word == "leave a process" && fork() == 0) {
      setsid();
      pause();
    }
    return packed(word, getpid());
  }

 private:
  const RunContext& context_;
};

class Remotes : public testing::Test {
 protected:
  Remote make() {
    return Remote(
        context_, [](const RunContext& context) { return std::make_unique<Obedient>(context); },
        [this](const std::string& what) { troubles_.push_back(what); });
  }
  const std::vector<Target> no_targets_;
  std::atomic<bool> stop_{false};
  const RunContext context_{no_targets_, {}, &stop_};
  std::vector<std::string> troubles_;
};

TEST_F(Remotes, AnswerFromAnotherProcess) {
  Remote remote = make();
  // Longer than any socket's buffer, both ways.
  for (const std::string& word : {std::string("word"), std::string(std::size_t{8} << 20, 'x')}) {
    const Bytes reply = remote.ask(packed(word));
    Unpacker in(reply);
    EXPECT_EQ(in.read<std::string>(), word);
    EXPECT_NE(in.read<pid_t>(), getpid());
    EXPECT_TRUE(in.at_end());
  }
}

TEST_F(Remotes, RethrowExceptionsOfTheHost) {
  Remote remote = make();
  const auto ask = [&](const std::string& word) { return remote.ask(packed(word)); };
  EXPECT_THROW(ask("absent"), AbsentError);
  EXPECT_THROW(ask("bad"), InputError);
  try {
    ask("mute");
    ADD_FAILURE();
  } catch (const NoHelloError& error) {
    EXPECT_STREQ(error.what(), "it is mute");
    EXPECT_THAT(error.isolation(), ElementsAre("one limit", "another"));
  }
  try {
    ask("other");
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "it is strange");
  }
  // The host survives all of them.
  EXPECT_EQ(Unpacker(ask("word")).read<std::string>(), "word");
}

TEST_F(Remotes, ReportThatTheHostHasEnded) {
  for (const char* end : {"exit", "kill"}) {
    Remote remote = make();
    EXPECT_THROW(remote.ask(packed(std::string(end))), std::runtime_error);
    EXPECT_THROW(remote.ask(packed(std::string("word"))), std::runtime_error);
  }
}

// On a thread of a run nothing is thrown, the trouble is reported once, and the answer is
// not taken as complete.
TEST_F(Remotes, ReportTroubleOnce) {
  Remote remote = make();
  EXPECT_TRUE(remote.is_sound());
  EXPECT_THROW(remote.ask(packed(std::string("kill"))), std::runtime_error);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(remote.check({0, 0, 0, 0}).tally.checks, 0u);
    EXPECT_TRUE(remote.conclude(0, {}, {}).findings.empty());  // of no subject
    EXPECT_FALSE(remote.is_sound());
  }
  EXPECT_THAT(troubles_, ElementsAre(HasSubstr("has ended")));
}

TEST_F(Remotes, ShareTheStopFlagWithTheHost) {
  Remote remote = make();
  const pid_t child = fork();  // so that the request arrives while the host waits
  if (child == 0) _exit(0);
  stop_ = true;
  EXPECT_EQ(Unpacker(remote.ask(packed(std::string("wait for stop")))).read<std::string>(),
            "wait for stop");
  EXPECT_FALSE(remote.is_sound());
  end_children();
}

TEST_F(Remotes, EndProcessesThatHostsLeaveBehind) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  end_children();
  {
    Remote remote = make();
    remote.ask(packed(std::string("leave a process")));
  }
  EXPECT_EQ(end_children(), 0u) << "the host has ended them";
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST_F(Remotes, EndProcessesAlsoWithoutAGuardian) {
  const std::string file = scratch("left").string();
  {
    Remote remote = make();
    EXPECT_THROW(remote.ask(packed(file)), std::runtime_error);
  }
  pid_t left = 0;
  std::ifstream(file) >> left;
  ASSERT_GT(left, 0);
  for (int i = 0; i < 300 && kill(left, 0) == 0; ++i) usleep(10'000);
  EXPECT_NE(kill(left, 0), 0);
}

TEST(EndChildren, CountsEndedProcesses) {
  for (int i = 0; i < 3; ++i) {
    if (fork() == 0) pause();
  }
  const pid_t kept = fork();
  if (kept == 0) pause();
  EXPECT_EQ(end_children(kept), 3u);
  EXPECT_EQ(kill(kept, 0), 0);
  EXPECT_EQ(end_children(), 1u);
}

}  // namespace
}  // namespace placemat
