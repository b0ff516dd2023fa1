// The decoders judged here are local to this file: users of the library have no registry, and need
// none.
#include "harness/conformance/conformance.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/conformance/gtest.h"

namespace placemat {
namespace {

using testing::HasSubstr;

const std::string kCorpus = PLACEMAT_SOURCE_DIR "/corpus";

// ASCII, and U+FFFD for all else: correct for ASCII only.
void only_ascii(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length; ++at) {
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = in[at] <= 0x7F ? in[at] : 0xFFFD;
  }
}

placemat_decoder ascii_decoder() {
  placemat_decoder decoder = utf8_decoder("only_ascii", "3");
  decoder.lossy32 = only_ascii;
  return decoder;
}

TEST(Conformance, NamesFindingsAndHowToReplayThem) {
  const Conformance result =
      check_conformance(ascii_decoder(), {.corpus = kCorpus}, "./my_tests --one");
  EXPECT_FALSE(result.conforms);
  EXPECT_GT(result.checks, 100'000u);
  EXPECT_THAT(result.text, HasSubstr("only_ascii 3 as utf-8/maximal-subpart/keep"));
  EXPECT_THAT(result.text, HasSubstr("rejects-well-formed, lossy32: C2 80\n"
                                     "     expected  80\n"
                                     "     seen      FFFD FFFD\n"));
  EXPECT_THAT(result.text,
              HasSubstr("PLACEMAT_REPLAY=\"'C2 80' --operation lossy32\" ./my_tests --one\n"));
}

TEST(Conformance, ReplaysOneCheck) {
  const placemat_decoder decoder = ascii_decoder();
  const Conformance wrong = replay_conformance(decoder, {}, "'C2 80' --operation lossy32");
  EXPECT_FALSE(wrong.conforms);
  EXPECT_THAT(wrong.text, HasSubstr("seen      FFFD FFFD"));
  EXPECT_TRUE(replay_conformance(decoder, {}, "'41 80' --operation lossy32").conforms);
}

// A table that could not be judged never passes.
TEST(Conformance, FailsForATableThatCannotBeJudged) {
  placemat_decoder decoder = ascii_decoder();
  EXPECT_THAT(check_conformance(decoder, {}, "").text, HasSubstr("no corpora"));
  EXPECT_THAT(check_conformance(decoder, {.corpus = "nowhere"}, "").text, HasSubstr("nowhere"));
  EXPECT_THAT(check_conformance(decoder, {.budget = "much", .corpus = kCorpus}, "").text,
              HasSubstr("unknown budget 'much'"));
  EXPECT_THAT(check_conformance(decoder, {.as = "utf-9", .corpus = kCorpus}, "").text,
              HasSubstr("utf-9"));
  EXPECT_THAT(replay_conformance(decoder, {}, "'41' --operation strict32").text,
              HasSubstr("does not claim"));
  decoder.abi_version = 0;
  const Conformance other = check_conformance(decoder, {.corpus = kCorpus}, "");
  EXPECT_FALSE(other.conforms);
  EXPECT_THAT(other.text, HasSubstr("ABI version 0"));
  EXPECT_FALSE(check_conformance(utf8_decoder("nothing"), {.corpus = kCorpus}, "").conforms);
}

}  // namespace
}  // namespace placemat
