// The notation of a profile, and the error messages for invalid ones.
#include "harness/spec/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr Profile kOther{DialectId::kCesu8, PolicyId::kSkip, Bom::kStripLeading};

std::string error_of(std::string_view text) {
  try {
    parse_profile(text);
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  return "no error";
}

TEST(Profile, RoundTrips) {
  for (const Dialect& dialect : dialects()) {
    for (const Policy& policy : policies()) {
      for (const Bom bom : {Bom::kKeep, Bom::kStripLeading}) {
        const Profile profile{dialect.id, policy.id, bom};
        EXPECT_EQ(parse_profile(to_text(profile), kOther), profile) << to_text(profile);
      }
    }
  }
  EXPECT_EQ(to_text(Profile{}), "utf-8/maximal-subpart/keep");
  EXPECT_EQ(to_text(kOther), "cesu-8/skip/strip-leading");
}

TEST(Profile, MissingPartsComeFromTheDefault) {
  EXPECT_EQ(parse_profile("utf-8", kOther),
            (Profile{DialectId::kUtf8, PolicyId::kSkip, Bom::kStripLeading}));
  EXPECT_EQ(parse_profile("utf-8/per-byte", kOther),
            (Profile{DialectId::kUtf8, PolicyId::kPerByte, Bom::kStripLeading}));
  EXPECT_EQ(parse_profile("wtf-8/reject/keep", kOther),
            (Profile{DialectId::kWtf8, PolicyId::kReject, Bom::kKeep}));
}

TEST(Profile, ErrorsListTheNames) {
  EXPECT_THAT(error_of("utf8"), AllOf(StartsWith("unknown dialect 'utf8'; one of: utf-8, "),
                                      HasSubstr("mutf-8"), HasSubstr("utf-8-perl")));
  EXPECT_THAT(error_of(""), StartsWith("unknown dialect ''"));
  EXPECT_THAT(error_of("/per-byte"), StartsWith("unknown dialect ''"));
  EXPECT_THAT(error_of("UTF-8"), StartsWith("unknown dialect 'UTF-8'"));
  EXPECT_THAT(error_of("utf-8/"), StartsWith("unknown policy ''"));
  EXPECT_THAT(
      error_of("utf-8/whatwg"),
      AllOf(StartsWith("unknown policy 'whatwg'; one of: reject, "), HasSubstr("runeerror-80")));
  EXPECT_THAT(error_of("utf-8/reject/"),
              StartsWith("unknown BOM rule ''; one of: keep, strip-leading"));
  EXPECT_THAT(error_of("utf-8/reject/strip"), StartsWith("unknown BOM rule 'strip'"));
  EXPECT_THAT(error_of("utf-8/reject/keep/more"), StartsWith("unknown BOM rule 'keep/more'"));
}

TEST(Policies, AreFoundByName) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < policies().size(); ++i) {
    const auto id = static_cast<PolicyId>(i);
    EXPECT_EQ(policy(id).id, id);
    EXPECT_EQ(find_policy(policy(id).name), &policy(id));
    EXPECT_EQ(policy(id).stops, id == PolicyId::kReject);
    names.push_back(policy(id).name);
  }
  // The policies with an enumerator, in its order; others may follow.
  ASSERT_GE(names.size(), 8U);
  names.resize(8);
  EXPECT_THAT(names, ElementsAre("reject", "maximal-subpart", "per-byte", "per-declared-length",
                                 "legacy-trail", "per-run", "skip", "runeerror-80"));
  EXPECT_EQ(find_policy("acceptable"), nullptr);
}

// The bit patterns of 1993, both ends of each.
TEST(Policies, AnnouncedOf1993) {
  for (const auto& [unit, length] : std::vector<std::pair<int, std::size_t>>{{0x00, 0},
                                                                             {0x7F, 0},
                                                                             {0x80, 0},
                                                                             {0xBF, 0},
                                                                             {0xC0, 2},
                                                                             {0xDF, 2},
                                                                             {0xE0, 3},
                                                                             {0xEF, 3},
                                                                             {0xF0, 4},
                                                                             {0xF7, 4},
                                                                             {0xF8, 5},
                                                                             {0xFB, 5},
                                                                             {0xFC, 6},
                                                                             {0xFD, 6},
                                                                             {0xFE, 0},
                                                                             {0xFF, 0}}) {
    EXPECT_EQ(announced_of_1993(static_cast<std::uint8_t>(unit)), length) << unit;
  }
}

}  // namespace
}  // namespace placemat
