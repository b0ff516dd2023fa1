// capacity_fuzz.cc: the length functions, and decoding into exact, ample and too
// little room, mostly of ill-formed input.
#include "harness/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  using enum Operation;
  constexpr OperationSet kAsked = bit_of(kLength32) | bit_of(kLength16) | bit_of(kStrict32) |
                                  bit_of(kLossy32) | bit_of(kStrict16) | bit_of(kLossy16) |
                                  bit_of(kStrict64) | bit_of(kLossy64);
  static const Fence fence(kFuzzCallLimitMs);
  static Differential differential(chosen_decoders(), known_findings(), SpotCheck::useful_copies(),
                                   kAsked);
  if (const auto found = differential.examine({data, size})) end_with(*found);
  return 0;
}
