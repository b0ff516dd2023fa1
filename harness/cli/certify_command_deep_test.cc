// The table of harness/certify/README.md is what `placemat certify --all` prints, all of it, with
// the proofs. It takes minutes.
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/certify/solver_program.h"
#include "harness/cli/certificate_table_fixture.h"
#include "harness/cli/shell.h"

namespace placemat {
namespace {

TEST(CertifyCommandDeep, DocumentShowsTheWholeTableOfTheCommand) {
  const auto prover = std::filesystem::path(kProgram).parent_path() / "placemat-prove";
  if (!std::filesystem::exists(prover))
    GTEST_SKIP() << "placemat-prove was not built (scripts/setup prove)";
  if (!std::filesystem::exists(prover.parent_path() / "placemat-msan"))
    GTEST_SKIP() << "no decoder is built with sanitizers: clang 19 with its runtime is absent";
  for (const char* solver : {"cvc5", "cadical"}) {
    if (!solver_program(solver)) GTEST_SKIP() << solver << " is absent (scripts/setup prove)";
  }
  if (solver_program("drat-trim")) GTEST_SKIP() << "the table was made where drat-trim is absent";
  const ShellResult answer = shell(kProgram + " certify --all --length 2 --states 0 --out " +
                                       scratch().string() + " --format markdown",
                                   "2>/dev/null");
  ASSERT_EQ(answer.code, 0) << answer.out;
  const CellsByName shown = documented_certificates();
  for (const auto& [decoder, cells] : cells_by_name(answer.out)) {
    ASSERT_TRUE(shown.contains(decoder)) << decoder << "\n" << answer.out;
    if (cells.at("exhaustion") == "-") {
      std::printf("not compared, because this processor cannot run it: %s\n", decoder.c_str());
      continue;
    }
    EXPECT_EQ(shown.at(decoder), cells) << decoder << "\n" << answer.out;
  }
}

}  // namespace
}  // namespace placemat
