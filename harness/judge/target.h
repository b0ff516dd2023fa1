// target.h: a decoder and what it is judged as. It must not know how a case
// reaches the decoder.
#pragma once

#include "harness/decoder/registry.h"
#include "harness/generate/source.h"
#include "harness/judge/finding.h"

namespace placemat {

// A decoder and the profile that it is judged as.
struct Target {
  const Decoder* decoder;
  Profile judged_as;
  bool claimed = true;
  std::vector<std::string> sources;  // names, in order
  SourceOptions options;
  Depth most = Depth::kFull;  // no case is multiplied further
  // Of the values that an encoder is given one in so many; the limits of every
  // form are always among them.
  std::uint64_t encoder_step = 1;
  // What stands for it behind `placemat replay`: its name, unless it is
  // an external decoder.
  std::string called = {};
};

// The step of subjects whose encoder is not what they are judged for, and of
// the quick budget.
inline constexpr std::uint64_t kFewValues = 61;

// What `decoder` claims; with `as`, judged as that instead.
Target make_target(const Decoder& decoder, std::vector<std::string> sources,
                   const SourceOptions& options,
                   const std::optional<std::string>& as = std::nullopt);

// The start of a result: what the decoder claims and what it is judged as.
DecoderResult describe(const Target& subject);

// A finding of `kind` with its clause and effect, and without a case.
Finding base_finding(const Target& subject, Kind kind);

// The line that shows a case again: `placemat replay DECODER ARGUMENTS`.
std::string replay_line(const Target& subject, const std::string& arguments);

// The stable name of a finding: decoder, profile, kind and what is smallest.
std::string key_of(const Target& subject, Kind kind, const std::string& what);

}  // namespace placemat
