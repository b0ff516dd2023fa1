// The policy and BOM rule of decoders whose own table states them.
#include "harness/identify/followed.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  return followed_profile(claimed, questions, answers_of(decoder, questions)).profile;
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

// It decodes by bit pattern alone; the dialect is UTF-8 all the same.
TEST(Followed, KeepsTheDialectOfALenientDecoder) {
  const Decoder* lenient = find_decoder("tutorial_lenient");
  ASSERT_NE(lenient, nullptr);
  EXPECT_EQ(followed_by(*lenient, {}).dialect, DialectId::kUtf8);
}

// Each stray unit gives the value of the same number. Of all policies, the one that gives 80 for an
// error predicts most, and it is not that.
TEST(Followed, NamesNoPolicyThatAnAnswerContradicts) {
  Decoder latin = *find_decoder("branchy");
  latin.lossy32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                     std::size_t capacity, placemat_result* result) {
    result->status = length > capacity ? PLACEMAT_NO_CAPACITY : PLACEMAT_OK;
    result->written = std::min(length, capacity);
    std::copy_n(in, result->written, out);
  };
  latin.lossy64 = nullptr;
  const auto questions = questions_of_policy(latin);
  const auto [profile, has_policy] = followed_profile({}, questions, answers_of(latin, questions));
  EXPECT_FALSE(has_policy);
  EXPECT_EQ(to_text(profile), "utf-8/maximal-subpart/keep");
  const Decoder& lenient = *find_decoder("tutorial_lenient");
  const auto asked = questions_of_policy(lenient);
  EXPECT_TRUE(followed_profile({}, asked, answers_of(lenient, asked)).has_policy);
}

TEST(Followed, KeepsTheClaimedParts) {
  const Decoder& branchy = *find_decoder("branchy");
  const Profile followed =
      followed_by(branchy, {DialectId::kUtf8, PolicyId::kSkip, Bom::kStripLeading});
  EXPECT_EQ(to_text(followed), "utf-8/skip/strip-leading");
}

TEST(Followed, IsThePlainestWhereNothingIsAnswered) {
  const auto questions = questions_of_policy(*find_decoder("branchy"));
  EXPECT_EQ(to_text(followed_profile({}, questions, {}).profile), "utf-8/maximal-subpart/keep");
  EXPECT_EQ(to_text(followed_profile({}, {}, {}).profile), "utf-8/reject/keep");
}

}  // namespace
}  // namespace placemat
