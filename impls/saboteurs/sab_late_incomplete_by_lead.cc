// sab_late_incomplete_by_lead.cc: Whether enough units are there is asked
// before whether they are right.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const auto left = static_cast<std::size_t>(end - at);
    return is_ill_formed(d) && left < announced(*at) ? Decoded::incomplete(left) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_late_incomplete_by_lead",
    .origin = "late-error-detection; LLVM libc++ codecvt, 2023",
    .planted =
        "strict decoding to UTF-32 asks for more when fewer units are left than the lead "
        "announces, without a look at those that are there",
    .kind = "wrong-error-offset",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_late_incomplete_by_lead;
constinit const placemat_decoder placemat_decoder_sab_late_incomplete_by_lead = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = PerCharacter<Faulty>::strict<std::uint32_t>;
  return d;
}();

}  // namespace placemat::saboteur
