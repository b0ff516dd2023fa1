// known_verdicts.h: what a judge said of checks. Failures of one cause are reduced through the same
// small checks, and each costs many exchanges where the decoder is in another process. It must not
// know how a check is judged.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "harness/judge/check.h"

namespace placemat {

class KnownVerdicts {
 public:
  using Verdict = std::optional<Failure>;

  // Null for a check that was not judged yet.
  const Verdict* find(const Check& check) const {
    const auto known = known_.find(key_of(check));
    return known == known_.end() ? nullptr : &known->second;
  }
  // What may be different the next time is not kept.
  void add(const Check& check, const Verdict& verdict) {
    if (known_.size() < kMost && (!verdict || lasts(*verdict))) {
      known_.emplace(key_of(check), verdict);
    }
  }

 private:
  static constexpr std::size_t kMost = 131'072;

  static bool lasts(const Failure& failure) {
    return !failure.is_fatal && failure.kind != Kind::kHang &&
           failure.kind != Kind::kNondeterministic && failure.kind != Kind::kKeepsState;
  }

  std::unordered_map<std::string, Verdict> known_;
};

}  // namespace placemat
