#include "harness/bytes/scratch.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

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
