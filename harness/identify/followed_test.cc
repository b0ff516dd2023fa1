// The policy and BOM rule of decoders whose own table states them.
#include "harness/identify/followed.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/bytes/error.h"
#include "harness/decoder/registry.h"

namespace placemat {
namespace {

std::vector<InputObservation> answers_of(const Decoder& decoder,
                                         const std::vector<SingleQuestion>& questions) {
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Observer observer(caller);
  std::vector<InputObservation> seen;
  for (const SingleQuestion& question : questions) {
    seen.push_back(observer.see_by(question.operation, question.units));
  }
  return seen;
}

Profile followed_by(const Decoder& decoder, const ClaimedParts& claimed) {
  const auto questions = questions_of_policy(decoder);
  EXPECT_LE(questions.size(), 12u);
  return followed_profile(claimed, questions, answers_of(decoder, questions));
}

TEST(Followed, IsWhatEachDecoderOfThisTreeClaims) {
  std::set<PolicyId> met;
  for (const Decoder* decoder : decoders()) {
    if (std::string_view(decoder->version) != "in-tree") continue;
    const Profile claimed = claimed_profile(*decoder);
    const Profile followed = followed_by(*decoder, {claimed.dialect});
    if (policy(claimed.policy).stops) {
      EXPECT_TRUE(policy(followed.policy).stops) << decoder->name;
    } else {
      EXPECT_EQ(to_text(followed), to_text(claimed)) << decoder->name;
    }
    met.insert(followed.policy);
  }
  EXPECT_GE(met.size(), 4u);
}

// By bit pattern alone, as UTF-8: the dialect is never taken from what it does.
TEST(Followed, KeepsTheDialectOfALenientDecoder) {
  const Decoder* lenient = find_decoder("tutorial_lenient");
  ASSERT_NE(lenient, nullptr);
  EXPECT_EQ(followed_by(*lenient, {}).dialect, DialectId::kUtf8);
}

TEST(Followed, KeepsTheClaimedParts) {
  const Decoder& branchy = *find_decoder("branchy");
  const Profile followed =
      followed_by(branchy, {DialectId::kUtf8, PolicyId::kSkip, Bom::kStripLeading});
  EXPECT_EQ(to_text(followed), "utf-8/skip/strip-leading");
}

TEST(Followed, IsThePlainestWhereNothingIsAnswered) {
  const auto questions = questions_of_policy(*find_decoder("branchy"));
  EXPECT_EQ(to_text(followed_profile({}, questions, {})), "utf-8/maximal-subpart/keep");
  EXPECT_EQ(to_text(followed_profile({}, {}, {})), "utf-8/reject/keep");
}

}  // namespace
}  // namespace placemat
