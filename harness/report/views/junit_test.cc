#include "harness/report/views/junit.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "harness/bytes/scratch_fixture.h"
#include "harness/report/fixture.h"
#include "harness/report/views/xml_fixture.h"

namespace placemat {
namespace {

using fixture::add;
using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

TEST(Junit, ASuiteForEveryClaimAndNoneForContrasts) {
  const std::string xml = render_junit(fixture::report());
  EXPECT_EQ(count_of(xml, "<testsuite "),
            5u);  // the run, the external decoders, alpha, beta, gamma
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"alpha\" tests=\"13\" failures=\"0\" errors=\"0\" "
                             "skipped=\"1\">"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"beta\" tests=\"13\" failures=\"1\" errors=\"0\" "
                             "skipped=\"1\">"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"gamma\" tests=\"13\" failures=\"0\" errors=\"0\" "
                             "skipped=\"3\">"));
  EXPECT_THAT(xml, Not(HasSubstr("accepts-surrogate")));
}

TEST(Junit, TheCountsAreThoseOfTheElements) {
  const std::string xml = render_junit(fixture::report());
  // 3 x 13 columns, of which the encoder was asked nothing, and of the run: complete, one oracle,
  // one list error, one absent, one thing not asked; and two external decoders, one of no known
  // profile.
  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"placemat\" tests=\"46\" failures=\"1\" "
                             "errors=\"1\" time="));
  EXPECT_EQ(count_of(xml, "<testcase "), 46u);
  EXPECT_EQ(count_of(xml, "<failure "), 1u);
  EXPECT_EQ(count_of(xml, "<error "), 1u);
  EXPECT_EQ(count_of(xml, "<skipped "), 8u);
}

// Only a claim can fail; to be of no known profile is no claim.
TEST(Junit, AnExternalDecoderPassesWhenItIsIdentified) {
  Report report = fixture::report();
  const std::string xml = render_junit(report);
  EXPECT_THAT(xml, HasSubstr("name=\"identified: alpha\"/>"));
  EXPECT_THAT(xml, HasSubstr("name=\"identified: gamma\">\n      <skipped message=\"of no known "
                             "profile; nearest is utf-8/maximal-subpart/keep; 2 of 10 inputs are "
                             "not explained; not finished within 5 s\">"));
  EXPECT_THAT(xml,
              HasSubstr("name=\"not asked: pads of characters of 4 units: it has none\">\n      "
                        "<skipped message=\"of 1 decoder\">gamma</skipped>"));
}

TEST(Junit, ANewFindingFailsAndADeclaredOneIsSkippedWithItsReason) {
  const std::string xml = render_junit(fixture::report());
  EXPECT_THAT(xml, HasSubstr("name=\"overlong: accepts-overlong: C0 AF\">\n      <failure message="
                             "\"expected ill-formed at 0, length 1; seen ok 2F\">"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"expected: one replacement per sequence, as "
                             "documented (https://example.org/issues/7)\">"));
  EXPECT_THAT(xml, HasSubstr("replay:   placemat replay beta &#39;C0 AF&#39;"));
}

TEST(Junit, AColumnWithAMarkNeverPasses) {
  Report report = fixture::report();
  DecoderResult &alpha = report.subjects[0], &beta = report.subjects[1];
  ErrorClassTally& truncated = fixture::error_class(beta, ErrorClass::kTruncated);
  truncated.kinds[Kind::kAcceptsOverlong] = 4;
  truncated.show(Kind::kAcceptsOverlong, "C2");
  add(beta, fixture::finding(beta, Kind::kCrash, ErrorClass::kFeFf, "FE"));
  ErrorClassTally& interrupted = fixture::error_class(alpha, ErrorClass::kInterrupted);
  interrupted.kinds[Kind::kHang] = 1;
  interrupted.show(Kind::kHang, "C2 41");
  const std::string xml = render_junit(report);
  EXPECT_THAT(xml, HasSubstr("name=\"truncated: accepts-overlong\">\n      <skipped message=\"4 "
                             "failed checks, such as C2\">"));
  EXPECT_THAT(xml, HasSubstr("name=\"calls: crash\">\n      <skipped message=\"12,345 failed "
                             "checks, as under fe-ff: FE\">"));
  EXPECT_THAT(xml, HasSubstr("name=\"interrupted: hang\">\n      <error message=\"1 failed check "
                             "without a finding, such as C2 41\">"));
}

TEST(Junit, AnUnfinishedOrUncheckedRunIsAnError) {
  Report report = fixture::report();
  report.footer.complete = false;
  report.subjects[0].sources.clear();
  report.subjects[0].error_classes = {};
  const std::string xml = render_junit(report);
  EXPECT_THAT(xml, HasSubstr("<error message=\"no footer: the run did not finish\">"));
  EXPECT_THAT(xml, HasSubstr("<error message=\"nothing was checked\">"));
}

// A finding whose symptoms are of other kinds and in other error classes, a second one of the same
// kind, and a known one.
TEST(Junit, HasOneFailureForEachNewFinding) {
  if (!has_xmllint()) GTEST_SKIP() << "no xmllint";
  Report report = fixture::report();
  DecoderResult& beta = report.subjects[1];
  Finding& finding = beta.findings[0];
  finding.symptoms = {fixture::symptom(finding, Kind::kSwallowsNextUnit, "C0 41"),
                      fixture::symptom(finding, Kind::kAcceptsIllFormed, "C0"),
                      fixture::symptom(finding, Kind::kAcceptsOverlong, "C1 BF")};
  for (const ErrorClass error_class : {ErrorClass::kOverlong, ErrorClass::kTruncated}) {
    auto& kinds = fixture::error_class(beta, error_class).kinds;
    kinds[Kind::kSwallowsNextUnit] = kinds[Kind::kAcceptsIllFormed] = 3;
    kinds[Kind::kAcceptsOverlong] = 7;
  }
  beta.findings.push_back(
      fixture::finding(beta, Kind::kAcceptsOverlong, ErrorClass::kOverlong, "E0 80 AF"));
  report.footer = count_subjects(report.subjects);
  report.footer.complete = true;
  const std::string xml = render_junit(report);
  EXPECT_EQ(xpath(xml, "count(//failure)"), std::to_string(report.footer.unexpected));
  EXPECT_EQ(xpath(xml, "sum(/testsuites/testsuite/@failures)"), "2");
  EXPECT_EQ(xpath(xml, "string(/testsuites/@failures)"), "2");
  EXPECT_EQ(xpath(xml, "count(//testcase[failure][contains(@name, 'C0 AF')])"), "1");
  EXPECT_EQ(xpath(xml, "count(//testcase[failure][contains(@name, 'E0 80 AF')])"), "1");
  EXPECT_EQ(xpath(xml, "count(//error)"), "0");
}

TEST(Junit, StatesItsProvenanceAsProperties) {
  if (!has_xmllint()) GTEST_SKIP() << "no xmllint";
  const std::string xml = render_junit(fixture::report());
  const auto property = [&](const std::string& name) {
    return xpath(
        xml, "string(/testsuites/testsuite[1]/properties/property[@name='" + name + "']/@value)");
  };
  EXPECT_EQ(property("placemat"), "0.1.0");
  EXPECT_EQ(property("commit"), "0123456789ab");
  EXPECT_EQ(property("build type"), "Release");
  EXPECT_EQ(property("operating system"), "Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64");
  EXPECT_EQ(property("processor"), "AMD EPYC 9B14");
  EXPECT_EQ(property("command"), "placemat run --budget 'standard'");
  EXPECT_EQ(property("started"), "2026-11-21T10:00:00Z");
  EXPECT_NE(property("isolation"), "");
}

// Checked with an independent parser.
TEST(Junit, IsXmlForAnyTextOfADecoder) {
  Report report = fixture::report();
  const std::string evil = "<![CDATA[ ]]> & \"'\x01\x1B\x7F\xFF\xED\xA0\x80\xEF\xBF\xBF\n";
  Finding& finding = report.subjects[1].findings[0];
  finding.seen = finding.expected = finding.minimal = finding.replay = evil;
  report.subjects[1].decoder = finding.decoder = evil;
  report.footer.expected_errors = {evil};
  report.oracles[0].unexplained = {evil};
  report.absent[0] = {evil, evil};
  const std::string xml = render_junit(report);
  for (const char c : xml) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c <= 0x7E));
  if (!has_xmllint()) GTEST_SKIP() << "no xmllint";
  for (const std::string& text : {xml, render_junit(fixture::report()), render_junit({})}) {
    const std::string path = written("junit.xml", text);
    EXPECT_EQ(std::system(("xmllint --noout " + path).c_str()), 0);
  }
}

TEST(Junit, DoesNotDependOnTheOrderOfWork) {
  Report report = fixture::report();
  const std::string xml = render_junit(report);
  std::reverse(report.subjects.begin(), report.subjects.end());
  EXPECT_EQ(render_junit(report), xml);
}

}  // namespace
}  // namespace placemat
