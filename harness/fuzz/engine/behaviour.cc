#include "harness/fuzz/engine/behaviour.h"

#include <algorithm>
#include <bit>

#include "harness/bytes/hash.h"

namespace placemat {
namespace {

// The parts of the feature space.
enum Part : std::uint64_t { kPath, kPlace, kAnswer, kHistory, kParts };

// Longer inputs show no more transitions, only more of them.
constexpr std::size_t kLongestPath = 1024;
// Vector decoders work in blocks of this many units, or a multiple of it. More offsets would
// multiply the corpus, and each input with it costs the engine time.
constexpr std::size_t kBlock = 16;

std::uint64_t mixed(std::uint64_t value) {
  value *= kGoldenRatio;
  return value ^ (value >> 32);
}

// A change of a number, as one of a few.
std::uint64_t step_of(std::uint64_t from, std::uint64_t to) {
  constexpr std::int64_t kMost = 6;
  const auto change = static_cast<std::int64_t>(to - from);
  return static_cast<std::uint64_t>(std::clamp(change, -kMost, kMost) + kMost);
}

}  // namespace

Behaviour::Behaviour(const Machine& law, std::size_t size)
    : law_(law), taken_(law.state_count() * (law.classes().size() + 1)), part_(size / kParts) {}

void Behaviour::add(std::uint64_t part, std::uint64_t what) {
  features_->push_back(static_cast<std::uint16_t>(part * part_ + (mixed(what) & (part_ - 1))));
}

Machine::State Behaviour::after(ByteView units) const {
  Machine::State state = Machine::kStart;
  for (const std::uint8_t unit : units) state = law_.at(state, unit).next;
  return state;
}

void Behaviour::forget_last() { last_answer_ = last_count_ = last_offset_ = 0; }

void Behaviour::begin(ByteView units, std::vector<std::uint16_t>& features) {
  features_ = &features;
  const std::size_t classes = law_.classes().size() + 1;
  const std::size_t end = std::min(units.size(), kLongestPath);
  Machine::State state = Machine::kStart;
  std::size_t before = classes - 1;
  for (std::size_t i = 0; i < end; ++i) {
    const std::size_t unit = law_.class_of(units[i]);
    add(kPath, state * classes + unit);
    taken_[state * classes + unit] = 1;
    if (state == Machine::kStart) add(kPlace, (i % kBlock) * classes + unit);
    if (state == Machine::kStart && unit != before) {
      add(kPath, (before * classes + unit) << 20);
      before = unit;
    }
    state = law_.at(state, units[i]).next;
  }
  if (end == units.size()) taken_[state * classes + classes - 1] = 1;
  add(kPath, (std::uint64_t{state} + 1) << 40);
  add(kPlace, (units.size() % kBlock + 1) << 20 | std::bit_width(units.size()) << 40);
}

void Behaviour::add_history(ByteView units, const Presentation& how) {
  const auto operation = static_cast<std::uint64_t>(how.operation);
  const std::uint64_t first = units.empty() ? 0 : law_.class_of(units.front()) + 1;
  add(kHistory, operation | static_cast<std::uint64_t>(how.placement) << 8 |
                    static_cast<std::uint64_t>(how.room) << 16);
  if (how.has_prelude()) {
    add(kHistory, operation | static_cast<std::uint64_t>(how.ending) << 8 |
                      std::uint64_t{after(how.prelude)} << 16 | first << 32 | 1ULL << 60);
  }
  Machine::State state = Machine::kStart;
  std::size_t at = 0;
  for (const std::size_t cut : how.cuts) {
    for (; at < std::min(cut, units.size()); ++at) state = law_.at(state, units[at]).next;
    const std::uint64_t next = at < units.size() ? law_.class_of(units[at]) + 1 : 0;
    add(kHistory, operation | std::uint64_t{state} << 16 | next << 32 | 1ULL << 61);
    if (at >= kLongestPath) break;
  }
}

void Behaviour::add_answer(const Presentation& how, const Expectation& law,
                           const Observation& seen) {
  const auto operation = static_cast<std::uint64_t>(how.operation);
  const bool has_error = seen.error_offset != PLACEMAT_UNKNOWN;
  const std::uint64_t offset = has_error ? seen.error_offset : 0;
  const std::uint64_t answer = operation | static_cast<std::uint64_t>(seen.outcome) << 8 |
                               std::uint64_t{seen.status} << 16 |
                               static_cast<std::uint64_t>(law.error_class) << 24 |
                               std::min<std::uint64_t>(seen.error_length, 15) << 32;
  add(kAnswer, answer | std::min<std::uint64_t>(seen.count, 8) << 40);
  if (has_error) add(kAnswer, answer | (offset % kBlock) << 40 | 1ULL << 60);
  // The difference to the input before, which the same one was often made from.
  add(kAnswer, mixed(answer ^ last_answer_) % 64 | step_of(last_count_, seen.count) << 8 |
                   step_of(last_offset_, offset) << 16 | operation << 24 | 1ULL << 61);
  last_answer_ = answer;
  last_count_ = seen.count;
  last_offset_ = offset;
}

void Behaviour::observe(ByteView units, const Presentation& how, const Expectation& law,
                        const Observation& seen, std::vector<std::uint16_t>& features) {
  features_ = &features;
  add_history(units, how);
  add_answer(how, law, seen);
}

}  // namespace placemat
