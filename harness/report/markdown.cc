#include "harness/report/markdown.h"

#include <fmt/format.h>

#include "harness/report/matrix.h"
#include "harness/report/strength.h"
#include "harness/report/text.h"
#include "harness/report/verdict.h"

namespace placemat {
namespace {

std::string cell_text(const SubjectResult& subject, Fault family) {
  const Cell cell = cell_of(subject, family);
  if (!cell.marks.empty()) return markdown_code(cell.glyphs(), true);
  return cell.checks == 0 ? "-" : "";
}

std::string table(const std::vector<const SubjectResult*>& subjects) {
  std::string head = "| decoder | judged as |", rule = "|---|---|";
  for (const Fault family : families()) {
    head += fmt::format(" {} |", name_of(family));
    rule += ":-:|";
  }
  std::string out = fmt::format("{}\n{}\n", head, rule);
  for (const SubjectResult* subject : subjects) {
    out += fmt::format("| {} | {} |", markdown_code(subject->decoder, true),
                       escape_markdown(subject->judged_as));
    for (const Fault family : families()) out += fmt::format(" {} |", cell_text(*subject, family));
    out += "\n";
  }
  return out + "\n";
}

// The glyphs that stand in the tables, and what they mean.
std::string legend(const Report& report) {
  std::string used, out;
  for (const SubjectResult& subject : report.subjects) used += glyphs_of(subject);
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
  if (!finding.reason.empty()) {
    out += " Expected: " + escape_markdown(finding.reason);
    if (!finding.link.empty()) out += fmt::format(" {}", escape_markdown(finding.link));
  }
  if (!finding.replay.empty()) out += fmt::format(" {}", markdown_code(finding.replay));
  return out + "\n";
}

std::string finding_list(const std::vector<const SubjectResult*>& subjects) {
  std::string out;
  for (const bool fresh : {true, false}) {
    for (const SubjectResult* subject : subjects) {
      for (const Finding* finding : shown_findings(*subject)) {
        if (is_new(*finding) == fresh) out += finding_item(*finding);
      }
    }
  }
  return out.empty() ? out : fmt::format("## Findings\n\n{}\n", out);
}

std::string strength_table(const StrengthRecord& strength) {
  std::string head = "| family | mutants | equivalent |", rule = "|---|--:|--:|";
  for (const StrengthColumn& column : strength_columns()) {
    head += fmt::format(" {} |", column.title);
    rule += "--:|";
  }
  std::string out =
      fmt::format("## Strength of {}\n\n{}\n{}\n", escape_markdown(strength.subject), head, rule);
  for (const StrengthRecord::Family& family : strength.families) {
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

std::string run_line(const Header& header, const Footer& footer) {
  return fmt::format("placemat {}, budget {}, seed {}, {}; {} (digest {}); {}; ICU {}.\n",
                     escape_markdown(header.tool_version), escape_markdown(header.budget),
                     header.seed, counted(footer.checks, "check"),
                     counted(header.corpus_vectors, "vector"),
                     escape_markdown(header.corpus_digest.substr(0, 12)),
                     escape_markdown(header.compiler), escape_markdown(header.icu_version));
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
  if (!claimed.empty()) out += table(claimed);
  if (!others.empty()) out += "Judged as what they do not claim:\n\n" + table(others);
  out += legend(report) + finding_list(claimed);
  for (const StrengthRecord& strength : report.strength) out += strength_table(strength);
  return out + run_line(report.header, report.footer);
}

}  // namespace placemat
