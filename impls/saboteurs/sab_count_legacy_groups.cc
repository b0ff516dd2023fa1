// sab_count_legacy_groups.cc: Errors are grouped by the leads of RFC 2279.
#include <bit>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool is_legacy = *at == 0xC0 || *at == 0xC1 || Units{0xF5, 0xFD}.contains(*at);
    if (!is_legacy) return d;
    const auto ones = static_cast<std::size_t>(std::countl_one(*at));
    std::size_t length = 1;
    while (length < ones && at + length < end && is_continuation(at[length])) ++length;
    return Decoded::ill_formed(length);
  }
};

constexpr Plant kPlant{
    .name = "sab_count_legacy_groups",
    .origin = "wrong-replacement-count; ICU before 60, 2017",
    .planted =
        "lossy decoding to UTF-32 takes the continuation units that C0, C1 and F5..FD announce by "
        "bit pattern into one error",
    .kind = "wrong-replacement-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_count_legacy_groups;
constinit const placemat_decoder placemat_decoder_sab_count_legacy_groups = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = PerCharacter<Faulty>::lossy<std::uint32_t>;
  return d;
}();

}  // namespace placemat::saboteur
