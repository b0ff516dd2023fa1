#include "harness/campaign/expected.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/report/described.h"
#include "harness/report/fixture.h"
#include "harness/report/matrix.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string error_in_list(const std::string& text) {
  try {
    load_expected(written("bad.json", text));
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("bad.json"));
    return error.what();
  }
  return "no error";
}

// The report of a run: no finding has a reason yet.
Report unexplained() {
  Report report = fixture::report();
  for (DecoderResult& subject : report.subjects) {
    for (Finding& finding : subject.findings) finding.reason = finding.link = "";
  }
  return report;
}

const std::string& key_of(const Report& report, std::size_t subject) {
  return report.subjects[subject].findings[0].key;
}

ExpectedList full_list(const Report& report) {
  return {"expected.json",
          {{key_of(report, 1), "beta", "by design", "https://example.org/1", 3},
           {key_of(report, 2), "gamma", "documented", "", 8}}};
}

TEST(Expected, ReasonsReachTheirFindings) {
  Report report = unexplained();
  for (DecoderResult& subject : report.subjects) apply_expected(full_list(report), subject);
  EXPECT_EQ(report.subjects[1].findings[0].reason, "by design");
  EXPECT_EQ(report.subjects[1].findings[0].link, "https://example.org/1");
  EXPECT_EQ(report.subjects[2].findings[0].reason, "documented");
  EXPECT_THAT(expected_errors(full_list(report), report, true), IsEmpty());
}

TEST(Expected, ABlankReasonExplainsNothing) {
  Report report = unexplained();
  ExpectedList list = full_list(report);
  list.entries[0].reason = " \n";
  apply_expected(list, report.subjects[1]);
  EXPECT_TRUE(is_new(report.subjects[1].findings[0]));
  for (const bool complete : {false, true}) {
    EXPECT_THAT(expected_errors(list, report, complete),
                ElementsAre(AllOf(HasSubstr("expected.json:3: beta"), HasSubstr("no reason"))));
  }
}

// One line of the list, which names the option or the manual.
TEST(Expected, ADocumentedFindingNamesItsDocument) {
  Report report = unexplained();
  ExpectedList list = full_list(report);
  list.entries[0].reason = "documented: --lax in decode(1)";
  apply_expected(list, report.subjects[1]);
  EXPECT_FALSE(is_new(report.subjects[1].findings[0]));
  EXPECT_TRUE(is_documented(report.subjects[1].findings[0]));
  EXPECT_THAT(expected_errors(list, report, true), IsEmpty());

  report = unexplained();
  list.entries[0].reason = "documented: ";
  apply_expected(list, report.subjects[1]);
  EXPECT_TRUE(is_new(report.subjects[1].findings[0]));
  EXPECT_THAT(
      expected_errors(list, report, true),
      ElementsAre(AllOf(HasSubstr("expected.json:3: beta"), HasSubstr("documented where"))));
}

// Otherwise a new fault would be green because it shares a cause with a known one.
TEST(Expected, AFindingWithASymptomOfAnUnnamedKindStaysNew) {
  Report report = unexplained();
  Finding& finding = report.subjects[1].findings[0];
  finding.symptoms.push_back(fixture::symptom(finding, Kind::kOverRead, "C0"));
  ExpectedList list = full_list(report);
  apply_expected(list, report.subjects[1]);
  EXPECT_TRUE(is_new(finding));
  EXPECT_THAT(expected_errors(list, report, true),
              ElementsAre(AllOf(HasSubstr("expected.json:3: beta"), HasSubstr("over-read"),
                                HasSubstr("--bless"))));

  ExpectedList blessed = bless(list, report);
  const auto added =
      std::ranges::find(blessed.entries, finding.symptoms[0].key, &ExpectedEntry::key);
  ASSERT_NE(added, blessed.entries.end());
  EXPECT_EQ(added->reason, "");
  added->reason = "the same gap";
  apply_expected(blessed, report.subjects[1]);
  EXPECT_FALSE(is_new(finding));
  EXPECT_THAT(expected_errors(blessed, report, true), IsEmpty());
}

TEST(Expected, AnEntryThatPassesNowIsAnError) {
  Report report = unexplained();
  const ExpectedList list = full_list(report);
  report.subjects[1].findings.clear();
  EXPECT_THAT(expected_errors(list, report, true),
              ElementsAre(AllOf(HasSubstr("expected.json:3: beta"), HasSubstr("passes now"))));
  // A shorter run could not have found it.
  EXPECT_THAT(expected_errors(list, report, false), IsEmpty());
}

TEST(Expected, EntriesOfOtherDecodersAreNotJudged) {
  Report report = unexplained();
  const ExpectedList list = full_list(report);
  report.subjects.erase(report.subjects.begin() + 1);
  EXPECT_THAT(expected_errors(list, report, false), IsEmpty());
  // An absent decoder is known, and is not judged.
  report.absent.push_back({"beta", "libbeta"});
  EXPECT_THAT(expected_errors(list, report, true), IsEmpty());
}

TEST(Expected, AnUnknownDecoderIsAnError) {
  const Report report = unexplained();
  ExpectedList list = full_list(report);
  list.entries.push_back({"zeta key", "zeta", "gone", "", 13});
  EXPECT_THAT(expected_errors(list, report, true),
              ElementsAre(AllOf(HasSubstr(":13: zeta"), HasSubstr("no such decoder"))));
}

TEST(Expected, AnEntryUnderTheWrongDecoderIsAnError) {
  Report report = unexplained();
  ExpectedList list = full_list(report);
  list.entries[0].decoder = "gamma";
  apply_expected(list, report.subjects[1]);
  EXPECT_TRUE(is_new(report.subjects[1].findings[0]));
  EXPECT_THAT(expected_errors(list, report, true), ElementsAre(HasSubstr("finding is of beta")));
}

TEST(Expected, ContrastsNeedNoReason) {
  Report report = unexplained();
  DecoderResult& contrast = report.subjects[3];
  const ExpectedList list{"x", {{contrast.findings[0].key, "alpha", "why", "", 1}}};
  apply_expected(list, contrast);
  EXPECT_EQ(contrast.findings[0].reason, "");
  EXPECT_THAT(expected_errors(list, report, true), ElementsAre(HasSubstr("passes now")));
}

TEST(Expected, BlessKeepsReasonsAndLeavesNewOnesBlank) {
  const Report report = unexplained();
  ExpectedList list = full_list(report);
  list.entries.erase(list.entries.begin());
  list.entries.push_back({"alpha key", "alpha", "was so", "", 9});
  const ExpectedList blessed = bless(list, report, true);
  ASSERT_EQ(blessed.entries.size(), 2u);  // alpha's passes now
  EXPECT_EQ(blessed.entries[0].decoder, "beta");
  EXPECT_EQ(blessed.entries[0].reason, "");
  EXPECT_EQ(blessed.entries[1].reason, "documented");
  // A blessed entry has no reason yet, so the next run still fails.
  EXPECT_THAT(expected_errors(blessed, report, true), ElementsAre(HasSubstr("no reason")));
}

TEST(Expected, BlessAfterAShortRunRemovesNothing) {
  Report report = unexplained();
  const ExpectedList list = full_list(report);
  report.subjects[1].findings.clear();
  EXPECT_EQ(bless(list, report, false).entries.size(), 2u);
  EXPECT_EQ(bless(list, report, true).entries.size(), 1u);
}

TEST(Expected, AWrittenListIsReadBack) {
  const Report report = unexplained();
  ExpectedList list = full_list(report);
  std::swap(list.entries[0], list.entries[1]);
  list.entries[0].reason = "a \"quoted\" \\ reason";
  const std::string text = to_json(list);
  const ExpectedList again = load_expected(written("saved.json", text));
  ASSERT_EQ(again.entries.size(), 2u);
  EXPECT_EQ(again.entries[0].decoder, "beta");
  EXPECT_EQ(again.entries[1].reason, "a \"quoted\" \\ reason");
  EXPECT_LT(again.entries[0].line, again.entries[1].line);
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c <= 0x7E));
}

TEST(Expected, ErrorsNameFileAndLine) {
  const std::string entry = R"({"key": "k", "decoder": "d", "reason": "r", "link": ""})";
  EXPECT_EQ(error_in_list("{\"expected\": [" + entry + "]}"), "no error");
  EXPECT_EQ(error_in_list("{\"expected\": []}"), "no error");
  EXPECT_THAT(error_in_list(""), HasSubstr("empty"));
  EXPECT_THAT(error_in_list(std::string("\0\xFF", 2)), HasSubstr(":1"));
  EXPECT_THAT(error_in_list("{\n\"expected\": [\n}"), HasSubstr(":3"));
  EXPECT_THAT(error_in_list("[]"), HasSubstr("must be {"));
  EXPECT_THAT(error_in_list("{\"expected\": {}}"), HasSubstr("must be {"));
  EXPECT_THAT(error_in_list("{\"expected\": [], \"more\": 1}"), HasSubstr("must be {"));
  EXPECT_THAT(error_in_list("{\"expected\": [\n" + entry + ",\n17]}"),
              HasSubstr(":3: an entry must"));
  EXPECT_THAT(error_in_list("{\"expected\": [\n" + entry + ",\n" + entry + "]}"),
              HasSubstr(":3: repeats the key of line 2"));
  EXPECT_THAT(
      error_in_list("{\"expected\": [\n{\"key\": \"k\", \"decoder\": \"d\", \"reason\": \"\"}]}"),
      HasSubstr(":2: an entry needs the member 'link'"));
  EXPECT_THAT(error_in_list("{\"expected\": [{\"key\": \"k\", \"decoder\": \"d\", \"reason\": \"\","
                            "\n\"link\": \"\", \"x\": \"\"}]}"),
              HasSubstr(":2: unknown member 'x'"));
  EXPECT_THAT(error_in_list("{\"expected\": [{\"key\": \"k\", \"decoder\": \"d\",\n\"reason\": 1,"
                            "\"link\": \"\"}]}"),
              HasSubstr(":2: 'reason' must be text"));
  EXPECT_THAT(
      error_in_list("{\"expected\": [{\"key\": \" \", \"decoder\": \"d\", \"reason\": \"r\","
                    "\"link\": \"\"}]}"),
      HasSubstr("'key' must not be empty"));
  EXPECT_THAT(
      error_in_list("{\"expected\": [{\"key\": \"k\", \"decoder\": \"d\", \"reason\": \"r\","
                    "\"link\": \"javascript:alert(1)\"}]}"),
      HasSubstr("'link' must be empty or begin with https://"));
  EXPECT_THAT(
      error_in_list("{\"expected\": [{\"key\": \"k\", \"decoder\": \"d\",\n\"reason\": \"\\u00E9\","
                    "\"link\": \"\"}]}"),
      AllOf(HasSubstr(":2"), HasSubstr("ASCII")));
  EXPECT_THROW(load_expected(scratch("no-such-file")), InputError);
  EXPECT_THROW(load_expected(scratch()), InputError);
}

}  // namespace
}  // namespace placemat
