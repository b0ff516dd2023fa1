// machine.h: a profile compiled into a Mealy machine over the 256 code units
// and end of input. It is the law on the hot path, the basis of the
// completeness arguments, and what `explain` steps through. It is derived from
// the dialect's forms and proven equal to the reference decoder.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "harness/spec/error_class.h"
#include "harness/spec/reference.h"

namespace placemat {

// The effect of one unit (or the end) in one state. In this order:
// `replacements` replacement values are emitted; the value under construction
// is cleared when `restart`; `add` is added to it; it is emitted when `emits`.
struct Transition {
  std::uint16_t next = 0;
  std::uint8_t replacements = 0;
  bool restart = false;
  bool emits = false;
  // The first ill-formed maximal subpart found by this step, if any: it starts
  // `error_back` units before the end of this unit and has `error_length`
  // units.
  std::uint8_t error_back = 0;
  std::uint8_t error_length = 0;
  ErrorClass error_class = ErrorClass::kNone;
  std::uint64_t add = 0;

  friend bool operator==(const Transition&, const Transition&) = default;
};

class Machine {
 public:
  using State = std::uint16_t;
  static constexpr std::size_t kSymbols = 257;
  static constexpr std::size_t kEnd = 256;  // the symbol for end of input

  explicit Machine(const Profile& profile);

  const Profile& profile() const { return profile_; }
  std::uint64_t replacement() const { return replacement_; }
  std::size_t state_count() const { return names_.size(); }
  static constexpr State kStart = 0;
  const Transition& at(State state, std::size_t symbol) const {
    return table_[state * kSymbols + symbol];
  }
  // "start", "after E0: A0..BF 80..BF"
  const std::string& name(State state) const { return names_[state]; }
  // The number of units of an unfinished sequence that led to this state.
  std::size_t pending(State state) const { return pending_[state]; }
  // In `reject` profiles: the state after an error, which is never left.
  bool is_stopped(State state) const { return stopped_[state]; }
  // The classes of units that no state distinguishes, each as a sorted list.
  const std::vector<std::vector<std::uint8_t>>& classes() const { return classes_; }
  std::size_t class_of(std::uint8_t unit) const { return class_of_[unit]; }

  Answer decode(ByteView bytes) const;

 private:
  friend class MachineBuilder;
  Profile profile_;
  std::uint64_t replacement_;
  std::vector<Transition> table_;
  std::vector<std::string> names_;
  std::vector<std::uint8_t> pending_;
  std::vector<bool> stopped_;
  std::vector<std::vector<std::uint8_t>> classes_;
  std::array<std::uint8_t, 256> class_of_{};
};

// The machine of a profile, compiled once per process and shared.
const Machine& machine(const Profile& profile);

// Walks a machine over cases. A case costs only the units after the prefix that
// it shares with the previous case, so that a sorted or nested enumeration
// walks along a prefix tree.
class Walker {
 public:
  explicit Walker(const Machine& machine) : machine_(machine) { steps_.resize(1); }

  // The answer stays valid until the next call.
  struct View {
    std::span<const std::uint64_t> values;
    std::optional<IllFormed> error;
    std::size_t values_before_error = 0;
    ErrorClass error_class = ErrorClass::kNone;  // of the first error
  };
  View decode(ByteView bytes) {
    View view;
    decode(bytes, view);
    return view;
  }
  // Kept in place: a copy of values that were just written would stall the law.
  void decode(ByteView bytes, View& view);

 private:
  struct Step {
    std::uint64_t accumulator = 0;
    std::uint32_t values = 0;  // emitted so far
    Machine::State state = Machine::kStart;
  };
  // The first error of `previous_`, found by the step that took unit `found`
  // (from 1); `length` 0 when there is none.
  struct FirstError {
    std::size_t found = 0;
    std::uint32_t offset = 0;
    std::uint32_t values_before = 0;
    std::uint8_t length = 0;
    ErrorClass error_class = ErrorClass::kNone;
  };
  void advance(Step& step, FirstError& error, const Transition& t, std::size_t position);

  const Machine& machine_;
  Bytes previous_;
  std::vector<Step> steps_;  // steps_[i]: after i units of previous_
  FirstError error_;
  std::vector<std::uint64_t> values_;
};

}  // namespace placemat
