// known_cores.h: the cores of failures that were judged. A later failure that parts from the law in
// the same way, where the units of a known core stand, has that core. It asks no decoder.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/judge/difference.h"

namespace placemat {

class KnownCores {
 public:
  // How failures part from the law: equal for those that one core may explain.
  using Manner = std::uint64_t;

  explicit KnownCores(const Machine& machine) : machine_(machine) {}

  // The number of the first core whose classes of units stand around `place` of `units`.
  std::optional<std::size_t> find(Manner manner, ByteView units, std::size_t place) const;

  // `core`, which `units` contain, was found for a failure that parts at `place` of them. Returns
  // its number; none when it is known, or does not hold that place and so explains nothing.
  std::optional<std::size_t> add(Manner manner, ByteView units, std::size_t place, ByteView core);

 private:
  struct Core {
    Bytes classes;
    std::size_t place;
    friend bool operator==(const Core&, const Core&) = default;
  };
  Bytes classes_of(ByteView units) const;

  const Machine& machine_;
  std::map<Manner, std::vector<Core>> cores_;
};

}  // namespace placemat
