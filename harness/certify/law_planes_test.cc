#include "harness/certify/law_planes.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

std::vector<Bytes> prefixes() {
  return {{},
          {'a'},
          {0xC3},
          {0xE0},
          {0xED},
          {0xE2, 0x82},
          {0xFF, 0xF4},
          {0xC3, 0xA9, 0x41},
          {'a', 0xF0, 0x9F},
          {0xF0, 0x9F, 0x98},
          {0xF4, 0x8F, 0xBF},
          {0xE2, 0x41, 0xE2}};
}

// String by string, for laws of which no value needs more than three bytes.
TEST(LawPlanes, GiveWhatTheLawGives) {
  for (const DialectId dialect : {DialectId::kUtf8, DialectId::kWtf8, DialectId::kUtf8Lenient21}) {
    for (const Policy& policy : policies()) {
      const Profile profile{dialect, policy.id, Bom::kKeep};
      Law law(profile, false);
      LawPlanes planes(profile);
      for (const Bytes& prefix : prefixes()) {
        const PlanesOfAnswers& by_law = planes.about(prefix);
        Bytes units = prefix;
        units.push_back(0);
        for (unsigned last = 0; last < 256; ++last) {
          units.back() = static_cast<std::uint8_t>(last);
          const Expectation& due = law.about(units);
          SCOPED_TRACE(to_text(profile) + ": " + to_spaced_hex(units));
          EXPECT_EQ(by_law.count[last], due.values.size());
          EXPECT_EQ(by_law.offset[last], due.error ? due.error->offset : 0);
          EXPECT_EQ(by_law.length[last], due.error ? due.error->length : 0);
          for (std::size_t rank = 0; rank < PlanesOfAnswers::kLongest; ++rank) {
            const auto& bytes = by_law.values[rank];
            EXPECT_EQ(bytes[0][last] | bytes[1][last] << 8 | bytes[2][last] << 16,
                      rank < due.values.size() ? due.values[rank] : 0);
          }
        }
      }
    }
  }
}

// A plane that shows the same is not filled again.
TEST(LawPlanes, DoNotDependOnThePrefixBefore) {
  for (const Policy& policy : policies()) {
    const Profile profile{DialectId::kUtf8, policy.id, Bom::kKeep};
    LawPlanes planes(profile);
    for (const Bytes& before : prefixes()) {
      for (const Bytes& prefix : prefixes()) {
        planes.about(before);
        EXPECT_EQ(planes.about(prefix), LawPlanes(profile).about(prefix))
            << to_text(profile) << ": " << to_spaced_hex(before) << ", " << to_spaced_hex(prefix);
      }
    }
  }
}

}  // namespace
}  // namespace placemat
