#include "harness/report/views/sarif.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/report/matrix.h"
#include "harness/report/text.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson message(std::string_view text) { return {{"text", visible(text)}}; }

std::string_view level_of(Kind kind) {
  return severity_of(kind) <= Severity::kValue ? "error" : "warning";
}

OrderedJson rule(const KindRow& kind) {
  const std::string help = fmt::format("Observed: {}.\n\nWhy it matters: {}\n\nClause: {}",
                                       kind.summary, kind.effect, kind.clause);
  return {{"id", kind.name},
          {"shortDescription", message(fmt::format("A decoder {}.", kind.summary))},
          {"fullDescription", message(kind.effect)},
          {"help", message(help)},
          {"defaultConfiguration", {{"level", level_of(kind.kind)}}},
          {"properties", {{"tags", {"utf-8", glyph_row(kind.glyph).name}}}}};
}

// All kinds, so that the index of a rule does not depend on the findings.
OrderedJson rules() {
  OrderedJson all = OrderedJson::array();
  for (const KindRow& kind : kinds()) all.push_back(rule(kind));
  return all;
}

std::string sentence_of(const Finding& finding) {
  std::string text =
      fmt::format("{} {}: {} {}. Expected {}; seen {}. {}", finding.decoder,
                  row_of(finding.kind).name, input_of(finding), row_of(finding.kind).summary,
                  finding.expected, finding.seen, finding.clause);
  if (!finding.symptoms.empty()) {
    text += fmt::format(". {} of the same cause", counted(finding.symptoms.size(), "symptom"));
  }
  return text + (finding.replay.empty() ? "." : fmt::format(". Replay: {}", finding.replay));
}

// The finding stands in the report, and in no file of the project: the report is its place.
OrderedJson place_of(const Finding& finding) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", "report.jsonl"}}}, {"region", {{"startLine", 1}}}}},
          {"logicalLocations",
           OrderedJson::array(
               {{{"name", visible_line(finding.decoder)},
                 {"fullyQualifiedName",
                  visible_line(fmt::format("{} as {}", finding.decoder, finding.judged_as))},
                 {"kind", "function"}}})}};
}

OrderedJson result_of(const Finding& finding) {
  OrderedJson result{{"ruleId", row_of(finding.kind).name},
                     {"ruleIndex", static_cast<std::size_t>(finding.kind)},
                     {"level", level_of(finding.kind)},
                     {"message", message(sentence_of(finding))},
                     {"locations", OrderedJson::array({place_of(finding)})},
                     {"partialFingerprints", {{"findingKey/v1", visible_line(finding.key)}}},
                     {"properties",
                      {{"error_class", name_of(finding.error_class)},
                       {"units", visible_line(finding.minimal)},
                       {"checks", finding.checks}}}};
  if (!is_new(finding)) {
    const std::string link = finding.link.empty() ? "" : fmt::format(" ({})", finding.link);
    result["suppressions"] = OrderedJson::array(
        {{{"kind", "external"}, {"justification", visible_line(finding.reason + link)}}});
  }
  return result;
}

OrderedJson results(const Report& report) {
  OrderedJson all = OrderedJson::array();
  for (const DecoderResult* subject : claimed_subjects(report)) {
    for (const Finding* finding : shown_findings(*subject)) all.push_back(result_of(*finding));
  }
  return all;
}

// What is wrong with the run itself, and what it did not do.
OrderedJson notifications(const Report& report) {
  OrderedJson all = OrderedJson::array();
  const auto add = [&](std::string_view level, std::string_view text) {
    all.push_back({{"level", level}, {"message", message(text)}});
  };
  const Verdict verdict = verdict_of(report);
  for (const std::string& caveat : verdict.caveats) add("error", caveat);
  for (const std::string& error : report.footer.expected_errors) add("error", error);
  for (const std::string& note : verdict.notes) add("note", note);
  for (const DecoderResult* subject : claimed_subjects(report)) {
    if (subject->findings.empty() && standing_of(*subject) != Standing::kConforms) {
      add("error",
          fmt::format("{}: {}", subject->decoder,
                      checks_of(*subject) == 0 ? "nothing was checked" : findings_text(*subject)));
    }
  }
  for (const NotTested& one : not_tested_of(report)) {
    add("note", fmt::format("not asked: {} ({})", one.what, listed(one.decoders)));
  }
  return all;
}

OrderedJson invocation_of(const Report& report) {
  OrderedJson invocation{
      {"executionSuccessful", report.footer.complete && verdict_of(report).caveats.empty()},
      {"toolExecutionNotifications", notifications(report)}};
  const Header::Run& run = report.header.run;
  const std::string& command = run.given.empty() ? run.command : run.given;
  if (!command.empty()) invocation["commandLine"] = visible_line(command);
  if (!run.started.empty()) invocation["startTimeUtc"] = visible_line(run.started);
  return invocation;
}

}  // namespace

std::string render_sarif(const Report& report) {
  OrderedJson driver{{"name", "placemat"}, {"rules", rules()}};
  if (!report.header.tool_version.empty()) {
    driver["version"] = visible_line(report.header.tool_version);
  }
  const OrderedJson log{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", OrderedJson::array({{{"tool", {{"driver", driver}}},
                                    {"invocations", OrderedJson::array({invocation_of(report)})},
                                    {"results", results(report)},
                                    {"columnKind", "utf16CodeUnits"}}})}};
  return log.dump(1, ' ', true, OrderedJson::error_handler_t::replace) + "\n";
}

extern const ViewRow kSarifView;
const ViewRow kSarifView{.name = "sarif",
                         .summary = "SARIF 2.1.0, for a code scanning service",
                         .file = "",
                         .render = render_sarif};

}  // namespace placemat
