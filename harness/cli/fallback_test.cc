// Audits as on kernels that lack a part of the sandbox. What is not in force is said on standard
// error, in the header and in every view, and the decoder is judged all the same.
#include <map>

#include "harness/cli/audit_fixture.h"
#include "harness/isolation/sandbox.h"

namespace placemat {
namespace {

using testing::HasSubstr;

class Fallback : public Audit {
 protected:
  // An audit of `hostile` on a kernel that lacks `what`.
  Report audit_without(const std::string& what, const std::string& hostile,
                       const std::string& more = "") {
    const std::string line = "PLACEMAT_HOSTILE=" + hostile +
                             " PLACEMAT_HOSTILE_FILE=" + path("written") + " " + kWithout + " " +
                             what + " " + kProgram + " audit --budget quick --limit " + limit_ +
                             " --source state-unit --no-oracle --no-machine " + more + " --out " +
                             path("out") + " " + kHostile;
    errors_ = shell(line, "2>&1 >/dev/null");
    EXPECT_LE(errors_.code, 1) << errors_.out;
    Report report = read_report(path("out/report.jsonl"));
    EXPECT_TRUE(report.footer.complete);
    EXPECT_GT(report.footer.checks, 3000u);
    return report;
  }

  // `line` and whatever else is not in force is said everywhere.
  void expect_said(const Report& report, const std::string& line) {
    EXPECT_THAT(report.header.isolation,
                testing::Contains(HasSubstr(std::string(kNotInForce) + line)));
    for (const std::string& one : report.header.isolation) {
      if (!one.starts_with(kNotInForce)) continue;
      EXPECT_THAT(errors_.out, HasSubstr(one + "\n"));
      const std::string what = one.substr(0, one.find('('));
      for (const char* option : {"--summary", "--html -", "--markdown -", "--junit -"}) {
        const ShellResult view =
            shell(kProgram + " report " + path("out/report.jsonl") + " " + option);
        EXPECT_THAT(plain(view.out), HasSubstr(plain(what))) << option;
      }
    }
  }

  static std::string plain(std::string text) {
    std::erase_if(text, [](char c) { return c == '\\' || c == '\n' || c == ' '; });
    for (std::size_t at = 0; (at = text.find("&#39;")) != std::string::npos;) {
      text.replace(at, 5, "'");
    }
    return text;
  }

  static bool can_filter() { return shell(kWithout + " none true").code == 0; }

  static inline const std::string kWithout =
      PLACEMAT_BINARY_DIR "/harness/isolation/hostile/without";
  ShellResult errors_;
};

TEST_F(Fallback, WithoutLandlockTheMountsAreReadOnlyAndAllCanBeRead) {
  if (!can_filter()) GTEST_SKIP() << "this system has no seccomp";
  const Report report = audit_without("landlock", "write-file");
  expect_said(report, "all files can be read (no Landlock)");
  expect_said(report, "no signals to processes outside");
  EXPECT_FALSE(std::filesystem::exists(path("written")));
}

TEST_F(Fallback, WithoutNamespacesLandlockAndTheFilterRemain) {
  if (!can_filter()) GTEST_SKIP() << "this system has no seccomp";
  const Report report = audit_without("namespaces", "write-file");
  expect_said(report, "modes and times of files outside may be changed");
  EXPECT_FALSE(std::filesystem::exists(path("written")));
  EXPECT_THAT(report.header.isolation, testing::Contains("no network (sockets are refused)"));
}

TEST_F(Fallback, WithoutAListenerCallsAreRefusedButNotReported) {
  if (!can_filter()) GTEST_SKIP() << "this system has no seccomp";
  const Report report = audit_without("listener", "socket");
  expect_said(report, "attempts at refused system calls are reported (no listener)");
  EXPECT_THAT(report.header.isolation, testing::Contains(HasSubstr("no sockets (seccomp)")));
  for (const Finding& finding : report.subjects.at(0).findings) {
    EXPECT_THAT(finding.seen, testing::Not(HasSubstr("tried to")));
  }
}

TEST_F(Fallback, WithoutFiltersNothingIsRefused) {
  if (!can_filter()) GTEST_SKIP() << "this system has no seccomp";
  const Report report = audit_without("filters", "");
  expect_said(report, "no system calls for mounts");
  expect_said(report, "no sockets (seccomp)");
}

TEST_F(Fallback, WithoutAnythingEveryMeasureIsNamed) {
  if (!can_filter()) GTEST_SKIP() << "this system has no seccomp";
  const Report report = audit_without("landlock,filters,namespaces", "write-file");
  expect_said(report, "no writing outside of a scratch directory");
  expect_said(report, "no network");
  EXPECT_TRUE(std::filesystem::exists(path("written")));
}

}  // namespace
}  // namespace placemat
