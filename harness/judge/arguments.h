// arguments.h: reads the arguments of a replay line outside of a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/check.h"

namespace placemat {

struct ReplayArguments {
  Check check;
  std::vector<std::uint64_t> encode;  // values to encode in turn, instead of a check
};

// The values of "--encode": hex numbers with commas between them, "41*600" for 600 times 41. The
// form of the last one is judged; the others are encoded before it. Throws InputError.
std::vector<std::uint64_t> values_to_encode(std::string_view text);

// Reads what to_arguments() writes, and "--encode VALUES". Throws InputError.
ReplayArguments parse_replay_arguments(std::string_view text);

// The words of a command line; understands what quoted() writes. Throws InputError for a quote
// that is not closed.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace placemat
