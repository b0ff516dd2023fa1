#include "harness/strength/vector_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "harness/bytes/error.h"
#include "harness/generate/corpus.h"

namespace placemat {
namespace {

using Json = nlohmann::json;

std::string content_of(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: a directory; name a file of vectors", path.string()));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; does it exist?", path.string()));
  std::string text;
  std::vector<char> block(1 << 16);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMostVectorFileBytes) {
      throw InputError(
          fmt::format("{}: above {} MiB; split it", path.string(), kMostVectorFileBytes >> 20));
    }
  }
  if (text.empty()) {
    throw InputError(fmt::format("{}: empty; one hex string a line is enough", path.string()));
  }
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = line.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlank) - first + 1);
}

bool is_comment(std::string_view line) { return line.empty() || line.front() == '#'; }

bool looks_like_hex(std::string_view line) {
  return std::ranges::all_of(line, [](char c) {
    return std::string_view("0123456789abcdefABCDEF |*").find(c) != std::string_view::npos;
  });
}

// Reads a document and gathers what contradicts the law on the way.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path)
      : name_(path.string()), text_(content_of(path)) {}

  VectorFile read() {
    const std::size_t first = text_.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string::npos && text_[first] == '{';
    if (is_json)
      read_json();
    else if (mostly_hex())
      read_hex_lines();
    else
      read_raw();
    if (!wrong_.empty()) refuse();
    if (file_.probes.empty()) {
      throw InputError(fmt::format("{}: no vectors in it; one hex string a line is enough", name_));
    }
    return std::move(file_);
  }

 private:
  // A file of hex lines may have a slip in some of them; text has hardly any.
  bool mostly_hex() const {
    std::size_t hex = 0, all = 0;
    for (const std::string_view line : lines_of(text_)) {
      if (is_comment(trimmed(line))) continue;
      ++all;
      hex += looks_like_hex(trimmed(line)) ? 1 : 0;
    }
    return all > 0 && 2 * hex > all;
  }

  void add(std::string name, Bytes units) {
    if (file_.probes.size() == kMostProbes) {
      throw InputError(fmt::format("{}: more than {} vectors; split it", name_, kMostProbes));
    }
    file_.units += units.size();
    file_.probes.push_back({std::move(name), std::move(units)});
  }

  // `where` is asked only when something is wrong.
  template <class Where>
  Bytes units_of(const std::string& hex, Where&& where) const {
    try {
      return parse_units(hex).bytes;
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", where(), error.what()));
    }
  }

  void read_hex_lines() {
    file_.format = VectorFormat::kHexLines;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text_)) {
      ++number;
      if (is_comment(trimmed(line))) continue;
      add(fmt::format("line {}", number), units_of(std::string(trimmed(line)), [&] {
            return fmt::format("{}:{}", name_, number);
          }));
    }
  }

  void read_raw() {
    file_.format = VectorFormat::kRawText;
    add("whole file", Bytes(text_.begin(), text_.end()));
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text_)) {
      ++number;
      if (!line.empty()) add(fmt::format("line {}", number), Bytes(line.begin(), line.end()));
    }
  }

  void read_json() {
    Json document;
    try {
      document = Json::parse(text_);
    } catch (const Json::parse_error& error) {
      const auto end =
          text_.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text_.size()));
      throw InputError(fmt::format("{}:{}: not JSON; correct it, or give one hex string a line",
                                   name_, 1 + std::count(text_.begin(), end, '\n')));
    }
    if (document.contains("testGroups"))
      read_test_groups(document);
    else if (document.contains("vectors"))
      read_ours(document);
    else
      throw InputError(fmt::format(
          "{}:1: neither \"vectors\" nor \"testGroups\" is a member of the document", name_));
  }

  // Where something stands in a JSON document; looked up when it is needed.
  using Path = std::vector<std::string>;
  std::string at(const Path& path) const {
    return fmt::format("{}:{}", name_, line_of(text_, path));
  }

  const Json& member(const Json& object, const std::string& key, const Path& path) const {
    if (object.is_object() && object.contains(key)) return object.at(key);
    throw InputError(fmt::format("{}: \"{}\" is missing", at(path), key));
  }

  std::string text_at(const Json& object, const std::string& key, const Path& path) const {
    const Json& value = member(object, key, path);
    if (value.is_string()) return value.get<std::string>();
    throw InputError(fmt::format("{}: \"{}\" is not a string", at(path), key));
  }

  void check_verdict(const Bytes& units, bool well_formed, const std::string& name,
                     const Path& path) {
    if (!machine(kMutatedProfile).decode(units).error.has_value() == well_formed) return;
    wrong_.push_back({name_, line_of(text_, path),
                      fmt::format("{} ({}) is said to be {}-formed, and is {}-formed by Table 3-7",
                                  name, to_spaced_hex(units), well_formed ? "well" : "ill",
                                  well_formed ? "ill" : "well")});
  }

  void read_ours(const Json& document) {
    file_.format = VectorFormat::kOurs;
    const Json& vectors = document.at("vectors");
    if (!vectors.is_array()) {
      throw InputError(
          fmt::format("{}:{}: \"vectors\" is not an array", name_, line_of(text_, {"vectors"})));
    }
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      const Path path{"vectors", std::to_string(i)};
      const Json& vector = vectors[i];
      const std::string hex = text_at(vector, "hex", path);
      const std::string name =
          vector.contains("id") ? text_at(vector, "id", path) : fmt::format("vector {}", i + 1);
      const Bytes units = units_of(hex, [&] { return at(path); });
      check_outcome(vector, units, name, path);
      add(name, units);
    }
  }

  void check_outcome(const Json& vector, const Bytes& units, const std::string& name,
                     const Path& path) {
    const auto stated = vector.find("well_formed");
    if (stated == vector.end()) return;
    if (!stated->is_boolean()) {
      throw InputError(fmt::format("{}: \"well_formed\" is neither true nor false", at(path)));
    }
    check_verdict(units, stated->get<bool>(), name, path);
    const VectorOutcome law = outcome_of(units);
    if (const auto values = vector.find("values");
        values != vector.end() && values->is_string() && law.well_formed) {
      const std::string right = values_to_text(law.values);
      check_text(*values, right, "values", name, path);
    }
    const auto replaced = vector.find("replaced");
    if (replaced == vector.end() || !replaced->is_object() || law.well_formed) return;
    for (const auto& [policy_name, text] : replaced->items()) {
      const Policy* policy = find_policy(policy_name);
      if (policy == nullptr || !text.is_string()) {
        throw InputError(fmt::format("{}: \"{}\" is no policy; `placemat list policies`", at(path),
                                     policy_name));
      }
      const auto& right = law.replaced[static_cast<std::size_t>(policy->id)];
      check_text(text, values_to_text(right), policy_name, name, path);
    }
  }

  void check_text(const Json& stated, const std::string& right, const std::string& what,
                  const std::string& name, const Path& path) {
    std::string normal;
    try {
      normal = values_to_text(parse_values(stated.get<std::string>()));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}: {}", at(path), what, error.what()));
    }
    if (normal == right) return;
    wrong_.push_back({name_, line_of(text_, path),
                      fmt::format("{}: {} is said to be '{}', and is '{}' by the law", name, what,
                                  normal, right)});
  }

  void read_test_groups(const Json& document) {
    file_.format = VectorFormat::kTestGroups;
    const Json& groups = document.at("testGroups");
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Path group_path{"testGroups", std::to_string(g)};
      const Json& tests = member(groups[g], "tests", group_path);
      for (std::size_t t = 0; t < tests.size(); ++t) {
        auto path = group_path;
        path.insert(path.end(), {"tests", std::to_string(t)});
        read_test(tests[t], path);
      }
    }
  }

  void read_test(const Json& test, const Path& path) {
    const std::string key = test.contains("hex") ? "hex" : "msg";
    const Bytes units = units_of(text_at(test, key, path), [&] { return at(path); });
    const std::string name =
        test.contains("tcId") ? fmt::format("tcId {}", test.at("tcId").dump()) : key;
    if (test.contains("result")) {
      const std::string result = text_at(test, "result", path);
      if (result == "valid" || result == "invalid") {
        check_verdict(units, result == "valid", name, path);
      } else if (result != "acceptable") {
        throw InputError(
            fmt::format("{}: result '{}' is none of valid, invalid, acceptable", at(path), result));
      }
    }
    add(name, units);
  }

  [[noreturn]] void refuse() const {
    std::string all;
    for (const Problem& problem : wrong_) all += to_text(problem) + "\n";
    throw InputError(fmt::format("{}{} of {} vectors contradict the law; correct or remove them",
                                 all, wrong_.size(), file_.probes.size()));
  }

  std::string name_;
  std::string text_;
  VectorFile file_{};
  std::vector<Problem> wrong_;
};

}  // namespace

std::string_view name_of(VectorFormat format) {
  switch (format) {
    case VectorFormat::kOurs:
      return "vectors of placemat";
    case VectorFormat::kHexLines:
      return "one hex string a line";
    case VectorFormat::kRawText:
      return "raw text, as a whole and line by line";
    case VectorFormat::kTestGroups:
      return "groups of tests";
  }
  return "";
}

VectorFile read_vectors(const std::filesystem::path& path) { return Reader(path).read(); }

}  // namespace placemat
