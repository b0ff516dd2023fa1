#include "harness/report/views/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/matrix.h"
#include "harness/report/merge.h"
#include "harness/report/text.h"
#include "harness/report/views/provenance.h"
#include "harness/report/views/subjects.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

enum class Outcome { kPassed, kFailed, kSkipped, kError };

// One <testsuite>, counted as it grows.
class Suite {
 public:
  explicit Suite(std::string_view name) : name_(name) {}

  void state(std::string_view property, std::string_view value) {
    properties_ += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", property,
                               escape_markup(visible_line(value)));
  }

  void add(std::string_view test, Outcome outcome, std::string_view message = {},
           std::string_view text = {}) {
    ++counts_[static_cast<std::size_t>(outcome)];
    cases_ += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escape_markup(name_),
                          escape_markup(visible_line(test)));
    if (outcome == Outcome::kPassed) {
      cases_ += "/>\n";
      return;
    }
    constexpr std::string_view kElements[] = {"", "failure", "skipped", "error"};
    cases_ += fmt::format(">\n      <{0} message=\"{1}\">{2}</{0}>\n    </testcase>\n",
                          kElements[static_cast<std::size_t>(outcome)],
                          escape_markup(visible_line(message)), escape_markup(text));
  }
  std::uint64_t count(Outcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }
  std::uint64_t tests() const { return counts_[0] + counts_[1] + counts_[2] + counts_[3]; }
  std::string markup() const {
    return fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}{}"
        "  </testsuite>\n",
        escape_markup(name_), tests(), count(Outcome::kFailed), count(Outcome::kError),
        count(Outcome::kSkipped),
        properties_.empty() ? "" : "    <properties>\n" + properties_ + "    </properties>\n",
        cases_);
  }

 private:
  std::string name_, properties_, cases_;
  std::uint64_t counts_[4] = {};
};

std::string describe(const Finding& finding) {
  std::string symptoms;
  for (const Symptom& symptom : finding.symptoms) {
    symptoms += fmt::format("symptom:  {} {}\n", row_of(symptom.kind).name, symptom.minimal);
  }
  return fmt::format(
      "{}\nexpected: {}\nseen:     {}\nas:       {}\nclause:   {}\neffect:   {}\nreplay:   {}\n{}",
      row_of(finding.kind).summary, finding.expected, finding.seen, finding.judged_as,
      finding.clause, finding.effect, finding.replay, symptoms);
}

// Each finding is one test case, and each new one the only failure of its kind in the file.
void add_finding(Suite& suite, const Finding& finding) {
  const std::string name = fmt::format("{}: {}: {}", row_of(column_of(finding)).name,
                                       row_of(finding.kind).name, input_of(finding));
  if (is_new(finding)) {
    suite.add(name, Outcome::kFailed,
              fmt::format("expected {}; seen {}", finding.expected, finding.seen),
              describe(finding));
  } else {
    const std::string link = finding.link.empty() ? "" : fmt::format(" ({})", finding.link);
    suite.add(name, Outcome::kSkipped, "expected: " + finding.reason + link, describe(finding));
  }
}

// A mark whose finding is listed in another column: it failed there once. Named here, so that no
// column with a mark passes.
void add_elsewhere(Suite& suite, const DecoderResult& subject, const ColumnRow& column,
                   const Mark& mark) {
  std::string kinds;
  for (const Kind kind : mark.kinds) {
    kinds += (kinds.empty() ? "" : ", ") + std::string(row_of(kind).name);
  }
  const std::string name = fmt::format("{}: {}", column.name, kinds);
  const std::string checks = counted(mark.checks, "failed check");
  if (!mark.findings.empty()) {
    const Finding& finding = *mark.findings[0];
    suite.add(name, Outcome::kSkipped,
              fmt::format("{}, as under {}: {}", checks, row_of(column_of(finding)).name,
                          input_of(finding)));
  } else if (!subject.findings.empty()) {
    suite.add(name, Outcome::kSkipped, fmt::format("{}, such as {}", checks, mark.alone));
  } else {
    suite.add(name, Outcome::kError,
              fmt::format("{} without a finding, such as {}", checks, mark.alone));
  }
}

void add_column(Suite& suite, const DecoderResult& subject, const ColumnRow& column) {
  const Cell cell = cell_of(subject, column.column);
  if (cell.marks.empty()) {
    const std::string name =
        fmt::format("{}: {}", column.name, cell.checks == 0 ? "nothing checked" : "as expected");
    suite.add(name, cell.checks == 0 ? Outcome::kSkipped : Outcome::kPassed,
              "nothing checked, or not claimed");
    return;
  }
  const auto is_own = [&](const Finding* finding) { return column_of(*finding) == column.column; };
  for (const Finding& finding : subject.findings) {
    if (is_own(&finding)) add_finding(suite, finding);
  }
  for (const Mark& mark : cell.marks) {
    if (std::ranges::none_of(mark.findings, is_own)) add_elsewhere(suite, subject, column, mark);
  }
}

Suite subject_suite(const DecoderResult& subject) {
  Suite suite(subject.decoder);
  for (const ColumnRow& column : columns()) add_column(suite, subject, column);
  if (standing_of(subject) == Standing::kUnchecked) {
    suite.add("checks", Outcome::kError, "nothing was checked");
  }
  return suite;
}

// No known profile is a fact and no failure; only claims can fail.
Suite external_suite(const Report& report) {
  Suite suite("placemat audit");
  for (const ExternalRow& row : external_rows(report)) {
    const ExternalRecord& external = *row.external;
    std::string text = identity_text(external);
    if (!external.sentence.empty()) text += "; " + visible_line(external.sentence);
    if (!row.survived.empty()) text += "; survived " + row.survived;
    if (!external.profiles.empty() && !external.trouble.empty()) text += "; " + external.trouble;
    suite.add("identified: " + external.decoder,
              is_explained(external) ? Outcome::kPassed : Outcome::kSkipped, text, text);
  }
  return suite;
}

// The run itself: its completion, the oracle, the expected list, absent decoders. What is wrong
// with it is an error, because a failure is a finding.
Suite run_suite(const Report& report) {
  Suite suite("placemat");
  for (const ProvenanceRow& row : provenance_of(report.header)) suite.state(row.name, row.value);
  const std::string missing = missing_text(report.header.shard);
  suite.add("run: complete", report.footer.complete ? Outcome::kPassed : Outcome::kError,
            report.footer.interrupted ? "interrupted"
            : missing.empty()         ? "no footer: the run did not finish"
                                      : missing);
  for (const OracleRecord& oracle : report.oracles) {
    suite.add("oracle: " + oracle.question,
              oracle.unexplained.empty() ? Outcome::kPassed : Outcome::kError,
              fmt::format("{} that no divergence explains",
                          counted(oracle.unexplained.size(), "disagreement")),
              listed(oracle.unexplained));
  }
  for (const std::string& error : report.footer.expected_errors) {
    suite.add("expected list: " + error, Outcome::kError, error);
  }
  for (const AbsentRecord& absent : report.absent) {
    suite.add("absent: " + absent.name, Outcome::kSkipped, "absent: " + absent.subject);
  }
  for (const std::string& line : not_in_force(report.header)) {
    suite.add("isolation: " + line, Outcome::kSkipped, line);
  }
  for (const NotTested& one : not_tested_of(report)) {
    suite.add("not asked: " + one.what, Outcome::kSkipped,
              "of " + counted(one.decoders.size(), "decoder"), listed(one.decoders));
  }
  return suite;
}

}  // namespace

std::string render_junit(const Report& report) {
  std::vector<Suite> suites{run_suite(report)};
  if (!report.externals.empty()) suites.push_back(external_suite(report));
  for (const DecoderResult* subject : claimed_subjects(report)) {
    suites.push_back(subject_suite(*subject));
  }
  std::uint64_t tests = 0, failures = 0, errors = 0;
  std::string body;
  for (const Suite& suite : suites) {
    tests += suite.tests();
    failures += suite.count(Outcome::kFailed);
    errors += suite.count(Outcome::kError);
    body += suite.markup();
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"placemat\" tests=\"{}\" "
      "failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n{}</testsuites>\n",
      tests, failures, errors, report.header.run.seconds, body);
}

extern const ViewRow kJunitView;
const ViewRow kJunitView{.name = "junit",
                         .summary = "XML for a CI server",
                         .file = "report.junit.xml",
                         .render = render_junit};

}  // namespace placemat
