// simd_lookup.h: what the vector decoders share. Validation looks three nibbles
// up for each pair of neighbouring units and ands the three answers, the method
// of Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per
// Byte" (2020); written afresh, and the tables are not taken from the paper but
// computed here from the pairs that Table 3-7 of Unicode 3.9 forbids.
//
// A kernel K finds how much of the input is well-formed and converts what is;
// Functions<K> does the rest with scalar code: where the error is, how long the
// maximal subpart (D93b) is, replacement, capacity, chunks. A kernel has
//   static bool available();
//   static size_t valid_prefix(const uint8_t* in, size_t length);
//   static Converted convert<Out>(in, length, Out* out, size_t capacity);
// This file must not know any instruction set (simd_lookup_x86.h does).
//
// Bound: reads nothing outside [in, in + length), writes nothing outside
// [out, out + capacity); the last partial block goes through a local copy.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>

#include "harness/decoder/adapt.h"

namespace placemat::simd_lookup {

// ---- the tables ------------------------------------------------------------

struct Units {
  unsigned first, last;  // closed
  constexpr bool has(unsigned unit) const { return first <= unit && unit <= last; }
};

// A pair of neighbouring units that no well-formed text has, or (two
// continuation units) that it has only inside a sequence of three or four. Each
// row is a product of ranges of high and low nibbles, and so are the rows of
// one bit together; the assertion below says so.
struct ForbiddenPair {
  std::uint8_t bit;
  Units lead, next;
};

inline constexpr std::uint8_t kTwoContinuations = 0x80;

inline constexpr std::array<ForbiddenPair, 11> kForbiddenPairs{{
    {0x01, {0xC0, 0xFF}, {0x00, 0x7F}},  // lead without a continuation: truncated
    {0x01, {0xC0, 0xFF}, {0xC0, 0xFF}},
    {0x02, {0x00, 0x7F}, {0x80, 0xBF}},               // continuation without a lead
    {0x04, {0xE0, 0xE0}, {0x80, 0x9F}},               // non-shortest, 3 units
    {0x08, {0xED, 0xED}, {0xA0, 0xBF}},               // surrogate
    {0x10, {0xC0, 0xC1}, {0x80, 0xBF}},               // non-shortest, 2 units
    {0x20, {0xF4, 0xF4}, {0x90, 0xBF}},               // beyond U+10FFFF
    {0x20, {0xF5, 0xFF}, {0x90, 0xBF}},               // beyond, or no lead at all
    {0x40, {0xF5, 0xFF}, {0x80, 0x8F}},               // likewise
    {0x40, {0xF0, 0xF0}, {0x80, 0x8F}},               // non-shortest, 4 units
    {kTwoContinuations, {0x80, 0xBF}, {0x80, 0xBF}},  // right in 3rd and 4th place
}};

using Nibbles = std::array<std::uint8_t, 16>;
struct Tables {
  Nibbles lead_high, lead_low, next_high;
};

constexpr Tables make_tables() {
  Tables tables{};
  for (const ForbiddenPair& pair : kForbiddenPairs) {
    for (unsigned unit = 0; unit <= 0xFF; ++unit) {
      if (pair.lead.has(unit)) {
        tables.lead_high[unit >> 4] |= pair.bit;
        tables.lead_low[unit & 0xF] |= pair.bit;
      }
      if (pair.next.has(unit)) tables.next_high[unit >> 4] |= pair.bit;
    }
  }
  return tables;
}

inline constexpr Tables kTables = make_tables();

// The and of the three nibbles' rows says of every pair exactly what the list
// says. The low nibble of the second unit never matters.
constexpr bool tables_say_what_the_list_says() {
  for (unsigned lead = 0; lead <= 0xFF; ++lead) {
    for (unsigned next = 0; next <= 0xFF; next += 0x0F) {  // 00, 0F, 1E, ... FF
      unsigned listed = 0;
      for (const ForbiddenPair& pair : kForbiddenPairs)
        if (pair.lead.has(lead) && pair.next.has(next)) listed |= pair.bit;
      const unsigned looked_up =
          static_cast<unsigned>(kTables.lead_high[lead >> 4] & kTables.lead_low[lead & 0xF] &
                                kTables.next_high[next >> 4]);
      if (looked_up != listed) return false;
    }
  }
  return true;
}
static_assert(tables_say_what_the_list_says());

// ---- one sequence ----------------------------------------------------------

// Unicode 3.9 Table 3-7; the length of what is ill-formed is that of the
// maximal subpart (D93b). Used where a fault is, at the ends of blocks and for
// what has no vector path.
struct OneSequence {
  static constexpr Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const unsigned lead = at[0];
    if (lead <= 0x7F) return Decoded::of(lead, 1);
    if (lead < 0xC2 || lead > 0xF4) return Decoded::ill_formed(1);
    const std::size_t size = lead <= 0xDF ? 2 : lead <= 0xEF ? 3 : 4;
    Units second{0x80, 0xBF};
    if (lead == 0xE0) second.first = 0xA0;
    if (lead == 0xED) second.last = 0x9F;
    if (lead == 0xF0) second.first = 0x90;
    if (lead == 0xF4) second.last = 0x8F;
    std::uint64_t value = lead & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
      if (at + i == end) return Decoded::incomplete(i);
      if (!(i == 1 ? second : Units{0x80, 0xBF}).has(at[i])) return Decoded::ill_formed(i);
      value = value << 6 | (at[i] & 0x3Fu);
    }
    return Decoded::of(value, size);
  }
};

// The end of the well-formed text that starts at `at`, a boundary.
inline std::size_t scalar_prefix(const std::uint8_t* in, std::size_t length, std::size_t at) {
  while (at < length) {
    const Decoded one = OneSequence::decode_one(in + at, in + length);
    if (one.kind != Decoded::Kind::kValue) break;
    at += one.length;
  }
  return at;
}

// The start of the sequence that a block boundary at `at` may cut; everything
// before `at` has passed, so a lead there is a good one.
inline std::size_t start_of_cut_sequence(const std::uint8_t* in, std::size_t at) {
  for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
    const unsigned unit = in[at - back];
    if (unit <= 0x7F) return at;
    if (unit >= 0xC0) {
      const std::size_t size = unit >= 0xF0 ? 4 : unit >= 0xE0 ? 3 : 2;
      return back < size ? at - back : at;
    }
  }
  return at;
}

// ---- what every kernel ends with --------------------------------------------

struct Converted {
  std::size_t read, written;  // read < length: there was no room for the next
};

// One sequence of well-formed text; false when there is no room.
template <class Out>
bool convert_one(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                 Converted& done) {
  const Decoded one = OneSequence::decode_one(in + done.read, in + length);
  if (!PerCharacter<OneSequence>::put(out, capacity, done.written, one.value)) return false;
  done.read += one.length;
  return true;
}

template <class Out>
Converted convert_rest(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                       Converted done) {
  while (done.read < length && convert_one(in, length, out, capacity, done)) {
  }
  return done;
}

struct ScalarKernel {
  static bool available() { return true; }
  static std::size_t valid_prefix(const std::uint8_t* in, std::size_t length) {
    return scalar_prefix(in, length, 0);
  }
  template <class Out>
  static Converted convert(const std::uint8_t* in, std::size_t length, Out* out,
                           std::size_t capacity) {
    return convert_rest(in, length, out, capacity, {0, 0});
  }
};

// ---- the interface -----------------------------------------------------------

inline std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  const auto put = [out](std::size_t i, std::uint64_t unit) {
    out[i] = static_cast<std::uint8_t>(unit);
  };
  const auto trailing = [&](std::size_t i, std::uint64_t bits) { put(i, 0x80 | (bits & 0x3F)); };
  if (value <= 0x7F) {
    put(0, value);
    return 1;
  }
  if (value <= 0x7FF) {
    put(0, 0xC0 | value >> 6);
    trailing(1, value);
    return 2;
  }
  // D76: a surrogate is not a scalar value, and has no form.
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
  const std::size_t size = value <= 0xFFFF ? 3 : 4;
  put(0, (size == 3 ? 0xE0 : 0xF0) | value >> (6 * (size - 1)));
  for (std::size_t i = 1; i < size; ++i) trailing(i, value >> (6 * (size - 1 - i)));
  return size;
}

template <class K>
struct Functions {
  // Validating and converting alternate, so that the second finds its input in
  // the nearest cache.
  static constexpr std::size_t kWindow = 8192;

  // Where decoding stopped, and at what: kValue means the end of the input.
  struct Stop {
    std::size_t at;
    Decoded what;
    bool no_capacity;
  };

  template <class Out>
  static Stop run(const std::uint8_t* in, std::size_t length, bool lossy, Out* out,
                  std::size_t capacity, std::size_t& written) {
    std::size_t at = 0;
    for (;;) {
      const std::size_t good = K::valid_prefix(in + at, std::min(length - at, kWindow));
      const Converted done = K::convert(in + at, good, out + written, capacity - written);
      written += done.written;
      at += done.read;
      if (done.read < good) return {at, Decoded::of(0, 0), true};
      if (at == length) return {at, Decoded::of(0, 0), false};
      const Decoded next = OneSequence::decode_one(in + at, in + length);
      if (next.kind == Decoded::Kind::kValue) continue;  // the window cut it
      if (!lossy || next.kind == Decoded::Kind::kIncomplete) return {at, next, false};
      if (!PerCharacter<OneSequence>::put(out, capacity, written, 0xFFFD)) return {at, next, true};
      at += next.length;
    }
  }

  template <class Out, bool kLossy>
  static void decode(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                     placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    if (!K::available()) {
      result->status = PLACEMAT_UNSUPPORTED;
      return;
    }
    const Stop stop = run(in, length, kLossy, out, capacity, result->written);
    if (stop.no_capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
    } else if (stop.at == length) {
      return;
    } else if (kLossy) {  // only a truncated sequence stops a lossy run
      if (!PerCharacter<OneSequence>::put(out, capacity, result->written, 0xFFFD))
        result->status = PLACEMAT_NO_CAPACITY;
    } else {
      result->status = stop.what.kind == Decoded::Kind::kIncomplete
                           ? std::uint32_t{PLACEMAT_INCOMPLETE}
                           : std::uint32_t{PLACEMAT_ILL_FORMED};
      result->error_offset = stop.at;
      result->error_length = stop.what.length;
    }
  }

  static int validate(const std::uint8_t* in, std::size_t length) {
    if (!K::available()) return -1;
    return K::valid_prefix(in, length) == length ? 1 : 0;
  }

  // The interface has no way to say "unsupported" here; a machine without the
  // instructions counts with the scalar kernel.
  template <int kBits>
  static std::size_t length_of(const std::uint8_t* in, std::size_t length) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < length;) {
      const std::size_t rest = std::min(length - at, kWindow);
      const std::size_t good = K::available() ? K::valid_prefix(in + at, rest)
                                              : ScalarKernel::valid_prefix(in + at, rest);
      for (std::size_t i = at; i < at + good; ++i) {
        count += (in[i] & 0xC0) != 0x80;
        if (kBits == 16) count += in[i] >= 0xF0;
      }
      at += good;
      if (at == length) break;
      const Decoded next = OneSequence::decode_one(in + at, in + length);
      if (next.kind == Decoded::Kind::kValue) continue;
      ++count;
      at += next.length;
    }
    return count;
  }

  // A stream keeps the units of an unfinished sequence: a lead and at most two
  // more, all of them a prefix of some sequence.
  struct Stream {
    bool lossy;
    bool failed = false;
    std::size_t consumed = 0;  // units of the stream before those kept
    std::size_t kept_length = 0;
    std::size_t error_offset = 0, error_length = 0;
    std::uint8_t kept[4] = {};
  };

  static void* open(int lossy) {
    return K::available() ? new (std::nothrow) Stream{lossy != 0} : nullptr;
  }
  static void close(void* stream) { delete static_cast<Stream*>(stream); }
  static void reset(void* stream) {
    auto& s = *static_cast<Stream*>(stream);
    s = Stream{s.lossy};
  }

  static void fail(Stream& s, std::size_t length) {
    s.failed = true;
    s.error_offset = s.consumed;
    s.error_length = length;
  }
  static void report_failure(const Stream& s, placemat_result* result) {
    result->status = PLACEMAT_ILL_FORMED;
    result->error_offset = s.error_offset;
    result->error_length = s.error_length;
  }

  // Completes the kept units from the chunk; the number of its units used.
  static std::size_t join(Stream& s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                          std::size_t capacity, placemat_result* result) {
    std::uint8_t window[8];
    std::memcpy(window, s.kept, s.kept_length);
    const std::size_t more = std::min(length, sizeof window - s.kept_length);
    std::memcpy(window + s.kept_length, in, more);
    const Decoded d = OneSequence::decode_one(window, window + s.kept_length + more);
    if (d.kind == Decoded::Kind::kIncomplete) {
      std::memcpy(s.kept + s.kept_length, in, more);
      s.kept_length += more;
      return more;
    }
    const bool good = d.kind == Decoded::Kind::kValue;
    if (!good && !s.lossy) {
      fail(s, d.length);
      return 0;
    }
    if (!PerCharacter<OneSequence>::put(out, capacity, result->written,
                                        good ? d.value : std::uint64_t{0xFFFD})) {
      result->status = PLACEMAT_NO_CAPACITY;
      return 0;
    }
    // The kept units are a prefix of a sequence, so what they are part of is
    // never shorter than they.
    const std::size_t used = d.length - s.kept_length;
    s.consumed += d.length;
    s.kept_length = 0;
    return used;
  }

  static void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                   std::size_t capacity, placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    auto& s = *static_cast<Stream*>(stream);
    if (s.failed) return report_failure(s, result);
    if (length == 0) return;
    std::size_t at = 0;
    if (s.kept_length > 0) at = join(s, in, length, out, capacity, result);
    if (s.failed) return report_failure(s, result);
    if (result->status != PLACEMAT_OK || s.kept_length > 0) return;
    const Stop stop = run(in + at, length - at, s.lossy, out, capacity, result->written);
    s.consumed += stop.at;
    if (stop.no_capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
    } else if (stop.what.kind == Decoded::Kind::kIncomplete) {
      s.kept_length = stop.what.length;
      std::memcpy(s.kept, in + at + stop.at, s.kept_length);
    } else if (stop.what.kind == Decoded::Kind::kIllFormed) {
      fail(s, stop.what.length);
      report_failure(s, result);
    }
  }

  static void finish(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    auto& s = *static_cast<Stream*>(stream);
    if (s.failed) {
      report_failure(s, result);
    } else if (s.kept_length > 0 && s.lossy) {
      if (!PerCharacter<OneSequence>::put(out, capacity, result->written, 0xFFFD))
        result->status = PLACEMAT_NO_CAPACITY;
    } else if (s.kept_length > 0) {
      *result = {PLACEMAT_INCOMPLETE, 0, s.consumed, s.kept_length};
    }
    reset(stream);
  }

  static constexpr placemat_decoder decoder(const char* name, const char* origin) {
    placemat_decoder d{};
    d.abi_version = PLACEMAT_ABI_VERSION;
    d.struct_size = sizeof(placemat_decoder);
    d.name = name;
    d.version = "in-tree";
    d.origin = origin;
    d.dialect = "utf-8";
    d.policy = "maximal-subpart";
    d.bom = "keep";
    d.claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH | PLACEMAT_CLAIM_INCOMPLETE;
    d.validate = validate;
    d.strict32 = decode<std::uint32_t, false>;
    d.lossy32 = decode<std::uint32_t, true>;
    d.strict16 = decode<std::uint16_t, false>;
    d.lossy16 = decode<std::uint16_t, true>;
    d.length32 = length_of<32>;
    d.length16 = length_of<16>;
    d.stream_open = open;
    d.stream_push = push;
    d.stream_finish = finish;
    d.stream_reset = reset;
    d.stream_close = close;
    d.encode = encode;
    return d;
  }
};

}  // namespace placemat::simd_lookup
