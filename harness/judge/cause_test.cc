// cause_test.cc: findings by cause, through the run of one source of cases. What is planted in each
// saboteur says what the cause is.
#include "harness/judge/cause.h"

#include <gmock/gmock.h>

#include "harness/corpus/corpus.h"
#include "harness/judge/job.h"
#include "harness/judge/paired_caller.h"

namespace placemat {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class CauseTest : public testing::Test {
 protected:
  // The findings of the curated vectors and of all strings of up to three ends of classes.
  std::vector<Finding> findings_of(Caller& caller, const Decoder& table) {
    const std::vector<Target> targets{
        make_target(table, {"curated", "state-unit"}, {Budget::kQuick, 1992, &corpus()})};
    const std::atomic<bool> never{false};
    RunContext context{targets, {{}}, &never};
    for (const std::string& name : targets[0].sources) {
      context.sources[0].push_back(make_source(name, targets[0].judged_as, targets[0].options));
    }
    Ledger whole;
    for (std::size_t source = 0; source < context.sources[0].size(); ++source) {
      for (std::size_t shard = 0; shard < context.sources[0][source]->shards(); ++shard) {
        whole.merge(check_job(context, {0, source, shard}, caller));
      }
    }
    return conclude(context, 0, whole, {}, caller, nullptr).findings;
  }
  std::vector<Finding> findings_of(const char* name) {
    const Decoder* decoder = find_decoder(name);
    EXPECT_NE(decoder, nullptr) << name;
    Caller caller(*decoder, thread_);
    return findings_of(caller, *decoder);
  }
  std::vector<Finding> findings_of(const char* first, const char* second) {
    const auto pair = paired(*find_decoder(first), *find_decoder(second));
    EXPECT_NE(pair, nullptr);
    PairedCaller caller(*pair, thread_);
    return findings_of(caller, pair->table);
  }
  static const Corpus& corpus() {
    static const Corpus kCorpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
    return kCorpus;
  }
  static std::vector<Kind> kinds_of(const std::vector<Finding>& findings) {
    std::vector<Kind> kinds;
    for (const Finding& finding : findings) kinds.push_back(finding.kind);
    return kinds;
  }

  Fence fence_{100};
  FencedThread thread_;
};

TEST_F(CauseTest, ACorrectDecoderHasNone) { EXPECT_THAT(findings_of("branchy"), IsEmpty()); }

TEST_F(CauseTest, OneFaultIsOneFindingWithItsSymptoms) {
  const std::vector<Finding> findings = findings_of("sab_overlong_e0");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(findings[0].minimal, "E0 80 80");
  EXPECT_THAT(findings[0].symptoms,
              testing::Contains(testing::Field(&Symptom::kind, Kind::kWrongReplacementCount)));
}

TEST_F(CauseTest, ChecksIncludeThoseOfTheSymptoms) {
  const std::vector<Finding> findings = findings_of("sab_overlong_e0");
  ASSERT_THAT(findings, SizeIs(1));
  std::uint64_t symptoms = 0;
  for (const Symptom& symptom : findings[0].symptoms) symptoms += symptom.checks;
  EXPECT_GT(findings[0].checks, symptoms);
}

// The end of the text at a NUL makes much ill-formed text look accepted.
TEST_F(CauseTest, NamesTheRootAndNotTheGravestSymptom) {
  const std::vector<Finding> findings = findings_of("sab_nul_ends_input");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kNulHandling);
  EXPECT_EQ(findings[0].minimal, "00");
}

TEST_F(CauseTest, StatesTheOffsetsThatAFaultNeeds) {
  const std::vector<Finding> findings = findings_of("sab_block15_ff");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kDependsOnPosition);
  EXPECT_THAT(findings[0].pattern, testing::EndsWith("is at offset 15 modulo 16"));
}

TEST_F(CauseTest, StatesHowOftenChanceDecides) {
  const std::vector<Finding> findings = findings_of("sab_nondeterministic");
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].kind, Kind::kNondeterministic);
  EXPECT_THAT(findings[0].pattern, testing::MatchesRegex("in [0-9]+ of 64 repetitions"));
}

TEST_F(CauseTest, NoFaultHidesAnother) {
  const std::pair<const char*, const char*> pairs[] = {
      {"sab_overlong_e0", "sab_surrogate_all"},
      {"sab_swallow_next_unit", "sab_overlong_c0"},
      {"sab_chunk_loses_state", "sab_five_six_unit"},
  };
  for (const auto& [first, second] : pairs) {
    const std::vector<Kind> kinds = kinds_of(findings_of(first, second));
    for (const char* name : {first, second}) {
      EXPECT_THAT(kinds, testing::Contains(*find_kind(find_decoder(name)->planted_kind)))
          << first << " + " << second;
    }
  }
}

}  // namespace
}  // namespace placemat
