// html_subjects.cc: the table of external decoders, one row for an entry point, by language. Absent
// decoders are listed separately.
#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/subjects.h"
#include "harness/report/views/verdict.h"

namespace placemat::html {
namespace {

std::string contradiction_markup(const Contradiction& one, std::string_view by) {
  return fmt::format("<code>{}</code>: seen <code>{}</code>, by {} <code>{}</code>",
                     escape_markup(one.units), escape_markup(one.seen), by,
                     escape_markup(one.expected));
}

std::string contradictions_markup(const ExternalRecord& external) {
  const bool is_old = external.sentence.empty();
  const auto& all = is_old ? external.contradictions : external.against;
  const std::string_view by = external.is_composed ? "its parts" : "the profile";
  if (all.empty()) return {};
  std::string out = "<p class=\"contradiction\">" + contradiction_markup(all.front(), by) + "</p>";
  if (all.size() == 1) return out;
  out += fmt::format("<details><summary>the {} shortest of {} that contradict it</summary>",
                     all.size(),
                     counted(is_old ? external.contradicted : external.unexplained, "input"));
  for (const auto& one : all) {
    out += "<p class=\"contradiction\">" + contradiction_markup(one, by) + "</p>";
  }
  return out + "</details>";
}

std::string profile_markup(const ExternalRecord& external) {
  std::string out;
  if (!external.profiles.empty()) {
    out = fmt::format("{}<span class=\"profile\">{}</span>",
                      is_explained(external) ? "" : "<b class=\"bad-text\">none</b>; nearest ",
                      escape_markup(explanation_text(external)));
    if (!is_explained(external)) out += contradictions_markup(external);
    if (!external.reason.empty()) {
      out += fmt::format("<p class=\"caveat\">{}</p>", escape_markup(external.reason));
    }
  }
  if (!external.trouble.empty()) {
    out += fmt::format("<p class=\"caveat\">{}</p>", escape_markup(external.trouble));
  }
  return out;
}

std::string findings_markup(const ExternalRow& row) {
  if (row.subject == nullptr) return "not judged";
  if (row.findings.empty()) return row.subject->findings.empty() ? "none" : "";
  return fmt::format("<a href=\"#{}\">{}</a>", anchor_of(*row.subject),
                     escape_markup(row.findings));
}

// Without a list of subjects there is only the name that the decoder gives itself.
std::string row_markup(const ExternalRow& row) {
  const ExternalRecord& external = *row.external;
  const std::string& named = external.entry.empty() ? external.decoder : external.entry;
  std::string entry = escape_markup(named);
  if (row.subject != nullptr) {
    entry = fmt::format("<a href=\"#{}\">{}</a>", decoder_anchor(external.decoder), entry);
  }
  return fmt::format(
      "<tr class=\"filtered\"><th>{} <small>{}</small></th><td>{}</td><td>{}</td>"
      "<td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
      escape_markup(external.product), escape_markup(external.version), entry,
      profile_markup(external), inputs_text(external), findings_markup(row),
      escape_markup(row.survived));
}

constexpr std::string_view kHead =
    "<div class=\"scroll tall\"><table class=\"external-decoders\">\n<colgroup><col "
    "style=\"width:13%\"/>"
    "<col style=\"width:19%\"/><col style=\"width:33%\"/><col style=\"width:9%\"/>"
    "<col style=\"width:18%\"/><col style=\"width:8%\"/></colgroup>\n<thead><tr><th>product</th>"
    "<th>entry point</th><th>profile</th><th class=\"number\" title=\"until the profile was named, "
    "of all that were "
    "asked\">inputs</th><th>findings</th><th>survived</th></tr></thead>\n<tbody>\n";

using Rows = std::span<const ExternalRow>;

std::string table_of(Rows rows) {
  std::string out(kHead);
  for (const ExternalRow& row : rows) out += row_markup(row);
  return out + "</tbody></table></div>\n";
}

// "Ada: 4 entry points, 1 of a known profile"
std::string summary_of(Rows rows) {
  const auto known =
      std::ranges::count_if(rows, [](const ExternalRow& row) { return row.external->explained; });
  const std::string& language = rows.front().external->language;
  return fmt::format("<b>{}</b> {}, {} of a known profile",
                     escape_markup(language.empty() ? "no language stated" : language),
                     counted(rows.size(), "entry point"), known);
}

std::string tables(const std::vector<ExternalRow>& rows) {
  if (rows.size() <= kAtAGlance) return table_of(rows);
  std::string out;
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(first, rows.end(), [&](const ExternalRow& row) {
      return row.external->language != first->external->language;
    });
    out += fmt::format("<details class=\"group\"><summary>{}</summary>\n{}</details>\n",
                       summary_of(Rows(first, last)), table_of(Rows(first, last)));
    first = last;
  }
  return out;
}

}  // namespace

std::string external_section(const Report& report) {
  if (report.externals.empty()) return {};
  std::string out = "<section id=\"external-decoders\" class=\"filterable\">\n";
  if (report.externals.size() == 1) {
    const ExternalRecord& one = report.externals.front();
    out += fmt::format("<h2>What it is</h2>\n<p>{}: {}.</p>\n", escape_markup(one.decoder),
                       escape_markup(identity_text(one)));
  } else {
    out += fmt::format(
        "<h2>Decoders of others</h2>\n<p>{} A profile, or parts in words, stands here when no "
        "input that was asked contradicts it; otherwise the nearest one, with the shortest input "
        "that does. What a decoder survived would have ended a run that is not isolated.</p>\n",
        escape_markup(external_sentence(report)));
  }
  return out + tables(external_rows(report)) + absent_list(report) + "</section>\n";
}

}  // namespace placemat::html
