#include "harness/report/views/issue_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/matrix.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

void add_row(std::string& out, std::string_view name, const std::string& markdown) {
  if (!markdown.empty()) out += fmt::format("- **{}:** {}\n", name, markdown);
}

std::string code_or_nothing(std::string_view text) {
  return text.empty() ? std::string() : markdown_code(text);
}

// What was seen, as a list. `called` may be empty.
std::string facts(const DecoderResult& subject, const Finding& finding, const std::string& called) {
  const KindRow& kind = row_of(finding.kind);
  std::string out = fmt::format("# {} {}: {}\n\n", escape_markdown(finding.decoder),
                                escape_markdown(kind.summary), markdown_code(input_of(finding)));
  add_row(out, "Version", escape_markdown(subject.version));
  add_row(out, "Called", code_or_nothing(called));
  add_row(out, "Input, code units in hex", code_or_nothing(finding.minimal));
  add_row(out, "Also needed", escape_markdown(finding.conditions));
  add_row(out, "Where", escape_markdown(finding.pattern));
  add_row(out, "Operation", code_or_nothing(finding.operation));
  add_row(out, "Expected as " + markdown_code(finding.judged_as),
          escape_markdown(finding.expected));
  add_row(out, "Seen", escape_markdown(finding.seen));
  add_row(out, "Rule", escape_markdown(finding.clause));
  add_row(out, "Why it matters", escape_markdown(finding.effect));
  std::vector<std::string> related;
  for (const std::string& item : finding.related) related.push_back(escape_markdown(item));
  if (!related.empty()) add_row(out, "The same elsewhere", listed(related));
  return out;
}

// The other ways in which the cause shows.
std::string symptoms_of(const Finding& finding) {
  constexpr std::size_t kMostShown = 5;
  if (finding.symptoms.empty()) return "";
  std::string out = "\n## Also seen\n\n";
  for (std::size_t i = 0; i < std::min(kMostShown, finding.symptoms.size()); ++i) {
    const Symptom& symptom = finding.symptoms[i];
    out += fmt::format("- {}, {}{}: expected {}, seen {}\n", markdown_code(symptom.minimal),
                       escape_markdown(symptom.operation),
                       symptom.conditions.empty() ? "" : ", " + escape_markdown(symptom.conditions),
                       escape_markdown(symptom.expected), escape_markdown(symptom.seen));
  }
  const std::size_t more = finding.symptoms.size() - std::min(kMostShown, finding.symptoms.size());
  if (more > 0) out += fmt::format("- and {} more\n", more);
  return out;
}

std::string reproducer_text(const Issue& issue) {
  const Reproducer& made = *issue.reproducer;
  std::string out = "\n## To see it\n\n";
  if (!issue.why_not.empty()) {
    out +=
        fmt::format("There is no program for this in the decoder's own language or in C: {}.\n\n",
                    escape_markdown(issue.why_not));
  }
  out += fmt::format("```{}\n{}{}```\n", made.language, made.text,
                     made.text.ends_with('\n') ? "" : "\n");
  if (!made.run.empty()) {
    out += fmt::format("\nAs `{}`:\n\n    {}\n", made.file, visible_line(made.run));
  }
  out += "\n" + made.tells + "\n";
  return issue.shown.empty() ? out : out + "\n" + issue.shown + "\n";
}

}  // namespace

std::string issue_text(const Header& header, const DecoderResult& subject, const Finding& finding) {
  return facts(subject, finding, "") +
         fmt::format("\nFound by placemat {} in {}; to see it again:\n\n    {}\n",
                     escape_markdown(header.tool_version), counted(finding.checks, "check"),
                     visible_line(finding.replay));
}

std::string issue_text(const Issue& issue) {
  const StoredFinding& stored = issue.stored;
  return facts(stored.subject, stored.finding, issue.called) + reproducer_text(issue) +
         symptoms_of(stored.finding) +
         fmt::format("\nFound by placemat {} in {}; its own line for it:\n\n    {}\n",
                     escape_markdown(stored.header.tool_version),
                     counted(stored.finding.checks, "check"), visible_line(stored.finding.replay));
}

}  // namespace placemat
