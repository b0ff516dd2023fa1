// honest.h: the correct decoder that every saboteur copies, except for one fault. It
// lets a saboteur's file show the fault alone, and gives the tests the right answer.
// It is not in the registry, and it must not know how a suite looks for the faults.
#pragma once

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"
#include "impls/table_3_7.h"

namespace placemat::saboteur {

using table_3_7::UnitRange;

inline constexpr UnitRange kContinuation{0x80, 0xBF};
inline constexpr std::uint64_t kReplacement = 0xFFFD;
inline constexpr std::uint64_t kLastBmp = 0xFFFF;

constexpr bool is_continuation(std::uint8_t unit) { return kContinuation.contains(unit); }

// The length of a sequence with this lead; 0 for a unit that Unicode 3.9 Table 3-7
// does not list in first place (80..C1, F5..FF).
constexpr std::size_t announced(std::uint8_t lead) {
  if (lead <= 0x7F) return 1;
  if (UnitRange{0xC2, 0xDF}.contains(lead)) return 2;
  if (UnitRange{0xE0, 0xEF}.contains(lead)) return 3;
  if (UnitRange{0xF0, 0xF4}.contains(lead)) return 4;
  return 0;
}

// Table 3-7, second column: the four leads that do not take all of 80..BF.
constexpr UnitRange second_unit(std::uint8_t lead) {
  switch (lead) {
    case 0xE0:
      return {0xA0, 0xBF};  // below: not the shortest form
    case 0xED:
      return {0x80, 0x9F};  // above: surrogates
    case 0xF0:
      return {0x90, 0xBF};  // below: not the shortest form
    case 0xF4:
      return {0x80, 0x8F};  // above: beyond U+10FFFF
    default:
      return kContinuation;
  }
}

// Decodes `length` (2..6) units at `at` by bit pattern, where the second unit lies in
// `second` and the others in 80..BF. An error is a maximal subpart (Unicode 3.9 D93b).
constexpr Decoded by_pattern(const std::uint8_t* at, const std::uint8_t* end, std::size_t length,
                             UnitRange second = kContinuation) {
  std::uint64_t value = *at & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (at + i == end) return Decoded::incomplete(i);
    const UnitRange range = i == 1 ? second : kContinuation;
    if (!range.contains(at[i])) return Decoded::ill_formed(i);
    value = value << 6 | (at[i] & 0x3Fu);
  }
  return Decoded::of(value, length);
}

// Unicode 3.9 Table 3-7 with one error for each maximal subpart.
struct Honest {
  static constexpr Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const std::size_t length = announced(*at);
    if (length == 0) return Decoded::ill_formed(1);
    if (length == 1) return Decoded::of(*at, 1);
    return by_pattern(at, end, length, second_unit(*at));
  }
};

// The correct functions, which a faulty one may call.
using Base = PerCharacter<Honest>;
using Stream = Base::Stream;

constexpr bool is_value(const Decoded& d) { return d.kind == Decoded::Kind::kValue; }
constexpr bool is_ill_formed(const Decoded& d) { return d.kind == Decoded::Kind::kIllFormed; }
constexpr bool is_incomplete(const Decoded& d) { return d.kind == Decoded::Kind::kIncomplete; }

// The shortest form of a scalar value (RFC 3629 section 3); 0 for all others.
constexpr std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  const auto unit = [](std::uint64_t bits) { return static_cast<std::uint8_t>(bits); };
  const auto trail = [](std::uint64_t bits) {
    return static_cast<std::uint8_t>(0x80 | (bits & 0x3F));
  };
  if (value > 0x10FFFF || (0xD800 <= value && value <= 0xDFFF)) return 0;
  if (value <= 0x7F) {
    out[0] = unit(value);
    return 1;
  }
  if (value <= 0x7FF) {
    out[0] = unit(0xC0 | value >> 6);
    out[1] = trail(value);
    return 2;
  }
  if (value <= kLastBmp) {
    out[0] = unit(0xE0 | value >> 12);
    out[1] = trail(value >> 6);
    out[2] = trail(value);
    return 3;
  }
  out[0] = unit(0xF0 | value >> 18);
  out[1] = trail(value >> 12);
  out[2] = trail(value >> 6);
  out[3] = trail(value);
  return 4;
}

// Reads a unit through a volatile pointer, so that no build optimises the read away.
inline std::uint8_t touch(const std::uint8_t* unit) {
  return *static_cast<const volatile std::uint8_t*>(unit);
}

// Replaces the pending units of a lossy stream by one U+FFFD, as at its end.
inline void flush_pending(Stream& stream, std::uint32_t* out, std::size_t capacity,
                          placemat_result* result) {
  if (!stream.lossy || stream.kept_length == 0) return;
  if (!Base::put(out, capacity, result->written, kReplacement)) {
    result->status = PLACEMAT_NO_CAPACITY;
    return;
  }
  stream.consumed += stream.kept_length;
  stream.kept_length = 0;
}

// Base::push for the rest of a chunk after `written` values were written.
inline void push_behind(void* stream, const std::uint8_t* in, std::size_t length,
                        std::uint32_t* out, std::size_t capacity, std::size_t written,
                        placemat_result* result) {
  Base::push(stream, in, length, out + written, capacity - written, result);
  result->written += written;
}

// The stream functions of a saboteur that remembers more than `Stream`.
template <class Extended>
void* open_extended(int lossy) {
  auto* const stream = new (std::nothrow) Extended{};
  if (stream != nullptr) stream->lossy = lossy != 0;
  return stream;
}

template <class Extended>
void close_extended(void* stream) {
  delete static_cast<Extended*>(stream);
}

template <class Extended>
void reset_extended(void* stream) {
  auto& s = *static_cast<Extended*>(stream);
  const bool lossy = s.lossy;
  s = Extended{};
  s.lossy = lossy;
}

template <class Extended>
void finish_extended(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
  Base::finish(static_cast<Stream*>(static_cast<Extended*>(stream)), out, capacity, result);
  reset_extended<Extended>(stream);
}

// The table of `D` with every function and every claim; its rows give it a name.
template <class D>
constexpr placemat_decoder filled() {
  return adapted<D>({.name = nullptr, .origin = nullptr, .encode = encode});
}

}  // namespace placemat::saboteur
