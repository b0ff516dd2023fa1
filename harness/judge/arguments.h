// arguments.h: reads the arguments of a replay line outside of a command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/check.h"

namespace placemat {

struct ReplayArguments {
  Check check;
  std::optional<std::uint64_t> encode;  // a value to encode, instead of a check
};

// Reads what to_arguments() writes, and "--encode VALUE". Throws InputError.
ReplayArguments parse_replay_arguments(std::string_view text);

// The words of a command line; understands what quoted() writes. Throws InputError for a quote
// that is not closed.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace placemat
