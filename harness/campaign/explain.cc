// Collects what the law, the machine, the corpus, ICU and each decoder say about one string. It
// must not decide which is right, nor know how the result is shown.
#include "harness/campaign/explain.h"

#include <fmt/format.h>

namespace placemat {
namespace {

constexpr unsigned kExplainLimitMs = 1000;

std::vector<DialectAnswer> ask_dialects(ByteView bytes) {
  std::vector<DialectAnswer> answers;
  for (const Dialect& dialect : dialects()) {
    answers.push_back(
        {&dialect, reference_decode(bytes, {dialect.id, PolicyId::kReject, Bom::kKeep})});
  }
  return answers;
}

std::vector<PolicyAnswer> ask_policies(ByteView bytes, const Profile& profile) {
  std::vector<PolicyAnswer> answers;
  for (const Policy& policy : policies()) {
    answers.push_back(
        {&policy, reference_decode(bytes, {profile.dialect, policy.id, profile.bom})});
  }
  return answers;
}

}  // namespace

std::string verdict_text(const Answer& answer) {
  if (!answer.error) return "well-formed: " + values_or_nothing(answer.values);
  return fmt::format("ill-formed at {}, length {}", answer.error->offset, answer.error->length);
}

Explanation explain(const ExplainQuery& question, std::span<const AnyDecoder> decoders,
                    const Corpus* corpus) {
  Explanation e;
  e.question = question;
  e.corpus = corpus;
  const Bytes& bytes = question.units.bytes;
  e.parts = parts_of(bytes, dialect(question.profile.dialect));
  e.dialects = ask_dialects(bytes);
  e.policies = ask_policies(bytes, question.profile);
  e.steps = trace(bytes, question.profile);
  e.oracles = ask_oracles(bytes);
  if (corpus != nullptr) {
    for (const Vector& vector : corpus->vectors) {
      if (vector.units.bytes == bytes) e.vectors.push_back(&vector);
    }
  }
  const Fence fence(kExplainLimitMs);
  FencedThread thread;
  if (question.finding) e.finding = ask_again(*question.finding, question.units, decoders, thread);
  for (const AnyDecoder& decoder : decoders) {
    e.decoders.push_back(ask_decoder(decoder, question, thread));
  }
  return e;
}

}  // namespace placemat
