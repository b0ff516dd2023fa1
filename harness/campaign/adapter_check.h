// adapter_check.h: checks whether an adapter works, before its findings are attributed to its
// decoder: with text that no decoder gets wrong, and with ill-formed text, whose answer may show
// that the adapter hides what its decoder does. It must not know what is reported.
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
  bool is_plain;      // ASCII: a wrong answer is the adapter's
  std::optional<Failure> failure;
  std::string advice;  // the probable mistake of an adapter that answers so
  std::string note;    // two behaviours of a decoder that have this answer in common
};

// The last line of `audit --check` when all answers were right.
inline constexpr std::string_view kSoundAdapter = "the adapter answers as it should";

// Well-formed text only: no decoder hangs or dies of it.
std::vector<CheckLine> check_well_formed(const ExternalDecoder& external);
// The same, then ill-formed text, and well-formed text again.
std::vector<CheckLine> check_adapter(const ExternalDecoder& external);

// Names an operation whose every answer to plain ASCII is wrong, which points to the adapter. Empty
// when there is no such operation.
std::string why_unfit(const std::vector<CheckLine>& lines);

// The whole check in one line: kSoundAdapter, why the adapter is broken, or the first wrong answer.
std::string outcome_of(const std::vector<CheckLine>& lines);

}  // namespace placemat
