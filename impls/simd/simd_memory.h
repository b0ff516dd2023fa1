// simd_memory.h: the part of V (simd_planes.h) that needs no instruction: memory, and numbers of
// units. It must not know the method.
//
//   In, Size, Places: a place of the input, a number of units, one bit for each unit of a block
//   To<Out>: a place of the output
//   low(size): its low 32 bits; count_of(places): the number of bits that are set
//   Copy<n>, copy(to, place, from, count): units at an edge of the input
//   Written<Out, n>, copy_values(to, from, count): values before they have room
//   behind_aligned<n>(to): the values between an address that n divides and `to`
//   found(x): x, for which the prover puts any value
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace placemat::simd {

// In each kernel's file by itself (simd_kernel.h).
namespace {

struct MachineMemory {
  using In = const std::uint8_t*;
  using Size = std::size_t;
  using Places = std::uint32_t;
  template <class Out>
  using To = Out*;
  [[gnu::always_inline]] static Places low(Size size) { return static_cast<Places>(size); }
  [[gnu::always_inline]] static Size count_of(Places places) {
    return static_cast<unsigned>(__builtin_popcount(places));
  }
  template <std::size_t kCount>
  struct Copy {
    std::uint8_t units[kCount] = {};
    In at(std::size_t place) const { return units + place; }
  };
  template <std::size_t kCount>
  [[gnu::always_inline]] static void copy(Copy<kCount>& to, Size place, In from, Size count) {
    std::memcpy(to.units + place, from, count);
  }
  template <class Out, std::size_t kCount>
  struct Written {
    Out values[kCount];
    Out* at() { return values; }
  };
  template <class Out, std::size_t kCount>
  [[gnu::always_inline]] static void copy_values(Out* to, const Written<Out, kCount>& from,
                                                 Size count) {
    std::memcpy(to, from.values, count * sizeof(Out));
  }
  template <std::size_t kAlignment, class Out>
  [[gnu::always_inline]] static Size behind_aligned(const Out* to) {
    return reinterpret_cast<std::uintptr_t>(to) % kAlignment / sizeof(Out);
  }
  template <class Any>
  [[gnu::always_inline]] static Any found(Any any) {
    return any;
  }
};

}  // namespace

}  // namespace placemat::simd
