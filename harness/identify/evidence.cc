#include "harness/identify/evidence.h"

namespace placemat {

Response response_of(const InputObservation& seen, Side side) {
  if (side == Side::kStrict) {
    return {seen.strict_known, !seen.accepts, seen.strict_has_values, seen.strict_values};
  }
  return {seen.lossy_known || seen.lossy_refused, seen.lossy_refused, true, seen.lossy_values};
}

const InputObservation& Evidence::see(ByteView units) {
  const auto [place, is_new] = asked_.try_emplace(key_of(units));
  if (is_new) place->second = observer_.see(units);
  return place->second;
}

void Evidence::prefetch(const std::vector<Bytes>& inputs) {
  if (!observer_.asks_ahead()) return;
  std::vector<Bytes> unknown;
  for (const Bytes& units : inputs) {
    if (!has(units)) unknown.push_back(units);
  }
  if (!unknown.empty()) observer_.prefetch(unknown);
}

void Evidence::put(ByteView units, InputObservation seen) {
  asked_[key_of(units)] = std::move(seen);
}

}  // namespace placemat
