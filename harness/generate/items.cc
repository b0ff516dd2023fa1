#include "harness/generate/items.h"

#include <algorithm>
#include <numeric>

#include "harness/generate/state_unit.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

void add(std::vector<Bytes>& items, Bytes item) {
  if (!item.empty() && std::ranges::find(items, item) == items.end()) {
    items.push_back(std::move(item));
  }
}

void add_ends_of(std::vector<Bytes>& items, const Form& form) {
  Bytes lowest, highest;
  for (std::size_t i = 0; i < form.length; ++i) {
    lowest.push_back(form.units[i].first);
    highest.push_back(form.units[i].last);
  }
  add(items, lowest);
  add(items, highest);
}

}  // namespace

std::vector<std::uint8_t> class_ends(const Machine& machine) {
  std::vector<std::uint8_t> ends;
  for (int unit = 0; unit <= 0xFF; ++unit) {
    const auto u = static_cast<std::uint8_t>(unit);
    const std::size_t own = machine.class_of(u);
    const bool begins =
        unit == 0x00 || machine.class_of(static_cast<std::uint8_t>(unit - 1)) != own;
    const bool ends_here =
        unit == 0xFF || machine.class_of(static_cast<std::uint8_t>(unit + 1)) != own;
    if (begins || ends_here) ends.push_back(u);
  }
  return ends;
}

std::vector<std::uint8_t> class_firsts(const Machine& machine) {
  std::vector<std::uint8_t> firsts;
  for (const auto& members : machine.classes()) firsts.push_back(members.front());
  std::ranges::sort(firsts);
  return firsts;
}

std::vector<Bytes> items(const Machine& machine) {
  std::vector<Bytes> items;
  for (const Form& form : dialect(machine.profile().dialect).forms) add_ends_of(items, form);
  for (const Bytes& unfinished : cover(machine, Observed::kEverything).access)
    add(items, unfinished);
  for (const std::uint8_t unit : class_ends(machine)) {
    if (machine.at(Machine::kStart, unit).error_length > 0) add(items, {unit});
  }
  // Well-formed items that many decoders treat as an error, a mark or nothing:
  // U+FEFF, U+FFFD itself, a noncharacter.
  for (const std::uint64_t value : {0xFEFFu, 0xFFFDu, 0xFDD0u}) {
    add(items, encode(dialect(machine.profile().dialect), value).value_or(Bytes{}));
  }
  add(items, {0xC0, 0x80});
  add(items, {0xC0, 0xAF});
  add(items, {0xE0, 0x80, 0xAF});
  add(items, {0xF0, 0x80, 0x80, 0xAF});
  add(items, {0xED, 0xA0, 0x80});
  add(items, {0xED, 0xB0, 0x80});
  add(items, {0xF4, 0x90, 0x80, 0x80});
  add(items, {0xF5, 0x80, 0x80, 0x80});
  add(items, {0xF8, 0x88, 0x80, 0x80, 0x80});
  // The same truncated where they become ill-formed, so that any item can
  // follow at once, and sequences that another unit interrupts.
  add(items, {0xE0, 0x80});
  add(items, {0xF0, 0x80});
  add(items, {0xED, 0xA0});
  add(items, {0xF4, 0x90});
  add(items, {0xF8});
  add(items, {0xC2, 0x41});
  add(items, {0xC2, 0xC2});
  add(items, {0xE1, 0x80, 0x41});
  add(items, {0xE1, 0x80, 0xFF});
  add(items, {0xF1, 0x80, 0x80, 0xC2});
  return items;
}

std::size_t quick_step_of_pairs(std::size_t items) {
  constexpr std::size_t kMostPairs = 4'096;
  std::size_t step = (items * items + kMostPairs - 1) / kMostPairs;
  while (std::gcd(step, items) != 1) ++step;
  return step;
}

std::vector<std::size_t> item_ends(const Machine& machine, ByteView bytes) {
  std::vector<std::size_t> ends;
  const auto add_end = [&](std::size_t end) {
    if (ends.empty() || ends.back() < end) ends.push_back(end);
  };
  Machine::State state = Machine::kStart;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Transition& t = machine.at(state, bytes[i]);
    if (t.error_length > 0) add_end(i + 1 - t.error_back + t.error_length);
    state = t.next;
    if (machine.pending(state) == 0) add_end(i + 1);
  }
  if (!bytes.empty()) add_end(bytes.size());
  return ends;
}

}  // namespace placemat
