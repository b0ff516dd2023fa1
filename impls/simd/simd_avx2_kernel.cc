// simd_avx2_kernel.cc: the AVX2 instructions for simd_planes.h, 32 units at a
// time. It must not know the method.
#include <immintrin.h>

#include "impls/simd/simd_planes.h"

namespace placemat::simd {
namespace {

struct Avx2Instructions : MachineMemory {
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
  static Words reorder(Words words, const std::array<Sixteen, 256>& rows, std::uint32_t row) {
    return _mm_shuffle_epi8(words, load16(rows[row]));
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

  static constexpr std::size_t kBehindThrees = 4;
  static Vec load_threes(const std::uint8_t* at) {
    const __m128i halves[2] = {_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)),
                               _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 12))};
    const Vec third_second_lead = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1));
    return _mm256_shuffle_epi8(_mm256_set_m128i(halves[1], halves[0]), third_second_lead);
  }
  static Vec load_fours(const std::uint8_t* at) {
    const Vec from_last_to_lead = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    return _mm256_shuffle_epi8(load(at), from_last_to_lead);
  }
  static Vec all32(std::uint32_t number) { return _mm256_set1_epi32(static_cast<int>(number)); }
  static Vec sub32(Vec a, Vec b) { return _mm256_sub_epi32(a, b); }
  template <int kBits>
  static Vec shl32(Vec v) {
    return _mm256_slli_epi32(v, kBits);
  }
  template <int kBits>
  static Vec shr32(Vec v) {
    return _mm256_srli_epi32(v, kBits);
  }
  static Vec equal32(Vec a, Vec b) { return _mm256_cmpeq_epi32(a, b); }
  static Vec signed_less32(Vec a, Vec b) { return _mm256_cmpgt_epi32(b, a); }
  static Vec shared32(Vec a, Vec b) { return and_(a, b); }
  static Vec products8(Vec a, Vec b) { return _mm256_maddubs_epi16(a, b); }
  static Vec products16(Vec a, Vec b) { return _mm256_madd_epi16(a, b); }
  static bool are_zero(Vec v) { return _mm256_testz_si256(v, v) != 0; }
  static void store_lanes(void* out, Vec v) { store(out, v); }
  static void store_narrow(std::uint16_t* out, Vec a, Vec b) {
    store(out, _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xD8));
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
