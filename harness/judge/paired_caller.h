// paired_caller.h: two faulty decoders as one that has both faults, to show that neither
// hides the other in a report. It does not know which faults they are.
#pragma once

#include <memory>
#include <optional>

#include "harness/judge/expectation.h"

namespace placemat {

// The table of a decoder with the faults of both.
struct PairedDecoder {
  const Decoder* first;
  const Decoder* second;
  std::string name;
  Decoder table;
};

// Null when the two claim different things, so that no decoder can be both.
std::unique_ptr<PairedDecoder> paired(const Decoder& first, const Decoder& second);

// Gives the answer of the first decoder where that is wrong, otherwise that of the second.
class PairedCaller final : public Caller {
 public:
  PairedCaller(const PairedDecoder& pair, FencedThread& thread);
  Observation call(const Call& call) override;

 private:
  Caller first_, second_;
  Law law_;
};

}  // namespace placemat
