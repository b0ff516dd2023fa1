// simd.h: UTF-8 decoding for a C++ caller; <placemat/simd.h> of the package. Each
// call goes to the best kernel of this processor. An error is reported with its
// offset and its kind (Unicode 3.9, Table 3-7 and D93b).
//
// Bound: reads nothing outside the input, writes nothing outside the output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "impls/simd/simd_c.h"

namespace placemat::simd {

// The units of a text.
inline std::span<const std::uint8_t> units(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

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

// A text that arrives in chunks. All chunks together give what decode_lossy()
// gives for the text. It keeps the units of an unfinished sequence, at most
// three; a copy is a second stream at the same place.
class Stream {
 public:
  // The values that the units so far determine. Returns their number, or
  // kNoRoom, having done nothing, where `out` has no room for in.size() +
  // kMostKept values.
  std::size_t push(std::span<const std::uint8_t> in, std::span<std::uint32_t> out);
  std::size_t push(std::span<const std::uint8_t> in, std::span<std::uint16_t> out);
  // The end of the text: true when a sequence was unfinished, which U+FFFD
  // stands for. The stream is as new.
  bool finish();

  static constexpr std::size_t kMostKept = PLACEMAT_SIMD_MOST_KEPT;
  static constexpr std::size_t kNoRoom = PLACEMAT_SIMD_NO_ROOM;

 private:
  placemat_simd_stream state_{};
};

// The name of the kernel that is used here: "avx512", "avx2", "sse41", "neon" or
// "scalar".
std::string_view kernel_name();

}  // namespace placemat::simd
