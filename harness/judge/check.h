// check.h: one check of one decoder, self-contained: the units, their presentation, and
// what is wrong. A run is quick and only detects that something is wrong. Minimising,
// replaying and explaining ask the same judge, so that they cannot disagree with it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>

#include "harness/judge/difference.h"
#include "harness/judge/kind.h"
#include "harness/presentation/presentation.h"

namespace placemat {

class Patience;

// The units (pad, case and tail together) and their presentation.
struct Check {
  Bytes units;
  Presentation how = {};

  friend bool operator==(const Check&, const Check&) = default;
};

// The arguments of `placemat replay` that reproduce this check.
std::string to_arguments(const Check& check);
// The units and the presentation as one key of a table.
std::string key_of(const Check& check);
// Orders shorter, plainer checks first; a total order.
bool is_plainer(const Check& a, const Check& b);

struct Failure {
  Kind kind;
  std::string expected;
  std::string seen;
  // The check reduced to the conditions, and the items at either end, that this failure
  // needs: the core parts from the law as the check does. The kind is that of the core, so
  // text around an error does not change its name.
  Check core = {};
  Difference difference = {};  // of the core
  bool is_fatal = false;       // each repetition ends a process
};

class Judge {
 public:
  // A checker's own first calls go through `primary`, when there is one.
  Judge(Caller& caller, const Profile& judged_as, Caller* primary = nullptr);

  // Returns what is wrong, if anything. A difference that only this presentation shows is
  // named after it (depends-on-chunks, depends-on-position, keeps-state); one that does
  // not show every time is nondeterministic.
  // `before`: the units of the call before, which may have left something.
  std::optional<Failure> judge(const Check& check, ByteView before = {});

  // The same for an answer that was wrong and is now right: checks whether it depends on
  // the call before, which had the units `before`.
  std::optional<Failure> judge_state(const Check& check, ByteView before = {});

  // The kind by which one answer differs from the law, without the answers to other
  // presentations of the same units; none when it agrees.
  std::optional<Kind> preliminary_kind(const Check& check);

  // Where one answer parts from the law first; none when it agrees.
  std::optional<Difference> difference(const Check& check);

  // True when the call before decides the answer to `check`, which names that call: the failure
  // shows behind it and not behind plain text, in any order. Chance does not do that.
  bool is_due_to_call_before(const Check& check);

  // One call: the answer agrees with the law, or differs from it. Neither, where the
  // decoder does not support the input.
  bool passes(const Check& check);
  bool fails(const Check& check);
  // False where the decoder does not take the input, or its caller cannot give it.
  bool is_answered(const Check& check);
  // One call: the answer has the verdict, the error offset and the number of values that the law
  // gives for `other`, which has as many units.
  bool answers_like(const Check& check, ByteView other);
  // True when the operation hung so often that it is asked only for its own sake.
  bool is_slow(Operation operation) const {
    return hangs_[static_cast<std::size_t>(operation)] >= kMostHangs;
  }

  // From here on no question is asked after the end of `patience`: TimeIsOver is thrown instead.
  void end_with(Patience& patience) { patience_ = &patience; }

  Law& law() { return law_; }
  Caller& caller() { return caller_; }
  Caller& primary() { return primary_; }

 private:
  struct Seen;
  struct Decoded;
  Observation call(const Call& call);
  void ask_plain_text(const Check& like);
  Seen ask(const Check& check);
  Seen observe(const Check& check);
  bool parts_so(const Check& check, const Difference& difference);
  std::optional<Kind> preliminary_kind(const Check& check, const Seen& seen);
  struct FailingPart {
    Check check = {};
    std::optional<Kind> kind = {};
  };
  const FailingPart& asked_alone(ByteView part, Operation operation, bool is_last);
  std::optional<Check> failing_part(const Check& core, Kind kind);
  std::optional<Check> what_tells_more(const Check& core, Kind kind);
  std::optional<Decoded> decoding_of(const Check& check, std::size_t announced);
  Difference difference_of(const Check& check, const Seen& seen);
  bool drop_conditions(Check& check, const Difference& difference);
  bool drop_items(Check& check, const Difference& difference, bool at_front);
  Check core_of(const Check& check, const Difference& difference);
  std::optional<Check> behind_plain_text(const Check& check);
  bool depends_on_call_before(const Check& check) { return behind_plain_text(check).has_value(); }
  bool state_call_before(Check& core, const Difference& difference, ByteView before);
  Kind in_context(const Check& core, Kind kind, bool needs_call_before);
  static Check call_before(const Check& check);
  bool is_of_call_before(const Check& check, const Seen& seen);
  bool depends_on_position(const Check& check);
  bool needs_units_in_front(const Check& check);
  bool needs_a_distance(const Check& check);
  bool depends_on_address(const Check& check);
  bool misuses_memory(const Check& check);
  void keep_verdict(const Check& core, const Failure& failure);

  Caller& caller_;
  Caller& primary_;
  Patience* patience_ = nullptr;
  Law law_;
  const Machine& items_;  // finds where an item ends
  static constexpr unsigned kMostHangs = 2;
  std::array<unsigned, kOperationCount> hangs_{};
  // Of a decoder in another process, where to name a core takes many questions, each an exchange of
  // its own: many failures have the same core.
  std::unordered_map<std::string, Failure> verdicts_on_cores_;
  std::unordered_map<std::string, FailingPart> asked_alone_;
};

// Removes [at, at + count) and moves the cuts and the borders of pad and tail
// accordingly.
void remove_units(Check& check, std::size_t at, std::size_t count);

// The kind of an error of this class that became a value, or was called well-formed. `units` are
// those from the error on: the class names only what they announce, not C0 41 or F8 80 80 80.
Kind acceptance(ErrorClass error_class, ByteView units);

// The kind of a difference between the law and an observation of `units`.
Kind classify(Operation operation, ByteView units, const Expectation& law, const Observation& seen);

}  // namespace placemat
