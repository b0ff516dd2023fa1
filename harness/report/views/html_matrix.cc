#include <fmt/format.h>

#include <map>

#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/verdict.h"

namespace placemat::html {
namespace {

std::string names_of(const std::vector<Kind>& kinds) {
  std::vector<std::string> names;
  for (const Kind kind : kinds) names.emplace_back(row_of(kind).name);
  return listed(names);
}

std::string mark_channel(const DecoderResult& subject, const Mark& mark) {
  const std::string target =
      mark.findings.empty() ? anchor_of(subject) : anchor_of(*mark.findings.front());
  std::string title = names_of(mark.kinds);
  if (mark.checks > 0) title += fmt::format("; {}", counted(mark.checks, "failed check"));
  if (mark.findings.size() > 1) title += "; " + counted(mark.findings.size(), "finding");
  return fmt::format("<a class=\"g g-{}\" href=\"#{}\" title=\"{}\">{}</a>",
                     glyph_row(mark.glyph).name, target, escape_markup(title),
                     escape_markup(std::string_view(&mark.glyph, 1)));
}

std::string cell_markup(const DecoderResult& subject, ErrorClass error_class) {
  const Cell cell = cell_of(subject, error_class);
  const std::string name(name_of(error_class));
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
  for (const Mark& mark : cell.marks) out += mark_channel(subject, mark);
  return out + "</td>";
}

std::string head_row() {
  std::string out = "<thead><tr><th class=\"subject\">decoder</th><th class=\"as\">judged as</th>";
  for (const ErrorClassRow& row : error_classes()) {
    out += fmt::format("<th class=\"error-class\" title=\"{}\"><span>{}</span></th>",
                       escape_markup(row.summary), escape_markup(row.name));
  }
  return out + "<th class=\"number\">checks</th></tr></thead>\n";
}

std::string_view standing_class(const DecoderResult& subject) {
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

std::string subject_row(const DecoderResult& subject) {
  const std::string target =
      subject.findings.empty() ? decoder_anchor(subject.decoder) : anchor_of(subject);
  std::string out = fmt::format(
      "<tr class=\"filtered {}\"><th class=\"subject\"><a href=\"#{}\">{}</a></th><td "
      "class=\"as\">{}</td>",
      standing_class(subject), target, escape_markup(subject.decoder),
      escape_markup(subject.judged_as));
  for (const ErrorClassRow& row : error_classes()) out += cell_markup(subject, row.error_class);
  return out + fmt::format("<td class=\"number\">{}</td></tr>\n", grouped(checks_of(subject)));
}

using Subjects = std::vector<const DecoderResult*>;
using Languages = std::map<std::string, std::string>;  // of decoders

// A fold of fewer rows is not worth it.
constexpr std::size_t kFew = 12;

std::string matrix_table(const Subjects& subjects) {
  std::string out =
      "<div class=\"scroll tall\"><table class=\"matrix\">\n" + head_row() + "<tbody>\n";
  for (const DecoderResult* subject : subjects) out += subject_row(*subject);
  return out + "</tbody></table></div>\n";
}

std::string folded(const std::string& summary, bool is_open, const std::string& body) {
  return fmt::format("<details class=\"group\"{}><summary>{}</summary>\n{}</details>\n",
                     is_open ? " open=\"open\"" : "", summary, body);
}

// Every glyph in the rows, gravest first.
std::string chips_of(const Subjects& subjects) {
  std::string used, out;
  for (const DecoderResult* subject : subjects) used += glyphs_of(*subject);
  for (const Glyph& glyph : glyphs()) {
    if (used.find(glyph.glyph) != std::string::npos) out += glyph_chip(glyph.glyph);
  }
  return out;
}

Languages languages_of(const Report& report) {
  Languages languages;
  for (const ExternalRecord& external : report.externals) {
    if (!external.language.empty()) languages[external.decoder] = external.language;
  }
  return languages;
}

// The decoders in a closed fold.
std::string names_of(const Subjects& subjects) {
  std::string names;
  for (const DecoderResult* subject : subjects) {
    names += (names.empty() ? "" : ", ") + escape_markup(subject->decoder);
  }
  return fmt::format(" <small class=\"soft\">{}</small>", names);
}

std::string_view text_of(Standing standing) {
  switch (standing) {
    case Standing::kConforms:
      return "as expected in everything that was checked";
    case Standing::kDeclared:
      return "different, and the expected list says why";
    case Standing::kUnchecked:
      return "of which nothing was checked";
    default:
      return "different";
  }
}

std::string by_language(const Subjects& subjects, const Languages& languages) {
  std::map<std::string, Subjects> parts;
  for (const DecoderResult* subject : subjects) {
    const auto found = languages.find(subject->decoder);
    parts[found == languages.end() ? "no language stated" : found->second].push_back(subject);
  }
  std::string out;
  for (const auto& [language, rows] : parts) {
    out += folded(fmt::format("{}: {} {}", escape_markup(language), counted(rows.size(), "decoder"),
                              chips_of(rows)),
                  false, matrix_table(rows));
  }
  return out;
}

std::string group_markup(const StandingGroup& group, const Languages& languages) {
  const std::string summary =
      fmt::format("<b>{}</b> {} {}", counted(group.subjects.size(), "decoder"),
                  text_of(group.standing), chips_of(group.subjects));
  const bool is_long = group.subjects.size() > kAtAGlance;
  const bool has_news = group.standing != Standing::kConforms;
  if (is_long && !languages.empty()) {
    return folded(summary, has_news, by_language(group.subjects, languages));
  }
  const bool is_open = has_news || group.subjects.size() <= kFew;
  return folded(is_open || is_long ? summary : summary + names_of(group.subjects), is_open,
                matrix_table(group.subjects));
}

}  // namespace

std::string matrix_tables(const Report& report, const std::vector<const DecoderResult*>& subjects) {
  if (subjects.empty()) return "<p>No decoder.</p>\n";
  const Languages languages = languages_of(report);
  if (subjects.size() <= kFew) {
    Subjects rows;
    for (const StandingGroup& group : by_standing(subjects)) {
      rows.insert(rows.end(), group.subjects.begin(), group.subjects.end());
    }
    return matrix_table(rows);
  }
  std::string out;
  for (const StandingGroup& group : by_standing(subjects)) out += group_markup(group, languages);
  return out;
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
