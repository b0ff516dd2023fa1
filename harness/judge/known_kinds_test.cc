#include "harness/judge/known_kinds.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"

namespace placemat {
namespace {

TEST(KnownKinds, AreReadFromTheKeysOfFindings) {
  const std::vector<std::string> keys{"a|utf-8/reject/keep|wrong-value|ED A0 80",
                                      "a|utf-8/reject/keep|crash|FF, in 2 chunks",
                                      "b|utf-8/reject/keep|hang|80"};
  const KnownKinds known = known_kinds(keys);
  EXPECT_EQ(known.size(), 2u);
  EXPECT_EQ(known.at("a"), (std::set{Kind::kWrongValue, Kind::kCrash}));
  EXPECT_EQ(known.at("b"), (std::set{Kind::kHang}));
}

TEST(KnownKinds, HaveEveryAcceptanceWhereOneIsKnown) {
  const KnownKinds known =
      known_kinds(std::array{std::string("a|cesu-8|accepts-surrogate|ED BF BF")});
  EXPECT_TRUE(known.at("a").contains(Kind::kAcceptsSurrogate));
  EXPECT_TRUE(known.at("a").contains(Kind::kAcceptsIllFormed));
  EXPECT_FALSE(known.at("a").contains(Kind::kWrongValue));
}

TEST(KnownKinds, RejectAnInvalidKey) {
  for (const std::string key : {"a", "a|b", "a|b|accepts-surrogate", "a|b|no-such-kind|80"}) {
    EXPECT_THROW(known_kinds(std::array{key}), InputError) << key;
  }
}

TEST(KnownKinds, AreReadFromAnExpectedList) {
  const auto path = scratch() / "expected.json";
  std::ofstream(path) << R"({"expected": [{"key": "a|utf-8/reject/keep|hang|80"}]})";
  EXPECT_EQ(kinds_of(read_known_kinds(path), "a"), (std::set{Kind::kHang}));
  EXPECT_TRUE(kinds_of(read_known_kinds(path), "b").empty());
}

TEST(KnownKinds, RejectAFileThatIsNoExpectedList) {
  const auto path = scratch() / "expected.json";
  for (const std::string text : {"", "[]", "{}", R"({"expected": 1})", R"({"expected": [1]})",
                                 R"({"expected": [{"key": 1}]})"}) {
    std::ofstream(path) << text;
    EXPECT_THROW(read_known_kinds(path), InputError) << text;
  }
}

}  // namespace
}  // namespace placemat
