// sab_truncated_zero_filled.cc: The units that are missing at the end count as
// zeros.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_incomplete(d)) return d;
    const std::size_t length = announced(*at);
    std::uint64_t value = *at & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
      value = value << 6 | (i < d.length ? at[i] & 0x3Fu : 0u);
    }
    return Decoded::of(value, d.length);
  }
};

constexpr Plant kPlant{
    .name = "sab_truncated_zero_filled",
    .origin = "accepts-truncated-tail; mruby/c, 2026 (the terminator's zero as payload)",
    .planted =
        "strict decoding to UTF-16 fills a truncated last sequence up with payloads of zero, so E2 "
        "82 decodes to U+2080",
    .kind = "accepts-truncated-tail",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_truncated_zero_filled;
constinit const placemat_decoder placemat_decoder_sab_truncated_zero_filled = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict16 = PerCharacter<Faulty>::strict<std::uint16_t>;
  return d;
}();

}  // namespace placemat::saboteur
