// The vector decoders against Table 3-7 of Unicode 3.9 as nine rows of ranges,
// read literally. A vector kernel, unlike scalar code, can fail at one position
// only. The tests therefore use every distance from the edges of blocks,
// buffers and pages. The expectation shares no code with the decoders.
#include "impls/simd/simd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
extern const placemat_decoder placemat_decoder_simd;
extern const placemat_decoder placemat_decoder_simd_scalar;
#if defined(__x86_64__)
extern const placemat_decoder placemat_decoder_simd_avx2;
extern const placemat_decoder placemat_decoder_simd_avx512;
extern const placemat_decoder placemat_decoder_simd_sse41;
#elif defined(__aarch64__)
extern const placemat_decoder placemat_decoder_simd_neon;
#endif
}

namespace {

using Units = std::vector<std::uint8_t>;

struct Range {
  unsigned first, last;
};
struct Row {
  unsigned size;
  std::array<Range, 4> units;
};

// Unicode 3.9, Table 3-7, row by row.
constexpr std::array<Row, 9> kTable37{{
    {1, {{{0x00, 0x7F}}}},
    {2, {{{0xC2, 0xDF}, {0x80, 0xBF}}}},
    {3, {{{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}}}},
    {3, {{{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}}}},
    {3, {{{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}}}},
    {3, {{{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}}}},
    {4, {{{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}}},
    {4, {{{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}}},
    {4, {{{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}}}},
}};

// The table's result for a text: its values, each maximal subpart (D93b: the
// longest prefix of a row, or one unit) as U+FFFD, and the first error.
struct Expected {
  std::vector<std::uint32_t> lossy;
  bool well_formed = true, truncated = false;
  std::size_t offset = 0, length = 0, values_before = 0;
};

Expected expected_of(const Units& text) {
  Expected expected;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t best = 0;
    bool complete = false;
    for (const Row& row : kTable37) {
      std::size_t n = 0;
      while (n < row.size && at + n < text.size() && row.units[n].first <= text[at + n] &&
             text[at + n] <= row.units[n].last)
        ++n;
      if (n > best) {
        best = n;
        complete = n == row.size;
      }
    }
    if (complete) {
      static constexpr std::array<unsigned, 5> kLeadBits{0, 0x7F, 0x1F, 0x0F, 0x07};
      std::uint32_t value = text[at] & kLeadBits[best];
      for (std::size_t i = 1; i < best; ++i) value = value * 64 + (text[at + i] - 0x80u);
      expected.lossy.push_back(value);
    } else {
      if (expected.well_formed) {
        expected.well_formed = false;
        expected.truncated = best > 0 && at + best == text.size();
        expected.offset = at;
        expected.length = best > 0 ? best : 1;
        expected.values_before = expected.lossy.size();
      }
      expected.lossy.push_back(0xFFFD);
      best = best > 0 ? best : 1;
    }
    at += best;
  }
  return expected;
}

std::vector<std::uint16_t> utf16_of(const std::vector<std::uint32_t>& values) {
  std::vector<std::uint16_t> units;
  for (const std::uint32_t value : values) {
    if (value > 0xFFFF) {
      units.push_back(static_cast<std::uint16_t>(0xD7C0 + (value >> 10)));
      units.push_back(static_cast<std::uint16_t>(0xDC00 + value % 0x400));
    } else {
      units.push_back(static_cast<std::uint16_t>(value));
    }
  }
  return units;
}

std::vector<const placemat_decoder*> decoders() {
  std::vector<const placemat_decoder*> all{
#if defined(__x86_64__)
      &placemat_decoder_simd_avx512, &placemat_decoder_simd_avx2, &placemat_decoder_simd_sse41,
#elif defined(__aarch64__)
      &placemat_decoder_simd_neon,
#endif
      &placemat_decoder_simd, &placemat_decoder_simd_scalar};
  std::erase_if(all, [](const placemat_decoder* d) { return d->validate(nullptr, 0) < 0; });
  return all;
}

std::string hex(const Units& text) {
  std::string result;
  for (const unsigned unit : text) {
    constexpr const char* kDigits = "0123456789ABCDEF";
    result += {kDigits[unit >> 4], kDigits[unit & 0xF], ' '};
  }
  return result;
}

// `lossy`: the values of lossy decoding, of which those before the error count.
template <class Value>
std::string strict_disagreement(void (*strict)(const std::uint8_t*, std::size_t, Value*,
                                               std::size_t, placemat_result*),
                                const Units& text, const Expected& expected,
                                const std::vector<Value>& lossy) {
  placemat_result result{};
  std::vector<Value> out(lossy.size());
  strict(text.data(), text.size(), out.data(), out.size(), &result);
  if (expected.well_formed)
    return result.status == PLACEMAT_OK && result.written == lossy.size() && out == lossy
               ? ""
               : "values";
  const std::uint32_t status =
      expected.truncated ? std::uint32_t{PLACEMAT_INCOMPLETE} : std::uint32_t{PLACEMAT_ILL_FORMED};
  if (result.status != status) return "status";
  if (result.error_offset != expected.offset || result.error_length != expected.length)
    return "error";
  // Each pair adds one 16-bit value to those before the error.
  std::size_t before = 0;
  for (std::size_t i = 0; i < expected.values_before; ++i)
    before += sizeof(Value) == 2 && expected.lossy[i] > 0xFFFF ? 2 : 1;
  if (result.written != before) return "written";
  return std::equal(lossy.begin(), lossy.begin() + static_cast<std::ptrdiff_t>(before), out.begin())
             ? ""
             : "values before the error";
}

// Empty when every function agrees with the table, else a description of the
// difference.
std::string disagreement(const placemat_decoder& decoder, const Units& text,
                         const Expected& expected) {
  const auto wrong = [&](const char* what) {
    return std::string(decoder.name) + " " + what + ": " + hex(text);
  };
  const auto values16 = utf16_of(expected.lossy);
  if (decoder.validate(text.data(), text.size()) != (expected.well_formed ? 1 : 0))
    return wrong("validate");
  if (decoder.length32(text.data(), text.size()) != expected.lossy.size()) return wrong("length32");
  if (decoder.length16(text.data(), text.size()) != values16.size()) return wrong("length16");

  placemat_result result{};
  std::vector<std::uint32_t> out32(expected.lossy.size());
  decoder.lossy32(text.data(), text.size(), out32.data(), out32.size(), &result);
  if (result.status != PLACEMAT_OK || result.written != out32.size() || out32 != expected.lossy)
    return wrong("lossy32");
  std::vector<std::uint16_t> out16(values16.size());
  decoder.lossy16(text.data(), text.size(), out16.data(), out16.size(), &result);
  if (result.status != PLACEMAT_OK || result.written != out16.size() || out16 != values16)
    return wrong("lossy16");

  const std::string wrong32 = strict_disagreement(decoder.strict32, text, expected, expected.lossy);
  if (!wrong32.empty()) return wrong(("strict32 " + wrong32).c_str());
  const std::string wrong16 = strict_disagreement(decoder.strict16, text, expected, values16);
  return wrong16.empty() ? "" : wrong(("strict16 " + wrong16).c_str());
}

// Both ends of every range of Table 3-7, and their neighbours outside it.
constexpr std::array<std::uint8_t, 24> kBoundaries{0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                                   0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
                                                   0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};

// 0..70 ASCII units cover each place in a block of 16, 32 and 64, and its edge.
constexpr std::size_t kMostAsciiBefore = 70;

TEST(Simd, DecodesEveryBoundaryTripleAtEveryPlaceInABlock) {
  const auto all = decoders();
  // Lengths up to 16 for the scalar code of short inputs, then all places in a
  // block of inputs that every kernel takes.
  for (std::size_t before = 0; before <= 64 + kMostAsciiBefore; before += before == 16 ? 45 : 1) {
    Units text(before + 3, 'a');
    for (const std::uint8_t first : kBoundaries)
      for (const std::uint8_t second : kBoundaries)
        for (const std::uint8_t third : kBoundaries) {
          text[before] = first;
          text[before + 1] = second;
          text[before + 2] = third;
          const Expected expected = expected_of(text);
          for (const placemat_decoder* decoder : all)
            ASSERT_EQ(disagreement(*decoder, text, expected), "");
        }
  }
}

TEST(Simd, DecodesEveryBoundaryPairInsideWellFormedTextOfEachLength) {
  const std::array<Units, 4> fillers{Units{'a'}, Units{0xC3, 0xA9}, Units{0xE2, 0x82, 0xAC},
                                     Units{0xF0, 0x9F, 0x98, 0x80}};
  for (const placemat_decoder* decoder : decoders())
    for (const Units& filler : fillers)
      for (std::size_t before = 0; before <= kMostAsciiBefore; before += filler.size())
        for (const std::uint8_t first : kBoundaries)
          for (const std::uint8_t second : kBoundaries) {
            Units text;
            while (text.size() < before) text.insert(text.end(), filler.begin(), filler.end());
            text.insert(text.end(), {first, second});
            while (text.size() < before + 70) text.insert(text.end(), filler.begin(), filler.end());
            ASSERT_EQ(disagreement(*decoder, text, expected_of(text)), "");
          }
}

// Short inputs have separate paths, by length and by the first eight units.
TEST(Simd, DecodesEveryBoundaryPairAtEveryPlaceInAShortText) {
  const std::array<Units, 3> fillers{Units{'a'}, Units{0xC3, 0xA9}, Units{0xE2, 0x82, 0xAC}};
  const auto all = decoders();
  for (const Units& filler : fillers)
    for (std::size_t length = 2; length <= 18; ++length)
      for (std::size_t place = 0; place + 2 <= length && place <= 9; ++place)
        for (const std::uint8_t first : kBoundaries)
          for (const std::uint8_t second : kBoundaries) {
            Units text;
            while (text.size() < length) text.push_back(filler[text.size() % filler.size()]);
            text[place] = first;
            text[place + 1] = second;
            const Expected expected = expected_of(text);
            for (const placemat_decoder* decoder : all)
              ASSERT_EQ(disagreement(*decoder, text, expected), "");
          }
}

// A run of one kind has a vector path, and the units behind it look alike at
// first.
TEST(Simd, DecodesARunOfOneLengthThenASequenceOfAnother) {
  const std::array<Units, 5> kinds{Units{'a'}, Units{0xC3, 0xA9}, Units{0xE2, 0x82, 0xAC},
                                   Units{0xF0, 0x9F, 0x98, 0x80}, Units{0xFF}};
  for (const placemat_decoder* decoder : decoders())
    for (const Units& kind : kinds)
      for (const Units& next : kinds)
        for (std::size_t repeats = 0; repeats <= kMostAsciiBefore; ++repeats) {
          Units text;
          for (std::size_t i = 0; i < repeats; ++i)
            text.insert(text.end(), kind.begin(), kind.end());
          text.insert(text.end(), next.begin(), next.end());
          text.insert(text.end(), 70, 'b');
          ASSERT_EQ(disagreement(*decoder, text, expected_of(text)), "");
        }
}

// The vector path for sequences of three checks many at once. Any of them may
// be one that Table 3-7 does not have.
TEST(Simd, DecodesAnyThreeUnitsInALongRunOfThreeUnitSequences) {
  constexpr std::size_t kSequences = 100;
  Units run;
  for (unsigned i = 0; i < kSequences; ++i)
    run.insert(run.end(), {static_cast<std::uint8_t>(0xE1 + i % 12),
                           static_cast<std::uint8_t>(0x80 + i * 7 % 64),
                           static_cast<std::uint8_t>(0x80 + i * 5 % 64)});
  const auto all = decoders();
  for (std::size_t ascii = 0; ascii < 3; ++ascii)
    for (std::size_t at = 0; at < run.size(); at += 3)
      for (const std::uint8_t lead :
           Units{0x20, 0x80, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xFF})
        for (const std::uint8_t second : Units{0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0})
          for (const std::uint8_t third : Units{0x7F, 0x80, 0xBF, 0xC0}) {
            Units text(ascii, 'a');
            text.insert(text.end(), run.begin(), run.end());
            text[ascii + at] = lead;
            text[ascii + at + 1] = second;
            text[ascii + at + 2] = third;
            const Expected expected = expected_of(text);
            for (const placemat_decoder* decoder : all)
              ASSERT_EQ(disagreement(*decoder, text, expected), "");
          }
}

// The same for the vector path for sequences of four.
TEST(Simd, DecodesAnyFourUnitsInALongRunOfFourUnitSequences) {
  constexpr std::size_t kSequences = 75;
  Units run;
  for (unsigned i = 0; i < kSequences; ++i)
    run.insert(run.end(), {static_cast<std::uint8_t>(0xF0 + i % 5),
                           static_cast<std::uint8_t>((i % 5 == 0 ? 0x90 : 0x80) + i * 7 % 16),
                           static_cast<std::uint8_t>(0x80 + i * 5 % 64),
                           static_cast<std::uint8_t>(0x80 + i * 3 % 64)});
  const auto all = decoders();
  for (std::size_t ascii = 0; ascii < 4; ++ascii) {
    Units text(ascii, 'a');
    text.insert(text.end(), run.begin(), run.end());
    ASSERT_TRUE(expected_of(text).well_formed);
    for (std::size_t at = ascii; at < text.size(); at += 4) {
      const Units was(text.begin() + static_cast<std::ptrdiff_t>(at),
                      text.begin() + static_cast<std::ptrdiff_t>(at + 4));
      for (const std::uint8_t lead :
           Units{0x20, 0x80, 0xDF, 0xE1, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8})
        for (const std::uint8_t second : Units{0x7F, 0x80, 0x8F, 0x90, 0xBF, 0xC0})
          for (const std::uint8_t third : Units{0x7F, 0x80, 0xBF, 0xC0})
            for (const std::uint8_t fourth : Units{0x7F, 0xBF, 0xC0}) {
              text[at] = lead;
              text[at + 1] = second;
              text[at + 2] = third;
              text[at + 3] = fourth;
              const Expected expected = expected_of(text);
              for (const placemat_decoder* decoder : all)
                ASSERT_EQ(disagreement(*decoder, text, expected), "");
            }
      std::copy(was.begin(), was.end(), text.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
}

// A validator that looked only at what follows a block missed an error in its
// last unit: simdjson issue 1169, simdutf issue 458.
TEST(Simd, RejectsANonLeadBehindSixtyThreeAsciiUnits) {
  for (const placemat_decoder* decoder : decoders())
    for (std::size_t before = 0; before <= 300; ++before)
      for (const std::uint8_t last : Units{0x80, 0xC0, 0xC3, 0xE2, 0xF0, 0xF5, 0xFF})
        for (const std::size_t after : {0u, 1u, 3u, 16u, 64u}) {
          Units text(before, ' ');
          text.push_back(last);
          text.insert(text.end(), after, ' ');
          ASSERT_EQ(disagreement(*decoder, text, expected_of(text)), "");
        }
}

// Blocks of ASCII are skipped, and the sequence before them may be complete or
// cut off.
TEST(Simd, ChecksTheTextBeforeBlocksOfAscii) {
  const Units ends[] = {{0xC3},
                        {0xC3, 0xA9},
                        {0xE2},
                        {0xE2, 0x82},
                        {0xE2, 0x82, 0xAC},
                        {0xF0, 0x9F},
                        {0xF0, 0x9F, 0x98},
                        {0xF0, 0x9F, 0x98, 0x80}};
  for (const placemat_decoder* decoder : decoders())
    for (const Units& end : ends)
      for (std::size_t before = 0; before <= 300; ++before) {
        Units text(before, ' ');
        text.insert(text.end(), end.begin(), end.end());
        text.insert(text.end(), 300, ' ');
        ASSERT_EQ(disagreement(*decoder, text, expected_of(text)), "");
      }
}

// Decoding works window by window, and the end of a window must not show.
TEST(Simd, DecodesLongTextAcrossWindowEnds) {
  const Units euro{0xE2, 0x82, 0xAC}, face{0xF0, 0x9F, 0x98, 0x80};
  for (const placemat_decoder* decoder : decoders())
    for (const Units& filler : {euro, face})
      for (std::size_t before = 0; before < filler.size(); ++before)
        for (const bool broken : {false, true}) {
          Units text(before, 'a');
          while (text.size() < 20000) text.insert(text.end(), filler.begin(), filler.end());
          if (broken) text[8190] = 0xFF;
          ASSERT_EQ(disagreement(*decoder, text, expected_of(text)), "");
        }
}

TEST(Simd, RoundTripsEveryScalarValue) {
  for (const placemat_decoder* decoder : decoders())
    for (std::uint32_t value = 0; value <= 0x110000; ++value) {
      Units units(PLACEMAT_MAX_SEQUENCE);
      units.resize(decoder->encode(value, units.data()));
      // D76: scalar values are all code points except the surrogates.
      const bool scalar = value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF);
      ASSERT_EQ(units.empty(), !scalar) << value;
      if (!scalar) continue;
      std::uint32_t out = 0;
      placemat_result result{};
      decoder->strict32(units.data(), units.size(), &out, 1, &result);
      ASSERT_EQ(result.status, std::uint32_t{PLACEMAT_OK}) << value;
      ASSERT_EQ(out, value);
    }
}

TEST(Simd, ReportsTooSmallACapacityAndStaysWithinIt) {
  Units text(40, 'a');
  text.insert(text.end(), {0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x80, 0xFF, 0xE2, 0x82});
  const Expected expected = expected_of(text);
  const auto values16 = utf16_of(expected.lossy);
  for (const placemat_decoder* decoder : decoders()) {
    for (std::size_t capacity = 0; capacity < expected.lossy.size(); ++capacity) {
      std::vector<std::uint32_t> out(expected.lossy.size(), 0xAAAAAAAA);
      placemat_result result{};
      decoder->lossy32(text.data(), text.size(), out.data(), capacity, &result);
      EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_NO_CAPACITY});
      EXPECT_EQ(result.written, capacity);
      for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], i < capacity ? expected.lossy[i] : 0xAAAAAAAA);
    }
    for (std::size_t capacity = 0; capacity < values16.size(); ++capacity) {
      std::vector<std::uint16_t> out(values16.size(), 0xAAAA);
      placemat_result result{};
      decoder->lossy16(text.data(), text.size(), out.data(), capacity, &result);
      EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_NO_CAPACITY});
      EXPECT_LE(result.written, capacity);
      for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], i < result.written ? values16[i] : 0xAAAA);
    }
  }
}

// A region with an inaccessible page on each side of it.
class Guarded {
 public:
  Guarded() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    void* at = mmap(nullptr, 3 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    start_ = static_cast<std::uint8_t*>(at) + page_;
    if (mprotect(start_, page_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  }
  ~Guarded() { munmap(start_ - page_, 3 * page_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  // `size` units that end, or start, where the region does.
  std::uint8_t* at_end(std::size_t size) const { return start_ + page_ - size; }
  std::uint8_t* at_start() const { return start_; }

 private:
  std::size_t page_;
  std::uint8_t* start_;
};

TEST(Simd, StaysInsideExactBuffersBetweenGuardPages) {
  const std::array<Units, 5> fillers{Units{'a'}, Units{0xC3, 0xA9}, Units{0xE2, 0x82, 0xAC},
                                     Units{0xF0, 0x9F, 0x98, 0x80}, Units{0xFF}};
  const Guarded in_pages, out_pages;
  for (const placemat_decoder* decoder : decoders())
    for (const Units& filler : fillers)
      for (std::size_t size = 0; size <= 450; ++size)
        for (const bool at_end : {true, false}) {
          Units text;
          while (text.size() < size) text.insert(text.end(), filler.begin(), filler.end());
          text.resize(size);  // truncates the last sequence
          const Expected expected = expected_of(text);
          const auto values16 = utf16_of(expected.lossy);
          std::uint8_t* in = at_end ? in_pages.at_end(size) : in_pages.at_start();
          if (size > 0) std::memcpy(in, text.data(), size);
          ASSERT_EQ(decoder->validate(in, size), expected.well_formed ? 1 : 0);
          placemat_result result{};
          const std::size_t bytes32 = expected.lossy.size() * sizeof(std::uint32_t);
          auto* out32 = reinterpret_cast<std::uint32_t*>(at_end ? out_pages.at_end(bytes32)
                                                                : out_pages.at_start());
          decoder->lossy32(in, size, out32, expected.lossy.size(), &result);
          ASSERT_THAT(std::vector(out32, out32 + result.written),
                      testing::ElementsAreArray(expected.lossy));
          decoder->strict32(in, size, out32, expected.values_before, &result);
          const std::size_t bytes16 = values16.size() * sizeof(std::uint16_t);
          auto* out16 = reinterpret_cast<std::uint16_t*>(at_end ? out_pages.at_end(bytes16)
                                                                : out_pages.at_start());
          decoder->lossy16(in, size, out16, values16.size(), &result);
          ASSERT_THAT(std::vector(out16, out16 + result.written),
                      testing::ElementsAreArray(values16));
        }
}

// Two cuts anywhere, empty chunks included, in a text longer than two blocks.
TEST(Simd, GivesTheSameResultForAnyChunks) {
  Units text(30, 'a');
  text.insert(text.end(), {0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80, 0xE2, 0x82, 0xC3, 0xA9, 0xED,
                           0xA0, 0x80, 0xF0, 0x9F, 0x98});
  text.insert(text.end(), 33, 'b');
  text.insert(text.end(), {0xF4, 0x8F, 0xBF});
  const Expected expected = expected_of(text);
  for (const placemat_decoder* decoder : decoders())
    for (const bool lossy : {true, false})
      for (std::size_t first = 0; first <= text.size(); ++first)
        for (std::size_t second = first; second <= text.size(); ++second) {
          void* stream = decoder->stream_open(lossy);
          ASSERT_NE(stream, nullptr);
          std::vector<std::uint32_t> seen;
          placemat_result last{};
          const auto take = [&](std::size_t from, std::size_t to) {
            std::vector<std::uint32_t> out(to - from + PLACEMAT_MAX_SEQUENCE);
            decoder->stream_push(stream, text.data() + from, to - from, out.data(), out.size(),
                                 &last);
            seen.insert(seen.end(), out.data(), out.data() + last.written);
          };
          take(0, first);
          take(first, second);
          take(second, text.size());
          std::array<std::uint32_t, PLACEMAT_MAX_SEQUENCE> out{};
          decoder->stream_finish(stream, out.data(), out.size(), &last);
          seen.insert(seen.end(), out.data(), out.data() + last.written);
          decoder->stream_close(stream);
          if (lossy) {
            ASSERT_EQ(seen, expected.lossy) << decoder->name << ' ' << first << ' ' << second;
          } else {
            ASSERT_EQ(last.status, std::uint32_t{PLACEMAT_ILL_FORMED});
            ASSERT_EQ(last.error_offset, expected.offset);
            ASSERT_EQ(last.error_length, expected.length);
            ASSERT_EQ(seen.size(), expected.values_before);
          }
        }
}

TEST(Simd, ReportsAStrictStreamThatEndsInsideASequenceAsIncompleteAndRestarts) {
  for (const placemat_decoder* decoder : decoders()) {
    void* stream = decoder->stream_open(0);
    std::array<std::uint32_t, 2 * PLACEMAT_MAX_SEQUENCE> out{};
    placemat_result result{};
    const Units text{'a', 0xE2, 0x82};
    for (int round = 0; round < 2; ++round) {
      decoder->stream_push(stream, text.data(), text.size(), out.data(), out.size(), &result);
      EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_OK});
      decoder->stream_finish(stream, out.data(), out.size(), &result);
      EXPECT_EQ(result.status, std::uint32_t{PLACEMAT_INCOMPLETE});
      EXPECT_EQ(result.error_offset, 1u);
      EXPECT_EQ(result.error_length, 2u);
    }
    decoder->stream_close(stream);
  }
}

TEST(SimdEntry, ReportsKindAndOffsetOfTheFirstError) {
  using placemat::simd::Error;
  using placemat::simd::Fault;
  struct Case {
    Units text;
    Fault fault;
    std::size_t length;
  };
  const std::vector<Case> cases{
      {{0xC0, 0xAF}, Fault::kOverlong, 1},
      {{0xE0, 0x9F, 0xBF}, Fault::kOverlong, 1},
      {{0xF0, 0x8F, 0xBF, 0xBF}, Fault::kOverlong, 1},
      {{0xED, 0xA0, 0x80}, Fault::kSurrogate, 1},
      {{0xF4, 0x90, 0x80, 0x80}, Fault::kBeyond10FFFF, 1},
      {{0xF5, 0x80}, Fault::kBeyond10FFFF, 1},
      {{0xF8, 0x88}, Fault::kFiveSixUnit, 1},
      {{0xFF}, Fault::kFeFf, 1},
      {{0xBF}, Fault::kLoneContinuation, 1},
      {{0xC3, 'a'}, Fault::kInterrupted, 1},
      {{0xF0, 0x9F, 0x98, 'a'}, Fault::kInterrupted, 3},
      {{0xE2, 0x82, 0xE2, 0x82, 0xAC}, Fault::kInterrupted, 2},
      {{0xF0, 0x9F}, Fault::kTruncated, 2},
      {{0xC3}, Fault::kTruncated, 1},
  };
  for (const Case& one : cases)
    for (const std::size_t before : {0u, 1u, 63u, 64u, 300u}) {
      Units text(before, 'a');
      text.insert(text.end(), one.text.begin(), one.text.end());
      EXPECT_EQ(placemat::simd::first_error(text), (Error{one.fault, before, one.length}))
          << hex(one.text) << " after " << before;
      EXPECT_FALSE(placemat::simd::is_well_formed(text));
    }
  EXPECT_EQ(placemat::simd::first_error(Units{}), (Error{Fault::kNone, 0, 0}));
  EXPECT_EQ(placemat::simd::first_error(Units{0xC3, 0xA9}), (Error{Fault::kNone, 2, 0}));
}

TEST(SimdEntry, WritesTheNumberOfValuesThatItReports) {
  const Units text{'a', 0xF0, 0x9F, 0x98, 0x80, 0xFF, 0xC3, 0xA9};
  EXPECT_EQ(placemat::simd::length32(text), 4u);
  EXPECT_EQ(placemat::simd::length16(text), 5u);
  std::vector<std::uint32_t> out32(4);
  EXPECT_EQ(placemat::simd::decode_lossy(text, out32), 4u);
  EXPECT_EQ(out32, (std::vector<std::uint32_t>{'a', 0x1F600, 0xFFFD, 0xE9}));
  std::vector<std::uint16_t> out16(5);
  EXPECT_EQ(placemat::simd::decode_lossy(text, out16), 5u);
  EXPECT_EQ(out16, (std::vector<std::uint16_t>{'a', 0xD83D, 0xDE00, 0xFFFD, 0xE9}));
}

}  // namespace
