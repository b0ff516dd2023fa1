#include "harness/certify/block_law.h"

#include <gtest/gtest.h>

#include "harness/generate/state_unit.h"

namespace placemat {
namespace {

bool equal(const Expectation& a, const Expectation& b) {
  return std::ranges::equal(a.values, b.values) && std::ranges::equal(a.utf16, b.utf16) &&
         a.error == b.error && a.values_before_error == b.values_before_error &&
         a.utf16_before == b.utf16_before && a.has_utf16 == b.has_utf16 &&
         a.error_class == b.error_class && a.stops == b.stops && a.joins == b.joins &&
         a.replacement == b.replacement;
}

// Every unit in every state of every law, once with an error before it.
TEST(BlockLaw, GivesWhatTheLawGives) {
  for (const Dialect& dialect : dialects()) {
    for (const Policy& policy : policies()) {
      const Profile profile{dialect.id, policy.id, Bom::kKeep};
      Law law(profile, true);
      BlockLaw by_block(profile, true, 40);
      for (const Bytes& access : cover(machine(profile), Observed::kEverything).access) {
        for (const Bytes& front : {Bytes{}, Bytes{0xFF}, Bytes{'a', 0xE2}}) {
          Bytes units = front;
          units.insert(units.end(), access.begin(), access.end());
          by_block.enter(units);
          units.push_back(0);
          for (int unit = 0; unit <= 0xFF; ++unit) {
            units.back() = static_cast<std::uint8_t>(unit);
            EXPECT_TRUE(equal(by_block.about_last(units), law.about(units)))
                << to_text(profile) << ": " << to_spaced_hex(units);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace placemat
