// simd.h: the vector decoders for a C++ caller who wants no table of functions.
// Each call goes to the best kernel of this processor. What is ill-formed is
// said with its place and its kind (Unicode 3.9, Table 3-7 and D93b).
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
  kInterrupted,       // a lead, or a prefix, and then what cannot continue it
};

// The first ill-formed maximal subpart; of well-formed input {kNone, length, 0}.
struct Error {
  Fault fault;
  std::size_t offset, length;
  friend bool operator==(const Error&, const Error&) = default;
};
Error first_error(std::span<const std::uint8_t> in);
bool is_well_formed(std::span<const std::uint8_t> in);

// How many values the conversions below write, ill-formed input included.
std::size_t length32(std::span<const std::uint8_t> in);
std::size_t length16(std::span<const std::uint8_t> in);

// One U+FFFD for each ill-formed maximal subpart. Returns how many values were
// written: with room for length32() (length16()), all.
std::size_t decode_lossy(std::span<const std::uint8_t> in, std::span<std::uint32_t> out);
std::size_t decode_lossy(std::span<const std::uint8_t> in, std::span<std::uint16_t> out);

}  // namespace placemat::simd
