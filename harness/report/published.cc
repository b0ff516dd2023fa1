#include "harness/report/published.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/spec/profile.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kNotStated = "not stated", kAPath = "(a path)";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_in(char c, std::string_view chars) { return chars.find(c) != std::string_view::npos; }

// ---- a path, and the name that is left of it ----

std::string named_by(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::size_t last = path.rfind('/');
  if (last == std::string_view::npos) return std::string(path.starts_with('~') ? kAPath : path);
  const std::string_view folder = path.substr(0, last);
  const std::string_view outer = folder.substr(folder.rfind('/') + 1);
  const bool is_home = outer == "home" || outer == "Users" || outer == "users";
  return std::string(folder.empty() || is_home ? kAPath : path.substr(last + 1));
}

bool is_profile(std::string_view text) {
  try {
    parse_profile(text);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// "1/3", a shard.
bool is_share(std::string_view text) {
  const auto is_part = [](char c) { return is_digit(c) || c == '/'; };
  return is_digit(text.front()) && std::ranges::all_of(text, is_part);
}

bool has_path(std::string_view text) {
  if (text.starts_with('~')) return true;
  return text.find('/') != std::string_view::npos && text != "/" && !is_share(text) &&
         !is_profile(text);
}

// "https://me@example.org" tells who.
std::string without_user(std::string_view address) {
  const std::size_t host = address.find("://") + 3;
  const std::size_t at = address.find('@', host);
  if (at >= address.find('/', host)) return std::string(address);
  return std::string(address.substr(0, host)) + std::string(address.substr(at + 1));
}

// One path, or a list of them with colons.
std::string stripped_path(std::string_view text) {
  if (text.starts_with("file:")) {
    text.remove_prefix(5);
  } else if (text.find("://") != std::string_view::npos) {
    return without_user(text);
  }
  std::string out;
  while (true) {
    const std::size_t colon = text.find(':');
    const std::string_view part = text.substr(0, colon);
    out += has_path(part) ? named_by(part) : std::string(part);
    if (colon == std::string_view::npos) return out;
    out += ":";
    text.remove_prefix(colon + 1);
  }
}

// ---- a command line: each word that is a path, or holds one ----

std::string stripped_line(std::string_view line, int depth);

// "-I/a/b", "-Wl,-rpath,/a/b".
std::string stripped_option(std::string_view word) {
  std::string out;
  while (true) {
    const std::size_t comma = word.find(',');
    const std::string_view part = word.substr(0, comma);
    const std::size_t letters = part.starts_with('-') && !part.starts_with("--") ? 2 : 0;
    const std::size_t kept = std::min(letters, part.size());
    out += std::string(part.substr(0, kept)) + stripped_path(part.substr(kept));
    if (comma == std::string_view::npos) return out;
    out += ",";
    word.remove_prefix(comma + 1);
  }
}

// FOO=... before a program: the name and the value may both tell who runs it.
bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos || is_digit(word[0])) return false;
  return std::ranges::all_of(word.substr(0, equals), [](char c) {
    return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
  });
}

constexpr std::string_view kOperators = " \t\n|;&<>()", kQuotes = "'\"`";

std::string stripped_word(std::string_view word, int depth) {
  constexpr int kDeepest = 6;
  if (word.starts_with('/') || word.starts_with('~') || word.starts_with("./") ||
      word.starts_with("../") || word.starts_with("file:")) {
    return stripped_path(word);
  }
  if (is_assignment(word)) return "NAME=VALUE";
  if (depth == kDeepest) return stripped_path(word);
  const std::size_t equals = word.find('=');
  const auto is_name = [](char c) { return is_letter(c) || is_digit(c) || is_in(c, "-_"); };
  if (equals != std::string_view::npos && std::ranges::all_of(word.substr(0, equals), is_name)) {
    return std::string(word.substr(0, equals + 1)) +
           stripped_word(word.substr(equals + 1), depth + 1);
  }
  // A line within a word, as of `sh -c`, or the key of a finding.
  const auto is_of_lines = [](char c) { return is_in(c, kOperators) || is_in(c, kQuotes); };
  if (std::ranges::any_of(word, is_of_lines)) return stripped_line(word, depth + 1);
  return word.starts_with('-') ? stripped_option(word) : stripped_path(word);
}

// One word as the line has it, and as the program gets it.
struct ShellWord {
  std::string_view raw;
  std::string value;
};

ShellWord word_at(std::string_view line, std::size_t at) {
  ShellWord word;
  char quote = 0;
  std::size_t end = at;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if (c == '\\' && quote != '\'' && end + 1 < line.size()) {
      word.value += line[++end];
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && is_in(c, kQuotes)) {
      quote = c;
    } else if (quote == 0 && is_in(c, kOperators)) {
      break;
    } else {
      word.value += c;
    }
  }
  word.raw = line.substr(at, end - at);
  return word;
}

// Quoted where the word was, and where a shell would not read it as one word.
std::string quoted_like(std::string_view raw, const std::string& value) {
  const bool is_plain = std::ranges::all_of(
      value, [](char c) { return is_letter(c) || is_digit(c) || is_in(c, "_-./=+,:@%"); });
  if (is_plain && raw.find_first_of(kQuotes) == std::string_view::npos) return value;
  std::string text = "'";
  for (const char c : value) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string stripped_line(std::string_view line, int depth) {
  std::string out;
  bool is_name = false;  // of a variable, after --env
  for (std::size_t at = 0; at < line.size();) {
    if (is_in(line[at], kOperators)) {
      out += line[at++];
      continue;
    }
    const ShellWord word = word_at(line, at);
    const bool is_env = word.value.starts_with("--env=");
    const std::string value = is_name  ? "NAME"
                              : is_env ? "--env=NAME"
                                       : stripped_word(word.value, depth);
    out += value == word.value ? std::string(word.raw) : quoted_like(word.raw, value);
    is_name = word.value == "--env";
    at += word.raw.size();
  }
  return out;
}

// ---- a sentence, in which a path stands ----

bool is_part_of_path(char c) { return c > ' ' && !is_in(c, "'\"`;,)|><"); }

// A path begins a word; "a/b" and "Latin-1 / ASCII" hold none.
bool begins_path(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const bool is_after_option = at >= 2 && text[at - 2] == '-' && is_letter(text[at - 1]) &&
                               (at == 2 || !is_part_of_path(text[at - 3]));
  if (at > 0 && is_part_of_path(text[at - 1]) && !is_in(text[at - 1], "=:(") && !is_after_option) {
    return false;
  }
  if (rest.starts_with("file:/") || rest.starts_with("../") || rest.starts_with("./")) return true;
  if (rest.starts_with('~')) {
    const auto is_end = [](char c) { return c == '/' || !is_part_of_path(c); };
    const auto end = std::ranges::find_if(rest, is_end);
    return end != rest.end() && *end == '/';
  }
  return rest.starts_with('/') && rest.size() > 1 && rest[1] != '/' && is_part_of_path(rest[1]);
}

// A quote before it holds a path with spaces.
std::size_t end_of_path(std::string_view text, std::size_t at) {
  const bool is_quoted = at > 0 && is_in(text[at - 1], kQuotes);
  const std::size_t closing = is_quoted ? text.find(text[at - 1], at) : std::string_view::npos;
  if (closing != std::string_view::npos) return closing;
  while (at < text.size() && is_part_of_path(text[at])) ++at;
  return at;
}

bool is_command_line(std::string_view member) {
  return member == "given" || member == "command" || member == "replay";
}

void strip(OrderedJson& value, bool is_line) {
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    value = is_line ? line_without_folders(text) : without_folders(text);
  } else if (value.is_object()) {
    for (const auto& [name, inner] : value.items()) strip(inner, is_command_line(name));
  } else if (value.is_array()) {
    for (OrderedJson& inner : value) strip(inner, is_line);
  }
}

// What the sandbox says of `--env`, with the names.
std::string without_variables(std::string text) {
  constexpr std::string_view kBefore = "an environment without ", kAfter = ", as asked";
  const std::size_t at = text.find(kBefore), from = at + kBefore.size();
  const std::size_t to = text.find(kAfter, from);
  if (at == std::string::npos || to == std::string::npos) return text;
  return text.replace(from, to - from, "NAME");
}

// The members stay, because a reader wants them.
void strip_header(OrderedJson& header) {
  if (header.contains("isolation")) {
    for (OrderedJson& measure : header["isolation"]) {
      if (measure.is_string()) measure = without_variables(measure.get<std::string>());
    }
  }
  OrderedJson& run = header["run"];
  if (!run.is_object()) return;
  for (const char* member : {"os", "cpu"}) {
    if (run.contains(member)) run[member] = kNotStated;
  }
  if (run.contains("threads")) run["threads"] = 1;
}

}  // namespace

std::string without_folders(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (!begins_path(text, at)) {
      out += text[at++];
      continue;
    }
    const std::size_t end = end_of_path(text, at);
    out += stripped_path(text.substr(at, end - at));
    at = end;
  }
  return out;
}

std::string line_without_folders(std::string_view line) { return stripped_line(line, 0); }

std::string published(std::string_view lines, const std::string& name) {
  std::string out;
  std::size_t number = 0;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    OrderedJson record = OrderedJson::parse(lines.substr(0, end), nullptr, false);
    // The writer was stopped within the line; read_report leaves it out too.
    if (record.is_discarded() && end == lines.size() && number > 0) break;
    ++number;
    if (!record.is_object()) {
      throw InputError(fmt::format("{}:{}: no record of a report", name, number));
    }
    strip(record, false);
    if (record.value("record", "") == "header") strip_header(record);
    if (record.contains("processor")) record["processor"] = kNotStated;
    out += record.dump(-1, ' ', true, OrderedJson::error_handler_t::replace) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

}  // namespace placemat
