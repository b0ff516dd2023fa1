#include "harness/generate/items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

using testing::Contains;
using testing::ElementsAre;

const Machine& utf8() { return machine(Profile{}); }

std::vector<Profile> profiles() {
  std::vector<Profile> all;
  for (const Dialect& dialect : dialects()) {
    all.push_back({dialect.id, PolicyId::kMaximalSubpart, Bom::kKeep});
  }
  return all;
}

// Unicode Table 3-7, read by hand: the first and the last unit of each range
// that is treated alike.
TEST(ClassEnds, OfUtf8AreTheBordersOfTable3_7) {
  EXPECT_THAT(class_ends(utf8()),
              ElementsAre(0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
                          0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7,
                          0xF8, 0xFD, 0xFE, 0xFF));
}

TEST(ClassFirsts, AreOnePerClass) {
  for (const Profile& profile : profiles()) {
    const Machine& m = machine(profile);
    const std::vector<std::uint8_t> firsts = class_firsts(m);
    std::set<std::size_t> classes;
    for (const std::uint8_t unit : firsts) {
      EXPECT_TRUE(classes.insert(m.class_of(unit)).second) << int{unit};
      for (int lower = 0; lower < unit; ++lower) {
        EXPECT_NE(m.class_of(static_cast<std::uint8_t>(lower)), m.class_of(unit));
      }
    }
    EXPECT_EQ(classes.size(), m.classes().size());
    EXPECT_TRUE(std::ranges::is_sorted(firsts));
  }
}

TEST(Items, AreUnique) {
  for (const Profile& profile : profiles()) {
    const std::vector<Bytes> all = items(machine(profile));
    std::set<std::string> texts;
    for (const Bytes& item : all) EXPECT_TRUE(texts.insert(to_hex(item)).second) << to_hex(item);
    EXPECT_THAT(all, Each(testing::Not(testing::IsEmpty())));
  }
}

TEST(Items, OfUtf8IncludeEachKind) {
  const std::vector<Bytes> all = items(utf8());
  // Table 3-7: the lowest and the highest sequence of every row.
  for (const char* hex : {"00", "7F", "C280", "DFBF", "E0A080", "E0BFBF", "E18080", "ECBFBF",
                          "ED8080", "ED9FBF", "EE8080", "EFBFBF", "F0908080", "F0BFBFBF",
                          "F1808080", "F3BFBFBF", "F4808080", "F48FBFBF"}) {
    EXPECT_THAT(all, Contains(parse_hex(hex))) << hex;
  }
  // Unfinished ones, one for each set of possible continuations.
  for (const char* hex : {"C2", "E0", "E1", "ED", "F0", "F1", "F4", "E0A0", "F090", "F09080"}) {
    EXPECT_THAT(all, Contains(parse_hex(hex))) << hex;
  }
  // Units that begin no sequence.
  for (const char* hex : {"80", "BF", "C0", "C1", "F5", "F7", "F8", "FD", "FE", "FF"}) {
    EXPECT_THAT(all, Contains(parse_hex(hex))) << hex;
  }
  // Well-formed items that are often rejected, and ill-formed items that are
  // often accepted.
  for (const char* hex : {"EFBBBF", "EFBFBD", "EFB790", "C0AF", "E080AF", "F08080AF", "EDA080",
                          "EDB080", "F4908080", "F888808080"}) {
    EXPECT_THAT(all, Contains(parse_hex(hex))) << hex;
  }
}

TEST(Items, OfEveryDialectAreItsFormsAndItsStates) {
  for (const Profile& profile : profiles()) {
    const Machine& m = machine(profile);
    const std::vector<Bytes> all = items(m);
    const Dialect& table = dialect(profile.dialect);
    for (const Form& form : table.forms) {
      for (const std::uint64_t value : {form.lowest, form.highest()}) {
        EXPECT_THAT(all, Contains(encode_in(form, value).value())) << table.name << " " << value;
      }
    }
  }
}

// Worked out by hand.
TEST(ItemEnds, AreThoseOfSequencesAndMaximalSubparts) {
  const auto ends = [](const char* hex) { return item_ends(utf8(), parse_hex(hex)); };
  EXPECT_THAT(ends(""), testing::IsEmpty());
  EXPECT_THAT(ends("41C3A9E282ACF09F9880"), ElementsAre(1, 3, 6, 10));
  EXPECT_THAT(ends("C241"), ElementsAre(1, 2));
  EXPECT_THAT(ends("C2FF"), ElementsAre(1, 2));
  EXPECT_THAT(ends("E282FF41"), ElementsAre(2, 3, 4));
  EXPECT_THAT(ends("E282C3A9"), ElementsAre(2, 4));
  EXPECT_THAT(ends("F09F98E2"), ElementsAre(3, 4));
  EXPECT_THAT(ends("EDA080"), ElementsAre(1, 2, 3));
  EXPECT_THAT(ends("E282"), ElementsAre(2));
}

// The same by the reference decoder, which yields one value for each item.
TEST(ItemEnds, AgreeWithTheReferenceDecoder) {
  for (const Profile& profile : profiles()) {
    const std::vector<Bytes> all = items(machine(profile));
    for (const Bytes& a : all) {
      for (const Bytes& b : all) {
        Bytes both = a;
        both.insert(both.end(), b.begin(), b.end());
        const std::vector<std::size_t> ends = item_ends(machine(profile), both);
        ASSERT_TRUE(std::ranges::is_sorted(ends, std::less_equal<>())) << to_spaced_hex(both);
        ASSERT_EQ(ends.back(), both.size());
        ASSERT_EQ(ends.size(), reference_decode(both, profile).values.size())
            << to_text(profile) << ": " << to_spaced_hex(both);
      }
    }
  }
}

}  // namespace
}  // namespace placemat
