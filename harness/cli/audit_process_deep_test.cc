// What a decoder does to its process, each way by itself.
#include <map>

#include "harness/cli/audit_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;

TEST_F(Audit, NamesADecoderThatChangesItsProcess) {
  expect_named("handler", Kind::kCorruptsProcess, "FE", "a handler of its own for signal 11");
  expect_named("left-thread", Kind::kCorruptsProcess, "FE", "left a thread behind");
  expect_named("left-file", Kind::kCorruptsProcess, "FE", "left the file descriptor");
  expect_named("kill-group", Kind::kCrash, "FE", "signal 9, which it sent to its process group");
  expect_named("kill", Kind::kCrash, "FE", "signal 9, which it sent itself");
}

// Where the kernel tells who asks.
TEST_F(Audit, NamesWhatADecoderTriedAndWasRefused) {
  if (!reports_attempts(audit(""))) GTEST_SKIP() << last_.out;
  expect_named("socket", Kind::kCorruptsProcess, "FE", "tried to open a socket");
  expect_named("sibling", Kind::kCorruptsProcess, "FE",
               "tried to start a process that is not its child");
  expect_named("memory-file", Kind::kCorruptsProcess, "FE",
               "tried to write to a file outside of its directory");
  expect_named("trace", Kind::kCorruptsProcess, "FE", "tried to trace a process");
  expect_named("mount", Kind::kCorruptsProcess, "FE", "tried to mount a file system");
}

// The pages are protected by the kernel, also from a decoder that restores what it did.
TEST_F(Audit, NamesWritesToProtectedPages) {
  for (const auto& [hostile, seen] :
       std::map<std::string, std::string>{{"write-input", "into the input"},
                                          {"unprotect-input", "into the input"},
                                          {"unprotect-guard", "behind the capacity"},
                                          {"write-far-before", "before the first value"}}) {
    SCOPED_TRACE(hostile);
    let_them_do_more();
    const Report report = audit(hostile, kHostile, "--source sequences");
    const Finding finding = beside_the_other_fault(report);
    EXPECT_EQ(row_of(finding.kind).name, row_of(Kind::kOverWrite).name);
    EXPECT_EQ(finding.minimal, "FE");
    EXPECT_THAT(finding.seen, HasSubstr(seen));
  }
}

}  // namespace
}  // namespace placemat
