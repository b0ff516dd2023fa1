// registry_test.cc: what is asked of npm and what becomes of its answers, with a script in its
// place; and that npm refuses what is not the package that the registry promised.
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

// A registry of one package on the loopback: one word says whether the integrity that it promises
// is that of another file.
constexpr const char* kServer = R"js(
const [, , archive, word, port] = process.argv, data = require('fs').readFileSync(archive);
const promised = word === 'other' ? Buffer.from('another file') : data;
const integrity = 'sha512-' + require('crypto').createHash('sha512').update(promised).digest('base64');
const server = require('http').createServer((request, response) => {
  if (request.url.endsWith('.tgz')) return response.end(data);
  const dist = { tarball: `http://127.0.0.1:${server.address().port}/lib.tgz`, integrity };
  response.end(JSON.stringify({ name: 'lib', 'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: 'lib', version: '1.0.0', dist } } }));
}).listen(Number(port ?? 0), '127.0.0.1', () => console.log(server.address().port));
)js";

class RealNpm : public Registry {
 protected:
  void SetUp() override {
    if (std::system("npm --version >/dev/null 2>&1 && node --version >/dev/null 2>&1") != 0) {
      GTEST_SKIP() << "there is no npm on this machine";
    }
    written("server.js", kServer);
    fs::create_directories(scratch("package"));
    written("package/package.json", R"({"name": "lib", "version": "1.0.0"})");
    const std::string pack = "cd '" + scratch().string() + "' && tar -czf lib.tgz package";
    ASSERT_EQ(std::system(pack.c_str()), 0);
  }
  // npm with that registry, which ends with it, and with a cache of its own. The port stays the
  // same, because the cache knows an archive by its address.
  static void registry_promises(const std::string& word) {
    npm_is("cd '" + scratch().string() + "' && touch port\n" + "node server.js lib.tgz " + word +
           R"sh( $(cat port) >ready & server=$!
until [ -s ready ]; do kill -0 $server || exit 9; sleep 0.02; done
mv ready port
export npm_config_registry=http://127.0.0.1:$(cat port)/ npm_config_cache=$PWD/cache
export npm_config_fetch_retries=0 PATH="${PATH#*:}"
cd "$OLDPWD" && npm "$@"
code=$?
kill $server
exit $code)sh");
  }
  static fs::path place(const char* name) {
    fs::create_directories(scratch(name));
    return scratch(name);
  }
  static bool is_installed(const fs::path& directory) {
    return fs::exists(directory / "node_modules" / "lib");
  }
};

TEST_F(RealNpm, AnArchiveThatIsNotThePromisedOneIsRefused) {
  registry_promises("other");
  const fs::path directory = place("refused");
  EXPECT_THAT(error_of([&] { install_version("lib", "1.0.0", directory, {}); }),
              HasSubstr("lib@1.0.0: npm says: code EINTEGRITY"));
  EXPECT_FALSE(is_installed(directory));
}

TEST_F(RealNpm, AnArchiveThatChangedInTheCacheIsRefused) {
  registry_promises("this");
  const fs::path first = place("first"), offline = place("offline"), changed = place("changed");
  install_version("lib", "1.0.0", first, {});
  EXPECT_TRUE(is_installed(first));
  install_version("lib", "1.0.0", offline, {.is_offline = true});
  EXPECT_TRUE(is_installed(offline));
  const std::string archive = read_text_file(scratch("lib.tgz"));
  std::vector<fs::path> copies;
  for (const auto& entry : fs::recursive_directory_iterator(scratch("cache"))) {
    if (entry.is_regular_file() && read_text_file(entry.path()) == archive) {
      copies.push_back(entry.path());
    }
  }
  ASSERT_EQ(copies.size(), 1u);
  std::string other = archive;
  other.back() = other.back() == 'x' ? 'y' : 'x';
  write_text_file(copies.front(), other);
  EXPECT_THROW(install_version("lib", "1.0.0", changed, {.is_offline = true}), AbsentError);
  EXPECT_FALSE(is_installed(changed));
}

}  // namespace
}  // namespace placemat
