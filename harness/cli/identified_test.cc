// The results of identification in reports and graphs, tested with the program itself.
#include "harness/campaign/identified.h"

#include <gmock/gmock.h>

#include "harness/bytes/text_file.h"
#include "harness/cli/shell.h"

namespace placemat::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kRight = PLACEMAT_BINARY_DIR "/harness/isolation/hostile/hostile.so";

int exit_code_of(const std::string& arguments) { return shell(kProgram + " " + arguments).code; }

TEST(Identified, IsARecord) {
  Identity identity;
  identity.explained = identity.knows_policy = true;
  identity.profiles = {"utf-8/skip/keep", "cesu-8/skip/keep"};
  identity.inputs_to_name = 3;
  identity.inputs_to_confirm = 40;
  identity.contradictions = {{"C0", "FFFD", "40"}};
  identity.learned.finite = true;
  identity.learned.classes = 5;
  identity.learned.states = {{"start", false, {{"00..FF", 1, "nothing", "+1 values"}}},
                             {"00", true, {}}};
  ExternalRecord external;
  external.product = "P";
  add_identity(external, identity);
  EXPECT_EQ(external.product, "P");
  EXPECT_EQ(external.inputs, 43u);
  EXPECT_EQ(external.inputs_to_name, 3u);
  ASSERT_EQ(external.contradictions.size(), 1u);
  EXPECT_EQ(external.contradictions[0].seen, "40");
  const MachineRecord machine = machine_record("d", identity);
  EXPECT_EQ(machine.law, "utf-8/skip/keep");
  EXPECT_TRUE(machine.learned.finite);
  ASSERT_EQ(machine.learned.states.size(), 2u);
  EXPECT_TRUE(machine.learned.states[1].is_beyond);
  EXPECT_EQ(machine.learned.states[0].edges.at(0).by_law, "+1 values");
}

TEST(Identified, IsWrittenForGraphvizWithWhatDiffers) {
  const std::string file = scratch("machine.dot").string();
  EXPECT_NE(exit_code_of("identify sab_overlong_c0 --dot " + file), 0);
  EXPECT_THAT(read_text_file(file), HasSubstr("by the law"));
  EXPECT_EQ(exit_code_of("identify branchy --dot " + file), 0);
  EXPECT_THAT(read_text_file(file), HasSubstr("label=\"start\""));
  EXPECT_THAT(read_text_file(file), Not(HasSubstr("by the law")));
}

TEST(Identified, IsInTheReportOfAnAuditUnlessDisabled) {
  const std::string out = scratch("out").string();
  const std::string audit = "audit --budget quick --no-oracle --source curated --out " + out + " ";
  ASSERT_EQ(exit_code_of(audit + kRight), 0);
  const Report report = read_report(out + "/report.jsonl");
  ASSERT_EQ(report.machines.size(), 1u);
  EXPECT_TRUE(report.machines[0].learned.finite);
  EXPECT_TRUE(report.machines[0].learned.differences.empty());
  EXPECT_TRUE(report.absent.empty());
  EXPECT_THAT(read_text_file(out + "/report.html"), HasSubstr("\"record\":\"machine\""));
  ASSERT_EQ(exit_code_of(audit + "--no-machine " + kRight), 0);
  const Report without = read_report(out + "/report.jsonl");
  EXPECT_TRUE(without.machines.empty());
  EXPECT_THAT(without.subjects.at(0).not_tested,
              testing::Contains("what machine it is: --no-machine"));
}

}  // namespace
}  // namespace placemat::cli
