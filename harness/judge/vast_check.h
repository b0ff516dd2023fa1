// vast_check.h: inputs of 2^31 and 2^32 units, which are ASCII but for their last units. Verdicts,
// reports of errors and length functions are compared, not values: such a text has one block of
// memory, and so has the output. The calls are made in a process of their own.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "harness/judge/target.h"

namespace placemat {

struct VastOptions {
  // Units of ASCII before the end of each text; multiples of a block.
  std::vector<std::uint64_t> lengths{std::uint64_t{1} << 31, std::uint64_t{1} << 32};
  unsigned seconds = 600;  // for one call
};

inline constexpr std::size_t kVastBlock = std::size_t{1} << 20;

struct VastResult {
  std::vector<Finding> findings;  // at most one, with its symptoms
  std::uint64_t checks = 0;
  std::array<std::uint64_t, kErrorClassCount> by_class{};  // these checks; a text has one error
  std::string not_tested;                                  // why, when nothing could be asked
};
VastResult check_vast(const Target& subject, const std::atomic<bool>& stop,
                      const VastOptions& options = {});

}  // namespace placemat
