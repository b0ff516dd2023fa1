// behaviour.h: what can be seen of a decoder from outside, as features for a fuzzing engine: the
// transitions that an input takes in the law, at which offsets, in which chunks and after which
// history, and how the decoder answered. It stands in for the coverage of code that is not
// instrumented. It must not know the engine.
#pragma once

#include <vector>

#include "harness/judge/expectation.h"

namespace placemat {

class Behaviour {
 public:
  // Features are below `size`, which is a power of two.
  Behaviour(const Machine& law, std::size_t size);

  // The next answer is compared with none, so that its features do not depend on the input before.
  void forget_last();
  // The features of an input, and those of one call with it. A feature may occur more than once.
  void begin(ByteView units, std::vector<std::uint16_t>& features);
  void observe(ByteView units, const Presentation& how, const Expectation& law,
               const Observation& seen, std::vector<std::uint16_t>& features);

  // The transitions of the law that inputs took: states by classes, and the end as the last class
  // of each state; 1 where one did.
  const Bytes& taken() const { return taken_; }

 private:
  void add(std::uint64_t part, std::uint64_t what);
  void add_history(ByteView units, const Presentation& how);
  void add_answer(const Presentation& how, const Expectation& law, const Observation& seen);
  Machine::State after(ByteView units) const;

  const Machine& law_;
  Bytes taken_;
  std::size_t part_;  // features of each of the parts
  std::vector<std::uint16_t>* features_ = nullptr;
  std::uint64_t last_answer_ = 0;
  std::uint64_t last_count_ = 0, last_offset_ = 0;
};

}  // namespace placemat
