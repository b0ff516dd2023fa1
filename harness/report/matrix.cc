#include "harness/report/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

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

std::vector<const Finding*> findings_of(const DecoderResult& subject, Kind kind,
                                        ErrorClass error_class) {
  std::vector<const Finding*> here, elsewhere;
  for (const Finding* finding : shown_findings(subject)) {
    const bool is_symptom =
        std::ranges::find(finding->symptoms, kind, &Symptom::kind) != finding->symptoms.end();
    if (finding->kind == kind || is_symptom) {
      (finding->error_class == error_class ? here : elsewhere).push_back(finding);
    }
  }
  return here.empty() ? elsewhere : here;
}

Mark& mark_for(std::vector<Mark>& marks, char glyph) {
  const auto found =
      std::find_if(marks.begin(), marks.end(), [&](const Mark& m) { return m.glyph == glyph; });
  if (found != marks.end()) return *found;
  return marks.emplace_back(Mark{glyph, {}, {}, 0});
}

void mark_kind(const DecoderResult& subject, ErrorClass error_class, Kind kind,
               std::uint64_t checks, std::vector<Mark>& marks) {
  const std::vector<const Finding*> findings = findings_of(subject, kind, error_class);
  std::set<char> used;
  for (const Finding* finding : findings) {
    Mark& mark = mark_for(marks, shown_glyph(*finding));
    mark.findings.push_back(finding);
    used.insert(mark.glyph);
  }
  if (findings.empty()) used.insert(row_of(kind).glyph);
  for (const char glyph : used) {
    Mark& mark = mark_for(marks, glyph);
    mark.kinds.push_back(kind);
    mark.checks += checks;
  }
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

Cell cell_of(const DecoderResult& subject, ErrorClass error_class) {
  const ErrorClassTally& tally = subject.error_classes[static_cast<std::size_t>(error_class)];
  Cell cell{tally.checks, tally.failed, {}};
  std::map<Kind, std::uint64_t> kinds = tally.kinds;
  for (const Finding& finding : subject.findings) {
    if (finding.error_class == error_class) kinds.try_emplace(finding.kind, 0);
  }
  for (const auto& [kind, checks] : kinds)
    mark_kind(subject, error_class, kind, checks, cell.marks);
  std::sort(cell.marks.begin(), cell.marks.end(),
            [](const Mark& a, const Mark& b) { return gravity(a.glyph) < gravity(b.glyph); });
  return cell;
}

std::string glyphs_of(const DecoderResult& subject) {
  std::set<std::size_t> used;
  for (const ErrorClassRow& row : error_classes()) {
    for (const Mark& mark : cell_of(subject, row.error_class).marks)
      used.insert(gravity(mark.glyph));
  }
  std::string out;
  for (const std::size_t i : used) out += kGlyphs[i].glyph;
  return out;
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
