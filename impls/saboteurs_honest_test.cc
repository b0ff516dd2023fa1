// saboteurs_honest_test.cc: honest.h against the definition by arithmetic: a sequence is
// well-formed when it encodes some scalar value.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

using Bytes = std::vector<std::uint8_t>;

// The value in the units that RFC 3629 section 3 prescribes for it.
Bytes written_as(std::uint32_t value) {
  const std::uint32_t count = value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
  constexpr std::array<std::uint32_t, 5> kMarks{0, 0x00, 0xC0, 0xE0, 0xF0};
  Bytes units;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t bits = value >> 6 * (count - 1 - i);
    units.push_back(static_cast<std::uint8_t>(i == 0 ? kMarks[count] | bits : 0x80 | bits % 64));
  }
  return units;
}

// All prefixes of all well-formed sequences, to three units.
class Prefixes {
 public:
  Prefixes() : begins_(kSlots), whole_(kSlots, kNone) {
    for (std::uint32_t value = 0; value <= 0x10FFFF; ++value) {
      if (0xD800 <= value && value <= 0xDFFF) continue;
      const Bytes units = written_as(value);
      for (std::size_t n = 1; n <= std::min<std::size_t>(units.size(), 3); ++n)
        begins_[slot(units.data(), n)] = true;
      if (units.size() <= 3) whole_[slot(units.data(), units.size())] = value;
    }
  }

  // D84, D93b: the shortest whole sequence, else the longest prefix, else one.
  Decoded first_of(const std::uint8_t* units, std::size_t length) const {
    std::size_t prefix = 0;
    while (prefix < length && begins_[slot(units, prefix + 1)]) {
      ++prefix;
      const std::uint32_t value = whole_[slot(units, prefix)];
      if (value != kNone) return Decoded::of(value, prefix);
    }
    if (prefix == 0) return Decoded::ill_formed(1);
    return prefix == length ? Decoded::incomplete(prefix) : Decoded::ill_formed(prefix);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::size_t kSlots = 0x1010100;  // 256 + 256^2 + 256^3
  static std::size_t slot(const std::uint8_t* units, std::size_t length) {
    std::size_t index = units[0];
    for (std::size_t i = 1; i < length; ++i) index = (index + 1) << 8 | units[i];
    return index;
  }

  std::vector<bool> begins_;
  std::vector<std::uint32_t> whole_;
};

std::string text_of(const Decoded& d) {
  std::ostringstream text;
  text << (is_value(d)        ? "value "
           : is_ill_formed(d) ? "ill "
                              : "inc ")
       << d.length << ' ' << std::hex << (is_value(d) ? d.value : 0);
  return text.str();
}

TEST(Honest, DecodesAllStringsToThreeUnitsByDefinition) {
  const auto prefixes = std::make_unique<Prefixes>();
  std::size_t differences = 0;
  for (std::size_t length = 1; length <= 3; ++length) {
    for (std::uint32_t number = 0; number < 1u << 8 * length; ++number) {
      std::array<std::uint8_t, 3> units{};
      for (std::size_t i = 0; i < length; ++i)
        units[i] = static_cast<std::uint8_t>(number >> 8 * (length - 1 - i));
      const Decoded expected = prefixes->first_of(units.data(), length);
      const Decoded seen = Honest::decode_one(units.data(), units.data() + length);
      const bool same = seen.kind == expected.kind && seen.length == expected.length &&
                        (!is_value(expected) || seen.value == expected.value);
      if (same || ++differences > 5) continue;
      ADD_FAILURE() << testing::PrintToString(
                           Bytes(units.begin(), units.begin() + static_cast<int>(length)))
                    << ": " << text_of(seen) << ", not " << text_of(expected);
    }
  }
  EXPECT_EQ(differences, 0u);
}

TEST(Honest, DecodesAndEncodesEveryScalarValue) {
  std::size_t values = 0;
  for (std::uint32_t value = 0; value <= 0x10FFFF; ++value) {
    std::uint8_t units[PLACEMAT_MAX_SEQUENCE];
    const std::size_t length = encode(value, units);
    if (0xD800 <= value && value <= 0xDFFF) {
      ASSERT_EQ(length, 0u);
      continue;
    }
    ++values;
    const Bytes expected = written_as(value);
    ASSERT_EQ(Bytes(units, units + length), expected);
    const Decoded d = Honest::decode_one(units, units + length);
    ASSERT_TRUE(is_value(d) && d.length == length && d.value == value) << std::hex << value;
  }
  EXPECT_EQ(values, 1112064u);
  EXPECT_EQ(encode(0x110000, nullptr), 0u);
}

}  // namespace
}  // namespace placemat::saboteur
