// observer.h: what identification asks of a decoder: the values that it makes of a
// string, in the plainest form that it offers. It does not know any law.
#pragma once

#include <vector>

#include "harness/call/caller.h"

namespace placemat {

// The observation of one input.
struct InputObservation {
  bool strict_known = false, accepts = false;
  bool strict_has_values = false;
  std::vector<std::uint64_t> strict_values;  // of input that it accepts
  bool lossy_known = false;
  std::vector<std::uint64_t> lossy_values;

  bool known() const { return strict_known || lossy_known; }
  friend bool operator==(const InputObservation&, const InputObservation&) = default;
};

class Observer {
 public:
  explicit Observer(Caller& caller);
  InputObservation see(ByteView units);
  // Announces the inputs that will be observed next, so that they can be batched. A
  // second observation of the same input is made on its own.
  void prefetch(std::span<const Bytes> inputs);
  bool is_batched() const { return caller_.is_batched(); }
  bool has_strict() const { return strict_.has_value(); }
  bool has_lossy() const { return lossy_.has_value(); }
  std::uint64_t questions() const { return questions_; }

 private:
  Observation ask(Operation operation, ByteView units);
  Caller& caller_;
  std::optional<Operation> strict_, lossy_;
  std::uint64_t questions_ = 0;
};

}  // namespace placemat
