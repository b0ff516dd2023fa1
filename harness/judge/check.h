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

struct Trial {
  Operation operation = Operation::kStrict32;
  Bytes units;  // pad, case and tail together
  std::size_t pad = 0;
  std::size_t tail = 0;
  Cuts cuts;
  Placement placement = Placement::kEnd;
  // As many values as the law has for the units; with room to spare; one less; none.
  enum class Capacity : std::uint8_t { kExact, kAmple, kOneShort, kZero };
  Capacity capacity = Capacity::kExact;
  Bytes before;
  Before::Ending ending = Before::Ending::kNone;

  friend bool operator==(const Trial&, const Trial&) = default;
};

// The values that an output has room for, where the law has `exact` values for so
// many units. Ample is a value for each unit and a block more: what decoders want
// that have a faster way where they need not look for room at each value.
constexpr std::size_t room_of(Trial::Capacity capacity, std::size_t exact, std::size_t units) {
  constexpr std::size_t kSpare = 64;
  if (capacity == Trial::Capacity::kExact) return exact;
  if (capacity == Trial::Capacity::kAmple) return (exact > units ? exact : units) + kSpare;
  return capacity == Trial::Capacity::kOneShort && exact > 0 ? exact - 1 : 0;
}
constexpr bool is_too_little(Trial::Capacity capacity) {
  return capacity == Trial::Capacity::kOneShort || capacity == Trial::Capacity::kZero;
}

// "a NUL behind", "one value too little capacity", "after C3 and a finish"
std::string conditions(const Trial& trial);
// The arguments of `placemat replay` that give this trial.
std::string to_arguments(const Trial& trial);
// Shorter, plainer trials first; a total order.
bool is_plainer(const Trial& a, const Trial& b);

struct Failure {
  Kind kind;
  std::string expected;
  std::string seen;
  // What is left of the trial without the conditions, and the items at either
  // end, that it does not need to fail. The kind is the core's: what merely
  // stands beside a fault must not give it another name.
  Trial core = {};
  bool is_fatal = false;  // each question that shows it again costs a process
};

class Court {
 public:
  // What a checker asks first goes to `primary`, when there is one.
  Court(Caller& caller, const Profile& judged_as, Caller* primary = nullptr);

  // What is wrong, if anything. A difference that only shows in this
  // presentation is named as such (depends-on-chunks, depends-on-position,
  // keeps-state); one that does not show every time as nondeterministic.
  std::optional<Failure> judge(const Trial& trial);

  // The same of an answer that was wrong and is not any more: does it depend
  // on the call before?
  std::optional<Failure> judge_state(const Trial& trial);

  // The kind by which one answer differs from the law, told without the
  // answers to other presentations of the same units; none when it agrees.
  std::optional<Kind> first_sight(const Trial& trial);

  Law& law() { return law_; }
  Caller& caller() { return caller_; }
  Caller& primary() { return primary_; }

 private:
  struct Seen;
  Seen ask(const Trial& trial);
  Seen look(const Trial& trial);
  bool passes(const Trial& trial);
  std::optional<Kind> first_sight(const Trial& trial, const Seen& seen);
  std::optional<Kind> kind_of_decoding(const Trial& trial, std::size_t announced);
  bool drop_conditions(Trial& trial);
  bool drop_items(Trial& trial, bool at_front);
  Trial core_of(const Trial& trial);
  Kind in_context(const Trial& core, Kind kind);
  bool depends_on_position(const Trial& trial);

  Caller& caller_;
  Caller& primary_;
  Law law_;
  const Machine& items_;  // tells where an item ends
};

// Leaves out [at, at + count) and moves the cuts and the borders of pad and
// tail along.
void leave_out(Trial& trial, std::size_t at, std::size_t count);

// The kind of a difference between the law and an observation.
Kind classify(Operation operation, const Expectation& law, const Observation& seen);

}  // namespace placemat
