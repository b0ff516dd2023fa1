#include "harness/report/views/view.h"

#include <gmock/gmock.h>

#include <set>

#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/report/fixture.h"
#include "harness/report/views/html.h"
#include "harness/report/views/markdown.h"
#include "harness/report/views/summary.h"

namespace placemat {
namespace {

TEST(Views, HaveNamesFilesAndTextsOfTheirOwn) {
  std::set<std::string_view> names, files;
  std::set<std::string> texts;
  std::size_t with_file = 0;
  for (const ViewRow& view : view_rows()) {
    names.insert(view.name);
    if (!view.file.empty()) files.insert(view.file), ++with_file;
    texts.insert(view.render(fixture::report()));
    EXPECT_FALSE(view.summary.empty());
  }
  EXPECT_EQ(names.size(), view_rows().size());
  EXPECT_EQ(texts.size(), view_rows().size());
  EXPECT_EQ(files.size(), with_file);
}

// Each view, and both summaries: a reader of any of them learns what a sandbox lacked.
TEST(Views, SayWhatIsNotInForce) {
  Report report = fixture::report();
  report.header.isolation = {"one measure", "NOT in force: another measure"};
  std::vector<std::string> texts{render_summary(report, {}), render_summary_json(report)};
  for (const ViewRow& view : view_rows()) {
    // A badge has room for a few words only.
    if (view.name != "badge") texts.push_back(view.render(report));
  }
  for (const std::string& text : texts) {
    EXPECT_THAT(text, testing::HasSubstr("NOT in force: another measure")) << text;
  }
  EXPECT_THAT(render_html(report), testing::HasSubstr("<li>one measure</li>"));
  EXPECT_THAT(render_markdown(report), testing::HasSubstr("- one measure\n"));
}

TEST(Views, AreWrittenBesideTheReport) {
  write_views(scratch(), fixture::report());
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(scratch())) {
    files.insert(entry.path().filename());
  }
  EXPECT_THAT(files, testing::ElementsAre("report.html", "report.junit.xml", "report.md"));
  EXPECT_EQ(read_text_file(scratch("report.html")), render_html(fixture::report()));
}

}  // namespace
}  // namespace placemat
