// arguments.h: reads the replay line of a finding outside of a command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/judge/check.h"

namespace placemat {

struct ReplayArguments {
  Check check;
  std::optional<std::uint64_t> encode;  // a value to encode, instead of a check
  std::optional<std::string> as;        // the profile to judge by
  std::string called;                   // the decoder, as the line names it; empty: not named
};

// Reads what to_arguments() writes, "--encode VALUE" and "--as PROFILE", also behind
// "placemat replay" and before or behind the decoder. Throws InputError.
ReplayArguments parse_replay_arguments(std::string_view text);

}  // namespace placemat
