#include "harness/judge/not_tested.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "harness/campaign/run.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Decoder& decoder(std::string_view name) {
  const Decoder* found = find_decoder(name);
  EXPECT_NE(found, nullptr) << name;
  return *found;
}

std::vector<std::string> of(const Decoder& decoder, Depth most = Depth::kFull) {
  Target subject = make_target(decoder, {"state-unit"}, {Budget::kQuick, 1992, nullptr});
  subject.most = most;
  std::vector<std::string> texts;
  run({subject}, {.threads = 1}, [&](DecoderResult result) { texts = result.not_tested; });
  return texts;
}

// From the documents of the dialects: a Rune of 1992 has 16 bits, so U+1F600 has no form; in UTF-1
// no unit of 80..9F follows a lead.
TEST(NotTested, NamesFillersThatADialectRefuses) {
  const std::string three = "pads of characters of 3 units: E2 82 AC is ill-formed in its dialect";
  const std::string four =
      "pads of characters of 4 units: F0 9F 98 80 is ill-formed in its dialect";
  EXPECT_THAT(of(decoder("branchy")), IsEmpty());
  EXPECT_THAT(of(decoder("thompson_1992")), IsEmpty());
  EXPECT_THAT(of(decoder("plan9_1992")), ElementsAre(four));
  EXPECT_THAT(of(decoder("utf_1")), ElementsAre(three, four));
}

TEST(NotTested, NamesPresentationsThatTheDepthExcludes) {
  EXPECT_THAT(of(decoder("plan9_1992"), Depth::kChunked),
              ElementsAre("pads and tails: this run puts every case alone and in chunks"));
  EXPECT_THAT(of(decoder("plan9_1992"), Depth::kPlain),
              ElementsAre("chunks, pads and tails: this run puts every case once"));
}

TEST(NotTested, NamesTheSecondThreadWhereOneThreadIsClaimed) {
  Decoder bound = decoder("branchy");
  bound.claims |= PLACEMAT_CLAIM_ONE_THREAD;
  EXPECT_THAT(of(bound),
              ElementsAre("calls by a second thread: it claims that one thread may call it"));
}

TEST(NotTested, NamesOperationsThatWereGivenUp) {
  Decoder failures = decoder("branchy");
  failures.name = "falls";
  failures.lossy16 = [](const std::uint8_t*, std::size_t, std::uint16_t*, std::size_t,
                        placemat_result*) { std::abort(); };
  EXPECT_THAT(of(failures), ElementsAre("the rest of lossy16: given up after too many crashes"));
}

}  // namespace
}  // namespace placemat
