// Validators that answer every string rightly, each with one misuse that no answer shows
// (certify/sanitized/faulty.cc): the sanitizer that knows the misuse refuses, with the shortest
// string, and the other one does not.
#include "harness/campaign/sanitized.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "harness/bytes/scratch_fixture.h"
#include "harness/certify/proof_files.h"
#include "harness/decoder/registry.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;

class Sanitized : public testing::Test {
 protected:
  static constexpr const char* kAddress = "ASan and UBSan";
  static constexpr const char* kMemory = "MSan";

  void SetUp() override {
    if (!fs::exists(kFolder / "faulty-asan"))
      GTEST_SKIP() << "nothing is built with sanitizers: clang 19 with its runtime is absent";
  }

  // By what it is about.
  std::map<std::string, CertificateItem> items_of(const char* decoder, const char* programs,
                                                  const std::string& commit = "") {
    Decoder asked{};
    asked.name = decoder;
    asked.dialect = "utf-8";
    asked.validate = [](const std::uint8_t*, std::size_t) { return 0; };
    SanitizeRequest request;
    request.decoder = &asked;
    request.profile = "utf-8/reject/keep";
    request.scope = {2, 0};
    request.folder = kFolder;
    request.name = programs;
    request.out = scratch("sanitizers");
    request.commit = commit.empty() ? commit_of_the_program() : commit;
    request.threads = 2;
    std::map<std::string, CertificateItem> items;
    for (CertificateItem& item : sanitizer_items(request)) items[item.about] = item;
    return items;
  }
  // As it says itself.
  static std::string commit_of_the_program() {
    const std::string command = (kFolder / "faulty-asan").string() + " faulty_none 41";
    FILE* const pipe = popen(command.c_str(), "r");
    char word[16] = "", commit[64] = "";
    EXPECT_EQ(std::fscanf(pipe, "%15s %63s", word, commit), 2);
    pclose(pipe);
    return commit;
  }

  static const inline fs::path kFolder = fs::path(PLACEMAT_BINARY_DIR) / "harness/cli";
};

TEST_F(Sanitized, DecoderWithoutAFaultIsEstablished) {
  const auto items = items_of("faulty_none", "faulty");
  for (const char* about : {kAddress, kMemory}) {
    const CertificateItem& item = items.at(about);
    EXPECT_EQ(item.result, item_result::kEstablished) << item.claim << item.seen;
    // 65,793 strings, and of the suite the access strings, those with one more unit, and what tells
    // states apart.
    EXPECT_GT(item.comparisons, 65793u + 9 * 256);
    EXPECT_THAT(item.claim,
                HasSubstr("of 0 to 2 units and on those of the complete suites of k = 0"));
  }
}

TEST_F(Sanitized, EntryBehindATableIsRefusedByTheAddressSanitizerOnly) {
  const auto items = items_of("faulty_entry", "faulty");
  EXPECT_EQ(items.at(kMemory).result, item_result::kEstablished);
  const CertificateItem& item = items.at(kAddress);
  EXPECT_EQ(item.result, item_result::kRefused);
  EXPECT_EQ(item.refuted_by, "FF");
  EXPECT_EQ(item.replay, "faulty-asan faulty_entry 'FF'");
}

TEST_F(Sanitized, ShiftByTheWidthIsRefusedByTheUndefinedBehaviourSanitizerOnly) {
  const auto items = items_of("faulty_shift", "faulty");
  EXPECT_EQ(items.at(kMemory).result, item_result::kEstablished);
  EXPECT_EQ(items.at(kAddress).refuted_by, "F0");
  EXPECT_THAT(items.at(kAddress).seen, HasSubstr("shift exponent 32"));
}

TEST_F(Sanitized, DecisionByAnUnsetByteIsRefusedByTheMemorySanitizerOnly) {
  const auto items = items_of("faulty_unset", "faulty");
  EXPECT_EQ(items.at(kAddress).result, item_result::kEstablished);
  EXPECT_EQ(items.at(kMemory).refuted_by, "F4");
  EXPECT_EQ(items.at(kMemory).seen, "MemorySanitizer: use-of-uninitialized-value");
}

TEST_F(Sanitized, ReadBehindTheTextIsRefused) {
  EXPECT_EQ(items_of("faulty_unit", "faulty").at(kAddress).refuted_by, "C2");
}

TEST_F(Sanitized, DecoderThatIsNotBuiltWithThemIsNotAttempted) {
  for (const auto& [about, item] : items_of("no_such_decoder", "faulty"))
    EXPECT_EQ(item.result, item_result::kNotAttempted) << about;
}

TEST_F(Sanitized, ProgramThatIsAbsentOrOfAnotherCommitEstablishesNothing) {
  for (const auto& [about, item] : items_of("faulty_none", "absent"))
    EXPECT_EQ(item.result, item_result::kNotChecked) << about;
  for (const auto& [about, item] : items_of("faulty_none", "faulty", "another")) {
    EXPECT_EQ(item.result, item_result::kNotChecked) << about;
    EXPECT_THAT(item.claim, HasSubstr("of another commit"));
  }
}

TEST_F(Sanitized, StoppedItemIsUnfinished) {
  Decoder asked = *decoders().front();
  asked.name = "faulty_none";
  const std::atomic<bool> stop{true};
  SanitizeRequest request;
  request.decoder = &asked;
  request.profile = "utf-8";
  request.scope = {2, 0};
  request.folder = kFolder;
  request.name = "faulty";
  request.out = scratch("sanitizers");
  request.stop = &stop;
  for (const CertificateItem& item : sanitizer_items(request))
    EXPECT_EQ(item.result, item_result::kUnfinished) << item.about;
}

}  // namespace
}  // namespace placemat
