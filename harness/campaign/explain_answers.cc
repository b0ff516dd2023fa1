#include "harness/campaign/explain_answers.h"

#include <algorithm>
#include <array>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

std::vector<Operation> shown_operations(const Decoder& decoder, bool in_chunks) {
  std::vector<Operation> shown;
  const auto add = [&](std::optional<Operation> operation) {
    if (operation) shown.push_back(*operation);
  };
  add(first_claimed(decoder, {Operation::kStrict32, Operation::kStrict64, Operation::kStrict16,
                              Operation::kValidate}));
  add(first_claimed(decoder, {Operation::kLossy32, Operation::kLossy64, Operation::kLossy16}));
  if (in_chunks) {
    add(first_claimed(decoder, {Operation::kStreamStrict}));
    add(first_claimed(decoder, {Operation::kStreamLossy}));
  }
  return shown;
}

std::string text_of(Operation operation, const Observation& seen) {
  const bool has_values = seen.outcome == Observation::Outcome::kAnswered &&
                          seen.status == PLACEMAT_OK && operation != Operation::kValidate;
  if (!has_values) return describe(operation, seen);
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < seen.count; ++i) values.push_back(seen.value(i));
  return (is_strict(operation) ? "well-formed: " : "") + values_or_nothing(values);
}

DecoderOutput listen(Caller& caller, Operation operation, const ChunkedUnits& units) {
  Presentation how{.operation = operation};
  if (is_stream(operation)) how.cuts = units.cuts;
  const std::size_t capacity = 2 * units.bytes.size() + 2 * PLACEMAT_MAX_SEQUENCE;
  return {operation, text_of(operation, caller.call({units.bytes, how, capacity}))};
}

std::vector<DecoderAnswer::Fail> failures_of(Caller& caller, const Profile& judged_as,
                                             const ChunkedUnits& units) {
  Judge judge(caller, judged_as);
  std::vector<DecoderAnswer::Fail> failures;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (!has(caller.decoder(), operation)) continue;
    Check check{units.bytes, {.operation = operation}};
    if (is_stream(operation)) check.how.cuts = units.cuts;
    if (auto failure = judge.judge(check)) failures.push_back({operation, std::move(*failure)});
  }
  return failures;
}

std::vector<std::uint64_t> comparable_values(const Answer& answer, bool joins) {
  return joins ? join_surrogates(answer.values) : answer.values;
}

// How the law of `claimed` differs from that of `asked` about these units. For a decoder without a
// lossy policy only the verdict is compared.
AnswerAgreement compare_laws(ByteView bytes, const Profile& claimed, const Profile& asked) {
  const bool joins =
      dialect(claimed.dialect).joins_surrogates || dialect(asked.dialect).joins_surrogates;
  const auto differ = [&](Profile a, Profile b) {
    const Answer one = reference_decode(bytes, a);
    const Answer other = reference_decode(bytes, b);
    return one.error != other.error ||
           comparable_values(one, joins) != comparable_values(other, joins);
  };
  const auto strict = [](const Profile& p) { return Profile{p.dialect, PolicyId::kReject, p.bom}; };
  if (differ({claimed.dialect, PolicyId::kReject, Bom::kKeep},
             {asked.dialect, PolicyId::kReject, Bom::kKeep})) {
    return AnswerAgreement::kOtherDialect;
  }
  if (differ(strict(claimed), strict(asked))) return AnswerAgreement::kOtherPolicy;  // the BOM
  const bool is_lossy = claimed.policy != PolicyId::kReject && asked.policy != PolicyId::kReject;
  return is_lossy && differ(claimed, asked) ? AnswerAgreement::kOtherPolicy
                                            : AnswerAgreement::kAgrees;
}

}  // namespace

std::string_view name_of(AnswerAgreement agreement) {
  constexpr std::array<std::string_view, 5> kNames{"agrees", "other-dialect", "other-policy",
                                                   "wrong", "unsupported"};
  return kNames[static_cast<std::size_t>(agreement)];
}

std::string values_or_nothing(std::span<const std::uint64_t> values) {
  return values.empty() ? "nothing" : values_to_text(values);
}

DecoderAnswer ask_decoder(const AnyDecoder& named, const ExplainQuery& question,
                          FencedThread& thread) {
  const Decoder& decoder = named.decoder();
  DecoderAnswer answer{&decoder, claimed_profile(decoder), {}};
  const auto caller = named.caller(thread);
  for (const Operation operation : shown_operations(decoder, !question.units.cuts.empty())) {
    answer.outputs.push_back(listen(*caller, operation, question.units));
  }
  answer.failures = failures_of(*caller, answer.claimed, question.units);
  const bool is_silent = std::ranges::all_of(
      answer.outputs, [](const DecoderOutput& output) { return output.text == "unsupported"; });
  if (!answer.failures.empty())
    answer.agreement = AnswerAgreement::kWrong;
  else if (is_silent)
    answer.agreement = AnswerAgreement::kSilent;
  else
    answer.agreement = compare_laws(question.units.bytes, answer.claimed, question.profile);
  return answer;
}

FindingAnswer ask_again(const FindingKey& key, const ChunkedUnits& units,
                        std::span<const AnyDecoder> decoders, FencedThread& thread) {
  FindingAnswer answer{key};
  const auto asked = std::ranges::find_if(
      decoders, [&](const AnyDecoder& one) { return one.decoder().name == key.decoder; });
  std::unique_ptr<Caller> caller;
  if (asked != decoders.end()) {
    caller = asked->caller(thread);
  } else if (const Decoder* own = find_decoder(key.decoder)) {
    caller = std::make_unique<Caller>(*own, thread);
  }
  if (!caller) return answer;
  answer.is_repeated = true;
  answer.failures = failures_of(*caller, key.judged_as, units);
  return answer;
}

std::vector<OracleAnswer> ask_oracles(ByteView bytes) {
  std::vector<OracleAnswer> answers;
  for (const OracleQuestion& question : oracle_questions()) {
    const auto oracle = question.make();
    const Oracle::IcuAnswer opinion = oracle->ask(bytes);
    OracleAnswer answer{&question, opinion.well_formed, {}, {}, {}, compare(question, bytes)};
    if (question.tells.offset) answer.error_offset = opinion.error_offset;
    if (question.tells.length) answer.error_length = opinion.error_length;
    if (opinion.values && (opinion.well_formed || question.tells.values)) {
      answer.values.emplace(opinion.values->begin(), opinion.values->end());
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace placemat
