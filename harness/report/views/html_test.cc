#include "harness/report/views/html.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

#include "harness/bytes/scratch_fixture.h"
#include "harness/report/fixture.h"
#include "harness/report/views/html_parts.h"

namespace placemat {
namespace {

using fixture::add;
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

// A report in which every string from outside contains markup.
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
  for (DefectRecord& defect : report.defects) {
    for (std::string* text :
         {&defect.id, &defect.product, &defect.effect, &defect.fixed_in, &defect.entry,
          &defect.about, &defect.lets_through, &defect.units, &defect.seen, &defect.expected}) {
      *text += evil;
    }
    defect.versions = defect.links = {evil};
  }
  report.sources[2].not_run = evil;
  for (DecoderResult& subject : report.subjects) {
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
  for (ExternalRecord& external : report.externals) {
    external.decoder = external.version = external.product = external.language = evil;
    external.entry = external.trouble = evil;
    external.contradictions = {{evil, evil, evil}, {evil, evil, evil}};
  }
  for (MachineRecord& machine : report.machines) {
    machine.decoder = machine.law = evil;
    machine.learned.differences = {evil};
    for (LearnedState& state : machine.learned.states) {
      state.name = evil;
      for (LearnedEdge& edge : state.edges) edge.output = edge.by_law = evil;
    }
    machine.learned.states[0].edges[0].units = evil;
  }
  report.subjects[0].not_tested = {evil};
  report.notices = {evil};
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

// The page without its one script.
std::string without_script(std::string page) {
  const std::string ours = "<script>" + std::string(html::script()) + "</script>";
  const std::size_t at = page.find(ours);
  EXPECT_NE(at, std::string::npos);
  return at == std::string::npos ? page : page.erase(at, ours.size());
}

// The page is complete without the script, and the policy lets no other run. Another program
// computed the digest.
TEST(Html, RunsOneScriptThatLoadsAndSendsNothing) {
  const std::string page = render_html(hostile());
  EXPECT_THAT(page, HasSubstr("script-src '" + html::script_policy() + "'"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* part : {"fetch", "XMLHttp", "WebSocket", "import", "eval", "innerHTML",
                           "localStorage", "cookie", "location", "http"}) {
    EXPECT_THAT(std::string(html::script()), Not(HasSubstr(part))) << part;
  }
  if (std::system("openssl version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no openssl";
  const std::string path = written("script", html::script());
  const std::string command = "openssl dgst -sha256 -binary " + path + " | base64 >" + path + ".64";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::string digest;
  std::ifstream(path + ".64") >> digest;
  EXPECT_EQ(html::script_policy(), "sha256-" + digest);
}

// Every row is there without the script; many are folded, rows that differ come first.
TEST(Html, FoldsManyRowsAndLosesNone) {
  Report report = fixture::report();
  for (int i = 0; i < 40; ++i) {
    report.subjects.push_back(
        fixture::subject("right" + std::to_string(100 + i), fixture::kProfile, true));
  }
  const std::string page = render_html(report);
  const std::size_t differs = page.find("<b>1 decoder</b> different");
  const std::size_t declared = page.find("<b>1 decoder</b> different, and the expected list");
  const std::size_t right = page.find("<b>41 decoders</b> as expected");
  ASSERT_NE(right, std::string::npos);
  EXPECT_LT(differs, declared);
  EXPECT_LT(declared, right);
  EXPECT_THAT(page, HasSubstr("<details class=\"group\" open=\"open\"><summary><b>1 decoder</b> "
                              "different <span class=\"g g-accepts\">A</span></summary>"));
  EXPECT_THAT(page, HasSubstr("<details class=\"group\"><summary><b>41 decoders</b> as expected"));
  EXPECT_EQ(
      all_of(page, "<tr class=\"filtered conforms\"><th class=\"subject\"><a href=\"#([^\"]*)")
          .size(),
      41u);
}

TEST(Html, SortsManyExternalDecodersByLanguage) {
  Report report = fixture::report();
  for (int i = 0; i < 40; ++i) {
    DecoderResult one = fixture::subject("s" + std::to_string(100 + i), fixture::kProfile, true);
    add(one, fixture::finding(one, Kind::kCrash, ErrorClass::kOverlong, "C0 AF"));
    report.subjects.push_back(one);
    ExternalRecord& external = report.externals.emplace_back();
    external.decoder = one.decoder;
    external.version = "1";
    external.product = "Product";
    external.language = i < 30 ? "Forth" : "Ada";
    external.entry = "get";
    external.profiles = {fixture::kProfile};
    external.explained = external.knows_policy = true;
    external.inputs = 10;
    external.inputs_to_name = 3;
  }
  const std::string page = render_html(report);
  EXPECT_THAT(page, HasSubstr("<b>Forth</b> 30 entry points, 30 of a known profile"));
  EXPECT_THAT(page, HasSubstr("Forth: 30 decoders <span class=\"g g-crash\">!</span>"));
  EXPECT_THAT(page,
              HasSubstr("no language stated: 1 decoder <span class=\"g g-accepts\">A</span>"));
  // 41 new findings are too many to start unfolded.
  EXPECT_THAT(page,
              Not(HasSubstr("<details class=\"card\" open=\"open\">\n<summary><span class=\"g")));
}

TEST(Html, ShowsExternalDecodersAndTheFailuresTheySurvived) {
  Report report = fixture::report();
  DecoderResult& gamma = report.subjects[2];
  add(gamma, fixture::finding(gamma, Kind::kHang, ErrorClass::kOverlong, "C0"));
  const std::string page = render_html(report);
  EXPECT_THAT(page, HasSubstr("<tr class=\"filtered\"><th>Gamma <small>2.0</small></th><td><a href="
                              "\"#d-gamma\">Gamma.Get</a></td><td><b class=\"bad-text\">none</b>; "
                              "nearest <span class=\"profile\">utf-8/maximal-subpart/keep</span>"));
  EXPECT_THAT(page, HasSubstr("<code>C0 AF</code>: seen <code>2F</code>, by the profile <code>FFFD "
                              "FFFD</code>"));
  EXPECT_THAT(page, HasSubstr("not finished within 5 s"));
  EXPECT_THAT(page, HasSubstr("<td class=\"number\">3 of 10</td><td><a href=\"#s-gamma\">"
                              "wrong-replacement-count 1</a></td><td>hang 1</td></tr>"));
  EXPECT_LT(page.find("Absent here, and not judged"), page.find("id=\"run\""));
}

TEST(Html, DrawsTheMachineAndListsEveryEdge) {
  const std::string page = render_html(fixture::report());
  EXPECT_THAT(page, HasSubstr("<svg xmlns"));
  EXPECT_THAT(page, HasSubstr("<tr><th>C2</th><td><code>00..7F</code></td><td>start</td>"
                              "<td>well-formed</td><td class=\"bad-text\">ill-formed</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<li>C2 41: its last unit gives well-formed; by the law ill-formed"));
}

TEST(Html, ShowsDefectsByEffectAndTellsNoneThatIsWithheld) {
  const std::string page = render_html(fixture::report());
  EXPECT_THAT(page, HasSubstr("<summary>It accepts ill-formed text (1)</summary>"));
  EXPECT_THAT(page, HasSubstr("It accepts C0 80. It lets in: C0 80.<br/>seen <code>well-formed"
                              "</code>, expected <code>ill-formed</code>"));
  EXPECT_THAT(page, HasSubstr("<th>other-lib</th><td>3</td><td colspan=\"3\">not public yet</td>"));
  Report none = fixture::report();
  none.defects.clear();
  EXPECT_THAT(render_html(none), Not(HasSubstr("id=\"defects\"")));
}

TEST(Html, StatesWhatWasNotTestedAndWhatIsUnknown) {
  Report report = fixture::report();
  report.notices = {"Left out: 2 records of the sort 'sauce'."};
  const std::string page = render_html(report);
  EXPECT_THAT(page, HasSubstr("<li>pads of characters of 4 units: it has none (gamma)</li>"));
  EXPECT_THAT(page, HasSubstr("<dt>was not asked</dt><dd>pads of characters of 4 units"));
  EXPECT_THAT(page, HasSubstr("<p class=\"note\">Left out: 2 records of the sort"));
}

TEST(Html, SaysFirstWhichDecodersConform) {
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

TEST(Html, EveryLinkWithinThePageHasATargetAndIdsAreUnique) {
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
  EXPECT_THAT(without_script(page), Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
  for (const std::string& address : all_of(page, " href=\"([^\"]*)\"")) {
    EXPECT_TRUE(address.starts_with("#") || address.starts_with("https://")) << address;
  }
  EXPECT_TRUE(all_of(page, " (on[a-z]+)=\"").empty());
  for (const char c : page) ASSERT_TRUE(c == '\n' || c == '\t' || (c >= 0x20 && c <= 0x7E));
}

TEST(Html, NeedsNoNetwork) {
  const std::string page = without_script(render_html(fixture::report()));
  for (const char* part : {"<script", "<link", "<img", "<iframe", "@import", "url(", "src="}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
}

// Checked with an independent parser.
TEST(Html, IsWellFormedXmlToo) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no xmllint";
  for (const Report& report : {fixture::report(), hostile(), Report{}}) {
    const std::string path = written("page.html", render_html(report));
    EXPECT_EQ(std::system(("xmllint --noout " + path).c_str()), 0);
  }
}

TEST(Html, ACellShowsItsGlyphAndLinksToItsFinding) {
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

TEST(Html, ACardIsSufficientToReproduceItsFinding) {
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

TEST(Html, StatesWhatWasNotRunAndWhichDecodersAreAbsent) {
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
  for (DecoderResult& subject : report.subjects) {
    std::reverse(subject.findings.begin(), subject.findings.end());
    std::reverse(subject.failing.begin(), subject.failing.end());
  }
  std::reverse(report.absent.begin(), report.absent.end());
  std::reverse(report.oracles.begin(), report.oracles.end());
  EXPECT_EQ(render_html(report), page);
}

TEST(Html, SimilarNamesHaveDifferentIds) {
  EXPECT_EQ(html::slug("dfa_2008"), "dfa_2008");
  EXPECT_NE(html::slug("a b"), html::slug("a-b"));
  EXPECT_NE(html::slug("a b"), html::slug("a+b"));
}

}  // namespace
}  // namespace placemat
