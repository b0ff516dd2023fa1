// observer.h: what identification asks of a decoder: the values that it makes of a
// string, in the plainest form that it offers. It does not know any law.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/call/caller.h"

namespace placemat {

// The observation of one input.
struct InputObservation {
  bool strict_known = false, accepts = false;
  bool strict_has_values = false;
  std::vector<std::uint64_t> strict_values;  // of input that it accepts
  bool is_incomplete = false;                // refused, because the input ends too early
  bool lossy_known = false;
  bool lossy_refused = false;  // answered with an error, which no profile predicts
  std::vector<std::uint64_t> lossy_values;
  bool is_unsupported = false;  // such input cannot be given to this decoder
  // The values are of 16-bit units, where a pair of surrogates is its character.
  bool joins_surrogates = false;

  bool known() const { return strict_known || lossy_known; }
  friend bool operator==(const InputObservation&, const InputObservation&) = default;
};

template <class Visitor, Of<InputObservation> T>
void members(Visitor& v, T& r) {
  v("strict_known", r.strict_known);
  v("accepts", r.accepts);
  v("strict_has_values", r.strict_has_values);
  v("strict_values", r.strict_values);
  v("incomplete", r.is_incomplete);
  v("lossy_known", r.lossy_known);
  v("lossy_refused", r.lossy_refused);
  v("lossy_values", r.lossy_values);
  v("unsupported", r.is_unsupported);
  v("joins_surrogates", r.joins_surrogates);
}

// An input for one operation.
struct SingleQuestion {
  Operation operation = Operation::kValidate;
  Bytes units;
};

template <class Visitor, Of<SingleQuestion> T>
void members(Visitor& v, T& r) {
  v("operation", r.operation);
  v("units", r.units);
}

// The calls that Observer::see_by makes for them; `questions` must outlive them.
std::vector<Call> calls_of(std::span<const SingleQuestion> questions);

class Observer {
 public:
  explicit Observer(Caller& caller);
  InputObservation see(ByteView units);
  // The same by one operation of the decoder; nothing is known after an operation without a
  // verdict or values.
  InputObservation see_by(Operation operation, ByteView units);
  // Announces the inputs that will be observed next, so that they can be batched. A
  // second observation of the same input is made on its own.
  void prefetch(std::span<const Bytes> inputs);
  bool asks_ahead() const { return caller_.asks_ahead(); }
  bool is_batched() const { return caller_.is_batched(); }
  // What see() was asked directly before it first was asked about these units; empty in a batch,
  // where an input has other neighbours.
  Bytes asked_before(ByteView units) const;
  bool has_strict() const { return strict_.has_value(); }
  bool has_lossy() const { return lossy_.has_value(); }
  std::uint64_t questions() const { return questions_; }

 private:
  Observation ask(Operation operation, ByteView units);
  Caller& caller_;
  std::optional<Operation> strict_, lossy_;
  std::uint64_t questions_ = 0;
  // As strings: GCC 12 warns about comparing vectors of units.
  std::map<std::string, std::string> before_;
  std::string last_;
};

}  // namespace placemat
