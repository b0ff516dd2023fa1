#include "harness/bytes/short_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace placemat {
namespace {

// Fewer are read at a glance.
constexpr std::size_t kFewestRepeats = 8;
constexpr std::size_t kLongestGroup = 8;

// How often the first `length` units stand at the start of `units`, one group behind the other.
std::size_t repeats(ByteView units, std::size_t length) {
  std::size_t at = length;
  while (at < units.size() && units[at] == units[at - length]) ++at;
  return at / length;
}

std::string short_chunk(ByteView chunk) {
  std::string out;
  while (!chunk.empty()) {
    std::size_t length = 1;
    while (length <= kLongestGroup &&
           (length > chunk.size() || repeats(chunk, length) < kFewestRepeats)) {
      ++length;
    }
    const bool is_counted = length <= kLongestGroup;
    if (!is_counted) length = 1;
    const std::size_t count = is_counted ? repeats(chunk, length) : 1;
    if (!out.empty()) out += ' ';
    out += to_hex(chunk.first(length));
    if (is_counted) out += fmt::format("*{}", count);
    chunk = chunk.subspan(length * count);
  }
  return out;
}

}  // namespace

std::string to_short_text(const ChunkedUnits& units) {
  std::string out;
  std::size_t from = 0;
  for (const std::size_t cut : units.cuts) {
    out += short_chunk(ByteView(units.bytes).subspan(from, cut - from)) + '|';
    from = cut;
  }
  return out + short_chunk(ByteView(units.bytes).subspan(from));
}

}  // namespace placemat
