// registry_test.cc: what is asked of npm and what becomes of its answers, with a script in its
// place.
#include "harness/campaign/registry.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Registry : public testing::Test {
 protected:
  Registry() : path_(std::getenv("PATH")) {
    setenv("PATH", (scratch().string() + ":" + path_).c_str(), 1);
  }
  ~Registry() override { setenv("PATH", path_.c_str(), 1); }

  static void npm_is(const std::string& script) {
    const fs::path npm = written("npm", "#!/bin/sh\n" + script + "\n");
    fs::permissions(npm, fs::perms::owner_all);
  }
  template <typename Call>
  static std::string error_of(const Call& call) {
    try {
      call();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  const std::string path_;
};

TEST_F(Registry, SkipsVersionsBeforeARelease) {
  npm_is(
      R"sh([ "$1 $2 $3" = "view lib versions" ] && echo '["0.9.0", "1.0.0-beta.1", "1.0.0"]')sh");
  EXPECT_THAT(published_versions("lib", {}), ElementsAre("0.9.0", "1.0.0"));
}

TEST_F(Registry, OneVersionIsNoArray) {
  npm_is(R"sh(echo '"1.0.0"')sh");
  EXPECT_THAT(published_versions("@scope/lib", {}), ElementsAre("1.0.0"));
}

TEST_F(Registry, TheReasonIsThatOfNpm) {
  npm_is("echo 'npm error code E404' >&2; exit 1");
  EXPECT_THAT(error_of([] { published_versions("lib", {}); }),
              HasSubstr("lib: npm says: code E404"));
  EXPECT_THROW(published_versions("lib", {}), AbsentError);
}

TEST_F(Registry, AnAnswerThatIsNoListIsNoVersion) {
  npm_is("echo '{\"error\": {}}'");
  EXPECT_THROW(published_versions("lib", {}), AbsentError);
  npm_is("echo nonsense");
  EXPECT_THROW(published_versions("lib", {}), AbsentError);
}

TEST_F(Registry, ANameForTheShellIsRefused) {
  npm_is("touch '" + scratch("called").string() + "'");
  EXPECT_THROW(published_versions("lib; touch x", {}), InputError);
  EXPECT_THROW(published_versions("--global", {}), InputError);
  EXPECT_THROW(install_version("lib", "1.0.0 && true", scratch(), {}), InputError);
  EXPECT_FALSE(fs::exists(scratch("called")));
}

TEST_F(Registry, NoScriptOfAPackageIsRun) {
  npm_is("echo \"$*\" >words");
  const fs::path directory = scratch("place");
  fs::create_directories(directory);
  install_version("lib", "1.0.0", directory, {});
  const std::string words = read_text_file(directory / "words");
  EXPECT_THAT(words, HasSubstr("install --ignore-scripts "));
  EXPECT_THAT(words, HasSubstr(" lib@1.0.0"));
  EXPECT_THAT(words, testing::Not(HasSubstr("--offline")));
  install_version("lib", "1.0.0", directory, {.is_offline = true});
  EXPECT_THAT(read_text_file(directory / "words"), HasSubstr("--offline"));
}

}  // namespace
}  // namespace placemat
