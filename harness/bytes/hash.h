// hash.h: the one hash, FNV-1a of 64 bits, and the one random number generator,
// SplitMix64. Both give the same values on every machine, so a digest can be
// stored and a seed repeated.
#pragma once

#include <cstdint>

#include "harness/bytes/bytes.h"

namespace placemat {

inline constexpr std::uint64_t kHashStart = 0xCBF29CE484222325;

// One step. A value may be wider than the octet of the original; the digest is
// then specific to this program.
constexpr std::uint64_t hash_step(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x100000001B3;
}

constexpr std::uint64_t hash_of(ByteView bytes, std::uint64_t hash = kHashStart) {
  for (const std::uint8_t byte : bytes) hash = hash_step(hash, byte);
  return hash;
}

// What SplitMix64 adds to its state at each step: 2^64 over the golden ratio.
inline constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;

// The cost is a few instructions a number.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}
  constexpr std::uint64_t next() {
    state_ += kGoldenRatio;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

}  // namespace placemat
