// json.h: JSON as the corpora use it: a parser that says where a fault
// is, the line of every member, and validation against a closed schema. It
// must not know what a vector is.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace placemat {

// Something wrong with a file, in one line that names the remedy.
struct Problem {
  std::string file;
  std::size_t line = 0;  // from 1; 0 when the file as a whole is at fault
  std::string what;

  friend bool operator==(const Problem&, const Problem&) = default;
};

// "corpus/vectors/nul.json:12: what"
std::string to_text(const Problem& problem);

// Throws InputError when the file is absent, unreadable or above 64 MiB.
std::string read_text_file(const std::filesystem::path& path);

// Replaces the file in one step, so that an interrupted run leaves the old or
// the new text and never half of one. Throws InputError.
void write_text_file(const std::filesystem::path& path, std::string_view text);

// Nothing, and a problem added, when `text` is empty, not ASCII, not JSON, has
// an object with the same key twice, or a string that is not printable ASCII.
std::optional<nlohmann::json> parse_json(std::string_view text, const std::string& file,
                                         std::vector<Problem>& problems);

// A JSON file of the corpora while it is read.
struct JsonFile {
  std::string name;  // as shown
  std::string text;
  nlohmann::json document;

  std::size_t line(const std::vector<std::string>& path) const;
};

// Nothing, and problems added, when there is no such file or it is no JSON.
std::optional<JsonFile> open_json(const std::filesystem::path& path,
                                  std::vector<Problem>& problems);

// The .json files of `folder` in order. Others there are problems, and so are
// a folder that cannot be listed and, with `remedy` for what to do, an empty
// one.
std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder,
                                              std::string_view remedy,
                                              std::vector<Problem>& problems);

// The line (from 1) of what the JSON pointer `path` names in `text`, which is
// well-formed JSON; of its nearest named ancestor when it names nothing.
std::size_t line_of(std::string_view text, const std::vector<std::string>& path);

// A place in a document and what is wrong there.
struct Violation {
  std::vector<std::string> path;  // {"vectors", "3", "hex"}
  std::string what;
};

class Schema {
 public:
  // Throws InputError when the schema file is absent or no schema.
  explicit Schema(const std::filesystem::path& path);
  ~Schema();
  Schema(Schema&&) noexcept;
  Schema& operator=(Schema&&) noexcept;

  // Only the innermost places: a vector is not said to be wrong for being the
  // parent of a wrong member.
  std::vector<Violation> violations(const nlohmann::json& document) const;
  // The same places, each of them added to `problems`.
  std::vector<std::vector<std::string>> check(const JsonFile& file,
                                              std::vector<Problem>& problems) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
  std::string name_;
};

}  // namespace placemat
