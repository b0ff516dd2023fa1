// explain.h: everything that is known about one string of code units: the role of each unit, the
// law in every dialect and under every policy, the path through the compiled automaton, the answers
// of each decoder and of ICU. The explanation is a value; text and JSON only show it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/campaign/explain_answers.h"
#include "harness/campaign/explain_question.h"
#include "harness/campaign/explain_trace.h"

namespace placemat {

struct DialectAnswer {
  const Dialect* dialect;
  Answer answer;  // under `reject`
};

struct PolicyAnswer {
  const Policy* policy;
  Answer answer;
};

struct Explanation {
  ExplainQuery question;
  std::optional<FindingAnswer> finding;
  std::vector<const Vector*> vectors;  // of the corpus, with the same units
  const Corpus* corpus = nullptr;
  std::string corpus_note;  // why there are none, when the corpora could not be read
  std::vector<Part> parts;
  std::vector<DialectAnswer> dialects;
  std::vector<PolicyAnswer> policies;
  std::vector<Step> steps;
  std::vector<DecoderAnswer> decoders;
  std::vector<OracleAnswer> oracles;
};

// Queries all of them. `corpus` may be null. Decoders and corpus must outlive the explanation.
Explanation explain(const ExplainQuery& question, std::span<const AnyDecoder> decoders,
                    const Corpus* corpus);

// "well-formed: 20AC", "ill-formed at 3, length 1".
std::string verdict_text(const Answer& answer);

}  // namespace placemat
