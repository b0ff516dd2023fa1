#include "harness/campaign/adapter_check.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

CheckLine right(Operation operation, const char* units, bool is_plain) {
  return {operation, units, is_plain, std::nullopt, ""};
}

CheckLine wrong(Operation operation, const char* units, bool is_plain) {
  return {operation, units, is_plain, Failure{Kind::kWrongValue, "41", "65"}, ""};
}

TEST(AdapterCheck, IsSoundWhenAllAnswersAreRight) {
  EXPECT_EQ(outcome_of({right(Operation::kStrict32, "41", true)}), kSoundAdapter);
}

TEST(AdapterCheck, IsBrokenWhenAllPlainAnswersOfOneOperationAreWrong) {
  CheckLine first = wrong(Operation::kLossy32, "41", true);
  first.advice = "values are printed in decimal; hex is wanted";
  const std::vector<CheckLine> lines{right(Operation::kStrict32, "41", true), first,
                                     wrong(Operation::kLossy32, "61", true),
                                     right(Operation::kLossy32, "C3 A9", false)};
  EXPECT_EQ(why_unfit(lines),
            "lossy32 of '41' gives 65 where 41 is due: values are printed in decimal; hex is "
            "wanted");
  EXPECT_EQ(outcome_of(lines), "the adapter is broken: " + why_unfit(lines));
}

TEST(AdapterCheck, NamesTheFirstWrongAnswerWhenPlainTextIsRight) {
  CheckLine nothing = wrong(Operation::kStrict32, "", false);
  const std::vector<CheckLine> lines{right(Operation::kStrict32, "41", true), nothing,
                                     wrong(Operation::kStrict32, "C3 A9", false)};
  EXPECT_EQ(why_unfit(lines), "");
  EXPECT_EQ(outcome_of(lines), "wrong: strict32 (nothing): expected 41, seen 65");
}

}  // namespace
}  // namespace placemat
