// mutator.h: how an input becomes another one that is worth a try. Blind
// mutation seldom makes a sequence of several units; this one puts in and
// takes out the items of the dialects, sets units to the ends of the law's
// classes, and moves what is there across the edges of blocks. It must not
// know any decoder.
#pragma once

#include <span>

#include "harness/generate/items.h"

namespace placemat {

class Mutator {
 public:
  // Items and class ends of these dialects.
  explicit Mutator(std::span<const DialectId> dialects);

  // Changes `units` in one place. At most `longest` units are left. The same
  // seed gives the same change.
  void mutate(Bytes& units, std::size_t longest, std::uint64_t seed) const;

  const std::vector<Bytes>& items() const { return items_; }

 private:
  std::vector<Bytes> items_;
  std::vector<std::uint8_t> ends_;
};

}  // namespace placemat
