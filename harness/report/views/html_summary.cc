// html_summary.cc: the part of the page that needs no script, for readers, printers and programs
// that run none. reports/viewer/src/model/matrix.ts states the same verdict.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/report/matrix.h"
#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/provenance.h"
#include "harness/report/views/verdict.h"

namespace placemat::html {
namespace {

std::uint64_t new_findings(const DecoderResult& subject) {
  return static_cast<std::uint64_t>(std::ranges::count_if(subject.findings, is_new));
}

std::string verdict_on_one(const DecoderResult& subject) {
  switch (standing_of(subject)) {
    case Standing::kConforms:
      return subject.decoder +
             (is_sampled(subject)         ? " shows no difference in a sample of the cases."
              : subject.described.empty() ? " conforms to the profile it claims."
                                          : " conforms to the dialect it is judged as.");
    case Standing::kDocumented:
      return subject.decoder + " differs only as its documents say.";
    case Standing::kDeclared:
      return subject.decoder + " differs only as the expected list says.";
    case Standing::kUnchecked:
      return subject.decoder + " was not checked.";
    case Standing::kDiffers:
      break;
  }
  return fmt::format("{} has {}.", subject.decoder, counted(new_findings(subject), "new finding"));
}

std::string verdict_on_all(const std::vector<const DecoderResult*>& subjects) {
  std::map<Standing, std::size_t> counts;
  for (const DecoderResult* subject : subjects) ++counts[standing_of(*subject)];
  const std::size_t conforming = counts[Standing::kConforms], new_ones = counts[Standing::kDiffers];
  if (conforming == subjects.size()) {
    const auto sampled = std::ranges::count_if(
        subjects, [](const DecoderResult* subject) { return is_sampled(*subject); });
    return fmt::format("all {} decoders conform{}.", subjects.size(),
                       sampled == 0 ? "" : fmt::format(", {} in a sample of the cases", sampled));
  }
  // Two parts at most, so that the sentence stays short.
  std::vector<std::string> parts;
  if (new_ones > 0) {
    parts.push_back(fmt::format("{} {} new findings", new_ones, new_ones == 1 ? "has" : "have"));
  }
  if (const std::size_t n = counts[Standing::kUnchecked]; n > 0) {
    parts.push_back(fmt::format("{} unchecked", n));
  }
  if (const std::size_t n = counts[Standing::kDeclared] + counts[Standing::kDocumented]; n > 0) {
    parts.push_back(parts.empty()
                        ? fmt::format("{} {} in known ways", n, n == 1 ? "differs" : "differ")
                        : fmt::format("{} known {}", n, n == 1 ? "one" : "ones"));
  }
  parts.resize(std::min<std::size_t>(parts.size(), 2));
  return fmt::format("{} of {} decoders conform; {}.", conforming, subjects.size(),
                     fmt::join(parts, ", "));
}

std::string count_markup(std::string_view name, std::uint64_t count, std::string_view meaning) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd><dd class=\"meaning\">{}</dd></div>\n", name,
                     grouped(count), meaning);
}

std::string counts_markup(const Report& report) {
  std::uint64_t known = 0, fresh = 0;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    fresh += new_findings(*subject);
    known += subject->findings.size() - new_findings(*subject);
  }
  const auto not_run = static_cast<std::uint64_t>(std::ranges::count_if(
      report.sources, [](const SourceRecord& source) { return !source.not_run.empty(); }));
  return "<dl class=\"counts\">\n" + count_markup("new", fresh, "findings without a reason") +
         count_markup("known", known, "findings that the expected list explains") +
         count_markup("absent", report.absent.size(), "decoders that are not on this machine") +
         count_markup("not asked", not_tested_of(report).size() + not_run,
                      "things that the run did not test") +
         "</dl>\n";
}

std::string finding_row(const Finding& finding) {
  const char glyph = shown_glyph(finding);
  return fmt::format(
      "<tr><td><span class=\"g g-{}\">{}</span></td><th>{}</th><td>{}</td><td><code>{}</code></td>"
      "<td>{}</td><td>{}</td></tr>\n",
      glyph_row(glyph).name, escape_markup(std::string_view(&glyph, 1)),
      escape_markup(finding.decoder), row_of(finding.kind).name, escape_markup(input_of(finding)),
      escape_markup(finding.expected), escape_markup(finding.seen));
}

// With more findings than this, a page without scripts has the worst.
constexpr std::size_t kMostListed = 25;

std::string findings_markup(const Report& report) {
  std::vector<const Finding*> findings;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    for (const Finding* finding : shown_findings(*subject)) findings.push_back(finding);
  }
  if (findings.empty()) return "<p>No finding: every check was as expected.</p>\n";
  std::ranges::sort(findings, {}, [](const Finding* finding) {
    return std::tuple(!is_new(*finding), severity_of(finding->kind), finding->decoder,
                      finding->key);
  });
  std::string out = fmt::format("<h2>The worst findings</h2>\n<p>{} of {}. {}</p>\n",
                                std::min(kMostListed, findings.size()), grouped(findings.size()),
                                "All are in report.jsonl, and on this page where scripts run.");
  out +=
      "<table>\n<thead><tr><th></th><th>decoder</th><th>kind</th><th>input</th><th>expected</th>"
      "<th>seen</th></tr></thead>\n<tbody>\n";
  findings.resize(std::min(kMostListed, findings.size()));
  for (const Finding* finding : findings) out += finding_row(*finding);
  return out + "</tbody></table>\n";
}

std::string list_markup(const std::vector<std::string>& items, std::string_view name) {
  if (items.empty()) return {};
  std::string out = fmt::format("<ul class=\"{}\">\n", name);
  for (const std::string& item : items) out += fmt::format("<li>{}</li>\n", escape_markup(item));
  return out + "</ul>\n";
}

std::string provenance_markup(const Report& report) {
  std::string out = "<h2 id=\"provenance\">Provenance</h2>\n<dl>\n";
  for (const ProvenanceRow& row : provenance_of(report.header)) {
    if (row.name == "isolation" && !report.header.isolation.empty()) continue;
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", row.name, escape_markup(row.value));
  }
  return out + "</dl>\n" + list_markup(report.header.isolation, "isolation");
}

}  // namespace

std::string short_verdict(const Report& report) {
  const auto subjects = claimed_subjects(report);
  if (subjects.empty()) {
    return contrasts(report).empty() ? "No decoder was judged."
                                     : "Judged by a profile that no decoder here claims.";
  }
  std::string text = subjects.size() == 1 ? verdict_on_one(*subjects[0]) : verdict_on_all(subjects);
  if (!report.footer.complete) return "Unfinished: " + text;
  if (text.starts_with("all ")) text[0] = 'A';
  return text;
}

std::string summary_markup(const Report& report) {
  const Verdict verdict = verdict_of(report);
  return fmt::format("<h1>{}</h1>\n", escape_markup(short_verdict(report))) +
         counts_markup(report) + list_markup(verdict.caveats, "caveats") +
         list_markup(report.footer.expected_errors, "caveats") +
         list_markup(verdict.notes, "notes") + findings_markup(report) + provenance_markup(report) +
         fmt::format("<p class=\"tool\">placemat {}. All of it is in report.jsonl.</p>\n",
                     escape_markup(report.header.tool_version));
}

}  // namespace placemat::html
