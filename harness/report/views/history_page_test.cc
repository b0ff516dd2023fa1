// The page of stored histories, from files that are written here, and the page of this tree.
#include "harness/report/views/history_page.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

using testing::HasSubstr;

class HistoryPage : public testing::Test {
 protected:
  void store(const std::string& name, const std::string& text) {
    write_text_file((directory_ / name).string(), text);
  }
  const std::filesystem::path directory_ = scratch();
};

constexpr const char* kOneChange = R"({
 "subject": "thing", "product": "Thing", "entry": "decode", "package": "thing", "complete": true,
 "versions": ["1.0.0", "1.1.0", "2.0.0"], "limit": "x",
 "audited": [{"version": "1.0.0", "profile": "", "findings": ["accepts-overlong: C0 AF"]},
             {"version": "2.0.0", "profile": "", "findings": []}],
 "changes": [{"before": "1.1.0", "after": "2.0.0", "mends": ["the-bug"], "brings": [],
              "candidate": false, "asked": true, "gone": ["accepts-overlong: C0 AF"],
              "appeared": []}]})";

TEST_F(HistoryPage, HasASubjectAndItsChanges) {
  store("thing.json", kOneChange);
  const std::string page = history_page(directory_);
  EXPECT_THAT(page, HasSubstr("| [thing](history/thing.json) | Thing | decode | 1.0.0 to 2.0.0 "
                              "| 3 | 2 | 1 | no finding |\n"));
  EXPECT_THAT(page, HasSubstr("| thing | 1.1.0 | 2.0.0 | mends the-bug | accepts-overlong: C0 AF "
                              "| - |\n"));
}

TEST_F(HistoryPage, HasTheNoteOfASubject) {
  std::string noted = kOneChange;
  noted.insert(noted.find("\"limit\""), R"("note": "Not before 1.0.0.", )");
  store("thing.json", noted);
  EXPECT_THAT(history_page(directory_), HasSubstr("\n\n**thing**: Not before 1.0.0.\n\n|"));
}

TEST_F(HistoryPage, RefusesWhatIsNoHistory) {
  EXPECT_THROW(history_page(directory_), InputError);
  store("thing.json", "{}");
  EXPECT_THROW(history_page(directory_), InputError);
  store("thing.json", "no JSON");
  EXPECT_THROW(history_page(directory_), InputError);
}

TEST(HistoryOfThisTree, IsThePageOfItsFiles) {
  const std::filesystem::path reports = PLACEMAT_SOURCE_DIR "/reports";
  EXPECT_EQ(history_page(reports / "history"), read_text_file(reports / "HISTORY.md"));
}

}  // namespace
}  // namespace placemat
