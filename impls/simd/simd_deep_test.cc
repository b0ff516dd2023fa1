// Every string of four code units, 2^32 of them, through every vector kernel.
// One text holds 65,536 strings, each behind a line feed, so that they reach
// every place in a block. The expectation comes from the rows of Table 3-7 of
// Unicode 3.9 (D93b for ill-formed strings), string by string.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
#if defined(__x86_64__)
extern const placemat_decoder placemat_decoder_simd_avx2;
extern const placemat_decoder placemat_decoder_simd_avx512;
extern const placemat_decoder placemat_decoder_simd_sse41;
#elif defined(__aarch64__)
extern const placemat_decoder placemat_decoder_simd_neon;
#endif
}

namespace {

struct Range {
  std::uint8_t first, last;
  bool has(std::uint8_t unit) const { return first <= unit && unit <= last; }
};
struct Row {
  std::size_t size;
  std::array<Range, 4> units;
};

constexpr Range kTail{0x80, 0xBF};
constexpr std::array<Row, 9> kTable37{{
    {1, {{{0x00, 0x7F}}}},
    {2, {{{0xC2, 0xDF}, kTail}}},
    {3, {{{0xE0, 0xE0}, {0xA0, 0xBF}, kTail}}},
    {3, {{{0xE1, 0xEC}, kTail, kTail}}},
    {3, {{{0xED, 0xED}, {0x80, 0x9F}, kTail}}},
    {3, {{{0xEE, 0xEF}, kTail, kTail}}},
    {4, {{{0xF0, 0xF0}, {0x90, 0xBF}, kTail, kTail}}},
    {4, {{{0xF1, 0xF3}, kTail, kTail, kTail}}},
    {4, {{{0xF4, 0xF4}, {0x80, 0x8F}, kTail, kTail}}},
}};

// At most one row has a lead.
const Row* row_of(std::uint8_t lead) {
  for (const Row& row : kTable37)
    if (row.units[0].has(lead)) return &row;
  return nullptr;
}

struct Expected {
  std::vector<std::uint32_t> values32;
  std::vector<std::uint16_t> values16;

  void add(std::uint32_t value) {
    values32.push_back(value);
    if (value > 0xFFFF) {
      values16.push_back(static_cast<std::uint16_t>(0xD7C0 + (value >> 10)));
      values16.push_back(static_cast<std::uint16_t>(0xDC00 + value % 0x400));
    } else {
      values16.push_back(static_cast<std::uint16_t>(value));
    }
  }
  void add(const std::uint8_t* at, const std::uint8_t* end) {
    static const std::array<const Row*, 256> kRowOfLead = [] {
      std::array<const Row*, 256> rows{};
      for (unsigned lead = 0; lead <= 0xFF; ++lead)
        rows[lead] = row_of(static_cast<std::uint8_t>(lead));
      return rows;
    }();
    constexpr std::array<std::uint32_t, 5> kLeadBits{0, 0x7F, 0x1F, 0x0F, 0x07};
    while (at < end) {
      const Row* const row = kRowOfLead[*at];
      const std::size_t size = row == nullptr ? 0 : row->size;
      std::uint32_t value = *at++ & kLeadBits[size];
      std::size_t taken = 1;
      for (; taken < size && at < end && row->units[taken].has(*at); ++taken)
        value = value * 64 + (*at++ - 0x80u);
      add(taken == size ? value : 0xFFFD);
    }
  }
};

// The 65,536 strings that begin with two given units.
struct Batch {
  std::vector<std::uint8_t> text = std::vector<std::uint8_t>(65536 * 5);
  Expected expected;

  void fill(unsigned first_two) {
    expected.values32.clear();
    expected.values16.clear();
    std::uint8_t* at = text.data();
    for (unsigned last_two = 0; last_two <= 0xFFFF; ++last_two, at += 5) {
      at[0] = '\n';
      at[1] = static_cast<std::uint8_t>(first_two >> 8);
      at[2] = static_cast<std::uint8_t>(first_two);
      at[3] = static_cast<std::uint8_t>(last_two >> 8);
      at[4] = static_cast<std::uint8_t>(last_two);
      expected.add(at, at + 5);
    }
  }
};

template <class Function, class Value>
bool says(Function* decode, const Batch& batch, const std::vector<Value>& expected,
          std::vector<Value>& out) {
  out.assign(expected.size(), Value{0xAA});
  placemat_result result{};
  decode(batch.text.data(), batch.text.size(), out.data(), out.size(), &result);
  return result.status == PLACEMAT_OK && result.written == expected.size() && out == expected;
}

TEST(SimdDeep, DecodesEveryStringOfFourUnits) {
  std::vector<const placemat_decoder*> decoders{
#if defined(__x86_64__)
      &placemat_decoder_simd_avx512,
      &placemat_decoder_simd_avx2,
      &placemat_decoder_simd_sse41,
#elif defined(__aarch64__)
      &placemat_decoder_simd_neon,
#endif
  };
  std::erase_if(decoders, [](const auto* d) { return d->validate(nullptr, 0) < 0; });
  std::atomic<unsigned> next{0}, failures{0};
  const auto work = [&] {
    Batch batch;
    std::vector<std::uint32_t> out32;
    std::vector<std::uint16_t> out16;
    for (unsigned first_two = next++; first_two <= 0xFFFF; first_two = next++) {
      batch.fill(first_two);
      for (const placemat_decoder* decoder : decoders)
        if (!says(decoder->lossy32, batch, batch.expected.values32, out32) ||
            !says(decoder->lossy16, batch, batch.expected.values16, out16)) {
          ++failures;
          ADD_FAILURE() << decoder->name << ": strings that begin with " << std::hex << first_two;
        }
      if (failures > 10) return;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = std::max(1u, std::thread::hardware_concurrency()); i > 0; --i)
    threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0u);
}

}  // namespace
