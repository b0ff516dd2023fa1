#include "harness/report/views/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/isolation/sandbox.h"
#include "harness/report/matrix.h"
#include "harness/report/text.h"
#include "harness/report/views/certificate.h"
#include "harness/report/views/fuzz_benchmark.h"
#include "harness/report/views/fuzzing.h"
#include "harness/report/views/machine_sentence.h"
#include "harness/report/views/speed.h"
#include "harness/report/views/subjects.h"
#include "harness/report/views/table.h"
#include "harness/report/views/verdict.h"

namespace placemat {
namespace {

constexpr std::size_t kColumn = 7;        // of the grid
constexpr std::size_t kNarrowColumn = 4;  // where that would be wider than a line
constexpr std::size_t kLongestSeen = 60;

// Escape sequences of ECMA-48, or nothing.
class SummaryPaint {
 public:
  explicit SummaryPaint(bool color) : color_(color) {}
  std::string operator()(std::string_view code, const std::string& text) const {
    return color_ && !text.empty() ? fmt::format("\x1B[{}m{}\x1B[0m", code, text) : text;
  }
  std::string glyph(char glyph) const {
    const std::string text(1, glyph);
    switch (glyph) {
      case '!':
      case 'M':
      case 'T':
        return (*this)("1;97;41", text);
      case 'A':
      case 'R':
      case 'V':
        return (*this)("1;31", text);
      case kDeclared:
        return (*this)("33", text);
      default:
        return (*this)("1;35", text);
    }
  }

 private:
  bool color_;
};

// Cut to `width` characters of ASCII; a longer text ends in "...".
std::string shortened(const std::string& text, std::size_t width) {
  std::string line = visible_line(text);
  if (line.size() <= width) return line;
  std::size_t at = width - 3;
  while (at > 0 && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) --at;
  return fmt::format("{}...", line.substr(0, at));
}

// `text` behind `first`, which fills `margin` columns; wrapped on a narrow terminal only, because
// a script looks for whole lines.
std::string hanging(const std::string& first, std::size_t margin, const std::string& text) {
  if (!is_narrow()) return first + text + '\n';
  std::string out = first;
  std::string_view gap;
  const std::string blanks(margin, ' ');
  for (const std::string& line : wrapped(text, text_width() - margin)) {
    out.append(gap).append(line) += '\n';
    gap = blanks;
  }
  return out;
}

// The columns of the grid and their widths.
struct Grid {
  std::vector<ColumnRow> columns;
  std::size_t name = 7, column = kColumn;

  // Columns that are too narrow for their names have numbers, which the legend explains.
  bool has_numbers() const { return column == kNarrowColumn; }
};

Grid grid_of(const Report& report) {
  Grid grid{shown_columns(report)};
  for (const DecoderResult& subject : report.subjects) {
    grid.name = std::max(grid.name, visible_line(subject.decoder).size());
  }
  const std::size_t wide = grid.name + grid.columns.size() * kColumn;
  if (!is_narrow() && wide <= text_width()) return grid;
  grid.column = kNarrowColumn;
  const std::size_t cells = grid.columns.size() * kNarrowColumn;
  if (is_narrow()) grid.name = std::min(grid.name, text_width() - std::min(text_width(), cells));
  return grid;
}

std::string grid_head(const Grid& grid) {
  std::string upper(grid.name, ' '), lower = upper, numbers = upper;
  for (std::size_t i = 0; i < grid.columns.size(); ++i) {
    numbers += fmt::format("{:>{}}", i + 1, kNarrowColumn);
    upper += fmt::format("{:>{}}", grid.columns[i].upper, kColumn);
    lower += fmt::format("{:>{}}", grid.columns[i].lower, kColumn);
  }
  return grid.has_numbers() ? numbers + '\n' : fmt::format("{}\n{}\n", upper, lower);
}

std::string grid_cell(const Cell& cell, std::size_t width, const SummaryPaint& paint) {
  if (cell.marks.empty()) {
    return fmt::format("{:>{}}", "", width - 1) + paint("2", cell.checks == 0 ? "-" : ".");
  }
  const std::string glyphs = cell.glyphs().substr(0, width - 1);
  std::string out(width - glyphs.size(), ' ');
  for (const char glyph : glyphs) out += paint.glyph(glyph);
  return out;
}

std::string grid_row(const DecoderResult& subject, const Grid& grid, const SummaryPaint& paint) {
  std::string out = fmt::format("{:<{}}", shortened(subject.decoder, grid.name), grid.name);
  for (const ColumnRow& row : grid.columns)
    out += grid_cell(cell_of(subject, row.column), grid.column, paint);
  return out + '\n';
}

// With more rows than this, those that are as expected are hidden.
constexpr std::size_t kMostRows = 40;

std::string claimed_rows(const Report& report, const Grid& grid, const SummaryPaint& paint) {
  const auto claimed = claimed_subjects(report);
  std::string out;
  std::size_t hidden = 0;
  for (const DecoderResult* subject : claimed) {
    if (claimed.size() > kMostRows && standing_of(*subject) == Standing::kConforms) {
      ++hidden;
    } else {
      out += grid_row(*subject, grid, paint);
    }
  }
  if (hidden > 0) {
    out += paint("2", fmt::format("and {} with everything as expected", counted(hidden, "other")));
    out += '\n';
  }
  return out;
}

std::string table(const Report& report, const Grid& grid, const SummaryPaint& paint) {
  const auto others = contrasts(report);
  std::string out = grid_head(grid) + claimed_rows(report, grid, paint);
  if (!others.empty()) {
    out += paint("2", "judged as what they do not claim, for contrast:");
    out += '\n';
  }
  for (const DecoderResult* subject : others) out += grid_row(*subject, grid, paint);
  return out;
}

std::string legend(const Report& report, const Grid& grid, const SummaryPaint& paint) {
  std::string used, out;
  for (const DecoderResult& subject : report.subjects) used += glyphs_of(subject);
  for (const Glyph& glyph : glyphs()) {
    if (used.find(glyph.glyph) == std::string::npos) continue;
    out += hanging(fmt::format("  {} ", paint.glyph(glyph.glyph)), 4, std::string(glyph.meaning));
  }
  out += "  . as expected   - nothing checked\n";
  if (!grid.has_numbers()) return out;
  std::string names;
  for (std::size_t i = 0; i < grid.columns.size(); ++i) {
    names += fmt::format("{}{} {}", i == 0 ? "" : ", ", i + 1, grid.columns[i].name);
  }
  return out + paragraph("  ", names);
}

std::string finding_lines(const Finding& finding, const SummaryPaint& paint) {
  const auto detail = [](std::string_view name, const std::string& text) {
    return hanging(fmt::format("      {:<9}", name), 15, text);
  };
  std::string out =
      hanging(fmt::format("  {} {:<8} ", paint.glyph(shown_glyph(finding)),
                          is_new(finding) ? "new" : "known"),
              13,
              fmt::format("{} {}: {}", visible_line(finding.decoder), row_of(finding.kind).name,
                          shortened(input_of(finding), kLongestSeen)));
  out += detail("expected", shortened(finding.expected, kLongestSeen));
  out += detail("seen", shortened(finding.seen, kLongestSeen));
  if (!finding.pattern.empty()) out += detail("where", finding.pattern);
  if (!finding.symptoms.empty()) {
    out += detail("and", counted(finding.symptoms.size(), "symptom") + " of the same cause");
  }
  // A command stays one line, so that it can be copied.
  if (is_new(finding) && !finding.replay.empty()) {
    out += fmt::format("      {}\n", visible_line(finding.replay));
  }
  return out;
}

// New ones first, of these the worst; those with a reason only when there is room left.
std::vector<const Finding*> by_weight(const Report& report) {
  std::vector<const Finding*> all;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    const std::vector<const Finding*> some = shown_findings(*subject);
    all.insert(all.end(), some.begin(), some.end());
  }
  std::ranges::stable_sort(all, {}, [](const Finding* finding) {
    return std::pair(!is_new(*finding), severity_of(finding->kind));
  });
  return all;
}

std::string findings(const Report& report, const SummaryOptions& options,
                     const SummaryPaint& paint) {
  const std::vector<const Finding*> listed_findings = by_weight(report);
  std::string out;
  const std::size_t shown = std::min(options.findings, listed_findings.size());
  for (std::size_t i = 0; i < shown; ++i) out += finding_lines(*listed_findings[i], paint);
  if (const std::size_t left = listed_findings.size() - shown; left > 0) {
    const auto is_fresh = [](const Finding* finding) { return is_new(*finding); };
    const auto fresh = std::count_if(listed_findings.begin() + static_cast<std::ptrdiff_t>(shown),
                                     listed_findings.end(), is_fresh);
    out += fmt::format("  and {} more, {} of them new\n", left, fresh);
  }
  return out.empty() ? out : fmt::format("\n{}", out);
}

std::string headline(const Report& report, const SummaryPaint& paint) {
  const Verdict verdict = verdict_of(report);
  const auto painted = [&](std::string_view code, const std::string& text) {
    std::string lines = hanging("", 0, visible_line(text));
    lines.pop_back();
    return paint(code, lines) + '\n';
  };
  std::string out = painted(verdict.is_clean ? "1;32" : "1;31", verdict.sentence);
  for (const std::string& caveat : verdict.caveats) out += painted("31", caveat);
  for (const std::string& error : report.footer.expected_errors) {
    out += hanging("  ", 2, visible_line(error));
  }
  for (const std::string& note : verdict.notes) out += hanging("", 0, visible_line(note));
  return out;
}

// One external decoder as a sentence, several as a table.
std::string externals(const Report& report) {
  if (report.externals.empty()) return {};
  if (report.externals.size() > 1) {
    return fmt::format("\n{}\n", to_text(external_table(report, true))) +
           hanging("", 0, external_sentence(report));
  }
  const ExternalRecord& one = report.externals.front();
  std::string out = "\n" + paragraph("identified: ", identity_text(one));
  for (const std::string& line : description_lines(one.sentence, one.against)) {
    out += hanging(std::string(12, ' '), 12, line);
  }
  for (const MachineRecord& machine : report.machines) {
    out += paragraph("machine:    ", machine_sentence(machine));
    for (const std::string& line : machine.learned.differences) {
      out += hanging(std::string(12, ' '), 12, visible_line(line));
    }
  }
  return out;
}

std::string line_of_not_asked(const Report& report) {
  std::string out;
  for (const NotTested& one : not_tested_of(report)) {
    constexpr std::size_t kMostNamed = 6;
    const std::string decoders = one.decoders.size() <= kMostNamed
                                     ? listed(one.decoders)
                                     : counted(one.decoders.size(), "decoder");
    out += paragraph("not asked:  ", visible_line(fmt::format("{} ({})", one.what, decoders)));
  }
  return out.empty() ? out : "\n" + out;
}

// What is not in force stands in the headline.
std::string isolation(const Report& report) {
  std::string out;
  for (const std::string& line : report.header.isolation) {
    if (!line.starts_with(kNotInForce)) out += hanging("  isolation: ", 13, visible_line(line));
  }
  return out.empty() ? out : "\n" + out;
}

std::string run_line(const Report& report) {
  std::string not_run;
  for (const SourceRecord& source : report.sources) {
    if (source.not_run.empty()) continue;
    not_run +=
        fmt::format("{}{}", not_run.empty() ? "; not run: " : ", ", visible_line(source.name));
  }
  return hanging(
      "", 0,
      fmt::format("{}, budget {}, seed {}, {:.1f} s{}", counted(report.footer.checks, "check"),
                  visible_line(report.header.budget), report.header.seed, report.header.run.seconds,
                  not_run));
}

}  // namespace

std::string render_summary(const Report& report, const SummaryOptions& options) {
  const SummaryPaint paint(options.color);
  if (options.only_verdict) return headline(report, paint);
  std::string certificates;
  for (const Certificate& one : report.certificates) certificates += certificate_text(one) + "\n";
  if (report.subjects.empty() && !certificates.empty()) return certificates + run_line(report);
  std::string out = headline(report, paint);
  if (!report.subjects.empty()) {
    out += '\n';
    const Grid grid = grid_of(report);
    out += table(report, grid, paint) + legend(report, grid, paint);
  }
  out += findings(report, options, paint);
  out += externals(report);
  out += line_of_not_asked(report);
  out += isolation(report);
  if (!certificates.empty()) out += '\n';
  out += certificates;
  for (const FuzzingRecord& one : report.fuzzing) out += "\n" + fuzzing_text(one);
  for (const SpeedRecord& one : report.speed) out += "\n" + speed_text(one);
  for (const FuzzBenchmarkRecord& one : report.fuzz_benchmarks)
    out += "\n" + fuzz_benchmark_text(one);
  out += '\n';
  return out + run_line(report);
}

std::string render_summary_json(const Report& report) {
  using OrderedJson = nlohmann::ordered_json;
  const Verdict verdict = verdict_of(report);
  OrderedJson decoders = OrderedJson::array();
  for (const auto& subjects : {claimed_subjects(report), contrasts(report)}) {
    for (const DecoderResult* subject : subjects) {
      const auto fresh = std::count_if(subject->findings.begin(), subject->findings.end(), is_new);
      decoders.push_back({{"decoder", subject->decoder},
                          {"judged_as", subject->judged_as},
                          {"claimed", subject->claimed},
                          {"checks", checks_of(*subject)},
                          {"findings", subject->findings.size()},
                          {"new", fresh}});
    }
  }
  const OrderedJson json{{"verdict", verdict.sentence},
                         {"clean", verdict.is_clean},
                         {"complete", report.footer.complete},
                         {"caveats", verdict.caveats},
                         {"notes", verdict.notes},
                         {"expected_errors", report.footer.expected_errors},
                         {"decoders", decoders}};
  return json.dump(2, ' ', true, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace placemat
