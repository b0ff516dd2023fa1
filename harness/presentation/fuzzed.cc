#include "harness/presentation/fuzzed.h"

#include <algorithm>

#include "harness/bytes/hash.h"
#include "harness/presentation/axes.h"

namespace placemat {
namespace {

// Longer inputs are not given unit by unit: the cost is quadratic.
constexpr std::size_t kLongestInSingleUnits = 64;

std::uint64_t digest_of(ByteView input) {
  const std::uint64_t hash = hash_of(input);
  return hash ^ (hash >> 29);
}

// Draws one of `n` choices from the digest.
std::size_t take(std::uint64_t& digest, std::size_t n) {
  const std::size_t chosen = digest % n;
  digest /= n;
  return chosen;
}

// One of the fuzzed values of an axis.
template <NamedValue Value>
Value take_value(std::uint64_t& digest) {
  std::vector<Value> values;
  for (const ValueRow<Value>& row : rows_of(Value{})) {
    if (row.is_fuzzed) values.push_back(row.value);
  }
  return values[take(digest, values.size())];
}

Cuts single_units(std::size_t length) {
  Cuts cuts;
  for (std::size_t at = 1; at < length; ++at) {
    cuts.push_back(at);
    if (at % 3 == 0) cuts.push_back(at);  // an empty chunk
  }
  return cuts;
}

}  // namespace

Presentation presentation_of(ByteView input) {
  std::uint64_t digest = digest_of(input);
  Presentation how;
  for (std::size_t n = take(digest, 5); n > 0; --n) {
    how.cuts.push_back(take(digest, input.size() + 1));
    if (take(digest, 3) == 0) how.cuts.push_back(how.cuts.back());
    if (digest < 0x10000) digest = digest_of(input.first(n)) ^ (n << 32);
  }
  std::ranges::sort(how.cuts);
  digest = digest_of(input) * kGoldenRatio >> 8;
  how.placement = take_value<Placement>(digest);
  how.room = take_value<Room>(digest);
  const auto ending = take_value<Ending>(digest);
  const std::size_t prelude = take(digest, 1 + std::min<std::size_t>(6, input.size()));
  how.set_prelude(input.first(prelude), ending);
  return how;
}

std::vector<Presentation> fuzzed_presentations(Operation operation, const Presentation& how,
                                               std::size_t length) {
  std::vector<Presentation> all{plain(operation)};
  const auto add = [&](auto change) {
    all.push_back(plain(operation));
    change(all.back());
  };
  if (!is_stream(operation)) {
    add([&](Presentation& p) { p.placement = how.placement; });
    if (is_decoding(operation)) add([&](Presentation& p) { p.room = how.room; });
    return all;
  }
  add([&](Presentation& p) { p.cuts = how.cuts; });
  add([&](Presentation& p) {
    p.cuts = how.cuts;
    p.set_prelude(how.prelude, how.ending);
  });
  if (length <= kLongestInSingleUnits) {
    add([&](Presentation& p) { p.cuts = single_units(length); });
  }
  return all;
}

}  // namespace placemat
