// schema.cc: a document against a closed schema. Apart from the parser, because only a program that
// checks the corpora needs a validator; harness/conformance/suite has a substitute.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

// GCC 12 reports overlapping copies in std::string::insert where there are none
// (GCC PR 105651); the headers below trigger the warning often.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"
#endif
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

// A regular expression of the schema is never shown a longer string: the
// standard library matches recursively and would exhaust the stack.
constexpr std::size_t kLongestMatched = 4096;

// "[vectors]" -> "vectors"; "<root>" is dropped.
std::vector<std::string> path_of(const std::vector<std::string>& context) {
  std::vector<std::string> path;
  for (const std::string& step : context) {
    if (step.size() >= 2 && step.front() == '[') path.push_back(step.substr(1, step.size() - 2));
  }
  return path;
}

bool is_prefix(const std::vector<std::string>& shorter, const std::vector<std::string>& longer) {
  return shorter.size() < longer.size() &&
         std::equal(shorter.begin(), shorter.end(), longer.begin());
}

void find_long_strings(const nlohmann::json& value, std::vector<std::string>& path,
                       std::vector<Violation>& out) {
  if (value.is_string() && value.get_ref<const std::string&>().size() > kLongestMatched) {
    out.push_back({path, fmt::format("longer than {} characters", kLongestMatched)});
  }
  if (!value.is_structured()) return;
  for (const auto& item : value.items()) {
    if (item.key().size() > kLongestMatched) {
      out.push_back({path, "has a key that is too long"});
      continue;
    }
    path.push_back(item.key());
    find_long_strings(item.value(), path, out);
    path.pop_back();
  }
}

// The validator's message about a member that the schema does not have names
// the member but points at its parent; the report needs the member's line.
void point_at_unknown_member(Violation& violation) {
  constexpr std::string_view kBegin = "Object contains a property that could not be validated";
  if (!violation.what.starts_with(kBegin) || !violation.what.ends_with('\'')) return;
  const std::size_t quote = violation.what.rfind('\'', violation.what.size() - 2);
  const std::string name = violation.what.substr(quote + 1, violation.what.size() - quote - 2);
  violation.path.push_back(name);
  violation.what = "unknown member; take it out";
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace

struct Schema::Compiled {
  valijson::Schema schema;
};

Schema::Schema(const std::filesystem::path& path)
    : compiled_(std::make_unique<Compiled>()), name_(path.filename().string()) {
  const std::string text = read_text_file(path);
  std::vector<Problem> problems;
  const std::optional<nlohmann::json> document = parse_json(text, path.string(), problems);
  if (!document) throw InputError(to_text(problems.front()));
  try {
    const valijson::adapters::NlohmannJsonAdapter adapter(*document);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(adapter, compiled_->schema);
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}: not a JSON Schema: {}; restore it from version control",
                                 path.string(), one_line(error.what())));
  }
}

Schema::~Schema() = default;
Schema::Schema(Schema&&) noexcept = default;
Schema& Schema::operator=(Schema&&) noexcept = default;

std::vector<Violation> Schema::violations(const nlohmann::json& document) const {
  std::vector<Violation> out;
  std::vector<std::string> path;
  find_long_strings(document, path, out);
  if (!out.empty()) return out;

  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter adapter(document);
  if (valijson::Validator().validate(compiled_->schema, adapter, &results)) return out;
  for (const valijson::ValidationResults::Error& error : results) {
    std::vector<std::string> at = path_of(error.context);
    const bool is_known = std::any_of(out.begin(), out.end(), [&](const Violation& inner) {
      return inner.path == at || is_prefix(at, inner.path);
    });
    if (is_known) continue;
    out.push_back({std::move(at), one_line(error.description)});
    point_at_unknown_member(out.back());
  }
  return out;
}

std::vector<std::vector<std::string>> Schema::check(const JsonFile& file,
                                                    std::vector<Problem>& problems) const {
  std::vector<std::vector<std::string>> places;
  for (Violation& violation : violations(file.document)) {
    std::string where;
    for (const std::string& step : violation.path) where += (where.empty() ? "" : "/") + step;
    problems.push_back(
        {file.name, file.line(violation.path),
         fmt::format("{}: {}; the format is stated in {}", where.empty() ? "the document" : where,
                     violation.what, name_)});
    places.push_back(std::move(violation.path));
  }
  return places;
}

}  // namespace placemat
