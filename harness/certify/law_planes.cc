#include "harness/certify/law_planes.h"

#include <algorithm>
#include <numeric>

namespace placemat {
namespace {

constexpr std::uint64_t kMost = 0xFF'FFFF;

std::uint8_t byte_of(std::uint64_t value, std::size_t byte) {
  return static_cast<std::uint8_t>(std::min(value, kMost) >> (8 * byte));
}

}  // namespace

LawPlanes::LawPlanes(const Profile& profile) : machine_(machine(profile)), law_(profile, false) {
  for (unsigned unit = 0; unit < 256; ++unit) {
    const auto here = static_cast<std::uint8_t>(unit);
    if (runs_.empty() || machine_.class_of(here) != machine_.class_of(runs_.back().first))
      runs_.push_back({.first = here});
    ++runs_.back().units;
  }
  for (Run& run : runs_) run.is_rising = is_rising(run);
}

bool LawPlanes::is_rising(const Run& run) const {
  for (std::size_t state = 0; state < machine_.state_count(); ++state)
    for (std::size_t i = 0; i < run.units; ++i) {
      const auto here = static_cast<Machine::State>(state);
      const Transition& first = machine_.at(here, run.first);
      if (first.emits && machine_.at(here, run.first + i).add != first.add + i) return false;
    }
  return true;
}

const PlanesOfAnswers& LawPlanes::about(ByteView prefix) {
  state_ = Machine::kStart;
  for (const std::uint8_t unit : prefix) state_ = machine_.at(state_, unit).next;
  std::copy_n(prefix.begin(), std::min(prefix.size(), kLongest - 1), units_.begin());
  size_ = prefix.size() + 1;
  for (Run& run : runs_) ask(run);
  fill(answers_.count, [](const Run& run) { return run.count; });
  fill(answers_.offset, [](const Run& run) { return run.offset; });
  fill(answers_.length, [](const Run& run) { return run.length; });
  for (std::size_t rank = 0; rank < kLongest; ++rank) fill_rank(rank);
  for (const Run& run : runs_)
    if (run.varies < kLongest) fill_varying(run);
  return answers_;
}

void LawPlanes::ask(Run& run) {
  units_[size_ - 1] = run.first;
  const Expectation& law = law_.values_of({units_.data(), size_});
  run.count = static_cast<std::uint8_t>(law.values.size());
  run.offset = static_cast<std::uint8_t>(law.error ? law.error->offset : 0);
  run.length = static_cast<std::uint8_t>(law.error ? law.error->length : 0);
  for (std::size_t rank = 0; rank < kLongest; ++rank)
    run.values[rank] = static_cast<std::uint32_t>(
        rank < law.values.size() ? std::min(law.values[rank], kMost) : 0);
  const Transition& t = machine_.at(state_, run.first);
  // The end of the string adds its values behind the one that the unit completes.
  const Transition& end = machine_.at(t.next, Machine::kEnd);
  run.varies =
      t.emits ? law.values.size() - end.replacements - (end.emits ? 1u : 0u) - 1 : kLongest;
}

template <class ValueOf>
void LawPlanes::fill(BytePlane& plane, ValueOf&& value_of) {
  const std::uint8_t first = value_of(runs_.front());
  plane.fill(first);
  for (const Run& run : runs_)
    if (const std::uint8_t value = value_of(run); value != first)
      std::fill_n(plane.begin() + run.first, run.units, value);
}

void LawPlanes::fill_rank(std::size_t rank) {
  const std::uint32_t first = runs_.front().values[rank];
  const bool is_one =
      std::ranges::all_of(runs_, [&](const Run& run) { return run.values[rank] == first; });
  for (std::size_t byte = 0; byte < 3; ++byte) {
    BytePlane& plane = answers_.values[rank][byte];
    if (is_one)
      plane.fill(byte_of(first, byte));
    else
      fill(plane, [&](const Run& run) { return byte_of(run.values[rank], byte); });
  }
}

void LawPlanes::fill_varying(const Run& run) {
  auto& planes = answers_.values[run.varies];
  const std::uint64_t first = run.values[run.varies];
  if (run.is_rising && (first + run.units - 1) >> 8 == first >> 8) {
    // Only the lowest byte differs.
    std::uint8_t* const begin = planes[0].data() + run.first;
    std::iota(begin, begin + run.units, static_cast<std::uint8_t>(first));
    return;
  }
  const std::uint64_t add = machine_.at(state_, run.first).add;
  for (std::size_t i = 0; i < run.units; ++i) {
    const std::size_t unit = run.first + i;
    const std::uint64_t value = first - add + machine_.at(state_, unit).add;
    for (std::size_t byte = 0; byte < 3; ++byte) planes[byte][unit] = byte_of(value, byte);
  }
}

}  // namespace placemat
