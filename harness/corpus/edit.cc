#include "harness/corpus/edit.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/vector_table.h"

namespace placemat {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestMadeSlug = 48;

[[noreturn]] void refuse(const Envelope& envelope, const std::string& what) {
  throw InputError(envelope.place.empty() ? what : fmt::format("{}: {}", envelope.place, what));
}

std::string string_member(const json& object, const std::string& name, bool is_required,
                          const std::string& place) {
  const auto found = object.find(name);
  if (found == object.end()) {
    if (!is_required) return {};
    throw InputError(
        fmt::format("{}: the member \"{}\" is missing; an envelope has theme, hex, "
                    "flags, clause and comment",
                    place, name));
  }
  if (!found->is_string()) {
    throw InputError(fmt::format("{}: \"{}\" must be a string", place, name));
  }
  return found->get<std::string>();
}

std::vector<std::string> strings_member(const json& object, const std::string& name,
                                        const std::string& place) {
  const auto found = object.find(name);
  const bool is_list =
      found != object.end() && found->is_array() &&
      std::all_of(found->begin(), found->end(), [](const json& item) { return item.is_string(); });
  if (!is_list) {
    throw InputError(fmt::format("{}: \"{}\" must be a list of strings", place, name));
  }
  return found->get<std::vector<std::string>>();
}

void check_members(const json& object, std::span<const std::string_view> known,
                   const std::string& place) {
  if (!object.is_object()) {
    throw InputError(
        fmt::format("{}: not an object; write {{\"theme\": ..., \"hex\": ..., "
                    "\"flags\": [...], \"clause\": ..., \"comment\": ...}}",
                    place));
  }
  for (const auto& item : object.items()) {
    if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
      throw InputError(fmt::format("{}: unknown member {}; it may have {}", place,
                                   json(item.key()).dump(), fmt::join(known, ", ")));
    }
  }
}

TextSource parse_source(const json& object, const std::string& place) {
  constexpr std::array<std::string_view, 3> kKnown = {"file", "line", "encoding"};
  check_members(object, kKnown, place);
  const auto line = object.find("line");
  if (line == object.end() || !line->is_number_unsigned() || *line == 0U) {
    throw InputError(fmt::format("{}: \"line\" must be a number from 1", place));
  }
  return {string_member(object, "file", true, place), line->get<std::size_t>(),
          string_member(object, "encoding", true, place)};
}

Limit parse_limit(const json& object, const std::string& place) {
  constexpr std::array<std::string_view, 2> kKnown = {"without", "reason"};
  check_members(object, kKnown, place);
  return {strings_member(object, "without", place), string_member(object, "reason", true, place)};
}

Envelope parse_envelope(const json& object, const std::string& place) {
  constexpr std::array<std::string_view, 9> kKnown = {
      "theme", "slug", "about", "hex", "clause", "comment", "flags", "source", "limit"};
  check_members(object, kKnown, place);
  Envelope envelope;
  envelope.place = place;
  envelope.theme = string_member(object, "theme", true, place);
  envelope.slug = string_member(object, "slug", false, place);
  envelope.about = string_member(object, "about", false, place);
  envelope.hex = string_member(object, "hex", true, place);
  envelope.clause = string_member(object, "clause", true, place);
  envelope.comment = string_member(object, "comment", true, place);
  envelope.flags = strings_member(object, "flags", place);
  if (object.contains("source")) {
    envelope.source = parse_source(object["source"], place + ": source");
  }
  if (object.contains("limit")) envelope.limit = parse_limit(object["limit"], place + ": limit");
  return envelope;
}

bool is_printable_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
}

// Adds envelopes to a corpus in memory.
class Editor {
 public:
  Editor(const std::filesystem::path& directory, Corpus corpus)
      : directory_(directory), corpus_(std::move(corpus)) {
    for (const Vector& vector : corpus_.vectors) {
      ids_.insert(vector.id);
      units_.emplace(to_text(vector.units), vector.id);
    }
  }

  std::string add(const Envelope& envelope) {
    check_theme(envelope);
    check_words(envelope);
    Vector vector;
    vector.theme = envelope.theme;
    vector.comment = envelope.comment;
    vector.clause = envelope.clause;
    vector.flags = envelope.flags;
    vector.source = envelope.source;
    vector.limit = envelope.limit;
    try {
      vector.units = parse_units(envelope.hex, kMaxVectorUnits);
    } catch (const InputError& error) {
      refuse(envelope, fmt::format("hex \"{}\": {}", envelope.hex, error.what()));
    }
    vector.id = new_id(envelope);
    const auto [found, is_new] = units_.emplace(to_text(vector.units), vector.id);
    if (!is_new) {
      refuse(envelope, fmt::format("the code units {} are already there as {}; nothing was added",
                                   to_text(vector.units), found->second));
    }
    vector.outcome = outcome_of(vector.units.bytes);
    ids_.insert(vector.id);
    changed_.insert(vector.theme);
    corpus_.vectors.push_back(vector);
    return vector.id;
  }

  // Every changed file is checked as on reading before any is written.
  void write() const {
    const Schema schema(directory_ / "vector.schema.json");
    std::vector<Rewrite> rewrites;
    for (const std::string& theme : changed_) {
      rewrites.push_back(
          {theme_path(directory_, corpus_.themes.at(theme)), format_theme(corpus_, theme)});
      for (const Violation& violation : schema.violations(json::parse(rewrites.back().text))) {
        throw InputError(fmt::format("theme {}: {}: {}; nothing was added", theme,
                                     fmt::join(violation.path, "/"), violation.what));
      }
    }
    std::error_code ignored;
    std::filesystem::create_directories(directory_ / "vectors", ignored);
    for (const Rewrite& rewrite : rewrites) write_text_file(rewrite.path, rewrite.text);
  }

 private:
  void check_theme(const Envelope& envelope) {
    if (!is_slug(envelope.theme)) {
      refuse(envelope, fmt::format("\"{}\" is no theme; a theme is words of a-z and 0-9 joined by "
                                   "hyphens",
                                   envelope.theme));
    }
    const auto known = corpus_.themes.find(envelope.theme);
    if (known != corpus_.themes.end()) {
      if (known->second.generated.empty()) return;
      refuse(envelope, fmt::format("the theme \"{}\" is written by `{}`; choose another one",
                                   envelope.theme, known->second.generated));
    }
    if (envelope.about.empty()) {
      refuse(envelope, fmt::format("there is no theme \"{}\"; to begin it, say what it is about "
                                   "(--about, or \"about\" in an envelope)",
                                   envelope.theme));
    }
    corpus_.themes[envelope.theme] = {envelope.theme, envelope.about};
  }

  void check_words(const Envelope& envelope) {
    for (const std::string_view text : {envelope.comment, envelope.clause, envelope.about}) {
      if (!is_printable_ascii(text)) {
        refuse(envelope,
               "comment, clause and about must be printable ASCII; name characters by "
               "U+XXXX");
      }
    }
    if (envelope.flags.empty()) {
      refuse(envelope, "no flag; name at least one of `placemat list flags`");
    }
    for (const std::string& flag : envelope.flags) {
      if (!corpus_.flags.contains(flag)) {
        refuse(envelope, fmt::format("unknown flag \"{}\"; `placemat list flags` names them, and "
                                     "flags.json is where a new one is defined",
                                     flag));
      }
    }
    check_limit(envelope);
  }

  static void check_limit(const Envelope& envelope) {
    if (!envelope.limit) return;
    for (const std::string& name : envelope.limit->exclusions) {
      if (std::find(kExclusions.begin(), kExclusions.end(), name) == kExclusions.end()) {
        refuse(envelope, fmt::format("unknown presentation \"{}\"; a limit may name {}", name,
                                     fmt::join(kExclusions, ", ")));
      }
    }
    if (envelope.limit->exclusions.empty() || envelope.limit->reason.empty()) {
      refuse(envelope, "a limit names presentations and gives the reason");
    }
  }

  std::string new_id(const Envelope& envelope) const {
    if (!envelope.slug.empty()) {
      if (!is_slug(envelope.slug)) {
        refuse(envelope, fmt::format("\"{}\" is no slug; a slug is words of a-z and 0-9 joined by "
                                     "hyphens, at most 80 characters",
                                     envelope.slug));
      }
      const std::string id = envelope.theme + "/" + envelope.slug;
      if (ids_.contains(id)) refuse(envelope, fmt::format("the id {} is taken", id));
      return id;
    }
    const std::string slug = slug_of(envelope.comment);
    if (slug.empty()) refuse(envelope, "the comment has no word to make an id from; give a slug");
    std::string id = envelope.theme + "/" + slug;
    for (int n = 2; ids_.contains(id); ++n) id = fmt::format("{}/{}-{}", envelope.theme, slug, n);
    return id;
  }

  std::filesystem::path directory_;
  Corpus corpus_;
  std::set<std::string> ids_, changed_;
  std::unordered_map<std::string, std::string> units_;  // case notation -> id
};

// ---- export ----

std::vector<std::uint64_t> emitted(const Vector& vector, const Policy& policy) {
  return values_under(policy, vector.outcome, vector.units.bytes);
}

std::string error_text(const Vector& vector) {
  const VectorOutcome& outcome = vector.outcome;
  std::string replaced;
  for (const Policy& policy : policies()) {
    if (policy.stops) continue;
    replaced += replaced.empty() ? "" : ", ";
    replaced += json_member(policy.name, values_to_text(emitted(vector, policy)));
  }
  return fmt::format("\"error\": {{{}, {}}}, \"replaced\": {{{}}}, {}{}",
                     json_member("offset", outcome.errors.front().offset),
                     json_member("length", outcome.errors.front().length), replaced,
                     json_member("errors", extents_to_text(outcome.errors)),
                     outcome.incomplete ? ", " + json_member("incomplete", true) : "");
}

// Users of an export do not have the law, so that it states the output under
// each policy. The members of an ill-formed vector are those of the corpus,
// except `values`: that is `replaced` under `skip`.
void export_json(std::span<const Vector> vectors, std::ostream& out) {
  for (const Vector& vector : vectors) {
    const VectorOutcome& outcome = vector.outcome;
    fmt::print(out, "{{{}, {}, {}}}\n", fmt::join(description_lines(vector), ", "),
               json_member("well_formed", outcome.well_formed()),
               outcome.well_formed() ? json_member("values", values_to_text(outcome.values))
                                     : error_text(vector));
  }
}

constexpr std::string_view kHeaderBegin =
    R"(/* Test vectors for UTF-8 decoders, exported from placemat. CC0-1.0.
 * errors has every ill-formed maximal subpart (Unicode 3.9 D93b), and none when
 * the units are well-formed; values are the scalar values, U+FFFD for each
 * maximal subpart. */
#ifndef PLACEMAT_VECTORS_H
#define PLACEMAT_VECTORS_H

#include <stddef.h>
#include <stdint.h>

struct placemat_error {
  size_t offset;
  size_t length;
};

struct placemat_vector {
  const char *id;
  const unsigned char *units;
  size_t unit_count;
  const struct placemat_error *errors;
  size_t error_count;
  const uint32_t *values;
  size_t value_count;
};

)";

void export_c_header(std::span<const Vector> vectors, std::ostream& out) {
  out << kHeaderBegin << c_table(vectors, "vectors") << "\n#endif\n";
}

}  // namespace

std::string slug_of(std::string_view comment) {
  std::string slug;
  std::string word;
  const auto take_word = [&] {
    const bool fits = slug.size() + 1 + word.size() <= kLongestMadeSlug;
    if (!word.empty() && (fits || slug.empty())) {
      if (!slug.empty()) slug += '-';
      slug += word.substr(0, kLongestMadeSlug);
    }
    const bool go_on = word.empty() || fits;
    word.clear();
    return go_on;
  };
  for (const char c : comment) {
    if (c >= 'A' && c <= 'Z') {
      word += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      word += c;
    } else if (!take_word()) {
      return slug;
    }
  }
  take_word();
  return slug;
}

std::vector<Envelope> parse_envelopes(std::string_view text, const std::string& name) {
  std::vector<Envelope> envelopes;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string place = fmt::format("{}:{}", name, number);
    std::vector<Problem> problems;
    const std::optional<json> object = parse_json(line, place, problems);
    if (!object) throw InputError(fmt::format("{}: {}", place, problems.front().what));
    envelopes.push_back(parse_envelope(*object, place));
  }
  if (envelopes.empty()) {
    throw InputError(fmt::format("{}: no envelope in it; write one JSON object a line", name));
  }
  return envelopes;
}

std::vector<std::string> add_vectors(const std::filesystem::path& directory,
                                     std::span<const Envelope> envelopes) {
  // An empty corpus is no error when a vector is about to be added.
  Lint lint = lint_corpus(directory);
  const bool is_new = lint.corpus.themes.empty() && lint.problems.size() == 1 &&
                      lint.problems.front().file == (directory / "vectors").string();
  Corpus corpus = is_new ? std::move(lint.corpus) : load_corpus(directory);
  Editor editor(directory, std::move(corpus));
  std::vector<std::string> ids;
  for (const Envelope& envelope : envelopes) ids.push_back(editor.add(envelope));
  editor.write();
  return ids;
}

std::string format_theme(const Corpus& corpus, std::string_view theme) {
  const auto found = corpus.themes.find(theme);
  if (found == corpus.themes.end()) throw InputError(fmt::format("unknown theme \"{}\"", theme));
  std::string vectors;
  for (const Vector& vector : corpus.vectors) {
    if (vector.theme != theme) continue;
    vectors += fmt::format("{}    {{{}}}", vectors.empty() ? "\n" : ",\n",
                           fmt::join(canonical_lines(vector), ",\n     "));
  }
  const std::string& command = found->second.generated;
  const std::string generated =
      command.empty() ? "" : fmt::format("  {},\n", json_member("generated", command));
  return fmt::format(
      "{{\n  \"schema\": \"placemat-vectors-1\",\n  \"licence\": \"CC0-1.0\",\n  \"theme\": {},\n"
      "  \"about\": {},\n{}  \"vectors\": [{}\n  ]\n}}\n",
      json(theme).dump(), json(found->second.about).dump(), generated, vectors);
}

std::vector<Rewrite> layout_rewrites(const std::filesystem::path& directory, const Corpus& corpus) {
  std::vector<Rewrite> rewrites;
  for (const auto& [name, theme] : corpus.themes) {
    const std::filesystem::path path = theme_path(directory, theme);
    std::string text = format_theme(corpus, name);
    if (read_text_file(path) != text) rewrites.push_back({path, std::move(text)});
  }
  return rewrites;
}

std::optional<ExportFormat> find_export_format(std::string_view name) {
  if (name == "jsonl") return ExportFormat::kJsonLines;
  if (name == "tsv") return ExportFormat::kTsv;
  if (name == "c") return ExportFormat::kCHeader;
  if (name == "hex") return ExportFormat::kHex;
  return std::nullopt;
}

void export_vectors(std::span<const Vector> vectors, ExportFormat format, std::ostream& out) {
  switch (format) {
    case ExportFormat::kJsonLines:
      return export_json(vectors, out);
    case ExportFormat::kTsv:
      out << tsv_table(vectors);
      return;
    case ExportFormat::kCHeader:
      return export_c_header(vectors, out);
    case ExportFormat::kHex:
      for (const Vector& vector : vectors) out << to_hex(vector.units.bytes) << '\n';
      return;
  }
}

}  // namespace placemat
