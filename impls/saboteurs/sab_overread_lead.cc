// sab_overread_lead.cc: The answer is right; the units behind the end are
// read and thrown away. Only memory that must not be touched, directly behind
// the input, shows it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    for (std::size_t i = 1; i < announced(*at); ++i) touch(at + i);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_overread_lead",
    .origin =
        "over-read; GNU libidn before 1.31, 2015 (CVE-2015-2059); Parson, 2026; "
        "protobuf-javascript, 2022",
    .planted = "all units that a lead announces are read before the length is looked at",
    .kind = "over-read",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overread_lead;
constinit const placemat_decoder placemat_decoder_sab_overread_lead = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
