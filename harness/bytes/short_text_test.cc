#include "harness/bytes/short_text.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

std::string shortened(const std::string& text) { return to_short_text(parse_units(text)); }

TEST(ShortText, CountsGroups) {
  EXPECT_EQ(shortened("41 F09F9883*256 42"), "41 F09F9883*256 42");
  EXPECT_EQ(shortened("41*16 C3A9*21 FF"), "41*16 C3A9*21 FF");
  EXPECT_EQ(shortened("41*9"), "41*9");
}

// As it is in other places.
TEST(ShortText, LeavesFewAsTheyAre) {
  for (const char* text : {"", "41", "C3 A9 C3 A9 C3 A9", "41 41 41 41 41 41 41", "C3|A9||41*8|"}) {
    EXPECT_EQ(shortened(text), to_text(parse_units(text)));
    EXPECT_EQ(shortened(text), text);
  }
}

TEST(ShortText, IsReadBack) {
  for (const char* text : {"F09F9883*300", "41|C3A9*9|A9C3*7 FF", "8041*8 80", "E282AC*8|E282AC*8",
                           "0102030405060708*8", "010203040506070809*8"}) {
    const ChunkedUnits units = parse_units(text);
    const ChunkedUnits back = parse_units(to_short_text(units));
    EXPECT_EQ(back.bytes, units.bytes) << text;
    EXPECT_EQ(back.cuts, units.cuts) << text;
  }
}

}  // namespace
}  // namespace placemat
