// adapter_check.h: is an adapter fit to be judged by? It is given text that no
// decoder gets wrong, before findings that are the adapter's are blamed on its
// decoder. It must not know what is reported.
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
  bool is_plain;      // ASCII: what gets it wrong is no decoder
  std::optional<Failure> failure;
  std::string advice;  // what an adapter that answers so probably does
};

// What `audit --check` ends with when nothing was wrong.
inline constexpr std::string_view kSoundAdapter = "the adapter answers as it should";

std::vector<CheckLine> check_adapter(const ExternalDecoder& external);

// Why every answer of one of its operations to plain ASCII is wrong, which is no
// decoder's doing; empty when there is no such operation.
std::string why_unfit(const std::vector<CheckLine>& lines);

// The whole check in one line: kSoundAdapter, why it is broken, or the first
// wrong answer.
std::string outcome_of(const std::vector<CheckLine>& lines);

}  // namespace placemat
