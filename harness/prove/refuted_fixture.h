// refuted_fixture.h: what a proof leaves of a subject, for the tests of the prover.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/prove/proof.h"

namespace placemat::prove {

// What a proof leaves when its context is gone.
struct Refuted {
  std::vector<std::string> lemmas, possible;
  std::optional<Bytes> text;  // the shortest
};

inline Refuted refuted(const Subject& subject, const Profile& profile = {}) {
  z3::context context;
  Proof proof(context, subject, profile);
  proof.check();
  Refuted all;
  for (const Lemma& lemma : proof.lemmas()) {
    if (lemma.result == Lemma::Result::kHolds) continue;
    (lemma.about == "lemma" ? all.lemmas : all.possible).push_back(lemma.name);
    if (lemma.text && (!all.text || lemma.text->size() < all.text->size())) all.text = lemma.text;
  }
  return all;
}

inline MutationScore score_of(const Subject& subject, std::uint64_t every) {
  z3::context context;
  Proof proof(context, subject, Profile{});
  ProofOptions options;
  options.every = every;
  return proof.mutate(options);
}

}  // namespace placemat::prove
