// sab_overwrite_ignores_capacity_zero.cc: A loop with its test at the bottom:
// right for every capacity but 0.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  if (capacity > 0 || length == 0) return Base::lossy(in, length, out, capacity, result);
  const Decoded d = Honest::decode_one(in, in + length);
  out[0] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
  *result = {PLACEMAT_NO_CAPACITY, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
}

constexpr Plant kPlant{
    .name = "sab_overwrite_ignores_capacity_zero",
    .origin = "over-write; nlohmann/json 3.5.0, 2019 (no bound check before the store)",
    .planted =
        "lossy decoding to UTF-32 writes its first value without asking whether there is room for "
        "any",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_ignores_capacity_zero;
constinit const placemat_decoder placemat_decoder_sab_overwrite_ignores_capacity_zero = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
