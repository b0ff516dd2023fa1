// bytes.h: code units and their textual notation. Everything above this layer
// uses Bytes and ByteView; nothing here knows UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace placemat {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

// Copies `from`, which does not overlap `to`. Most cases are a few units long,
// and for those a call of memcpy costs more than the copy.
inline void copy_units(std::uint8_t* to, ByteView from) {
  const std::size_t n = from.size();
  if (n > 4) {
    std::memcpy(to, from.data(), n);
  } else if (n >= 2) {
    std::memcpy(to, from.data(), 2);
    std::memcpy(to + n - 2, from.data() + n - 2, 2);
  } else if (n == 1) {
    *to = from[0];
  }
}

// The number of units with which both begin.
inline std::size_t common_prefix(ByteView a, ByteView b) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t n = 0;
  // Eight at a time: most are long, and equal nearly to their end.
  for (std::uint64_t x, y; n + sizeof(x) <= limit; n += sizeof(x)) {
    std::memcpy(&x, &a[n], sizeof(x));
    std::memcpy(&y, &b[n], sizeof(y));
    if (x != y) break;
  }
  while (n < limit && a[n] == b[n]) ++n;
  return n;
}

// "C3A9": upper-case hex, nothing between the units.
std::string to_hex(ByteView bytes);

// "C3 A9": the same with blanks. Runs of 8 and more equal units are written as
// "61*63", which parse_units reads back.
std::string to_spaced_hex(ByteView bytes);
// "C0", or "80..BF".
std::string range_in_hex(std::uint8_t first, std::uint8_t last);
// The ranges of ascending units: "00..7F C2..DF".
std::string ranges_in_hex(ByteView units, std::string_view separator = " ");

// The inverse of to_hex; blanks are allowed between units, and case does not
// matter. Throws InputError with the column (from 1) of an odd digit or of a
// character that is not a hex digit.
Bytes parse_hex(std::string_view text);

// Case notation: code units and the chunks in which they are presented.
// Groups of hex digits separated by blanks; `HEX*N` repeats a group N times;
// `|` ends a chunk, so that "C3|A9||41" has four chunks, one of them empty.
struct ChunkedUnits {
  Bytes bytes;
  std::vector<std::size_t> cuts;  // offsets of the chunk ends but the last, ascending

  friend bool operator==(const ChunkedUnits&, const ChunkedUnits&) = default;
};

// Throws InputError like parse_hex; a total length above `limit` is an error.
ChunkedUnits parse_units(std::string_view text, std::size_t limit = std::size_t{1} << 24);

// Writes the notation that parse_units reads, with runs compressed.
std::string to_text(const ChunkedUnits& units);

}  // namespace placemat
