#include "harness/judge/arguments.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "harness/bytes/bytes.h"
#include "harness/bytes/error.h"
#include "harness/call/caller.h"

namespace placemat {
namespace {

struct Word {
  std::string text;
  std::size_t at;  // offset in the line
  bool is_quoted;
};

// Splits into words as a shell does; units stand in single quotes.
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    const bool is_quoted = text[at] == '\'';
    const std::size_t begin = at + (is_quoted ? 1 : 0);
    const std::size_t end = text.find(is_quoted ? '\'' : ' ', begin);
    if (is_quoted && end == std::string_view::npos) throw InputError("a quote is not closed");
    words.push_back({std::string(text.substr(begin, end - begin)), at, is_quoted});
    at = end == std::string_view::npos ? text.size() : end + 1;
  }
  return words;
}

std::uint64_t value_to_encode(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    throw InputError(fmt::format("'{}' is no number", text));
  }
  return value;
}

void set_option_of(ReplayArguments& to, const std::string& option, const std::string& value) {
  if (option == "--encode")
    to.encode = value_to_encode(value);
  else if (option == "--as")
    to.as = value;
  else if (!set_option(to.check.how, option.substr(2), value))
    throw InputError(fmt::format("unknown option '{}'", option));
}

bool begins_line(const std::vector<Word>& words) {
  return words.size() > 2 && words[0].text == "placemat" && words[1].text == "replay";
}

}  // namespace

ReplayArguments parse_replay_arguments(std::string_view text) {
  ReplayArguments arguments;
  const std::vector<Word> words = words_of(text);
  const bool names_decoder = begins_line(words);
  for (std::size_t i = names_decoder ? 2 : 0; i < words.size(); ++i) {
    const Word& word = words[i];
    // A command comes last, because everything behind `--` belongs to it.
    if (names_decoder && !word.is_quoted && (word.text == "--" || word.text == "--filter")) {
      arguments.called = text.substr(word.at);
      break;
    }
    if (!word.is_quoted && word.text.starts_with("--")) {
      if (i + 1 == words.size()) throw InputError(fmt::format("{} needs a value", word.text));
      set_option_of(arguments, word.text, words[++i].text);
    } else if (names_decoder && !word.is_quoted) {
      arguments.called = word.text;
    } else {
      const ChunkedUnits units = parse_units(word.text, Caller::kMaxUnits);
      arguments.check.units = units.bytes;
      arguments.check.how.cuts = units.cuts;
    }
  }
  validate(arguments.check.how, arguments.check.units.size());
  return arguments;
}

}  // namespace placemat
