// html_bugs.cc: the table of documented bugs, and the finding that catches each.
#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"

namespace placemat::html {
namespace {

// Long ones are complete in report.jsonl and in the corpora.
std::string short_units(const std::string& hex) {
  constexpr std::size_t kLongest = 48;
  return escape_markup(hex.size() <= kLongest ? hex : hex.substr(0, kLongest) + "...");
}

std::string bug_row(const BugRecord& bug) {
  return fmt::format(
      "<tr><th title=\"{}\">{}</th><td class=\"number\">{}</td><td>{}</td><td>{}</td>"
      "<td>{}<br/><code>{}</code>{}</td><td>{}</td>"
      "<td><details><summary{}>{}</summary><p>{}: {}</p><p>right: {}</p><p><code>{}</code></p>"
      "</details></td></tr>\n",
      escape_markup(bug.id), escape_markup(bug.project), escape_markup(bug.year),
      escape_markup(bug.bug_class), escape_markup(bug.did), escape_markup(bug.vector),
      short_units(bug.hex), bug.units == "constructed" ? " (constructed)" : "",
      escape_markup(bug.status), bug.caught ? "" : " class=\"bad-text\"",
      bug.caught ? escape_markup(bug.kind) : "not caught", escape_markup(bug.saboteur),
      escape_markup(bug.evidence), escape_markup(bug.law), escape_markup(bug.replay));
}

}  // namespace

std::string bug_section(const Report& report) {
  if (report.bugs.empty()) return {};
  const auto caught = std::ranges::count_if(report.bugs, &BugRecord::caught);
  std::string out = fmt::format(
      "<section id=\"bugs\">\n<h2>Documented bugs and the vector that catches each</h2>\n"
      "<p>{} of {} are caught. Each is modelled by a decoder with that fault, which was run on the "
      "vector alone.</p>\n"
      "<div class=\"scroll\"><table>\n<thead><tr><th>project</th><th class=\"number\">year</th>"
      "<th>class</th><th>what it did</th><th>vector</th><th>status</th><th>caught as</th></tr>"
      "</thead>\n<tbody>\n",
      caught, counted(report.bugs.size(), "documented bug"));
  for (const BugRecord& bug : report.bugs) out += bug_row(bug);
  return out + "</tbody></table></div>\n</section>\n";
}

}  // namespace placemat::html
