#include "harness/report/html.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

#include "harness/report/fixture.h"
#include "harness/report/html_parts.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

std::set<std::string> all_of(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> out;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), expression);
       it != std::sregex_iterator(); ++it) {
    out.insert((*it)[1]);
  }
  return out;
}

// A report in which whatever comes from outside tries to be markup.
Report hostile() {
  const std::string evil = "<script>alert('x')</script>\"&\x1B]0;x\x07\xFF\n";
  Report report = fixture::report();
  Header& header = report.header;
  for (std::string* text :
       {&header.tool_version, &header.corpus_digest, &header.compiler, &header.icu_version,
        &header.budget, &header.run.command, &header.run.started}) {
    *text = evil;
  }
  header.cpu_features = {evil};
  for (SourceRecord& source : report.sources) source.name = source.covers = evil;
  report.sources[2].not_run = evil;
  for (SubjectResult& subject : report.subjects) {
    subject.decoder += evil;
    subject.version = subject.origin = subject.claims_profile = subject.judged_as = evil;
    subject.capabilities = {evil};
    for (SourceTally& source : subject.sources) source.source = evil;
    for (Finding& finding : subject.findings) {
      finding.decoder = subject.decoder;
      for (std::string* text :
           {&finding.judged_as, &finding.key, &finding.operation, &finding.minimal,
            &finding.conditions, &finding.expected, &finding.seen, &finding.clause, &finding.effect,
            &finding.source, &finding.example, &finding.vector, &finding.replay, &finding.reason}) {
        *text = evil;
      }
      finding.link = "javascript:alert(1)" + evil;
      finding.related = {"CVE-" + evil, evil};
    }
  }
  report.absent = {{evil, evil}};
  report.oracles = {{evil, 1, 1, {{evil, evil, 1}}, {evil}}};
  report.requirements = {{evil, 1, evil, false, evil}, {evil, 2, evil, true, evil}};
  report.bugs = {
      {evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, false, evil, evil}};
  report.strength = {{evil,
                      1,
                      1,
                      1,
                      {{evil, true, 2, 0, 0, {{"output", 2, 0, {{evil, evil}}}}}},
                      1,
                      1,
                      1,
                      1,
                      {evil}}};
  report.footer.expected_errors = {evil};
  return report;
}

TEST(Html, SaysWhoConformsFirst) {
  const std::string page = render_html(fixture::report());
  const std::size_t verdict = page.find("1 of 3 decoders conforms", page.find("<h1>"));
  ASSERT_NE(verdict, std::string::npos);
  std::size_t before = verdict;
  for (const char* part :
       {"id=\"run\"", "id=\"matrix\"", "id=\"contrast\"", "id=\"findings\"", "id=\"oracle\"",
        "id=\"requirements\"", "id=\"bugs\"", "id=\"strength\"", "id=\"decoders\""}) {
    const std::size_t at = page.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    EXPECT_GT(at, before) << part;
    before = at;
  }
}

TEST(Html, EveryLinkWithinThePageLeadsSomewhereAndIdsAreUnique) {
  for (const Report& report : {fixture::report(), hostile()}) {
    const std::string page = render_html(report);
    const std::set<std::string> ids = all_of(page, " id=\"([^\"]*)\"");
    for (const std::string& target : all_of(page, " href=\"#([^\"]*)\"")) {
      EXPECT_TRUE(ids.contains(target)) << target;
    }
    const std::regex id(" id=\"");
    EXPECT_EQ(static_cast<std::size_t>(std::distance(
                  std::sregex_iterator(page.begin(), page.end(), id), std::sregex_iterator())),
              ids.size());
  }
}

TEST(Html, NothingFromOutsideBecomesMarkup) {
  const std::string page = render_html(hostile());
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
  for (const std::string& address : all_of(page, " href=\"([^\"]*)\"")) {
    EXPECT_TRUE(address.starts_with("#") || address.starts_with("https://")) << address;
  }
  EXPECT_TRUE(all_of(page, " (on[a-z]+)=\"").empty());
  for (const char c : page) ASSERT_TRUE(c == '\n' || c == '\t' || (c >= 0x20 && c <= 0x7E));
}

TEST(Html, NeedsNeitherNetworkNorScript) {
  const std::string page = render_html(fixture::report());
  for (const char* part : {"<script", "<link", "<img", "<iframe", "@import", "url(", "src="}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
}

// Somebody else's parser.
TEST(Html, IsWellFormedXmlToo) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no xmllint";
  const std::string path = testing::TempDir() + "placemat_html_test.html";
  for (const Report& report : {fixture::report(), hostile(), Report{}}) {
    std::ofstream(path, std::ios::binary) << render_html(report);
    EXPECT_EQ(std::system(("xmllint --noout " + path).c_str()), 0);
  }
}

TEST(Html, ACellShowsItsGlyphAndLeadsToItsFinding) {
  const Report report = fixture::report();
  const std::string page = render_html(report);
  const Finding& finding = report.subjects[1].findings[0];
  const std::string anchor = html::anchor_of(finding);
  EXPECT_THAT(page, HasSubstr("<a class=\"g g-accepts\" href=\"#" + anchor + "\""));
  EXPECT_THAT(page, HasSubstr("<p class=\"what\" id=\"" + anchor + "\">"));
  EXPECT_THAT(page, HasSubstr("<details class=\"card\" open=\"open\">\n<summary><span class=\"g "
                              "g-accepts\">A</span> <span class=\"kind\">accepts-overlong"));
  const std::string declared = html::anchor_of(report.subjects[2].findings[0]);
  EXPECT_THAT(page, HasSubstr("<a class=\"g g-declared\" href=\"#" + declared + "\""));
  EXPECT_THAT(page, HasSubstr("<td class=\"none\" title=\"fe-ff: nothing checked\">"));
  EXPECT_THAT(page, HasSubstr("title=\"overlong: 1,001 checks, all as expected\""));
}

TEST(Html, ACardHoldsWhatItTakesToActOnIt) {
  const std::string page = render_html(fixture::report());
  for (const char* part :
       {"<b>C0</b><small>fault</small>", "ill-formed at 0, length 1", "ok 2F", "Unicode 3.9 D92",
        "A filter is passed.", "https://www.cve.org/CVERecord?id=CVE-2000-0884",
        "<pre class=\"copy\">placemat replay beta &#39;C0 AF&#39;</pre>", "Issue text",
        "one replacement per sequence, as documented", "href=\"https://example.org/issues/7\"",
        "a NUL behind", "12,345 failed checks"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
}

TEST(Html, StatesWhatWasNotRunAndWhoIsAbsent) {
  const std::string page = render_html(fixture::report());
  EXPECT_THAT(page, HasSubstr("not run: --source left it out"));
  EXPECT_THAT(page, HasSubstr("<b>omega</b>: libomega"));
  EXPECT_THAT(page, HasSubstr("an entry without a reason"));
  EXPECT_THAT(page, HasSubstr("unit 2 of A1..F5 21..7E"));
  EXPECT_THAT(page, HasSubstr("ICU-1"));
  Report unfinished = fixture::report();
  unfinished.footer.complete = false;
  EXPECT_THAT(render_html(unfinished), HasSubstr("The run did not finish"));
}

TEST(Html, DoesNotDependOnTheOrderOfWork) {
  const std::string page = render_html(fixture::report());
  Report report = fixture::report();
  std::reverse(report.subjects.begin(), report.subjects.end());
  for (SubjectResult& subject : report.subjects) {
    std::reverse(subject.findings.begin(), subject.findings.end());
    std::reverse(subject.failing.begin(), subject.failing.end());
  }
  std::reverse(report.absent.begin(), report.absent.end());
  std::reverse(report.oracles.begin(), report.oracles.end());
  EXPECT_EQ(render_html(report), page);
}

TEST(Html, NamesThatLookAlikeHaveDifferentIds) {
  EXPECT_EQ(html::slug("dfa_2008"), "dfa_2008");
  EXPECT_NE(html::slug("a b"), html::slug("a-b"));
  EXPECT_NE(html::slug("a b"), html::slug("a+b"));
}

}  // namespace
}  // namespace placemat
