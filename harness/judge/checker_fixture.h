// checker_fixture.h: what a checker records about one case.
#pragma once

#include <gtest/gtest.h>

#include "harness/judge/checker.h"

namespace placemat {

// A case of this many letters, judged for the decoder, in every presentation.
inline Ledger check_one_of(const Decoder& decoder, std::size_t units) {
  Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, claimed_profile(decoder));
  const std::atomic<bool> stop{false};
  Checker checker(judge, "long", &stop);
  const Bytes bytes(units, 'a');
  EXPECT_TRUE(checker.accept({.bytes = bytes, .depth = Depth::kPadded}));
  return checker.take();
}

}  // namespace placemat
