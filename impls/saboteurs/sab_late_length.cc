// sab_late_length.cc: The sequence is gathered first and looked at afterwards.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool is_late = *at == 0xF4 && is_ill_formed(d) && is_value(by_pattern(at, end, 4));
    return is_late ? Decoded::ill_formed(4) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_late_length",
    .origin = "late-error-detection; OpenJDK 7u51 and 8, 2014",
    .planted =
        "strict decoding to UTF-32 notices F4 90..BF only with all four units, and reports an "
        "error of that length",
    .kind = "wrong-error-offset",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_late_length;
constinit const placemat_decoder placemat_decoder_sab_late_length = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = PerCharacter<Faulty>::strict<std::uint32_t>;
  return d;
}();

}  // namespace placemat::saboteur
