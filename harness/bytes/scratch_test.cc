#include "harness/bytes/scratch.h"

#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "harness/bytes/scratch_fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

TEST(ScratchDirectory, IsRemovedWithItsContents) {
  std::string path;
  {
    const Scratch scratch;
    path = scratch.path();
    EXPECT_TRUE(fs::is_empty(path));
    fs::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/c") << "x";
    const pid_t child = fork();
    if (child == 0) {
      scratch.~Scratch();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(fs::exists(path + "/a/b/c")) << "it was not that process's";
    EXPECT_NE(Scratch().path(), path);
  }
  EXPECT_FALSE(fs::exists(path));
}

// The directory of a process that ends without removing it. With `lives`, that process goes on.
std::string left_scratch(pid_t& process, bool lives) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  process = fork();
  if (process == 0) {
    const Scratch scratch;
    std::ofstream(scratch.path() + "/file") << "x";
    if (write(ends[1], scratch.path().c_str(), scratch.path().size()) < 0) _exit(1);
    close(ends[1]);
    if (lives) pause();
    _exit(0);
  }
  close(ends[1]);
  std::string path(4096, '\0');
  path.resize(static_cast<std::size_t>(read(ends[0], path.data(), path.size())));
  close(ends[0]);
  if (!lives) waitpid(process, nullptr, 0);
  return path;
}

TEST(ScratchDirectory, OfAnEndedProcessIsRemovedByTheNext) {
  const std::string parent = scratch().string();
  setenv("TMPDIR", parent.c_str(), 1);
  pid_t ended = 0, living = 0;
  const std::string stale = left_scratch(ended, false), used = left_scratch(living, true);
  fs::create_directories(parent + "/placemat-of-another");
  EXPECT_EQ(fs::path(stale).parent_path(), parent);
  const pid_t next = fork();
  if (next == 0) {
    remove_stale_scratch(parent);
    _exit(0);
  }
  waitpid(next, nullptr, 0);
  EXPECT_FALSE(fs::exists(stale));
  EXPECT_TRUE(fs::exists(used + "/file"));
  EXPECT_TRUE(fs::exists(parent + "/placemat-of-another"));
  kill(living, SIGKILL);
  waitpid(living, nullptr, 0);
  EXPECT_EQ(remove_stale_scratch(parent), 1u);
  unsetenv("TMPDIR");
}

// A new directory that is not locked yet looks stale to another process.
TEST(ScratchDirectory, IsThereWhileOthersRemoveStaleOnes) {
  const std::string parent = scratch().string();
  setenv("TMPDIR", parent.c_str(), 1);
  std::vector<pid_t> others(2);
  for (pid_t& other : others) {
    other = fork();
    if (other == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (other == 0) remove_stale_scratch(parent);
  }
  int taken = 0;
  for (int i = 0; i < 1000; ++i) {
    const Scratch made;
    taken += fs::is_directory(made.path()) ? 0 : 1;
  }
  for (const pid_t other : others) {
    kill(other, SIGKILL);
    waitpid(other, nullptr, 0);
  }
  EXPECT_EQ(taken, 0);
  unsetenv("TMPDIR");
}

TEST(TestDirectory, IsOneForEachTest) {
  TestDirectory directory;
  const std::string path = directory.path();
  EXPECT_EQ(directory.path(), path);
  EXPECT_TRUE(fs::is_empty(path));
  directory.OnTestEnd(*testing::UnitTest::GetInstance()->current_test_info());
  EXPECT_FALSE(fs::exists(path));
  EXPECT_NE(directory.path(), path);
  EXPECT_EQ(scratch("a"), written("a", "text"));
  EXPECT_EQ(fs::file_size(scratch("a")), 4u);
  EXPECT_NE(scratch(), directory.path());
}

}  // namespace
}  // namespace placemat
