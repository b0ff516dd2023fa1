// Each operation of the symbolic lanes does what the instructions do: on all pairs of corner values
// and on random ones. They are the list of what a proof of a kernel trusts.
#include "harness/prove/lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>

#include "harness/bytes/bytes.h"
#include "harness/bytes/hash.h"

extern "C" {
using placemat_use = void (*)(void*, const char*, const std::uint8_t*);
using placemat_operations = void(const std::uint8_t*, const std::uint8_t*, const std::uint8_t*,
                                 placemat_use, void*);
// Those of another processor are not built.
#if defined(__x86_64__)
placemat_operations placemat_simd_avx2_operations, placemat_simd_sse41_operations,
    placemat_simd_avx512_operations;
#elif defined(__aarch64__)
placemat_operations placemat_simd_neon_operations;
#endif
}

namespace placemat::prove {
namespace {

// As in simd_operations.h.
constexpr std::array<std::uint8_t, 16> kSomeTable = {
    0x00, 0x25, 0x4A, 0x6F, 0x94, 0xB9, 0xDE, 0x03, 0x28, 0x4D, 0x72, 0x97, 0xBC, 0xE1, 0x06, 0x2B};

constexpr std::array<std::array<std::uint8_t, 16>, 256> make_some_rows() {
  std::array<std::array<std::uint8_t, 16>, 256> rows{};
  for (unsigned row = 0; row < 256; ++row)
    for (unsigned i = 0; i < 16; ++i)
      rows[row][i] = static_cast<std::uint8_t>((7 * row + i * (row / 16 + 1)) % 16);
  return rows;
}
constexpr std::array<std::array<std::uint8_t, 16>, 256> kSomeRows = make_some_rows();

using E = z3::expr;
using Units = std::vector<std::uint8_t>;
using Answers = std::vector<std::pair<std::string, Units>>;

template <std::size_t kCount>
Answers by_processor(void (*operations)(const std::uint8_t*, const std::uint8_t*,
                                        const std::uint8_t*, placemat_use, void*),
                     const Units& a, const Units& b, const Units& mask) {
  Answers all;
  operations(
      a.data(), b.data(), mask.data(),
      [](void* to, const char* name, const std::uint8_t* units) {
        static_cast<Answers*>(to)->emplace_back(name, Units(units, units + kCount));
      },
      &all);
  return all;
}

// In the order of simd_operations.h. kHasWide: lanes of 32 bits, otherwise vectors of every third
// and fourth unit.
template <class V, bool kHasWide>
Answers by_lanes(const Units& a, const Units& b, const Units& mask) {
  z3::context& context = Explorer::current().context();
  const auto vec = [&](const Units& units) {
    typename V::Vec v;
    for (const unsigned unit : units) v.lanes.push_back(context.bv_val(unit, 8));
    return v;
  };
  std::vector<z3::expr> cells = vec(a).lanes;
  const SymbolicCells memory(cells);
  const typename V::Vec x = V::load(SymbolicIn(memory, context.bv_val(0, 64))), y = vec(b),
                        m = vec(mask);
  Answers all;
  const auto give = [&](const char* name, const typename V::Vec& result) {
    Units units;
    for (const z3::expr& lane : result.lanes)
      units.push_back(static_cast<std::uint8_t>(lane.simplify().get_numeral_uint64()));
    all.emplace_back(name, units);
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
  const auto bits = V::bits(x);
  const auto number = static_cast<std::uint32_t>(bits.expr().simplify().get_numeral_uint64());
  Units of_bits(V::kUnits);
  std::memcpy(of_bits.data(), &number, sizeof number);
  all.emplace_back("bits", of_bits);
  give("from_bits", V::from_bits(bits));
  const auto give_written = [&]<class Out>(const char* name, Out, const auto& write) {
    SymbolicOutput output(context.bv_val(32, 64));
    write(SymbolicTo<Out>(output, context.bv_val(0, 64)));
    Units units;
    for (const E& value : output.stores().front().values) {
      const std::uint64_t bytes = value.simplify().get_numeral_uint64();
      for (unsigned i = 0; i < sizeof(Out); ++i)
        units.push_back(static_cast<std::uint8_t>(bytes >> 8 * i));
    }
    units.resize(4 * 32);
    for (std::size_t at = 0; at < units.size(); at += V::kUnits) {
      const auto part = units.begin() + static_cast<std::ptrdiff_t>(at);
      all.emplace_back(name, Units(part, part + V::kUnits));
    }
  };
  constexpr std::uint16_t k16{};
  constexpr std::uint32_t k32{};
  for (unsigned group = 0; group < V::kUnits / 8; ++group) {
    const SymbolicVectors::Words words = V::words(x, y, group), high = V::words(y, x, group);
    give_written("store16", k16, [&](auto to) { V::store16(to, words); });
    give_written("store32", k32, [&](auto to) { V::store32(to, words); });
    give_written("store32 high", k32, [&](auto to) { V::store32(to, words, high); });
    give_written("reorder", k16, [&](auto to) {
      const SymbolicVectors::Places row(context.bv_val(unsigned{mask[group]}, 32));
      V::store16(to, V::reorder(words, kSomeRows, row));
    });
    if (group > 0) continue;
    give_written("write_ascii 16", k16, [&](auto to) { V::write_ascii(to, x); });
    give_written("write_ascii 32", k32, [&](auto to) { V::write_ascii(to, x); });
  }
  if constexpr (!kHasWide) {
    Units text = a;
    for (const Units* part : {&b, &mask, &a}) text.insert(text.end(), part->begin(), part->end());
    const SymbolicCells long_memory(vec(text).lanes);
    const SymbolicIn at(long_memory, context.bv_val(0, 64));
    for (const auto& plane : V::template load_planes<3>(at)) give("load_planes 3", plane);
    for (const auto& plane : V::template load_planes<4>(at)) give("load_planes 4", plane);
    give("unsigned_less", V::unsigned_less(x, y));
    give("are_zero", V::all(V::are_zero(V::subs(x, V::all(a[0]))) ? 1 : 0));
    give("are_zero", V::all(V::are_zero(V::sub(x, x)) ? 1 : 0));
    for (unsigned group = 0; group < V::kUnits / 8; ++group) {
      give_written("store_pairs", k16, [&](auto to) {
        V::store_pairs(to, V::words(x, y, group), V::words(y, m, group));
      });
    }
    return all;
  }
  give("load_threes", V::load_threes(SymbolicIn(memory, context.bv_val(0, 64))));
  give("load_fours", V::load_fours(SymbolicIn(memory, context.bv_val(0, 64))));
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
  give_written("store_lanes", k32, [&](auto to) { V::store_lanes(to, x); });
  give_written("store_narrow", k16,
               [&](auto to) { V::store_narrow(to, x, V::template shr32<16>(y)); });
  give("are_zero", V::all(V::are_zero(V::subs(x, V::all(a[0]))) ? 1 : 0));
  return all;
}

constexpr std::array<std::uint8_t, 128> make_large_table() {
  std::array<std::uint8_t, 128> table{};
  for (unsigned i = 0; i < 128; ++i) table[i] = static_cast<std::uint8_t>(37 * i + i / 16);
  return table;
}
constexpr std::array<std::uint8_t, 64> make_small_table() {
  std::array<std::uint8_t, 64> table{};
  for (unsigned i = 0; i < 64; ++i) table[i] = make_large_table()[127 - i];
  return table;
}
constexpr std::array<std::uint8_t, 128> kLargeTable = make_large_table();
constexpr std::array<std::uint8_t, 64> kSmallTable = make_small_table();

std::uint64_t number_in(const E& word) { return word.simplify().get_numeral_uint64(); }

// In the order of simd_operations.h.
Answers by_masks(const Units& a, const Units& b, const Units& mask) {
  using V = SymbolicMasks;
  z3::context& context = Explorer::current().context();
  const auto vec = [&](const Units& units) {
    V::Vec v;
    for (const unsigned unit : units) v.lanes.push_back(context.bv_val(unit, 8));
    return v;
  };
  const SymbolicCells memory(vec(a).lanes);
  const SymbolicIn in(memory, context.bv_val(0, 64));
  const V::Vec x = V::load(in), y = vec(b), m = vec(mask);
  Answers all;
  const auto give = [&](const char* name, const V::Vec& result) {
    Units units;
    for (const E& lane : result.lanes) units.push_back(static_cast<std::uint8_t>(number_in(lane)));
    all.emplace_back(name, units);
  };
  const auto give_places = [&](const char* name, const V::Places& places) {
    const std::uint64_t number = number_in(places.expr());
    Units units;
    for (unsigned i = 0; i < V::kUnits; ++i) units.push_back(number >> i & 1);
    all.emplace_back(name, units);
  };
  const auto give_number = [&](const char* name, std::uint64_t number) {
    Units units(V::kUnits);
    units[0] = static_cast<std::uint8_t>(number);
    all.emplace_back(name, units);
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
  give("look_up64", V::look_up64(kSmallTable, x));
  give("look_up128", V::look_up128(kLargeTable, x));
  give("upper_six", V::upper_six(x));
  give("of_three 6A", V::of_three<0x6A>(x, y, m));
  give("of_three A8", V::of_three<0xA8>(x, y, m));
  give("of_three CA", V::of_three<0xCA>(x, y, m));
  give_number("is_zero", V::is_zero(V::subs(x, V::all(a[0]))) ? 1 : 0);
  give_number("is_zero", V::is_zero(V::sub(x, x)) ? 1 : 0);
  give_number("count_of", number_in(V::count_of(V::top_bits(x)).expr()));
  for (const std::uint64_t count : {0u, 1u, 63u, 64u, mask[0] % 65u}) {
    const auto size = V::Size::exactly(count);
    give_places("first_places", V::first_places(size));
    give("load_first", V::load_first(in, size));
  }
  give("and", V::and_(x, y));
  give("shl 2", V::shl<2>(x));
  give("shl 4", V::shl<4>(x));
  give("shl 6", V::shl<6>(x));
  give("shr 2", V::shr<2>(x));
  give("shr 4", V::shr<4>(x));
  give("only", V::only(V::top_bits(m), x));
  give("put", V::put(V::top_bits(m), x, y));
  give("sub_in", V::sub_in(V::top_bits(m), x, y, m));
  give("moved_up 0", V::moved_up(x, 0));
  give("moved_up 1", V::moved_up(x, 1));
  give("moved_up 2", V::moved_up(x, 2));
  give("moved_up 3", V::moved_up(x, 3));
  const auto word = [&](std::uint64_t number) { return V::Places::exactly(number); };
  const V::Places marked = V::top_bits(m);
  give("compress", V::compress(marked, x));
  give("compress all", V::compress(word(~std::uint64_t{0}), x));
  give_number("width_of", number_in(V::width_of(marked >> mask[1] % 64).expr()));
  give_number("width_of", number_in(V::width_of(word(0)).expr()));
  for (unsigned group = 0; group < 2; ++group) {
    give("values16", V::values16(x, group));
    give("values16", V::values16(x, y, group));
  }
  for (unsigned group = 0; group < 4; ++group) {
    give("values32", V::values32(x, group));
    give("values32", V::values32(x, y, group));
    give("values32", V::values32(x, y, m, group));
  }
  const auto give_written = [&]<class Out>(const char* name, Out, const auto& write) {
    SymbolicOutput output(context.bv_val(5 * 64 / sizeof(Out), 64));
    write(SymbolicTo<Out>(output, context.bv_val(0, 64)));
    Units units;
    for (const E& value : output.stores().front().values) {
      // What stays as it was is nothing.
      const E known = value.simplify();
      const std::uint64_t bytes = known.is_numeral() ? number_in(known) : 0;
      for (unsigned i = 0; i < sizeof(Out); ++i)
        units.push_back(static_cast<std::uint8_t>(bytes >> 8 * i));
    }
    units.resize(std::size_t{5} * 64);
    for (std::size_t at = 0; at < units.size(); at += V::kUnits) {
      const auto part = units.begin() + static_cast<std::ptrdiff_t>(at);
      all.emplace_back(name, Units(part, part + V::kUnits));
    }
  };
  constexpr std::uint16_t k16{};
  constexpr std::uint32_t k32{};
  for (const std::uint64_t count : {0u, 15u, 32u, 63u, mask[0] % 65u}) {
    for (const std::uint64_t before : {0u, 16u, 32u, 48u}) {
      const auto store = [&](auto to) {
        V::store_first(to, x, V::Size::exactly(before), V::Size::exactly(count));
      };
      give_written("store_first", k16, store);
      give_written("store_first", k32, store);
    }
  }
  give_written("write_ascii", k16, [&](auto to) { V::write_ascii(to, x); });
  give_written("write_ascii", k32, [&](auto to) { V::write_ascii(to, x); });
  give_written("store_lanes", k16, [&](auto to) { V::store_lanes(to, x); });
  give_written("store_lanes", k32, [&](auto to) { V::store_lanes(to, x); });
  give_written("store_narrow", k16, [&](auto to) { V::store_narrow(to, x, y); });
  give("load_threes", V::load_threes(in));
  give("load_fours", V::load_fours(in));
  give("xor", V::xor_(x, y));
  give("all32", V::all32(a[0] * 0x01020304u));
  give("sub32", V::sub32(x, y));
  give("shl32 16", V::shl32<16>(x));
  give("shr32 10", V::shr32<10>(x));
  give("shr32 20", V::shr32<20>(x));
  give("products8", V::products8(x, y));
  give("products16", V::products16(x, y));
  const V::Vec mixed = V::put(marked, x, y);
  give_places("equal32", V::equal32(x, V::put(word(0xFFFF0000FFFF0000), x, y)));
  give_places("signed_less32", V::signed_less32(x, y));
  give_places("shared32", V::shared32(V::and_(x, mixed), y));
  give_places("or lanes", V::or_(V::equal32(x, mixed), V::signed_less32(x, y)));
  give_number("are_zero", V::are_zero(V::equal32(x, y)) ? 1 : 0);
  give_number("are_zero", V::are_zero(V::signed_less32(x, x)) ? 1 : 0);
  return all;
}

using Operations = void (*)(const std::uint8_t*, const std::uint8_t*, const std::uint8_t*,
                            placemat_use, void*);
using Answering = std::function<Answers(const Units&, const Units&, const Units&)>;
// Each corner value beside each other one, then random ones.
template <std::size_t kCount>
void expect_alike(const Answering& here, const Answering& there, std::size_t answers) {
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  SplitMix64 random(19);
  const Units corners{0x00, 0x01, 0x0F, 0x10, 0x7F, 0x80, 0x8F, 0x90,
                      0xA0, 0xBF, 0xC0, 0xE0, 0xED, 0xF0, 0xF4, 0xFF};
  explorer.explore(context.bool_val(true), [&] {
    for (unsigned round = 0; round < 32; ++round) {
      Units a(kCount), b(kCount), mask(kCount);
      for (unsigned i = 0; i < kCount; ++i) {
        const bool is_corner = round < corners.size();
        a[i] = is_corner ? corners[i % 16] : static_cast<std::uint8_t>(random.next());
        b[i] = is_corner ? corners[(i + round) % 16] : static_cast<std::uint8_t>(random.next());
        mask[i] = static_cast<std::uint8_t>(random.next());
      }
      const Answers own = here(a, b, mask);
      EXPECT_EQ(own.size(), answers);
      EXPECT_EQ(own, there(a, b, mask)) << "round " << round;
    }
    return std::vector<z3::expr>{};
  });
}

template <std::size_t kCount>
Answering answers_of(Operations operations) {
  return [operations](const Units& a, const Units& b, const Units& mask) {
    return by_processor<kCount>(operations, a, b, mask);
  };
}

template <unsigned kCount, unsigned kShiftBits>
void expect_alike(const Answering& here) {
  constexpr bool kHasWide = kShiftBits == 16;  // x86
  constexpr std::size_t kWritten = 4 * 32 / kCount,
                        kWide = kHasWide ? 13 + 2 * kWritten : 10 + kCount / 8 * kWritten;
  expect_alike<kCount>(here, by_lanes<SymbolicLanes<kCount, kShiftBits>, kHasWide>,
                       19u + (4 * kCount / 8 + 2) * kWritten + kWide);
}

TEST(Lanes, OperationsAreThoseOfAvx512) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx512vbmi2")) GTEST_SKIP() << "not checked: there is no AVX-512";
  expect_alike<64>(answers_of<64>(placemat_simd_avx512_operations), by_masks,
                   41 + 20 + 45 * 5 + 16);
#else
  GTEST_SKIP() << "not checked: there is no AVX-512";
#endif
}

TEST(Lanes, OperationsAreThoseOfSse41) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("sse4.1")) GTEST_SKIP() << "not checked: there is no SSE4.1";
  expect_alike<16, 16>(answers_of<16>(placemat_simd_sse41_operations));
#else
  GTEST_SKIP() << "not checked: there is no SSE4.1";
#endif
}

TEST(Lanes, OperationsAreThoseOfAvx2) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "not checked: there is no AVX2";
  expect_alike<32, 16>(answers_of<32>(placemat_simd_avx2_operations));
#else
  GTEST_SKIP() << "not checked: there is no AVX2";
#endif
}

#if defined(PLACEMAT_NEON_OPERATIONS)
// The program prints "name=units" for each operation.
Answers by_emulation(const Units& a, const Units& b, const Units& mask) {
  std::string command = PLACEMAT_NEON_OPERATIONS;
  for (const Units* block : {&a, &b, &mask}) command += " " + to_hex(*block);
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no program can be started");
  Answers all;
  std::array<char, 256> line;
  while (std::fgets(line.data(), line.size(), pipe) != nullptr) {
    const std::string text(line.data());
    const std::size_t end = text.find('=');
    all.emplace_back(text.substr(0, end), parse_hex(text.substr(end + 1, 2 * a.size())));
  }
  EXPECT_EQ(pclose(pipe), 0) << command;
  return all;
}
#endif

TEST(Lanes, OperationsAreThoseOfNeon) {
#if defined(__aarch64__)
  expect_alike<16, 8>(answers_of<16>(placemat_simd_neon_operations));
#elif defined(PLACEMAT_NEON_OPERATIONS)
  expect_alike<16, 8>(by_emulation);
#else
  GTEST_SKIP() << "not checked: there is no NEON, and no cross compiler with an emulator";
#endif
}

// What the copy of a block at an edge needs.
TEST(Lanes, CopyIsBoundedAndExact) {
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  explorer.explore(context.bool_val(true), [&] {
    const SymbolicText text(SymbolicUnits(context), context.bv_val(0, 64), context.bv_val(4, 64));
    const SymbolicIn in(text, context.bv_val(0, 64));
    SymbolicVectors::Copy<8> copy;
    SymbolicVectors::copy(copy, 2, in, 4);
    const std::vector<z3::expr> cells = copy.at(0).load(8);
    for (int i = 0; i < 8; ++i) {
      const z3::expr due = i >= 2 && i < 6 ? text.named(i - 2) : context.bv_val(0, 8);
      EXPECT_TRUE(z3::eq(cells[static_cast<std::size_t>(i)].simplify(), due)) << i;
    }
    EXPECT_TRUE(explorer.broken().simplify().is_false());
    SymbolicVectors::copy(copy, 2, in, 5);
    EXPECT_TRUE(explorer.broken().simplify().is_true());
    return std::vector<z3::expr>{};
  });
}

// Each of several mutants reads at a place of its own, and one alone at a place that has a name.
TEST(Lanes, PlacesOfSeveralMutantsAreNotReadTogether) {
  z3::context context;
  Sites sites;
  const SymbolicText text(SymbolicUnits(context), context.bv_val(0, 64), context.bv_val(4, 64));
  const SymbolicIn in(text, context.bv_val(1, 64));
  const auto run = [&] { return (in + 1).load(1); };
  Explorer source(context, sites);
  source.explore(context.bool_val(true), run);
  sites.number();
  const Site& site = *sites.all().front();
  Explorer all(context, sites, site, context.bv_const("mutant", 32));
  all.explore(context.bool_val(true), run);
  EXPECT_TRUE(all.has_cut_a_path());
  Explorer one(context, sites, site, context.bv_val(site.first_mutant, 32));
  const Explorer::Merged merged = one.explore(context.bool_val(true), run);
  EXPECT_FALSE(one.has_cut_a_path());
  EXPECT_TRUE(z3::eq(merged.words.front().simplify(), text.named(3))) << site.mutant_text(1);
}

}  // namespace
}  // namespace placemat::prove
