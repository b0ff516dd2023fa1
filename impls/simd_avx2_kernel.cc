// simd_avx2_kernel.cc: the AVX2 instructions for simd_planes.h, 32 units at a
// time. Must not know the method.
#include <immintrin.h>

#include "impls/simd_planes.h"

namespace placemat::simd {
namespace {

struct Avx2Instructions {
  static constexpr std::size_t kUnits = 32;
  using Vec = __m256i;
  using Words = __m128i;

  static Vec load(const std::uint8_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  }
  static __m128i load16(const Sixteen& sixteen) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen.data()));
  }
  static Vec zero() { return _mm256_setzero_si256(); }
  static Vec all(unsigned unit) { return _mm256_set1_epi8(static_cast<char>(unit)); }
  template <int kBits>
  static Vec shl(Vec v) {
    return _mm256_slli_epi16(v, kBits);
  }
  template <int kBits>
  static Vec shr(Vec v) {
    return _mm256_srli_epi16(v, kBits);
  }
  static Vec and_(Vec a, Vec b) { return _mm256_and_si256(a, b); }
  static Vec or_(Vec a, Vec b) { return _mm256_or_si256(a, b); }
  static Vec xor_(Vec a, Vec b) { return _mm256_xor_si256(a, b); }
  static Vec add(Vec a, Vec b) { return _mm256_add_epi8(a, b); }
  static Vec sub(Vec a, Vec b) { return _mm256_sub_epi8(a, b); }
  static Vec subs(Vec a, Vec b) { return _mm256_subs_epu8(a, b); }
  static Vec signed_less(Vec a, Vec b) { return _mm256_cmpgt_epi8(b, a); }
  static Vec equal(Vec a, Vec b) { return _mm256_cmpeq_epi8(a, b); }
  static Vec by_top_bit(Vec mask, Vec a, Vec b) { return _mm256_blendv_epi8(b, a, mask); }
  static Vec look_up(const Sixteen& table, Vec indices) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(table)), indices);
  }
  static std::uint32_t bits(Vec v) { return static_cast<std::uint32_t>(_mm256_movemask_epi8(v)); }
  static Vec from_bits(std::uint32_t bits) {
    const Vec byte_of_bit =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const Vec bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const Vec spread = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), byte_of_bit);
    return equal(and_(spread, bit), bit);
  }

  static Words words(Vec low, Vec middle, unsigned group) {
    const Vec both =
        group % 2 == 0 ? _mm256_unpacklo_epi8(low, middle) : _mm256_unpackhi_epi8(low, middle);
    return group < 2 ? _mm256_castsi256_si128(both) : _mm256_extracti128_si256(both, 1);
  }
  static Words compress(Words words, std::uint32_t bits) {
    return _mm_shuffle_epi8(words, load16(kCompressions.by_bits[bits]));
  }
  static void store(void* out, __m256i values) {
    _mm256_storeu_si256(static_cast<__m256i*>(out), values);
  }
  static void store16(std::uint16_t* out, Words words) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), words);
  }
  static void store32(std::uint32_t* out, Words words) { store(out, _mm256_cvtepu16_epi32(words)); }
  static void store32(std::uint32_t* out, Words words, Words high) {
    store(out,
          or_(_mm256_cvtepu16_epi32(words), _mm256_slli_epi32(_mm256_cvtepu16_epi32(high), 16)));
  }
  static void write_ascii(std::uint16_t* out, Vec units) {
    store(out, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(units)));
    store(out + 16, _mm256_cvtepu8_epi16(_mm256_extracti128_si256(units, 1)));
  }
  static void write_ascii(std::uint32_t* out, Vec units) {
    for (unsigned half = 0; half < 2; ++half) {
      const __m128i sixteen =
          half == 0 ? _mm256_castsi256_si128(units) : _mm256_extracti128_si256(units, 1);
      store(out + 16 * half, _mm256_cvtepu8_epi32(sixteen));
      store(out + 16 * half + 8, _mm256_cvtepu8_epi32(_mm_srli_si128(sixteen, 8)));
    }
  }
};

}  // namespace

extern constinit const Kernel kAvx2Kernel = Planes<Avx2Instructions>::kernel();

}  // namespace placemat::simd
