// The positions of the sequences are computed here from the text alone.
#include "harness/generate/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "harness/spec/machine.h"

namespace placemat {
namespace {

class Kept final : public CaseSink {
 public:
  bool accept(const Case& c) override {
    cases.emplace_back(c.bytes.begin(), c.bytes.end());
    return true;
  }
  std::vector<Bytes> cases;
};

std::vector<Bytes> cases_of(const Profile& profile) {
  Kept kept;
  make_block_source(profile)->generate(0, kept);
  return kept.cases;
}

bool is_well_formed(const Bytes& bytes) {
  Walker law(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep}));
  return !law.decode(bytes).error.has_value();
}

// For a well-formed text: the length of the sequence across `edge`, and how
// many of its units lie before; nothing when there is none.
std::pair<std::size_t, std::size_t> across(const Bytes& bytes, std::size_t edge) {
  const auto is_trailing = [&](std::size_t at) {
    return at < bytes.size() && (bytes[at] & 0xC0) == 0x80;
  };
  if (!is_trailing(edge)) return {0, 0};
  std::size_t begin = edge, end = edge;
  while (is_trailing(begin)) --begin;
  while (is_trailing(end)) ++end;
  return {end - begin, edge - begin};
}

TEST(BlockSource, PutsEverySequenceAcrossEveryEdge) {
  std::set<std::pair<std::size_t, std::size_t>> splits;
  for (const Bytes& bytes : cases_of({})) {
    const auto split = across(bytes, 512);
    if (bytes.size() < 65'537 || split.first == 0 || !is_well_formed(bytes)) continue;
    for (std::size_t edge = 512; edge <= 65'536; edge += 512) {
      ASSERT_EQ(across(bytes, edge), split) << edge;
    }
    splits.insert(split);
  }
  const std::set<std::pair<std::size_t, std::size_t>> all{{2, 1}, {3, 1}, {3, 2},
                                                          {4, 1}, {4, 2}, {4, 3}};
  EXPECT_EQ(splits, all);
}

// An ill-formed item lies at one edge only; each edge has texts that end there,
// with a whole sequence and inside one.
TEST(BlockSource, PutsTruncatedSequencesAtEachEdge) {
  for (const std::size_t edge : {512u, 1024u, 2048u, 4096u, 8192u, 16384u, 32768u, 65536u}) {
    std::set<std::string> whole, torn, cut_off, interrupted;
    for (const Bytes& bytes : cases_of({})) {
      const auto from = std::ranges::find_if(bytes, [](std::uint8_t unit) { return unit != 'a'; });
      const auto to = std::find(from, bytes.end(), 'a');
      const auto begin = static_cast<std::size_t>(from - bytes.begin());
      const auto end = static_cast<std::size_t>(to - bytes.begin());
      if (end < edge || begin >= edge || bytes.size() > edge + 80) continue;
      EXPECT_TRUE(std::all_of(to, bytes.end(), [](std::uint8_t unit) { return unit == 'a'; }));
      const bool is_right = is_well_formed(bytes);
      auto& sort =
          end < bytes.size() ? (is_right ? torn : interrupted) : (is_right ? whole : cut_off);
      sort.insert(to_hex(Bytes(from, to)) + " " + std::to_string(edge - begin));
    }
    EXPECT_EQ(whole.size(), 3u) << edge;
    EXPECT_EQ(cut_off.size(), 6u) << edge;
    EXPECT_EQ(torn.size(), 6u) << edge;
    // Prefixes of one, two and three units have as many splits as units.
    EXPECT_EQ(interrupted.size(), 3u * 1 + 2u * 2 + 1u * 3) << edge;
  }
}

}  // namespace
}  // namespace placemat
