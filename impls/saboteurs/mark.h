// mark.h: correct one-call functions with the BOM rule strip-leading, for the saboteurs
// that claim this rule.
#pragma once

#include <cstring>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {

inline constexpr std::uint8_t kMark[] = {0xEF, 0xBB, 0xBF};

// The length of the mark at the start of the text; 0 when there is none.
inline std::size_t length_of_mark(const std::uint8_t* in, std::size_t length) {
  const bool marked = length >= sizeof kMark && std::memcmp(in, kMark, sizeof kMark) == 0;
  return marked ? sizeof kMark : 0;
}

// Decodes the text behind the first `skipped` units. Offsets count from its start.
inline void lossy32_behind(std::size_t skipped, const std::uint8_t* in, std::size_t length,
                           std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  Base::lossy(in + skipped, length - skipped, out, capacity, result);
}
inline void strict32_behind(std::size_t skipped, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  Base::strict(in + skipped, length - skipped, out, capacity, result);
  if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset += skipped;
}

inline void stripping_lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                              std::size_t capacity, placemat_result* result) {
  lossy32_behind(length_of_mark(in, length), in, length, out, capacity, result);
}
inline void stripping_strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                               std::size_t capacity, placemat_result* result) {
  strict32_behind(length_of_mark(in, length), in, length, out, capacity, result);
}

// Claims strip-leading, and offers UTF-32 only.
constexpr void strip_in_one_call(placemat_decoder& table) {
  table.bom = "strip-leading";
  table.lossy32 = stripping_lossy32;
  table.strict32 = stripping_strict32;
  table.lossy16 = table.strict16 = nullptr;
  table.length32 = table.length16 = nullptr;
}

}  // namespace placemat::saboteur
