// Tests of the adapters, not of the libraries. An adapter passes on the whole
// result of its library at the right place, keeps nothing from one call to the
// next, and leaves the process as it was. The harness judges what a library
// does with ill-formed input; the errors here are those that all these
// libraries handle right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <locale.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
extern const placemat_decoder* const placemat_registry_decoders[];
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Units = std::vector<std::uint8_t>;
using ScalarValues = std::vector<std::uint32_t>;

constexpr std::array<std::string_view, 8> kAdapters{
    "icu_u_strfromutf8", "icu_u8_next",    "icu_ucnv_utf8",     "icu_ucnv_cesu8",
    "glibc_iconv",       "glibc_mbrtoc32", "libstdcxx_codecvt", "nlohmann_json"};

// Null where the library is absent.
const placemat_decoder* find(std::string_view name) {
  for (const auto* const* at = placemat_registry_decoders; *at != nullptr; ++at)
    if ((*at)->name == name) return *at;
  return nullptr;
}

std::vector<const placemat_decoder*> adapters() {
  std::vector<const placemat_decoder*> present;
  for (const std::string_view name : kAdapters)
    if (const placemat_decoder* decoder = find(name)) present.push_back(decoder);
  return present;
}

struct Seen {
  std::uint32_t status = PLACEMAT_UNSUPPORTED;
  ScalarValues values;
  std::size_t offset = 0, length = 0;
};

template <class Out, class Decode>
Seen run(Decode* decode, const Units& text, std::size_t capacity) {
  std::vector<Out> out(capacity);
  placemat_result result{};
  decode(text.data(), text.size(), out.data(), capacity, &result);
  EXPECT_LE(result.written, capacity);
  return {result.status, ScalarValues(out.begin(), out.begin() + std::ptrdiff_t(result.written)),
          result.error_offset, result.error_length};
}

// With the 32-bit function if there is one, else the 16-bit one.
Seen strict(const placemat_decoder& d, const Units& text, std::size_t capacity) {
  return d.strict32 != nullptr ? run<std::uint32_t>(d.strict32, text, capacity)
                               : run<std::uint16_t>(d.strict16, text, capacity);
}
Seen lossy(const placemat_decoder& d, const Units& text, std::size_t capacity) {
  return d.lossy32 != nullptr ? run<std::uint32_t>(d.lossy32, text, capacity)
                              : run<std::uint16_t>(d.lossy16, text, capacity);
}
bool has_lossy(const placemat_decoder& d) { return d.lossy32 != nullptr || d.lossy16 != nullptr; }

// One value of each length that all dialects here share, with NUL and
// signature.
const Units kText{0xEF, 0xBB, 0xBF, 'a', 0x00, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xEF, 0xBF, 0xBD};
const ScalarValues kValues{0xFEFF, 'a', 0x00, 0xE9, 0x20AC, 0xFFFD};

TEST(Adapters, HaveFilledTables) {
  ASSERT_THAT(adapters(), testing::Not(IsEmpty()));
  for (const placemat_decoder* d : adapters()) {
    EXPECT_EQ(d->abi_version, PLACEMAT_ABI_VERSION) << d->name;
    EXPECT_EQ(d->struct_size, sizeof(placemat_decoder)) << d->name;
    EXPECT_THAT(std::string(d->version), testing::ContainsRegex("[0-9]")) << d->name;
    EXPECT_EQ(std::string_view(d->policy) == "reject", !has_lossy(*d)) << d->name;
  }
}

TEST(Adapters, DecodeWellFormedText) {
  for (const placemat_decoder* d : adapters()) {
    const Seen seen = strict(*d, kText, 64);
    EXPECT_EQ(seen.status, std::uint32_t{PLACEMAT_OK}) << d->name;
    EXPECT_EQ(seen.values, kValues) << d->name;
    if (has_lossy(*d)) {
      EXPECT_EQ(lossy(*d, kText, 64).values, kValues) << d->name;
    }
    if (d->validate != nullptr) {
      EXPECT_EQ(d->validate(kText.data(), kText.size()), 1) << d->name;
    }
    if (d->length16 != nullptr) {
      EXPECT_EQ(d->length16(kText.data(), kText.size()), kValues.size()) << d->name;
    }
  }
}

TEST(Adapters, AcceptNullForEmptyInput) {
  for (const placemat_decoder* d : adapters()) {
    const Seen seen = strict(*d, {}, 0);
    EXPECT_EQ(seen.status, std::uint32_t{PLACEMAT_OK}) << d->name;
    EXPECT_THAT(seen.values, IsEmpty()) << d->name;
    if (has_lossy(*d)) {
      EXPECT_EQ(lossy(*d, {}, 0).status, std::uint32_t{PLACEMAT_OK}) << d->name;
    }
  }
}

TEST(Adapters, ReportTooSmallACapacity) {
  for (const placemat_decoder* d : adapters()) {
    EXPECT_EQ(strict(*d, kText, kValues.size()).values, kValues) << d->name;
    for (std::size_t capacity = 0; capacity < kValues.size(); ++capacity) {
      const Seen seen = strict(*d, kText, capacity);
      EXPECT_EQ(seen.status, std::uint32_t{PLACEMAT_NO_CAPACITY}) << d->name << ' ' << capacity;
      EXPECT_EQ(seen.values,
                ScalarValues(kValues.begin(), kValues.begin() + std::ptrdiff_t(capacity)))
          << d->name;
    }
  }
}

TEST(Adapters, ReportAnErrorBehindAFullOutput) {
  for (const placemat_decoder* d : adapters()) {
    for (std::size_t before = 0; before <= 3; ++before) {
      Units text(before, 'a');
      text.push_back(0xFF);
      const Seen seen = strict(*d, text, before);
      EXPECT_EQ(seen.status, std::uint32_t{PLACEMAT_ILL_FORMED}) << d->name;
      EXPECT_LE(seen.values.size(), before) << d->name;
    }
  }
}

TEST(Adapters, ReportErrorOffsets) {
  for (const placemat_decoder* d : adapters()) {
    const Seen ill = strict(*d, {'a', 'b', 0xE2, 0x82, 'c'}, 64);
    EXPECT_EQ(ill.status, std::uint32_t{PLACEMAT_ILL_FORMED}) << d->name;
    EXPECT_EQ(ill.offset, (d->claims & PLACEMAT_CLAIM_OFFSET) != 0 ? 2 : PLACEMAT_UNKNOWN)
        << d->name;
    EXPECT_EQ(ill.length, (d->claims & PLACEMAT_CLAIM_LENGTH) != 0 ? 2 : PLACEMAT_UNKNOWN)
        << d->name;
    const Seen cut = strict(*d, {'a', 'b', 0xE2, 0x82}, 64);
    EXPECT_EQ(cut.status, (d->claims & PLACEMAT_CLAIM_INCOMPLETE) != 0
                              ? std::uint32_t{PLACEMAT_INCOMPLETE}
                              : std::uint32_t{PLACEMAT_ILL_FORMED})
        << d->name;
    if (has_lossy(*d)) {
      EXPECT_THAT(lossy(*d, {'a', 0xE2, 0x82, 'c', 0xFF}, 64).values,
                  ElementsAre('a', 0xFFFD, 'c', 0xFFFD))
          << d->name;
    }
  }
}

TEST(Adapters, KeepNoStateAfterAnError) {
  for (const placemat_decoder* d : adapters())
    for (const Units& spoilt : {Units{0xE2, 0x82}, Units{0xFF}, Units{0xF0, 0x90, 'a'}}) {
      strict(*d, spoilt, 64);
      EXPECT_EQ(strict(*d, kText, 64).values, kValues) << d->name;
      strict(*d, kText, 1);
      EXPECT_EQ(strict(*d, kText, 64).values, kValues) << d->name;
      if (!has_lossy(*d)) continue;
      lossy(*d, spoilt, 0);
      EXPECT_EQ(lossy(*d, kText, 64).values, kValues) << d->name;
    }
}

TEST(Adapters, EncodeScalarValues) {
  for (const placemat_decoder* d : adapters()) {
    if (d->encode == nullptr) continue;
    std::array<std::uint8_t, PLACEMAT_MAX_SEQUENCE> out{};
    for (const std::uint32_t value : {0x00u, 0x7Fu, 0x80u, 0x7FFu, 0x800u, 0xFFFDu, 0x10000u}) {
      const std::size_t size = d->encode(value, out.data());
      const Seen seen = strict(*d, Units(out.begin(), out.begin() + std::ptrdiff_t(size)), 4);
      if (d->strict32 == nullptr && value > 0xFFFF) {
        EXPECT_THAT(seen.values, ElementsAre(0xD800, 0xDC00)) << d->name;
      } else {
        EXPECT_THAT(seen.values, ElementsAre(value)) << d->name;
      }
    }
    EXPECT_EQ(d->encode(std::uint64_t{1} << 32, out.data()), 0u) << d->name;
  }
}

ScalarValues stream_of(const placemat_decoder& d, int lossy, const std::vector<Units>& chunks,
                       placemat_result& last) {
  ScalarValues values;
  void* stream = d.stream_open(lossy);
  const auto take = [&](const ScalarValues& out) {
    values.insert(values.end(), out.begin(), out.begin() + std::ptrdiff_t(last.written));
  };
  for (const Units& chunk : chunks) {
    ScalarValues out(chunk.size() + PLACEMAT_MAX_SEQUENCE);
    d.stream_push(stream, chunk.data(), chunk.size(), out.data(), out.size(), &last);
    take(out);
  }
  ScalarValues out(PLACEMAT_MAX_SEQUENCE);
  d.stream_finish(stream, out.data(), out.size(), &last);
  take(out);
  d.stream_close(stream);
  return values;
}

TEST(Adapters, DecodeStreamsOneUnitAtATime) {
  std::vector<Units> chunks{{}};
  for (const std::uint8_t unit : kText) {
    chunks.push_back({unit});
    chunks.push_back({});
  }
  for (const placemat_decoder* d : adapters()) {
    if (d->stream_open == nullptr) continue;
    placemat_result last{};
    EXPECT_EQ(stream_of(*d, 0, chunks, last), kValues) << d->name;
    EXPECT_EQ(last.status, std::uint32_t{PLACEMAT_OK}) << d->name;
    EXPECT_EQ(stream_of(*d, 0, {{'a', 0xE2}, {0x82}, {'c'}}, last), ScalarValues{'a'}) << d->name;
    EXPECT_EQ(last.status, std::uint32_t{PLACEMAT_ILL_FORMED}) << d->name;
    EXPECT_EQ(last.error_offset, 1u) << d->name;
    EXPECT_EQ(stream_of(*d, 0, {{'a', 0xE2}, {0x82}, {}}, last), ScalarValues{'a'}) << d->name;
    EXPECT_EQ(last.status, std::uint32_t{PLACEMAT_INCOMPLETE}) << d->name;
    EXPECT_EQ(last.error_offset, 1u) << d->name;
  }
}

TEST(Adapters, DecodeLongChunksWhole) {
  const Units face{0xF0, 0x9F, 0x98, 0x80};
  Units text;
  for (int i = 0; i < 1000; ++i) text.insert(text.end(), face.begin(), face.end());
  for (const placemat_decoder* d : adapters()) {
    if (d->stream_open == nullptr || std::string_view(d->dialect) != "utf-8") continue;
    placemat_result last{};
    EXPECT_EQ(stream_of(*d, 0, {text}, last), ScalarValues(1000, 0x1F600)) << d->name;
  }
}

TEST(Adapters, JoinCesu8PairsAcrossPushes) {
  const placemat_decoder* d = find("icu_ucnv_cesu8");
  if (d == nullptr) GTEST_SKIP() << "no ICU";
  const Units pair{0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80};
  for (std::ptrdiff_t cut = 0; cut <= 6; ++cut) {
    placemat_result last{};
    const auto values = stream_of(
        *d, 0, {Units(pair.begin(), pair.begin() + cut), Units(pair.begin() + cut, pair.end())},
        last);
    EXPECT_EQ(values, ScalarValues{0x1F600}) << cut;
  }
}

// JSON demands escapes for 00..1F, quotation mark and reverse solidus.
TEST(Adapters, UndoJsonEscapes) {
  const placemat_decoder* d = find("nlohmann_json");
  if (d == nullptr) GTEST_SKIP() << "no JSON for Modern C++";
  Units text;
  ScalarValues values;
  for (std::uint8_t unit = 0; unit <= 0x7F; ++unit) {
    text.push_back(unit);
    values.push_back(unit);
  }
  EXPECT_EQ(strict(*d, text, 128).values, values);
}

TEST(Adapters, LeaveTheLocaleUnchanged) {
  const std::string before = setlocale(LC_ALL, nullptr);
  const locale_t thread_before = uselocale(static_cast<locale_t>(nullptr));
  for (const placemat_decoder* d : adapters()) strict(*d, kText, 64);
  EXPECT_EQ(setlocale(LC_ALL, nullptr), before);
  EXPECT_EQ(uselocale(static_cast<locale_t>(nullptr)), thread_before);
}

TEST(Adapters, UseOneConverterPerThread) {
  const auto work = [](const Units& text, const ScalarValues& values, int& wrong) {
    for (int round = 0; round < 500; ++round)
      for (const placemat_decoder* d : adapters())
        if (strict(*d, text, 64).values != values) ++wrong;
  };
  int wrong_here = 0, wrong_there = 0;
  std::thread there(work, kText, kValues, std::ref(wrong_there));
  work({'a', 'b', 0xC3, 0xA9}, {'a', 'b', 0xE9}, wrong_here);
  there.join();
  EXPECT_EQ(wrong_here, 0);
  EXPECT_EQ(wrong_there, 0);
}

}  // namespace
