// html_strength.cc: the strength of the suite: the share of mutants that it kills, and the
// survivors.
#include <fmt/format.h>

#include "harness/report/strength.h"
#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"

namespace placemat::html {
namespace {

std::string family_row(const FamilyStrength& family) {
  std::string out =
      fmt::format("<tr><th>{}</th><td class=\"number\">{}</td><td class=\"number\">{}</td>",
                  escape_markup(family.name), grouped(family.mutants),
                  family.is_automaton ? grouped(family.equivalent) : "");
  for (const StrengthColumn& column : strength_columns()) {
    const Tally* tally = find_tally(family, column.how);
    const bool is_bad = tally != nullptr && tally->killed < tally->killable;
    out += fmt::format("<td class=\"number{}\">{}</td>", is_bad ? " bad-text" : "",
                       escape_markup(share_text(tally)));
  }
  return out + "</tr>\n";
}

std::string survivor_items(const Strength& strength) {
  std::string out;
  for (const FamilyStrength& family : strength.families) {
    for (const Tally& tally : family.tallies) {
      for (const Survivor& survivor : tally.survivors) {
        out += fmt::format(
            "<li>{} ({}){}</li>\n", escape_markup(survivor.mutant), escape_markup(tally.how),
            survivor.killed_by.empty()
                ? std::string()
                : fmt::format(": killed by <code>{}</code>", escape_markup(survivor.killed_by)));
      }
    }
  }
  return out;
}

std::string folded(std::string_view title, const std::string& items) {
  if (items.empty()) return {};
  return fmt::format("<details><summary>{}</summary>\n<ul>\n{}</ul></details>\n", title, items);
}

std::string one_section(const Strength& strength) {
  std::string out = fmt::format(
      "<p>Faulty decoders made from the law by a program, and how many of them {} ({}, {}) find "
      "out. Equivalent ones are proved to be no fault and not counted.</p>\n"
      "<div class=\"scroll\"><table>\n<thead><tr><th>family</th><th class=\"number\">mutants</th>"
      "<th class=\"number\">equivalent</th>",
      escape_markup(strength.subject), counted(strength.vectors, "vector"),
      counted(strength.units, "code unit"));
  for (const StrengthColumn& column : strength_columns()) {
    out += fmt::format("<th class=\"number\">{}</th>", column.title);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const FamilyStrength& family : strength.families) out += family_row(family);
  out += fmt::format("</tbody></table></div>\n<p>{}</p>\n", escape_markup(set_text(strength)));
  for (const std::string& family : uncovered_families(strength)) {
    out += fmt::format("<p class=\"bad-text\">No vector covers the family {}.</p>\n",
                       escape_markup(family));
  }
  std::string idle;
  for (const std::string& id : strength.nothing_new) {
    idle += fmt::format("<li>{}</li>\n", escape_markup(id));
  }
  return out + folded("Some of the survivors", survivor_items(strength)) +
         folded("Vectors that kill nothing new", idle);
}

}  // namespace

std::string strength_section(const Report& report) {
  if (report.strength.empty()) return {};
  std::string out = "<section id=\"strength\">\n<h2>How strong the suite is</h2>\n";
  for (const Strength& strength : report.strength) out += one_section(strength);
  return out + "</section>\n";
}

}  // namespace placemat::html
