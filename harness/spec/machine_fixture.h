// machine_fixture.h: the compiled machine is the law on the hot path, so the tests of this
// directory prove it equal to the reference decoder on every string of up to three code units.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/spec/machine.h"

namespace placemat {

// Calls `visit` with every string of up to `longest` units, in an order in
// which neighbours share their prefix.
template <class Visit>
void for_each_string(std::size_t longest, Visit visit) {
  Bytes bytes;
  const auto extend = [&](auto& self) -> void {
    visit(ByteView(bytes));
    if (bytes.size() == longest) return;
    for (int unit = 0; unit <= 0xFF; ++unit) {
      bytes.push_back(static_cast<std::uint8_t>(unit));
      self(self);
      bytes.pop_back();
    }
  };
  extend(extend);
}

inline void expect_equal_to_reference(const Profile& profile, std::size_t longest) {
  Walker walker(machine(profile));
  Answer answer;
  std::size_t strings = 0;
  for_each_string(longest, [&](ByteView bytes) {
    ++strings;
    reference_decode(bytes, profile, answer);
    const Walker::View view = walker.decode(bytes);
    if (!std::ranges::equal(view.values, answer.values) || view.error != answer.error ||
        view.values_before_error != answer.values_before_error) {
      ADD_FAILURE() << to_text(profile) << ": " << to_spaced_hex(bytes);
    }
  });
  EXPECT_EQ(strings, 1u + 256u + 65536u + 16777216u);
}

inline std::string test_name(const testing::TestParamInfo<DialectId>& info) {
  std::string name(dialect(info.param).name);
  std::ranges::replace(name, '-', '_');
  return name;
}

inline std::vector<DialectId> dialect_ids() {
  std::vector<DialectId> ids;
  for (const Dialect& dialect : dialects()) ids.push_back(dialect.id);
  return ids;
}

}  // namespace placemat
