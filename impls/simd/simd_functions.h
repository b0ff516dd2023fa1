// simd_functions.h: from a vector kernel (simd_kernel.h) to every function of
// the decoder interface. A kernel works block by block, and stops where an
// error or the end of the room is near. The scalar code here continues one
// sequence at a time (Unicode 3.9, Table 3-7; D93b), reports errors, and
// carries a stream's unfinished sequence from chunk to chunk. It must not know
// any instruction set.
//
// `Choice` has
//   static const Kernel* kernel();   the kernel to use, nullptr where the
//       processor cannot run it: then every function answers "unsupported",
//       except the length functions, which cannot say so and count with scalar
//       code
//
// Bound: reads nothing outside [in, in + length), writes nothing outside
// [out, out + capacity).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

#include "harness/decoder/adapt.h"
#include "impls/simd/simd_kernel.h"
#include "impls/simd/simd_sequence.h"

namespace placemat::simd {

// The status of a strict result that does not end with a value.
inline std::uint32_t status_of(const Decoded& fault) {
  return fault.kind == Decoded::Kind::kIncomplete ? std::uint32_t{PLACEMAT_INCOMPLETE}
                                                  : std::uint32_t{PLACEMAT_ILL_FORMED};
}

// The whole input, one sequence at a time: for inputs that are too short for a
// kernel. Defined in simd_scalar.cc, for UTF-32 and UTF-16, strict and lossy.
template <class Out, bool kLossy>
void decode_by_sequence(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                        placemat_result* result);
// A boundary with well-formed text before it: `length`, or at most eight units
// before the first error.
std::size_t valid_by_sequence(const std::uint8_t* in, std::size_t length);
// The number of values that lossy decoding writes, in UTF-32 or UTF-16.
template <int kBits>
std::size_t length_by_sequence(const std::uint8_t* in, std::size_t length);

// The number of units at the end that are an incomplete sequence: 0..3.
inline std::size_t unfinished(const std::uint8_t* in, std::size_t length) {
  const std::size_t last = length < 3 ? length : 3;
  return OneSequence::unfinished({in + length - last, in + length});
}

// ---- the interface -----------------------------------------------------------

template <class Choice>
struct Functions {
  // Where decoding stopped, and on what; kValue means the end of the input.
  struct Stop {
    std::size_t at;
    Decoded what;
    bool no_capacity;
  };

  static Converted convert(const Kernel& kernel, const std::uint8_t* in, std::size_t length,
                           bool lossy, std::uint32_t* out, std::size_t capacity) {
    return (lossy ? kernel.lossy32 : kernel.strict32)(in, length, out, capacity);
  }
  static Converted convert(const Kernel& kernel, const std::uint8_t* in, std::size_t length,
                           bool lossy, std::uint16_t* out, std::size_t capacity) {
    return (lossy ? kernel.lossy16 : kernel.strict16)(in, length, out, capacity);
  }

  template <class Out>
  static Stop run(const Kernel& kernel, const std::uint8_t* in, std::size_t length, bool lossy,
                  Out* out, std::size_t capacity, std::size_t& written) {
    const Converted done = length < kernel.worthwhile ? Converted{0, 0}
                                                      : convert(kernel, in, length, lossy,
                                                                out + written, capacity - written);
    written += done.written;
    for (std::size_t at = done.read; at < length;) {
      const Decoded next = OneSequence::decode_one({in + at, in + length});
      const bool good = next.kind == Decoded::Kind::kValue;
      if (!good && !lossy) return {at, next, false};
      if (!put_value(out, capacity, written, good ? next.value : 0xFFFD)) return {at, next, true};
      at += next.length;
    }
    return {length, Decoded::of(0, 0), false};
  }

  // ---- short inputs
  //
  // The start of a vector kernel costs as much as ten units of scalar code.
  // Inputs of up to kTiny units are therefore converted in the entry function,
  // and ASCII of up to kShort units as three overlapping groups of eight. In
  // longer inputs, the first units are checked for an error, because random
  // input mostly fails there. Each function calls the next one as a tail call,
  // so that only the function that does the work needs a stack frame.
  static constexpr std::size_t kTiny = 8, kHalf = kTiny / 2, kShort = 18;
  static_assert(kShort <= 3 * kTiny + 1);

  static bool runs() { return Choice::kRunsEverywhere || Choice::kernel() != nullptr; }

  template <std::size_t kSize, class Out>
  static void widen(const std::uint8_t* in, Out* out) {
    std::uint8_t units[kSize];
    std::memcpy(units, in, kSize);
    for (std::size_t i = 0; i < kSize; ++i) out[i] = units[i];
  }
  template <class Out>
  [[gnu::noinline]] static void widen_all(const std::uint8_t* in, std::size_t length, Out* out,
                                          placemat_result* result) {
    const std::size_t last = length - kTiny;
    widen<kTiny>(in, out);
    widen<kTiny>(in + last / 2, out + last / 2);
    widen<kTiny>(in + last, out + last);
    *result = {PLACEMAT_OK, length, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  }

  // Whether, in the first eight units, a lead lacks a continuation unit behind
  // it, or ASCII has one. Then there is an error, here or before.
  static bool fails_in_eight(const std::uint8_t* in) {
    const std::uint64_t units = MachineWords::eight({in, in + kTiny}, 0);
    const std::uint64_t not_ascii = units & OneSequence::kNotAscii;
    const std::uint64_t lead = not_ascii & units << 1, continues = not_ascii & ~lead;
    return (((continues >> 8) ^ lead) & ~continues & 0x0080808080808080) != 0;
  }

  // ---- functions

  template <class Out, bool kLossy>
  [[gnu::flatten]] static void decode(const std::uint8_t* in, std::size_t length, Out* out,
                                      std::size_t capacity, placemat_result* result) {
    if (!runs())
      *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    else if (length <= kTiny) [[likely]]
      decode_few<Out, kLossy>(in, length, out, capacity, result);
    else
      decode_more<Out, kLossy>(in, length, out, capacity, result);
  }
  // Decodes without a capacity check at each sequence: no text has more values
  // than units.
  template <class Out, bool kLossy>
  [[gnu::always_inline]] static void decode_few(const std::uint8_t* in, std::size_t length,
                                                Out* out, std::size_t capacity,
                                                placemat_result* result) {
    if (capacity < length) [[unlikely]]
      return decode_by_sequence<Out, kLossy>(in, length, out, capacity, result);
    const std::uint8_t *at = in, *const end = in + length;
    Out* to = out;
    while (at != end) {
      const Decoded next = OneSequence::decode_one({at, end});
      const bool good = next.kind == Decoded::Kind::kValue;
      if (!kLossy && !good) {
        *result = {status_of(next), static_cast<std::size_t>(to - out),
                   static_cast<std::size_t>(at - in), next.length};
        return;
      }
      at += next.length;
      if (sizeof(Out) == 2 && next.value > 0xFFFF) {
        *to++ = static_cast<Out>(0xD800 + ((next.value - 0x10000) >> 10));
        *to++ = static_cast<Out>(0xDC00 + (next.value & 0x3FF));
      } else {
        *to++ = static_cast<Out>(good ? next.value : 0xFFFD);
      }
    }
    *result = {PLACEMAT_OK, static_cast<std::size_t>(to - out), PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  }
  template <class Out, bool kLossy>
  [[gnu::noinline, gnu::flatten]] static void decode_several(const std::uint8_t* in,
                                                             std::size_t length, Out* out,
                                                             std::size_t capacity,
                                                             placemat_result* result) {
    decode_few<Out, kLossy>(in, length, out, capacity, result);
  }
  template <class Out, bool kLossy>
  [[gnu::noinline]] static void decode_more(const std::uint8_t* in, std::size_t length, Out* out,
                                            std::size_t capacity, placemat_result* result) {
    if constexpr (!kLossy) {
      const OneSequence::Early first = OneSequence::early({in, in + length});
      if (first.fails && capacity >= kTiny) {
        widen<kHalf>(in, out);
        if (first.at > kHalf) [[unlikely]]
          widen<kTiny>(in, out);
        *result = {PLACEMAT_ILL_FORMED, first.at, first.at, 1};
        return;
      }
    }
    if (length >= kShort && (kLossy || !fails_in_eight(in)))
      return decode_longer<Out, kLossy>(in, length, out, capacity, result);
    if (length < kShort && length <= capacity && OneSequence::is_ascii({in, in + length}))
      return widen_all(in, length, out, result);
    decode_several<Out, kLossy>(in, length, out, capacity, result);
  }
  template <class Out, bool kLossy>
  [[gnu::noinline]] static void decode_longer(const std::uint8_t* in, std::size_t length, Out* out,
                                              std::size_t capacity, placemat_result* result) {
    const Kernel& kernel = *Choice::kernel();
    if (length < kernel.worthwhile)
      return decode_by_sequence<Out, kLossy>(in, length, out, capacity, result);
    const Converted done = convert(kernel, in, length, kLossy, out, capacity);
    if (done.read == length) {
      *result = {PLACEMAT_OK, done.written, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
      return;
    }
    decode_by_sequence<Out, kLossy>(in + done.read, length - done.read, out + done.written,
                                    capacity - done.written, result);
    result->written += done.written;
    if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset += done.read;
  }

  static int validate(const std::uint8_t* in, std::size_t length) {
    if (!runs()) return -1;
    if (length < 2) [[likely]]
      return length == 0 || in[0] <= 0x7F ? 1 : 0;
    if (length > kTiny) [[unlikely]]
      return validate_more(in, length);
    return OneSequence::is_well_formed(OneSequence::one_to_eight({in, in + length})) ? 1 : 0;
  }
  [[gnu::noinline]] static int validate_more(const std::uint8_t* in, std::size_t length) {
    if (OneSequence::early({in, in + length}).fails) return 0;
    if (length < kShort && OneSequence::is_ascii({in, in + length})) return 1;
    const Kernel& kernel = *Choice::kernel();
    if (length < kernel.worthwhile_to_read) return valid_by_sequence(in, length) == length ? 1 : 0;
    return kernel.valid_prefix(in, length) == length ? 1 : 0;
  }

  template <int kBits>
  static std::size_t length_of(const std::uint8_t* in, std::size_t length) {
    const Kernel* const kernel = Choice::kernel();
    if (length < kTiny) return PerCharacter<OneSequence>::length_of<kBits>(in, length);
    if (kernel == nullptr || length < kernel->worthwhile_to_read)
      return length_by_sequence<kBits>(in, length);
    return (kBits == 16 ? kernel->length16 : kernel->length32)(in, length);
  }

  // A stream keeps the units of an unfinished sequence: a lead and at most two
  // more, which are a prefix of some sequence.
  struct Stream {
    bool lossy;
    bool failed = false;
    std::size_t consumed = 0;  // units of the stream before those kept
    std::size_t kept_length = 0;
    std::size_t error_offset = 0, error_length = 0;
    std::uint8_t kept[4] = {};
  };

  static void* open(int lossy) {
    return Choice::kernel() != nullptr ? new (std::nothrow) Stream{lossy != 0} : nullptr;
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

  // Completes the kept units from the chunk. Returns the number of its units
  // used.
  static std::size_t join(Stream& s, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                          std::size_t capacity, placemat_result* result) {
    std::uint8_t window[8];
    std::memcpy(window, s.kept, s.kept_length);
    const std::size_t more = std::min(length, sizeof window - s.kept_length);
    std::memcpy(window + s.kept_length, in, more);
    const Decoded d = OneSequence::decode_one({window, window + s.kept_length + more});
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
    if (!put_value(out, capacity, result->written, good ? d.value : 0xFFFD)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return 0;
    }
    // The kept units are a prefix of a sequence, so their sequence or subpart is
    // never shorter.
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
    const std::size_t tail = unfinished(in + at, length - at);
    const std::size_t end = length - tail;
    const Stop stop =
        run(*Choice::kernel(), in + at, end - at, s.lossy, out, capacity, result->written);
    s.consumed += stop.at;
    if (stop.no_capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
    } else if (at + stop.at < end) {
      fail(s, stop.what.length);
      report_failure(s, result);
    } else if (tail > 0) {
      s.kept_length = tail;
      std::memcpy(s.kept, in + end, tail);
    }
  }

  static void finish(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    auto& s = *static_cast<Stream*>(stream);
    if (s.failed) {
      report_failure(s, result);
    } else if (s.kept_length > 0 && s.lossy) {
      if (!put_value(out, capacity, result->written, 0xFFFD)) result->status = PLACEMAT_NO_CAPACITY;
    } else if (s.kept_length > 0) {
      *result = {PLACEMAT_INCOMPLETE, 0, s.consumed, s.kept_length};
    }
    reset(stream);
  }

  static constexpr placemat_decoder decoder(const char* name, const char* origin) {
    placemat_decoder d =
        described({.name = name, .origin = origin, .encode = encode_by<OneSequence>});
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
    return d;
  }
};

}  // namespace placemat::simd
