#include "harness/campaign/proved.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "harness/bytes/scratch_fixture.h"
#include "harness/call/fence.h"
#include "harness/certify/proof_files.h"
#include "harness/decoder/registry.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Proved : public testing::Test {
 protected:
  // A prover that does what a shell does.
  std::vector<CertificateItem> items_of(const std::string& script, ProveRequest request = {}) {
    request.decoder = decoders().front();
    request.profile = "utf-8";
    request.commit = "here";
    request.out = scratch("proof");
    request.program = scratch("prover");
    if (!script.empty()) {
      std::ofstream(request.program) << "#!/bin/sh\n" << script << "\n";
      fs::permissions(request.program, fs::perms::owner_all);
    }
    return proof_items(request);
  }
};

TEST_F(Proved, AbsentProverIsSaid) {
  const auto items = items_of("");
  ASSERT_EQ(items.size(), 3u);
  for (const CertificateItem& item : items) {
    EXPECT_EQ(item.result, item_result::kNotChecked) << item.item;
    EXPECT_THAT(item.claim, HasSubstr("scripts/setup prove"));
  }
}

TEST_F(Proved, ProverThatFailsLeavesNothingEstablished) {
  const auto items = items_of("echo out of memory; exit 2");
  EXPECT_EQ(items.at(0).result, item_result::kUnfinished);
  EXPECT_THAT(items.at(0).claim, HasSubstr("out of memory"));
}

TEST_F(Proved, DecoderThatHasNoSymbolicWordsIsSaid) {
  EXPECT_EQ(items_of("exit 3").at(0).result, item_result::kNotAttempted);
}

TEST_F(Proved, ProverOfAnotherCommitProvesNothing) {
  const auto items = items_of(R"(echo '{"decoder": "a", "judged_as": "utf-8", "digest": "",
    "tool_commit": "there", "items": [], "lemmas": []}' >)" +
                              scratch("proof").string() + "/proof.json");
  EXPECT_EQ(items.at(0).result, item_result::kNotChecked);
  EXPECT_THAT(items.at(0).claim, HasSubstr("another commit: there"));
}

TEST_F(Proved, ProverIsToldWhereScoresAreKept) {
  constexpr const char* kWords = "echo \"$*\"; exit 2";
  ProveRequest with_scores;
  with_scores.scores = scratch("scores");
  EXPECT_THAT(items_of(kWords, with_scores).at(0).claim,
              HasSubstr("--scores " + with_scores.scores.string()));
  EXPECT_THAT(items_of(kWords).at(0).claim, Not(HasSubstr("--scores")));
}

TEST_F(Proved, ProgressOfTheProverIsPassedOn) {
  std::vector<std::string> seen;
  ProveRequest request;
  request.progress = [&](std::string_view step, std::uint64_t done, std::uint64_t all) {
    seen.push_back(fmt::format("{} {} {}", step, done, all));
    written("seen", "");
  };
  items_of("echo 'prove: mutants 120 of 4601' >&2; until [ -e " + scratch("seen").string() +
               " ]; do sleep 0.01; done; exit 3",
           request);
  ASSERT_FALSE(seen.empty());
  for (const std::string& one : seen) EXPECT_EQ(one, "proof, mutants 120 4601");
  seen.clear();
  items_of("echo 'prove: something else' >&2; sleep 1.5; exit 3", request);
  EXPECT_THAT(seen, IsEmpty());
}

TEST_F(Proved, ItemsReplaceThoseOfTheirNames) {
  Certificate certificate{.result = item_result::kEstablished};
  certificate.items = {{.item = "exhaustion", .about = "a"},
                       {.item = "proof", .about = "all lengths", .claim = "none"},
                       {.item = "encoder", .about = "b"}};
  put_items(certificate, kUnproved,
            {{.item = "proof", .about = "all lengths", .result = item_result::kRefused}});
  ASSERT_EQ(certificate.items.size(), 3u);
  EXPECT_EQ(certificate.items[1].result, item_result::kRefused);
  EXPECT_EQ(certificate.result, item_result::kRefused);
  put_items(certificate, {}, {{.item = "encoder", .about = "b", .claim = "proved"}});
  ASSERT_EQ(certificate.items.size(), 3u);
  EXPECT_EQ(certificate.items[2].claim, "proved");
}

// The text of a prover may show its fault only behind it.
TEST_F(Proved, WrongAnswerIsFoundBehindTheText) {
  const Fence fence(200);
  const Decoder& faulty = *find_decoder("sab_one_scalar_wrong");
  const auto wrong = confirmed_refusal(faulty, "utf-8", Bytes{0xE7, 0xAC});
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->units, "E7 AC AC");
  EXPECT_THAT(wrong->replay, HasSubstr("placemat replay"));
}

}  // namespace
}  // namespace placemat
