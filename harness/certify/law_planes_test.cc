#include "harness/certify/law_planes.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

// String by string, for laws of which no value needs more than three bytes.
TEST(LawPlanes, GiveWhatTheLawGives) {
  for (const DialectId dialect : {DialectId::kUtf8, DialectId::kWtf8, DialectId::kUtf8Lenient21}) {
    for (const Policy& policy : policies()) {
      const Profile profile{dialect, policy.id, Bom::kKeep};
      Law law(profile, false);
      LawPlanes planes(profile);
      for (const Bytes& prefix :
           {Bytes{}, Bytes{'a'}, Bytes{0xC3}, Bytes{0xE0}, Bytes{0xED}, Bytes{0xE2, 0x82},
            Bytes{0xFF, 0xF4}, Bytes{0xC3, 0xA9, 0x41}, Bytes{'a', 0xF0, 0x9F},
            Bytes{0xF0, 0x9F, 0x98}, Bytes{0xF4, 0x8F, 0xBF}, Bytes{0xE2, 0x41, 0xE2}}) {
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

}  // namespace
}  // namespace placemat
