// words.h: the operations in which a decoder is written when it is to be proved. A decoder that
// is a template over `Words` compiles to machine words here, and to symbolic words in the prover
// (harness/prove). So what is proved is the source that runs. This file must not know the prover.
//
//   U32, U64       unsigned words: | & ^ + - * << >> and comparisons. What a comparison gives is
//                  used in `if`, `?:`, `&&`, `||` and `!`.
//   Size           an offset or a length
//   Text           the units from one place to the end: text[i], text.size(), text.behind(i)
//   four(text, i), eight(text, i)
//                  so many units from place i on as one number, the first in the lowest place
//   trailing_zeros(x)
//                  of a U64: 64 where it is 0
//   cell(t, i)     entry i of a table of constants
//   low(x)         the low 32 bits of a U64
//   divide(x, y)   quotient and remainder of two U64, of which the second is not 0
//   select<T>(condition, yes, no)
//                  one of two words of type T, both of which are computed; no branch
//
// Constants are written where they are used, or in a constexpr table; the prover changes each.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace placemat {

struct MachineWords {
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  using Size = std::size_t;

  class Text {
   public:
    constexpr Text(const std::uint8_t* at, const std::uint8_t* end) : at_(at), end_(end) {}
    constexpr std::size_t size() const { return static_cast<std::size_t>(end_ - at_); }
    constexpr std::uint32_t operator[](std::size_t index) const { return at_[index]; }
    constexpr Text behind(std::size_t index) const { return {at_ + index, end_}; }
    constexpr const std::uint8_t* at(std::size_t index) const { return at_ + index; }

   private:
    const std::uint8_t *at_, *end_;
  };

  template <std::size_t kCount>
  static constexpr std::uint32_t cell(const std::array<std::uint8_t, kCount>& table,
                                      std::size_t index) {
    return table[index];
  }
  template <std::size_t kCount>
  static constexpr std::uint32_t cell(const std::array<std::uint32_t, kCount>& table,
                                      std::size_t index) {
    return table[index];
  }
  template <std::size_t kCount>
  static constexpr std::uint64_t cell(const std::array<std::uint64_t, kCount>& table,
                                      std::size_t index) {
    return table[index];
  }
  template <std::size_t kCount>
  static constexpr std::uint32_t cell(const std::array<std::uint16_t, kCount>& table,
                                      std::size_t index) {
    return table[index];
  }
  static std::uint32_t four(Text text, std::size_t index) {
    std::uint32_t units;
    std::memcpy(&units, text.at(index), sizeof units);
    return std::endian::native == std::endian::little ? units : __builtin_bswap32(units);
  }
  static std::uint64_t eight(Text text, std::size_t index) {
    std::uint64_t units;
    std::memcpy(&units, text.at(index), sizeof units);
    return std::endian::native == std::endian::little ? units : __builtin_bswap64(units);
  }
  static constexpr std::size_t trailing_zeros(std::uint64_t word) {
    return static_cast<std::size_t>(std::countr_zero(word));
  }
  struct Divided {
    std::uint64_t quotient, remainder;
  };
  static constexpr Divided divide(std::uint64_t number, std::uint64_t by) {
    return {number / by, number % by};
  }
  template <class T>
  static constexpr T select(bool condition, T yes, T no) {
    return condition ? yes : no;
  }
  static constexpr std::uint32_t low(std::uint64_t word) {
    return static_cast<std::uint32_t>(word);
  }
};

}  // namespace placemat
