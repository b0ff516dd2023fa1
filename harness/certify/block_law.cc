#include "harness/certify/block_law.h"

#include <algorithm>

#include "harness/spec/encode.h"

namespace placemat {

BlockLaw::BlockLaw(const Profile& profile, bool wants_utf16, std::size_t longest)
    : machine_(machine(profile)),
      law_(profile, wants_utf16),
      wants_utf16_(wants_utf16),
      known_(machine_.classes().size()) {
  // Nothing allocates later: no string has more values than units.
  law_.about(Bytes(longest, 'A'));
  for (Known& known : known_) {
    known.values.resize(longest);
    known.utf16.resize(2 * longest);
  }
}

void BlockLaw::enter(ByteView prefix) {
  ++block_;
  state_ = Machine::kStart;
  for (const std::uint8_t unit : prefix) state_ = machine_.at(state_, unit).next;
}

const Expectation& BlockLaw::learn(Known& known, ByteView units) {
  known.block = block_;
  known.law = law_.about(units);
  std::ranges::copy(known.law.values, known.values.begin());
  std::ranges::copy(known.law.utf16, known.utf16.begin());
  known.law.values = {known.values.data(), known.law.values.size()};
  known.law.utf16 = {known.utf16.data(), known.law.utf16.size()};
  const Transition& t = machine_.at(state_, units.back());
  known.emits = t.emits;
  known.added = t.add;
  if (!t.emits) return known.law;
  // The end of the input writes replacements behind it, each of them one UTF-16 unit, or a value
  // of its own; the place counts from the front.
  const Transition& end = machine_.at(t.next, Machine::kEnd);
  known.at = known.law.values.size() - end.replacements - (end.emits ? 1u : 0u) - 1;
  known.at16 = 0;
  for (std::size_t i = 0; i < known.at; ++i) known.at16 += known.values[i] > 0xFFFF ? 2 : 1;
  return known.law;
}

void BlockLaw::replace(Known& known, ByteView units) {
  const std::uint64_t add = machine_.at(state_, units.back()).add;
  const std::uint64_t before = known.values[known.at];
  const std::uint64_t value = before - known.added + add;
  known.added = add;
  known.values[known.at] = value;
  if (!wants_utf16_) return;
  if (std::max(value, before) <= 0xFFFF) {
    known.utf16[known.at16] = static_cast<std::uint16_t>(value);
  } else if (std::min(value, before) > 0xFFFF && std::max(value, before) <= kMaxScalar) {
    known.utf16[known.at16] = high_surrogate(value);
    known.utf16[known.at16 + 1] = low_surrogate(value);
  } else {
    learn(known, units);
  }
}

}  // namespace placemat
