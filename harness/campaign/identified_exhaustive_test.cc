// No sentence about a decoder contradicts a finding about it: every seventh saboteur is audited
// and identified, and asked again for each finding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/campaign/identified.h"
#include "harness/campaign/selftest.h"

namespace placemat {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> sample() {
  constexpr std::size_t kEvery = 7;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < saboteurs().size(); i += kEvery) {
    names.emplace_back(saboteurs()[i]->name);
  }
  return names;
}

// Such a decoder would end the identification, or this test.
bool answers_always(const std::vector<Finding>& findings) {
  return std::ranges::all_of(
      findings, [](const Finding& finding) { return shows_in(finding.kind) == ShowsIn::kAnswer; });
}

void expect_no_contradiction(const SelftestOutcome& outcome) {
  SCOPED_TRACE(outcome.saboteur->name);
  const std::vector<Finding>& findings = outcome.result.findings;
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(*outcome.saboteur, thread);
  const Identity identity = identify(caller, false);
  ExternalRecord record;
  add_identity(record, identity);

  Observer observer(caller);
  const std::vector<SingleQuestion> questions = questions_of(findings);
  std::vector<InputObservation> seen;
  for (const SingleQuestion& question : questions) {
    seen.push_back(observer.see_by(question.operation, question.units));
  }
  add_answers(record, identity, questions, seen);
  add_unstable(record, findings);

  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto wrong = contradiction(identity, questions[i].units, seen[i]);
    if (!wrong) continue;
    EXPECT_FALSE(record.explained || record.is_complete) << wrong->units;
    EXPECT_THAT(record.reason, Not(IsEmpty()));
    EXPECT_THAT(record.against, Contains(Field(&Contradiction::units, wrong->units)));
  }
  // What needs a presentation was not asked, and the record says so.
  EXPECT_THAT(record.not_asked, HasSubstr("chunks and histories were not asked"));
}

TEST(Identified, NoSentenceContradictsAFindingOfASaboteur) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  SelftestOptions options;
  options.names = sample();
  std::size_t judged = 0;
  for (const SelftestOutcome& outcome : selftest(corpus, options).outcomes) {
    EXPECT_TRUE(outcome.caught) << outcome.saboteur->name;
    if (!answers_always(outcome.result.findings)) continue;
    expect_no_contradiction(outcome);
    ++judged;
  }
  EXPECT_GE(judged, 10u);
}

}  // namespace
}  // namespace placemat
