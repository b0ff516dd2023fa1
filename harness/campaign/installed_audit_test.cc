// installed_audit_test.cc: the report gathered from the files of audits, and the supervision of a
// subject that is absent, fails or was not begun.
#include "harness/campaign/installed_audit.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/report/fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

ListedSubject child(const std::string& name, const std::string& program) {
  ListedSubject listed;
  listed.name = listed.record.decoder = name;
  listed.kind = "child";
  listed.package = "p";
  listed.record.product = "P";
  listed.record.entry = "decode";
  listed.command = {program};
  return listed;
}

class InstalledAudits : public testing::Test {
 protected:
  InstalledAudits() {
    request_.each.out = out_;
    request_.each.corpus = PLACEMAT_SOURCE_DIR "/corpus";
    request_.each.decoder.start_ms = 1000;
    request_.limit = std::chrono::seconds(60);
  }

  fs::path directory_of(const std::string& name) const {
    const fs::path directory = out_ / "subjects" / name;
    fs::create_directories(directory);
    return directory;
  }
  InstalledAudit run(const std::vector<ListedSubject>& subjects) {
    InstalledAudit audit(subjects, request_, calls_);
    audit.run();
    return audit;
  }

  const fs::path out_ = scratch();
  InstalledRequest request_;
  InstalledCalls calls_;
};

TEST_F(InstalledAudits, StateWhatIsAbsent) {
  request_.only_check = true;
  const InstalledAudit audit = run({child("a", "/nowhere/a"), child("b", "/nowhere/b")});
  EXPECT_EQ(audit.size(), 2u);
  EXPECT_EQ(audit.absent(), 2u);
  for (const auto& outcome : audit.checks()) {
    EXPECT_TRUE(outcome.is_absent);
    EXPECT_EQ(outcome.answer, "absent");
  }
  EXPECT_FALSE(audit.gather("").has_value());
}

TEST_F(InstalledAudits, StateWhyASubjectCannotBeJudged) {
  request_.only_check = true;
  std::size_t told = 0;
  calls_.progress = [&](std::size_t done, std::size_t all) {
    EXPECT_LE(done, all);
    told = all;
  };
  const InstalledAudit audit = run({child("ends", "true")});
  ASSERT_EQ(audit.checks().size(), 1u);
  EXPECT_FALSE(audit.checks()[0].is_absent || audit.checks()[0].is_sound());
  EXPECT_THAT(audit.checks()[0].answer, HasSubstr("hello"));
  EXPECT_EQ(told, 1u);
}

TEST_F(InstalledAudits, BeginNothingWhenStoppedBefore) {
  const std::atomic<bool> stop{true};
  calls_.stop = &stop;
  request_.only_check = true;
  const InstalledAudit audit = run({child("a", "true")});
  EXPECT_EQ(audit.checks()[0].answer, "not asked: interrupted before");
  EXPECT_FALSE(fs::exists(out_ / "subjects" / "a"));
}

TEST_F(InstalledAudits, RemoveEarlierFilesUnlessTheyContinue) {
  std::ofstream(directory_of("a") / "done") << "";
  std::ofstream(directory_of("a") / "check") << kSoundAdapter << '\n';
  request_.only_check = request_.each.resume = true;
  EXPECT_TRUE(run({child("a", "/nowhere/a")}).checks()[0].is_sound());
  request_.each.resume = false;
  EXPECT_EQ(run({child("a", "/nowhere/a")}).checks()[0].answer, "absent");
}

TEST_F(InstalledAudits, GatherReportsUnderTheNamesOfTheList) {
  Report one = fixture::report();
  one.externals.clear();
  std::erase_if(one.subjects, [](const DecoderResult& r) { return r.findings.empty(); });
  one.subjects.resize(1);
  ASSERT_FALSE(one.subjects[0].findings.empty());
  const std::string own_name = one.subjects[0].decoder;
  const std::string own_key = one.subjects[0].findings[0].key;
  ASSERT_TRUE(own_key.starts_with(own_name));
  write_report(one, directory_of("listed") / "report.jsonl", 1);
  std::ofstream(directory_of("listed") / "done") << "";
  std::ofstream(directory_of("mute") / "done") << "no hello within 1 ms";
  request_.each.resume = true;
  const InstalledAudit audit =
      run({child("mute", "true"), child("listed", "true"), child("gone", "/nowhere/gone")});
  const auto all = audit.gather("the command");
  ASSERT_TRUE(all.has_value());
  EXPECT_EQ(all->header.run.command, "the command");
  EXPECT_EQ(all->header.tool_version, one.header.tool_version);
  EXPECT_TRUE(all->footer.complete);
  ASSERT_EQ(all->externals.size(), 2u);
  EXPECT_EQ(all->externals[0].trouble, "no hello within 1 ms");
  EXPECT_EQ(all->externals[1].decoder, "listed");
  EXPECT_EQ(all->externals[1].trouble, "");
  ASSERT_EQ(all->absent.size(), 1u);
  EXPECT_EQ(all->absent[0].name, "gone");
  EXPECT_EQ(all->absent[0].subject, "P decode, package p");
  ASSERT_EQ(all->subjects.size(), 1u);
  EXPECT_EQ(all->subjects[0].decoder, "listed");
  EXPECT_EQ(all->subjects[0].findings[0].decoder, "listed");
  EXPECT_EQ(all->subjects[0].findings[0].key, "listed" + own_key.substr(own_name.size()));
}

// The cases that a list of subjects has in common are stated once.
TEST_F(InstalledAudits, StateTheCasesOfTheSubjectThatHadMost) {
  const auto leave = [&](const std::string& name, std::uint64_t cases) {
    Report one = fixture::report();
    one.sources = {SourceRecord{"boundary", "for " + name, cases, {}, ""}};
    write_report(one, directory_of(name) / "report.jsonl", 1);
    std::ofstream(directory_of(name) / "done") << "";
  };
  leave("sample", 10);
  leave("whole", 130);
  leave("other_sample", 26);
  request_.each.resume = true;
  const auto all =
      run({child("sample", "true"), child("whole", "true"), child("other_sample", "true")})
          .gather("the command");
  ASSERT_TRUE(all.has_value());
  ASSERT_EQ(all->sources.size(), 1u);
  EXPECT_EQ(all->sources[0].covers, "for whole");
}

// The process of an audit is killed after it wrote its report, and before it ended.
TEST_F(InstalledAudits, AreUnfinishedUntilEveryAuditHasEnded) {
  ListedSubject plugin = child("plugin", kHostile);
  plugin.kind = "plug-in";
  request_.each.sources = {"curated"};
  request_.each.oracle = false;
  calls_.on_report = [](const AuditRequest&, const Report&) { std::raise(SIGKILL); };
  const InstalledAudit killed = run({plugin});
  const auto report = killed.gather("");
  ASSERT_TRUE(report.has_value());
  EXPECT_FALSE(report->footer.complete);
  EXPECT_EQ(killed.why_unfinished(), "plugin: its audit died");
  ASSERT_EQ(report->externals.size(), 1u);
  EXPECT_EQ(report->externals[0].trouble, "its audit died");

  calls_.on_report = nullptr;
  request_.each.resume = true;
  const InstalledAudit resumed = run({plugin});
  EXPECT_TRUE(resumed.gather("").value().footer.complete);
  EXPECT_EQ(resumed.why_unfinished(), "");
}

TEST_F(InstalledAudits, StateThatACheckDied) {
  ListedSubject plugin = child("plugin", kHostile);
  plugin.kind = "plug-in";
  request_.only_check = true;
  calls_.on_check = [](const ExternalDecoder&, const std::vector<CheckLine>&) {
    std::raise(SIGKILL);
  };
  const auto checks = run({plugin}).checks();
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_FALSE(checks[0].is_sound());
  EXPECT_EQ(checks[0].answer, "its audit died");
}

TEST_F(InstalledAudits, NameTheReportThatCannotBeRead) {
  std::ofstream(directory_of("torn") / "report.jsonl") << "{\"record\":";
  write_report(fixture::report(), directory_of("whole") / "report.jsonl", 1);
  for (const char* name : {"torn", "whole"}) std::ofstream(directory_of(name) / "done") << "";
  request_.each.resume = true;
  const auto all = run({child("torn", "true"), child("whole", "true")}).gather("");
  ASSERT_TRUE(all.has_value());
  EXPECT_THAT(all->externals[0].trouble, HasSubstr("report.jsonl"));
}

TEST_F(InstalledAudits, HaveTheirTemporaryFilesInOneDirectory) {
  request_.only_check = true;
  ListedSubject says = child("says", "sh");
  says.command = {"sh", "-c", "echo $TMPDIR >&2"};
  const auto checks = run({says}).checks();
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_THAT(checks[0].answer, testing::ContainsRegex("/placemat-[^/]*/placemat-[^/]*"));
}

TEST_F(InstalledAudits, RefuseADirectoryThatCannotBeCreated) {
  request_.each.out = "/proc/none";
  EXPECT_THROW(InstalledAudit({}, request_, calls_), InputError);
}

}  // namespace
}  // namespace placemat
