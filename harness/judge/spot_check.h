// spot_check.h: what a fuzz target does with one input: it gives the input to a
// decoder once, in the presentation that the input draws, and compares. An
// answer that agrees with the law allocates nothing. Only a failure is judged,
// reduced and explained. This file must not know any engine.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/check.h"
#include "harness/presentation/fuzzed.h"

namespace placemat {

// Every operation that a decoder has.
inline constexpr OperationSet kAnyOperation = 0xFFFF;

struct SpotFinding {
  Check minimal;
  Failure failure;
};

class SpotCheck {
 public:
  // kToo: one input in 32 is also given on heap copies, for the address sanitizer.
  enum class HeapCopies : std::uint8_t { kNone, kToo };
  // kToo in a program with the address sanitizer.
  static HeapCopies useful_copies();
  // Draws among the operations that the decoder has and `among` allows. The thread needs
  // an active Fence.
  SpotCheck(const Decoder& decoder, const Profile& judged_as, FencedThread& thread,
            HeapCopies copies = HeapCopies::kNone, OperationSet among = kAnyOperation);

  // A failure of a kind that is not in `known`. The reduced check must be of another kind too,
  // because the cause has the kind of its smallest case.
  std::optional<SpotFinding> examine(ByteView input, const std::set<Kind>& known = {});
  // The same where `draws`, which are those of `input`, are at hand.
  std::optional<SpotFinding> examine(ByteView input, const Draws& draws,
                                     const std::set<Kind>& known);

  const Decoder& decoder() const { return caller_.decoder(); }
  const Profile& judged_as() const { return judged_as_; }
  // What the law states about the input that was examined last costs nothing to ask again.
  Law& law() { return judge_.law(); }
  // False when the decoder has none of the operations.
  bool can_check() const { return !operations_.empty(); }
  // "C2 41", the profile, expected, seen and clause: one screen, which ends before the line
  // that tells how to see it again.
  std::string describe(const SpotFinding& finding) const;

 private:
  SpotFinding reduced(const Failure& failure);
  bool may_copy(const std::set<Kind>& known) const;
  bool fails_beside_guard_pages();

  Caller caller_;
  Profile judged_as_;
  Judge judge_;
  std::vector<Operation> operations_;
  HeapCopies copies_;
  Check check_;  // reused, so that a pass allocates nothing
};

}  // namespace placemat
