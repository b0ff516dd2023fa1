// Every mutant of every proved decoder is refuted, or equivalent by the decision of the solver.
#include <gmock/gmock.h>

#include "harness/prove/proof.h"
#include "harness/prove/subjects.h"

namespace placemat::prove {
namespace {

// Mutants of a kernel are sampled, more thinly than by `placemat-prove`, because each is explored
// by itself: its compression tables alone have 32,768.
TEST(ProverDeep, EveryMutantIsRefutedOrEquivalent) {
  for (const Subject* subject : subjects()) {
    const placemat_decoder& decoder = *subject->decoder;
    // Z3 takes minutes to free them.
    auto& context = *new z3::context;
    Proof& proof = *new Proof(context, *subject,
                              parse_profile(std::string(decoder.dialect) + "/" + decoder.policy));
    const MutationScore score = proof.mutate({.every = subject->kernel ? 311u : 1u});
    std::printf("%s: %lu of %lu mutants refuted, %lu equivalent, %.0f s\n", decoder.name,
                score.refuted, score.score_of(), score.equivalent, score.seconds);
    EXPECT_EQ(score.refuted, score.score_of()) << decoder.name;
    EXPECT_TRUE(score.undecided.empty());
    for (const Survivor& one : score.survivors) ADD_FAILURE() << decoder.name << ": " << one.mutant;
  }
}

}  // namespace
}  // namespace placemat::prove
