// Faults whose refutation takes long, because a proof is made of each.
#include <gmock/gmock.h>

#include "harness/prove/fixture.h"
#include "harness/prove/refuted_fixture.h"
#include "harness/prove/subjects.h"

namespace placemat::prove {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;

TEST(ProofDeep, FaultOfAShortcutBreaksItsLemma) {
  using F = ShortcutFault;
  const auto lemmas = [](const Subject& subject) { return refuted(subject).lemmas; };
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kNone>::Type::subject()), IsEmpty());
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kBlind>::Type::subject()), IsEmpty());
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kSurrogate>::Type::subject()), ElementsAre("four_verdict"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kRest>::Type::subject()), ElementsAre("eight_rest"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kNumber>::Type::subject()), ElementsAre("units_7"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kAscii>::Type::subject()), ElementsAre("ascii"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kIsAscii>::Type::subject()), ElementsAre("is_ascii_12"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kEarly>::Type::subject()), ElementsAre("early"));
  EXPECT_THAT(lemmas(ShortcutsBoth<F::kUnfinished>::Type::subject()), ElementsAre("unfinished_3"));
}

TEST(ProofDeep, FaultOfAnEncoderBreaksItsLemma) {
  using F = EncodeFault;
  const auto lemmas = [](const Subject& subject) { return refuted(subject).lemmas; };
  EXPECT_THAT(lemmas(encoding<F::kNone>()), IsEmpty());
  EXPECT_THAT(lemmas(encoding<F::kSurrogate>()), ElementsAre("encode_refuses", "encode"));
  EXPECT_THAT(lemmas(encoding<F::kLong>()), ElementsAre("encode", "encode_shortest"));
  EXPECT_THAT(lemmas(encoding<F::kLost>()), ElementsAre("encode"));
  EXPECT_THAT(lemmas(encoding<F::kBehind>()), ElementsAre("encode_writes"));
  EXPECT_THAT(lemmas(encoding<F::kRefuses>()), ElementsAre("encode_refuses"));
}

TEST(ProofDeep, FaultOfABlockPathBreaksItsLemma) {
  using B = BlockFault;
  const auto lemmas = [](const Subject& subject) { return refuted(subject).lemmas; };
  EXPECT_THAT(lemmas(BlockBoth<B::kNone>::Type::subject()), IsEmpty());
  EXPECT_THAT(lemmas(BlockBoth<B::kTakesSurrogates>::Type::subject()), Contains("block_verdict"));
  EXPECT_THAT(lemmas(BlockBoth<B::kLosesBit>::Type::subject()), ElementsAre("block_value"));
  EXPECT_THAT(lemmas(BlockBoth<B::kReadsFive>::Type::subject()), Contains("block_reads"));
  EXPECT_THAT(lemmas(BlockBoth<B::kNeverMoves>::Type::subject()), ElementsAre("block_progress"));
}

TEST(ProofDeep, FaultOfAWriteBreaksItsLemma) {
  const auto lemmas = [](const Subject& subject) { return refuted(subject).lemmas; };
  EXPECT_THAT(lemmas(writing<PutFault::kNone>()), IsEmpty());
  EXPECT_THAT(lemmas(writing<PutFault::kBehind>()), ElementsAre("room16"));
  EXPECT_THAT(lemmas(writing<PutFault::kHalf>()), ElementsAre("room16"));
  EXPECT_THAT(lemmas(writing<PutFault::kPartial>()), ElementsAre("room16"));
  EXPECT_THAT(lemmas(writing<PutFault::kLow>()), ElementsAre("utf16"));
}

// The last digit of five units is wrong where its unit is FF.
TEST(ProofDeep, FaultInAnotherRadixBreaksTheLemmaOfItsForms) {
  const Profile utf1{DialectId::kUtf1, PolicyId::kMaximalSubpart, Bom::kKeep};
  Subject subject = *find_subject("utf_1");
  EXPECT_THAT(refuted(subject, utf1).lemmas, IsEmpty());
  subject.encode = nullptr;  // it has lemmas of its own
  subject.item = [](SymbolicWords::Text text) {
    SymbolicDecoded item = find_subject("utf_1")->item(text);
    if (item.kind == DecodedKind::kValue && item.length == 5 && text[4] == 0xFF)
      item.value = item.value + 1;
    return item;
  };
  EXPECT_THAT(refuted(subject, utf1).lemmas, AllOf(Each(testing::StartsWith("value_F")),
                                                   Each(EndsWith("_A0..FF")), testing::SizeIs(15)));
}

// Its encoder writes the last unit FF as FE, or gives one sequence a unit more.
TEST(ProofDeep, FaultOfAnEncoderInAnotherRadixBreaksTheLemmaOfItsForms) {
  const Profile utf1{DialectId::kUtf1, PolicyId::kMaximalSubpart, Bom::kKeep};
  Subject subject = *find_subject("utf_1");
  subject.encode = [](const z3::expr& value) {
    std::vector<z3::expr> words = find_subject("utf_1")->encode(value);
    z3::context& context = value.ctx();
    const z3::expr is_last = words[0] == 5 && words[5] == context.bv_val(0xFF, 8);
    words[5] = z3::ite(is_last, context.bv_val(0xFE, 8), words[5]);
    return words;
  };
  EXPECT_THAT(refuted(subject, utf1).lemmas, AllOf(Each(testing::StartsWith("encode_F")),
                                                   Each(EndsWith("_A0..FF")), testing::SizeIs(15)));
  subject.encode = [](const z3::expr& value) {
    std::vector<z3::expr> words = find_subject("utf_1")->encode(value);
    const z3::expr is_one = value == value.ctx().bv_val(0x5A2CC, 64);
    words[0] = z3::ite(is_one, value.ctx().bv_val(6, 64), words[0]);
    return words;
  };
  EXPECT_THAT(refuted(subject, utf1).lemmas, ElementsAre(testing::StartsWith("encode_FC..FD_")));
}

// No lemma is about the length of an error here, and its stream tells it.
TEST(ProofDeep, MutantThatNoLemmaRefutesIsNotCalledEquivalent) {
  Subject subject = FaultyBoth<Fault::kNone>::Type::subject();
  placemat_decoder decoder = *subject.decoder;
  decoder.claims = PLACEMAT_CLAIM_OFFSET;
  decoder.lossy32 = nullptr;
  decoder.lossy16 = nullptr;
  subject.decoder = &decoder;
  EXPECT_THAT(score_of(subject, 13).survivors, testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace placemat::prove
