// The compiled machine equals the reference decoder for UTF-8 on all
// 4,294,967,296 strings of four code units. Together with
// machine_exhaustive_test.cc this covers every string that a sequence of UTF-8
// can fill. Each quarter of the first units is a test of its own, so that an
// interrupted run can be resumed. Measured with g++ 12: 41 to 53 s of processor
// time a quarter, about 190 s a policy, half of that with two free cores.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <mutex>
#include <string>
#include <tuple>

#include "harness/bytes/parallel.h"
#include "harness/spec/machine.h"

namespace placemat {
namespace {

constexpr unsigned kThreads = 2;
constexpr int kPerQuarter = 64;  // first units

struct Part {
  std::uint64_t strings = 0;
  std::uint64_t wrong = 0;
  std::string first_wrong;
};

Part compare_behind(std::uint8_t lead, const Profile& profile) {
  Part part;
  Walker walker(machine(profile));
  Answer answer;
  Bytes bytes{lead, 0, 0, 0};
  for (std::uint32_t tail = 0; tail <= 0xFFFFFF; ++tail, ++part.strings) {
    bytes[1] = static_cast<std::uint8_t>(tail >> 16);
    bytes[2] = static_cast<std::uint8_t>(tail >> 8 & 0xFF);
    bytes[3] = static_cast<std::uint8_t>(tail & 0xFF);
    reference_decode(bytes, profile, answer);
    const Walker::View view = walker.decode(bytes);
    if (std::ranges::equal(view.values, answer.values) && view.error == answer.error &&
        view.values_before_error == answer.values_before_error) {
      continue;
    }
    if (part.wrong++ == 0) part.first_wrong = to_spaced_hex(bytes);
  }
  return part;
}

using Quarter = std::tuple<PolicyId, int>;
class Deep : public testing::TestWithParam<Quarter> {};

TEST_P(Deep, MachineEqualsReferenceOnAllStringsOfFourUnits) {
  const auto& [policy_id, quarter] = GetParam();
  const Profile profile{DialectId::kUtf8, policy_id, Bom::kKeep};
  const int first = quarter * kPerQuarter;
  const int last = first + kPerQuarter - 1;
  std::array<Part, 256> parts;
  std::atomic<std::uint64_t> wrong{0};  // printed while it grows: a run may be interrupted
  std::mutex printing;
  const auto begin = std::chrono::steady_clock::now();
  in_parallel(kPerQuarter, kThreads, [&](std::size_t i) {
    const int lead = first + static_cast<int>(i);
    Part& part = parts[static_cast<std::size_t>(lead)];
    part = compare_behind(static_cast<std::uint8_t>(lead), profile);
    wrong += part.wrong;
    if (lead % 16 != 15) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const std::scoped_lock lock(printing);
    std::cout << to_text(profile) << ": up to " << lead << " of first units " << first << ".."
              << last << ", " << static_cast<int>(passed.count()) << " s, " << wrong << " differ"
              << std::endl;
  });
  std::uint64_t strings = 0;
  for (const Part& part : parts) {
    strings += part.strings;
    EXPECT_EQ(part.wrong, 0u) << part.first_wrong;
  }
  EXPECT_EQ(strings, std::uint64_t{1} << 30);
}

std::string quarter_name(const testing::TestParamInfo<Quarter>& info) {
  const auto& [policy_id, quarter] = info.param;
  std::string name(policy(policy_id).name);
  std::ranges::replace(name, '-', '_');
  return fmt::format("{}_from_{:02X}", name, quarter * kPerQuarter);
}

// The policy that replaces by D93b, and the one with the most state.
INSTANTIATE_TEST_SUITE_P(Law, Deep,
                         testing::Combine(testing::Values(PolicyId::kMaximalSubpart,
                                                          PolicyId::kLegacyTrail),
                                          testing::Range(0, 4)),
                         quarter_name);

}  // namespace
}  // namespace placemat
