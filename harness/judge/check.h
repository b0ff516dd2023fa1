// check.h: one check of one decoder, whole and on its own: the units, how they
// are presented, and the verdict. The run is quick and only says that
// something is wrong; a trial says what. Minimising, replaying and explaining
// are trials too, so that they cannot disagree with the run.
#pragma once

#include <optional>
#include <string>

#include "harness/judge/expectation.h"
#include "harness/judge/kind.h"
#include "harness/presentation/presentation.h"

namespace placemat {

struct Check {
  Operation operation = Operation::kStrict32;
  Bytes units;  // pad, case and tail together
  std::size_t pad = 0;
  std::size_t tail = 0;
  Cuts cuts;
  Placement placement = Placement::kEnd;
  // As many values as the law has for the units; with room to spare; one less; none.
  enum class Capacity : std::uint8_t { kExact, kAmple, kOneShort, kZero };
  Capacity capacity = Capacity::kExact;
  Bytes prelude;
  Prelude::Ending ending = Prelude::Ending::kNone;

  friend bool operator==(const Check&, const Check&) = default;
};

// The values that an output has room for, where the law has `exact` values for so
// many units. Ample is a value for each unit and a block more: what decoders want
// that have a faster way where they need not look for room at each value.
constexpr std::size_t room_of(Check::Capacity capacity, std::size_t exact, std::size_t units) {
  constexpr std::size_t kSpare = 64;
  if (capacity == Check::Capacity::kExact) return exact;
  if (capacity == Check::Capacity::kAmple) return (exact > units ? exact : units) + kSpare;
  return capacity == Check::Capacity::kOneShort && exact > 0 ? exact - 1 : 0;
}
constexpr bool is_too_little(Check::Capacity capacity) {
  return capacity == Check::Capacity::kOneShort || capacity == Check::Capacity::kZero;
}

// "a NUL behind", "one value too little capacity", "after C3 and a finish"
std::string conditions(const Check& check);
// The arguments of `placemat replay` that give this trial.
std::string to_arguments(const Check& check);
// Shorter, plainer trials first; a total order.
bool is_plainer(const Check& a, const Check& b);

struct Failure {
  Kind kind;
  std::string expected;
  std::string seen;
  // What is left of the trial without the conditions, and the items at either
  // end, that it does not need to fail. The kind is the core's: what merely
  // stands beside a fault must not give it another name.
  Check core = {};
  bool is_fatal = false;  // each question that shows it again costs a process
};

class Judge {
 public:
  // What a checker asks first goes to `primary`, when there is one.
  Judge(Caller& caller, const Profile& judged_as, Caller* primary = nullptr);

  // What is wrong, if anything. A difference that only shows in this
  // presentation is named as such (depends-on-chunks, depends-on-position,
  // keeps-state); one that does not show every time as nondeterministic.
  std::optional<Failure> judge(const Check& check);

  // The same of an answer that was wrong and is not any more: does it depend
  // on the call before?
  std::optional<Failure> judge_state(const Check& check);

  // The kind by which one answer differs from the law, told without the
  // answers to other presentations of the same units; none when it agrees.
  std::optional<Kind> preliminary_kind(const Check& check);

  Law& law() { return law_; }
  Caller& caller() { return caller_; }
  Caller& primary() { return primary_; }

 private:
  struct Seen;
  Seen ask(const Check& check);
  Seen bucket(const Check& check);
  bool passes(const Check& check);
  std::optional<Kind> preliminary_kind(const Check& check, const Seen& seen);
  std::optional<Kind> kind_of_decoding(const Check& check, std::size_t announced);
  bool drop_conditions(Check& check);
  bool drop_items(Check& check, bool at_front);
  Check core_of(const Check& check);
  Kind in_context(const Check& core, Kind kind);
  bool depends_on_position(const Check& check);

  Caller& caller_;
  Caller& primary_;
  Law law_;
  const Machine& items_;  // tells where an item ends
};

// Leaves out [at, at + count) and moves the cuts and the borders of pad and
// tail along.
void remove_units(Check& check, std::size_t at, std::size_t count);

// The kind of a difference between the law and an observation.
Kind classify(Operation operation, const Expectation& law, const Observation& seen);

}  // namespace placemat
