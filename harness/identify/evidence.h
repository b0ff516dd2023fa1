// evidence.h: everything that one decoder was asked, each input once, and its answers. It does not
// know what they mean.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/identify/observer.h"

namespace placemat {

// One function of a decoder: its verdict with values, or its lossy values.
enum class Side : std::uint8_t { kStrict, kLossy };

// The answer of one side.
struct Response {
  bool is_known = false;
  bool is_error = false;
  bool has_values = false;
  std::vector<std::uint64_t> values;
};
Response response_of(const InputObservation& seen, Side side);

class Evidence {
 public:
  explicit Evidence(Observer& observer) : observer_(observer) {}

  // Asks the decoder only when it was not asked before.
  const InputObservation& see(ByteView units);
  // Announces inputs that will be asked next.
  void prefetch(const std::vector<Bytes>& inputs);
  void put(ByteView units, InputObservation seen);
  bool has(ByteView units) const { return asked_.contains(key_of(units)); }

  // By length. As strings: GCC 12 warns about comparing vectors of units.
  using Key = std::pair<std::size_t, std::string>;
  const std::map<Key, InputObservation>& asked() const { return asked_; }
  static Bytes units_of(const Key& key) { return {key.second.begin(), key.second.end()}; }

 private:
  static Key key_of(ByteView units) {
    return {units.size(), std::string(units.begin(), units.end())};
  }
  Observer& observer_;
  std::map<Key, InputObservation> asked_;
};

// The number of answers that a candidate does not explain; counting stops at `most`. An answer
// that contradicts one candidate often contradicts the next, so it moves forward, and most
// candidates are dropped after few answers. The order changes no count.
template <class Item, class Explains>
std::size_t count_contradictions(std::vector<Item>& answers, std::size_t most, Explains explains) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < answers.size() && count < most; ++i) {
    if (explains(answers[i])) continue;
    std::swap(answers[i], answers[i / 2]);
    ++count;
  }
  return count;
}

}  // namespace placemat
