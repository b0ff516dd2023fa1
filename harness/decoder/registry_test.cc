#include "harness/decoder/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/bytes/error.h"
#include "harness/decoder/operation.h"

extern "C" const placemat_decoder* const placemat_registry_decoders[];

namespace placemat {
namespace {

TEST(Registry, EveryTableIsValidAndEveryNameUnique) {
  std::set<std::string> names;
  for (const auto rows : {decoders(), saboteurs()}) {
    for (const Decoder* decoder : rows) {
      EXPECT_EQ(defect(*decoder), "") << decoder->name;
      EXPECT_TRUE(names.insert(decoder->name).second) << decoder->name;
      EXPECT_NO_THROW(claimed_profile(*decoder)) << decoder->name;
      EXPECT_EQ(find_decoder(decoder->name), decoder);
    }
  }
  EXPECT_FALSE(names.empty());
}

// What this processor cannot run would be judged by nothing, and pass.
TEST(Registry, DecoderThatDoesNotRunHereIsAbsent) {
  for (const auto* const* row = placemat_registry_decoders; *row != nullptr; ++row) {
    const std::string_view name = (*row)->name;
    const std::uint8_t unit = 'A';
    const bool is_silent = (*row)->validate != nullptr && (*row)->validate(&unit, 1) == -1;
    const std::vector<AbsentDecoder> absent = absent_decoders();
    EXPECT_EQ(std::ranges::count(absent, name, &AbsentDecoder::name), is_silent ? 1 : 0) << name;
    EXPECT_EQ(find_decoder(name), is_silent ? nullptr : *row) << name;
    if (is_silent) std::printf("absent on this processor: %s\n", (*row)->name);
  }
}

#if defined(__x86_64__)
TEST(Registry, DecoderOfAvx512IsThereWhereTheProcessorHasIt) {
  const bool has_it = __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi");
  EXPECT_EQ(find_decoder("simd_avx512") != nullptr, has_it);
}
#endif

TEST(Registry, OnlySaboteursDeclareAPlantedFault) {
  for (const Decoder* decoder : decoders()) EXPECT_EQ(decoder->planted, nullptr) << decoder->name;
  for (const Decoder* decoder : saboteurs()) EXPECT_NE(decoder->planted, nullptr) << decoder->name;
}

TEST(Registry, NamesTheDefectOfATable) {
  Decoder table{};
  EXPECT_NE(defect(table), "");
  table = *decoders().front();
  EXPECT_EQ(defect(table), "");
  table.stream_finish = nullptr;
  table.stream_open = decoders().front()->stream_open;
  if (table.stream_open != nullptr) {
    EXPECT_EQ(defect(table), "half a streaming interface");
  }
  table = *decoders().front();
  table.abi_version = 99;
  EXPECT_NE(defect(table).find("99"), std::string::npos);
}

// A plug-in whose documents promise nothing; only an audit completes its claims.
TEST(Registry, ATableMayClaimNoProfile) {
  for (const char* nothing : {static_cast<const char*>(nullptr), ""}) {
    Decoder table = *decoders().front();
    table.dialect = table.policy = table.bom = nothing;
    EXPECT_EQ(defect(table), "");
    EXPECT_THROW(claimed_profile(table), InputError);
    EXPECT_NE(capabilities(table).size(), 0u);
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      EXPECT_EQ(has(table, operation), has(*decoders().front(), operation)) << name_of(operation);
    }
  }
}

TEST(Registry, UnknownNameIsNull) { EXPECT_EQ(find_decoder("no_such_decoder"), nullptr); }

}  // namespace
}  // namespace placemat
