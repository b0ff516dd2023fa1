#include "harness/strength/vector_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/corpus/corpus.h"

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

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Text from a file, for a message of one line.
std::string in_quotes(const std::string& text) {
  const std::string escaped = Json(text).dump(-1, ' ', true);
  constexpr std::size_t kMost = 80;
  return escaped.size() <= kMost ? escaped : escaped.substr(0, kMost) + "...\"";
}

std::string shortened(ByteView units) {
  constexpr std::size_t kMost = 16;
  if (units.size() <= kMost) return to_spaced_hex(units);
  return to_spaced_hex(units.first(kMost)) + " ...";
}

// Reads characters and counts lines.
class LineCounter {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  LineCounter(const char* at, std::size_t* line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  LineCounter& operator++() {
    *line_ += *at_++ == '\n' ? 1 : 0;
    return *this;
  }
  LineCounter operator++(int) {
    const LineCounter before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const LineCounter& a, const LineCounter& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  std::size_t* line_;
};

// A document, and the lines on which its vectors begin. Searching each of them
// separately would take a pass over the text each.
class Document {
 public:
  // Throws InputError.
  Document(const std::string& name, std::string_view text) {
    std::size_t line = 1;
    const auto note_lines = [&](int depth, Json::parse_event_t event, const Json& parsed) {
      if (depth > kDeepest) {
        throw InputError(fmt::format("{}:{}: nested too deep for vectors", name, line));
      }
      if (event == Json::parse_event_t::key) at_key(depth, parsed.get_ref<const std::string&>());
      if (event == Json::parse_event_t::object_start) at_object(depth, line);
      return true;
    };
    const char* const begin = text.data();
    try {
      json_ = Json::parse(LineCounter(begin, &line), LineCounter(begin + text.size(), &line),
                          note_lines);
    } catch (const Json::exception&) {
      throw InputError(
          fmt::format("{}:{}: not JSON; correct it, or give one hex string a line", name, line));
    }
  }

  const Json& json() const { return json_; }
  // The start of the nth vector, or of the nth test of all groups, if those
  // before it are objects.
  std::size_t line(std::size_t nth) const { return nth < lines_.size() ? lines_[nth] : 1; }

 private:
  static constexpr int kDeepest = 16;

  // The last of duplicate keys counts.
  void at_key(int depth, const std::string& key) {
    if (depth == 1) {
      member_ = key == "vectors" ? kVectors : key == "testGroups" ? kGroups : kOther;
      if (member_ != kOther) lines_.clear();
    } else if (depth == 3 && member_ == kGroups) {
      is_in_tests_ = key == "tests";
      if (is_in_tests_) lines_.resize(group_begin_);
    }
  }
  void at_object(int depth, std::size_t line) {
    if (depth == 2) group_begin_ = lines_.size();
    const bool is_test = depth == 4 && member_ == kGroups && is_in_tests_;
    if ((depth == 2 && member_ == kVectors) || is_test) lines_.push_back(line);
  }

  Json json_;
  std::vector<std::size_t> lines_;
  enum { kOther, kVectors, kGroups } member_ = kOther;
  bool is_in_tests_ = false;
  std::size_t group_begin_ = 0;
};

// Reads a document and collects contradictions of the law.
class VectorFileReader {
 public:
  explicit VectorFileReader(const std::filesystem::path& path)
      : name_(path.string()), content_(content_of(path)), text_(content_) {
    // A mark that editors insert is not part of the notation.
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (text_.starts_with(kMark)) text_.remove_prefix(kMark.size());
  }

  VectorFile read() {
    const std::size_t first = text_.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) refuse_empty();
    const bool is_array = text_[first] == '[' && Json::accept(text_);
    if (text_[first] == '{' || is_array)
      read_json();
    else if (mostly_hex())
      read_hex_lines();
    else
      read_raw();
    if (!wrong_.empty()) refuse_wrong();
    if (file_.probes.empty()) refuse_empty();
    return std::move(file_);
  }

 private:
  // A file of hex lines can have an error in some of them; text rarely looks
  // like hex.
  bool mostly_hex() const {
    std::size_t hex = 0, all = 0;
    for (const std::string_view line : lines_of(text_)) {
      if (is_comment(trimmed(line))) continue;
      ++all;
      hex += looks_like_hex(trimmed(line)) ? 1 : 0;
    }
    return 2 * hex > all || (all == 0 && is_ascii(text_));
  }

  void add(std::string name, Bytes units) {
    if (file_.probes.size() == kMostProbes) {
      throw InputError(fmt::format("{}: more than {} vectors; split it", name_, kMostProbes));
    }
    file_.units += units.size();
    file_.probes.push_back({std::move(name), std::move(units)});
  }

  std::string at(std::size_t line) const { return fmt::format("{}:{}", name_, line); }

  // `HEX*N` expands, so the total is limited too.
  Bytes units_of(const std::string& hex, std::size_t line) const {
    constexpr std::size_t kMostOfOne = std::size_t{1} << 24;
    const std::size_t left = kMostVectorFileBytes - std::min(kMostVectorFileBytes, file_.units);
    try {
      return parse_units(hex, std::min(kMostOfOne, left)).bytes;
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", at(line), error.what()));
    }
  }

  void read_hex_lines() {
    file_.format = VectorFormat::kHexLines;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text_)) {
      ++number;
      if (is_comment(trimmed(line))) continue;
      add(fmt::format("line {}", number), units_of(std::string(trimmed(line)), number));
    }
  }

  // Text without any unit above 7F tests next to nothing, so another format was
  // probably intended.
  void read_raw() {
    if (is_ascii(content_)) refuse_ascii();
    file_.format = VectorFormat::kRawText;
    add("whole file", Bytes(content_.begin(), content_.end()));
    std::size_t number = 0;
    for (const std::string_view line : lines_of(content_)) {
      ++number;
      if (!line.empty()) add(fmt::format("line {}", number), Bytes(line.begin(), line.end()));
    }
  }

  [[noreturn]] void refuse_ascii() const {
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text_)) {
      ++number;
      if (!is_comment(trimmed(line)) && !looks_like_hex(trimmed(line))) break;
    }
    throw InputError(
        fmt::format("{}: not hex, and the file has no unit above 7F that would make it a text to "
                    "test with; give one hex string a line, as in \"41 C3 A9\"",
                    at(number)));
  }

  [[noreturn]] void refuse_empty() const {
    throw InputError(fmt::format("{}: no vectors in it; one hex string a line is enough", name_));
  }

  void read_json() {
    document_.emplace(name_, text_);
    const Json& json = document_->json();
    if (json.contains("testGroups"))
      read_test_groups(json.at("testGroups"));
    else if (json.contains("vectors"))
      read_ours(json.at("vectors"));
    else
      throw InputError(fmt::format(
          "{}:1: neither \"vectors\" nor \"testGroups\" is a member of the document", name_));
  }

  // The line of a place in the document.
  using Path = std::vector<std::string>;
  std::string at(const Path& path) const { return at(line_of(text_, path)); }

  const Json& array_at(const Json& value, const Path& path) const {
    if (value.is_array()) return value;
    throw InputError(fmt::format("{}: \"{}\" is not an array", at(path), path.back()));
  }

  const Json& object_at(const Json& value, const Path& path) const {
    if (value.is_object()) return value;
    throw InputError(fmt::format("{}: not an object; a vector is one, with its \"hex\"", at(path)));
  }

  std::string text_at(const Json& object, const std::string& key, std::size_t line) const {
    const auto value = object.find(key);
    if (value == object.end()) {
      throw InputError(fmt::format("{}: \"{}\" is missing", at(line), key));
    }
    if (value->is_string()) return value->get<std::string>();
    throw InputError(fmt::format("{}: \"{}\" is not a string", at(line), key));
  }

  void contradict(std::size_t line, std::string what) {
    wrong_.push_back({name_, line, std::move(what)});
  }

  // A statement about one vector, and its place.
  struct Stated {
    const Json& vector;
    std::string name;
    const Bytes& units;
    std::size_t line;
  };

  bool check_verdict(const Stated& stated, bool well_formed) {
    const bool is_well_formed = !machine(kMutatedProfile).decode(stated.units).error.has_value();
    if (is_well_formed == well_formed) return true;
    contradict(stated.line,
               fmt::format("{} ({}) is said to be {}-formed, and is {}-formed by "
                           "Table 3-7",
                           stated.name, shortened(stated.units), well_formed ? "well" : "ill",
                           well_formed ? "ill" : "well"));
    return false;
  }

  void read_ours(const Json& vectors) {
    file_.format = VectorFormat::kOurs;
    array_at(vectors, {"vectors"});
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      const Json& vector = object_at(vectors[i], {"vectors", std::to_string(i)});
      const std::size_t line = document_->line(i);
      Bytes units = units_of(text_at(vector, "hex", line), line);
      std::string name =
          vector.contains("id") ? text_at(vector, "id", line) : fmt::format("vector {}", i + 1);
      check_outcome({vector, in_quotes(name), units, line});
      add(std::move(name), std::move(units));
    }
  }

  void check_outcome(const Stated& stated) {
    const Json& vector = stated.vector;
    if (const auto verdict = vector.find("well_formed"); verdict != vector.end()) {
      if (!verdict->is_boolean()) {
        throw InputError(
            fmt::format("{}: \"well_formed\" is neither true nor false", at(stated.line)));
      }
      // The other values follow from it.
      if (!check_verdict(stated, verdict->get<bool>())) return;
    }
    const bool states_more =
        std::ranges::any_of(std::array{"values", "error", "errors", "incomplete", "replaced"},
                            [&](const char* member) { return vector.contains(member); });
    if (!states_more) return;
    const VectorOutcome law = outcome_of(stated.units);
    check_values(stated, law);
    check_error(stated, law);
    check_errors(stated, law);
    check_replaced(stated, law);
  }

  void check_values(const Stated& stated, const VectorOutcome& law) {
    const auto values = stated.vector.find("values");
    if (values == stated.vector.end()) return;
    const std::string text = text_at(stated.vector, "values", stated.line);
    // Beside every error, values are those of the well-formed subsequences.
    if (law.well_formed() || stated.vector.contains("errors"))
      check_values_text(stated, text, law.values, "values");
    else
      contradict(
          stated.line,
          fmt::format("{}: values are stated, and it is ill-formed by Table 3-7", stated.name));
  }

  void check_error(const Stated& stated, const VectorOutcome& law) {
    const auto error = stated.vector.find("error");
    if (error == stated.vector.end()) return;
    const auto number = [&](const char* key) -> std::size_t {
      const auto value = error->is_object() ? error->find(key) : error->end();
      if (value != error->end() && value->is_number_unsigned()) return value->get<std::size_t>();
      throw InputError(fmt::format("{}: \"error\" has no number \"{}\"", at(stated.line), key));
    };
    const Extent said{number("offset"), number("length")};
    if (law.well_formed()) {
      contradict(stated.line, fmt::format("{}: an error is stated, and it is well-formed by "
                                          "Table 3-7",
                                          stated.name));
    } else if (said != law.errors.front()) {
      contradict(stated.line,
                 fmt::format("{}: the error is said to be at {} and {} long, and is at {} and {} "
                             "long by the law",
                             stated.name, said.offset, said.length, law.errors.front().offset,
                             law.errors.front().length));
    }
  }

  void check_errors(const Stated& stated, const VectorOutcome& law) {
    if (stated.vector.contains("errors")) {
      const std::string said = text_at(stated.vector, "errors", stated.line);
      check_text(stated, said, extents_to_text(law.errors), "errors",
                 [](const std::string& text) { return extents_to_text(parse_extents(text)); });
    }
    const auto incomplete = stated.vector.find("incomplete");
    if (incomplete == stated.vector.end()) return;
    if (!incomplete->is_boolean()) {
      throw InputError(
          fmt::format("{}: \"incomplete\" is neither true nor false", at(stated.line)));
    }
    if (incomplete->get<bool>() != law.incomplete) {
      contradict(stated.line, fmt::format("{}: incomplete is said to be {}, and is {} by the law",
                                          stated.name, !law.incomplete, law.incomplete));
    }
  }

  void check_replaced(const Stated& stated, const VectorOutcome& law) {
    const auto replaced = stated.vector.find("replaced");
    if (replaced == stated.vector.end()) return;
    if (!replaced->is_object()) {
      throw InputError(fmt::format("{}: \"replaced\" is not an object", at(stated.line)));
    }
    for (const auto& [name, text] : replaced->items()) {
      const Policy* policy = find_policy(name);
      if (policy == nullptr || policy->stops) {
        throw InputError(fmt::format("{}: {} is no policy that replaces; `placemat list policies`",
                                     at(stated.line), in_quotes(name)));
      }
      const std::string said = text_at(*replaced, name, stated.line);
      check_values_text(stated, said, values_under(*policy, law, stated.units), name);
    }
  }

  void check_values_text(const Stated& stated, const std::string& said,
                         const std::vector<std::uint64_t>& right, const std::string& what) {
    check_text(stated, said, values_to_text(right), what,
               [](const std::string& text) { return values_to_text(parse_values(text)); });
  }

  // `normal` reads a text and writes it again in the notation of the corpora.
  template <typename Normal>
  void check_text(const Stated& stated, const std::string& said, const std::string& right,
                  const std::string& what, const Normal& normal) {
    if (said == right) return;
    std::string read;
    try {
      read = normal(said);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}: {}", at(stated.line), what, error.what()));
    }
    if (read == right) return;
    contradict(stated.line, fmt::format("{}: {} is said to be {}, and is {} by the law",
                                        stated.name, what, in_quotes(read), in_quotes(right)));
  }

  void read_test_groups(const Json& groups) {
    file_.format = VectorFormat::kTestGroups;
    array_at(groups, {"testGroups"});
    for (std::size_t g = 0; g < groups.size(); ++g) {
      Path path{"testGroups", std::to_string(g)};
      const auto tests = object_at(groups[g], path).find("tests");
      if (tests == groups[g].end()) {
        throw InputError(fmt::format("{}: \"tests\" is missing", at(path)));
      }
      path.push_back("tests");
      array_at(*tests, path);
      for (std::size_t t = 0; t < tests->size(); ++t) {
        path.push_back(std::to_string(t));
        read_test(object_at((*tests)[t], path), document_->line(file_.probes.size()));
        path.pop_back();
      }
    }
  }

  void read_test(const Json& test, std::size_t line) {
    const std::string key = test.contains("hex") ? "hex" : "msg";
    Bytes units = units_of(text_at(test, key, line), line);
    std::string name = fmt::format("test {}", file_.probes.size() + 1);
    if (const auto id = test.find("tcId"); id != test.end()) {
      if (!id->is_number() && !id->is_string()) {
        throw InputError(fmt::format("{}: \"tcId\" is neither a number nor a string", at(line)));
      }
      name = fmt::format("tcId {}", id->is_string() ? id->get<std::string>() : id->dump());
    }
    if (test.contains("result")) {
      const std::string result = text_at(test, "result", line);
      if (result == "valid" || result == "invalid") {
        check_verdict({test, in_quotes(name), units, line}, result == "valid");
      } else if (result != "acceptable") {
        throw InputError(fmt::format("{}: result {} is none of valid, invalid, acceptable",
                                     at(line), in_quotes(result)));
      }
    }
    add(std::move(name), std::move(units));
  }

  [[noreturn]] void refuse_wrong() const {
    std::string all;
    for (const Problem& problem : wrong_) all += to_text(problem) + "\n";
    throw InputError(
        fmt::format("{}{}: {} of its statements contradict the law; correct or remove "
                    "them",
                    all, name_, wrong_.size()));
  }

  std::string name_;
  std::string content_;
  std::string_view text_;  // content_ without a byte order mark
  VectorFile file_{};
  std::optional<Document> document_;
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

VectorFile read_vectors(const std::filesystem::path& path) { return VectorFileReader(path).read(); }

}  // namespace placemat
