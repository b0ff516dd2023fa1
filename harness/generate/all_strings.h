// all_strings.h: every string of some lengths over an alphabet.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "harness/generate/source.h"

namespace placemat {

// True when `units` contain a whole sequence or a whole error. What follows it is a shorter string,
// which other sources put behind every kind of item too. `law` has a policy that goes on after an
// error.
inline bool has_whole_item(const Machine& law, ByteView units) {
  Machine::State state = Machine::kStart;
  for (const std::uint8_t unit : units) {
    state = law.at(state, unit).next;
    if (state == Machine::kStart) return true;
  }
  return false;
}

// Passes on every 17th of the cases that get one operation only, which are shorter strings in a
// row. 17 has no factor in common with the size of an alphabet of all units, so all last units
// occur.
class SlowCalls final : public CaseSink {
 public:
  static constexpr std::size_t kEvery = 17;
  explicit SlowCalls(CaseSink& to) : to_(to) {}
  bool accept(const Case& c) override {
    return (c.depth == Depth::kSingle && singles_++ % kEvery != 0) || to_.accept(c);
  }

 private:
  CaseSink& to_;
  std::size_t singles_ = 0;
};
inline std::string every_some() { return fmt::format("every {}th of ", SlowCalls::kEvery); }

// All strings of exactly and up to some length over an alphabet, in
// lexicographic order, so that neighbours share their prefix.
class AllStrings {
 public:
  AllStrings(std::vector<std::uint8_t> alphabet, std::size_t shortest, std::size_t longest)
      : alphabet_(std::move(alphabet)), shortest_(shortest), longest_(longest) {}

  std::size_t count() const {
    std::size_t count = 0, power = 1;
    for (std::size_t n = 0; n <= longest_; ++n, power *= alphabet_.size()) {
      if (n >= shortest_) count += power;
    }
    return count;
  }
  std::size_t letters() const { return alphabet_.size(); }
  std::size_t longest() const { return longest_; }

  // The strings that begin with alphabet[shard], and for shard 0 the empty one. `depth_of(prefix)`
  // is the depth of the strings that have one unit more.
  template <class DepthOf>
  bool walk(std::size_t shard, const DepthOf& depth_of, CaseSink& sink) const {
    Bytes bytes;
    const Depth depth = depth_of(ByteView(bytes));
    if (shard == 0 && shortest_ == 0 && !sink.accept({.bytes = bytes, .depth = depth})) {
      return false;
    }
    return longest_ == 0 || extend(bytes, alphabet_[shard], depth, depth_of, sink);
  }

 private:
  // The strings that begin with `bytes` and `unit`.
  template <class DepthOf>
  bool extend(Bytes& bytes, std::uint8_t unit, Depth depth, const DepthOf& depth_of,
              CaseSink& sink) const {
    bytes.push_back(unit);
    bool goes_on = bytes.size() < shortest_ || sink.accept({.bytes = bytes, .depth = depth});
    if (goes_on && bytes.size() < longest_) {
      const Depth longer = depth_of(ByteView(bytes));
      for (std::size_t i = 0; goes_on && i < alphabet_.size(); ++i) {
        goes_on = extend(bytes, alphabet_[i], longer, depth_of, sink);
      }
    }
    bytes.pop_back();
    return goes_on;
  }
  std::vector<std::uint8_t> alphabet_;
  std::size_t shortest_, longest_;
};

}  // namespace placemat
