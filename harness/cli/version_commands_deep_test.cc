// version_commands_deep_test.cc: `placemat bugs verify` and `placemat history`, with a script in
// the place of npm that installs a decoder of this tree: in some versions a right one, in others
// one that answers every text with the same values.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/cli/shell.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kRight = PLACEMAT_BINARY_DIR "/harness/isolation/hostile/hostile_child";

// The adapter is a shell script: versions before 1.0.0 have no lossy replacement but U+0041.
class VersionCommands : public WithDirectory {
 protected:
  VersionCommands() {
    const std::string wrong = R"sh(#!/bin/sh
while read -r number mode rest; do
  case $number in
    placemat) echo 'hello {"name":"wrong","version":"0","dialect":"utf-8","policy":"maximal-subpart","bom":"keep","modes":["lossy"]}';;
    *) case $rest in
         '') echo "$number ok";;
         C0AF) echo "$number ok 2F";;
         *) echo "$number unsupported";;
       esac;;
  esac
done
)sh";
    const std::string npm = R"sh(#!/bin/sh
case $1 in
  view) echo '["0.8.0", "0.9.0", "1.0.0", "1.1.0"]';;
  install)
    for word; do last=$word; done
    mkdir -p node_modules/lib
    case $last in
      lib@0.*) cp ')sh" + file("wrong", wrong) +
                            R"sh(' node_modules/lib/run;;
      lib@1.*) printf '#!/bin/sh\nexec "$1" maximal-subpart\n' >node_modules/lib/run;;
      *) echo "npm error notarget $last" >&2; exit 1;;
    esac;;
esac
)sh";
    std::filesystem::permissions(file("npm", npm), std::filesystem::perms::owner_all);
    list_ = file("list.json", std::string(R"({"subjects": [{"name": "npm_buffer",
      "product": "lib", "language": "C", "entry": "decode", "native": "x", "kind": "child",
      "command": ["sh", "{npm}/node_modules/lib/run", ")") +
                                  kRight + R"("], "package": "npm:lib", "set": "audit"}]})");
  }
  ShellResult placemat(const std::string& arguments) const {
    return shell("PATH=" + directory_.string() + ":$PATH " + kProgram + " " + arguments +
                 " --list " + list_);
  }

  std::string list_;
};

TEST_F(VersionCommands, HistoryFindsTheVersionOfAChange) {
  const ShellResult result = placemat("history npm_buffer --svg " + path("a.svg"));
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_THAT(result.out, AllOf(HasSubstr("4 versions of npm lib, 0.8.0 to 1.1.0"),
                                HasSubstr("0.9.0 -> 1.0.0: candidate"), HasSubstr("1 change.")));
  EXPECT_TRUE(std::filesystem::exists(path("a.svg")));
}

TEST_F(VersionCommands, HistoryIsJsonToo) {
  const ShellResult result = placemat("history npm_buffer --from 0.9.0 --format json --quiet");
  const nlohmann::json history = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_FALSE(history.is_discarded()) << result.out;
  EXPECT_EQ(history["versions"].size(), 3u);
  EXPECT_EQ(history["changes"][0]["after"], "1.0.0");
  EXPECT_EQ(history["changes"][0]["candidate"], true);
}

TEST_F(VersionCommands, AVersionThatNpmHasNotIsMisuse) {
  EXPECT_EQ(placemat("history npm_buffer --from 7.0.0").code, 2);
  EXPECT_EQ(placemat("history npm_nothing").code, 2);
  EXPECT_EQ(placemat("bugs verify no-such-bug").code, 2);
  const ShellResult unversioned = placemat("bugs verify qt-utf8-overlong");
  EXPECT_EQ(unversioned.code, 2);
  EXPECT_THAT(unversioned.out, HasSubstr("names no versions"));
}

// The entry of the bug names versions that this npm has not.
TEST_F(VersionCommands, WhatCannotBeInstalledIsAbsent) {
  const ShellResult result = placemat("bugs verify feross-buffer-real-fffd --offline");
  EXPECT_EQ(result.code, 3) << result.out;
  EXPECT_THAT(result.out, AllOf(HasSubstr("feross-buffer-real-fffd: absent"),
                                HasSubstr("npm says: notarget"), Not(HasSubstr("found, gone"))));
}

}  // namespace
}  // namespace placemat
