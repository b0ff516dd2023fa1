// prober.h: tells faulty transitions of the law from sound ones by asking the decoder. It does not
// know findings.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "harness/judge/trail.h"

namespace placemat {

// Remembers the answers.
class Prober {
 public:
  explicit Prober(Judge& judge);

  // True when the decoder takes the feature rightly in no plain check.
  bool is_faulty(Operation operation, const CauseFeature& feature);

  // True when the decoder goes to a wrong state: whatever completes the sequence fails, although
  // an input that ends before may be refused rightly.
  bool leads_astray(Operation operation, const CauseFeature& feature);

  // How many units, itself included, the first unit of `check` takes along of continuation units
  // behind it: 0 where it begins a sequence, or the law takes as many.
  std::size_t lead_length(const Check& check);

  // True when the decoder answers to `unit` in every state of the law as the law does to `other`.
  bool is_read_as(Operation operation, std::uint8_t unit, std::uint8_t other);

 private:
  bool only_fails(Operation operation, const CauseFeature& feature);
  std::size_t values_of(const Check& check);
  bool all_completions_fail(Operation operation, const CauseFeature& feature);
  Bytes completion_of(ByteView units, bool from_above = false) const;

  Judge& judge_;
  const Machine& machine_;
  std::vector<Bytes> access_;  // the shortest string that leads to each state
  std::map<std::pair<Operation, CauseFeature>, bool> known_, astray_;
};

}  // namespace placemat
