#include "harness/report/views/issue_text.h"

#include <fmt/format.h>

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

}  // namespace

std::string issue_text(const Header& header, const DecoderResult& subject, const Finding& finding) {
  const KindRow& kind = row_of(finding.kind);
  std::string out = fmt::format("# {} {}: {}\n\n", escape_markdown(finding.decoder),
                                escape_markdown(kind.summary), markdown_code(input_of(finding)));
  add_row(out, "Version", escape_markdown(subject.version));
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
  out += fmt::format("\nFound by placemat {} in {}; to see it again:\n\n    {}\n",
                     escape_markdown(header.tool_version), counted(finding.checks, "check"),
                     visible_line(finding.replay));
  return out;
}

}  // namespace placemat
