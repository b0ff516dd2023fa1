// simd.h: the vector decoders for a C++ caller, without the table of functions.
// Each call goes to the best kernel of this processor. An error is reported
// with its offset and its kind (Unicode 3.9, Table 3-7 and D93b).
//
// Bound: reads nothing outside the input, writes nothing outside the output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace placemat::simd {

enum class Fault : std::uint8_t {
  kNone,
  kOverlong,          // C0, C1; E0 80..9F; F0 80..8F
  kSurrogate,         // ED A0..BF
  kBeyond10FFFF,      // F4 90..BF; F5..F7
  kFiveSixUnit,       // F8..FD
  kFeFf,              // FE, FF
  kLoneContinuation,  // 80..BF where a lead should be
  kTruncated,         // the input ends inside a sequence
  kInterrupted,       // a lead or prefix, then a unit that cannot continue it
};

// The first ill-formed maximal subpart; {kNone, length, 0} for well-formed
// input.
struct Error {
  Fault fault;
  std::size_t offset, length;
  friend bool operator==(const Error&, const Error&) = default;
};
Error first_error(std::span<const std::uint8_t> in);
bool is_well_formed(std::span<const std::uint8_t> in);

// The number of values that the conversions below write, ill-formed input
// included.
std::size_t length32(std::span<const std::uint8_t> in);
std::size_t length16(std::span<const std::uint8_t> in);

// One U+FFFD for each ill-formed maximal subpart. Returns the number of values
// written: all of them when there is room for length32() (length16()).
std::size_t decode_lossy(std::span<const std::uint8_t> in, std::span<std::uint32_t> out);
std::size_t decode_lossy(std::span<const std::uint8_t> in, std::span<std::uint16_t> out);

}  // namespace placemat::simd
