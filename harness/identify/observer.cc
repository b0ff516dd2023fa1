#include "harness/identify/observer.h"

#include <array>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

std::optional<Operation> first_of(const Decoder& decoder, std::initializer_list<Operation> wanted) {
  for (const Operation operation : wanted) {
    if (has(decoder, operation)) return operation;
  }
  return std::nullopt;
}

std::vector<std::uint64_t> values_of(const Observation& seen, Operation operation) {
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < seen.count; ++i) values.push_back(seen.value(i));
  return is_utf16(operation) ? join_surrogates(values) : values;
}

Call call_of(Operation operation, ByteView units) {
  return {units, plain(operation), 8 * units.size() + 2 * PLACEMAT_MAX_SEQUENCE};
}

}  // namespace

std::vector<Call> calls_of(std::span<const SingleQuestion> questions) {
  std::vector<Call> calls;
  for (const SingleQuestion& question : questions) {
    if (!is_length(question.operation))
      calls.push_back(call_of(question.operation, question.units));
  }
  return calls;
}

Observer::Observer(Caller& caller)
    : caller_(caller),
      strict_(first_of(caller.decoder(),
                       {Operation::kStrict64, Operation::kStrict32, Operation::kStrict16,
                        Operation::kValidate, Operation::kStreamStrict})),
      lossy_(first_of(caller.decoder(), {Operation::kLossy64, Operation::kLossy32,
                                         Operation::kLossy16, Operation::kStreamLossy})) {}

Observation Observer::ask(Operation operation, ByteView units) {
  ++questions_;
  return caller_.call(call_of(operation, units));
}

void Observer::prefetch(std::span<const Bytes> inputs) {
  std::vector<Call> calls;
  // In the order of see().
  for (const Bytes& units : inputs) {
    if (strict_) calls.push_back(call_of(*strict_, units));
    if (lossy_) calls.push_back(call_of(*lossy_, units));
  }
  caller_.prefetch(calls);
}

InputObservation Observer::see_by(Operation operation, ByteView units) {
  InputObservation observation;
  if (is_length(operation)) return observation;
  observation.joins_surrogates = is_utf16(operation);
  const Observation seen = ask(operation, units);
  const bool is_answered = seen.outcome == Observation::Outcome::kAnswered;
  const bool is_ok = is_answered && seen.status == PLACEMAT_OK;
  observation.is_unsupported = seen.outcome == Observation::Outcome::kUnsupported;
  if (is_lossy(operation)) {
    observation.lossy_known = is_ok;
    observation.lossy_refused =
        is_answered && (seen.status == PLACEMAT_ILL_FORMED || seen.status == PLACEMAT_INCOMPLETE);
    if (is_ok) observation.lossy_values = values_of(seen, operation);
    return observation;
  }
  observation.strict_known = is_answered;
  observation.accepts = is_ok;
  observation.is_incomplete = is_answered && seen.status == PLACEMAT_INCOMPLETE;
  observation.strict_has_values = operation != Operation::kValidate;
  if (is_ok && observation.strict_has_values) {
    observation.strict_values = values_of(seen, operation);
  }
  return observation;
}

Bytes Observer::asked_before(ByteView units) const {
  const auto found = before_.find(std::string(units.begin(), units.end()));
  if (found == before_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

InputObservation Observer::see(ByteView units) {
  if (!is_batched()) {
    const std::string text(units.begin(), units.end());
    before_.try_emplace(text, last_);
    last_ = text;
  }
  InputObservation observation;
  if (strict_) observation = see_by(*strict_, units);
  if (lossy_) {
    InputObservation lossy = see_by(*lossy_, units);
    observation.lossy_known = lossy.lossy_known;
    observation.lossy_refused = lossy.lossy_refused;
    observation.joins_surrogates = observation.joins_surrogates || lossy.joins_surrogates;
    observation.lossy_values = std::move(lossy.lossy_values);
  }
  return observation;
}

}  // namespace placemat
