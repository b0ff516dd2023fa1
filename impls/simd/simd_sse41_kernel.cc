// simd_sse41_kernel.cc: the SSE4.1 instructions for simd_planes.h, 16 units at
// a time. It must not know the method.
#include <smmintrin.h>

#include "impls/simd/simd_planes.h"

namespace placemat::simd {
namespace {

struct Sse41Instructions : MachineMemory {
  static constexpr std::size_t kUnits = 16;
  using Vec = __m128i;
  using Words = __m128i;

  static Vec load(const std::uint8_t* at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  }
  static Vec zero() { return _mm_setzero_si128(); }
  static Vec all(unsigned unit) { return _mm_set1_epi8(static_cast<char>(unit)); }
  template <int kBits>
  static Vec shl(Vec v) {
    return _mm_slli_epi16(v, kBits);
  }
  template <int kBits>
  static Vec shr(Vec v) {
    return _mm_srli_epi16(v, kBits);
  }
  static Vec and_(Vec a, Vec b) { return _mm_and_si128(a, b); }
  static Vec or_(Vec a, Vec b) { return _mm_or_si128(a, b); }
  static Vec xor_(Vec a, Vec b) { return _mm_xor_si128(a, b); }
  static Vec add(Vec a, Vec b) { return _mm_add_epi8(a, b); }
  static Vec sub(Vec a, Vec b) { return _mm_sub_epi8(a, b); }
  static Vec subs(Vec a, Vec b) { return _mm_subs_epu8(a, b); }
  static Vec signed_less(Vec a, Vec b) { return _mm_cmplt_epi8(a, b); }
  static Vec equal(Vec a, Vec b) { return _mm_cmpeq_epi8(a, b); }
  static Vec by_top_bit(Vec mask, Vec a, Vec b) { return _mm_blendv_epi8(b, a, mask); }
  static Vec look_up(const Sixteen& table, Vec indices) {
    return _mm_shuffle_epi8(load(table.data()), indices);
  }
  static std::uint32_t bits(Vec v) { return static_cast<std::uint32_t>(_mm_movemask_epi8(v)); }
  static Vec from_bits(std::uint32_t bits) {
    const Vec byte_of_bit = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    const Vec bit = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const Vec spread = _mm_shuffle_epi8(_mm_cvtsi32_si128(static_cast<int>(bits)), byte_of_bit);
    return equal(and_(spread, bit), bit);
  }

  static Words words(Vec low, Vec middle, unsigned group) {
    return group == 0 ? _mm_unpacklo_epi8(low, middle) : _mm_unpackhi_epi8(low, middle);
  }
  static Words reorder(Words words, const std::array<Sixteen, 256>& rows, std::uint32_t row) {
    return _mm_shuffle_epi8(words, load(rows[row].data()));
  }
  static void store(void* out, __m128i values) {
    _mm_storeu_si128(static_cast<__m128i*>(out), values);
  }
  static void store16(std::uint16_t* out, Words words) { store(out, words); }
  static void store32(std::uint32_t* out, Words words) {
    store(out, _mm_cvtepu16_epi32(words));
    store(out + 4, _mm_unpackhi_epi16(words, zero()));
  }
  static void store32(std::uint32_t* out, Words words, Words high) {
    store(out, _mm_unpacklo_epi16(words, high));
    store(out + 4, _mm_unpackhi_epi16(words, high));
  }

  static constexpr std::size_t kBehindThrees = 4;
  static Vec load_threes(const std::uint8_t* at) {
    return _mm_shuffle_epi8(load(at),
                            _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1));
  }
  static Vec load_fours(const std::uint8_t* at) {
    return _mm_shuffle_epi8(load(at),
                            _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
  }
  static Vec all32(std::uint32_t number) { return _mm_set1_epi32(static_cast<int>(number)); }
  static Vec sub32(Vec a, Vec b) { return _mm_sub_epi32(a, b); }
  template <int kBits>
  static Vec shl32(Vec v) {
    return _mm_slli_epi32(v, kBits);
  }
  template <int kBits>
  static Vec shr32(Vec v) {
    return _mm_srli_epi32(v, kBits);
  }
  static Vec equal32(Vec a, Vec b) { return _mm_cmpeq_epi32(a, b); }
  static Vec signed_less32(Vec a, Vec b) { return _mm_cmplt_epi32(a, b); }
  static Vec shared32(Vec a, Vec b) { return and_(a, b); }
  static Vec products8(Vec a, Vec b) { return _mm_maddubs_epi16(a, b); }
  static Vec products16(Vec a, Vec b) { return _mm_madd_epi16(a, b); }
  static bool are_zero(Vec v) { return _mm_testz_si128(v, v) != 0; }
  static void store_lanes(void* out, Vec v) { store(out, v); }
  static void store_narrow(std::uint16_t* out, Vec a, Vec b) { store(out, _mm_packus_epi32(a, b)); }

  static void write_ascii(std::uint16_t* out, Vec units) {
    store(out, _mm_unpacklo_epi8(units, zero()));
    store(out + 8, _mm_unpackhi_epi8(units, zero()));
  }
  static void write_ascii(std::uint32_t* out, Vec units) {
    store32(out, _mm_unpacklo_epi8(units, zero()));
    store32(out + 8, _mm_unpackhi_epi8(units, zero()));
  }
};

}  // namespace

extern constinit const Kernel kSse41Kernel = Planes<Sse41Instructions>::kernel();

}  // namespace placemat::simd
