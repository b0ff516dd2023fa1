// mutator.h: derives a new fuzzing input from an existing one. Blind mutation
// seldom produces a sequence of several units. This mutator inserts and removes
// items of the dialects, composes texts of many of them, of many values, of many
// sequences that encode none and of many pairs of values that join, sets units to
// the ends of the law's classes, and shifts content across the edges of blocks. It must not know
// any decoder.
#pragma once

#include <span>

#include "harness/generate/items.h"

namespace placemat {

class Mutator {
 public:
  // Uses the items and class ends of these dialects.
  explicit Mutator(std::span<const DialectId> dialects);

  // Changes `units` in one place, or composes another text; the result has at
  // most `longest` units. The same seed gives the same change.
  void mutate(Bytes& units, std::size_t longest, std::uint64_t seed) const;
  // The same for an engine's buffer, of which the first `size` units are the input; returns the
  // size of the result.
  std::size_t mutate_in_place(std::span<std::uint8_t> room, std::size_t size,
                              std::uint64_t seed) const;

  const std::vector<Bytes>& items() const { return items_; }
  const std::vector<std::uint8_t>& class_ends() const { return ends_; }

 private:
  std::vector<const Dialect*> dialects_;
  std::vector<Bytes> items_;
  std::vector<Bytes> notable_;  // values that decoders treat apart
  std::vector<std::uint8_t> ends_;
};

}  // namespace placemat
