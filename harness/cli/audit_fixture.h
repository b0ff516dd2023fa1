// audit_fixture.h: audits of the hostile plug-in, for the tests of this directory only.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/shell.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/report/record.h"

extern "C" void __asan_init() __attribute__((weak));

namespace placemat {

class Audit : public WithDirectory {
 protected:
  // The report of an audit of `subject` in the mode `hostile`.
  Report audit(const std::string& hostile, const std::string& subject = kHostile,
               const std::string& more = "--source state-unit") {
    const std::string line =
        also_ + "PLACEMAT_HOSTILE=" + hostile + " PLACEMAT_HOSTILE_FILE=" + path("written") + " " +
        kProgram + " audit --budget quick --limit " + limit_ + " --no-oracle --no-machine --out " +
        path("out") + " " + more + " " + subject;
    last_ = shell(line);
    if (!std::filesystem::exists(path("out/report.jsonl"))) {
      ADD_FAILURE() << line << "\n" << last_.out;
      Report none;
      none.subjects.resize(1);
      return none;
    }
    Report report = read_report(path("out/report.jsonl"));
    EXPECT_TRUE(report.footer.complete) << hostile << "\n" << last_.out;
    EXPECT_EQ(report.subjects.size(), 1u);
    report.subjects.resize(1);
    EXPECT_FALSE(report.header.isolation.empty());
    return report;
  }

  // Adds a second error, which the audit must find besides the first.
  void let_them_do_more() { also_ = "PLACEMAT_HOSTILE_ALSO=1 "; }
  static bool is_the_other_fault(const Finding& finding) {
    return finding.kind == Kind::kAcceptsIllFormed && finding.minimal == "FF";
  }

  // The one finding other than the second error; both must be present.
  Finding beside_the_other_fault(const Report& report) const {
    std::vector<Finding> others;
    bool is_there = false;
    for (const Finding& finding : report.subjects[0].findings) {
      if (is_the_other_fault(finding))
        is_there = true;
      else
        others.push_back(finding);
    }
    EXPECT_TRUE(is_there) << last_.out;
    EXPECT_EQ(others.size(), 1u) << last_.out;
    return others.empty() ? Finding{} : others[0];
  }

  // The findings other than the second error, which must be there. All must be of `kind`, and there
  // must be one.
  std::vector<Finding> findings_of(Kind kind, const Report& report) const {
    EXPECT_EQ(last_.code, 1) << last_.out;
    std::vector<Finding> findings = report.subjects[0].findings;
    EXPECT_GT(std::erase_if(findings, is_the_other_fault), 0u) << last_.out;
    EXPECT_FALSE(findings.empty()) << last_.out;
    for (const Finding& finding : findings) {
      EXPECT_EQ(row_of(finding.kind).name, row_of(kind).name) << finding.key << finding.seen;
    }
    return findings;
  }

  // Expects one finding of `kind` on `units`, and the second error as well.
  void expect_named(const std::string& hostile, Kind kind, const std::string& minimal,
                    const std::string& seen, const std::string& more = "") {
    SCOPED_TRACE(hostile);
    let_them_do_more();
    const Report report = audit(hostile, kHostile, "--source state-unit" + more);
    for (const Finding& finding : findings_of(kind, report)) {
      EXPECT_EQ(finding.minimal, minimal) << finding.key;
      EXPECT_THAT(finding.seen, testing::HasSubstr(seen));
      // The replay line of the report reproduces the finding.
      const ShellResult again = shell("PLACEMAT_HOSTILE=" + hostile + " " + kProgram + " replay" +
                                      finding.replay.substr(std::string("placemat replay").size()) +
                                      " --limit " + limit_);
      EXPECT_EQ(again.code, 1) << finding.replay << again.out;
      EXPECT_THAT(again.out, testing::HasSubstr(std::string(row_of(kind).name)));
    }
    // The other operation, and the error classes that do not need the trigger.
    EXPECT_GT(report.footer.checks, 3000u);
  }

  // False where the kernel does not tell who asks.
  static bool reports_attempts(const Report& report) {
    return std::ranges::any_of(report.header.isolation, [](const std::string& line) {
      return line.starts_with("attempts at refused system calls");
    });
  }

  std::string also_;  // in the environment
  // In milliseconds; the report of a sanitizer about a crash takes longer.
  std::string limit_ = &__asan_init != nullptr ? "400" : "40";
  ShellResult last_;
};

inline const std::string kChildLimits =
    "--source state-unit --start-limit 2000 --memory 100 --output-limit 4 --threads 1";

// An audit of a child in the mode `hostile`: one kind, and the observation.
class AuditChild : public Audit {
 protected:
  void expect_named(const std::string& hostile, Kind kind, const std::string& seen) {
    SCOPED_TRACE(hostile);
    let_them_do_more();
    const Report report = audit(hostile, kChild, kChildLimits);
    for (const Finding& finding : findings_of(kind, report)) {
      EXPECT_THAT(finding.minimal, testing::HasSubstr("FE"));
      EXPECT_THAT(finding.seen, testing::HasSubstr(seen));
    }
    // The cases that do not need the trigger were tested.
    EXPECT_GT(report.footer.checks, 20'000u);
  }
};

}  // namespace placemat
