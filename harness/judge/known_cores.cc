#include "harness/judge/known_cores.h"

#include <algorithm>

namespace placemat {
namespace {

// One manner has few cores: one for each form of a sequence.
constexpr std::size_t kMostCores = 256;

}  // namespace

Bytes KnownCores::classes_of(ByteView units) const {
  Bytes classes;
  classes.reserve(units.size());
  for (const std::uint8_t unit : units) {
    classes.push_back(static_cast<std::uint8_t>(machine_.class_of(unit)));
  }
  return classes;
}

std::optional<std::size_t> KnownCores::find(Manner manner, ByteView units,
                                            std::size_t place) const {
  const auto cores = cores_.find(manner);
  if (cores == cores_.end()) return std::nullopt;
  const auto stands = [&](const Core& core) {
    if (core.place > place || place - core.place + core.classes.size() > units.size()) return false;
    const ByteView there = units.subspan(place - core.place, core.classes.size());
    return std::ranges::equal(there, core.classes, {}, [&](std::uint8_t unit) {
      return static_cast<std::uint8_t>(machine_.class_of(unit));
    });
  };
  const auto found = std::ranges::find_if(cores->second, stands);
  if (found == cores->second.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cores->second.begin());
}

std::optional<std::size_t> KnownCores::add(Manner manner, ByteView units, std::size_t place,
                                           ByteView core) {
  if (core.empty() || core.size() > units.size()) return std::nullopt;
  std::vector<Core>& cores = cores_[manner];
  for (std::size_t at = 0; at + core.size() <= units.size() && at <= place; ++at) {
    const bool holds =
        place < at + core.size() || (place == units.size() && at + core.size() == place);
    if (!holds || !std::ranges::equal(units.subspan(at, core.size()), core)) continue;
    Core known{classes_of(core), place - at};
    if (cores.size() == kMostCores || std::ranges::find(cores, known) != cores.end()) break;
    cores.push_back(std::move(known));
    return cores.size() - 1;
  }
  return std::nullopt;
}

}  // namespace placemat
