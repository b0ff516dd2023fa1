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

#include "impls/simd/simd_kernel.h"
#include "impls/simd/simd_masks.h"
#include "impls/simd/simd_runs.h"

namespace placemat::simd {
namespace {

using Places = std::uint64_t;  // one bit a place, the first is bit 0

__m512i all(unsigned unit) { return _mm512_set1_epi8(static_cast<char>(unit)); }
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

// ---- masks -------------------------------------------------------------------

// For simd_masks.h.
struct Avx512Masks : MachineMemory {
  static constexpr std::size_t kUnits = 64;
  using Vec = __m512i;
  using Places = std::uint64_t;
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
  static Vec all(unsigned unit) { return simd::all(unit); }
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
};

using K = Masks<Avx512Masks>;
using Carry = K::Carry;
using Marks = K::Marks;
using Planes = K::Planes;
constexpr std::size_t kBlock = K::kBlock;

unsigned count_of(Places places) { return static_cast<unsigned>(Avx512Masks::count_of(places)); }

// All of an input that is no longer than a block.
struct Whole {
  const std::uint8_t* in;
  Places inside;
  __m512i units;
  Whole(const std::uint8_t* input, std::size_t length)
      : in(input), inside(K::first_places(length)), units(_mm512_maskz_loadu_epi8(inside, input)) {}
  [[gnu::always_inline]] __m512i back(unsigned places) const {
    return Avx512Masks::moved_up(units, places);
  }
  __m512i next() const { return _mm512_maskz_loadu_epi8(inside >> 1, in + 1); }
};

// ---- UTF-32 ------------------------------------------------------------------

// Writes `count` values; may write more when there is room for 64.
template <bool kMasked>
void store(std::uint32_t* out, unsigned group, unsigned count, __m512i four_byte_values) {
  if constexpr (kMasked) {
    const unsigned rest = count > 16 * group ? count - 16 * group : 0;
    const auto mask = static_cast<__mmask16>(_bzhi_u32(0xFFFF, rest));
    _mm512_mask_storeu_epi32(out + 16 * group, mask, four_byte_values);
  } else {
    _mm512_storeu_si512(out + 16 * group, four_byte_values);
  }
}

template <bool kMasked>
void write(std::uint32_t* out, unsigned count, Planes planes) {
  const auto write_group = [&](unsigned group) __attribute__((always_inline)) {
    store<kMasked>(out, group, count,
                   _mm512_maskz_permutex2var_epi8(0x3333333333333333, planes.low,
                                                  load(kInterleave32[group]), planes.middle));
  };
  write_group(0);
  write_group(1);
  if (count <= 32) return;
  write_group(2);
  write_group(3);
}

template <bool kMasked>
void write(std::uint32_t* out, unsigned count, Planes planes, __m512i high) {
  for (unsigned group = 0; 16 * group < count; ++group) {
    const __m512i from = load(kInterleave32[group]);
    const __m512i two =
        _mm512_maskz_permutex2var_epi8(0x3333333333333333, planes.low, from, planes.middle);
    store<kMasked>(out, group, count,
                   _mm512_mask_permutexvar_epi8(two, 0x4444444444444444, from, high));
  }
}

// 64 ASCII units.
void write_ascii(std::uint32_t* out, __m512i units) {
  _mm512_storeu_si512(out, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(units)));
  _mm512_storeu_si512(out + 16, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(units, 1)));
  _mm512_storeu_si512(out + 32, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(units, 2)));
  _mm512_storeu_si512(out + 48, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(units, 3)));
}

// Units that are all ASCII; other places hold NUL.
void write_ascii(std::uint32_t* out, unsigned count, __m512i units) {
  for (unsigned group = 0; 16 * group < count; ++group) {
    const __m512i from = load(kInterleave32[group]);
    store<true>(out, group, count, _mm512_maskz_permutexvar_epi8(0x1111111111111111, from, units));
  }
}

template <bool kMasked, class Block>
[[gnu::always_inline]] inline void write_values(std::uint32_t* out, unsigned count,
                                                const Block& block, __m512i, const Marks& marks,
                                                Places emit, Planes planes) {
  const __mmask64 emitted = _cvtu64_mask64(emit);
  const Planes compressed{_mm512_maskz_compress_epi8(emitted, planes.low),
                          _mm512_maskz_compress_epi8(emitted, planes.middle)};
  if (marks.fourth_here == 0) return write<kMasked>(out, count, compressed);
  write<kMasked>(out, count, compressed,
                 _mm512_maskz_compress_epi8(emitted, K::upper_bits(block, marks)));
}

// ---- UTF-16 ------------------------------------------------------------------

template <bool kMasked>
void store(std::uint16_t* out, unsigned group, unsigned count, __m512i two_byte_values) {
  if constexpr (kMasked) {
    const unsigned rest = count > 32 * group ? count - 32 * group : 0;
    _mm512_mask_storeu_epi16(out + 32 * group, _bzhi_u32(~0u, rest), two_byte_values);
  } else {
    _mm512_storeu_si512(out + 32 * group, two_byte_values);
  }
}

void write_ascii(std::uint16_t* out, __m512i units) {
  _mm512_storeu_si512(out, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(units)));
  _mm512_storeu_si512(out + 32, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(units, 1)));
}
void write_ascii(std::uint16_t* out, unsigned count, __m512i units) {
  for (unsigned group = 0; 32 * group < count; ++group) {
    const __m512i from = load(kInterleave16[group]);
    store<true>(out, group, count, _mm512_maskz_permutexvar_epi8(0x5555555555555555, from, units));
  }
}

template <bool kMasked, class Block>
[[gnu::always_inline]] inline void write_values(std::uint16_t* out, unsigned count,
                                                const Block& block, __m512i last,
                                                const Marks& marks, Places emit, Planes planes) {
  planes = K::with_surrogates(block, last, marks, planes);
  const __mmask64 emitted = _cvtu64_mask64(emit);
  const __m512i low = _mm512_maskz_compress_epi8(emitted, planes.low);
  const __m512i middle = _mm512_maskz_compress_epi8(emitted, planes.middle);
  store<kMasked>(out, 0, count, _mm512_permutex2var_epi8(low, load(kInterleave16[0]), middle));
  if (count > 32)
    store<kMasked>(out, 1, count, _mm512_permutex2var_epi8(low, load(kInterleave16[1]), middle));
}

// ---- a block, and the input --------------------------------------------------

// The state that passes from block to block.
template <class Out>
struct Progress {
  std::size_t read = 0;
  Out* out;
  Carry carry{};
};

bool is_ascii(__m512i units) { return _mm512_movepi8_mask(units) == 0; }

// Continues from a block of ASCII while more follow inside the input and the
// room. Two blocks are read before the two before them are written, because a
// load waits for earlier stores to the same offset of another page.
template <class Out>
void write_ascii_run(const std::uint8_t* in, std::size_t length, const Out* out_end, __m512i first,
                     Progress<Out>& now) {
  write_ascii(now.out, first);
  // A few units are written twice, so that the stores are aligned.
  const std::size_t fit = kBlock - reinterpret_cast<std::uintptr_t>(now.out) % 64 / sizeof(Out);
  const std::uint8_t* at = in + now.read + fit;
  Out* out = now.out + fit;
  const std::size_t rest = length - now.read - fit;
  const auto room = static_cast<std::size_t>(out_end - out);
  std::size_t left = rest < room ? rest : room;
  const auto forward = [&](std::size_t blocks) __attribute__((always_inline)) {
    at += blocks * kBlock;
    out += blocks * kBlock;
    left -= blocks * kBlock;
  };
  if (left >= 4 * kBlock) {
    __m512i low = _mm512_loadu_si512(at), high = _mm512_loadu_si512(at + kBlock);
    while (left >= 4 * kBlock && is_ascii(_mm512_or_si512(low, high))) {
      const __m512i next_low = _mm512_loadu_si512(at + 2 * kBlock);
      const __m512i next_high = _mm512_loadu_si512(at + 3 * kBlock);
      write_ascii(out, low);
      write_ascii(out + kBlock, high);
      low = next_low;
      high = next_high;
      forward(2);
    }
  }
  for (; left >= kBlock && is_ascii(_mm512_loadu_si512(at)); forward(1))
    write_ascii(out, _mm512_loadu_si512(at));
  now.read = static_cast<std::size_t>(at - in);
  now.out = out;
}

// For simd_runs.h.
struct Avx512Instructions : MachineMemory {
  static __m512i lanes(unsigned value) { return _mm512_set1_epi32(static_cast<int>(value)); }
  // Of payloads of six bits, and above them less, last unit first.
  static __m512i values_of(__m512i payloads, unsigned by_pairs) {
    const __m512i low12_and_upper = _mm512_maddubs_epi16(payloads, lanes(by_pairs));
    return _mm512_madd_epi16(low12_and_upper, lanes(0x10000001));
  }
  static void store(void* out, __m512i values) { _mm512_storeu_si512(out, values); }

  static constexpr std::size_t kThrees = 96, kThreesRead = 112;
  static __m512i threes(const std::uint8_t* at, __mmask16& faults) {
    static constexpr Bytes64 kFromLastToLead = [] {
      Bytes64 from{};
      for (unsigned i = 0; i < 64; ++i)
        from.at[i] = static_cast<std::uint8_t>(i % 4 < 3 ? i / 4 * 3 + 2 - i % 4 : 0);
      return from;
    }();
    const __m512i units = _mm512_maskz_permutexvar_epi8(0x7777777777777777, load(kFromLastToLead),
                                                        _mm512_loadu_si512(at));
    const __m512i payloads = _mm512_xor_si512(units, lanes(0x00E08080));
    const __m512i values = values_of(payloads, 0x00014001);
    const __mmask16 wrong_marks = _mm512_test_epi32_mask(payloads, lanes(0x00F0C0C0));
    const __mmask16 overlong = _mm512_cmplt_epu32_mask(values, lanes(0x800));
    const __mmask16 surrogate =
        _mm512_cmpeq_epi32_mask(_mm512_and_si512(values, lanes(0xF800)), lanes(0xD800));
    faults = static_cast<__mmask16>(faults | wrong_marks | overlong | surrogate);
    return values;
  }
  template <class Out>
  static bool write_threes(Out* out, const std::uint8_t* at) {
    __mmask16 faults = 0;
    const __m512i first = threes(at, faults), second = threes(at + kThrees / 2, faults);
    if (faults != 0) return false;
    if constexpr (sizeof(Out) == 4) {
      store(out, first);
      store(out + 16, second);
    } else {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi32_epi16(first));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 16), _mm512_cvtepi32_epi16(second));
    }
    return true;
  }

  static constexpr std::size_t kFours = 128;
  static __m512i fours(const std::uint8_t* at, __mmask16& faults) {
    const __m512i from_last_to_lead =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    const __m512i units = _mm512_shuffle_epi8(_mm512_loadu_si512(at), from_last_to_lead);
    const __m512i payloads = _mm512_xor_si512(units, lanes(0xF0808080));
    const __m512i values = values_of(payloads, 0x40014001);
    const __mmask16 wrong_marks = _mm512_test_epi32_mask(payloads, lanes(0xF8C0C0C0));
    const __mmask16 out_of_range =
        _mm512_cmpge_epu32_mask(_mm512_sub_epi32(values, lanes(0x10000)), lanes(0x100000));
    faults = static_cast<__mmask16>(faults | wrong_marks | out_of_range);
    return values;
  }
  // The high surrogate below the low one, as memory has them.
  static __m512i surrogates(__m512i values) {
    const __m512i above = _mm512_sub_epi32(values, lanes(0x10000));
    const __m512i low = _mm512_slli_epi32(_mm512_and_si512(above, lanes(0x3FF)), 16);
    return _mm512_or_si512(_mm512_or_si512(low, _mm512_srli_epi32(above, 10)), lanes(0xDC00D800));
  }
  template <class Out>
  static bool write_fours(Out* out, const std::uint8_t* at) {
    constexpr std::size_t kHalf = kFours / 2, kHalfOut = kHalf / sizeof(Out);
    __mmask16 faults = 0;
    const __m512i first = fours(at, faults), second = fours(at + kHalf, faults);
    if (faults != 0) return false;
    store(out, sizeof(Out) == 4 ? first : surrogates(first));
    store(out + kHalfOut, sizeof(Out) == 4 ? second : surrogates(second));
    return true;
  }
};

// Returns whether the block was converted; if not, nothing has changed.
template <bool kLossy, class Out>
[[gnu::always_inline]] inline bool convert_inside(const std::uint8_t* in, std::size_t length,
                                                  Out* out_end, Progress<Out>& now) {
  const K::Block block{in + now.read};
  const __m512i last = block.back(0);
  const __mmask64 not_ascii = _mm512_movepi8_mask(last);
  if (not_ascii == 0) {
    write_ascii_run(in, length, out_end, last, now);
    now.carry = {};
    return true;
  }
  Carry carry = now.carry;
  const Marks marks = K::mark(block, last, not_ascii, carry);
  if (!kLossy && marks.ill_formed != 0) return false;
  const Places emit = K::emitting<Out>(marks);
  const unsigned count = count_of(emit);
  write_values<false>(now.out, count, block, last, marks, emit,
                      K::values(block, last, not_ascii, marks));
  now.out += count;
  now.read += kBlock;
  now.carry = carry;
  // A run would end at each error. It is tried only where there is none, so
  // that text with errors is not slower than text without.
  if constexpr (!kLossy)
    Runs<Avx512Instructions>::write<Out>(in, length, out_end, kBlock, count,
                                         count_of(marks.fourth_here), now);
  return true;
}

template <bool kLossy, class Out>
[[gnu::always_inline]] inline bool convert_edge(const std::uint8_t* in, std::size_t length,
                                                const Out* out_end, Progress<Out>& now) {
  const K::AtEdge block{in, now.read, length - now.read};
  const __m512i last = block.back(0);
  const __mmask64 not_ascii = _mm512_movepi8_mask(last);
  const Places inside = K::first_places(K::clamp(block.rest));
  Carry carry = now.carry;
  const Marks marks = K::mark(block, last, not_ascii, carry);
  if (!kLossy && (marks.ill_formed & inside) != 0) return false;
  const Places emit = K::emitting<Out>(marks) & inside;
  const unsigned count = count_of(emit);
  if (static_cast<std::size_t>(out_end - now.out) < count) return false;
  write_values<true>(now.out, count, block, last, marks, emit,
                     K::values(block, last, not_ascii, marks));
  now.out += count;
  now.read += K::clamp(block.rest);
  now.carry = carry;
  return true;
}

// The number of units before the first ill-formed subpart, in places that begin
// with a subpart.
std::size_t units_before(const Marks& marks, Places ill_formed) {
  const Places ends_before = marks.ends & _blsmsk_u64(ill_formed) & ~ill_formed;
  return kBlock - static_cast<std::size_t>(_lzcnt_u64(ends_before));
}

template <bool kLossy, class Out>
[[gnu::noinline]] Converted convert_whole(const std::uint8_t* in, std::size_t length, Out* out,
                                          std::size_t capacity) {
  const Whole block(in, length);
  const __mmask64 not_ascii = _mm512_movepi8_mask(block.units);
  if (not_ascii == 0 && capacity >= length) {
    write_ascii(out, static_cast<unsigned>(length), block.units);
    return {length, length};
  }
  Carry carry;
  const Marks marks = K::mark(block, block.units, not_ascii, carry);
  const Places ill_formed = marks.ill_formed & block.inside;
  std::size_t read = length;
  if (!kLossy && ill_formed != 0) [[unlikely]]
    read = units_before(marks, ill_formed);
  const Places emit = K::emitting<Out>(marks) & K::first_places(read);
  const unsigned count = count_of(emit);
  if (capacity < count) return {0, 0};
  write_values<true>(out, count, block, block.units, marks, emit,
                     K::values(block, block.units, not_ascii, marks));
  return {read, count};
}

template <bool kLossy, class Out>
[[gnu::noinline]] Converted convert_blocks(const std::uint8_t* in, std::size_t length, Out* out,
                                           std::size_t capacity) {
  Progress<Out> now{.out = out};
  Out* const end = out + capacity;
  bool goes_on = true;
  if (const __m512i first = _mm512_loadu_si512(in); is_ascii(first) && capacity >= kBlock)
    write_ascii_run(in, length, end, first, now);
  else
    goes_on = convert_edge<kLossy>(in, length, end, now);
  while (goes_on && length - now.read > kBlock && static_cast<std::size_t>(end - now.out) >= kBlock)
    goes_on = convert_inside<kLossy>(in, length, end, now);
  // The room is just enough.
  while (goes_on && length - now.read > kBlock)
    goes_on = convert_edge<kLossy>(in, length, end, now);

  const Carry& cut = now.carry;
  const bool continued = (cut.second | cut.third | cut.fourth) != 0;
  // A high surrogate may have been written without its low one.
  const std::size_t half = sizeof(Out) == 2 ? cut.fourth : 0;
  const std::size_t read = continued ? start_of_continued(in, now.read) : now.read;
  const std::size_t written = static_cast<std::size_t>(now.out - out) - half;
  const std::size_t rest = length - read;
  if (!goes_on || rest == 0 || rest > kBlock) return {read, written};
  const Converted last = convert_whole<kLossy>(in + read, rest, out + written, capacity - written);
  return {read + last.read, written + last.written};
}

// Only selects, so that short inputs do not pay for the stack frame of long
// ones.
template <bool kLossy, class Out>
Converted convert(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity) {
  return length <= kBlock ? convert_whole<kLossy>(in, length, out, capacity)
                          : convert_blocks<kLossy>(in, length, out, capacity);
}

}  // namespace

extern constinit const Kernel kAvx512Kernel = {
    16,
    8,
    K::valid_prefix,
    convert<false, std::uint32_t>,
    convert<true, std::uint32_t>,
    convert<false, std::uint16_t>,
    convert<true, std::uint16_t>,
    K::length_of<std::uint32_t>,
    K::length_of<std::uint16_t>,
};

}  // namespace placemat::simd
