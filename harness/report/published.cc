#include "harness/report/published.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kNotStated = "not stated", kAPath = "(a path)";

bool is_part_of_path(char c) {
  return c > ' ' && c != '\'' && c != '"' && c != '`' && c != ';' && c != ',' && c != ')' &&
         c != '|' && c != '>' && c != '<';
}

// A path begins a word; "a/b" and "Latin-1 / ASCII" hold none.
bool begins_path(std::string_view text, std::size_t at) {
  if (text[at] != '/' || at + 1 == text.size() || text[at + 1] == '/') return false;
  if (!is_part_of_path(text[at + 1])) return false;
  return at == 0 || !is_part_of_path(text[at - 1]) || text[at - 1] == '=' || text[at - 1] == ':' ||
         text[at - 1] == '(';
}

std::string_view named_by(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t last = path.rfind('/');
  const std::string_view folder = path.substr(0, last);
  if (folder.empty() || folder == "/home" || folder == "/Users") return kAPath;
  return path.substr(last + 1);
}

void strip(Json& value) {
  if (value.is_string()) {
    value = without_folders(value.get_ref<const std::string&>());
  } else if (value.is_structured()) {
    for (Json& inner : value) strip(inner);
  }
}

// The members stay, because a reader wants them.
void strip_header(Json& header) {
  Json& run = header["run"];
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
    std::size_t end = at;
    while (end < text.size() && is_part_of_path(text[end])) ++end;
    out += named_by(text.substr(at, end - at));
    at = end;
  }
  return out;
}

std::string published(std::string_view lines, const std::string& name) {
  std::string out;
  std::size_t number = 0;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    Json record = Json::parse(lines.substr(0, end), nullptr, false);
    ++number;
    if (!record.is_object()) {
      throw InputError(fmt::format("{}:{}: no record of a report", name, number));
    }
    strip(record);
    if (record.value("record", "") == "header") strip_header(record);
    out += record.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

}  // namespace placemat
