// simd: UTF-8 (Unicode 3.9, Table 3-7; RFC 3629) by the best kernel that this
// processor can run: AVX-512, AVX2, SSE4.1, NEON, else scalar code. This file
// only chooses. simd_avx512_kernel.cc describes the method, which was written
// for this suite, and simd_functions.h holds the code that all kernels share.
//
// Deviations from its source: 1. none, it is the source.
//
// Bound: reads 0 units past the end.
#include "impls/simd/simd.h"

#include <utility>

#include "impls/simd/simd_choices.h"
#include "impls/simd/simd_functions.h"

namespace placemat::simd {
namespace {

using Entry = Functions<Best>;

// The kind of the ill-formed subpart at `at`.
Fault fault_at(std::span<const std::uint8_t> in, std::size_t at, const Decoded& subpart) {
  const unsigned lead = in[at];
  if (lead <= 0xBF) return Fault::kLoneContinuation;
  if (lead <= 0xC1) return Fault::kOverlong;
  if (lead >= 0xFE) return Fault::kFeFf;
  if (lead >= 0xF8) return Fault::kFiveSixUnit;
  if (lead >= 0xF5) return Fault::kBeyond10FFFF;
  if (subpart.kind == Decoded::Kind::kIncomplete) return Fault::kTruncated;
  if (subpart.length > 1 || !OneSequence::continues(in[at + 1])) return Fault::kInterrupted;
  // A continuation unit that may not be second here.
  if (lead == 0xED) return Fault::kSurrogate;
  return lead == 0xF4 ? Fault::kBeyond10FFFF : Fault::kOverlong;
}

template <class Out>
std::size_t lossy(std::span<const std::uint8_t> in, std::span<Out> out) {
  placemat_result result{};
  Entry::decode<Out, true>(in.data(), in.size(), out.data(), out.size(), &result);
  return result.written;
}

// The units that are kept and those of `in`.
template <class Out>
std::size_t push(placemat_simd_stream& stream, std::span<const std::uint8_t> in,
                 std::span<Out> out) {
  if (out.size() < in.size() || out.size() - in.size() < Stream::kMostKept) return Stream::kNoRoom;
  std::size_t written = 0;
  if (const std::size_t kept = stream.kept_length; kept > 0) {
    std::uint8_t window[PLACEMAT_MAX_SEQUENCE];
    const std::size_t more = std::min(in.size(), sizeof window - kept);
    std::copy_n(stream.kept, kept, window);
    std::copy_n(in.data(), more, window + kept);
    const Decoded next = OneSequence::decode_one({window, window + kept + more});
    if (next.kind == Decoded::Kind::kIncomplete) {
      std::copy_n(window, kept + more, stream.kept);
      stream.kept_length = static_cast<std::uint8_t>(kept + more);
      return 0;
    }
    put_value(out.data(), out.size(), written,
              next.kind == Decoded::Kind::kValue ? next.value : 0xFFFD);
    // The kept units begin a sequence, so the subpart has all of them.
    in = in.subspan(next.length - kept);
  }
  const std::size_t tail = unfinished(in.data(), in.size());
  written += lossy(in.first(in.size() - tail), out.subspan(written));
  std::copy_n(in.data() + in.size() - tail, tail, stream.kept);
  stream.kept_length = static_cast<std::uint8_t>(tail);
  return written;
}

}  // namespace

Error first_error(std::span<const std::uint8_t> in) {
  const std::uint8_t* const end = in.data() + in.size();
  for (std::size_t at = Best::kernel()->valid_prefix(in.data(), in.size()); at < in.size();) {
    const Decoded next = OneSequence::decode_one({in.data() + at, end});
    if (next.kind != Decoded::Kind::kValue) return {fault_at(in, at, next), at, next.length};
    at += next.length;
  }
  return {Fault::kNone, in.size(), 0};
}

bool is_well_formed(std::span<const std::uint8_t> in) {
  return Entry::validate(in.data(), in.size()) == 1;
}
std::size_t length32(std::span<const std::uint8_t> in) {
  return Entry::length_of<32>(in.data(), in.size());
}
std::size_t length16(std::span<const std::uint8_t> in) {
  return Entry::length_of<16>(in.data(), in.size());
}
std::size_t decode_lossy(std::span<const std::uint8_t> in, std::span<std::uint32_t> out) {
  return lossy(in, out);
}
std::size_t decode_lossy(std::span<const std::uint8_t> in, std::span<std::uint16_t> out) {
  return lossy(in, out);
}

std::size_t Stream::push(std::span<const std::uint8_t> in, std::span<std::uint32_t> out) {
  return simd::push(state_, in, out);
}
std::size_t Stream::push(std::span<const std::uint8_t> in, std::span<std::uint16_t> out) {
  return simd::push(state_, in, out);
}
bool Stream::finish() { return std::exchange(state_, {}).kept_length > 0; }

std::string_view kernel_name() { return Best::name(); }

}  // namespace placemat::simd

extern "C" {
using namespace placemat::simd;

int placemat_simd_is_well_formed(const uint8_t* in, size_t length) {
  return is_well_formed({in, length}) ? 1 : 0;
}
placemat_simd_error placemat_simd_first_error(const uint8_t* in, size_t length) {
  const Error error = first_error({in, length});
  return {error.offset, error.length};
}
size_t placemat_simd_length32(const uint8_t* in, size_t length) { return length32({in, length}); }
size_t placemat_simd_length16(const uint8_t* in, size_t length) { return length16({in, length}); }
size_t placemat_simd_to_utf32(const uint8_t* in, size_t length, uint32_t* out, size_t capacity) {
  return lossy<std::uint32_t>({in, length}, {out, capacity});
}
size_t placemat_simd_to_utf16(const uint8_t* in, size_t length, uint16_t* out, size_t capacity) {
  return lossy<std::uint16_t>({in, length}, {out, capacity});
}
size_t placemat_simd_push32(placemat_simd_stream* stream, const uint8_t* in, size_t length,
                            uint32_t* out, size_t capacity) {
  return push<std::uint32_t>(*stream, {in, length}, {out, capacity});
}
size_t placemat_simd_push16(placemat_simd_stream* stream, const uint8_t* in, size_t length,
                            uint16_t* out, size_t capacity) {
  return push<std::uint16_t>(*stream, {in, length}, {out, capacity});
}
int placemat_simd_finish(placemat_simd_stream* stream) {
  return std::exchange(*stream, {}).kept_length > 0 ? 1 : 0;
}
const char* placemat_simd_kernel(void) { return Best::name(); }

extern const placemat_decoder placemat_decoder_simd;
constinit const placemat_decoder placemat_decoder_simd =
    placemat::simd::Functions<placemat::simd::Best>::decoder(
        "simd", "masks and planes on vectors, best kernel of this processor");
}
