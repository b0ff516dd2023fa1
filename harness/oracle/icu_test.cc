// The questions themselves: each calls the function that its name states, on
// examples of Unicode 3.9, and a repeated call allocates nothing.
#include "harness/oracle/icu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <set>

namespace {
std::size_t allocations = 0;
}  // namespace

// Not inlined: g++ would pair a visible malloc with the caller's delete.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::MatchesRegex;

TEST(OracleQuestions, HaveUniqueNames) {
  std::set<std::string_view> names;
  for (const OracleQuestion& question : oracle_questions()) {
    EXPECT_TRUE(names.insert(question.name).second) << question.name;
    EXPECT_TRUE(question.name.starts_with("icu:")) << question.name;
    EXPECT_FALSE(question.summary.empty()) << question.name;
    EXPECT_EQ(find_oracle_question(question.name), &question);
  }
  for (const char* name :
       {"icu:U8_NEXT", "icu:u_strFromUTF8WithSub", "icu:ucnv-utf-8", "icu:ucnv-cesu-8"}) {
    EXPECT_NE(find_oracle_question(name), nullptr) << name;
  }
  EXPECT_EQ(find_oracle_question("icu:nothing"), nullptr);
}

// Unicode 3.9, Table 3-8: 61 F1 80 80 E1 80 C2 62 80 63 80 BF 64.
TEST(OracleQuestions, ReportTheMembersThatTheyDeclare) {
  const Bytes bytes = parse_hex("61 F1 80 80 E1 80 C2 62 80 63 80 BF 64");
  for (const OracleQuestion& question : oracle_questions()) {
    if (question.profile.dialect != DialectId::kUtf8) continue;
    SCOPED_TRACE(question.name);
    const auto oracle = question.make();
    const Oracle::IcuAnswer opinion = oracle->ask(bytes);
    EXPECT_FALSE(opinion.well_formed);
    EXPECT_EQ(opinion.values.has_value(), question.tells.values);
    if (opinion.values) {
      EXPECT_THAT(*opinion.values, ElementsAre(0x61, 0xFFFD, 0xFFFD, 0xFFFD, 0x62, 0xFFFD, 0x63,
                                               0xFFFD, 0xFFFD, 0x64));
    }
    EXPECT_EQ(opinion.error_offset,
              question.tells.offset ? std::optional<std::size_t>(1) : std::nullopt);
    EXPECT_EQ(opinion.error_length,
              question.tells.length ? std::optional<std::size_t>(3) : std::nullopt);
    EXPECT_EQ(opinion.at_end, question.tells.at_end ? std::optional(false) : std::nullopt);
  }
}

TEST(OracleQuestions, KeepOrStripTheSignature) {
  const Bytes bytes = parse_hex("EF BB BF EF BB BF 41");
  const auto keeps = find_oracle_question("icu:ucnv-utf-8")->make();
  EXPECT_THAT(*keeps->ask(bytes).values, ElementsAre(0xFEFF, 0xFEFF, 0x41));
  const auto strips = find_oracle_question("icu:ucnv-utf-8-signature")->make();
  EXPECT_THAT(*strips->ask(bytes).values, ElementsAre(0xFEFF, 0x41));
  // Offsets count from the start of the input, signature included.
  EXPECT_EQ(strips->ask(parse_hex("EF BB BF 41 FF")).error_offset, 4u);
  // FF FE is the signature of UTF-16, which this question ignores.
  EXPECT_THAT(*strips->ask(parse_hex("FF FE")).values, ElementsAre(0xFFFD, 0xFFFD));
}

TEST(Oracle, StateOfOneInputDoesNotReachTheNext) {
  for (const OracleQuestion& question : oracle_questions()) {
    SCOPED_TRACE(question.name);
    const auto oracle = question.make();
    oracle->ask(parse_hex("E2 82"));
    EXPECT_THAT(*oracle->ask(parse_hex("C2 AC")).values, ElementsAre(0xAC));
    EXPECT_TRUE(oracle->ask({}).well_formed);
    EXPECT_THAT(*oracle->ask({}).values, ElementsAre());
  }
}

TEST(Oracle, AllocatesNothingOnRepeat) {
  const Bytes bytes = parse_hex("EF BB BF 61 F1 80 80 E1 80 C2 62 ED A0 81 ED B0 80 F0 90 80 80");
  for (const OracleQuestion& question : oracle_questions()) {
    const auto oracle = question.make();
    oracle->ask(bytes);
    const std::size_t before = allocations;
    for (std::size_t length = 0; length <= bytes.size(); ++length) {
      oracle->ask(ByteView(bytes).first(length));
    }
    EXPECT_EQ(allocations, before) << question.name;
  }
}

TEST(Oracle, VersionIsThatOfTheLibrary) {
  EXPECT_THAT(icu_version(), MatchesRegex("[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace placemat
