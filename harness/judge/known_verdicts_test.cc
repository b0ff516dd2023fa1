// known_verdicts_test.cc: what is kept is what a judge would say again.
#include "harness/judge/known_verdicts.h"

#include <gtest/gtest.h>

#include "harness/decoder/registry.h"
#include "harness/judge/minimise.h"

namespace placemat {
namespace {

Check lossy(Bytes units) { return {std::move(units), {.operation = Operation::kLossy32}}; }

TEST(KnownVerdicts, AnswerTheSameCheckOnly) {
  KnownVerdicts known;
  EXPECT_EQ(known.find(lossy({0x80})), nullptr);
  known.add(lossy({0x80}), std::nullopt);
  ASSERT_NE(known.find(lossy({0x80})), nullptr);
  EXPECT_FALSE(known.find(lossy({0x80}))->has_value());
  Check in_pieces = lossy({0x80});
  in_pieces.how.cuts = {0};
  EXPECT_EQ(known.find(in_pieces), nullptr);
  EXPECT_EQ(known.find(lossy({0x81})), nullptr);
}

TEST(KnownVerdicts, DoNotKeepWhatMayBeDifferentTheNextTime) {
  KnownVerdicts known;
  for (const Kind kind : {Kind::kNondeterministic, Kind::kKeepsState, Kind::kHang}) {
    known.add(lossy({0x80}), Failure{.kind = kind, .expected = "", .seen = ""});
    EXPECT_EQ(known.find(lossy({0x80})), nullptr);
  }
  Failure fatal{.kind = Kind::kCrash, .expected = "", .seen = ""};
  fatal.is_fatal = true;
  known.add(lossy({0x80}), fatal);
  EXPECT_EQ(known.find(lossy({0x80})), nullptr);
}

// Each of its questions is known the second time.
TEST(KnownVerdicts, LeadToTheSameMinimalCheck) {
  Fence fence(1'000);
  FencedThread thread;
  Caller caller(*find_decoder("sab_overlong_c0"), thread);
  Judge judge(caller, claimed_profile(caller.decoder()));
  const Check check = lossy({'a', 'b', 0xC0, 0x80, 'c', 'd', 'e'});
  const auto failure = judge.judge(check);
  ASSERT_TRUE(failure);
  const Minimised plain = minimised(judge, check, *failure);
  KnownVerdicts known;
  const Minimised first = minimised(judge, check, *failure, {}, &known);
  const Minimised second = minimised(judge, check, *failure, {}, &known);
  EXPECT_EQ(first.check, plain.check);
  EXPECT_EQ(second.check, plain.check);
  EXPECT_NE(known.find(plain.check), nullptr);
}

}  // namespace
}  // namespace placemat
