#include "harness/report/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include "harness/bytes/bytes.h"
#include "harness/bytes/error.h"

namespace placemat {
namespace {

constexpr std::array<Glyph, 11> kGlyphs{{
    {'!', "crash", "crashed"},
    {'M', "memory", "read or wrote outside its buffers, or miscounted their room"},
    {'T', "hang", "did not come to an end"},
    {'A', "accepts", "accepted what is ill-formed"},
    {'R', "rejects", "rejected what is well-formed"},
    {'V', "value", "emitted a wrong value"},
    {'#', "count", "emitted a wrong number of replacements or values"},
    {'@', "offset", "stated a wrong error offset or length"},
    {'~', "state", "depends on chunks, on what it was asked before, on errno or on the thread"},
    {'|', "position", "depends on what stands before or behind"},
    {kDeclared, "declared", "differs, and the expected list says why"},
}};

std::size_t gravity(char glyph) {
  for (std::size_t i = 0; i < kGlyphs.size(); ++i) {
    if (kGlyphs[i].glyph == glyph) return i;
  }
  return kGlyphs.size();
}

// What a kind is about. A misuse of memory, or a call without an answer, is about the call and,
// where a plain call shows it, about the input too.
enum class About : std::uint8_t { kInput, kCall, kBoth, kPresentation };

About about(Kind kind) {
  switch (kind) {
    case Kind::kDependsOnChunks:
    case Kind::kDependsOnPosition:
      return About::kPresentation;
    case Kind::kKeepsState:
    case Kind::kNondeterministic:
    case Kind::kDependsOnEnvironment:
    case Kind::kWrongCapacity:
    case Kind::kCorruptsProcess:
    case Kind::kBreaksProtocol:
      return About::kCall;
    default:
      return shows_in(kind) == ShowsIn::kAnswer ? About::kInput : About::kBoth;
  }
}

bool is_about_input(Kind kind) {
  return about(kind) == About::kInput || about(kind) == About::kBoth;
}

Column column_of_input(const Finding& finding) {
  try {
    const auto only = only_error_class_of(parse_units(finding.minimal).bytes);
    return only ? column_of(*only) : Column::kSeveral;
  } catch (const InputError&) {
    return column_of(finding.error_class);  // a text too long to be written out
  }
}

bool has_kind(const Finding& finding, Kind kind) {
  return finding.kind == kind ||
         std::ranges::find(finding.symptoms, kind, &Symptom::kind) != finding.symptoms.end();
}

Mark& mark_for(std::vector<Mark>& marks, char glyph) {
  const auto found = std::ranges::find(marks, glyph, &Mark::glyph);
  return found != marks.end() ? *found : marks.emplace_back(Mark{glyph, {}, {}});
}

void add_kind(Mark& mark, Kind kind, std::uint64_t checks) {
  if (std::ranges::find(mark.kinds, kind) != mark.kinds.end()) return;
  mark.kinds.push_back(kind);
  mark.checks += checks;
}

// What fails is expected where every finding of its kind is.
bool is_declared(const DecoderResult& subject, Kind kind) {
  const auto is_of_kind = [&](const Finding& finding) { return has_kind(finding, kind); };
  const auto is_open = [&](const Finding& finding) {
    return is_of_kind(finding) && finding.reason.empty();
  };
  return std::ranges::any_of(subject.findings, is_of_kind) &&
         std::ranges::none_of(subject.findings, is_open);
}

void add_findings(const DecoderResult& subject, Column column, Cell& cell) {
  for (const Finding& finding : subject.findings) {
    if (!marks(finding, column)) continue;
    Mark& mark = mark_for(cell.marks, shown_glyph(finding));
    mark.findings.push_back(&finding);
    add_kind(mark, finding.kind, class_of(column) ? 0 : finding.checks);
  }
}

// Only ever another way in which the cause of a finding shows.
bool is_symptom(const DecoderResult& subject, Kind kind) {
  const auto own = std::ranges::find(subject.findings, kind, &Finding::kind);
  return own == subject.findings.end() &&
         std::ranges::any_of(subject.findings,
                             [&](const Finding& finding) { return has_kind(finding, kind); });
}

// The mark that a failure of a class without a glyph of its own stands under, or null: that of the
// finding of the class that has it, or, for a symptom, that of anything graver.
Mark* mark_above(const DecoderResult& subject, Kind kind, Cell& cell) {
  for (Mark& mark : cell.marks) {
    const auto has = [&](const Finding* finding) { return has_kind(*finding, kind); };
    if (std::ranges::any_of(mark.findings, has)) return &mark;
  }
  if (cell.marks.empty() || !is_symptom(subject, kind)) return nullptr;
  const auto weight = [](const Mark& mark) { return gravity(mark.glyph); };
  Mark& gravest = *std::ranges::min_element(cell.marks, {}, weight);
  return weight(gravest) < gravity(row_of(kind).glyph) ? &gravest : nullptr;
}

// Failures of a class, whose cause may have a plainer input in another class.
void add_alone(const DecoderResult& subject, const ErrorClassTally& tally, Cell& cell) {
  std::vector<std::pair<Kind, std::string>> alone(tally.alone.begin(), tally.alone.end());
  std::erase_if(alone, [](const auto& one) { return !is_about_input(one.first); });
  std::ranges::stable_sort(alone, {},
                           [](const auto& one) { return gravity(row_of(one.first).glyph); });
  for (const auto& [kind, input] : alone) {
    Mark* mark = mark_above(subject, kind, cell);
    if (mark == nullptr) {
      mark = &mark_for(cell.marks, is_declared(subject, kind) ? kDeclared : row_of(kind).glyph);
      if (mark->findings.empty() && (mark->alone.empty() || input.size() < mark->alone.size()))
        mark->alone = input;
    }
    const auto checks = tally.kinds.find(kind);
    add_kind(*mark, kind, 0);
    mark->checks += checks == tally.kinds.end() ? 0 : checks->second;
  }
}

const SourceTally* encoder_tally(const DecoderResult& subject) {
  const auto found = std::ranges::find(subject.sources, "encode", &SourceTally::source);
  return found == subject.sources.end() ? nullptr : &*found;
}

// The checks that a column is about; those of calls and presentations are all that decode.
std::uint64_t checks_of(const DecoderResult& subject, Column column) {
  if (const auto error_class = class_of(column))
    return subject.error_classes[static_cast<std::size_t>(*error_class)].checks;
  const SourceTally* encoder = encoder_tally(subject);
  const std::uint64_t encoded = encoder == nullptr ? 0 : encoder->checks;
  if (column == Column::kEncoder) return encoded;
  std::uint64_t left = checks_of(subject) - encoded;
  if (column != Column::kSeveral) return left;
  for (const ErrorClassTally& tally : subject.error_classes) left -= std::min(left, tally.checks);
  return left;
}

std::vector<const DecoderResult*> in_shown_order(const Report& report, bool claimed) {
  std::vector<const DecoderResult*> subjects;
  for (const DecoderResult& subject : report.subjects) {
    if (subject.claimed == claimed) subjects.push_back(&subject);
  }
  std::sort(subjects.begin(), subjects.end(), [](const auto* a, const auto* b) {
    return std::tie(a->decoder, a->judged_as) < std::tie(b->decoder, b->judged_as);
  });
  return subjects;
}

std::string input_text(const std::string& minimal, const std::string& conditions) {
  if (conditions.empty()) return minimal.empty() ? "(nothing)" : minimal;
  return fmt::format("{}{}({})", minimal, minimal.empty() ? "" : " ", conditions);
}

}  // namespace

std::span<const Glyph> glyphs() { return kGlyphs; }
const Glyph& glyph_row(char glyph) { return kGlyphs[std::min(gravity(glyph), kGlyphs.size() - 1)]; }

bool is_new(const Finding& finding) { return finding.claimed && finding.reason.empty(); }

char shown_glyph(const Finding& finding) {
  return finding.reason.empty() ? row_of(finding.kind).glyph : kDeclared;
}

std::string input_of(const Finding& finding) {
  return input_text(finding.minimal, finding.conditions);
}

std::string input_of(const Symptom& symptom) {
  return input_text(symptom.minimal, symptom.conditions);
}

std::string Cell::glyphs() const {
  std::string out;
  for (const Mark& mark : marks) out += mark.glyph;
  return out;
}

std::optional<ErrorClass> class_of(Column column) {
  const auto number = static_cast<std::size_t>(column);
  if (number >= kErrorClassCount) return std::nullopt;
  return static_cast<ErrorClass>(number);
}

std::span<const ColumnRow> columns() {
  static const std::vector<ColumnRow> kRows = [] {
    std::vector<ColumnRow> rows;
    for (const ErrorClassRow& row : error_classes()) {
      rows.push_back({column_of(row.error_class), row.name, row.summary, row.upper, row.lower});
    }
    rows.push_back({Column::kSeveral, "several-classes", "ill-formed parts of several classes",
                    "seve-", "ral"});
    rows.push_back({Column::kEncoder, "encoder", "what it encodes", "en-", "coder"});
    rows.push_back({Column::kCalls, "calls",
                    "what a call does besides answering: memory, state, process, time", "",
                    "calls"});
    rows.push_back({Column::kPresentation, "presentation",
                    "how an input is given: chunks, position, surroundings", "how", "given"});
    return rows;
  }();
  return kRows;
}

const ColumnRow& row_of(Column column) { return columns()[static_cast<std::size_t>(column)]; }

Column column_of(const Finding& finding) {
  if (finding.source == "encode") return Column::kEncoder;
  const About what = about(finding.kind);
  if (what == About::kCall) return Column::kCalls;
  if (what == About::kPresentation) return Column::kPresentation;
  if (finding.conditions.empty()) return column_of_input(finding);
  return what == About::kBoth ? Column::kCalls : Column::kPresentation;
}

bool marks(const Finding& finding, Column column) {
  const Column own = column_of(finding);
  const bool is_of_call = about(finding.kind) == About::kBoth && own != Column::kEncoder;
  return own == column || (is_of_call && column == Column::kCalls);
}

Cell cell_of(const DecoderResult& subject, Column column) {
  Cell cell{checks_of(subject, column), 0, {}};
  add_findings(subject, column, cell);
  if (const auto error_class = class_of(column))
    add_alone(subject, subject.error_classes[static_cast<std::size_t>(*error_class)], cell);
  std::ranges::sort(cell.marks, {}, [](const Mark& mark) { return gravity(mark.glyph); });
  for (const Mark& mark : cell.marks) cell.failed += mark.checks;
  return cell;
}

std::vector<CellLine> cell_lines(const DecoderResult& subject) {
  std::vector<CellLine> lines;
  for (const ColumnRow& row : columns()) {
    const Cell cell = cell_of(subject, row.column);
    CellLine& line = lines.emplace_back(CellLine{
        subject.decoder, subject.judged_as, std::string(row.name), cell.checks, cell.failed, {}});
    for (const Mark& mark : cell.marks) {
      CellLine::Mark& stated = line.marks.emplace_back(
          CellLine::Mark{std::string(1, mark.glyph), mark.kinds, mark.checks, mark.alone, {}});
      for (const Finding* finding : mark.findings) stated.findings.push_back(finding->key);
    }
  }
  return lines;
}

std::string glyphs_of(const DecoderResult& subject) {
  std::set<std::size_t> used;
  for (const ColumnRow& row : columns()) {
    for (const Mark& mark : cell_of(subject, row.column).marks) used.insert(gravity(mark.glyph));
  }
  std::string out;
  for (const std::size_t i : used) out += kGlyphs[i].glyph;
  return out;
}

std::vector<ColumnRow> shown_columns(const Report& report) {
  std::vector<ColumnRow> shown;
  for (const ColumnRow& row : columns()) {
    const auto is_marked = [&](const DecoderResult& subject) {
      return !cell_of(subject, row.column).marks.empty();
    };
    if (class_of(row.column) || std::ranges::any_of(report.subjects, is_marked))
      shown.push_back(row);
  }
  return shown;
}

std::vector<const DecoderResult*> claimed_subjects(const Report& report) {
  return in_shown_order(report, true);
}

std::vector<const DecoderResult*> contrasts(const Report& report) {
  return in_shown_order(report, false);
}

std::vector<const Finding*> shown_findings(const DecoderResult& subject) {
  std::vector<const Finding*> findings;
  for (const Finding& finding : subject.findings) findings.push_back(&finding);
  return findings;
}

std::uint64_t checks_of(const DecoderResult& subject) {
  std::uint64_t sum = 0;
  for (const SourceTally& source : subject.sources) sum += source.checks;
  return sum;
}

std::uint64_t failed_of(const DecoderResult& subject) {
  std::uint64_t sum = 0;
  for (const SourceTally& source : subject.sources) sum += source.failed;
  return sum;
}

}  // namespace placemat
