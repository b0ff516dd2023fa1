#include "harness/generate/vector_packages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <map>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/sha256.h"
#include "harness/bytes/text_file.h"
#include "harness/bytes/unwritten.h"
#include "harness/corpus/vector_table.h"
#include "harness/generate/vector_set.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

constexpr std::array kSets{VectorSet::kCore, VectorSet::kStandard, VectorSet::kFull};
// A folder of texts that several packages include; no package.
constexpr std::string_view kShared = "shared";
constexpr std::string_view kValues = "values.json";
constexpr std::string_view kSums = "SHA256SUMS";
constexpr std::string_view kInclude = "file:";
constexpr int kDeepestInclude = 4;

using Values = std::map<std::string, std::string, std::less<>>;

// A set, and the placeholders that its files have besides.
struct ExpandedSet {
  std::vector<Vector> vectors;
  Values values;
};

std::string capitalized(std::string_view name, std::size_t letters) {
  std::string text(name);
  for (std::size_t i = 0; i < std::min(letters, text.size()); ++i) {
    if (text[i] >= 'a' && text[i] <= 'z') text[i] = static_cast<char>(text[i] - 'a' + 'A');
  }
  return text;
}

// Names that differ by package, such as a module path, are members of a file, so that a person
// changes them in one place.
Values stated_values(const fs::path& file) {
  std::vector<Problem> problems;
  const std::optional<JsonFile> read = open_json(file, problems);
  if (!read) throw InputError(to_text(problems.front()));
  Values values;
  for (const auto& [name, value] : read->document.items()) {
    if (!value.is_string()) {
      throw InputError(
          fmt::format("{}:{}: \"{}\" must be a string", file.string(), read->line({name}), name));
    }
    values[name] = value.get<std::string>();
  }
  return values;
}

class Expansion {
 public:
  Expansion(fs::path templates, const Corpus& corpus, std::string_view version)
      : templates_(std::move(templates)), values_(stated_values(templates_ / kValues)) {
    values_["version"] = version;
    values_["digest"] = digest_of(corpus);
    for (const VectorSetRow& row : vector_sets()) {
      if (std::ranges::find(kSets, row.set) != kSets.end()) add_set(row, corpus);
    }
  }

  // The files that come of a template, a path relative to the folder of templates.
  void add(const fs::path& from, std::vector<PackageFile>& files) const {
    const std::string path = from.generic_string();
    if (path.find("@set@") == std::string::npos) {
      files.push_back({from, expanded(from, text_of(from, from), nullptr, files)});
      return;
    }
    for (const ExpandedSet& set : sets_) {
      files.push_back(
          {expanded(from, path, &set, files), expanded(from, text_of(from, from), &set, files)});
    }
  }

 private:
  void add_set(const VectorSetRow& row, const Corpus& corpus) {
    ExpandedSet set{vectors_of(row.set, corpus), {}};
    const std::string count = std::to_string(set.vectors.size());
    set.values = {{"set", std::string(row.name)},
                  {"Set", capitalized(row.name, 1)},
                  {"SET", capitalized(row.name, row.name.size())},
                  {"about", std::string(row.summary.substr(0, row.summary.find(';')))},
                  {"count", count}};
    values_[fmt::format("count_{}", row.name)] = count;
    sets_.push_back(std::move(set));
  }

  [[noreturn]] void refuse(const fs::path& from, const std::string& what) const {
    throw InputError(fmt::format("{}: {}", (templates_ / from).string(), what));
  }

  std::string text_of(const fs::path& from, const fs::path& file) const {
    std::error_code ignored;
    if (fs::is_regular_file(templates_ / file, ignored)) return read_text_file(templates_ / file);
    refuse(from, fmt::format("there is no file {} to include", file.string()));
  }

  std::string expanded(const fs::path& from, const std::string& text, const ExpandedSet* set,
                       std::span<const PackageFile> files, int depth = 0) const {
    const auto is_part = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || c == '/' ||
             c == '.';
    };
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = std::min(text.find('@', at), text.size());
      out.append(text, at, begin - at);
      std::size_t end = begin + 1;
      while (end < text.size() && is_part(text[end])) ++end;
      if (end >= text.size() || text[end] != '@' || end == begin + 1) {
        out.append(text, begin, std::min(end, text.size()) - begin);
        at = std::min(end, text.size());
        continue;
      }
      const std::string name = text.substr(begin + 1, end - begin - 1);
      out += value(from, name, set, files, depth);
      at = end + 1;
    }
    return out;
  }

  std::string value(const fs::path& from, const std::string& name, const ExpandedSet* set,
                    std::span<const PackageFile> files, int depth) const {
    if (name.starts_with(kInclude)) {
      if (depth >= kDeepestInclude) {
        refuse(from, fmt::format("the file that @{}@ names includes itself", name));
      }
      std::string text = text_of(from, name.substr(kInclude.size()));
      while (text.ends_with('\n')) text.pop_back();
      return expanded(from, text, set, files, depth + 1);
    }
    if (name == "rows" && set != nullptr) return rows(from, *set);
    if (name == "sums") return sums(from, files);
    if (set != nullptr) {
      if (const auto own = set->values.find(name); own != set->values.end()) return own->second;
    }
    if (const auto found = values_.find(name); found != values_.end()) return found->second;
    refuse(from, fmt::format("unknown placeholder @{}@; add a member to {}", name, kValues));
  }

  std::string rows(const fs::path& from, const ExpandedSet& set) const {
    const TableLanguage* language = find_table_language(from.extension().string());
    if (language == nullptr) {
      refuse(from, fmt::format("no table is known for \"{}\"; add a row to vector_table.cc",
                               from.extension().string()));
    }
    std::string text = language->write(set.vectors, set.values.at("set"));
    while (text.ends_with('\n')) text.pop_back();
    return text;
  }

  // Of the files beside it, in the form that sha256sum checks.
  static std::string sums(const fs::path& from, std::span<const PackageFile> files) {
    std::string text;
    for (const PackageFile& file : files) {
      if (file.path.parent_path() != from.parent_path()) continue;
      if (!text.empty()) text += '\n';
      text += fmt::format("{}  {}", sha256(file.text), file.path.filename().string());
    }
    return text;
  }

  fs::path templates_;
  Values values_;
  std::vector<ExpandedSet> sets_;
};

// In an order in which digests come last, because they are of the other files.
std::vector<fs::path> template_files(const fs::path& templates) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(templates, error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path path = entry->path().lexically_relative(templates);
    if (entry->is_regular_file() && path.has_parent_path() && *path.begin() != kShared) {
      paths.push_back(path);
    }
  }
  if (error) {
    throw InputError(fmt::format("{}: the templates of the packages cannot be read ({})",
                                 templates.string(), error.message()));
  }
  std::ranges::sort(paths, [](const fs::path& a, const fs::path& b) {
    return std::pair(a.filename() == kSums, a) < std::pair(b.filename() == kSums, b);
  });
  return paths;
}

fs::file_time_type time_of(std::int64_t seconds) {
  return std::chrono::file_clock::from_sys(std::chrono::sys_seconds(std::chrono::seconds(seconds)));
}

}  // namespace

std::vector<PackageFile> vector_packages(const fs::path& templates, const Corpus& corpus,
                                         std::string_view version) {
  const Expansion expansion(templates, corpus, version);
  std::vector<PackageFile> files;
  for (const fs::path& path : template_files(templates)) expansion.add(path, files);
  std::ranges::sort(files, {}, &PackageFile::path);
  return files;
}

std::optional<std::int64_t> date_of_source() {
  const char* text = std::getenv("SOURCE_DATE_EPOCH");
  if (text == nullptr || *text == '\0') return std::nullopt;
  const std::string_view digits(text);
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  // The last year of four digits.
  constexpr std::int64_t kLatest = 253'402'300'799;
  if (error != std::errc() || end != digits.data() + digits.size() || seconds < 0 ||
      seconds > kLatest) {
    throw InputError(
        fmt::format("SOURCE_DATE_EPOCH is \"{}\"; it has to be seconds since 1970", digits));
  }
  return seconds;
}

void write_packages(std::span<const PackageFile> files, const fs::path& directory,
                    std::optional<std::int64_t> date) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (!error && !fs::is_empty(directory, error) && !error) {
    throw InputError(
        fmt::format("{}: not empty; name a new folder, or remove this one", directory.string()));
  }
  if (error) throw_unwritten(directory.string(), error.value());
  std::set<fs::path> folders{""};
  for (const PackageFile& file : files) {
    const fs::path path = directory / file.path;
    fs::create_directories(path.parent_path(), error);
    if (error) throw_unwritten(path.parent_path().string(), error.value());
    write_text_file(path, file.text);
    if (date) fs::last_write_time(path, time_of(*date));
    for (fs::path folder = file.path.parent_path(); !folder.empty();
         folder = folder.parent_path()) {
      folders.insert(folder);
    }
  }
  // A file that is written changes the time of its folder.
  if (!date) return;
  for (const fs::path& folder : folders) fs::last_write_time(directory / folder, time_of(*date));
}

}  // namespace placemat
