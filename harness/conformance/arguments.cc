#include "harness/conformance/arguments.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "harness/bytes/bytes.h"
#include "harness/bytes/error.h"
#include "harness/call/caller.h"

namespace placemat {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw InputError("PLACEMAT_REPLAY: " + what + "; copy all that a failure prints behind `replay`");
}

// Splits into words as a shell does; units stand in single quotes.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    const bool is_quoted = text[at] == '\'';
    const std::size_t begin = at + (is_quoted ? 1 : 0);
    const std::size_t end = text.find(is_quoted ? '\'' : ' ', begin);
    if (is_quoted && end == std::string_view::npos) refuse("a quote is not closed");
    words.emplace_back(text.substr(begin, end - begin));
    at = end == std::string_view::npos ? text.size() : end + 1;
  }
  return words;
}

std::uint64_t value_to_encode(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    refuse(fmt::format("'{}' is no number", text));
  }
  return value;
}

void set_option_of(ReplayArguments& to, const std::string& option, const std::string& value) {
  if (option == "--encode") {
    to.encode = value_to_encode(value);
    return;
  }
  try {
    if (!set_option(to.check.how, option.substr(2), value)) {
      refuse(fmt::format("unknown option '{}'", option));
    }
  } catch (const InputError& error) {
    refuse(error.what());
  }
}

}  // namespace

ReplayArguments parse_replay_arguments(std::string_view text) {
  ReplayArguments arguments;
  const std::vector<std::string> words = words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--")) {
      if (i + 1 == words.size()) refuse(fmt::format("{} needs a value", words[i]));
      set_option_of(arguments, words[i], words[i + 1]);
      ++i;
      continue;
    }
    const ChunkedUnits units = parse_units(words[i], Caller::kMaxUnits);
    arguments.check.units = units.bytes;
    arguments.check.how.cuts = units.cuts;
  }
  try {
    validate(arguments.check.how, arguments.check.units.size());
  } catch (const InputError& error) {
    refuse(error.what());
  }
  return arguments;
}

}  // namespace placemat
