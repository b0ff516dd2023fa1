#include "harness/judge/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace placemat {
namespace {

// A unit is asked at this many offsets.
constexpr std::size_t kOffsets = 256;
constexpr std::size_t kMostNamed = 4;

// Where a check fails: at the offsets `first` + i of `unit` for which `fails[i]`.
struct FailingOffsets {
  const std::vector<bool>& fails;
  std::size_t first;
  std::uint8_t unit;

  std::size_t size() const { return fails.size(); }
  bool repeats(std::size_t period) const {
    for (std::size_t i = period; i < size(); ++i) {
      if (fails[i] != fails[i - period]) return false;
    }
    return true;
  }
  // In ascending order; modulo `period`, where there is one.
  std::vector<std::size_t> offsets(std::size_t period) const {
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < std::min(period, size()); ++i) {
      if (fails[i]) offsets.push_back(period < size() ? (first + i) % period : first + i);
    }
    std::ranges::sort(offsets);
    return offsets;
  }
};

std::string words_for_period(const FailingOffsets& all, std::size_t period) {
  const std::vector<std::size_t> offsets = all.offsets(period);
  if (offsets.size() > kMostNamed) {
    return fmt::format("at {} of {} offsets of {:02X} modulo {}", offsets.size(), period, all.unit,
                       period);
  }
  return fmt::format("only where {:02X} is at offset {} modulo {}", all.unit,
                     fmt::join(offsets, ", "), period);
}

std::string words_for_offsets(const FailingOffsets& all) {
  const std::vector<std::size_t> offsets = all.offsets(all.size());
  // No offset is special, so that the failure needs something else.
  if (offsets.empty() || offsets.size() == all.size()) return {};
  for (std::size_t period = 2; period <= all.size() / 4; period *= 2) {
    if (all.repeats(period)) return words_for_period(all, period);
  }
  const std::string where = fmt::format("only where {:02X} is at offset ", all.unit);
  if (offsets.size() <= kMostNamed) return where + fmt::format("{}", fmt::join(offsets, ", "));
  const std::size_t last = all.first + all.size() - 1;
  if (offsets.back() - offsets.front() + 1 == offsets.size()) {
    if (offsets.back() == last) return where + fmt::format("{} or later", offsets.front());
    return where + fmt::format("{} to {}", offsets.front(), offsets.back());
  }
  return fmt::format("at {} of the offsets {} to {} of {:02X}", offsets.size(), all.first, last,
                     all.unit);
}

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
  const auto unusual = std::ranges::find_if(
      check.units, [](std::uint8_t unit) { return unit < 0x20 || unit > 0x7E; });
  if (unusual == check.units.end()) return {};
  std::vector<bool> fails;
  for (std::size_t i = 0; i < kOffsets; ++i) fails.push_back(judge.fails(shifted_by(check, i)));
  return words_for_offsets({.fails = fails,
                            .first = static_cast<std::size_t>(unusual - check.units.begin()),
                            .unit = *unusual});
}

std::string pattern_of_chance(Judge& judge, const Check& check) {
  constexpr int kTimes = 64;
  int failed = 0;
  for (int i = 0; i < kTimes; ++i) failed += judge.fails(check) ? 1 : 0;
  if (failed == 0) return fmt::format("not again in {} repetitions", kTimes);
  return fmt::format("in {} of {} repetitions", failed, kTimes);
}

}  // namespace placemat
