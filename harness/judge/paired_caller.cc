#include "harness/judge/paired_caller.h"

namespace placemat {

std::unique_ptr<PairedDecoder> paired(const Decoder& first, const Decoder& second) {
  if (first.claims != second.claims || claimed_profile(first) != claimed_profile(second)) {
    return nullptr;
  }
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (has(first, operation) != has(second, operation)) return nullptr;
  }
  auto pair = std::make_unique<PairedDecoder>(&first, &second,
                                              std::string(first.name) + "+" + second.name, first);
  pair->table.name = pair->name.c_str();
  const bool encodes_wrongly =
      second.planted_kind != nullptr && std::string_view(second.planted_kind) == "wrong-encoding";
  if (encodes_wrongly) pair->table.encode = second.encode;
  return pair;
}

PairedCaller::PairedCaller(const PairedDecoder& pair, FencedThread& thread)
    : Caller(pair.table, thread),
      first_(*pair.first, thread),
      second_(*pair.second, thread),
      law_(claimed_profile(*pair.first), true) {}

Observation PairedCaller::call(const Call& call) {
  const Observation seen = first_.call(call);
  const Expectation& law = law_.about(call.units);
  const bool is_right = agrees(first_.decoder(), call.how.operation, call.capacity, law, seen);
  return is_right ? second_.call(call) : seen;
}

}  // namespace placemat
