// compare_command_test.cc: `placemat compare` as a script uses it: decoders of this tree, plug-ins
// and commands.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/cli/shell.h"
#include "harness/isolation/hostile_fixture.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;

ShellResult compare(const std::string& arguments, const std::string& hostile = "") {
  return shell("PLACEMAT_HOSTILE=" + hostile + " " + kProgram + " compare " + arguments);
}

TEST(CompareCommand, TheExitCodeSaysWhetherTheyDiffer) {
  const ShellResult same = compare("branchy simd");
  EXPECT_EQ(same.code, 0) << same.out;
  EXPECT_THAT(same.out, HasSubstr("none read differently"));
  const ShellResult other = compare("branchy tutorial_lenient");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.out, AllOf(HasSubstr("only tutorial_lenient accepts it\n  C0 80\n"),
                               HasSubstr("overlong, C0..C1 80..BF (128 strings)")));
  for (const char* line : {"branchy", "branchy no_such_decoder", "branchy simd --first-by nothing",
                           "branchy simd --format markdown", "branchy ./absent.so"}) {
    EXPECT_GE(compare(line).code, 2) << line;
  }
}

TEST(CompareCommand, AnUnknownNameMayBeMeantForADecoderOrAListedSubject) {
  EXPECT_THAT(compare("branchy branchi").out, HasSubstr("did you mean 'branchy'?"));
  EXPECT_THAT(compare("branchy cpython_bytes_decod").out,
              AllOf(HasSubstr("did you mean 'cpython_bytes_decode'?"),
                    HasSubstr("`placemat list decoders` and `placemat list subjects`")));
}

TEST(CompareCommand, PluginsAndCommandsAreCompared) {
  for (const std::string& second : {kHostile, kChild}) {
    const ShellResult answer = compare("branchy " + second);
    EXPECT_EQ(answer.code, 0) << answer.out;
  }
  const ShellResult both = compare(kHostile + " --format json " + kChild);
  EXPECT_EQ(both.code, 0) << both.out;
  const auto json = nlohmann::json::parse(both.out);
  EXPECT_TRUE(json.at("causes").empty());
  EXPECT_EQ(json.at("complete"), true);
}

TEST(CompareCommand, ADecoderThatCrashesIsNotTakenForOneThatAgrees) {
  const ShellResult answer = compare("branchy " + kHostile + " --format json", "segv");
  EXPECT_NE(answer.code, 0) << answer.out;
}

}  // namespace
}  // namespace placemat
