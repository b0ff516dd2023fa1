// sab_overread_four.cc: A fast path over words of four that tests only
// whether it has begun before the end: up to three units behind the input are
// read, and the verdict is right all the same.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

bool ascii_word(const std::uint8_t* at) {
  const std::uint8_t first = touch(at);
  const std::uint8_t second = touch(at + 1);
  const std::uint8_t third = touch(at + 2);
  const std::uint8_t fourth = touch(at + 3);
  return ((first | second | third | fourth) & 0x80) == 0;
}

int validate(const std::uint8_t* in, std::size_t length) {
  std::size_t at = 0;
  while (at < length && ascii_word(in + at)) at += 4;
  return at < length ? Base::validate(in + at, length - at) : 1;
}

constexpr Plant kPlant{
    .name = "sab_overread_four",
    .origin = "over-read; c-utf8 (GLib, systemd), 2024",
    .planted = "validate reads the tail of an ASCII text as a word of four units",
    .kind = "over-read",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overread_four;
constinit const placemat_decoder placemat_decoder_sab_overread_four = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
