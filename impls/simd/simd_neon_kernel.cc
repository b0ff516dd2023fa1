// simd_neon_kernel.cc: the NEON (AArch64) instructions for simd_planes.h and
// simd_interleaved.h, 16 units at a time. It must not know the method.
#include <arm_neon.h>

#include "impls/simd/simd_interleaved.h"

namespace placemat::simd {
namespace {

struct NeonInstructions : MachineMemory {
  static constexpr std::size_t kUnits = 16;
  using Vec = uint8x16_t;
  using Words = uint8x16_t;

  static Vec load(const std::uint8_t* at) { return vld1q_u8(at); }
  static Vec zero() { return vdupq_n_u8(0); }
  static Vec all(unsigned unit) { return vdupq_n_u8(static_cast<std::uint8_t>(unit)); }
  template <int kBits>
  static Vec shl(Vec v) {
    return vshlq_n_u8(v, kBits);
  }
  template <int kBits>
  static Vec shr(Vec v) {
    return vshrq_n_u8(v, kBits);
  }
  static Vec and_(Vec a, Vec b) { return vandq_u8(a, b); }
  static Vec or_(Vec a, Vec b) { return vorrq_u8(a, b); }
  static Vec xor_(Vec a, Vec b) { return veorq_u8(a, b); }
  static Vec add(Vec a, Vec b) { return vaddq_u8(a, b); }
  static Vec sub(Vec a, Vec b) { return vsubq_u8(a, b); }
  static Vec subs(Vec a, Vec b) { return vqsubq_u8(a, b); }
  static Vec signed_less(Vec a, Vec b) {
    return vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
  }
  static Vec equal(Vec a, Vec b) { return vceqq_u8(a, b); }
  static Vec top_bit(Vec v) {  // FF or 00
    return vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(v), 7));
  }
  static Vec by_top_bit(Vec mask, Vec a, Vec b) { return vbslq_u8(top_bit(mask), a, b); }
  static Vec look_up(const Sixteen& table, Vec indices) {
    return vqtbl1q_u8(load(table.data()), indices);
  }
  static Vec bit_of_place() { return vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201)); }
  static std::uint32_t bits(Vec v) {
    const Vec found = and_(top_bit(v), bit_of_place());
    return vaddv_u8(vget_low_u8(found)) | std::uint32_t{vaddv_u8(vget_high_u8(found))} << 8;
  }
  static Vec from_bits(std::uint32_t bits) {
    const auto low = static_cast<std::uint8_t>(bits), high = static_cast<std::uint8_t>(bits >> 8);
    return vtstq_u8(vcombine_u8(vdup_n_u8(low), vdup_n_u8(high)), bit_of_place());
  }

  static Words words(Vec low, Vec middle, unsigned group) {
    return group == 0 ? vzip1q_u8(low, middle) : vzip2q_u8(low, middle);
  }
  static Words reorder(Words words, const std::array<Sixteen, 256>& rows, std::uint32_t row) {
    return vqtbl1q_u8(words, load(rows[row].data()));
  }
  static void store16(std::uint16_t* out, Words words) {
    vst1q_u16(out, vreinterpretq_u16_u8(words));
  }
  static void store32(std::uint32_t* out, Words words) { store32(out, words, zero()); }
  static void store32(std::uint32_t* out, Words words, Words high) {
    store_pairs(out, words, high);
  }
  // Interleaves the values of 16 bits of both.
  static void store_pairs(void* out, Words first, Words second) {
    const uint16x8_t a = vreinterpretq_u16_u8(first), b = vreinterpretq_u16_u8(second);
    auto* const at = static_cast<std::uint8_t*>(out);
    vst1q_u8(at, vreinterpretq_u8_u16(vzip1q_u16(a, b)));
    vst1q_u8(at + 16, vreinterpretq_u8_u16(vzip2q_u16(a, b)));
  }
  template <unsigned kPlanes>
  static std::array<Vec, kPlanes> load_planes(const std::uint8_t* at) {
    if constexpr (kPlanes == 3) {
      const uint8x16x3_t units = vld3q_u8(at);
      return {units.val[0], units.val[1], units.val[2]};
    } else {
      const uint8x16x4_t units = vld4q_u8(at);
      return {units.val[0], units.val[1], units.val[2], units.val[3]};
    }
  }
  static Vec unsigned_less(Vec a, Vec b) { return vcltq_u8(a, b); }
  static bool are_zero(Vec v) { return vmaxvq_u8(v) == 0; }

  static void write_ascii(std::uint16_t* out, Vec units) {
    store16(out, vzip1q_u8(units, zero()));
    store16(out + 8, vzip2q_u8(units, zero()));
  }
  static void write_ascii(std::uint32_t* out, Vec units) {
    store32(out, vzip1q_u8(units, zero()));
    store32(out + 8, vzip2q_u8(units, zero()));
  }
};

}  // namespace

extern constinit const Kernel kNeonKernel = InterleavedPlanes<NeonInstructions>::kernel();

}  // namespace placemat::simd
