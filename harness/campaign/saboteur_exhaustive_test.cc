// saboteur_exhaustive_test.cc: the tester's own test. Every planted fault must
// be found, under the kind that its author named, and a narrow fault must not
// look like many. It knows the saboteurs' claims about themselves and nothing
// about how the sources find them.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "harness/campaign/run.h"
#include "harness/corpus/corpus.h"

namespace placemat {
namespace {

// What one fault may look like at most. Measured: 9.
constexpr std::size_t kMostFindings = 12;

bool has_planted_kind(const Decoder& saboteur, const DecoderResult& result) {
  return std::ranges::any_of(result.findings, [&](const Finding& finding) {
    return row_of(finding.kind).name == saboteur.planted_kind;
  });
}

std::string list_of(const DecoderResult& result) {
  std::string text = result.findings.empty() ? "nothing was found" : "found instead:";
  for (const Finding& finding : result.findings) {
    text += "\n  " + std::string(row_of(finding.kind).name) + " [" + finding.minimal + "] " +
            finding.conditions;
  }
  return text;
}

class Saboteurs : public testing::Test {
 protected:
  static void SetUpTestSuite() { corpus_ = new Corpus(load_corpus(PLACEMAT_SOURCE_DIR "/corpus")); }
  static void TearDownTestSuite() { delete corpus_; }

  static std::map<std::string, DecoderResult> run_all(const std::vector<const Decoder*>& chosen,
                                                      Budget budget) {
    std::vector<Target> subjects;
    for (const Decoder* saboteur : chosen) {
      subjects.push_back(make_target(
          *saboteur, {"curated", "state-unit", "boundary", "scalars", "sequences", "random"},
          {budget, 1992, corpus_}));
    }
    std::map<std::string, DecoderResult> results;
    RunOptions options;
    options.threads = 2;
    EXPECT_TRUE(run(subjects, options,
                    [&](DecoderResult result) { results[result.decoder] = std::move(result); }));
    return results;
  }

  static const Corpus* corpus_;
};
const Corpus* Saboteurs::corpus_ = nullptr;

TEST_F(Saboteurs, EachIsFoundUnderTheKindThatWasPlanted) {
  const std::vector<const Decoder*> all(saboteurs().begin(), saboteurs().end());
  ASSERT_GE(all.size(), 25u);
  std::map<std::string, DecoderResult> results = run_all(all, Budget::kQuick);

  // What the quick budget does not see, the standard one has to.
  std::vector<const Decoder*> left;
  for (const Decoder* saboteur : all) {
    if (!has_planted_kind(*saboteur, results.at(saboteur->name))) left.push_back(saboteur);
  }
  for (auto& [name, result] : run_all(left, Budget::kStandard)) results[name] = std::move(result);

  std::map<std::size_t, std::size_t> distribution;
  for (const Decoder* saboteur : all) {
    const DecoderResult& result = results.at(saboteur->name);
    EXPECT_TRUE(has_planted_kind(*saboteur, result))
        << saboteur->name << ": " << saboteur->planted << "; planted " << saboteur->planted_kind
        << "; " << list_of(result);
    EXPECT_LE(result.findings.size(), kMostFindings)
        << saboteur->name << " is one fault; " << list_of(result);
    ++distribution[result.findings.size()];
  }
  std::string text;
  for (const auto& [findings, n] : distribution) {
    text += " " + std::to_string(findings) + ":" + std::to_string(n);
  }
  RecordProperty("findings_per_saboteur", text);
  std::cout << "findings:saboteurs" << text << "; not seen by the quick budget: " << left.size()
            << "\n";
}

}  // namespace
}  // namespace placemat
