// sab_late_second_unit.cc: F4 90 is hopeless after two units, yet this
// decoder waits for the third and fourth. When they never come, it takes both
// units for one truncated sequence and gives one replacement where two are
// due (D93b).
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (announced(*at) > 2) {
      const Decoded pattern = by_pattern(at, end, announced(*at));
      if (is_incomplete(pattern)) return pattern;
    }
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_late_second_unit",
    .origin = "late-error-detection; OpenJDK 7u51 and 8, 2014; LLVM libc++ codecvt, 2023",
    .planted =
        "the range of the second unit after E0, ED, F0, F4 is tested only when the sequence is "
        "complete",
    .kind = "wrong-replacement-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_late_second_unit;
constinit const placemat_decoder placemat_decoder_sab_late_second_unit = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
