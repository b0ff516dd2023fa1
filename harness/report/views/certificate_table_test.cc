#include "harness/report/views/certificate_table.h"

#include <gmock/gmock.h>

#include "harness/certify/proof_files.h"

namespace placemat {
namespace {

using testing::ElementsAre;

CertificateItem item(const char* name, const char* about, const char* result) {
  return {.item = name, .about = about, .result = result};
}

Certificate certificate(const char* decoder, std::vector<CertificateItem> items) {
  return {.decoder = decoder, .judged_as = "utf-8", .items = std::move(items)};
}

TEST(CertificateTable, HasARowForEachDecoderAndAColumnForEachItem) {
  const std::vector<Certificate> all{
      certificate("a", {item("exhaustion", "validate", item_result::kEstablished),
                        item("memory", "guard pages", item_result::kEstablished),
                        item("memory", "sanitizers", item_result::kNotChecked)}),
      certificate("b", {item("exhaustion", "lossy32", item_result::kEstablished),
                        item("proof", "all lengths", item_result::kNotAttempted)})};
  const Table table = certificate_table(all);
  EXPECT_THAT(table.titles, ElementsAre("decoder", "judged as", "exhaustion", "memory, guard pages",
                                        "memory, sanitizers", "proof"));
  EXPECT_THAT(table.rows.at(0), ElementsAre("a", "utf-8", "yes", "yes", "unchecked", ""));
  EXPECT_THAT(table.rows.at(1), ElementsAre("b", "utf-8", "yes", "", "", "no"));
}

// One operation that is refused must not hide behind others.
TEST(CertificateTable, CellSaysTheLeast) {
  const auto cell = [](std::vector<CertificateItem> items) {
    const std::vector<Certificate> one{certificate("a", std::move(items))};
    return certificate_table(one).rows.at(0).at(2);
  };
  const auto yes = item("exhaustion", "validate", item_result::kEstablished);
  EXPECT_EQ(cell({yes, item("exhaustion", "b", item_result::kRefused), yes}), "refused");
  EXPECT_EQ(cell({yes, item("exhaustion", "b", item_result::kUnfinished)}), "unfinished");
  EXPECT_EQ(cell({yes, item("exhaustion", "b", item_result::kNotChecked)}), "part");
  EXPECT_EQ(cell({item("exhaustion", "b", item_result::kNotAttempted), yes}), "part");
  EXPECT_EQ(cell({item("exhaustion", "b", item_result::kNotChecked)}), "unchecked");
  EXPECT_EQ(cell({yes, item("exhaustion", "b", item_result::kNotApplicable)}), "yes");
  EXPECT_EQ(cell({item("exhaustion", "b", item_result::kNotApplicable)}), "-");
}

}  // namespace
}  // namespace placemat
