#include "harness/judge/arguments.h"

#include <fmt/format.h>

#include <charconv>

#include "harness/bytes/bytes.h"
#include "harness/bytes/error.h"
#include "harness/call/caller.h"

namespace placemat {
namespace {

std::uint64_t value_to_encode(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    throw InputError(fmt::format("--encode takes hex values, not '{}'", text));
  }
  return value;
}

void set_option_of(ReplayArguments& to, const std::string& option, const std::string& value) {
  if (option == "--encode")
    to.encode = values_to_encode(value);
  else if (!set_option(to.check.how, option.substr(2), value))
    throw InputError(fmt::format("unknown option '{}'", option));
}

// "600" of "41*600". `most` are left.
std::size_t times_to_encode(std::string_view text, std::size_t most) {
  std::size_t times = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), times);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  if (is_number && times > 0 && times <= most) return times;
  throw InputError(fmt::format(
      "--encode: '{}' is no number from 1; all values together may be a million", text));
}

}  // namespace

std::vector<std::uint64_t> values_to_encode(std::string_view text) {
  constexpr std::size_t kMost = 1'000'000;
  std::vector<std::uint64_t> values;
  for (std::size_t comma = 0; comma != text.npos;) {
    comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const std::size_t star = part.find('*');
    const std::size_t times =
        star == part.npos ? 1 : times_to_encode(part.substr(star + 1), kMost - values.size());
    values.insert(values.end(), times, value_to_encode(part.substr(0, star)));
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
  }
  return values;
}

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words;
  bool is_open = false, is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == ' ' && !is_quoted) {
      is_open = false;
      continue;
    }
    if (!is_open) words.emplace_back(), is_open = true;
    if (c == '\'') {
      is_quoted = !is_quoted;
    } else if (c == '\\' && !is_quoted && i + 1 < line.size()) {
      words.back() += line[++i];
    } else {
      words.back() += c;
    }
  }
  if (is_quoted) throw InputError(fmt::format("a quote is not closed: {}", line));
  return words;
}

ReplayArguments parse_replay_arguments(std::string_view text) {
  ReplayArguments arguments;
  const std::vector<std::string> words = shell_words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--")) {
      if (i + 1 == words.size()) throw InputError(fmt::format("{} needs a value", words[i]));
      set_option_of(arguments, words[i], words[i + 1]);
      ++i;
      continue;
    }
    const ChunkedUnits units = parse_units(words[i], Caller::kMaxUnits);
    arguments.check.units = units.bytes;
    arguments.check.how.cuts = units.cuts;
  }
  validate(arguments.check.how, arguments.check.units.size());
  return arguments;
}

}  // namespace placemat
