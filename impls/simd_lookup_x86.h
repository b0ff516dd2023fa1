// simd_lookup_x86.h: the SSE4.1 and AVX2 kernels of simd_lookup.h. Instructions
// are enabled function by function, never for a whole file, so that a program
// with these in it starts on any x86-64 and asks the processor before it calls
// one. Must not know where errors are or what becomes of them: a kernel says
// how far the input is well-formed and converts well-formed text, no more.
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#include "impls/simd_lookup.h"

namespace placemat::simd_lookup {

// ---- SSE4.1: blocks of 16 units ----------------------------------------------

struct Sse41Kernel {
  static bool available() { return __builtin_cpu_supports("sse4.1") != 0; }

  [[gnu::target("sse4.1")]] static __m128i load(const void* at) {
    return _mm_loadu_si128(static_cast<const __m128i*>(at));
  }
  [[gnu::target("sse4.1")]] static __m128i all(unsigned unit) {
    return _mm_set1_epi8(static_cast<char>(unit));
  }
  [[gnu::target("sse4.1")]] static __m128i high_nibbles(__m128i units) {
    return _mm_and_si128(_mm_srli_epi16(units, 4), all(0x0F));
  }

  // Non-zero where a unit, with the one to three before it, is ill-formed.
  [[gnu::target("sse4.1")]] static __m128i faults(__m128i block, __m128i before) {
    const __m128i back1 = _mm_alignr_epi8(block, before, 15);
    const __m128i back2 = _mm_alignr_epi8(block, before, 14);
    const __m128i back3 = _mm_alignr_epi8(block, before, 13);
    const __m128i pairs = _mm_and_si128(
        _mm_and_si128(
            _mm_shuffle_epi8(load(kTables.lead_high.data()), high_nibbles(back1)),
            _mm_shuffle_epi8(load(kTables.lead_low.data()), _mm_and_si128(back1, all(0x0F)))),
        _mm_shuffle_epi8(load(kTables.next_high.data()), high_nibbles(block)));
    // Two continuation units in a row are right in the third place after
    // E0..FF and in the fourth after F0..FF, and nowhere else: bit 7 there is
    // demanded, elsewhere forbidden.
    const __m128i third = _mm_subs_epu8(back2, all(0xE0 - 0x80));
    const __m128i fourth = _mm_subs_epu8(back3, all(0xF0 - 0x80));
    const __m128i demanded = _mm_and_si128(_mm_or_si128(third, fourth), all(kTwoContinuations));
    return _mm_xor_si128(pairs, demanded);
  }

  [[gnu::target("sse4.1")]] static std::size_t valid_prefix(const std::uint8_t* in,
                                                            std::size_t length) {
    __m128i before = _mm_setzero_si128();
    bool ascii_before = true;
    std::size_t at = 0;
    for (; length - at >= 16; at += 16) {
      const __m128i block = load(in + at);
      const bool ascii = _mm_movemask_epi8(block) == 0;
      if (!ascii || !ascii_before) {
        const __m128i found = faults(block, before);
        if (!_mm_testz_si128(found, found))
          return scalar_prefix(in, length, start_of_cut_sequence(in, at));
      }
      before = block;
      ascii_before = ascii;
    }
    // NULs behind the last unit make a truncated sequence an ill-formed one.
    alignas(16) std::uint8_t last[16] = {};
    if (at < length) std::memcpy(last, in + at, length - at);
    const __m128i found = faults(load(last), before);
    if (!_mm_testz_si128(found, found))
      return scalar_prefix(in, length, start_of_cut_sequence(in, at));
    return length;
  }

  [[gnu::target("sse4.1")]] static void store(std::uint32_t* out, __m128i values) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), values);
  }
  [[gnu::target("sse4.1")]] static void store_16_ascii(std::uint32_t* out, __m128i units) {
    store(out, _mm_cvtepu8_epi32(units));
    store(out + 4, _mm_cvtepu8_epi32(_mm_srli_si128(units, 4)));
    store(out + 8, _mm_cvtepu8_epi32(_mm_srli_si128(units, 8)));
    store(out + 12, _mm_cvtepu8_epi32(_mm_srli_si128(units, 12)));
  }
  [[gnu::target("sse4.1")]] static void store_16_ascii(std::uint16_t* out, __m128i units) {
    auto* at = reinterpret_cast<__m128i*>(out);
    _mm_storeu_si128(at, _mm_cvtepu8_epi16(units));
    _mm_storeu_si128(at + 1, _mm_cvtepu8_epi16(_mm_srli_si128(units, 8)));
  }
  [[gnu::target("sse4.1")]] static void store_8(std::uint32_t* out, __m128i values16) {
    store(out, _mm_cvtepu16_epi32(values16));
    store(out + 4, _mm_cvtepu16_epi32(_mm_srli_si128(values16, 8)));
  }
  [[gnu::target("sse4.1")]] static void store_8(std::uint16_t* out, __m128i values16) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), values16);
  }
  [[gnu::target("sse4.1")]] static void store_4(std::uint32_t* out, __m128i values32) {
    store(out, values32);
  }
  [[gnu::target("sse4.1")]] static void store_4(std::uint16_t* out, __m128i values32) {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm_packus_epi32(values32, values32));
  }

  // 110xxxxx 10yyyyyy, eight times -> 16-bit lanes.
  [[gnu::target("sse4.1")]] static __m128i pairs_to_values(__m128i block) {
    const __m128i lead = _mm_and_si128(block, _mm_set1_epi16(0x001F));
    const __m128i trail = _mm_and_si128(_mm_srli_epi16(block, 8), _mm_set1_epi16(0x003F));
    return _mm_or_si128(_mm_slli_epi16(lead, 6), trail);
  }
  // 1110xxxx 10yyyyyy 10zzzzzz, four times -> 32-bit lanes.
  [[gnu::target("sse4.1")]] static __m128i triples_to_values(__m128i block) {
    const __m128i reversed = _mm_shuffle_epi8(
        block, _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1));
    const __m128i z = _mm_and_si128(reversed, _mm_set1_epi32(0x3F));
    const __m128i y = _mm_and_si128(_mm_srli_epi32(reversed, 2), _mm_set1_epi32(0x3F << 6));
    const __m128i x = _mm_and_si128(_mm_srli_epi32(reversed, 4), _mm_set1_epi32(0xF << 12));
    return _mm_or_si128(_mm_or_si128(x, y), z);
  }
  // One bit per unit: is it at least `unit`? Is it a continuation unit?
  [[gnu::target("sse4.1")]] static unsigned at_least(__m128i block, unsigned unit) {
    return static_cast<unsigned>(
        _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(block, all(unit)), block)));
  }
  [[gnu::target("sse4.1")]] static unsigned continuations(__m128i block) {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmplt_epi8(block, all(0xC0))));
  }

  // Well-formed text, from a boundary on.
  template <class Out>
  [[gnu::target("sse4.1")]] static Converted convert(const std::uint8_t* in, std::size_t length,
                                                     Out* out, std::size_t capacity) {
    Converted done{0, 0};
    while (length - done.read >= 16 && capacity - done.written >= 16) {
      const __m128i block = load(in + done.read);
      Out* const to = out + done.written;
      const unsigned trailing = continuations(block);
      if (_mm_movemask_epi8(block) == 0) {
        store_16_ascii(to, block);
        done.read += 16;
        done.written += 16;
      } else if (trailing == 0xAAAA && at_least(block, 0xE0) == 0) {
        store_8(to, pairs_to_values(block));
        done.read += 16;
        done.written += 8;
      } else if ((trailing & 0xFFF) == 0xDB6 && (at_least(block, 0xF0) & 0xFFF) == 0) {
        store_4(to, triples_to_values(block));
        done.read += 12;
        done.written += 4;
      } else {
        // Eight sequences, so as not to look at the same units too often; there
        // is room for eight pairs of surrogates.
        for (int i = 0; i < 8 && done.read < length; ++i)
          convert_one(in, length, out, capacity, done);
      }
    }
    return convert_rest(in, length, out, capacity, done);
  }
};

// ---- AVX2: blocks of 32 units -------------------------------------------------

struct Avx2Kernel {
  static bool available() { return __builtin_cpu_supports("avx2") != 0; }

  [[gnu::target("avx2")]] static __m256i load(const void* at) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(at));
  }
  [[gnu::target("avx2")]] static __m256i table(const Nibbles& nibbles) {
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(nibbles.data())));
  }
  [[gnu::target("avx2")]] static __m256i all(unsigned unit) {
    return _mm256_set1_epi8(static_cast<char>(unit));
  }
  [[gnu::target("avx2")]] static __m256i high_nibbles(__m256i units) {
    return _mm256_and_si256(_mm256_srli_epi16(units, 4), all(0x0F));
  }

  // As in Sse41Kernel; alignr works in each half, so the units before a half
  // are put beside it first.
  [[gnu::target("avx2")]] static __m256i faults(__m256i block, __m256i before) {
    const __m256i half_before = _mm256_permute2x128_si256(before, block, 0x21);
    const __m256i back1 = _mm256_alignr_epi8(block, half_before, 15);
    const __m256i back2 = _mm256_alignr_epi8(block, half_before, 14);
    const __m256i back3 = _mm256_alignr_epi8(block, half_before, 13);
    const __m256i pairs = _mm256_and_si256(
        _mm256_and_si256(
            _mm256_shuffle_epi8(table(kTables.lead_high), high_nibbles(back1)),
            _mm256_shuffle_epi8(table(kTables.lead_low), _mm256_and_si256(back1, all(0x0F)))),
        _mm256_shuffle_epi8(table(kTables.next_high), high_nibbles(block)));
    const __m256i third = _mm256_subs_epu8(back2, all(0xE0 - 0x80));
    const __m256i fourth = _mm256_subs_epu8(back3, all(0xF0 - 0x80));
    const __m256i demanded =
        _mm256_and_si256(_mm256_or_si256(third, fourth), all(kTwoContinuations));
    return _mm256_xor_si256(pairs, demanded);
  }

  [[gnu::target("avx2")]] static std::size_t valid_prefix(const std::uint8_t* in,
                                                          std::size_t length) {
    __m256i before = _mm256_setzero_si256();
    bool ascii_before = true;
    std::size_t at = 0;
    for (; length - at >= 32; at += 32) {
      const __m256i block = load(in + at);
      const bool ascii = _mm256_movemask_epi8(block) == 0;
      if (!ascii || !ascii_before) {
        const __m256i found = faults(block, before);
        if (!_mm256_testz_si256(found, found))
          return scalar_prefix(in, length, start_of_cut_sequence(in, at));
      }
      before = block;
      ascii_before = ascii;
    }
    alignas(32) std::uint8_t last[32] = {};
    if (at < length) std::memcpy(last, in + at, length - at);
    const __m256i found = faults(load(last), before);
    if (!_mm256_testz_si256(found, found))
      return scalar_prefix(in, length, start_of_cut_sequence(in, at));
    return length;
  }

  [[gnu::target("avx2")]] static void store(void* out, __m256i values) {
    _mm256_storeu_si256(static_cast<__m256i*>(out), values);
  }
  [[gnu::target("avx2")]] static void store_16(std::uint32_t* out, __m256i values16) {
    store(out, _mm256_cvtepu16_epi32(_mm256_castsi256_si128(values16)));
    store(out + 8, _mm256_cvtepu16_epi32(_mm256_extracti128_si256(values16, 1)));
  }
  [[gnu::target("avx2")]] static void store_16(std::uint16_t* out, __m256i values16) {
    store(out, values16);
  }
  [[gnu::target("avx2")]] static void store_8(std::uint32_t* out, __m256i values32) {
    store(out, values32);
  }
  [[gnu::target("avx2")]] static void store_8(std::uint16_t* out, __m256i values32) {
    // packus puts the halves side by side within each half: 0 0 1 1.
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(values32, values32), 0x08);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm256_castsi256_si128(packed));
  }

  [[gnu::target("avx2")]] static __m256i pairs_to_values(__m256i block) {
    const __m256i lead = _mm256_and_si256(block, _mm256_set1_epi16(0x001F));
    const __m256i trail = _mm256_and_si256(_mm256_srli_epi16(block, 8), _mm256_set1_epi16(0x003F));
    return _mm256_or_si256(_mm256_slli_epi16(lead, 6), trail);
  }
  // 24 units, twelve for each half -> 32-bit lanes. Reads the 28 units at `at`.
  [[gnu::target("avx2")]] static __m256i triples_to_values(const std::uint8_t* at) {
    const __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i second = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 12));
    const __m256i reversed =
        _mm256_shuffle_epi8(_mm256_set_m128i(second, first),
                            _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8,
                                                                      7, 6, -1, 11, 10, 9, -1)));
    const __m256i z = _mm256_and_si256(reversed, _mm256_set1_epi32(0x3F));
    const __m256i y =
        _mm256_and_si256(_mm256_srli_epi32(reversed, 2), _mm256_set1_epi32(0x3F << 6));
    const __m256i x =
        _mm256_and_si256(_mm256_srli_epi32(reversed, 4), _mm256_set1_epi32(0xF << 12));
    return _mm256_or_si256(_mm256_or_si256(x, y), z);
  }
  [[gnu::target("avx2")]] static unsigned at_least(__m256i block, unsigned unit) {
    return static_cast<unsigned>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(block, all(unit)), block)));
  }
  [[gnu::target("avx2")]] static unsigned continuations(__m256i block) {
    return static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(all(0xC0), block)));
  }

  template <class Out>
  [[gnu::target("avx2")]] static Converted convert(const std::uint8_t* in, std::size_t length,
                                                   Out* out, std::size_t capacity) {
    Converted done{0, 0};
    while (length - done.read >= 32 && capacity - done.written >= 32) {
      const __m256i block = load(in + done.read);
      Out* const to = out + done.written;
      const unsigned trailing = continuations(block);
      if (_mm256_movemask_epi8(block) == 0) {
        store_16(to, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(block)));
        store_16(to + 16, _mm256_cvtepu8_epi16(_mm256_extracti128_si256(block, 1)));
        done.read += 32;
        done.written += 32;
      } else if (trailing == 0xAAAAAAAA && at_least(block, 0xE0) == 0) {
        store_16(to, pairs_to_values(block));
        done.read += 32;
        done.written += 16;
      } else if ((trailing & 0xFFFFFF) == 0xDB6DB6 && (at_least(block, 0xF0) & 0xFFFFFF) == 0) {
        store_8(to, triples_to_values(in + done.read));
        done.read += 24;
        done.written += 8;
      } else {
        for (int i = 0; i < 8 && done.read < length; ++i)
          convert_one(in, length, out, capacity, done);
      }
    }
    return convert_rest(in, length, out, capacity, done);
  }
};

}  // namespace placemat::simd_lookup

#endif  // defined(__x86_64__)
