#include "harness/prove/lemma_check.h"

#include <cstring>

#include "harness/prove/copies.h"

namespace placemat::prove {
namespace {

struct Outcome {
  Lemma::Result result;
  double seconds;
};

}  // namespace

void check_lemmas(std::vector<Lemma>& lemmas, unsigned processes,
                  const std::function<void(Lemma&)>& check) {
  const std::vector<std::string> answers =
      answers_by_copies(lemmas.size(), processes, [&](std::size_t i) {
        check(lemmas[i]);
        const Outcome outcome{lemmas[i].result, lemmas[i].seconds};
        std::string answer(sizeof outcome, '\0');
        std::memcpy(answer.data(), &outcome, sizeof outcome);
        return answer;
      });
  for (std::size_t i = 0; i < lemmas.size(); ++i) {
    Outcome outcome;
    std::memcpy(&outcome, answers[i].data(), sizeof outcome);
    lemmas[i].result = outcome.result;
    lemmas[i].seconds = outcome.seconds;
  }
}

}  // namespace placemat::prove
