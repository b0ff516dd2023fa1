#include "harness/judge/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace placemat {
namespace {

// The same units behind `count` letters.
Check shifted_by(const Check& check, std::size_t count) {
  Check shifted = check;
  shifted.units.insert(shifted.units.begin(), count, 'A');
  for (std::size_t& cut : shifted.how.cuts) cut += count;
  shifted.how.pad += count;
  return shifted;
}

}  // namespace

bool needs_its_offset(Judge& judge, const Check& check) {
  constexpr std::size_t kShifts = 16;
  for (std::size_t i = 1; i <= kShifts; ++i) {
    if (judge.passes(shifted_by(check, i))) return true;
  }
  return false;
}

bool needs_a_full_output(Judge& judge, const Check& check) {
  Check ample = check;
  ample.how.room = Room::kAmple;
  return judge.passes(ample);
}

bool needs_the_end(Judge& judge, const Check& check) {
  Check followed = check;
  followed.units.push_back('A');
  return judge.passes(followed);
}

std::string pattern_of_position(Judge& judge, const Check& check) {
  constexpr std::size_t kOffsets = 256;
  constexpr std::size_t kMostNamed = 4;
  const auto unusual = std::ranges::find_if(
      check.units, [](std::uint8_t unit) { return unit < 0x20 || unit > 0x7E; });
  if (unusual == check.units.end()) return {};
  const auto first = static_cast<std::size_t>(unusual - check.units.begin());
  std::vector<bool> fails;
  for (std::size_t i = 0; i < kOffsets; ++i) fails.push_back(judge.fails(shifted_by(check, i)));
  const auto repeats = [&](std::size_t period) {
    for (std::size_t i = period; i < kOffsets; ++i) {
      if (fails[i] != fails[i - period]) return false;
    }
    return true;
  };
  for (std::size_t period = 2; period <= kOffsets / 4; period *= 2) {
    if (!repeats(period)) continue;
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < period; ++i) {
      if (fails[i]) offsets.push_back((first + i) % period);
    }
    std::ranges::sort(offsets);
    if (offsets.size() > kMostNamed) {
      return fmt::format("at {} of {} offsets of {:02X} modulo {}", offsets.size(), period,
                         *unusual, period);
    }
    return fmt::format("only where {:02X} is at offset {} modulo {}", *unusual,
                       fmt::join(offsets, ", "), period);
  }
  return fmt::format("at {} of the offsets {} to {} of {:02X}", std::ranges::count(fails, true),
                     first, first + kOffsets - 1, *unusual);
}

std::string pattern_of_chance(Judge& judge, const Check& check) {
  constexpr int kTimes = 64;
  int failed = 0;
  for (int i = 0; i < kTimes; ++i) failed += judge.fails(check) ? 1 : 0;
  return fmt::format("in {} of {} repetitions", failed, kTimes);
}

}  // namespace placemat
