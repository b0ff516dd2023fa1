// mutant_judge.h: the checker of a run, put before a mutant.
#pragma once

#include <functional>
#include <optional>

#include "harness/judge/checker.h"
#include "harness/strength/mutant.h"

namespace placemat {

// What one thread needs to judge mutants. Requires a living Fence.
class MutantJudge {
 public:
  explicit MutantJudge(const Decoder& decoder);

  // Gives the checker to `feed`, which hands it cases of `source`. Returns the first failed check,
  // after which the checker accepts no case.
  std::optional<Check> first_failure(const Mutant& mutant, const std::string& source,
                                     const std::function<void(CaseSink&)>& feed);
  // The number of checks that the cases give. Throws std::logic_error when one of them fails a
  // decoder without a fault: it would then kill every mutant.
  std::uint64_t checks_of_law(const std::string& source,
                              const std::function<void(CaseSink&)>& feed);

 private:
  FencedThread thread_;
  Caller caller_;
  Judge judge_;
};

// A call may use this much processor time.
inline constexpr unsigned kMutantCallLimitMs = 1000;

}  // namespace placemat
