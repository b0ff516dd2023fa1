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

// Words as a shell makes them; units stand in single quotes.
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

template <class Number>
Number number(const std::string& text, int base) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    refuse(fmt::format("'{}' is no number", text));
  }
  return value;
}

// What `word` names.
template <class Enum>
Enum choice(const std::string& word, std::initializer_list<std::pair<std::string_view, Enum>> of) {
  for (const auto& [name, value] : of) {
    if (word == name) return value;
  }
  refuse(fmt::format("'{}' is unknown", word));
}

void set_option(ReplayArguments& to, const std::string& option, const std::string& value) {
  using Capacity = Check::Capacity;
  using Ending = Prelude::Ending;
  Check& check = to.check;
  if (option == "--operation") {
    const auto operation = find_operation(value);
    if (!operation) refuse(fmt::format("unknown operation '{}'", value));
    check.operation = *operation;
  } else if (option == "--pad") {
    check.pad = number<std::size_t>(value, 10);
  } else if (option == "--tail") {
    check.tail = number<std::size_t>(value, 10);
  } else if (option == "--placement") {
    check.placement = choice<Placement>(value, {{"end", Placement::kEnd},
                                                {"nul", Placement::kNul},
                                                {"start", Placement::kStart},
                                                {"null", Placement::kNull}});
  } else if (option == "--capacity") {
    check.capacity = choice<Capacity>(value, {{"exact", Capacity::kExact},
                                              {"ample", Capacity::kAmple},
                                              {"short", Capacity::kOneShort},
                                              {"zero", Capacity::kZero}});
  } else if (option == "--before") {
    check.prelude = parse_units(value, Caller::kMaxUnits).bytes;
  } else if (option == "--ending") {
    check.ending = choice<Ending>(value, {{"none", Ending::kNone},
                                          {"finish", Ending::kFinish},
                                          {"reset", Ending::kReset},
                                          {"call", Ending::kCall},
                                          {"beside", Ending::kInterleaved}});
  } else if (option == "--encode") {
    to.encode = number<std::uint64_t>(value, 16);
  } else {
    refuse(fmt::format("unknown option '{}'", option));
  }
}

}  // namespace

ReplayArguments parse_replay_arguments(std::string_view text) {
  ReplayArguments arguments;
  const std::vector<std::string> words = words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--")) {
      if (i + 1 == words.size()) refuse(fmt::format("{} needs a value", words[i]));
      set_option(arguments, words[i], words[i + 1]);
      ++i;
      continue;
    }
    const ChunkedUnits units = parse_units(words[i], Caller::kMaxUnits);
    arguments.check.units = units.bytes;
    arguments.check.cuts = units.cuts;
  }
  const Check& check = arguments.check;
  if (check.pad + check.tail > check.units.size()) refuse("--pad and --tail exceed the units");
  if (!check.cuts.empty() && !is_stream(check.operation)) refuse("only a stream has chunks");
  return arguments;
}

}  // namespace placemat
