#include "harness/bytes/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <system_error>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

// Deeper than any document of the corpora; it bounds the recursion over a
// document.
constexpr int kDeepest = 32;

struct Place {
  std::size_t line, column;  // from 1
};

Place place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
  return {static_cast<std::size_t>(lines) + 1, before.size() - begin + 1};
}

bool is_plain(char c) { return (c >= 0x20 && c <= 0x7E) || c == '\n' || c == '\r' || c == '\t'; }

std::string unit_text(char c) { return fmt::format("{:02X}", static_cast<unsigned char>(c)); }

// nlohmann's message without its own number and position, which Problem states.
std::string syntax_error(const std::string& message) {
  const std::size_t at = message.rfind(": ");
  std::string what = at == std::string::npos ? message : message.substr(at + 2);
  std::replace_if(what.begin(), what.end(), [](char c) { return c < 0x20 || c > 0x7E; }, ' ');
  constexpr std::size_t kLongest = 200;
  if (what.size() > kLongest) what.resize(kLongest);
  return what;
}

// Thrown through the parser, because a callback cannot stop it otherwise.
struct Refused {
  std::string what;
  std::size_t keys;  // the number of keys read, the last one included
};

// The offset of key number `count` (from 1) in text that is JSON up to that
// key.
std::size_t offset_of_key(std::string_view text, std::size_t count) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '"') continue;
    const std::size_t begin = at++;
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    const std::size_t next = text.find_first_not_of(" \t\r\n", std::min(at + 1, text.size()));
    const bool is_key = next != std::string_view::npos && text[next] == ':';
    if (is_key && --count == 0) return begin;
  }
  return 0;
}

// Rejects what the parser accepts silently: a duplicate key, of which the last
// would win, and excessive nesting.
class Strictness {
 public:
  bool operator()(int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (depth > kDeepest) {
      throw Refused{
          fmt::format("nested deeper than {} levels; no file of the corpora is", kDeepest), count_};
    }
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key) {
      ++count_;
      if (!keys_.back().insert(parsed.get<std::string>()).second) {
        throw Refused{
            fmt::format("the key {} appears twice in one object; keep one of them", parsed.dump()),
            count_};
      }
    }
    return true;
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::set<std::string>> keys_;
};

// Finds a member in well-formed JSON by scanning its text.
class Locator {
 public:
  explicit Locator(std::string_view text) : text_(text) {}

  // The offset of the value at `path`, or of the deepest ancestor that exists.
  std::size_t find(const std::vector<std::string>& path) {
    skip_blank();
    std::size_t found = at_;
    for (const std::string& step : path) {
      if (!enter(step)) break;
      found = at_;
    }
    return found;
  }

 private:
  // From the start of a container to the start of its member `step`.
  bool enter(const std::string& step) {
    const char open = peek();
    if (open != '{' && open != '[') return false;
    ++at_;
    for (std::size_t index = 0;; ++index) {
      skip_blank();
      if (peek() == '}' || peek() == ']' || peek() == '\0') return false;
      std::string name = std::to_string(index);
      if (open == '{') {
        name = string();
        skip_blank();
        ++at_;  // the colon
        skip_blank();
      }
      if (name == step) return true;
      skip_value();
      skip_blank();
      if (peek() == ',') ++at_;
    }
  }

  void skip_value() {
    int depth = 0;
    do {
      const char c = peek();
      if (c == '"') {
        string();
      } else if (c == '{' || c == '[') {
        ++depth, ++at_;
      } else if (c == '}' || c == ']') {
        --depth, ++at_;
      } else if (c == ',' || c == ':') {
        ++at_;
      } else {
        while (at_ < text_.size() &&
               std::string_view(",:]} \t\r\n\"").find(peek()) == std::string_view::npos) {
          ++at_;
        }
      }
      skip_blank_if(depth > 0);
    } while (depth > 0 && at_ < text_.size());
  }

  std::string string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && peek() != '"') at_ += peek() == '\\' ? 2 : 1;
    ++at_;
    at_ = std::min(at_, text_.size());
    return nlohmann::json::parse(text_.substr(begin, at_ - begin)).get<std::string>();
  }

  void skip_blank() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(peek()) != std::string_view::npos)
      ++at_;
  }
  void skip_blank_if(bool wanted) {
    if (wanted) skip_blank();
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The path of a string or key that contains anything but printable ASCII after
// its escapes are resolved.
std::optional<std::vector<std::string>> find_escaped(const nlohmann::json& value) {
  const auto is_ascii = [](const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
  };
  if (value.is_string()) {
    if (is_ascii(value.get_ref<const std::string&>())) return std::nullopt;
    return std::vector<std::string>{};
  }
  if (!value.is_structured()) return std::nullopt;
  for (const auto& item : value.items()) {
    auto path = is_ascii(item.key()) ? find_escaped(item.value()) : std::vector<std::string>{};
    if (!path) continue;
    path->insert(path->begin(), item.key());
    return path;
  }
  return std::nullopt;
}

// What the library's message on a number quotes: the number.
std::string quoted_part(std::string_view message) {
  const std::size_t begin = message.find('\'') + 1;
  return std::string(message.substr(begin, message.rfind('\'') - begin));
}

}  // namespace

std::string to_text(const Problem& problem) {
  return problem.line == 0 ? fmt::format("{}: {}", problem.file, problem.what)
                           : fmt::format("{}:{}: {}", problem.file, problem.line, problem.what);
}

std::optional<nlohmann::json> parse_json(std::string_view text, const std::string& file,
                                         std::vector<Problem>& problems) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    problems.push_back({file, 0, "empty, and no JSON; restore the file"});
    return std::nullopt;
  }
  const auto bad = std::find_if_not(text.begin(), text.end(), is_plain);
  if (bad != text.end()) {
    const Place place = place_of(text, static_cast<std::size_t>(bad - text.begin()));
    problems.push_back(
        {file, place.line,
         fmt::format("column {}: code unit {} is not printable ASCII; a JSON file of the corpora "
                     "is ASCII only, and code units are written as hex",
                     place.column, unit_text(*bad))});
    return std::nullopt;
  }
  try {
    nlohmann::json document = nlohmann::json::parse(text, Strictness{});
    const auto escaped = find_escaped(document);
    if (!escaped) return document;
    problems.push_back({file, line_of(text, *escaped),
                        "a string is printable ASCII, without escapes for anything else; name "
                        "characters by U+XXXX"});
  } catch (const nlohmann::json::parse_error& error) {
    const Place place = place_of(text, error.byte == 0 ? 0 : error.byte - 1);
    problems.push_back({file, place.line,
                        fmt::format("column {}: not JSON: {}; correct this line, or restore "
                                    "the file",
                                    place.column, syntax_error(error.what()))});
  } catch (const nlohmann::json::out_of_range& error) {
    const std::string number = quoted_part(error.what());
    problems.push_back({file, place_of(text, std::min(text.find(number), text.size())).line,
                        fmt::format("the number {} is out of range", number)});
  } catch (const Refused& refused) {
    const Place place = place_of(text, offset_of_key(text, refused.keys));
    problems.push_back({file, place.line, refused.what});
  }
  return std::nullopt;
}

std::size_t JsonFile::line(const std::vector<std::string>& path) const {
  return line_of(text, path);
}

std::optional<JsonFile> open_json(const std::filesystem::path& path,
                                  std::vector<Problem>& problems) {
  JsonFile file{path.string(), {}, {}};
  try {
    file.text = read_text_file(path);
  } catch (const InputError& error) {
    // The error names the file, and a problem names it too.
    const std::string what = error.what();
    const std::string prefix = file.name + ": ";
    problems.push_back(
        {file.name, 0, what.starts_with(prefix) ? what.substr(prefix.size()) : what});
    return std::nullopt;
  }
  std::optional<nlohmann::json> document = parse_json(file.text, file.name, problems);
  if (!document) return std::nullopt;
  file.document = std::move(*document);
  return file;
}

std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder,
                                              std::string_view remedy,
                                              std::vector<Problem>& problems) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with('.') || name == "README.md") continue;
    if (it->path().extension() == ".json") {
      files.push_back(it->path());
    } else {
      problems.push_back(
          {it->path().string(), 0, "not a .json file; nothing else belongs here, move it away"});
    }
  }
  std::sort(files.begin(), files.end());
  if (error) {
    problems.push_back({folder.string(), 0, "cannot be listed; " + std::string(remedy)});
  } else if (files.empty()) {
    problems.push_back(
        {folder.string(), 0, fmt::format("no {}; {}", folder.filename().string(), remedy)});
  }
  return files;
}

std::size_t line_of(std::string_view text, const std::vector<std::string>& path) {
  return place_of(text, Locator(text).find(path)).line;
}

}  // namespace placemat
