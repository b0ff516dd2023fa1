#include "harness/report/views/provenance.h"

#include <gmock/gmock.h>

#include "harness/report/fixture.h"
#include "harness/report/views/html.h"
#include "harness/report/views/markdown.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Provenance, StandsInHtmlAndMarkdownBehindTheResults) {
  Report report = fixture::report();
  report.header.run.given = "placemat run --as '<utf-8>'";
  const std::string html = render_html(report), markdown = render_markdown(report);
  for (const std::string& text : {html, markdown}) {
    EXPECT_THAT(text, AllOf(HasSubstr("0123456789ab"), HasSubstr("AMD EPYC 9B14"),
                            HasSubstr("2026-11-21T10:00:00Z")));
  }
  EXPECT_THAT(html, HasSubstr("placemat run --as &#39;&lt;utf-8&gt;&#39;"));
  EXPECT_GT(html.find("id=\"provenance\""), html.find("accepts-overlong"));
  EXPECT_GT(markdown.find("Provenance"), markdown.find("accepts-overlong"));
}

TEST(Provenance, SaysHowIsolationStood) {
  Header header;
  const auto isolation = [&] { return provenance_of(header).back().value; };
  EXPECT_EQ(provenance_of(header).back().name, "isolation");
  EXPECT_EQ(isolation(), "none: the decoders ran in the process of placemat");
  header.isolation = {"no network", "a read-only file system"};
  EXPECT_EQ(isolation(), "no network and a read-only file system");
}

TEST(Provenance, HasNoRowForWhatAnOlderReportDoesNotState) {
  Report report = fixture::report();
  report.header.run.commit = report.header.run.os = "";
  EXPECT_THAT(render_markdown(report), Not(HasSubstr("- commit")));
  EXPECT_THAT(render_markdown(report), HasSubstr("- build type: Release"));
}

}  // namespace
}  // namespace placemat
