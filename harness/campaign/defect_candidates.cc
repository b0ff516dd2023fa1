#include "harness/campaign/defect_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/spec/error_class.h"
#include "harness/spec/policy.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

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
std::string slug(const std::string& text) {
  constexpr std::size_t kLongest = 40;
  std::string out;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0 && letter < 0x80) {
      out += static_cast<char>(std::tolower(letter));
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  out.resize(std::min(out.size(), kLongest));
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

std::string line_of(const std::string& text, const char* otherwise) {
  constexpr std::size_t kLongest = 400;
  std::string line = values_of(text).substr(0, kLongest);
  std::ranges::replace_if(line, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line.empty() ? otherwise : line;
}

DefectCandidate candidate_of(const ExternalRecord& record, const Finding& finding) {
  constexpr const char* kToDo = "To be written: this is a candidate, not a defect yet.";
  const std::string product = record.product.empty() ? record.decoder : record.product;
  const std::string kind(row_of(finding.kind).name);
  DefectCandidate out;
  out.id = fmt::format("{}-{}-{}", slug(product), kind, slug(finding.minimal));
  const Effect effect = effect_of(finding.kind);
  Json entry{{"id", slug(out.id).size() < out.id.size() ? out.id.substr(0, 80) : out.id},
             {"effect", row_of(effect).name},
             {"versions", {record.version.empty() ? "unknown" : record.version}},
             {"entry", fmt::format("{}{}{}", record.entry, record.entry.empty() ? "" : ", ",
                                   finding.operation)},
             {"about", fmt::format("Candidate: {} Conditions: {}.", row_of(finding.kind).summary,
                                   finding.conditions.empty() ? "none" : finding.conditions)},
             {"affects", kToDo}};
  if (effect == Effect::kAcceptsIllFormed) entry["lets_through"] = kToDo;
  entry["units"] = finding.minimal;
  entry["question"] = "values";
  entry["seen"] = line_of(finding.seen, "nothing");
  entry["expected"] = line_of(finding.expected, "nothing");
  entry["clause"] = finding.clause;
  entry["upstream"] = {{"searched", "nothing yet"}};
  entry["native"] = "to-be-written";
  entry["run"] = "false";
  const Json document{{"schema", "placemat-defects-1"},
                      {"licence", "CC0-1.0"},
                      {"product", product},
                      {"language", record.language.empty() ? "unknown" : record.language},
                      {"package", "unknown"},
                      {"version", "false"},
                      {"defects", Json::array({entry})},
                      {"documented", Json::array()}};
  out.text = document.dump(2) + "\n";
  return out;
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
    const auto product =
        std::ranges::find(catalogue.products, record->product, &DefectiveProduct::name);
    for (const Finding& finding : subject.findings) {
      const auto units = units_of(finding.minimal);
      if (!units || !finding.claimed || !finding.reason.empty()) continue;
      if (is_right_under_a_policy(finding, *units)) continue;
      if (product != catalogue.products.end() && has(*product, finding, *units)) continue;
      DefectCandidate candidate = candidate_of(*record, finding);
      if (ids.insert(candidate.id).second) out.push_back(std::move(candidate));
    }
  }
  return out;
}

std::size_t write_defect_candidates(const fs::path& directory, const Report& report,
                                    const fs::path& corpus) {
  std::error_code error;
  fs::remove_all(directory, error);
  const auto candidates = defect_candidates(report, load_defects(corpus, defect_folder(corpus)));
  if (!candidates.empty()) fs::create_directories(directory, error);
  for (const DefectCandidate& candidate : candidates) {
    write_text_file(directory / (candidate.id + ".json"), candidate.text);
  }
  return candidates.size();
}

}  // namespace placemat
