#include "harness/corpus/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/bugs.h"

namespace placemat {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxSlug = 80;
constexpr std::string_view kRemedy =
    "it is computed, never written: remove the vector and add it again with `placemat corpus add`";

std::vector<std::string> strings(const json& array) {
  return array.get<std::vector<std::string>>();
}

using File = JsonFile;

// Reads one corpus and collects every problem.
class CorpusReader {
 public:
  explicit CorpusReader(const std::filesystem::path& directory)
      : directory_(directory),
        vector_schema_(directory / "vector.schema.json"),
        flags_schema_(directory / "flags.schema.json") {}

  Lint read() {
    read_flags();
    auto& problems = lint_.problems;
    for (const std::filesystem::path& path : theme_files()) read_theme(path);
    read_bugs(directory_, lint_.corpus, problems);
    std::sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
      return std::tie(a.file, a.line, a.what) < std::tie(b.file, b.line, b.what);
    });
    return std::move(lint_);
  }

 private:
  // By theme, in whichever folder the file is.
  std::vector<std::filesystem::path> theme_files() {
    auto files =
        json_files(directory_ / "vectors", "a corpus has its vectors there", lint_.problems);
    const std::filesystem::path generated = directory_ / "generated";
    std::error_code error;
    if (std::filesystem::exists(generated, error)) {
      const auto more = json_files(
          generated, "`placemat corpus generate` writes it; remove an empty one", lint_.problems);
      files.insert(files.end(), more.begin(), more.end());
    }
    std::ranges::sort(files, {}, [](const auto& path) { return path.filename().string(); });
    return files;
  }

  void problem(const File& file, const std::vector<std::string>& path, std::string what) {
    lint_.problems.push_back({file.name, file.line(path), std::move(what)});
  }

  void read_flags() {
    const std::optional<File> file = open_json(directory_ / "flags.json", lint_.problems);
    if (!file || !flags_schema_.check(*file, lint_.problems).empty()) return;
    for (const auto& [name, entry] : file->document.at("flags").items()) {
      if (!is_slug(name)) {
        problem(*file, {"flags", name},
                fmt::format("the flag name {} is not of the form word-word in lower case",
                            json(name).dump()));
        continue;
      }
      lint_.corpus.flags[name] = {name,
                                  entry.at("kind").get<std::string>(),
                                  entry.at("bug_class").get<std::string>(),
                                  entry.at("about").get<std::string>(),
                                  entry.at("effect").get<std::string>(),
                                  entry.at("clause").get<std::string>(),
                                  strings(entry.at("links")),
                                  strings(entry.at("cves"))};
    }
    has_flags_ = true;
  }

  void read_theme(const std::filesystem::path& path) {
    const std::optional<File> file = open_json(path, lint_.problems);
    if (!file) return;
    const auto places = vector_schema_.check(*file, lint_.problems);
    std::set<std::string> broken_vectors;
    for (const auto& place : places) {
      if (place.size() < 2 || place[0] != "vectors") return;  // the structure cannot be read
      broken_vectors.insert(place[1]);
    }
    const std::string theme = file->document.at("theme").get<std::string>();
    if (theme != path.stem().string()) {
      problem(*file, {"theme"},
              fmt::format("the theme is \"{}\" and the file is named {}; rename one of them", theme,
                          path.filename().string()));
      return;
    }
    Theme entry{theme, file->document.at("about").get<std::string>(),
                file->document.value("generated", "")};
    if (theme_path(directory_, entry).parent_path() != path.parent_path()) {
      problem(*file, {"generated"},
              "a file below generated/ names the command that writes it in \"generated\", and no "
              "other file does");
      return;
    }
    if (!lint_.corpus.themes.emplace(theme, std::move(entry)).second) {
      problem(*file, {"theme"}, fmt::format("the theme \"{}\" has another file", theme));
      return;
    }
    const json& vectors = file->document.at("vectors");
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      if (!broken_vectors.contains(std::to_string(i))) read_vector(*file, theme, i, vectors[i]);
    }
  }

  void read_vector(const File& file, const std::string& theme, std::size_t index,
                   const json& entry) {
    Vector vector;
    vector.id = entry.at("id").get<std::string>();
    vector.theme = theme;
    vector.comment = entry.at("comment").get<std::string>();
    vector.clause = entry.at("clause").get<std::string>();
    vector.flags = strings(entry.at("flags"));
    const auto complain = [&](const std::string& member, std::string_view what) {
      problem(file, {"vectors", std::to_string(index), member},
              fmt::format("{}: {}", vector.id, what));
    };
    const std::size_t before = lint_.problems.size();

    check_id(vector, file, index, complain);
    check_flags(vector, complain);
    if (entry.contains("source")) {
      const json& source = entry["source"];
      vector.source =
          TextSource{source.at("file").get<std::string>(), source.at("line").get<std::size_t>(),
                     source.at("encoding").get<std::string>()};
    }
    if (entry.contains("limit")) {
      vector.limit = Limit{strings(entry["limit"].at("without")),
                           entry["limit"].at("reason").get<std::string>()};
    }
    try {
      vector.units = parse_units(entry.at("hex").get<std::string>(), kMaxVectorUnits);
    } catch (const InputError& error) {
      complain("hex", error.what());
      return;
    }
    check_duplicate(vector, complain);
    check_source(vector, complain);
    vector.outcome = outcome_of(vector.units.bytes);
    check_outcome(vector.outcome, entry, complain);
    if (lint_.problems.size() == before) lint_.corpus.vectors.push_back(std::move(vector));
  }

  template <typename Complain>
  void check_id(const Vector& vector, const File& file, std::size_t index,
                const Complain& complain) {
    if (!vector.id.starts_with(vector.theme + "/")) {
      complain("id", fmt::format("an id of this file starts with \"{}/\"", vector.theme));
    }
    const auto [found, is_new] = ids_.emplace(vector.id, Place{file.name, index});
    if (is_new) return;
    // An id begins with its theme, so the other vector is nearly always in the
    // same file, whose text is in memory.
    const Place& other = found->second;
    const std::string where =
        other.file == file.name
            ? fmt::format("line {}", file.line({"vectors", std::to_string(other.index)}))
            : other.file;
    complain("id", fmt::format("this id is already used in {}; ids are unique, add the vector with "
                               "`placemat corpus add`, which assigns one",
                               where));
  }

  template <typename Complain>
  void check_flags(const Vector& vector, const Complain& complain) {
    for (const std::string& flag : vector.flags) {
      if (has_flags_ && !lint_.corpus.flags.contains(flag)) {
        complain("flags", fmt::format("unknown flag \"{}\"; flags.json defines them", flag));
      }
    }
  }

  template <typename Complain>
  void check_duplicate(const Vector& vector, const Complain& complain) {
    const auto [found, is_new] = units_.emplace(to_text(vector.units), vector.id);
    if (!is_new) {
      complain("hex",
               fmt::format("the same code units as {}; remove one of the two", found->second));
    }
  }

  // Other encodings than UTF-8 are compared in a test, which links ICU.
  template <typename Complain>
  void check_source(const Vector& vector, const Complain& complain) {
    if (!vector.source) return;
    try {
      const std::string text = text_line(directory_, *vector.source);
      const Bytes& bytes = vector.units.bytes;
      const bool is_utf8 = vector.source->encoding == "UTF-8";
      if (is_utf8 && !std::equal(text.begin(), text.end(), bytes.begin(), bytes.end(),
                                 [](char c, std::uint8_t unit) {
                                   return static_cast<std::uint8_t>(c) == unit;
                                 })) {
        complain("source", fmt::format("these are not the code units of {}, line {}; add the "
                                       "changed text as a new vector",
                                       vector.source->file, vector.source->line));
      }
    } catch (const InputError& error) {
      complain("source", error.what());
    }
  }

  template <typename Complain>
  void check_outcome(const VectorOutcome& law, const json& entry, const Complain& complain) {
    const auto contradicts = [&](const std::string& member, std::string_view law_says) {
      complain(member,
               fmt::format("{} contradicts the law, which says {}; {}", member, law_says, kRemedy));
    };
    const auto truth = [](bool value) { return value ? "true" : "false"; };
    if (entry.at("well_formed").get<bool>() != law.well_formed()) {
      return contradicts("well_formed", truth(law.well_formed()));
    }
    try {
      if (parse_values(entry.at("values").get<std::string>()) != law.values) {
        contradicts("values", fmt::format("\"{}\"", values_to_text(law.values)));
      }
    } catch (const InputError& error) {
      complain("values", error.what());
    }
    try {
      const json errors = entry.value("errors", json(""));
      if (parse_extents(errors.get<std::string>()) != law.errors) {
        contradicts("errors", fmt::format("\"{}\"", extents_to_text(law.errors)));
      }
    } catch (const InputError& error) {
      complain("errors", error.what());
    }
    if (entry.contains("incomplete") != law.incomplete) {
      contradicts("incomplete", truth(law.incomplete));
    }
  }

  std::filesystem::path directory_;
  Schema vector_schema_, flags_schema_;
  bool has_flags_ = false;
  struct Place {
    std::string file;
    std::size_t index;  // among its vectors
  };
  std::unordered_map<std::string, Place> ids_;
  std::unordered_map<std::string, std::string> units_;  // case notation -> id
  Lint lint_;
};

std::string list_text(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + json(item).dump();
  return "[" + out + "]";
}

}  // namespace

std::string json_member(std::string_view name, const json& value) {
  return fmt::format("\"{}\": {}", name, value.dump());
}

std::vector<std::string> description_lines(const Vector& vector) {
  std::vector<std::string> lines;
  lines.push_back(json_member("id", vector.id) + ", " + json_member("hex", to_text(vector.units)));
  lines.push_back(fmt::format("\"flags\": {}, {}", list_text(vector.flags),
                              json_member("clause", vector.clause)));
  lines.push_back(json_member("comment", vector.comment));
  if (vector.source) {
    lines.push_back(fmt::format("\"source\": {{{}, {}, {}}}",
                                json_member("file", vector.source->file),
                                json_member("line", vector.source->line),
                                json_member("encoding", vector.source->encoding)));
  }
  if (vector.limit) {
    lines.push_back(fmt::format("\"limit\": {{\"without\": {}, {}}}",
                                list_text(vector.limit->exclusions),
                                json_member("reason", vector.limit->reason)));
  }
  return lines;
}

std::vector<std::string> canonical_lines(const Vector& vector) {
  std::vector<std::string> lines = description_lines(vector);
  const VectorOutcome& outcome = vector.outcome;
  lines.push_back(fmt::format("{}, {}", json_member("well_formed", outcome.well_formed()),
                              json_member("values", values_to_text(outcome.values))));
  if (!outcome.well_formed()) {
    lines.push_back(json_member("errors", extents_to_text(outcome.errors)));
    if (outcome.incomplete) lines.back() += ", " + json_member("incomplete", true);
  }
  return lines;
}

std::filesystem::path theme_path(const std::filesystem::path& directory, const Theme& theme) {
  return directory / (theme.generated.empty() ? "vectors" : "generated") / (theme.name + ".json");
}

std::string canonical_json(const Vector& vector) {
  return fmt::format("{{{}}}", fmt::join(canonical_lines(vector), ", "));
}

std::string text_line(const std::filesystem::path& directory, const TextSource& source) {
  const std::filesystem::path path(source.file);
  const bool is_inside = path.is_relative() && path.begin() != path.end() &&
                         *path.begin() == "text" &&
                         std::find(path.begin(), path.end(), "..") == path.end();
  if (!is_inside) {
    throw InputError(fmt::format("the source file {} is not below text/ of the corpus",
                                 json(source.file).dump()));
  }
  const std::string text = read_text_file(directory / path);
  std::size_t begin = 0;
  for (std::size_t line = 1;; ++line) {
    const std::size_t end = text.find('\n', begin);
    const std::string_view rest = std::string_view(text).substr(begin, end - begin);
    if (line == source.line && !rest.empty()) return std::string(rest);
    if (line >= source.line || end == std::string::npos) {
      throw InputError(fmt::format("{} has no text in line {}", source.file, source.line));
    }
    begin = end + 1;
  }
}

bool Limit::excludes(std::string_view presentation) const {
  return std::find(exclusions.begin(), exclusions.end(), presentation) != exclusions.end();
}

const Vector* Corpus::find(std::string_view id) const {
  const auto found = std::find_if(vectors.begin(), vectors.end(),
                                  [&](const Vector& vector) { return vector.id == id; });
  return found == vectors.end() ? nullptr : &*found;
}

Lint lint_corpus(const std::filesystem::path& directory) {
  std::error_code error;
  if (!std::filesystem::is_directory(directory, error)) {
    throw InputError(
        fmt::format("{}: no such directory; name one that holds vectors/, flags.json "
                    "and vector.schema.json",
                    directory.string()));
  }
  return CorpusReader(directory).read();
}

Corpus load_corpus(const std::filesystem::path& directory) {
  Lint lint = lint_corpus(directory);
  if (lint.problems.empty()) return std::move(lint.corpus);
  const std::size_t more = lint.problems.size() - 1;
  throw InputError(to_text(lint.problems.front()) +
                   (more == 0
                        ? std::string()
                        : fmt::format(" (and {} more: `placemat corpus lint` lists all)", more)));
}

bool is_slug(std::string_view text) {
  const auto is_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  if (text.empty() || text.size() > kMaxSlug || !is_word(text.front()) || !is_word(text.back())) {
    return false;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_word(text[i]) && (text[i] != '-' || text[i - 1] == '-')) return false;
  }
  return true;
}

}  // namespace placemat
