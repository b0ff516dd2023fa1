// Tests every property on every built-in decoder, under the profile that it claims. A row
// below names each third-party decoder that is known to break a property, with an
// example; the row fails once this is no longer true. Saboteurs test the properties: they
// must break the ones that they were built to break.
#include <gtest/gtest.h>

#include <iostream>

#include "harness/judge/decoder_properties.h"

namespace placemat {
namespace {

using properties::all;

// A third-party decoder that breaks a property, found by running it.
struct Exclusion {
  std::string_view decoder, property, reason, example;
};
constexpr std::string_view kSurrogates = "a lone surrogate is accepted, as itself";
constexpr std::array<Exclusion, 6> kExclusions{{
    {"icu_ucnv_cesu8", "output_is_well_formed", kSurrogates, "ED A0 80: D800"},
    {"icu_ucnv_cesu8", "every_unit_is_accounted_for", kSurrogates, "ED A0 80: D800"},
    {"icu_ucnv_cesu8", "replacements_within_bounds", kSurrogates, "ED A0 80: no replacement"},
    {"glibc_mbrtoc32", "output_is_well_formed", "values up to 1FFFFF are accepted",
     "F5 80 80 80: 140000"},
    {"libstdcxx_codecvt", "output_is_well_formed", kSurrogates, "ED A0 80: D800"},
    {"libstdcxx_codecvt", "ascii_around_changes_nothing",
     "a sequence that cannot be completed any more is incomplete while the input is shorter than "
     "its lead announces",
     "E0 2F: incomplete"},
}};

const Exclusion* exclusion_of(std::string_view decoder, std::string_view property) {
  const auto found = std::ranges::find_if(kExclusions, [&](const Exclusion& e) {
    return e.decoder == decoder && e.property == property;
  });
  return found == kExclusions.end() ? nullptr : &*found;
}

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

class EveryDecoder
    : public testing::TestWithParam<std::tuple<const DecoderProperty*, const Decoder*>> {};

TEST_P(EveryDecoder, Has) {
  const auto& [property, decoder] = GetParam();
  DecoderFixture executor(*decoder);
  const std::string silent = property->silent(executor);
  if (!silent.empty()) GTEST_SKIP() << "not asked: " << silent;
  if (const Exclusion* excluded = exclusion_of(decoder->name, property->name)) {
    const Trying trying = try_property(*property, executor, Volume::kQuiet);
    ASSERT_FALSE(trying.held) << "holds now; take it from kExclusions: " << excluded->reason;
    GTEST_SKIP() << "known: " << excluded->reason << ", as in " << excluded->example << "\n"
                 << trying.report;
  }
  const Trying trying = try_property(*property, executor, Volume::kAloud);
  std::cout << executor.seen << '\n'
            << rc::detail::configToString(rc::detail::configuration()) << '\n';
  ASSERT_TRUE(trying.held) << trying.report;
  // With fewer texts, to reproduce one failure, there is nothing to count.
  if (!trying.complete || property_params().maxSuccess < kTexts) return;
  const std::vector<std::string> missing = executor.seen.missing(property->sorts(executor.dialect));
  EXPECT_TRUE(missing.empty()) << "no text had: " << listed(missing);
}

std::vector<const DecoderProperty*> all_properties() {
  std::vector<const DecoderProperty*> rows;
  for (const DecoderProperty& property : all()) rows.push_back(&property);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Property, EveryDecoder,
                         testing::Combine(testing::ValuesIn(all_properties()),
                                          testing::ValuesIn(decoders().begin(), decoders().end())),
                         [](const auto& row) {
                           return fmt::format("{}__{}", std::get<0>(row.param)->name,
                                              std::get<1>(row.param)->name);
                         });

// What each property must find, for any seed.
struct Planted {
  std::string_view property, saboteur;

  friend std::ostream& operator<<(std::ostream& out, const Planted& row) {
    return out << row.property << " of " << row.saboteur;
  }
};
constexpr std::array<Planted, 24> kPlanted{{
    {"output_is_well_formed", "sab_surrogate_all"},
    {"output_is_well_formed", "sab_beyond_f4_90"},
    {"output_is_well_formed", "sab_utf16_pair_swapped"},
    {"round_trip", "sab_encode_off_by_one"},
    {"round_trip", "sab_sixteen_bit_accumulator"},
    {"splitting_changes_nothing", "sab_chunk_loses_state"},
    {"splitting_changes_nothing", "sab_chunk_empty_push_flushes"},
    {"splitting_changes_nothing", "sab_offset_chunk_relative"},
    {"concatenation_at_a_boundary", "sab_rejects_noncharacter_fffe"},
    {"concatenation_at_a_boundary", "sab_offset_counts_values"},
    {"concatenation_at_a_boundary", "sab_overread_lead"},
    {"every_unit_is_accounted_for", "sab_offset_points_at_offender"},
    {"every_unit_is_accounted_for", "sab_overlong_c0"},
    {"every_unit_is_accounted_for", "sab_hoehrmann_arithmetic"},
    {"replacements_within_bounds", "sab_drops_invalid"},
    {"replacements_within_bounds", "sab_swallow_next_unit"},
    {"ascii_around_changes_nothing", "sab_drops_truncated_tail"},
    {"ascii_around_changes_nothing", "sab_swallow_next_unit"},
    {"resynchronises", "sab_dfa_no_reoffer"},
    {"resynchronises", "sab_rejects_continuation_80"},
    {"operations_agree", "sab_validate_disagrees"},
    {"operations_agree", "sab_detector_two_unit_pattern"},
    {"operations_agree", "sab_length_by_lead"},
    {"operations_agree", "sab_length_disagrees_on_ill_formed"},
}};

class EveryProperty : public testing::TestWithParam<Planted> {};

TEST_P(EveryProperty, FindsPlantedErrors) {
  const DecoderProperty* property = properties::find(GetParam().property);
  const Decoder* saboteur = find_decoder(GetParam().saboteur);
  ASSERT_NE(property, nullptr);
  ASSERT_NE(saboteur, nullptr);
  DecoderFixture executor(*saboteur);
  ASSERT_EQ(property->silent(executor), "");
  const Trying trying = try_property(*property, executor, Volume::kQuiet);
  EXPECT_FALSE(trying.held) << saboteur->planted;
  std::cout << saboteur->planted << '\n' << trying.report << '\n';
}

INSTANTIATE_TEST_SUITE_P(Property, EveryProperty, testing::ValuesIn(kPlanted), [](const auto& row) {
  return fmt::format("{}__{}", row.param.property, row.param.saboteur);
});

// No saboteur encodes out of order, so this decoder writes the units backwards.
std::size_t encode_backwards(std::uint64_t value, std::uint8_t* out) {
  const Bytes units = encode(dialect(DialectId::kUtf8), value).value_or(Bytes{});
  std::ranges::reverse_copy(units, out);
  return units.size();
}

TEST(EncodedFormsAreOrdered, DetectsUnorderedForms) {
  Decoder backwards = *decoders().front();
  backwards.dialect = "utf-8";
  backwards.encode = encode_backwards;
  DecoderFixture executor(backwards);
  EXPECT_FALSE(
      try_property(*properties::find("encoded_forms_are_ordered"), executor, Volume::kQuiet).held);
}

TEST(EveryProperty, HasATest) {
  for (const DecoderProperty& property : all()) {
    if (property.name == "encoded_forms_are_ordered") continue;
    EXPECT_TRUE(std::ranges::any_of(kPlanted, [&](const Planted& row) {
      return row.property == property.name;
    })) << property.name;
  }
}

TEST(Exclusion, NamesADecoderAndAProperty) {
  for (const Exclusion& row : kExclusions) {
    EXPECT_NE(properties::find(row.property), nullptr) << row.property;
    bool is_known = find_decoder(row.decoder) != nullptr;
    for (const AbsentDecoder& absent : absent_decoders()) is_known |= absent.name == row.decoder;
    EXPECT_TRUE(is_known) << row.decoder;
    EXPECT_FALSE(row.reason.empty() || row.example.empty()) << row.decoder;
  }
}

}  // namespace
}  // namespace placemat
