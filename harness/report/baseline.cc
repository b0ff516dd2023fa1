#include "harness/report/baseline.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/report/line.h"

namespace placemat {
namespace {

constexpr FileFormat kBaselineFile{kBaselineFormat, "baseline"};

bool by_name(const Baseline::Outcome& a, const Baseline::Outcome& b) {
  return std::tie(a.decoder, a.vector) < std::tie(b.decoder, b.vector);
}

// Kinds of one subject's failures, by vector.
void add_outcomes(Baseline& baseline, const DecoderResult& subject) {
  std::map<std::string, std::set<Kind>> kinds;
  for (const FailingCase& failing : subject.failing) kinds[failing.id].insert(failing.kind);
  for (const auto& [vector, set] : kinds) {
    baseline.outcomes.push_back({subject.decoder, vector, {set.begin(), set.end()}});
  }
}

void add_line(Baseline& baseline, const std::string& record, LineReader& input) {
  if (record == "finding") {
    Baseline::KnownFinding& finding = baseline.findings.emplace_back();
    members(input, finding);
  } else if (record == "outcome") {
    Baseline::Outcome& outcome = baseline.outcomes.emplace_back();
    members(input, outcome);
    std::ranges::sort(outcome.kinds);
  } else {
    input.fail("is of no sort that a baseline has");
  }
}

}  // namespace

Baseline baseline_of(const Report& report) {
  if (!report.footer.complete) throw InputError("a run that did not finish makes no baseline");
  Baseline baseline;
  baseline.coverage = coverage_of(report);
  std::set<std::string> names;
  for (const DecoderResult& subject : report.subjects) {
    if (!subject.claimed) continue;
    if (!names.insert(subject.decoder).second) {
      throw InputError("a baseline has one profile for each decoder, and " + subject.decoder +
                       " was judged by two");
    }
    for (const Finding& finding : subject.findings) {
      baseline.findings.push_back({subject.decoder, finding.key});
      for (const Symptom* symptom : further_kinds(finding)) {
        baseline.findings.push_back({subject.decoder, symptom->key});
      }
    }
    add_outcomes(baseline, subject);
  }
  std::ranges::sort(baseline.findings, {},
                    [](const Baseline::KnownFinding& f) { return std::tie(f.decoder, f.key); });
  std::ranges::sort(baseline.outcomes, by_name);
  return baseline;
}

void write_baseline(const Baseline& baseline, const std::filesystem::path& path) {
  std::string text = line_of(kBaselineFile, "coverage", baseline.coverage);
  for (const auto& finding : baseline.findings) text += line_of(kBaselineFile, "finding", finding);
  for (const auto& outcome : baseline.outcomes) text += line_of(kBaselineFile, "outcome", outcome);
  write_text_file(path, text);
}

Baseline read_baseline(const std::filesystem::path& path) {
  std::ifstream in = open_records(path);
  Baseline baseline;
  std::string text;
  for (std::size_t line = 1; std::getline(in, text); ++line) {
    const std::string place = fmt::format("{}:{}: this record", path.string(), line);
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("record") ||
        !json.at("record").is_string()) {
      throw InputError(
          fmt::format("{}:{}: no record of a baseline; write it again with "
                      "'placemat run --write-baseline'",
                      path.string(), line));
    }
    const std::string record = json.at("record");
    LineReader input(json, place, kBaselineFile);
    if ((line == 1) != (record == "coverage")) input.fail("is not the coverage, which comes first");
    line == 1 ? members(input, baseline.coverage) : add_line(baseline, record, input);
    input.finish();
  }
  if (baseline.coverage.budget.empty()) throw InputError(path.string() + ": empty, no baseline");
  return baseline;
}

}  // namespace placemat
