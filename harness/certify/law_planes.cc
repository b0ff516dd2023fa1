#include "harness/certify/law_planes.h"

#include <algorithm>
#include <numeric>

namespace placemat {
namespace {

constexpr std::uint64_t kMost = 0xFF'FFFF;
constexpr std::uint64_t kVaries = kMost + 1;  // a bit above each value

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
  for (Run& run : runs_) {
    const auto is_like = [&](const Run& other) {
      return machine_.class_of(other.first) == machine_.class_of(run.first);
    };
    run.like = static_cast<std::size_t>(std::ranges::find_if(runs_, is_like) - runs_.begin());
  }
  for (Shown& due : due_) due.of_runs.resize(runs_.size());
  due_errors_.of_runs.resize(runs_.size());
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
  for (Shown& due : due_) due.state = Machine::kStart;
  for (std::size_t i = 0; i < runs_.size(); ++i)
    runs_[i].like == i ? ask(i) : answer_like(runs_[i].like, i);
  fill_errors();
  for (std::size_t rank = 0; rank < kLongest; ++rank) fill_rank(rank);
  return answers_;
}

void LawPlanes::ask(std::size_t i) {
  Run& run = runs_[i];
  units_[size_ - 1] = run.first;
  const Expectation& law = law_.values_of({units_.data(), size_});
  run.count = static_cast<std::uint8_t>(law.values.size());
  run.offset = static_cast<std::uint8_t>(law.error ? law.error->offset : 0);
  run.length = static_cast<std::uint8_t>(law.error ? law.error->length : 0);
  for (std::size_t rank = 0; rank < kLongest; ++rank)
    due_[rank].of_runs[i] = rank < law.values.size() ? std::min(law.values[rank], kMost) : 0;
  const Transition& t = machine_.at(state_, run.first);
  // The end of the string adds its values behind the one that the unit completes.
  const Transition& end = machine_.at(t.next, Machine::kEnd);
  run.varies =
      t.emits ? law.values.size() - end.replacements - (end.emits ? 1u : 0u) - 1 : kLongest;
  if (run.varies == kLongest) return;
  due_[run.varies].of_runs[i] |= kVaries;
  due_[run.varies].state = state_;
}

// As the run `other` of the same class, but for the value that the unit completes.
void LawPlanes::answer_like(std::size_t other, std::size_t i) {
  Run& run = runs_[i];
  const Run& asked = runs_[other];
  run.count = asked.count, run.offset = asked.offset, run.length = asked.length;
  run.varies = asked.varies;
  for (Shown& due : due_) due.of_runs[i] = due.of_runs[other];
  if (run.varies == kLongest) return;
  std::uint64_t& value = due_[run.varies].of_runs[i];
  const std::uint64_t more =
      machine_.at(state_, run.first).add - machine_.at(state_, asked.first).add;
  value = std::min((value & kMost) + more, kMost) | kVaries;
}

template <class ValueOf>
void LawPlanes::fill(BytePlane& plane, ValueOf&& value_of) {
  const std::uint8_t first = value_of(0);
  plane.fill(first);
  for (std::size_t i = 1; i < runs_.size(); ++i)
    if (const std::uint8_t value = value_of(i); value != first)
      std::fill_n(plane.begin() + runs_[i].first, runs_[i].units, value);
}

void LawPlanes::fill_errors() {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    due_errors_.of_runs[i] = runs_[i].count | runs_[i].offset << 8 | runs_[i].length << 16;
  if (due_errors_ == shown_errors_) return;
  shown_errors_ = due_errors_;
  fill(answers_.count, [&](std::size_t run) { return runs_[run].count; });
  fill(answers_.offset, [&](std::size_t run) { return runs_[run].offset; });
  fill(answers_.length, [&](std::size_t run) { return runs_[run].length; });
}

void LawPlanes::fill_rank(std::size_t rank) {
  if (due_[rank] == shown_[rank]) return;
  shown_[rank] = due_[rank];
  const std::vector<std::uint64_t>& values = due_[rank].of_runs;
  for (std::size_t byte = 0; byte < 3; ++byte)
    fill(answers_.values[rank][byte],
         [&](std::size_t run) { return byte_of(values[run] & kMost, byte); });
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (runs_[i].varies == rank) fill_varying(runs_[i], values[i] & kMost);
}

void LawPlanes::fill_varying(const Run& run, std::uint64_t first) {
  auto& planes = answers_.values[run.varies];
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
