// The dictionary is read back as an engine reads it; the seeds hold text of each form.
#include "harness/generate/fuzz_kit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "harness/generate/mutator.h"

namespace placemat {
namespace {

using testing::IsSupersetOf;

// One token a line, "\xNN" for each unit; # begins a comment.
std::set<Bytes> tokens_of(const std::string& dictionary) {
  std::set<Bytes> tokens;
  std::istringstream lines(dictionary);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    EXPECT_EQ(line.front(), '"') << line;
    EXPECT_EQ(line.back(), '"') << line;
    Bytes units;
    for (std::size_t at = 1; at + 4 < line.size() + 1 && line[at] == '\\'; at += 4) {
      units.push_back(static_cast<std::uint8_t>(std::stoul(line.substr(at + 2, 2), nullptr, 16)));
    }
    EXPECT_EQ(line.size(), 2 + 4 * units.size()) << line;
    EXPECT_TRUE(tokens.insert(units).second) << line << " twice";
  }
  return tokens;
}

TEST(FuzzDictionary, HasTheLimitsOfTable3Dash7AndEachErrorClass) {
  EXPECT_THAT(tokens_of(fuzz_dictionary(DialectId::kUtf8)),
              IsSupersetOf({Bytes{0xC2, 0x80}, Bytes{0xDF, 0xBF}, Bytes{0xE0, 0xA0, 0x80},
                            Bytes{0xED, 0x9F, 0xBF}, Bytes{0xF4, 0x8F, 0xBF, 0xBF},
                            Bytes{0xC0, 0xAF}, Bytes{0xED, 0xA0, 0x80},
                            Bytes{0xF4, 0x90, 0x80, 0x80}, Bytes{0xFF}, Bytes{0xEF, 0xBB, 0xBF}}));
}

TEST(FuzzDictionary, HasTheTokensOfTheMutator) {
  const std::set<Bytes> tokens = tokens_of(fuzz_dictionary(DialectId::kUtf8));
  const Mutator mutator(std::array{DialectId::kUtf8});
  for (const Bytes& item : mutator.items()) EXPECT_TRUE(tokens.contains(item));
  for (const std::uint8_t end : mutator.class_ends()) EXPECT_TRUE(tokens.contains(Bytes{end}));
}

TEST(FuzzDictionary, IsTheFileOfTheTree) {
  std::ifstream file(PLACEMAT_SOURCE_DIR "/corpus/fuzz/utf-8.dict");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, fuzz_dictionary(DialectId::kUtf8))
      << "`placemat corpus export --fuzz DIR` writes DIR/utf-8.dict; copy it";
}

TEST(FuzzSeeds, HaveDistinctNamesAndUnits) {
  std::set<std::string> names;
  std::set<Bytes> units;
  for (const FuzzSeed& seed : fuzz_seeds(load_corpus(PLACEMAT_SOURCE_DIR "/corpus"))) {
    EXPECT_TRUE(names.insert(seed.name).second) << seed.name;
    EXPECT_TRUE(units.insert(seed.units).second) << seed.name;
    EXPECT_EQ(seed.name.find('/'), std::string::npos);
  }
  EXPECT_GT(units.size(), 100u);
}

}  // namespace
}  // namespace placemat
