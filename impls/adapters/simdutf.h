// simdutf.h: an adapter for one implementation inside the library simdutf, by
// name. It must not know which.
//
// Strict is convert_utf8_to_utf32_with_errors and its sibling for UTF-16; the
// offset claimed is the `count` of their result, which the library documents as
// the position of the error. The library has no decoding with replacement; the
// lossy functions here are the loop that a caller must write:
// validate_utf8_with_errors, conversion of the well-formed part, one U+FFFD for
// the maximal subpart behind it, and so on. The library does not state the
// length of that subpart, so the loop computes it.
//
// The library demands room for all that the input could become. With less, the
// adapter converts into a buffer of its own, which hides over-writes. Bound:
// what simdutf reads; the input is passed on unchanged.
#pragma once

#include <simdutf.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"

namespace placemat::simdutf_adapter {

inline const simdutf::implementation* find(std::string_view name) {
  for (const simdutf::implementation* one : simdutf::get_available_implementations())
    if (one->name() == name) return one->supported_by_runtime_system() ? one : nullptr;
  return nullptr;
}

inline const char* text(const std::uint8_t* units) { return reinterpret_cast<const char*>(units); }

// Unicode 3.9, Table 3-7 and D93b: the units of the ill-formed subpart at `at`.
inline std::size_t subpart(const std::uint8_t* at, std::size_t length) {
  const unsigned lead = at[0];
  if (lead < 0xC2 || lead > 0xF4 || length < 2) return 1;
  const unsigned first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (lead <= 0xDF || at[1] < first || at[1] > last) return 1;
  if (lead <= 0xEF || length < 3 || (at[2] & 0xC0) != 0x80) return 2;
  return 3;
}

// `Name` has   static constexpr const char* kName;
template <class Name>
struct Functions {
  static const simdutf::implementation* subject() {
    static const simdutf::implementation* const found = find(Name::kName);
    return found;
  }

  static simdutf::result convert(const std::uint8_t* in, std::size_t length, std::uint32_t* out) {
    return subject()->convert_utf8_to_utf32_with_errors(text(in), length,
                                                        reinterpret_cast<char32_t*>(out));
  }
  static simdutf::result convert(const std::uint8_t* in, std::size_t length, std::uint16_t* out) {
    return subject()->convert_utf8_to_utf16le_with_errors(text(in), length,
                                                          reinterpret_cast<char16_t*>(out));
  }
  static std::size_t convert_valid(const std::uint8_t* in, std::size_t length, std::uint32_t* out) {
    return subject()->convert_valid_utf8_to_utf32(text(in), length,
                                                  reinterpret_cast<char32_t*>(out));
  }
  static std::size_t convert_valid(const std::uint8_t* in, std::size_t length, std::uint16_t* out) {
    return subject()->convert_valid_utf8_to_utf16le(text(in), length,
                                                    reinterpret_cast<char16_t*>(out));
  }

  // The values of the well-formed text before an error. The library writes them, but
  // does not state how many.
  template <class Out>
  static std::size_t count_of(const std::uint8_t* in, std::size_t length) {
    return sizeof(Out) == 4 ? subject()->utf32_length_from_utf8(text(in), length)
                            : subject()->utf16_length_from_utf8(text(in), length);
  }

  // With room for a value per unit.
  template <class Out>
  static void strict(const std::uint8_t* in, std::size_t length, Out* out,
                     placemat_result* result) {
    const simdutf::result found = convert(in, length, out);
    if (found.error == simdutf::SUCCESS)
      *result = {PLACEMAT_OK, found.count, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    else
      *result = {PLACEMAT_ILL_FORMED, count_of<Out>(in, found.count), found.count,
                 PLACEMAT_UNKNOWN};
  }
  template <class Out>
  static void lossy(const std::uint8_t* in, std::size_t length, Out* out, placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    for (std::size_t at = 0;;) {
      const simdutf::result found =
          subject()->validate_utf8_with_errors(text(in + at), length - at);
      const bool is_last = found.error == simdutf::SUCCESS;
      const std::size_t good = is_last ? length - at : found.count;
      result->written += convert_valid(in + at, good, out + result->written);
      if (is_last) return;
      at += good;
      out[result->written++] = 0xFFFD;
      at += subpart(in + at, length - at);
    }
  }
  template <bool kLossy, class Out>
  static void decode_with_room(const std::uint8_t* in, std::size_t length, Out* out,
                               placemat_result* result) {
    kLossy ? lossy(in, length, out, result) : strict(in, length, out, result);
  }

  template <bool kLossy, class Out>
  static void decode(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                     placemat_result* result) {
    if (subject() == nullptr) {
      *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
      return;
    }
    if (capacity >= length) return decode_with_room<kLossy>(in, length, out, result);
    std::vector<Out> room(length);
    decode_with_room<kLossy>(in, length, room.data(), result);
    if (result->written > capacity) {
      *result = {PLACEMAT_NO_CAPACITY, capacity, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
      // Half of a surrogate pair is not a result.
      if (sizeof(Out) == 2 && capacity > 0 && (room[capacity - 1] & 0xFC00) == 0xD800)
        --result->written;
    }
    std::copy_n(room.data(), result->written, out);
  }

  static int validate(const std::uint8_t* in, std::size_t length) {
    return subject() == nullptr ? -1 : subject()->validate_utf8(text(in), length) ? 1 : 0;
  }

  static constexpr placemat_decoder decoder(const char* name, const char* origin) {
    placemat_decoder d = described({.name = name,
                                    .version = SIMDUTF_VERSION,
                                    .origin = origin,
                                    .claims = PLACEMAT_CLAIM_OFFSET});
    d.validate = validate;
    d.strict32 = decode<false, std::uint32_t>;
    d.lossy32 = decode<true, std::uint32_t>;
    d.strict16 = decode<false, std::uint16_t>;
    d.lossy16 = decode<true, std::uint16_t>;
    return d;
  }
};

}  // namespace placemat::simdutf_adapter
