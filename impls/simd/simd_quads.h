// simd_quads.h: sequences of three and of four units for simd_runs.h, each in a lane of 32 bits,
// for SSE4.1, AVX2 and AVX-512. It must not know any instruction: V has them.
//
//   load_threes(at): third, second and first unit of a sequence in each lane, from
//       its lowest byte on, and 00 above; reads kBehindThrees units more than these
//       sequences have
//   load_fours(at): the four units of a sequence in each lane, the last one lowest
//   all32(number), sub32, shl32<n>, shr32<n>: of lanes
//   equal32, signed_less32, shared32 (a and b have a bit in common): the lanes where it
//       is so, as a Vec that is nonzero there, or as one bit for each lane
//   products8(a, b): of each two bytes the products of a (unsigned) and b (signed),
//       added up, saturated to 16 bits
//   products16(a, b): of each two signed numbers of 16 bits the products, added up
//   or_, are_zero: of such lanes
//   store_lanes(out, v): 32 bits each, in UTF-16 two values, the lower half first
//   store_narrow(out, a, b): the lanes of both as 16 bits, where these suffice
//
// The prover has them too, and proves what is written here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace placemat::simd {

template <class V>
struct Quads {
  using Vec = typename V::Vec;
  using In = typename V::In;
  template <class Out>
  using To = typename V::template To<Out>;
  static constexpr std::size_t kLanes = V::kUnits / 4;
  // threes() and fours() have one of so many parts of what is taken at once.
  static constexpr unsigned kParts = 2;

  // Of each lane, and where it is no sequence.
  using Lanes = decltype(V::shared32(V::all32(0), V::all32(0)));
  struct Values {
    Vec values;
    Lanes faults;
  };

  static constexpr std::size_t kThrees = 2 * 3 * kLanes, kThreesRead = kThrees + V::kBehindThrees;
  [[gnu::always_inline]] static Values threes(In at) {
    const Vec payloads = V::xor_(V::load_threes(at), V::all32(0x00E08080));
    const Vec low12_and_upper = V::products8(payloads, V::all32(0x00014001));
    const Vec values = V::products16(low12_and_upper, V::all32(0x10000001));
    const Lanes wrong_marks = V::shared32(payloads, V::all32(0x00F0C0C0));
    const Lanes overlong = V::signed_less32(values, V::all32(0x800));
    const Lanes surrogate = V::equal32(V::and_(values, V::all32(0xF800)), V::all32(0xD800));
    return {V::found(values), V::found(V::or_(wrong_marks, V::or_(overlong, surrogate)))};
  }
  template <class Out>
  [[gnu::always_inline]] static bool write_threes(To<Out> out, In at) {
    const Values first = threes(at), second = threes(at + kThrees / 2);
    if (!V::are_zero(V::or_(first.faults, second.faults))) return false;
    if constexpr (sizeof(Out) == 4) {
      V::store_lanes(out, first.values);
      V::store_lanes(out + kLanes, second.values);
    } else {
      V::store_narrow(out, first.values, second.values);
    }
    return true;
  }

  static constexpr std::size_t kFours = 2 * 4 * kLanes;
  [[gnu::always_inline]] static Values fours(In at) {
    const Vec payloads = V::xor_(V::load_fours(at), V::all32(0xF0808080));
    const Vec low12_and_upper = V::products8(payloads, V::all32(0x40014001));
    const Vec values = V::products16(low12_and_upper, V::all32(0x10000001));
    const Lanes wrong_marks = V::shared32(payloads, V::all32(0xF8C0C0C0));
    const Vec upper = V::template shr32<20>(V::sub32(values, V::all32(0x10000)));
    const Lanes out_of_range = V::shared32(upper, upper);
    return {V::found(values), V::found(V::or_(wrong_marks, out_of_range))};
  }
  // The high surrogate in the lower half, because it comes first in memory.
  [[gnu::always_inline]] static Vec surrogates(Vec values) {
    const Vec above = V::sub32(values, V::all32(0x10000));
    const Vec low = V::template shl32<16>(V::and_(above, V::all32(0x3FF)));
    return V::or_(V::or_(low, V::template shr32<10>(above)), V::all32(0xDC00D800));
  }
  template <class Out>
  [[gnu::always_inline]] static bool write_fours(To<Out> out, In at) {
    constexpr std::size_t kHalf = kFours / 2, kHalfOut = kHalf / sizeof(Out);
    const Values first = fours(at), second = fours(at + kHalf);
    if (!V::are_zero(V::or_(first.faults, second.faults))) return false;
    if constexpr (sizeof(Out) == 4) {
      V::store_lanes(out, first.values);
      V::store_lanes(out + kHalfOut, second.values);
    } else {
      V::store_lanes(out, surrogates(first.values));
      V::store_lanes(out + kHalfOut, surrogates(second.values));
    }
    return true;
  }
};

}  // namespace placemat::simd
