// trail.h: what a failing check can be wrong about: the transitions of the law and the items that
// its units take. It does not know the decoder.
#pragma once

#include <compare>
#include <optional>
#include <tuple>
#include <vector>

#include "harness/judge/check.h"

namespace placemat {

// One thing that a check can be wrong about: a transition of the law (an item is empty), or
// a whole item where each of its transitions is sound.
struct CauseFeature {
  Machine::State state = Machine::kStart;
  std::uint16_t symbol = 0;  // a unit, or Machine::kEnd
  Bytes item = {};

  friend bool operator==(const CauseFeature&, const CauseFeature&) = default;
};

std::strong_ordering operator<=>(const CauseFeature& a, const CauseFeature& b);

// Features that one fault may explain: the transitions between two states, or those of a
// state by which the law finds an error of one class; the noncharacters of one length.
using FeatureClass = std::tuple<Machine::State, Machine::State, ErrorClass, Bytes>;
FeatureClass class_of(const Machine& machine, const CauseFeature& feature);

// A feature at an offset of a check.
struct TrailStep {
  CauseFeature feature;
  std::size_t at = 0;
};

// The transitions and the items of one check, and where the law finds its first error.
struct Trail {
  std::vector<TrailStep> steps;
  std::vector<TrailStep> items;
  std::optional<std::size_t> error;  // an index into `steps`
};

// `items` finds where an item ends.
Trail trail_of(const Machine& machine, const Machine& items, ByteView units);

// The check with another feature of the same class in the place of its own.
Check with(const Check& check, const TrailStep& own, const CauseFeature& other);

}  // namespace placemat
