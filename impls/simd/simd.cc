// simd: UTF-8 (Unicode 3.9, Table 3-7; RFC 3629) by the best kernel that this
// processor can run: AVX-512, AVX2, SSE4.1, NEON, else scalar code. This file
// only chooses. simd_avx512_kernel.cc describes the method, which was written
// for this suite, and simd_functions.h holds the code that all kernels share.
//
// Deviations from its source: 1. none, it is the source.
//
// Bound: reads 0 units past the end.
#include "impls/simd/simd.h"

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

}  // namespace

Error first_error(std::span<const std::uint8_t> in) {
  const std::uint8_t* const end = in.data() + in.size();
  for (std::size_t at = Best::kernel()->valid_prefix(in.data(), in.size()); at < in.size();) {
    const Decoded next = OneSequence::decode_one(in.data() + at, end);
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

}  // namespace placemat::simd

extern "C" {
extern const placemat_decoder placemat_decoder_simd;
constinit const placemat_decoder placemat_decoder_simd =
    placemat::simd::Functions<placemat::simd::Best>::decoder(
        "simd", "masks and planes on vectors, best kernel of this processor");
}
