#include "harness/report/views/annotate.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

// One letter a unit: s single, L lead, c continuation, F first of an ill-formed subpart, f its
// rest.
std::string roles(std::string_view hex, DialectId id) {
  std::string out;
  for (const Role role : roles_of(parse_hex(hex), dialect(id))) {
    out += "sLcFf"[static_cast<std::size_t>(role)];
  }
  return out;
}

// Unicode 3.9, Tables 3-8 to 3-11: U+FFFD for non-shortest forms, surrogates, other ill-formed
// sequences and truncated ones: one for each F.
TEST(Annotate, MarksTheIllFormedSubpartsOfTheStandardsTables) {
  EXPECT_EQ(roles("C0 AF E0 80 BF F0 81 82 41", DialectId::kUtf8), "FFFFFFFFs");
  EXPECT_EQ(roles("ED A0 80 ED BF BF ED AF 41", DialectId::kUtf8), "FFFFFFFFs");
  EXPECT_EQ(roles("F4 91 92 93 FF 41 80 BF 42", DialectId::kUtf8), "FFFFFsFFs");
  EXPECT_EQ(roles("E1 80 E2 F0 91 92 F1 BF 41", DialectId::kUtf8), "FfFFffFfs");
}

TEST(Annotate, MarksWellFormedSequences) {
  EXPECT_EQ(roles("24 C2A3 E0A4B9 F0908D88", DialectId::kUtf8), "sLcLccLccc");
}

// The same units have other roles in other dialects.
TEST(Annotate, FollowsTheDialect) {
  EXPECT_EQ(roles("C0 AF", DialectId::kUtf8Lenient21), "Lc");
  EXPECT_EQ(roles("ED A0 80", DialectId::kWtf8), "Lcc");
  EXPECT_EQ(roles("ED A0 80 ED B0 80 41", DialectId::kWtf8), "LccFFFs");
  EXPECT_EQ(roles("FC 84 80 80 80 80", DialectId::kUtf8Rfc2279), "Lccccc");
  EXPECT_EQ(roles("41 A1 21", DialectId::kUtf1), "sLc");
}

TEST(Annotate, KeepsRunsAndChunks) {
  const Annotation annotation = annotate("61*63 | FF || C3|A9|", "utf-8/maximal-subpart/keep");
  const std::vector<UnitBox> expected{{0x61, Role::kSingle, 63, 0},
                                      {0xFF, Role::kFault, 1, 1},
                                      {0xC3, Role::kLead, 1, 2},
                                      {0xA9, Role::kContinuation, 1, 1}};
  EXPECT_EQ(annotation.boxes, expected);
  EXPECT_EQ(annotation.cuts_after, 1u);
}

TEST(Annotate, ARunEndsAtAChunk) {
  const Annotation annotation = annotate("61*8|61*9", "utf-8");
  const std::vector<UnitBox> expected{{0x61, Role::kSingle, 8, 0}, {0x61, Role::kSingle, 9, 1}};
  EXPECT_EQ(annotation.boxes, expected);
}

TEST(Annotate, IsEmptyForInputThatCannotBeRead) {
  EXPECT_TRUE(annotate("C0 A", "utf-8/reject/keep").boxes.empty());
  EXPECT_TRUE(annotate("C0 AF", "utf-9/reject/keep").boxes.empty());
  EXPECT_TRUE(annotate("61*100000", "utf-8/reject/keep").boxes.empty());
  EXPECT_TRUE(annotate("", "utf-8/reject/keep").boxes.empty());
}

}  // namespace
}  // namespace placemat
