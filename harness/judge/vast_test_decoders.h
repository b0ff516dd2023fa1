// vast_test_decoders.h: decoders of UTF-8 for texts of ASCII and one other character, with integers
// that are too narrow.
#pragma once

#include <algorithm>
#include <cstring>

#include "harness/decoder/placemat_decoder.h"

namespace placemat::testing_aid {

// The first unit that is not ASCII, counted in `Count`.
inline std::size_t ascii_units(const std::uint8_t* in, std::size_t length) {
  std::size_t at = 0;
  for (std::uint64_t word = 0; at + sizeof word <= length; at += sizeof word) {
    std::memcpy(&word, in + at, sizeof word);
    if ((word & 0x8080808080808080u) != 0) break;
  }
  while (at < length && in[at] < 0x80) ++at;
  return at;
}

// Right for ASCII, then at most F0 90 80 80, then anything, which begins an error of one unit.
template <class Count>
struct Narrow {
  static std::size_t error_at(const std::uint8_t* in, std::size_t length) {
    std::size_t at = ascii_units(in, length);
    if (length - at >= 4 && in[at] == 0xF0) at += 4;
    return at == length ? PLACEMAT_UNKNOWN : at;
  }
  static int validate(const std::uint8_t* in, std::size_t length) {
    // The length is kept in Count.
    return error_at(in, static_cast<Count>(length)) == PLACEMAT_UNKNOWN ? 1 : 0;
  }
  static std::size_t length32(const std::uint8_t* in, std::size_t length) {
    const std::size_t error = error_at(in, length);
    const std::size_t ascii = ascii_units(in, length);
    // A character, U+FFFD and one letter.
    return static_cast<Count>(ascii + (error == PLACEMAT_UNKNOWN ? (ascii < length) : 3));
  }
  static void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t*, std::size_t,
                       placemat_result* result) {
    const std::size_t error = error_at(in, length);
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    if (error != PLACEMAT_UNKNOWN)
      *result = {PLACEMAT_ILL_FORMED, 0, static_cast<std::size_t>(static_cast<Count>(error)), 1};
  }
};

template <class Count>
placemat_decoder narrow_decoder() {
  placemat_decoder decoder{};
  decoder.abi_version = PLACEMAT_ABI_VERSION;
  decoder.struct_size = sizeof decoder;
  decoder.name = "narrow";
  decoder.version = decoder.origin = "test";
  decoder.dialect = "utf-8";
  decoder.policy = "maximal-subpart";
  decoder.bom = "keep";
  decoder.claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH;
  decoder.validate = Narrow<Count>::validate;
  decoder.length32 = Narrow<Count>::length32;
  decoder.strict32 = Narrow<Count>::strict32;
  return decoder;
}

}  // namespace placemat::testing_aid
