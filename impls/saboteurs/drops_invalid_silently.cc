// drops_invalid_silently.cc: Lossy decoders that delete ill-formed units and write no
// replacement. The text on both sides then grows together (Unicode TR 36 on deletion).
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// DC 05 becomes 05.
void lossy32_drops_invalid(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                           std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool deleted = is_ill_formed(d) && d.length == 1 && announced(in[at]) > 1;
    if (!deleted &&
        !Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

// Units that never occur are skipped like padding.
void lossy32_drops_fe_ff(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                         std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool deleted = UnitRange{0xFE, 0xFF}.contains(in[at]);
    if (!deleted &&
        !Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

// The search for the next lead skips everything before it.
void lossy16_drops_stray_in_utf16(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                  std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_continuation(in[at]) &&
        !Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Row kRows[] = {
    {
        .name = "sab_drops_invalid",
        .relatives = "nlohmann/json, 2024",
        .planted = "lossy decoding to UTF-32 deletes a lead that is interrupted by its next unit",
        .kind = "drops-ill-formed",
        .probes = {{"lossy32", "74 DC 05", "ok 74 FFFD 5", "ok 74 5"},
                   {"lossy32", "74 FF 05", "ok 74 FFFD 5"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_drops_invalid; },
    },
    {
        .name = "sab_drops_fe_ff",
        .relatives = "none known; nlohmann/json, 2024 (a lead there)",
        .planted = "lossy decoding to UTF-32 deletes FE and FF",
        .kind = "drops-ill-formed",
        .probes = {{"lossy32", "61 FF 62", "ok 61 FFFD 62", "ok 61 62"},
                   {"lossy32", "61 FD 62", "ok 61 FFFD 62"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_drops_fe_ff; },
    },
    {
        .name = "sab_drops_stray_in_utf16",
        .relatives =
            ".NET Framework and .NET Core before 3.0, 2019 (one unit neither decoded nor replaced)",
        .planted = "lossy decoding to UTF-16 deletes stray continuation units",
        .kind = "drops-ill-formed",
        .probes = {{"lossy16", "61 80 62", "ok 61 FFFD 62", "ok 61 62"},
                   {"lossy16", "C3 FF", "ok FFFD FFFD"}},
        .patch = [](placemat_decoder& d) { d.lossy16 = lossy16_drops_stray_in_utf16; },
    },
};
constinit const Decoders kDecoders("drops-invalid-silently", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_drops_invalid_silently;
constinit const Class placemat_saboteurs_drops_invalid_silently{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
