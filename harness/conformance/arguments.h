// arguments.h: parses the arguments of a replay line outside of a command line.
#pragma once

#include <optional>
#include <string_view>

#include "harness/judge/check.h"

namespace placemat {

struct ReplayArguments {
  Check check;
  std::optional<std::uint64_t> encode;  // a value to encode, instead of a check
};

// Reads what to_arguments() writes, and "--encode VALUE". Throws InputError.
ReplayArguments parse_replay_arguments(std::string_view text);

}  // namespace placemat
