// check.h: one check of one decoder, whole and on its own: the units, how they
// are given, and what is wrong. A run is quick and only says that something is;
// minimising, replaying and explaining ask the same judge, so that they cannot
// disagree with it.
#pragma once

#include <optional>
#include <string>

#include "harness/judge/expectation.h"
#include "harness/judge/kind.h"
#include "harness/presentation/presentation.h"

namespace placemat {

// The units, which are pad, case and tail together, and how they are given.
struct Check {
  Bytes units;
  Presentation how = {};

  friend bool operator==(const Check&, const Check&) = default;
};

// The arguments of `placemat replay` that give this check.
std::string to_arguments(const Check& check);
// Shorter, plainer checks first; a total order.
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
  Seen observe(const Check& check);
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

// Removes [at, at + count) and moves the cuts and the borders of pad and tail
// along.
void remove_units(Check& check, std::size_t at, std::size_t count);

// The kind of a difference between the law and an observation.
Kind classify(Operation operation, const Expectation& law, const Observation& seen);

}  // namespace placemat
