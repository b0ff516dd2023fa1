#include "harness/report/views/markdown.h"

#include <fmt/format.h>

#include "harness/report/matrix.h"
#include "harness/report/strength.h"
#include "harness/report/text.h"
#include "harness/report/views/fuzz_benchmark.h"
#include "harness/report/views/fuzzing.h"
#include "harness/report/views/machine_sentence.h"
#include "harness/report/views/provenance.h"
#include "harness/report/views/speed.h"
#include "harness/report/views/subjects.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

std::string cell_text(const DecoderResult& subject, Column column) {
  const Cell cell = cell_of(subject, column);
  if (!cell.marks.empty()) return markdown_code(cell.glyphs(), true);
  return cell.checks == 0 ? "-" : "";
}

std::string table(const std::vector<const DecoderResult*>& subjects,
                  const std::vector<ColumnRow>& columns) {
  std::string head = "| decoder | judged as |", rule = "|---|---|";
  for (const ColumnRow& row : columns) {
    head += fmt::format(" {} |", row.name);
    rule += ":-:|";
  }
  std::string out = fmt::format("{}\n{}\n", head, rule);
  for (const DecoderResult* subject : subjects) {
    out += fmt::format("| {} | {} |", markdown_code(subject->decoder, true),
                       escape_markdown(subject->judged_as));
    for (const ColumnRow& row : columns)
      out += fmt::format(" {} |", cell_text(*subject, row.column));
    out += "\n";
  }
  return out + "\n";
}

// The glyphs that occur in the tables, and their meanings.
std::string legend(const Report& report) {
  std::string used, out;
  for (const DecoderResult& subject : report.subjects) used += glyphs_of(subject);
  for (const Glyph& glyph : glyphs()) {
    if (used.find(glyph.glyph) == std::string::npos) continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : "; ",
                       markdown_code(std::string_view(&glyph.glyph, 1)), glyph.meaning);
  }
  return out.empty() ? out : out + "; empty: as expected; -: nothing checked.\n\n";
}

std::string finding_item(const Finding& finding) {
  const char glyph = shown_glyph(finding);
  std::string out = fmt::format("- {} **{}** {} {}: expected {}; seen {}. {}.",
                                markdown_code(std::string_view(&glyph, 1)),
                                row_of(finding.kind).name, escape_markdown(finding.decoder),
                                markdown_code(input_of(finding)), markdown_code(finding.expected),
                                markdown_code(finding.seen), escape_markdown(finding.clause));
  if (!finding.pattern.empty()) out += fmt::format(" Where: {}.", escape_markdown(finding.pattern));
  if (!finding.symptoms.empty()) {
    out += fmt::format(" {} of the same cause.", counted(finding.symptoms.size(), "symptom"));
  }
  if (!finding.reason.empty()) {
    out += " Expected: " + escape_markdown(finding.reason);
    if (!finding.link.empty()) out += fmt::format(" {}", escape_markdown(finding.link));
  }
  if (!finding.replay.empty()) out += fmt::format(" {}", markdown_code(finding.replay));
  return out + "\n";
}

std::string finding_list(const std::vector<const DecoderResult*>& subjects) {
  std::string out;
  for (const bool fresh : {true, false}) {
    for (const DecoderResult* subject : subjects) {
      for (const Finding* finding : shown_findings(*subject)) {
        if (is_new(*finding) == fresh) out += finding_item(*finding);
      }
    }
  }
  return out.empty() ? out : fmt::format("## Findings\n\n{}\n", out);
}

std::string strength_table(const Strength& strength) {
  std::string head = "| family | mutants | equivalent |", rule = "|---|--:|--:|";
  for (const StrengthColumn& column : strength_columns()) {
    head += fmt::format(" {} |", column.title);
    rule += "--:|";
  }
  std::string out =
      fmt::format("## Strength of {}\n\n{}\n{}\n", escape_markdown(strength.subject), head, rule);
  for (const FamilyStrength& family : strength.families) {
    out += fmt::format("| {} | {} | {} |", escape_markdown(family.name), grouped(family.mutants),
                       family.is_automaton ? grouped(family.equivalent) : "");
    for (const StrengthColumn& column : strength_columns()) {
      out += fmt::format(" {} |", share_text(find_tally(family, column.how)));
    }
    out += "\n";
  }
  out += fmt::format("\n{}\n\n", set_text(strength));
  for (const std::string& family : uncovered_families(strength)) {
    out += fmt::format("No vector covers the family {}.\n\n", escape_markdown(family));
  }
  return out;
}

std::string machine_list(const Report& report) {
  if (report.machines.empty()) return {};
  std::string out = "## Machines\n\n";
  for (const MachineRecord& machine : report.machines) {
    out += fmt::format("- {}: {}\n", markdown_code(machine.decoder),
                       escape_markdown(machine_sentence(machine)));
    for (const std::string& line : machine.learned.differences) {
      out += fmt::format("  - {}\n", escape_markdown(line));
    }
  }
  return out + "\n";
}

std::string not_asked(const Report& report) {
  std::string out;
  for (const NotTested& one : not_tested_of(report)) {
    std::vector<std::string> decoders;
    for (const std::string& decoder : one.decoders) decoders.push_back(markdown_code(decoder));
    out += fmt::format("- {}: {}\n", escape_markdown(one.what), listed(decoders));
  }
  return out.empty() ? out : fmt::format("## Not asked\n\n{}\n", out);
}

std::string isolation(const Header& header) {
  std::string out;
  for (const std::string& line : header.isolation)
    out += fmt::format("- {}\n", escape_markdown(line));
  return out.empty() ? out : fmt::format("## Isolation\n\n{}\n", out);
}

// Rows with findings first; when there are many, the others are folded.
std::string folded_table(const std::vector<const DecoderResult*>& subjects,
                         const std::vector<ColumnRow>& columns) {
  constexpr std::size_t kAtAGlance = 30;
  std::vector<const DecoderResult*> first, rest;
  for (const StandingGroup& group : by_standing(subjects)) {
    const bool folds = subjects.size() > kAtAGlance && group.standing == Standing::kConforms;
    auto& list = folds ? rest : first;
    list.insert(list.end(), group.subjects.begin(), group.subjects.end());
  }
  std::string out = first.empty() ? std::string() : table(first, columns);
  if (rest.empty()) return out;
  return out + fmt::format("<details><summary>{} as expected</summary>\n\n{}</details>\n\n",
                           counted(rest.size(), "decoder"), table(rest, columns));
}

std::string run_line(const Header& header, const Footer& footer) {
  return fmt::format("placemat {}, budget {}, seed {}, {}; {} (digest {}); {}; ICU {}.\n",
                     escape_markdown(header.tool_version), escape_markdown(header.budget),
                     header.seed, counted(footer.checks, "check"),
                     counted(header.corpus_vectors, "vector"),
                     escape_markdown(header.corpus_digest.substr(0, 12)),
                     escape_markdown(header.compiler), escape_markdown(header.icu_version));
}

// Folded, because a pull request shows it whole.
std::string provenance(const Header& header) {
  std::string out = "\n<details><summary>Provenance</summary>\n\n";
  for (const ProvenanceRow& row : provenance_of(header)) {
    const std::string value = row.name == "command" ? markdown_code(visible_line(row.value))
                                                    : escape_markdown(visible_line(row.value));
    out += fmt::format("- {}: {}\n", row.name, value);
  }
  return out + "\n</details>\n";
}

}  // namespace

std::string render_markdown(const Report& report) {
  const Verdict verdict = verdict_of(report);
  const auto claimed = claimed_subjects(report);
  const auto others = contrasts(report);
  std::string out = fmt::format("# placemat\n\n**{}**\n\n", escape_markdown(verdict.sentence));
  for (const std::string& caveat : verdict.caveats) out += escape_markdown(caveat) + "\n\n";
  for (const std::string& error : report.footer.expected_errors) {
    out += fmt::format("- {}\n", escape_markdown(error));
  }
  if (!report.footer.expected_errors.empty()) out += "\n";
  for (const std::string& note : verdict.notes) out += escape_markdown(note) + "\n\n";
  out += external_markdown(report) + machine_list(report);
  if (!report.externals.empty() && !claimed.empty()) out += "## Matrix\n\n";
  const std::vector<ColumnRow> columns = shown_columns(report);
  out += folded_table(claimed, columns);
  if (!others.empty()) out += "Judged as what they do not claim:\n\n" + table(others, columns);
  out += legend(report) + finding_list(claimed);
  for (const Strength& strength : report.strength) out += strength_table(strength);
  for (const FuzzingRecord& fuzzing : report.fuzzing) out += fuzzing_markdown(fuzzing);
  for (const SpeedRecord& speed : report.speed) out += speed_markdown(speed);
  for (const FuzzBenchmarkRecord& one : report.fuzz_benchmarks) out += fuzz_benchmark_markdown(one);
  out += not_asked(report) + isolation(report.header);
  return out + run_line(report.header, report.footer) + provenance(report.header);
}

extern const ViewRow kMarkdownView;
const ViewRow kMarkdownView{.name = "markdown",
                            .summary = "for a pull request",
                            .file = "report.md",
                            .render = render_markdown};

}  // namespace placemat
