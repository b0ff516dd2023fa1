// contradiction_fixture.h: no sentence about a decoder contradicts a finding about it. Saboteurs
// are audited and identified, and asked again for each finding.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/campaign/identified.h"
#include "harness/campaign/selftest.h"

namespace placemat::testing_aid {

inline std::vector<std::string> every_saboteur(std::size_t step) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < saboteurs().size(); i += step) {
    names.emplace_back(saboteurs()[i]->name);
  }
  return names;
}

// Such a decoder would end the identification, or this test.
inline bool answers_always(const std::vector<Finding>& findings) {
  return std::ranges::all_of(
      findings, [](const Finding& finding) { return shows_in(finding.kind) == ShowsIn::kAnswer; });
}

inline void expect_no_contradiction(const SelftestOutcome& outcome) {
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
    EXPECT_THAT(record.reason, testing::Not(testing::IsEmpty()));
    EXPECT_THAT(record.sentence, testing::HasSubstr("and otherwise: see table"));
    EXPECT_THAT(record.against,
                testing::Contains(testing::Field(&Contradiction::units, wrong->units)));
  }
  // What needs a presentation was not asked, and the record says so.
  EXPECT_THAT(record.not_asked, testing::HasSubstr("chunks and histories were not asked"));
}

// Every `step`th saboteur.
inline void expect_no_contradictions(std::size_t step) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  SelftestOptions options;
  options.names = every_saboteur(step);
  std::size_t judged = 0;
  for (const SelftestOutcome& outcome : selftest(corpus, options).outcomes) {
    EXPECT_TRUE(outcome.caught) << outcome.saboteur->name;
    if (!answers_always(outcome.result.findings)) continue;
    expect_no_contradiction(outcome);
    ++judged;
  }
  EXPECT_GE(judged, options.names.size() / 2);
}

}  // namespace placemat::testing_aid
