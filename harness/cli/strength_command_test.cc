// strength_command_test.cc: `placemat strength` without a measurement: bad files and misuse.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/cli/command.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class StrengthCommand : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (directory_ / name).string(); }
  std::string file(const std::string& name, std::string_view text) const {
    write_text_file(directory_ / name, text);
    return file(name);
  }

  // The exit code; standard output is in out_, the error in error_.
  int run(std::vector<std::string> arguments, const std::string& format = "text") {
    CLI::App app;
    Global global;
    global.format = format;
    add_strength(app, global);
    arguments.insert(arguments.begin(), "strength");
    std::reverse(arguments.begin(), arguments.end());
    error_.clear();
    testing::internal::CaptureStdout();
    try {
      app.parse(arguments);
    } catch (const InputError& error) {
      error_ = error.what();
      global.exit_code = kMisuse;
    } catch (...) {
      testing::internal::GetCapturedStdout();
      throw;
    }
    std::fflush(stdout);
    out_ = testing::internal::GetCapturedStdout();
    return global.exit_code;
  }
  const fs::path directory_ = scratch();
  std::string out_, error_;
};

TEST_F(StrengthCommand, MeasuresOneThingAtATime) {
  const std::string vectors = file("two", "41\nC3 A9\n");
  EXPECT_THROW(run({"--vectors", vectors, "--set", "core"}), CLI::ExcludesError);
  EXPECT_THROW(run({"--vectors", vectors, "--sources"}), CLI::ExcludesError);
  EXPECT_THROW(run({"--set", "core", "--sources"}), CLI::ExcludesError);
}

TEST_F(StrengthCommand, BadFilesAreMisuse) {
  EXPECT_EQ(run({"--vectors", file("absent")}), kMisuse);
  EXPECT_EQ(run({"--vectors", directory_.string()}), kMisuse);
  EXPECT_EQ(run({"--vectors", file("empty", "")}), kMisuse);
  EXPECT_EQ(run({"--vectors", file("odd", "C3 A9\nC3 A\n")}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("odd:2: "));
  EXPECT_EQ(run({"--vectors", file("types", R"({"testGroups": 3})")}), kMisuse);
  EXPECT_EQ(run({"--vectors", file("wrong", R"({"vectors": [{"hex": "C0 80", "well_formed": true},
    {"hex": "C3 A9", "well_formed": false}]})")}),
            kMisuse);
  EXPECT_THAT(error_, AllOf(HasSubstr("wrong:1: "), HasSubstr("wrong:2: ")));
  EXPECT_EQ(out_, "");
}

TEST_F(StrengthCommand, MisuseIsAParseError) {
  EXPECT_THROW(run({"--require", "101"}), CLI::ParseError);
  EXPECT_THROW(run({"--vectors"}), CLI::ParseError);
  EXPECT_THROW(run({"--threads", "0"}), CLI::ParseError);
}

}  // namespace
}  // namespace placemat::cli
