// differential_fuzz.cc: each input goes to one decoder of this program, which it draws as it
// does the presentation, and is compared with the law; one in eight with ICU too.
#include "harness/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  static const Fence fence(kFuzzCallLimitMs);
  static Differential differential(chosen_decoders(), known_findings(), SpotCheck::useful_copies());
  if (const auto found = differential.compare({data, size})) end_with(*found);
  return 0;
}
