#include "harness/corpus/generated.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "harness/bytes/sha256.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

using fixture::kCorpus;

TEST(GeneratedFiles, EqualTheFilesOfTheCorpusByteForByte) {
  std::set<fs::path> generated, found;
  for (const Rewrite& file : generated_files(kCorpus)) {
    generated.insert(file.path);
    EXPECT_TRUE(read_text_file(file.path) == file.text)
        << file.path << " is not what `placemat corpus generate` writes";
  }
  for (const auto& entry : fs::directory_iterator(kCorpus / "generated")) {
    if (entry.path().filename() != "README.md") found.insert(entry.path());
  }
  EXPECT_EQ(found, generated);
}

// Ids never change: these are those of the former hand-written files.
TEST(GeneratedFiles, KeepTheirVectorIds) {
  const Corpus corpus = load_corpus(kCorpus);
  std::map<std::string, std::size_t> counts;
  std::string ids;
  for (const Vector& vector : corpus.vectors) {
    if (corpus.themes.at(vector.theme).generated.empty()) continue;
    ++counts[vector.theme];
    ids += vector.id + " " + to_hex(vector.units.bytes) + "\n";
  }
  EXPECT_EQ(counts, (std::map<std::string, std::size_t>{{"one-fault-first", 436},
                                                        {"one-fault-later", 531},
                                                        {"one-fault-second-of-2-3", 1280},
                                                        {"one-fault-second-of-4", 827}}));
  EXPECT_EQ(sha256(ids), "01b179571357a746cbff0d09f811c41a008e7930eb61a025ce780ec8fcf35476");
}

}  // namespace
}  // namespace placemat
