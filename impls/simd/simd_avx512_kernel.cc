// simd_avx512_kernel.cc: UTF-8 (Unicode 3.9, Table 3-7) 64 units at a time, with
// AVX-512 VBMI and VBMI2. Lossy decoding does not branch on ill-formed text, so
// that its cost does not depend on the error density. Strict decoding has a
// fast path for runs (simd_runs.h).
//
// A block is 64 places. Masks say of each place p which units are accepted:
//   second, third, fourth   unit p+1 is that of the sequence which leads to it
// and where one of them is shifted by a place (`_here`), it describes unit p.
// Unit p ends a maximal subpart (D93b) where unit p+1 is none of the three. The
// subpart is a sequence when unit p is the last that its lead announced, and is
// otherwise ill-formed. A block therefore needs one unit behind it, three units
// before it, and three bits from the block before.
//
// Values are made in planes, all places at once: the low and middle (and where
// there are four-unit sequences, high) eight bits of the value that ends at p.
// U+FFFD is blended in, the planes are compressed to the places that end a
// subpart, and then interleaved.
//
// Bound: reads and writes nothing outside the buffers; the first and last block
// are read, and the last values written, under a mask.
#include <immintrin.h>

#include "impls/simd/simd_mask_conversion.h"

namespace placemat::simd {
namespace {

__m512i load(const Bytes64& bytes) { return _mm512_load_si512(bytes.at.data()); }

// Where the bytes of `size`-byte values from the `group`th vector of them on
// come from: the low plane is 0..63, the middle one 64..127.
constexpr Bytes64 make_interleaving(unsigned size, unsigned group) {
  Bytes64 from{};
  for (unsigned i = 0; i < 64; ++i)
    from.at[i] = static_cast<std::uint8_t>(64 / size * group + i / size + 64 * (i % size & 1));
  return from;
}
constexpr Bytes64 kInterleave32[4] = {make_interleaving(4, 0), make_interleaving(4, 1),
                                      make_interleaving(4, 2), make_interleaving(4, 3)};
constexpr Bytes64 kInterleave16[2] = {make_interleaving(2, 0), make_interleaving(2, 1)};

constexpr Bytes64 make_shift(unsigned by) {
  Bytes64 from{};
  for (unsigned i = 0; i < 64; ++i) from.at[i] = static_cast<std::uint8_t>((i - by) & 63);
  return from;
}
constexpr Bytes64 kShift[4] = {make_shift(0), make_shift(1), make_shift(2), make_shift(3)};

// The instructions for simd_masks.h and simd_mask_conversion.h.
struct Avx512Masks : MachineMemory {
  static constexpr std::size_t kUnits = 64;
  using Vec = __m512i;
  using Places = std::uint64_t;  // one bit a place, the first is bit 0
  using Table64 = std::array<std::uint8_t, 64>;
  using Table128 = std::array<std::uint8_t, 128>;

  static Vec load(const std::uint8_t* at) { return _mm512_loadu_si512(at); }
  static Places first_places(Size count) {
    return _bzhi_u64(~Places{0}, static_cast<unsigned>(count));
  }
  static Vec load_first(const std::uint8_t* at, Size count) {
    return _mm512_maskz_loadu_epi8(first_places(count), at);
  }
  static Vec moved_up(Vec v, unsigned places) {
    if (places == 0) return v;
    return _mm512_maskz_permutexvar_epi8(~Places{0} << places, simd::load(kShift[places]), v);
  }
  static Vec all(unsigned unit) { return _mm512_set1_epi8(static_cast<char>(unit)); }
  template <int kBits>
  static Vec shl(Vec v) {
    return _mm512_slli_epi16(v, kBits);
  }
  template <int kBits>
  static Vec shr(Vec v) {
    return _mm512_srli_epi16(v, kBits);
  }
  static Vec and_(Vec a, Vec b) { return _mm512_and_si512(a, b); }
  static Vec or_(Vec a, Vec b) { return _mm512_or_si512(a, b); }
  static Vec sub(Vec a, Vec b) { return _mm512_sub_epi8(a, b); }
  static Vec subs(Vec a, Vec b) { return _mm512_subs_epu8(a, b); }
  static Places top_bits(Vec v) { return _cvtmask64_u64(_mm512_movepi8_mask(v)); }
  static Places at_least(Vec a, Vec b) { return _cvtmask64_u64(_mm512_cmpge_epu8_mask(a, b)); }
  static Places signed_less(Vec a, Vec b) { return _cvtmask64_u64(_mm512_cmplt_epi8_mask(a, b)); }
  static Places less_in(Places places, Vec a, Vec b) {
    return _cvtmask64_u64(_mm512_mask_cmplt_epu8_mask(_cvtu64_mask64(places), a, b));
  }
  static Vec only(Places places, Vec v) { return _mm512_maskz_mov_epi8(_cvtu64_mask64(places), v); }
  static Vec put(Places places, Vec a, Vec b) {
    return _mm512_mask_mov_epi8(b, _cvtu64_mask64(places), a);
  }
  static Vec sub_in(Places places, Vec a, Vec b, Vec c) {
    return _mm512_mask_sub_epi8(c, _cvtu64_mask64(places), a, b);
  }
  static Vec look_up64(const Table64& table, Vec v) {
    return _mm512_permutexvar_epi8(v, _mm512_load_si512(table.data()));
  }
  static Vec look_up128(const Table128& table, Vec v) {
    return _mm512_permutex2var_epi8(_mm512_load_si512(table.data()), v,
                                    _mm512_load_si512(table.data() + 64));
  }
  static Vec upper_six(Vec v) {
    static constexpr Bytes64 kFrom = [] {
      Bytes64 from{};
      for (unsigned i = 0; i < 64; ++i) from.at[i] = static_cast<std::uint8_t>(i % 8 * 8 + 2);
      return from;
    }();
    // The lower six bits of each byte are these; look_up64() takes no others.
    return _mm512_multishift_epi64_epi8(simd::load(kFrom), v);
  }
  template <int kBits>
  static Vec of_three(Vec a, Vec b, Vec c) {
    return _mm512_ternarylogic_epi32(a, b, c, kBits);
  }
  static bool is_zero(Vec v) { return _mm512_test_epi8_mask(v, v) == 0; }
  static Size count_of(Places places) { return static_cast<unsigned>(_mm_popcnt_u64(places)); }
  static Size width_of(Places places) { return 64 - static_cast<Size>(_lzcnt_u64(places)); }

  static Vec compress(Places places, Vec v) {
    return _mm512_maskz_compress_epi8(_cvtu64_mask64(places), v);
  }
  static Vec values16(Vec low, unsigned group) {
    return _mm512_maskz_permutexvar_epi8(0x5555555555555555, simd::load(kInterleave16[group]), low);
  }
  static Vec values16(Vec low, Vec middle, unsigned group) {
    return _mm512_permutex2var_epi8(low, simd::load(kInterleave16[group]), middle);
  }
  static Vec values32(Vec low, unsigned group) {
    return _mm512_maskz_permutexvar_epi8(0x1111111111111111, simd::load(kInterleave32[group]), low);
  }
  static Vec values32(Vec low, Vec middle, unsigned group) {
    return _mm512_maskz_permutex2var_epi8(0x3333333333333333, low, simd::load(kInterleave32[group]),
                                          middle);
  }
  static Vec values32(Vec low, Vec middle, Vec high, unsigned group) {
    return _mm512_mask_permutexvar_epi8(values32(low, middle, group), 0x4444444444444444,
                                        simd::load(kInterleave32[group]), high);
  }
  static void store_lanes(void* out, Vec v) { _mm512_storeu_si512(out, v); }
  static void store_first(std::uint32_t* out, Vec values, Size before, Size count) {
    const auto rest = static_cast<unsigned>(count > before ? count - before : 0);
    _mm512_mask_storeu_epi32(out, static_cast<__mmask16>(_bzhi_u32(0xFFFF, rest)), values);
  }
  static void store_first(std::uint16_t* out, Vec values, Size before, Size count) {
    const auto rest = static_cast<unsigned>(count > before ? count - before : 0);
    _mm512_mask_storeu_epi16(out, _bzhi_u32(~0u, rest), values);
  }
  static void write_ascii(std::uint32_t* out, Vec units) {
    store_lanes(out, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(units)));
    store_lanes(out + 16, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(units, 1)));
    store_lanes(out + 32, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(units, 2)));
    store_lanes(out + 48, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(units, 3)));
  }
  static void write_ascii(std::uint16_t* out, Vec units) {
    store_lanes(out, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(units)));
    store_lanes(out + 32, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(units, 1)));
  }

  // For simd_quads.h: one bit for each lane of 32 bits.
  using Lanes = __mmask16;
  static constexpr std::size_t kBehindThrees = 16;
  static Vec load_threes(const std::uint8_t* at) {
    static constexpr Bytes64 kFromLastToLead = [] {
      Bytes64 from{};
      for (unsigned i = 0; i < 64; ++i)
        from.at[i] = static_cast<std::uint8_t>(i % 4 < 3 ? i / 4 * 3 + 2 - i % 4 : 0);
      return from;
    }();
    return _mm512_maskz_permutexvar_epi8(0x7777777777777777, simd::load(kFromLastToLead), load(at));
  }
  static Vec load_fours(const std::uint8_t* at) {
    const Vec from_last_to_lead =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    return _mm512_shuffle_epi8(load(at), from_last_to_lead);
  }
  static Vec xor_(Vec a, Vec b) { return _mm512_xor_si512(a, b); }
  static Vec all32(std::uint32_t number) { return _mm512_set1_epi32(static_cast<int>(number)); }
  static Vec sub32(Vec a, Vec b) { return _mm512_sub_epi32(a, b); }
  template <int kBits>
  static Vec shl32(Vec v) {
    return _mm512_slli_epi32(v, kBits);
  }
  template <int kBits>
  static Vec shr32(Vec v) {
    return _mm512_srli_epi32(v, kBits);
  }
  static Lanes equal32(Vec a, Vec b) { return _mm512_cmpeq_epi32_mask(a, b); }
  static Lanes signed_less32(Vec a, Vec b) { return _mm512_cmplt_epi32_mask(a, b); }
  static Lanes shared32(Vec a, Vec b) { return _mm512_test_epi32_mask(a, b); }
  static Lanes or_(Lanes a, Lanes b) { return static_cast<Lanes>(a | b); }
  static bool are_zero(Lanes lanes) { return lanes == 0; }
  static Vec products8(Vec a, Vec b) { return _mm512_maddubs_epi16(a, b); }
  static Vec products16(Vec a, Vec b) { return _mm512_madd_epi16(a, b); }
  static void store_narrow(std::uint16_t* out, Vec a, Vec b) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi32_epi16(a));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 16), _mm512_cvtepi32_epi16(b));
  }
};

}  // namespace

extern constinit const Kernel kAvx512Kernel = MaskConversion<Avx512Masks>::kernel();

}  // namespace placemat::simd
