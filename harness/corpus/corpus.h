// corpus.h: the curated vectors, read and checked. A vector is a few code
// units, the reason why they matter, and the law's answer. The file states the
// answer for users without this code; here it is computed again from the law,
// and a contradiction is an error. This file must not know how a vector is run.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bytes/bytes.h"
#include "harness/bytes/problem.h"
#include "harness/corpus/outcome.h"
#include "harness/presentation/case.h"
#include "harness/spec/profile.h"

namespace placemat {

struct Limit {
  std::vector<std::string> exclusions;  // names from kExclusions
  std::string reason;

  bool excludes(std::string_view presentation) const;
};

// The origin of real text: line `line` (from 1) of corpus/`file`, encoded in
// `encoding`.
struct TextSource {
  std::string file;
  std::size_t line = 0;
  std::string encoding;
};

struct Vector {
  std::string id;  // theme/slug
  std::string theme, comment, clause;
  ChunkedUnits units;
  std::vector<std::string> flags;
  std::optional<TextSource> source;
  std::optional<Limit> limit;
  VectorOutcome outcome;
};

// The probable defect of a decoder that fails a vector.
struct Flag {
  std::string name, kind, bug_class, about, effect, clause;
  std::vector<std::string> links, cves;
};

struct Theme {
  std::string name, about;
  std::string generated = {};  // the command that writes the file; otherwise `corpus add` does
};
inline constexpr std::string_view kGenerateCommand = "placemat corpus generate";

// A wrong answer of a decoder. The first member is the name in the file; see
// corpus/bug.schema.json.
struct WrongAnswer {
  std::string name;                   // "accepts", "emits", "breaks", ...
  std::vector<std::uint64_t> values;  // of "accepts", "accepts_utf16", "emits"
  bool has_values = false;
  std::optional<std::int64_t> offset, number;  // of "error"; and its length, or a count
  std::string what;                            // of "breaks"

  std::string text() const;  // "accepts 2F"
};

// One input of a documented bug.
struct Trigger {
  ChunkedUnits units;
  bool is_reset = false;  // the stream is reset before the last chunk
  ChunkedUnits judged;    // the units that `vector` and the law are about
  Bom bom = Bom::kKeep;
  std::string encoding;  // of the faulty program, when that was not UTF-8
  std::string vector;
  std::optional<WrongAnswer> did;
};

// Two versions of a package of the npm registry, and the row of the list of subjects that asks it.
struct BugVersions {
  std::string subject, faulty, mended;
};

// A bug of a real decoder, as it was published.
struct Bug {
  std::string id, bug_class, project, api, status, story, effect, lesson, found_by;
  std::optional<int> year;
  std::vector<std::string> also, links, cves, advisories;
  bool is_constructed = false;  // the units follow from the description of the bug
  bool is_verified = true;      // confirmed in a public source
  std::vector<Trigger> triggers;
  std::optional<BugVersions> versions;  // where both can be installed
  // The saboteur models the bug; the vector on its own exposes it, by this
  // kind.
  std::string vector, kind, saboteur;
  std::string canonical;  // the object in one line

  const Trigger& caught_trigger() const;  // the trigger with the units of `vector`
};

struct Corpus {
  std::vector<Vector> vectors;  // by theme, then in file order
  std::map<std::string, Theme, std::less<>> themes;
  std::map<std::string, Flag, std::less<>> flags;
  std::vector<Bug> bugs;                                        // by class, then in file order
  std::map<std::string, std::string, std::less<>> bug_classes;  // with their descriptions

  const Vector* find(std::string_view id) const;
  const Bug* find_bug(std::string_view id) const;
  // The bugs with a trigger that is this vector.
  std::vector<const Bug*> bugs_of(std::string_view vector) const;
};

// SHA-256 of the canonical content, independent of its layout.
std::string digest_of(const Corpus& corpus);

// All valid content of `directory`, and all problems.
struct Lint {
  Corpus corpus;
  std::vector<Problem> problems;  // by file, then line
};

// Throws InputError only when there is no usable corpus: no directory or no
// usable schema.
Lint lint_corpus(const std::filesystem::path& directory);

// Throws InputError that names the first problem and gives their number.
Corpus load_corpus(const std::filesystem::path& directory);

// The file of a theme: below vectors/, or below generated/.
std::filesystem::path theme_path(const std::filesystem::path& directory, const Theme& theme);

// The members of one vector's object in a fixed order, a few to a line, and the
// object in one line. The description is everything but the outcome.
std::vector<std::string> description_lines(const Vector& vector);
std::vector<std::string> canonical_lines(const Vector& vector);
std::string canonical_json(const Vector& vector);
// "\"hex\": \"C0 AF\""
std::string json_member(std::string_view name, const nlohmann::json& value);

// The line of text that `source` names, without its line feed, in UTF-8. Throws
// InputError when it does not exist.
std::string text_line(const std::filesystem::path& directory, const TextSource& source);

bool is_slug(std::string_view text);

}  // namespace placemat
