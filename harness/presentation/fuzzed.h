// fuzzed.h: the presentation that a fuzzing input draws. It depends on the
// units of the input only, so that any file of units is an input, and an input
// is always given in the same way.
#pragma once

#include <span>

#include "harness/bytes/hash.h"
#include "harness/presentation/presentation.h"

namespace placemat {

// What an input draws.
enum class Drawn : std::uint8_t { kPresentation, kHeapCopy, kQuestion, kDecoder, kIsAsked };

// All that one input draws. Its units are read once, because an execution draws several times.
class Draws {
 public:
  explicit Draws(ByteView input);
  // The numbers from which the input draws it, independent of those for anything else.
  SplitMix64 of(Drawn what) const { return SplitMix64(digest_ ^ std::uint64_t(what) << 32); }

 private:
  std::uint64_t digest_;
};

// One operation of `operations`, of which there is at least one, and about half
// the time values other than the default for each axis that applies to it.
// Writes into `how`, so that a loop allocates nothing. `draws` is that of `input`.
void draw_presentation(ByteView input, const Draws& draws, std::span<const Operation> operations,
                       Presentation& how);

}  // namespace placemat
