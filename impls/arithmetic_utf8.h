// arithmetic_utf8.h: for the tests of this directory, all strings of up to
// three units that are UTF-8 sequences or prefixes of one. They come from
// encoding every scalar value with divisions (RFC 3629 section 3). It must not
// know any table of ranges, because the decoders under test use such tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace placemat {

class ArithmeticUtf8 {
 public:
  enum Kind : std::uint8_t { kNeither = 0, kWhole = 1, kPrefix = 2 };

  ArithmeticUtf8() {
    for (std::size_t length = 1; length <= 3; ++length)
      kinds_[length].resize(std::size_t{1} << 8 * length);
    for (std::uint32_t value = 0; value <= 0x10FFFF; ++value)
      if (value < 0xD800 || value > 0xDFFF) add(value);
  }

  // At most three units. A fourth completes a prefix when it is 80..BF, because
  // the last six bits of a value are free.
  Kind kind(const std::uint8_t* units, std::size_t length) const {
    std::size_t index = 0;
    for (std::size_t i = 0; i < length; ++i) index = index << 8 | units[i];
    return static_cast<Kind>(kinds_[length][index]);
  }

  // The first item of a text: its number of units and its value. The value is
  // U+FFFD for a maximal subpart (D93b), and `well_formed` distinguishes it
  // from a real U+FFFD.
  struct Item {
    std::size_t length;
    std::uint32_t value;
    bool well_formed;
    bool at_end;  // ill-formed only because the text ends
  };
  Item first_item(const std::uint8_t* units, std::size_t length) const {
    std::size_t prefix = 0;
    for (std::size_t taken = 1; taken <= length && taken <= 3; ++taken) {
      const Kind found = kind(units, taken);
      if (found == kWhole) return {taken, value_of(units, taken), true, false};
      if (found == kNeither) break;
      prefix = taken;
    }
    if (prefix == 3 && length > 3 && units[3] / 64 == 2)
      return {4, value_of(units, 4), true, false};
    if (prefix == 0) return {1, 0xFFFD, false, false};
    return {prefix, 0xFFFD, false, prefix == length};
  }

 private:
  void add(std::uint32_t value) {
    const std::uint32_t last = 0x80 + value % 64, third = 0x80 + value / 64 % 64;
    if (value < 0x80) {
      mark({value}, kWhole);
    } else if (value < 0x800) {
      mark({0xC0 + value / 64}, kPrefix);
      mark({0xC0 + value / 64, last}, kWhole);
    } else if (value < 0x10000) {
      mark({0xE0 + value / 4096}, kPrefix);
      mark({0xE0 + value / 4096, third}, kPrefix);
      mark({0xE0 + value / 4096, third, last}, kWhole);
    } else {
      const std::uint32_t lead = 0xF0 + value / 262144, second = 0x80 + value / 4096 % 64;
      mark({lead}, kPrefix);
      mark({lead, second}, kPrefix);
      mark({lead, second, third}, kPrefix);
    }
  }
  void mark(std::initializer_list<std::uint32_t> units, Kind kind) {
    std::size_t index = 0;
    for (const std::uint32_t unit : units) index = index << 8 | unit;
    kinds_[units.size()][index] = kind;
  }
  static std::uint32_t value_of(const std::uint8_t* units, std::size_t length) {
    static constexpr std::uint32_t kMarks[] = {0, 0x00, 0xC0, 0xE0, 0xF0};
    std::uint32_t value = units[0] - kMarks[length];
    for (std::size_t i = 1; i < length; ++i) value = value * 64 + (units[i] - 0x80u);
    return value;
  }

  std::vector<std::uint8_t> kinds_[4];
};

}  // namespace placemat
