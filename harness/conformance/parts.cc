#include "harness/conformance/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/matrix.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

// "five-six-unit" as the name of a test: "FiveSixUnit".
std::string part_name(const ColumnRow& column) {
  std::string name;
  bool is_first = true;
  for (const char c : column.name) {
    if (c != '-') name += is_first && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    is_first = c == '-';
  }
  return name;
}

// The finding's own replay line names a decoder that only this program has.
std::string arguments_of(const std::string& replay) {
  const std::size_t at = std::min(replay.find(" --encode "), replay.find(" '"));
  return at == std::string::npos ? "" : replay.substr(at + 1);
}

// The kinds under which the same cause shows too, each with its plainest input.
std::string symptoms_of(const Finding& finding) {
  std::string text;
  for (const Symptom* symptom : further_kinds(finding)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row_of(symptom->kind).name,
                        symptom->minimal);
  }
  return text;
}

ConformanceFailure failure_of(const Finding& finding) {
  std::string text = fmt::format(
      "{}, {}: {}{}{}\n", row_of(finding.kind).name, finding.operation, finding.minimal,
      finding.minimal.empty() || finding.conditions.empty() ? "" : ", ", finding.conditions);
  text += one_line("expected", finding.expected);
  text += one_line("seen", finding.seen);
  text += one_line("where", finding.pattern);
  text += one_line("also", symptoms_of(finding));
  text += one_line("clause", finding.clause);
  return {text, arguments_of(finding.replay)};
}

// Failed checks of this column whose finding is shown under another one.
std::string elsewhere(const Mark& mark) {
  const std::string checks = counted(mark.checks, "failed check");
  if (mark.findings.empty()) return fmt::format("{}, such as {}\n", checks, mark.alone);
  const Finding& finding = *mark.findings[0];
  return fmt::format("{}, as under {}: {}, {}\n", checks, part_name(row_of(column_of(finding))),
                     row_of(finding.kind).name, input_of(finding));
}

ConformancePart column_part(const DecoderResult& subject, const ColumnRow& column) {
  const Cell cell = cell_of(subject, column.column);
  ConformancePart part{part_name(column), cell.checks > 0, {}};
  const auto is_own = [&](const Finding* finding) { return column_of(*finding) == column.column; };
  for (const Finding& finding : subject.findings) {
    if (is_own(&finding) && is_new(finding)) part.failures.push_back(failure_of(finding));
  }
  std::string others;
  for (const Mark& mark : cell.marks) {
    if (std::ranges::none_of(mark.findings, is_own) && mark.glyph != kDeclared)
      others += elsewhere(mark);
  }
  if (!others.empty()) part.failures.push_back({others, ""});
  return part;
}

std::string text_of(const DiffEntry& entry) {
  return fmt::format("{}: {} before, {} now\n", visible_line(entry.test),
                     visible_line(entry.before), visible_line(entry.after));
}

// What is worse than in the baseline; lost coverage comes first.
void add_regressions(ConformancePart& part, const Diff& diff, std::size_t shown) {
  if (!diff.lost.empty()) {
    part.failures.push_back(
        {fmt::format("coverage lost: {}\n  where that is meant: "
                     ".allow_less = {{\"{}\"{}}}\n",
                     visible_line(text_of(diff.lost)), visible_line(diff.lost.front().token()),
                     diff.lost.size() > 1 ? ", ..." : ""),
         ""});
  }
  if (!diff.newly_asked.empty()) {
    part.failures.push_back(
        {fmt::format("{} by a larger budget than the baseline's ({}); only a baseline of this "
                     "budget shows which are regressions\n",
                     counted(diff.newly_asked.size(), "failure"), visible_line(diff.budgets)),
         ""});
  }
  std::vector<const DiffEntry*> worse;
  for (const auto* list : {&diff.newly_failing, &diff.changed}) {
    for (const DiffEntry& entry : *list) {
      if (entry.is_regression) worse.push_back(&entry);
    }
  }
  if (worse.empty()) return;
  std::string text = fmt::format("{} against the baseline:\n", counted(worse.size(), "regression"));
  for (std::size_t i = 0; i < worse.size() && i < shown; ++i) text += "  " + text_of(*worse[i]);
  if (worse.size() > shown) text += fmt::format("  ... and {} more\n", worse.size() - shown);
  part.failures.push_back({text, ""});
}

ConformancePart run_part(const ComparedRun& result, std::size_t shown) {
  ConformancePart part{std::string(kRunPart), true, {}};
  if (result.diff) add_regressions(part, *result.diff, shown);
  const Report& report = result.report;
  if (!report.footer.complete) {
    part.failures.push_back(
        {"the run did not finish, or nothing that it claims was checked\n", ""});
  }
  for (const std::string& error : report.footer.expected_errors) {
    part.failures.push_back({error + "\n", ""});
  }
  return part;
}

}  // namespace

std::string one_line(std::string_view name, const std::string& what) {
  return what.empty() ? "" : fmt::format("     {:9} {}\n", name, what);
}

std::vector<std::string> conformance_parts() {
  std::vector<std::string> names;
  for (const ColumnRow& row : columns()) names.push_back(part_name(row));
  names.emplace_back(kRunPart);
  return names;
}

std::vector<ConformancePart> failed_parts(const std::string& why) {
  std::vector<ConformancePart> parts;
  for (const std::string& name : conformance_parts()) parts.push_back({name, true, {{why, ""}}});
  return parts;
}

std::vector<ConformancePart> parts_of(const ComparedRun& result, std::size_t shown) {
  std::vector<ConformancePart> parts;
  for (const ColumnRow& row : columns()) {
    parts.push_back(column_part(result.report.subjects.front(), row));
  }
  parts.push_back(run_part(result, shown));
  return parts;
}

}  // namespace placemat
