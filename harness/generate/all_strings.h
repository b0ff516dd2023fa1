// all_strings.h: every string of some lengths over an alphabet.
#pragma once

#include <vector>

#include "harness/generate/source.h"

namespace placemat {

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

  // Those of full length, nearly all there are, may be multiplied less.
  struct Limited {
    Depth shorter, longest;
  };
  // The strings that begin with alphabet[shard], and for shard 0 the empty one.
  bool walk(std::size_t shard, Limited m, CaseSink& sink) const {
    if (shard == 0 && shortest_ == 0 && !sink.accept({.bytes = {}, .depth = m.shorter})) {
      return false;
    }
    Bytes bytes{alphabet_[shard]};
    return longest_ == 0 || extend(bytes, m, sink);
  }

 private:
  bool extend(Bytes& bytes, Limited m, CaseSink& sink) const {
    const Depth here = bytes.size() == longest_ ? m.longest : m.shorter;
    if (bytes.size() >= shortest_ && !sink.accept({.bytes = bytes, .depth = here})) {
      return false;
    }
    if (bytes.size() == longest_) return true;
    for (const std::uint8_t unit : alphabet_) {
      bytes.push_back(unit);
      const bool go_on = extend(bytes, m, sink);
      bytes.pop_back();
      if (!go_on) return false;
    }
    return true;
  }
  std::vector<std::uint8_t> alphabet_;
  std::size_t shortest_, longest_;
};

}  // namespace placemat
