// sab_ignores_fatal.cc: The option is read and not handed on: one of the
// entry points always replaces (WHATWG Encoding, error mode "fatal"). The
// other widths and validate are right.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_ignores_fatal",
    .origin = "ignores-fatal; Boa, 2026",
    .planted = "strict decoding to UTF-16 replaces and does not fail",
    .kind = "accepts-ill-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_ignores_fatal;
constinit const placemat_decoder placemat_decoder_sab_ignores_fatal = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict16 = strict16;
  return d;
}();

}  // namespace placemat::saboteur
