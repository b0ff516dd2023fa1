// my_utf8.h: the decoder of many a tutorial: it classifies leads by their bits, accepts any
// continuation units, and reads them without a check for the end of the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

inline std::vector<std::uint32_t> my_to_utf32(const std::uint8_t* in, std::size_t length) {
  std::vector<std::uint32_t> values;
  for (std::size_t at = 0; at < length;) {
    const std::uint8_t lead = in[at];
    const std::size_t all = lead <= 0xBF ? 1 : lead <= 0xDF ? 2 : lead <= 0xEF ? 3 : 4;
    std::uint32_t value = all == 1 ? lead : lead & (0x7Fu >> all);
    for (std::size_t i = 1; i < all; ++i) value = value << 6 | (in[at + i] & 0x3Fu);
    values.push_back(value);
    at += all;
  }
  return values;
}

inline bool my_is_utf8(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const std::uint8_t lead = in[at];
    if (lead >= 0x80 && lead <= 0xBF) return false;
    const std::size_t all = lead <= 0x7F ? 1 : lead <= 0xDF ? 2 : lead <= 0xEF ? 3 : 4;
    if (length - at < all) return false;
    for (std::size_t i = 1; i < all; ++i) {
      if ((in[at + i] & 0xC0) != 0x80) return false;
    }
    at += all;
  }
  return true;
}
