// Right decoders are proved, each fault is refused by the lemma that it breaks, with the shortest
// text, and no mutant is left.
#include "harness/prove/proof.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/call/fence.h"
#include "harness/certify/certify.h"
#include "harness/prove/fixture.h"
#include "harness/prove/refuted_fixture.h"
#include "harness/spec/reference.h"

namespace placemat::prove {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

template <Fault kFault>
Refuted refuted() {
  return refuted(FaultyBoth<kFault>::Type::subject());
}

TEST(Proof, RightDecoderIsProved) {
  const Refuted none = refuted<Fault::kNone>();
  EXPECT_THAT(none.lemmas, IsEmpty());
  EXPECT_THAT(none.possible, IsEmpty());
}

TEST(Proof, DecoderWrittenInAnotherWayIsProved) {
  EXPECT_THAT(refuted<Fault::kOtherwise>().lemmas, IsEmpty());
}

TEST(Proof, EachFaultBreaksItsLemma) {
  EXPECT_THAT(refuted<Fault::kOverRead>().lemmas, Contains("reads"));
  EXPECT_THAT(refuted<Fault::kShortError>().lemmas, testing::ElementsAre("error"));
  EXPECT_THAT(refuted<Fault::kForgetsCut>().lemmas, testing::IsSupersetOf({"end", "cut"}));
}

// An answer at the end does not show it where none is claimed there.
TEST(Proof, FaultAtOneCutBreaksTheLemmaOfCutsOnly) {
  Subject subject = FaultyBoth<Fault::kOneCut>::Type::subject();
  placemat_decoder decoder = *subject.decoder;
  decoder.claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH;
  subject.decoder = &decoder;
  EXPECT_THAT(refuted(subject).lemmas, ElementsAre("cut"));
}

TEST(Proof, FaultOfALengthBreaksItsLemma) {
  EXPECT_THAT(refuted(counting<CountFault::kNone>()).lemmas, IsEmpty());
  const Refuted errors = refuted(counting<CountFault::kErrors>());
  EXPECT_THAT(errors.lemmas, ElementsAre("length32", "length16"));
  EXPECT_EQ(errors.text->size(), 3u);  // two units of an error and one more
  const Refuted pairs = refuted(counting<CountFault::kPairs>());
  EXPECT_THAT(pairs.lemmas, ElementsAre("length16"));
  EXPECT_EQ(pairs.text, (Bytes{0xEF, 0xBF, 0xBF}));
}

TEST(Proof, RefusedTextIsTheShortest) {
  const Refuted lost = refuted<Fault::kLostValue>();
  EXPECT_THAT(lost.lemmas, ElementsAre("value"));
  EXPECT_EQ(lost.text, (Bytes{0xF1, 0x9A, 0x8B, 0x8C}));
  const Refuted overlong = refuted<Fault::kOverlong>();
  EXPECT_THAT(overlong.lemmas, Contains("verdict"));
  EXPECT_EQ(overlong.text->size(), 2u);  // incomplete, where it is an error
}

TEST(Proof, EmptyCaseIsNoticed) {
  EXPECT_THAT(refuted<Fault::kNeverE0>().possible, Contains("form_3_units_3_well-formed"));
}

TEST(Proof, EachUnitOfAnErrorIsReplaced) {
  const Profile unitwise{DialectId::kUtf8, PolicyId::kPerByte, Bom::kKeep};
  const auto lemmas = [&](const Subject& subject) { return refuted(subject, unitwise).lemmas; };
  EXPECT_THAT(lemmas(UnitwiseBoth<UnitFault::kNone>::Type::subject()), ElementsAre("error"));
  EXPECT_THAT(lemmas(UnitwiseBoth<UnitFault::kDividesOtherwise>::Type::subject()), IsEmpty());
  EXPECT_THAT(lemmas(UnitwiseBoth<UnitFault::kSwallows>::Type::subject()), Contains("replaced"));
}

// One that does not say how long an error is may divide it as it likes.
TEST(Proof, LengthOfAnErrorIsAskedOfThoseThatClaimIt) {
  const Profile unitwise{DialectId::kUtf8, PolicyId::kPerByte, Bom::kKeep};
  const auto lemmas = [&](Subject subject) {
    placemat_decoder decoder = *subject.decoder;
    decoder.claims = PLACEMAT_CLAIM_OFFSET;
    subject.decoder = &decoder;
    return refuted(subject, unitwise).lemmas;
  };
  EXPECT_THAT(lemmas(UnitwiseBoth<UnitFault::kNone>::Type::subject()), IsEmpty());
  EXPECT_THAT(lemmas(UnitwiseBoth<UnitFault::kSwallows>::Type::subject()), Contains("replaced"));
}

// The one item of a certificate that sees a fault beyond all lengths that are exhausted and all
// machines that the suites cover.
TEST(Proof, FaultFarAheadIsRefusedByTheProofOnly) {
  using Faulty = FaultyBoth<Fault::kFarAhead>::Type;
  Decoder decoder = Faulty::kDecoder;
  const Fence fence(200);
  CertifyOptions options;
  options.scope = {2, 1};
  options.profile = "utf-8/maximal-subpart/keep";
  options.threads = 2;
  // One function, which saves time.
  decoder.validate = nullptr;
  decoder.lossy32 = nullptr;
  decoder.strict16 = decoder.lossy16 = nullptr;
  decoder.length32 = decoder.length16 = nullptr;
  decoder.stream_open = nullptr;
  decoder.policy = "reject";
  const Certificate certificate =
      certify(decoder, options, [&] { return work_here(decoder, nullptr); });
  EXPECT_EQ(certificate.result, item_result::kEstablished);

  const Refuted proof = refuted(Faulty::subject());
  EXPECT_THAT(proof.lemmas, testing::ElementsAre("value", "cut"));
  ASSERT_TRUE(proof.text);
  EXPECT_EQ(proof.text->size(), 12u);
  std::array<std::uint32_t, 12> values{};
  placemat_result result{};
  decoder.strict32(proof.text->data(), proof.text->size(), values.data(), values.size(), &result);
  EXPECT_EQ(values[0], 0x62u);
  EXPECT_EQ(reference_decode(*proof.text, Profile{}).values[0], 0x61u);
}

TEST(Proof, AutomatonIsProved) {
  EXPECT_THAT(refuted(TabledBoth<TableFault::kNone>::Type::subject()).lemmas, IsEmpty());
}

TEST(Proof, FaultOfAnAutomatonIsRefused) {
  EXPECT_THAT(refuted(TabledBoth<TableFault::kRecovers>::Type::subject()).lemmas,
              testing::ElementsAre("rejected"));
  const Refuted payload = refuted(TabledBoth<TableFault::kPayload>::Type::subject());
  EXPECT_THAT(payload.lemmas, Contains("value_C2..DF_80..BF"));
  EXPECT_EQ(payload.text->size(), 2u);
}

// Rows 0 to 8 of the table count; the tenth one is never read.
TEST(Proof, EntryThatNothingReachesIsEquivalent) {
  const MutationScore score = score_of(TabledBoth<TableFault::kNone>::Type::subject(), 97);
  EXPECT_GT(score.mutants, 200u);
  EXPECT_THAT(score.survivors, IsEmpty());
  EXPECT_EQ(score.refuted, score.score_of());
  EXPECT_GT(score.equivalent, 10u);
  for (const std::string& mutant : score.equivalents) {
    const std::size_t at = mutant.find("of entry ");
    if (at == std::string::npos) continue;
    EXPECT_GE(std::stoi(mutant.substr(at + 9)), 2304) << mutant;
  }
}

TEST(Proof, MutantsOfAPlainDecoderAreRefuted) {
  const MutationScore score = score_of(FaultyBoth<Fault::kNone>::Type::subject(), 31);
  EXPECT_GT(score.refuted, 10u);
  EXPECT_THAT(score.survivors, IsEmpty());
  EXPECT_EQ(score.refuted, score.score_of());
}

}  // namespace
}  // namespace placemat::prove
