// block_law.h: the law on strings that differ in their last unit only. Units of one class differ in
// the value that they add and in nothing else, so one answer for each class suffices. It gives
// exactly what Law gives, and holds no knowledge of its own.
#pragma once

#include <array>
#include <vector>

#include "harness/judge/expectation.h"

namespace placemat {

class BlockLaw {
 public:
  // Strings have up to `longest` units.
  BlockLaw(const Profile& profile, bool wants_utf16, std::size_t longest);

  // The law on any string. Valid until the next question.
  const Expectation& about(ByteView units) { return law_.about(units); }
  // From now on, about_last() is asked about `prefix` and one unit behind it.
  void enter(ByteView prefix);
  const Expectation& about_last(ByteView units) {
    Known& known = known_[machine_.class_of(units.back())];
    if (known.block != block_) return learn(known, units);
    if (known.emits) replace(known, units);
    return known.law;
  }

 private:
  // The answer for the unit of a class that was asked last.
  struct Known {
    std::uint64_t block = 0;       // in which it was asked
    bool emits = false;            // the unit completes a value
    std::uint64_t added = 0;       // what the unit adds to it
    std::size_t at = 0, at16 = 0;  // its place in the values, and as UTF-16
    Expectation law;
    std::vector<std::uint64_t> values;
    std::vector<std::uint16_t> utf16;
  };
  const Expectation& learn(Known& known, ByteView units);
  void replace(Known& known, ByteView units);

  const Machine& machine_;
  Law law_;
  bool wants_utf16_;
  std::uint64_t block_ = 0;
  Machine::State state_ = Machine::kStart;  // behind the prefix
  std::vector<Known> known_;                // by class
};

}  // namespace placemat
