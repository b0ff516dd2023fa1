#include "harness/call/heap_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::Ge;
using testing::Pair;

// Records its arguments.
std::vector<std::pair<std::size_t, std::size_t>> given;  // length, capacity

void note(const std::uint8_t*, std::size_t length, std::uint32_t*, std::size_t capacity,
          placemat_result* result) {
  given.emplace_back(length, capacity);
  *result = {};
}

TEST(HeapCopies, GiveExactAndAmpleRoom) {
  Decoder decoder{};
  decoder.name = "notes";
  decoder.lossy32 = note;
  const Bytes units{0x41, 0xFF, 0xC3, 0xA9};
  call_on_heap(decoder, Operation::kLossy32, 3, units, {});
  EXPECT_THAT(given, ElementsAre(Pair(4, 3), Pair(4, Ge(4 + 64))));
  EXPECT_EQ(call_at_hand().decoder, nullptr);
}

}  // namespace
}  // namespace placemat
