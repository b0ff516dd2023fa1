// known_cores_test.cc: which failures a known core explains. The classes are those of utf-8.
#include "harness/judge/known_cores.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

class KnownCoresTest : public testing::Test {
 protected:
  static constexpr KnownCores::Manner kManner = 1, kOther = 2;

  std::optional<std::size_t> add(const char* units, std::size_t place, const char* core) {
    return cores_.add(kManner, parse_hex(units), place, parse_hex(core));
  }
  std::optional<std::size_t> find(const char* units, std::size_t place,
                                  KnownCores::Manner manner = kManner) {
    return cores_.find(manner, parse_hex(units), place);
  }

  KnownCores cores_{machine({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep})};
};

TEST_F(KnownCoresTest, ExplainTheSameClassesAtThePlace) {
  add("41 C0 80 41", 1, "C0 80");
  EXPECT_EQ(find("61 62 C0 80", 2), 0u);
  EXPECT_EQ(find("C1 80 C2 80", 0), 0u);  // C0 and C1 are one class
}

TEST_F(KnownCoresTest, ExplainNothingElsewhere) {
  add("41 C0 80 41", 1, "C0 80");
  EXPECT_FALSE(find("C0 80 C0 80", 1));
  EXPECT_FALSE(find("C0 90", 0));
  EXPECT_FALSE(find("41 C0", 1));
  EXPECT_FALSE(find("C0 80", 0, kOther));
}

TEST_F(KnownCoresTest, KeepWhatStandsBeforeThePlace) {
  add("41 E1 80 FF 41", 3, "E1 80 FF");
  EXPECT_EQ(find("E1 80 FF", 2), 0u);
  EXPECT_FALSE(find("41 80 FF", 2));
  EXPECT_FALSE(find("FF", 0));
}

TEST_F(KnownCoresTest, ExplainTheEndOnlyAtTheEnd) {
  add("41 C2", 2, "C2");
  EXPECT_EQ(find("61 62 C2", 3), 0u);
  EXPECT_FALSE(find("C2 41", 2));
}

TEST_F(KnownCoresTest, LeaveOutACoreThatIsElsewhere) {
  EXPECT_FALSE(add("C0 80 41 FF", 3, "C0 80"));
  EXPECT_FALSE(add("C0 80", 0, ""));
  EXPECT_FALSE(add("C0", 0, "C0 80"));
  EXPECT_FALSE(find("C0 80", 0));
}

TEST_F(KnownCoresTest, AreNumberedInTheirOrder) {
  EXPECT_EQ(add("FF", 0, "FF"), 0u);
  EXPECT_EQ(add("C0 80", 0, "C0 80"), 1u);
  EXPECT_FALSE(add("FE", 0, "FE"));  // the class is known
  EXPECT_EQ(find("FF 41", 0), 0u);
  EXPECT_EQ(find("C0 80", 0), 1u);
}

}  // namespace
}  // namespace placemat
