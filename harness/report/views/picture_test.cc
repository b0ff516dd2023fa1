#include "harness/report/views/picture.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/report/fixture.h"
#include "harness/report/views/xml_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

// Read by a parser of XML that is not ours.
TEST(Picture, HasARowForEachSubjectAndABoxForEachGlyph) {
  if (!has_xmllint()) GTEST_SKIP() << "no xmllint";
  const std::string svg = render_picture(fixture::report());
  EXPECT_EQ(xpath(svg, "name(/*)"), "svg");
  for (const char* name : {"alpha", "beta", "gamma", "alpha as utf-8/reject/keep"}) {
    EXPECT_EQ(xpath(svg, "count(//*[local-name()='text'][.='" + std::string(name) + "'])"), "1");
  }
  // beta accepts an overlong form, the contrast a surrogate, gamma is known; and the legend.
  const auto boxes = [&](const std::string& style) {
    return xpath(svg, "count(//*[local-name()='rect'][@class='" + style + "'])");
  };
  EXPECT_EQ(boxes("accepts"), "3");
  EXPECT_EQ(boxes("declared"), "2");
  EXPECT_EQ(boxes("crash"), "0");
}

TEST(Picture, EveryTextIsWithinItsFrame) {
  if (!has_xmllint()) GTEST_SKIP() << "no xmllint";
  Report report = fixture::report();
  for (int i = 0; i < 90; ++i) {
    report.subjects.push_back(
        fixture::subject("decoder" + std::to_string(i), fixture::kProfile, true));
  }
  const std::string svg = render_picture(report);
  EXPECT_EQ(xpath(svg, "count(//*[local-name()='text'][@y > /*/@height or @x > /*/@width])"), "0");
  EXPECT_THAT(svg, HasSubstr(">and 54 more<"));  // 94 rows, 40 shown
}

TEST(Picture, DoesNotShowTheMachineOrTheTime) {
  Report report = fixture::report();
  const std::string svg = render_picture(report);
  report.header.run = {"elsewhere", "2030-01-01T00:00:00Z", 64, 1};
  report.header.compiler = "another";
  EXPECT_EQ(render_picture(report), svg);
}

TEST(Picture, TextOfADecoderIsNoMarkup) {
  Report report = fixture::report();
  report.subjects[1].decoder = "<script>\x1B]]>&\xFF\"";
  const std::string svg = render_picture(report);
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
  if (!has_xmllint()) GTEST_SKIP() << "no xmllint";
  EXPECT_EQ(std::system(("xmllint --noout " + written("p.svg", svg).string()).c_str()), 0);
}

}  // namespace
}  // namespace placemat
