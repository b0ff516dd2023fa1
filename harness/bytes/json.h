// json.h: JSON as the corpora use it: a parser that reports the place of an
// error, the line of every member, and validation against a closed schema. It
// must not know what a vector is.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bytes/problem.h"

namespace placemat {

// Returns nothing and adds a problem when `text` is empty, not ASCII, not JSON,
// has a duplicate key in an object, or a string that is not printable ASCII.
std::optional<nlohmann::json> parse_json(std::string_view text, const std::string& file,
                                         std::vector<Problem>& problems);

// A JSON file of the corpora during reading.
struct JsonFile {
  std::string name;  // as shown
  std::string text;
  nlohmann::json document;

  std::size_t line(const std::vector<std::string>& path) const;
};

// Returns nothing and adds problems when there is no such file or it is not
// JSON.
std::optional<JsonFile> open_json(const std::filesystem::path& path,
                                  std::vector<Problem>& problems);

// The .json files of `folder` in order. Other files are problems, and so are a
// folder that cannot be listed and an empty one, for which `remedy` says what
// to do.
std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder,
                                              std::string_view remedy,
                                              std::vector<Problem>& problems);

// The line (from 1) of the member that the JSON pointer `path` names in `text`,
// which is well-formed JSON; of the nearest ancestor that exists when there is
// no such member.
std::size_t line_of(std::string_view text, const std::vector<std::string>& path);

// A place in a document and its defect.
struct Violation {
  std::vector<std::string> path;  // {"vectors", "3", "hex"}
  std::string what;
};

class Schema {
 public:
  // Throws InputError when the schema file is absent or not a schema.
  explicit Schema(const std::filesystem::path& path);
  ~Schema();
  Schema(Schema&&) noexcept;
  Schema& operator=(Schema&&) noexcept;

  // Only the innermost places: a parent of a wrong member is not reported.
  std::vector<Violation> violations(const nlohmann::json& document) const;
  // The same places, each added to `problems`.
  std::vector<std::vector<std::string>> check(const JsonFile& file,
                                              std::vector<Problem>& problems) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
  std::string name_;
};

}  // namespace placemat
