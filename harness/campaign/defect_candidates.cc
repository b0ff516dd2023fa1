#include "harness/campaign/defect_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/sha256.h"
#include "harness/bytes/text_file.h"
#include "harness/spec/error_class.h"
#include "harness/spec/policy.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

Effect effect_of(Kind kind) {
  const KindRow& row = row_of(kind);
  if (row.shows_in == ShowsIn::kMemory) return Effect::kOutOfBounds;
  if (row.shows_in == ShowsIn::kCall) return Effect::kCrashesOrHangs;
  switch (row.severity) {
    case Severity::kMemory:
      return Effect::kCrashesOrHangs;
    case Severity::kAcceptance:
      return Effect::kAcceptsIllFormed;
    case Severity::kText:
      return kind == Kind::kRejectsWellFormed || kind == Kind::kRejectsNoncharacter
                 ? Effect::kWrongReport
                 : Effect::kLosesText;
    case Severity::kValue:
      return Effect::kEatsOrInventsText;
    case Severity::kCount:
      return Effect::kWrongCount;
    case Severity::kOffset:
      return Effect::kWrongReport;
  }
  return Effect::kWrongReport;
}

// "ok 41 FFFD" and "41 FFFD" are the same line.
std::string values_of(std::string text) {
  constexpr std::string_view kOk = "ok ";
  if (text.starts_with(kOk)) text.erase(0, kOk.size());
  return canonical_line(text);
}

std::optional<ChunkedUnits> units_of(const std::string& text) {
  constexpr std::size_t kMost = 100'000;
  try {
    return parse_units(text, kMost);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

bool is_right_under_a_policy(const Finding& finding, const ChunkedUnits& units) {
  const Profile judged = parse_profile(finding.judged_as);
  const std::string seen = values_of(finding.seen);
  return std::ranges::any_of(policies(), [&](const Policy& policy) {
    const Answer answer = reference_decode(units.bytes, {judged.dialect, policy.id, judged.bom});
    return values_to_text(answer.values) == seen;
  });
}

bool has(const DefectiveProduct& product, const Finding& finding, const ChunkedUnits& units) {
  return std::ranges::any_of(product.defects, [&](const Defect& defect) {
    if (defect.is_withheld) return defect.effect == effect_of(finding.kind);
    return defect.units == units || (defect.effect == effect_of(finding.kind) &&
                                     error_class_of(defect.units.bytes) == finding.error_class);
  });
}

// Lower-case letters and digits, and one '-' for all else.
std::string slug(const std::string& text, std::size_t longest = 40) {
  std::string out;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0 && letter < 0x80) {
      out += static_cast<char>(std::tolower(letter));
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  out.resize(std::min(out.size(), longest));
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

std::string on_one_line(const std::string& text) {
  constexpr std::size_t kLongest = 400;
  constexpr std::string_view kIllFormed = "ill-formed";
  if (text.starts_with(kIllFormed)) return std::string(kIllFormed);
  std::string line = values_of(text).substr(0, kLongest);
  std::ranges::replace_if(line, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line.empty() ? "nothing" : line;
}

// What a reproduction would print: see "question" in corpus/defect.schema.json.
struct Lines {
  std::string question, seen, expected;
};

Lines lines_of(const Finding& finding) {
  Lines lines{"values", on_one_line(finding.seen), on_one_line(finding.expected)};
  if (lines.seen == "well-formed" || lines.expected == "well-formed") lines.question = "verdict";
  // Two refusals differ in what they report.
  if (lines.seen == lines.expected) {
    lines = {"other", values_of(finding.seen), values_of(finding.expected)};
  }
  return lines;
}

// At most 80 characters; where that is too few, it ends with a digest of the whole.
std::string id_of(const std::string& product, const Finding& finding) {
  constexpr std::size_t kLongest = 80, kKept = 71;
  const std::string kind(row_of(finding.kind).name);
  const std::string units = slug(finding.minimal);
  const std::string id = fmt::format("{}-{}-{}", slug(product), kind, units);
  if (id.size() <= kLongest) return id;
  return fmt::format("{}-{}", slug(id, kKept), sha256(finding.key).substr(0, 8));
}

OrderedJson documented_by(const DefectiveProduct* product) {
  OrderedJson rows = OrderedJson::array();
  if (product == nullptr) return rows;
  for (const DocumentedPolicy& row : product->documented) {
    rows.push_back({{"entry", row.entry}, {"what", row.what}, {"document", row.document}});
  }
  return rows;
}

DefectCandidate candidate_of(const ExternalRecord& record, const Finding& finding,
                             const DefectiveProduct* known) {
  constexpr const char* kToDo = "To be written: this is a candidate, not a defect yet.";
  const std::string product = record.product.empty() ? record.decoder : record.product;
  const std::string version = record.version.empty() ? "unknown" : record.version;
  const std::string entry_point = record.entry.empty() ? "" : record.entry + ", ";
  const Effect effect = effect_of(finding.kind);
  const Lines lines = lines_of(finding);
  OrderedJson entry{
      {"id", id_of(product, finding)},
      {"effect", row_of(effect).name},
      {"versions", OrderedJson::array({version})},
      {"entry", entry_point + finding.operation},
      {"about", fmt::format("Candidate: {} Conditions: {}.", row_of(finding.kind).summary,
                            finding.conditions.empty() ? "none" : finding.conditions)},
      {"affects", kToDo}};
  if (effect == Effect::kAcceptsIllFormed) entry["lets_through"] = kToDo;
  entry["units"] = finding.minimal;
  entry["question"] = lines.question;
  const Profile judged = parse_profile(finding.judged_as), usual;
  if (judged.dialect != usual.dialect) entry["dialect"] = dialect(judged.dialect).name;
  if (judged.policy != usual.policy) entry["policy"] = policy(judged.policy).name;
  if (judged.bom != usual.bom) entry["bom"] = name_of(judged.bom);
  entry["seen"] = lines.seen;
  entry["expected"] = lines.expected;
  entry["clause"] = finding.clause;
  entry["upstream"] = {{"searched", "nothing yet"}};
  entry["native"] = "to-be-written";
  entry["run"] = "false";
  const OrderedJson document{{"schema", "placemat-defects-1"},
                             {"licence", "CC0-1.0"},
                             {"product", product},
                             {"language", record.language.empty() ? "unknown" : record.language},
                             {"package", known == nullptr ? "unknown" : known->package},
                             {"version", known == nullptr ? "false" : known->version_command},
                             {"defects", OrderedJson::array({entry})},
                             {"documented", documented_by(known)}};
  return {entry["id"], document.dump(2) + "\n"};
}

}  // namespace

std::vector<DefectCandidate> defect_candidates(const Report& report,
                                               const DefectCatalogue& catalogue) {
  std::vector<DefectCandidate> out;
  std::set<std::string> ids;
  for (const DecoderResult& subject : report.subjects) {
    const auto record =
        std::ranges::find(report.externals, subject.decoder, &ExternalRecord::decoder);
    if (record == report.externals.end()) continue;
    const auto found =
        std::ranges::find(catalogue.products, record->product, &DefectiveProduct::name);
    const DefectiveProduct* product = found == catalogue.products.end() ? nullptr : &*found;
    for (const Finding& finding : subject.findings) {
      const auto units = units_of(finding.minimal);
      if (!units || !finding.claimed || !finding.reason.empty()) continue;
      if (is_right_under_a_policy(finding, *units)) continue;
      if (product != nullptr && has(*product, finding, *units)) continue;
      DefectCandidate candidate = candidate_of(*record, finding, product);
      if (ids.insert(candidate.id).second) out.push_back(std::move(candidate));
    }
  }
  return out;
}

std::size_t write_defect_candidates(const fs::path& directory, const Report& report,
                                    const fs::path& corpus) {
  const auto candidates = defect_candidates(report, load_defects(corpus, defect_folder(corpus)));
  if (!candidates.empty()) fs::create_directories(directory);
  std::size_t written = 0;
  for (const DefectCandidate& candidate : candidates) {
    const fs::path path = directory / (candidate.id + ".json");
    if (fs::exists(path)) continue;
    write_text_file(path, candidate.text);
    ++written;
  }
  return written;
}

}  // namespace placemat
