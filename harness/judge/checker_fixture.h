// checker_fixture.h: what a checker records about one case.
#pragma once

#include <gtest/gtest.h>

#include "harness/judge/checker.h"

namespace placemat {

// The cases, judged for the decoder.
inline Ledger check_cases(const Decoder& decoder, const std::vector<Bytes>& cases, Depth depth) {
  Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  const std::atomic<bool> stop{false};
  Checker checker(judge, "cases", &stop);
  for (const Bytes& units : cases) EXPECT_TRUE(checker.accept({.bytes = units, .depth = depth}));
  return checker.take();
}

// A case of this many letters, in every presentation.
inline Ledger check_one_of(const Decoder& decoder, std::size_t units) {
  return check_cases(decoder, {Bytes(units, 'a')}, Depth::kPadded);
}

}  // namespace placemat
