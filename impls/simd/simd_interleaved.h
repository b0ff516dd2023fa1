// simd_interleaved.h: sequences of three and of four units for simd_runs.h, for an instruction
// set that loads every third or every fourth unit into a vector of its own: NEON. It must not know
// any instruction: V has them.
//
//   load_planes<n>(at): n vectors, of which the i-th has the i-th unit of each sequence of n
//   unsigned_less(a, b): FF or 00; are_zero(v)
//   store_pairs(out, first, second): two Words, a value of each in turn
//   what simd_planes.h names
//
// The prover has them too, and proves what is written here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "impls/simd/simd_planes.h"

namespace placemat::simd {

template <class V>
struct Interleaved {
  using Vec = typename V::Vec;
  using In = typename V::In;
  template <class Out>
  using To = typename V::template To<Out>;
  static constexpr std::size_t kGroup = 8;                      // values of one Words
  static constexpr unsigned kGroups = unsigned{V::kUnits} / 8;  // of one vector
  static constexpr unsigned kParts = 1;

  // Of each sequence the bits 0..7 and 8..15 of its value, and where it is no sequence.
  struct Threes {
    Vec low, middle, faults;
  };
  static constexpr std::size_t kThrees = 3 * V::kUnits, kThreesRead = kThrees;
  [[gnu::always_inline]] static Threes threes(In at) {
    const auto units = V::template load_planes<3>(at);
    const Vec lead = V::xor_(units[0], V::all(0xE0)), second = V::xor_(units[1], V::all(0x80)),
              third = V::xor_(units[2], V::all(0x80));
    const Vec upper = V::or_(V::template shl<4>(lead), V::template shr<2>(second));
    const Vec wrong_marks =
        V::or_(V::and_(lead, V::all(0xF0)), V::and_(V::or_(second, third), V::all(0xC0)));
    const Vec overlong = V::unsigned_less(upper, V::all(0x08));
    const Vec surrogate = V::equal(V::and_(upper, V::all(0xF8)), V::all(0xD8));
    const Vec low = V::or_(third, V::template shl<6>(second));
    return {V::found(low), V::found(upper),
            V::found(V::or_(wrong_marks, V::or_(overlong, surrogate)))};
  }
  template <class Out>
  [[gnu::always_inline]] static bool write_threes(To<Out> out, In at) {
    const Threes found = threes(at);
    if (!V::are_zero(found.faults)) return false;
    for (unsigned group = 0; group < kGroups; ++group) {
      const auto words = V::words(found.low, found.middle, group);
      if constexpr (sizeof(Out) == 4)
        V::store32(out + kGroup * group, words);
      else
        V::store16(out + kGroup * group, words);
    }
    return true;
  }

  // The same with the bits 16..20.
  struct Fours {
    Vec low, middle, high, faults;
  };
  static constexpr std::size_t kFours = 4 * V::kUnits;
  [[gnu::always_inline]] static Fours fours(In at) {
    const auto units = V::template load_planes<4>(at);
    const Vec lead = V::xor_(units[0], V::all(0xF0)), second = V::xor_(units[1], V::all(0x80)),
              third = V::xor_(units[2], V::all(0x80)), fourth = V::xor_(units[3], V::all(0x80));
    const Vec wrong_marks = V::or_(V::and_(lead, V::all(0xF8)),
                                   V::and_(V::or_(V::or_(second, third), fourth), V::all(0xC0)));
    const Vec high = V::or_(V::template shl<2>(lead), V::template shr<4>(second));
    const Vec out_of_range = V::and_(V::sub(high, V::all(1)), V::all(0xF0));
    const Vec middle = V::or_(V::template shl<4>(second), V::template shr<2>(third));
    const Vec low = V::or_(V::template shl<6>(third), fourth);
    return {V::found(low), V::found(middle), V::found(high),
            V::found(V::or_(wrong_marks, out_of_range))};
  }
  template <class Out>
  [[gnu::always_inline]] static bool write_fours(To<Out> out, In at) {
    const Fours found = fours(at);
    if (!V::are_zero(found.faults)) return false;
    if constexpr (sizeof(Out) == 4) {
      for (unsigned group = 0; group < kGroups; ++group) {
        V::store32(out + kGroup * group, V::words(found.low, found.middle, group),
                   V::words(found.high, V::zero(), group));
      }
    } else {
      // Both surrogates, each as its lower and its upper byte.
      const Vec above = V::sub(found.high, V::all(1));
      const Vec first_low = V::or_(V::template shl<6>(above), V::template shr<2>(found.middle));
      const Vec first_high = V::or_(V::template shr<2>(above), V::all(0xD8));
      const Vec second_high = V::or_(V::and_(found.middle, V::all(0x03)), V::all(0xDC));
      for (unsigned group = 0; group < kGroups; ++group) {
        V::store_pairs(out + 2 * kGroup * group, V::words(first_low, first_high, group),
                       V::words(found.low, second_high, group));
      }
    }
    return true;
  }
};

template <class V>
using InterleavedPlanes = Planes<V, Interleaved<V>>;

}  // namespace placemat::simd
