// strength_command_exhaustive_test.cc: `placemat strength` with measurements: exit codes, and files
// that it writes and reads again. The shares themselves are not tested here. Each measurement takes
// seconds, so one serves several checks.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/bytes/json.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/cli/command.h"
#include "harness/strength/vector_file.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int code = 0;
  std::string out;
  // Killed mutants of the automaton families.
  std::uint64_t by_output = 0, by_verdict = 0;
};

class StrengthCommandRuns : public testing::Test {
 protected:
  StrengthCommandRuns() {
    write_text_file(some_, "C3 A9\nC0 80\nC0 80\nE2 82 AC\nED A0 80\nF4 90 80 80\n41 E2 82\nFF\n");
  }

  std::string file(const std::string& name) const { return (directory_ / name).string(); }

  static Ran run(std::vector<std::string> arguments, const std::string& format) {
    CLI::App app;
    Global global;
    global.format = format;
    add_strength(app, global);
    arguments.insert(arguments.begin(), "strength");
    std::reverse(arguments.begin(), arguments.end());
    testing::internal::CaptureStdout();
    app.parse(arguments);
    std::fflush(stdout);
    return {global.exit_code, testing::internal::GetCapturedStdout()};
  }
  // Also reads the printed record, which has the form of a report's record.
  static Ran measure(const std::string& vectors, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--vectors", vectors});
    Ran ran = run(arguments, "json");
    const auto record = nlohmann::json::parse(ran.out);
    const Schema schema(PLACEMAT_SOURCE_DIR "/reports/schema/report.schema.json");
    for (const Violation& violation : schema.violations(record)) ADD_FAILURE() << violation.what;
    for (const auto& family : record.at("families")) {
      if (!family.at("automaton").get<bool>()) continue;
      for (const auto& tally : family.at("tallies")) {
        auto& sum = tally.at("how") == "output" ? ran.by_output : ran.by_verdict;
        sum += tally.at("killed").get<std::uint64_t>();
      }
    }
    return ran;
  }

  const fs::path directory_ = scratch();
  std::string some_ = file("some");
};

TEST_F(StrengthCommandRuns, ASmallSetIsReadAgainAndKillsAsMany) {
  const std::string few = file("few.json");
  const Ran all = measure(some_, {"--minimal", few, "--require", "99"});
  EXPECT_EQ(all.code, kFinding) << "eight vectors are not enough";
  const Ran again = measure(few, {"--require", "0.01"});
  EXPECT_EQ(again.code, kAsExpected);
  EXPECT_GT(all.by_output, 0u);
  EXPECT_EQ(again.by_output, all.by_output);
  // At least one of the two equal vectors is gone.
  EXPECT_LT(read_vectors(few).probes.size(), read_vectors(some_).probes.size());
}

TEST_F(StrengthCommandRuns, ASmallSetForVerdictsIsReadAgainAndKillsAsMany) {
  const std::string few = file("few.json");
  const Ran all = measure(some_, {"--by-verdict", "--minimal", few, "--require", "99"});
  EXPECT_EQ(all.code, kFinding);
  const Ran again = measure(few, {});
  EXPECT_EQ(again.code, kAsExpected) << "whose vectors they are, nothing was promised of them";
  EXPECT_GT(all.by_verdict, 0u);
  EXPECT_EQ(again.by_verdict, all.by_verdict);
}

TEST_F(StrengthCommandRuns, ASetForVerdictsKillsAllThatVerdictsCanKill) {
  const std::string set = file("verdict.json");
  EXPECT_EQ(run({"--vectors", some_, "--verdict-set", set}, "text").code, kAsExpected);
  const Ran ran = run({"--vectors", set, "--by-verdict", "--require", "100"}, "text");
  EXPECT_EQ(ran.code, kAsExpected);
  EXPECT_THAT(ran.out, testing::HasSubstr("verdict.json, read as vectors of placemat: "));
}

}  // namespace
}  // namespace placemat::cli
