#include <fmt/format.h>

#include "harness/report/html_parts.h"
#include "harness/report/text.h"
#include "harness/report/verdict.h"

namespace placemat::html {
namespace {

std::string names_of(const std::vector<Kind>& kinds) {
  std::vector<std::string> names;
  for (const Kind kind : kinds) names.emplace_back(row_of(kind).name);
  return listed(names);
}

std::string mark_link(const SubjectResult& subject, const Mark& mark) {
  const std::string target =
      mark.findings.empty() ? anchor_of(subject) : anchor_of(*mark.findings.front());
  std::string title = names_of(mark.kinds);
  if (mark.checks > 0) title += fmt::format("; {}", counted(mark.checks, "failed check"));
  if (mark.findings.size() > 1) title += "; " + counted(mark.findings.size(), "finding");
  return fmt::format("<a class=\"g g-{}\" href=\"#{}\" title=\"{}\">{}</a>",
                     glyph_row(mark.glyph).name, target, escape_markup(title),
                     escape_markup(std::string_view(&mark.glyph, 1)));
}

std::string cell_markup(const SubjectResult& subject, Fault family) {
  const Cell cell = cell_of(subject, family);
  const std::string name(name_of(family));
  if (cell.marks.empty() && cell.checks == 0) {
    return fmt::format(
        "<td class=\"none\" title=\"{}: nothing checked\">"
        "<span class=\"unseen\">nothing checked</span></td>",
        name);
  }
  if (cell.marks.empty()) {
    return fmt::format(
        "<td title=\"{}: {}, all as expected\">"
        "<span class=\"unseen\">as expected</span></td>",
        name, counted(cell.checks, "check"));
  }
  std::string out = fmt::format("<td class=\"hit\" title=\"{}: {} of {} failed\">", name,
                                grouped(cell.failed), counted(cell.checks, "check"));
  for (const Mark& mark : cell.marks) out += mark_link(subject, mark);
  return out + "</td>";
}

std::string head_row() {
  std::string out = "<thead><tr><th class=\"who\">decoder</th><th class=\"as\">judged as</th>";
  for (const Fault family : families()) {
    std::string label(name_of(family));
    out += fmt::format("<th class=\"family\" title=\"{}\"><span>{}</span></th>",
                       escape_markup(summary_of(family)), escape_markup(label));
  }
  return out + "<th class=\"number\">checks</th></tr></thead>\n";
}

std::string_view standing_class(const SubjectResult& subject) {
  switch (standing_of(subject)) {
    case Standing::kConforms:
      return "conforms";
    case Standing::kDeclared:
      return "declares";
    case Standing::kUnchecked:
      return "unchecked";
    default:
      return "differs";
  }
}

std::string subject_row(const SubjectResult& subject) {
  const std::string target =
      subject.findings.empty() ? decoder_anchor(subject.decoder) : anchor_of(subject);
  std::string out = fmt::format(
      "<tr class=\"{}\"><th class=\"who\"><a href=\"#{}\">{}</a></th><td class=\"as\">{}</td>",
      standing_class(subject), target, escape_markup(subject.decoder),
      escape_markup(subject.judged_as));
  for (const Fault family : families()) out += cell_markup(subject, family);
  return out + fmt::format("<td class=\"number\">{}</td></tr>\n", grouped(checks_of(subject)));
}

}  // namespace

std::string matrix_table(const std::vector<const SubjectResult*>& subjects) {
  if (subjects.empty()) return "<p>No decoder.</p>\n";
  std::string out = "<div class=\"scroll\"><table class=\"matrix\">\n" + head_row() + "<tbody>\n";
  for (const SubjectResult* subject : subjects) out += subject_row(*subject);
  return out + "</tbody></table></div>\n";
}

std::string legend() {
  std::string out = "<ul class=\"legend\">\n";
  for (const Glyph& glyph : glyphs()) {
    out += fmt::format("<li>{} {}</li>\n", glyph_chip(glyph.glyph), escape_markup(glyph.meaning));
  }
  out += "<li><span class=\"box\"></span> as expected</li>\n";
  return out +
         "<li><span class=\"box none\"></span> nothing checked, or not claimed: never a "
         "pass</li>\n</ul>\n";
}

}  // namespace placemat::html
