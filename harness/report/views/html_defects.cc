// html_defects.cc: the defects of other people's decoders, by the class of their effect.
#include <fmt/format.h>

#include <algorithm>

#include "harness/corpus/defects.h"
#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"

namespace placemat::html {
namespace {

// The title of the class in the catalogue's words.
std::string_view title_of(std::string_view effect) {
  for (const EffectRow& row : effect_rows()) {
    if (row.name == effect) return row.title;
  }
  return effect;
}

// What it does, what it prints, and where it is known.
std::string story_of(const DefectRecord& defect) {
  std::string out = escape_markup(defect.about);
  if (!defect.lets_through.empty()) out += " It lets in: " + escape_markup(defect.lets_through);
  out += fmt::format("<br/>seen <code>{}</code>, expected <code>{}</code><br/><code>{}</code>",
                     escape_markup(defect.seen), escape_markup(defect.expected),
                     escape_markup(defect.id));
  for (const std::string& link : defect.links) out += "<br/>" + linked(link);
  return out;
}

std::string defect_row(const DefectRecord& defect) {
  const std::string versions =
      escape_markup(listed(defect.versions)) +
      (defect.fixed_in.empty() ? "" : "<br/>fixed in " + escape_markup(defect.fixed_in));
  const std::string told =
      defect.is_withheld
          ? "<td colspan=\"3\">not public yet</td>"
          : fmt::format("<td>{}</td><td><code>{}</code></td><td>{}</td>",
                        escape_markup(defect.entry), escape_markup(defect.units), story_of(defect));
  return fmt::format("<tr class=\"filtered\" id=\"x-{}\"><th>{}</th><td>{}</td>{}</tr>\n",
                     slug(defect.id), escape_markup(defect.product), versions, told);
}

}  // namespace

std::string defect_section(const Report& report) {
  if (report.defects.empty()) return {};
  std::string out = fmt::format(
      "<section id=\"defects\" class=\"filterable\">\n<h2>Defects of other people's decoders</h2>\n"
      "<p>{}, worst first. A program in the product's own language shows each, and <code>placemat "
      "explain ID</code> prints it. A documented policy is no defect.</p>\n",
      counted(report.defects.size(), "defect"));
  std::string_view effect;
  for (const DefectRecord& defect : report.defects) {
    if (defect.effect != effect) {
      if (!effect.empty()) out += "</tbody></table></div></details>\n";
      effect = defect.effect;
      out += fmt::format(
          "<details class=\"group\"><summary>It {} ({})</summary>\n<div class=\"scroll\"><table>\n"
          "<thead><tr><th>product</th><th>version</th><th>called</th><th>code units</th>"
          "<th>what it does</th></tr></thead>\n<tbody>\n",
          escape_markup(title_of(effect)),
          std::ranges::count(report.defects, defect.effect, &DefectRecord::effect));
    }
    out += defect_row(defect);
  }
  return out + "</tbody></table></div></details>\n</section>\n";
}

}  // namespace placemat::html
