// lemma_check.h: asks the solver for many lemmas, on all processors.
#pragma once

#include <functional>
#include <vector>

#include "harness/prove/proof.h"

namespace placemat::prove {

// Sets result and seconds of each lemma. Z3 does not share a context between threads, so copies of
// this process take lemmas too. Whatever a copy leaves that ends early, this process asks.
void check_lemmas(std::vector<Lemma>& lemmas, unsigned processes,
                  const std::function<void(Lemma&)>& check = check_lemma);

}  // namespace placemat::prove
