#include "harness/report/views/history.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

SubjectHistory history_with(const std::vector<std::string>& troubles) {
  SubjectHistory history;
  for (std::size_t i = 0; i < troubles.size(); ++i) {
    VersionState state;
    state.version = std::to_string(i) + ".0.0";
    state.place = i;
    state.trouble = troubles[i];
    history.versions.push_back(state.version);
    history.audited.push_back(state);
  }
  return history;
}

TEST(HistoryText, CountsTheChanges) {
  const std::string text = history_text(history_with({"", ""}));
  EXPECT_THAT(text, HasSubstr("\n0 changes. A change that"));
  EXPECT_THAT(text, Not(HasSubstr("Nothing is known")));
}

// Two versions without an answer do not agree.
TEST(HistoryText, SaysThatNothingIsKnownOfVersionsThatWereNotAsked) {
  EXPECT_THAT(history_text(history_with({"", "no time"})),
              HasSubstr("Nothing is known of 1 version that could not be asked."));
  const std::string text = history_text(history_with({"no time", "no time"}));
  EXPECT_THAT(text, HasSubstr("Nothing is known: no version could be asked."));
  EXPECT_THAT(text, Not(HasSubstr("0 changes")));
}

TEST(HistoryJson, HasNotWhatAProgramSaidOfItsMachine) {
  const SubjectHistory history =
      history_with({"", "node: it ended with exit(2), saying: no such file x.js"});
  for (const std::string& form :
       {history_text(history), history_json(history), history_svg(history)}) {
    EXPECT_THAT(form, HasSubstr("it ended with exit(2)"));
    EXPECT_THAT(form, Not(HasSubstr("x.js")));
  }
}

}  // namespace
}  // namespace placemat
