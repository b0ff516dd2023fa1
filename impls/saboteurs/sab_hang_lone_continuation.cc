// sab_hang_lone_continuation.cc: An error that reports zero units consumed is
// never passed.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    // Volatile: a loop without a side effect is one that a compiler may drop.
    volatile std::size_t consumed = is_continuation(in[at]) ? 0 : d.length;
    if (consumed == 0) continue;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += consumed;
  }
}

constexpr Plant kPlant{
    .name = "sab_hang_lone_continuation",
    .origin = "infinite-loop; glibc iconv program, 2016 (CVE-2016-10228); CommonMark stmd, 2014",
    .planted =
        "lossy decoding to UTF-32 consumes nothing at a lone continuation unit and tries again for "
        "ever",
    .kind = "hang",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_hang_lone_continuation;
constinit const placemat_decoder placemat_decoder_sab_hang_lone_continuation = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
