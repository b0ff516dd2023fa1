// encode.h: the encoder that follows from a dialect's table.
#pragma once

#include <array>
#include <optional>

#include "harness/spec/dialect.h"

namespace placemat {

// A sequence in place; the length is 0 when there is none.
struct Sequence {
  std::array<std::uint8_t, kMaxForm> units{};
  std::size_t length = 0;
  ByteView view() const { return {units.data(), length}; }
};
// The shortest form of `value` in the dialect, without allocating.
Sequence shortest(const Dialect& dialect, std::uint64_t value);
// The units that `form` has for `value`, without allocating.
Sequence sequence_in(const Form& form, std::uint64_t value);

// The units that `form` has for `value`; none when the value is not in it.
std::optional<Bytes> encode_in(const Form& form, std::uint64_t value);

// The bits of `value` in the pattern of `length` units, 2 to 6 (RFC 2279 section 2), whether that
// form is the shortest or not. They must fit.
Bytes in_units(std::size_t length, std::uint64_t value);

// The shortest form of `value` in the dialect; empty when it has none.
std::optional<Bytes> encode(const Dialect& dialect, std::uint64_t value);

// Replaces adjacent high and low surrogate values by the code point of the
// pair, as in UTF-16.
std::vector<std::uint64_t> join_surrogates(std::span<const std::uint64_t> values);

// The two UTF-16 code units of a scalar value above FFFF (Unicode 3.9 D91).
constexpr std::uint16_t high_surrogate(std::uint64_t value) {
  return static_cast<std::uint16_t>(0xD800 + ((value - 0x10000) >> 10));
}
constexpr std::uint16_t low_surrogate(std::uint64_t value) {
  return static_cast<std::uint16_t>(0xDC00 + (value & 0x3FF));
}

// The UTF-16 code units of `values`; surrogate values stand for themselves.
// Returns nothing when a value is above 10FFFF.
std::optional<std::vector<std::uint16_t>> to_utf16(std::span<const std::uint64_t> values);

}  // namespace placemat
