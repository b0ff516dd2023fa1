// Reads the list of subjects and finds which of them are installed. A row may come from anywhere,
// so every member is validated before it is used.
#include "harness/campaign/subject_list.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/nearest.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/process.h"
#include "harness/isolation/needed_files.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr std::chrono::seconds kProbeLimit{30};
constexpr std::array<std::string_view, 3> kKinds{"plug-in", "child", "filter"};

class Placeholders {
 public:
  explicit Placeholders(const SubjectPlaces& places)
      : places_{{"{source}", places.source.string()},
                {"{build}", places.build.string()},
                {"{npm}",
                 (places.npm.empty() ? places.source / "build" / "npm" : places.npm).string()}} {}
  std::string replaced(std::string text) const {
    for (const auto& [name, place] : places_) {
      for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;
           at += place.size()) {
        text.replace(at, name.size(), place);
      }
    }
    return text;
  }

 private:
  std::map<std::string, std::string> places_;
};

// One row and its line number.
class Row {
 public:
  Row(const JsonFile& file, std::size_t index, const Json& json)
      : file_(file), place_{"subjects", std::to_string(index)}, json_(json) {
    if (!json.is_object()) fail("", "a subject must be an object");
  }
  std::string text(const char* name) const {
    if (!json_.contains(name)) fail("", fmt::format("a subject needs the member '{}'", name));
    if (!json_.at(name).is_string()) fail(name, fmt::format("'{}' must be text", name));
    return json_.at(name);
  }
  std::string text_or_empty(const char* name) const { return has(name) ? text(name) : ""; }
  Words words(const char* name) const {
    if (!has(name)) fail("", fmt::format("a subject needs the member '{}'", name));
    const Json& list = json_.at(name);
    const auto is_text = [](const Json& word) { return word.is_string(); };
    if (!list.is_array() || list.empty() || !std::ranges::all_of(list, is_text)) {
      fail(name, fmt::format("'{}' must be a list of words", name));
    }
    return list;
  }
  std::uint64_t count(const char* name) const {
    if (!json_.at(name).is_number_unsigned())
      fail(name, fmt::format("'{}' must be a number", name));
    return json_.at(name);
  }
  bool has(const char* name) const { return json_.contains(name); }
  [[noreturn]] void fail(const std::string& member, const std::string& what) const {
    std::vector<std::string> place = place_;
    if (!member.empty()) place.push_back(member);
    throw InputError(fmt::format("{}:{}: {}", file_.name, file_.line(place), what));
  }

 private:
  const JsonFile& file_;
  std::vector<std::string> place_;
  const Json& json_;
};

Relaxations read_relaxations(const Row& row) {
  Relaxations relaxed;
  if (row.has("allow_read")) relaxed.readable = row.words("allow_read");
  if (row.has("env")) relaxed.variables = row.words("env");
  const Words allowed = row.has("allow") ? row.words("allow") : Words{};
  for (const std::string& what : allowed) {
    if (relax(relaxed, what)) continue;
    row.fail("allow", fmt::format("'{}' is not sockets, namespaces or reading", what));
  }
  return relaxed;
}

ListedSubject read_row(const Row& row, const Placeholders& placeholders) {
  const auto replaced = [&](Words words) {
    for (std::string& word : words) word = placeholders.replaced(std::move(word));
    return words;
  };
  ListedSubject listed;
  listed.name = row.text("name");
  listed.kind = row.text("kind");
  if (std::ranges::find(kKinds, listed.kind) == kKinds.end()) {
    row.fail("kind", fmt::format("'{}' is no kind of subject; there are {}", listed.kind,
                                 fmt::join(kKinds, ", ")));
  }
  listed.package = row.text_or_empty("package");
  listed.native = row.text_or_empty("native");
  listed.output = row.text_or_empty("output");
  listed.mode = row.text_or_empty("mode");
  listed.policy = row.text_or_empty("policy");
  listed.record.decoder = listed.name;
  listed.record.product = row.text("product");
  listed.record.language = row.text("language");
  listed.record.entry = row.text("entry");
  listed.command =
      replaced(listed.kind == "plug-in" ? Words{"{build}/impls/subjects/" + row.text("plugin")}
                                        : row.words("command"));
  listed.needs = placeholders.replaced(row.text_or_empty("requires"));
  if (row.has("probe")) listed.probe = replaced(row.words("probe"));
  constexpr std::string_view kNpm = "npm:";
  listed.registry = row.text_or_empty("registry");
  if (listed.registry.empty() && listed.package.starts_with(kNpm)) {
    listed.registry = listed.package.substr(kNpm.size());
  }
  if (row.has("registry_command"))
    listed.registry_command = replaced(row.words("registry_command"));
  listed.relaxed = read_relaxations(row);
  if (row.has("memory")) listed.memory_mib = row.count("memory");
  if (row.has("every")) listed.every = row.count("every");
  if (listed.every == 0) row.fail("every", "'every' must be 1 or more");
  for (std::string& path : listed.relaxed.readable) path = placeholders.replaced(std::move(path));
  return listed;
}

JsonFile read_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw InputError(path.string() + ": cannot be read; name a list of subjects with --list FILE");
  }
  JsonFile file{path.string(), read_text_file(path), {}};
  std::vector<Problem> problems;
  const auto parsed = parse_json(file.text, file.name, problems);
  if (!parsed) throw InputError(to_text(problems.front()));
  file.document = *parsed;
  if (!file.document.is_object() || !file.document.contains("subjects") ||
      !file.document.at("subjects").is_array()) {
    throw InputError(file.name + R"(: no list of subjects: must be {"subjects": [...]})");
  }
  return file;
}

bool is_program(const std::string& word) {
  const fs::path file = program_named(word);
  return !file.empty() && access(file.c_str(), X_OK) == 0;
}

bool is_there(const ListedSubject& listed) {
  if (listed.kind == "plug-in") return fs::exists(listed.command[0]);
  return is_program(listed.command[0]) && (listed.needs.empty() || fs::exists(listed.needs)) &&
         (listed.probe.empty() || succeeds(listed.probe, kProbeLimit));
}

// How to find the name that was meant.
std::string remedy_for(std::string_view name, const Json& rows) {
  std::vector<std::string> names;
  for (const Json& row : rows) names.push_back(row.value("name", ""));
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view near = nearest(name, views);
  return near.empty() ? "; `placemat list subjects` has the names"
                      : fmt::format(", did you mean '{}'?", near);
}

}  // namespace

std::vector<ListedSubject> read_subject_list(const fs::path& file, const SubjectPlaces& places,
                                             const SubjectChoice& choice) {
  const JsonFile list = read_file(file);
  const Placeholders placeholders(places);
  std::vector<ListedSubject> chosen;
  std::set<std::string> unknown(choice.only.begin(), choice.only.end());
  const Json& rows = list.document.at("subjects");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row(list, i, rows[i]);
    ListedSubject listed = read_row(row, placeholders);
    unknown.erase(listed.name);
    const bool is_in_set = row.text("set") == "audit" || choice.set == "audit-full";
    const bool is_named = std::ranges::find(choice.only, listed.name) != choice.only.end();
    if (choice.only.empty() ? is_in_set : is_named) chosen.push_back(std::move(listed));
  }
  if (!unknown.empty()) {
    throw InputError(fmt::format("{}: has no subject '{}'{}", list.name, *unknown.begin(),
                                 remedy_for(*unknown.begin(), rows)));
  }
  return chosen;
}

std::string why_absent(const ListedSubject& listed) {
  if (is_there(listed)) return "";
  return fmt::format("{} {}, package {}", listed.record.product, listed.record.entry,
                     listed.package);
}

}  // namespace placemat
