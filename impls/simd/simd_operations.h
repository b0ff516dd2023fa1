// simd_operations.h: each vector operation of a kernel by itself, on bytes in memory, so that a
// test can compare it with what the prover takes it for. Its own files are compiled for the
// kernel's instructions; no decoder uses them.
#pragma once

#include <cstdint>
#include <cstring>

#include "impls/simd/simd_planes.h"

namespace placemat::simd {

inline constexpr Sixteen kSomeTable = {0x00, 0x25, 0x4A, 0x6F, 0x94, 0xB9, 0xDE, 0x03,
                                       0x28, 0x4D, 0x72, 0x97, 0xBC, 0xE1, 0x06, 0x2B};
constexpr std::array<Sixteen, 256> make_some_rows() {
  std::array<Sixteen, 256> rows{};
  for (unsigned row = 0; row < 256; ++row)
    for (unsigned i = 0; i < 16; ++i)
      rows[row][i] = static_cast<std::uint8_t>((7 * row + i * (row / 16 + 1)) % 16);
  return rows;
}
inline constexpr std::array<Sixteen, 256> kSomeRows = make_some_rows();

// Calls `use(name, V's answer)` for each operation on a, b and mask, blocks of V::kUnits units.
template <class V, class Use>
static void for_each_operation(const std::uint8_t* a, const std::uint8_t* b,
                               const std::uint8_t* mask, const Use& use) {
  using Vec = typename V::Vec;
  const Vec x = V::load(a), y = V::load(b), m = V::load(mask);
  const auto give = [&](const char* name, const Vec& result) {
    std::uint8_t units[V::kUnits];
    std::memcpy(units, &result, sizeof units);
    use(name, units);
  };
  give("load", x);
  give("zero", V::zero());
  give("all", V::all(a[0]));
  give("shl 2", V::template shl<2>(x));
  give("shl 6", V::template shl<6>(x));
  give("shr 2", V::template shr<2>(x));
  give("shr 4", V::template shr<4>(x));
  give("and", V::and_(x, y));
  give("or", V::or_(x, y));
  give("xor", V::xor_(x, y));
  give("add", V::add(x, y));
  give("sub", V::sub(x, y));
  give("subs", V::subs(x, y));
  give("signed_less", V::signed_less(x, y));
  give("equal", V::equal(x, y));
  give("by_top_bit", V::by_top_bit(m, x, y));
  give("look_up", V::look_up(kSomeTable, V::and_(x, V::all(0x0F))));
  const std::uint32_t bits = V::bits(x);
  std::uint8_t of_bits[V::kUnits] = {};
  std::memcpy(of_bits, &bits, sizeof bits);
  use("bits", of_bits);
  give("from_bits", V::from_bits(bits));
  // Eight values, or those of a block, in parts of the size of a block.
  const auto give_written = [&](const char* name, const auto& write) {
    std::uint8_t written[4 * 32] = {};
    write(written);
    for (std::size_t at = 0; at < sizeof written; at += V::kUnits) use(name, written + at);
  };
  for (unsigned group = 0; group < V::kUnits / 8; ++group) {
    const typename V::Words words = V::words(x, y, group), high = V::words(y, x, group);
    const auto as16 = [](std::uint8_t* to) { return reinterpret_cast<std::uint16_t*>(to); };
    const auto as32 = [](std::uint8_t* to) { return reinterpret_cast<std::uint32_t*>(to); };
    give_written("store16", [&](std::uint8_t* to) { V::store16(as16(to), words); });
    give_written("store32", [&](std::uint8_t* to) { V::store32(as32(to), words); });
    give_written("store32 high", [&](std::uint8_t* to) { V::store32(as32(to), words, high); });
    give_written("reorder", [&](std::uint8_t* to) {
      V::store16(as16(to), V::reorder(words, kSomeRows, mask[group]));
    });
    if (group > 0) continue;
    give_written("write_ascii 16", [&](std::uint8_t* to) { V::write_ascii(as16(to), x); });
    give_written("write_ascii 32", [&](std::uint8_t* to) { V::write_ascii(as32(to), x); });
  }
  if constexpr (requires { V::all32(0); }) {
    give("load_threes", V::load_threes(a));
    give("load_fours", V::load_fours(a));
    give("all32", V::all32(a[0] * 0x01020304u));
    give("sub32", V::sub32(x, y));
    give("shl32 16", V::template shl32<16>(x));
    give("shr32 10", V::template shr32<10>(x));
    give("shr32 20", V::template shr32<20>(x));
    give("shared32", V::shared32(x, y));
    give("equal32", V::equal32(x, V::by_top_bit(m, x, y)));
    give("signed_less32", V::signed_less32(x, y));
    give("products8", V::products8(x, y));
    give("products16", V::products16(x, y));
    give_written("store_lanes", [&](std::uint8_t* to) { V::store_lanes(to, x); });
    give_written("store_narrow", [&](std::uint8_t* to) {
      V::store_narrow(reinterpret_cast<std::uint16_t*>(to), x, V::template shr32<16>(y));
    });
    give("are_zero", V::all(V::are_zero(V::subs(x, V::all(a[0]))) ? 1 : 0));
  }
  if constexpr (requires { V::unsigned_less(x, y); }) {
    std::uint8_t text[4 * V::kUnits];
    const std::uint8_t* const parts[4] = {a, b, mask, a};
    for (unsigned i = 0; i < 4; ++i) std::memcpy(text + i * V::kUnits, parts[i], V::kUnits);
    for (const Vec& plane : V::template load_planes<3>(text)) give("load_planes 3", plane);
    for (const Vec& plane : V::template load_planes<4>(text)) give("load_planes 4", plane);
    give("unsigned_less", V::unsigned_less(x, y));
    give("are_zero", V::all(V::are_zero(V::subs(x, V::all(a[0]))) ? 1 : 0));
    give("are_zero", V::all(V::are_zero(V::sub(x, x)) ? 1 : 0));
    for (unsigned group = 0; group < V::kUnits / 8; ++group) {
      give_written("store_pairs", [&](std::uint8_t* to) {
        V::store_pairs(reinterpret_cast<std::uint16_t*>(to), V::words(x, y, group),
                       V::words(y, m, group));
      });
    }
  }
}

constexpr std::array<std::uint8_t, 128> make_large_table() {
  std::array<std::uint8_t, 128> table{};
  for (unsigned i = 0; i < 128; ++i) table[i] = static_cast<std::uint8_t>(37 * i + i / 16);
  return table;
}
struct alignas(64) LargeTable {
  std::array<std::uint8_t, 128> entries = make_large_table();
};
struct alignas(64) SmallTable {
  std::array<std::uint8_t, 64> entries{};
};
constexpr SmallTable make_small_table() {
  SmallTable table;
  for (unsigned i = 0; i < 64; ++i) table.entries[i] = make_large_table()[127 - i];
  return table;
}
inline constexpr LargeTable kLargeTable;
inline constexpr SmallTable kSmallTable = make_small_table();

// The same for V as simd_masks.h has it: places are given as 64 units of 1 or 0, and a number as
// the first of 64 units.
template <class V, class Use>
static void for_each_mask_operation(const std::uint8_t* a, const std::uint8_t* b,
                                    const std::uint8_t* mask, const Use& use) {
  using Vec = typename V::Vec;
  const Vec x = V::load(a), y = V::load(b), m = V::load(mask);
  const auto give = [&](const char* name, const Vec& result) {
    std::uint8_t units[V::kUnits];
    std::memcpy(units, &result, sizeof units);
    use(name, units);
  };
  const auto give_places = [&](const char* name, std::uint64_t places) {
    std::uint8_t units[V::kUnits];
    for (unsigned i = 0; i < V::kUnits; ++i) units[i] = places >> i & 1;
    use(name, units);
  };
  const auto give_number = [&](const char* name, std::size_t number) {
    const std::uint8_t units[V::kUnits] = {static_cast<std::uint8_t>(number)};
    use(name, units);
  };
  give("load", x);
  give("all", V::all(a[0]));
  give("or", V::or_(x, y));
  give("sub", V::sub(x, y));
  give("subs", V::subs(x, y));
  give_places("top_bits", V::top_bits(x));
  give_places("at_least", V::at_least(x, y));
  give_places("signed_less", V::signed_less(x, y));
  give_places("less_in", V::less_in(V::top_bits(m), x, y));
  give("look_up64", V::look_up64(kSmallTable.entries, x));
  give("look_up128", V::look_up128(kLargeTable.entries, x));
  give("upper_six", V::upper_six(x));
  give("of_three 6A", V::template of_three<0x6A>(x, y, m));
  give("of_three A8", V::template of_three<0xA8>(x, y, m));
  give("of_three CA", V::template of_three<0xCA>(x, y, m));
  give_number("is_zero", V::is_zero(V::subs(x, V::all(a[0]))) ? 1 : 0);
  give_number("is_zero", V::is_zero(V::sub(x, x)) ? 1 : 0);
  give_number("count_of", V::count_of(V::top_bits(x)));
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{64},
                                  std::size_t{mask[0] % 65u}}) {
    give_places("first_places", V::first_places(count));
    give("load_first", V::load_first(a, count));
  }
  give("and", V::and_(x, y));
  give("shl 2", V::template shl<2>(x));
  give("shl 4", V::template shl<4>(x));
  give("shl 6", V::template shl<6>(x));
  give("shr 2", V::template shr<2>(x));
  give("shr 4", V::template shr<4>(x));
  give("only", V::only(V::top_bits(m), x));
  give("put", V::put(V::top_bits(m), x, y));
  give("sub_in", V::sub_in(V::top_bits(m), x, y, m));
  give("moved_up 0", V::moved_up(x, 0));
  give("moved_up 1", V::moved_up(x, 1));
  give("moved_up 2", V::moved_up(x, 2));
  give("moved_up 3", V::moved_up(x, 3));
  give("compress", V::compress(V::top_bits(m), x));
  give("compress all", V::compress(~std::uint64_t{0}, x));
  give_number("width_of", V::width_of(V::top_bits(m) >> mask[1] % 64));
  give_number("width_of", V::width_of(0));
  for (unsigned group = 0; group < 2; ++group) {
    give("values16", V::values16(x, group));
    give("values16", V::values16(x, y, group));
  }
  for (unsigned group = 0; group < 4; ++group) {
    give("values32", V::values32(x, group));
    give("values32", V::values32(x, y, group));
    give("values32", V::values32(x, y, m, group));
  }
  // In parts of the size of a block, with room for more.
  const auto give_written = [&](const char* name, const auto& write) {
    alignas(64) std::uint8_t written[5 * 64] = {};
    write(written);
    for (std::size_t at = 0; at < sizeof written; at += V::kUnits) use(name, written + at);
  };
  const auto as16 = [](std::uint8_t* to) { return reinterpret_cast<std::uint16_t*>(to); };
  const auto as32 = [](std::uint8_t* to) { return reinterpret_cast<std::uint32_t*>(to); };
  for (const std::size_t count : {std::size_t{0}, std::size_t{15}, std::size_t{32}, std::size_t{63},
                                  std::size_t{mask[0] % 65u}}) {
    for (const std::size_t before : {0u, 16u, 32u, 48u}) {
      give_written("store_first",
                   [&](std::uint8_t* to) { V::store_first(as16(to), x, before, count); });
      give_written("store_first",
                   [&](std::uint8_t* to) { V::store_first(as32(to), x, before, count); });
    }
  }
  give_written("write_ascii", [&](std::uint8_t* to) { V::write_ascii(as16(to), x); });
  give_written("write_ascii", [&](std::uint8_t* to) { V::write_ascii(as32(to), x); });
  give_written("store_lanes", [&](std::uint8_t* to) { V::store_lanes(as16(to), x); });
  give_written("store_lanes", [&](std::uint8_t* to) { V::store_lanes(as32(to), x); });
  give_written("store_narrow", [&](std::uint8_t* to) { V::store_narrow(as16(to), x, y); });
  give("load_threes", V::load_threes(a));
  give("load_fours", V::load_fours(a));
  give("xor", V::xor_(x, y));
  give("all32", V::all32(a[0] * 0x01020304u));
  give("sub32", V::sub32(x, y));
  give("shl32 16", V::template shl32<16>(x));
  give("shr32 10", V::template shr32<10>(x));
  give("shr32 20", V::template shr32<20>(x));
  give("products8", V::products8(x, y));
  give("products16", V::products16(x, y));
  const Vec mixed = V::put(V::top_bits(m), x, y);
  give_places("equal32", V::equal32(x, V::put(0xFFFF0000FFFF0000, x, y)));
  give_places("signed_less32", V::signed_less32(x, y));
  give_places("shared32", V::shared32(V::and_(x, mixed), y));
  give_places("or lanes", V::or_(V::equal32(x, mixed), V::signed_less32(x, y)));
  give_number("are_zero", V::are_zero(V::equal32(x, y)) ? 1 : 0);
  give_number("are_zero", V::are_zero(V::signed_less32(x, x)) ? 1 : 0);
}

}  // namespace placemat::simd
