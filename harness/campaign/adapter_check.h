// adapter_check.h: is an adapter fit to be judged by? Text that no decoder gets
// wrong, answered as it must be, before hundreds of findings are blamed on a
// decoder that was never asked what we think.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/external_decoder.h"
#include "harness/judge/check.h"

namespace placemat {

struct CheckLine {
  Operation operation;
  std::string units;  // in case notation
  bool is_plain;      // ASCII: whoever gets it wrong is no decoder at all
  std::optional<Failure> failure;
  std::string advice;  // what an adapter that answers so probably does
};

// What `audit --check` ends with when nothing was wrong.
inline constexpr std::string_view kSoundAdapter = "the adapter answers as it should";

std::vector<CheckLine> check_adapter(const ExternalDecoder& external, Remote& remote);

// Every answer to plain ASCII of one of its operations is wrong: that is no
// decoder's fault. The line says why; empty when there is no such thing.
std::string why_unfit(const std::vector<CheckLine>& lines);

}  // namespace placemat
