#include "harness/isolation/needed_files.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/bytes/scratch_fixture.h"
#include "harness/isolation/landlock.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::string make_file(const std::string& name) {
  const fs::path file = scratch(name);
  fs::create_directories(file.parent_path());
  std::ofstream(file) << "text";
  return file.string();
}

TEST(NeededFiles, OfAPluginAreThoseBesideIt) {
  const std::string plugin = make_file("project/plugin.so");
  EXPECT_THAT(files_of_plugin(plugin), ElementsAre(scratch("project").string()));
  fs::create_symlink(plugin, scratch("link.so"));
  EXPECT_THAT(files_of_plugin(scratch("link.so").string()), Contains(scratch("project").string()));
  EXPECT_TRUE(files_of_plugin(scratch("absent.so").string()).empty());
}

TEST(NeededFiles, OfACommandAreItsProgramAndItsArguments) {
  const std::string script = make_file("project/adapter.py");
  const std::string data = make_file("data/table");
  const auto files = files_of_command({"sh", script, "DATA=" + data, "no-file", ""});
  EXPECT_THAT(files, Contains(scratch("project").string()));
  EXPECT_THAT(files, Contains(scratch("data").string()));
  EXPECT_THAT(files, Contains("/usr"));
  EXPECT_THAT(files, Not(Contains(fs::current_path().string())));
}

TEST(NeededFiles, OfAnInstallationAreAllBelowItsPrefix) {
  const std::string program = make_file("prefix/bin/decoder");
  EXPECT_THAT(files_of_command({program}), Contains(scratch("prefix").string()));
}

TEST(NeededFiles, TheProgramIsTheFirstInPathThatCanBeRun) {
  fs::create_directories(scratch("a") / "decoder");  // a directory
  make_file("b/decoder");                            // not executable
  const fs::path program = make_file("c/decoder");
  fs::permissions(program, fs::perms::owner_all);
  const std::string before = std::getenv("PATH");
  const std::string path =
      scratch("a").string() + ":" + scratch("b").string() + ":" + scratch("c").string();
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(program_named("decoder"), program);
  EXPECT_EQ(program_named("no-such-decoder"), "");
  EXPECT_EQ(program_named("b/decoder"), "b/decoder");
  setenv("PATH", before.c_str(), 1);
}

// The other files of a home directory do not belong to the decoder.
TEST(NeededFiles, OfAHomeDirectoryAreTheNamedOnes) {
  const std::string plugin = make_file("home/plugin.so"), program = make_file("home/bin/decoder");
  const char* const home = std::getenv("HOME");
  const std::string before = home == nullptr ? "/" : home;
  setenv("HOME", scratch("home").c_str(), 1);
  EXPECT_THAT(files_of_plugin(plugin), ElementsAre(plugin));
  EXPECT_THAT(files_of_command({program, scratch("home").string()}),
              ElementsAre(scratch("home/bin").string()));
  setenv("HOME", before.c_str(), 1);
}

TEST(SystemFiles, HoldNoKeysAndNoHomes) {
  const auto files = system_files();
  EXPECT_THAT(files, Contains("/usr"));
  EXPECT_THAT(files, Contains("/etc/passwd"));
  for (const char* path : {"/", "/etc", "/etc/shadow", "/etc/ssh", "/etc/ssl", "/dev", "/home",
                           "/root", "/tmp", "/var", "/var/lib", "/run"}) {
    EXPECT_THAT(files, Not(Contains(path)));
  }
}

}  // namespace
}  // namespace placemat
