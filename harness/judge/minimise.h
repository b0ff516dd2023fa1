// minimise.h: reduces a failing check to the plainest one that fails in the same way. It
// simplifies the presentation first, then removes units, then makes units plainer. No
// single unit, chunk or condition can be removed from its result.
#pragma once

#include "harness/judge/check.h"

namespace placemat {

class KnownVerdicts;

// The limits of one search: questions, and those of them that hang or end a process.
struct Effort {
  std::size_t questions = 4000;
  std::size_t deaths = 4000;
};

// The check of a search, and how it failed when the search asked it; none where the search took
// no other check than the one that it began with.
struct Minimised {
  Check check;
  std::optional<Failure> failure = {};
};

// Returns a check that fails as `failure` does, with the same kind and a difference that
// resembles its own; `check` itself when none is plainer. Asks no more than `effort`
// allows, and nothing that `known` answers, where there is one.
Minimised minimised(Judge& judge, const Check& check, const Failure& failure, Effort effort = {},
                    KnownVerdicts* known = nullptr);
Check minimise(Judge& judge, const Check& check, const Failure& failure, Effort effort = {});

}  // namespace placemat
