#include "harness/decoder/raw_unit.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

TEST(RawUnit, IsAboveTheValuesOfEveryDialect) {
  EXPECT_GT(raw_value(Bytes{0x00}), std::uint64_t{0x7FFF'FFFF'FFFF'FFFF});
  EXPECT_EQ(raw_value(Bytes{0x80}), 0x8001'0000'0000'0080);
  EXPECT_EQ(raw_value(Bytes{0xE2, 0x82}), 0x8002'0000'0000'E282);
  EXPECT_EQ(raw_value(Bytes{1, 2, 3, 4, 5, 6}), 0x8006'0102'0304'0506);
}

TEST(RawUnit, GivesItsUnitsBack) {
  for (const Bytes& units :
       {Bytes{0x00}, Bytes{0x00, 0x00}, Bytes{0xFF}, Bytes{1, 2, 3, 4, 5, 6}}) {
    EXPECT_EQ(raw_units(raw_value(units)), units);
  }
}

TEST(RawUnit, IsNoOtherValue) {
  for (const std::uint64_t value :
       {std::uint64_t{0x80}, std::uint64_t{0x8000'0080}, std::uint64_t{0x7FFF'FFFF'FFFF'FFFF},
        std::uint64_t{0x8000'0000'0000'0080}, std::uint64_t{0x8007'0000'0000'0080},
        std::uint64_t{0x8001'0000'0000'0180}, std::uint64_t{0xFFFF'FFFF'FFFF'FFFF}}) {
    EXPECT_EQ(raw_units(value), Bytes{}) << value;
  }
}

TEST(RawUnit, OfAThirtyTwoBitFunctionIsWidened) {
  EXPECT_EQ(widened(0x8000'00C3), raw_value(Bytes{0xC3}));
  EXPECT_EQ(widened(0x8000'0100), 0x8000'0100u);
  EXPECT_EQ(widened(0xFFFF'FFC3), 0xFFFF'FFC3u);
  EXPECT_EQ(widened(0x80), 0x80u);
}

TEST(RawUnit, IsPrintedAsWhatItIs) {
  EXPECT_EQ(value_to_text(0x80), "80");
  EXPECT_EQ(value_to_text(raw_value(Bytes{0x80})), "raw:80");
  EXPECT_EQ(value_to_text(raw_value(Bytes{0xE2, 0x82})), "raw:E282");
  EXPECT_EQ(value_to_text(0xFFFF'FFFF'FFFF'FFFF), "FFFFFFFFFFFFFFFF");
}

TEST(RawUnit, IsReadInOneFormOnly) {
  EXPECT_EQ(parse_raw("raw:e282"), raw_value(Bytes{0xE2, 0x82}));
  for (const char* text : {"", "80", "raw:", "raw:8", "raw:8G", "raw: 80", "raw:01020304050607"}) {
    EXPECT_EQ(parse_raw(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace placemat
