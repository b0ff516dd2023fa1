// my_utf8.h: the correct decoder of an outside project.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

inline std::vector<std::uint32_t> my_to_utf32(const std::uint8_t* in, std::size_t length) {
  std::vector<std::uint32_t> values;
  std::size_t more = 0;  // continuation units still to come
  std::uint32_t value = 0;
  std::uint8_t first = 0x80, last = 0xBF;  // of the next one
  for (std::size_t at = 0; at < length; ++at) {
    const std::uint8_t unit = in[at];
    if (more > 0 && (unit < first || unit > last)) {
      values.push_back(0xFFFD);
      more = 0;
    }
    if (more > 0) {
      value = value << 6 | (unit & 0x3Fu);
      if (--more == 0) values.push_back(value);
      first = 0x80;
      last = 0xBF;
      continue;
    }
    first = unit == 0xE0 ? 0xA0 : unit == 0xF0 ? 0x90 : 0x80;
    last = unit == 0xED ? 0x9F : unit == 0xF4 ? 0x8F : 0xBF;
    if (unit <= 0x7F) {
      values.push_back(unit);
    } else if (unit <= 0xC1 || unit >= 0xF5) {
      values.push_back(0xFFFD);
    } else {
      more = unit <= 0xDF ? 1 : unit <= 0xEF ? 2 : 3;
      value = unit & (0x3Fu >> more);
    }
  }
  if (more > 0) values.push_back(0xFFFD);
  return values;
}

inline bool my_is_utf8(const std::uint8_t* in, std::size_t length) {
  std::size_t more = 0;
  std::uint8_t first = 0x80, last = 0xBF;
  for (std::size_t at = 0; at < length; ++at) {
    const std::uint8_t unit = in[at];
    if (more > 0) {
      if (unit < first || unit > last) return false;
      --more;
      first = 0x80;
      last = 0xBF;
      continue;
    }
    first = unit == 0xE0 ? 0xA0 : unit == 0xF0 ? 0x90 : 0x80;
    last = unit == 0xED ? 0x9F : unit == 0xF4 ? 0x8F : 0xBF;
    if ((unit > 0x7F && unit <= 0xC1) || unit >= 0xF5) return false;
    more = unit <= 0x7F ? 0 : unit <= 0xDF ? 1 : unit <= 0xEF ? 2 : 3;
  }
  return more == 0;
}
