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
  return {units, plain(operation), 2 * units.size() + 2 * PLACEMAT_MAX_SEQUENCE};
}

}  // namespace

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
  for (const auto& operation : {strict_, lossy_}) {
    if (!operation) continue;
    for (const Bytes& units : inputs) calls.push_back(call_of(*operation, units));
  }
  caller_.prefetch(calls);
}

InputObservation Observer::see(ByteView units) {
  InputObservation observation;
  if (strict_) {
    const Observation seen = ask(*strict_, units);
    observation.strict_known = seen.outcome == Observation::Outcome::kAnswered;
    observation.accepts = observation.strict_known && seen.status == PLACEMAT_OK;
    observation.strict_has_values = *strict_ != Operation::kValidate;
    if (observation.accepts && observation.strict_has_values)
      observation.strict_values = values_of(seen, *strict_);
  }
  if (lossy_) {
    const Observation seen = ask(*lossy_, units);
    observation.lossy_known =
        seen.outcome == Observation::Outcome::kAnswered && seen.status == PLACEMAT_OK;
    if (observation.lossy_known) observation.lossy_values = values_of(seen, *lossy_);
  }
  return observation;
}

}  // namespace placemat
