// target.h: a decoder and the profile that it is judged as. It does not know how a case
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
  Depth most = Depth::kFull;  // the greatest depth of any case
  // An encoder is given one value in this many, and always the limits of every form.
  std::uint64_t encoder_step = 1;
  // The decoder's arguments behind `placemat replay`: its name, or the options of an
  // external decoder.
  std::string called = {};
};

// The step of the quick budget, and of subjects that are not judged for their encoder.
inline constexpr std::uint64_t kFewValues = 61;
// The encoder is not asked.
inline constexpr std::uint64_t kNoValue = 0;

// The profile that `decoder` claims; with `as`, judged as that profile instead.
Target make_target(const Decoder& decoder, std::vector<std::string> sources,
                   const SourceOptions& options,
                   const std::optional<std::string>& as = std::nullopt);

// The start of a result: the claims of the decoder and the profile that it is judged as.
DecoderResult describe(const Target& subject);

// A finding of `kind` with its clause and effect, without a case.
Finding base_finding(const Target& subject, Kind kind);

// The line that reproduces a case: `placemat replay DECODER ARGUMENTS`.
std::string replay_line(const Target& subject, const std::string& arguments);

// The stable name of a finding: decoder, profile, kind and the minimal units.
std::string key_of(const Target& subject, Kind kind, const std::string& what);

}  // namespace placemat
