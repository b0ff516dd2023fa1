// strength_command_fixture.h: `placemat strength` with measurements: exit codes, and files that it
// writes and reads again. The shares themselves are not tested here. Each measurement takes
// seconds, so one serves several checks.
#pragma once

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

struct Measured {
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

  static Measured run(std::vector<std::string> arguments, const std::string& format) {
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
  static Measured measure(const std::string& vectors, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--vectors", vectors});
    Measured ran = run(arguments, "json");
    const auto record = nlohmann::json::parse(ran.out);
    const Schema schema(PLACEMAT_SOURCE_DIR "/reports/schema/report.schema.json");
    for (const Violation& violation : schema.violations(record)) ADD_FAILURE() << violation.what;
    for (const auto& family : record.at("families")) {
      if (!family.at("automaton").get<bool>()) continue;
      for (const auto& tally : family.at("tallies")) {
        const auto killed = tally.at("killed").get<std::uint64_t>();
        if (tally.at("how") == "output") ran.by_output += killed;
        if (tally.at("how") == "verdict") ran.by_verdict += killed;
      }
    }
    return ran;
  }

  const std::filesystem::path directory_ = scratch();
  std::string some_ = file("some");
};

}  // namespace placemat::cli
