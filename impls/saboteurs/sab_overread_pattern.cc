// sab_overread_pattern.cc: A table of lengths that has an entry for every unit
// is trusted.
#include <bit>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto ones = static_cast<std::size_t>(std::countl_one(*at));
    for (std::size_t i = 1; *at >= 0xC0 && i < ones; ++i) touch(at + i);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_overread_pattern",
    .origin =
        "over-read; GNU libidn before 1.31, 2015 (CVE-2015-2059); CUPS, 2025; RediSearch, 2026",
    .planted =
        "all units that C0..FF announce by their leading ones are read before the length is looked "
        "at",
    .kind = "over-read",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overread_pattern;
constinit const placemat_decoder placemat_decoder_sab_overread_pattern = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = PerCharacter<Faulty>::lossy<std::uint32_t>;
  d.validate = PerCharacter<Faulty>::validate;
  return d;
}();

}  // namespace placemat::saboteur
