#include "harness/campaign/reduce.h"

#include <gtest/gtest.h>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

const Decoder& decoder(const char* name) {
  const Decoder* found = find_decoder(name);
  if (found == nullptr) throw InputError(std::string("no decoder ") + name);
  return *found;
}

TEST(Reduce, FindsTheUnitsThatMatterInALongInput) {
  const Bytes bytes = parse_units("61*100 C0 80 62*100").bytes;
  const auto reductions = reduce(AnyDecoder(decoder("tutorial_lenient")), "utf-8", bytes);
  ASSERT_FALSE(reductions.empty());
  for (const Reduction& reduction : reductions) {
    EXPECT_EQ(reduction.failure.kind, Kind::kAcceptsOverlong) << name_of(reduction.operation);
    EXPECT_LE(parse_units(reduction.units).bytes.size(), 2u) << reduction.units;
  }
}

TEST(Reduce, CorrectDecoderHasNoReductions) {
  EXPECT_TRUE(reduce(AnyDecoder(decoder("branchy")), std::nullopt, parse_units("61 C0 80 62").bytes)
                  .empty());
}

}  // namespace
}  // namespace placemat
