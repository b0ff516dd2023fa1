// Faults whose refutation takes long, because a proof is made of each.
#include <gmock/gmock.h>

#include "harness/prove/fixture.h"
#include "harness/prove/refuted_fixture.h"

namespace placemat::prove {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProofDeep, FaultOfAShortcutBreaksItsLemma) {
  using F = ShortcutFault;
  const auto lemmas = [](const Subject& subject) { return refuted(subject).lemmas; };
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kNone>::Type::subject()), IsEmpty());
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kBlind>::Type::subject()), IsEmpty());
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kSurrogate>::Type::subject()), ElementsAre("four_verdict"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kRest>::Type::subject()), ElementsAre("eight_rest"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kNumber>::Type::subject()), ElementsAre("units_7"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kAscii>::Type::subject()), ElementsAre("ascii"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kIsAscii>::Type::subject()), ElementsAre("is_ascii_12"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kEarly>::Type::subject()), ElementsAre("early"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kUnfinished>::Type::subject()), ElementsAre("unfinished_3"));
}

// No lemma is about the length of an error here, and its stream tells it.
TEST(ProofDeep, MutantThatNoLemmaRefutesIsNotCalledEquivalent) {
  Subject subject = FaultyBoth<Fault::kNone>::Type::subject();
  placemat_decoder decoder = *subject.decoder;
  decoder.claims = PLACEMAT_CLAIM_OFFSET;
  decoder.lossy32 = nullptr;
  decoder.lossy16 = nullptr;
  subject.decoder = &decoder;
  EXPECT_THAT(score_of(subject, 13).survivors, testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace placemat::prove
