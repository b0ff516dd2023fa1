#include "harness/report/views/html.h"

#include <fmt/format.h>

#include "harness/bytes/bytes.h"
#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/machine_drawing.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace html {

std::string slug(std::string_view name) {
  std::string out;
  bool is_same = true;
  for (const char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '.' || c == '-';
    out += fits ? c : '-';
    is_same = is_same && fits;
  }
  return is_same ? out : out + "-" + sha256(name).substr(0, 8);
}

std::string anchor_of(const DecoderResult& subject) {
  return fmt::format("s-{}{}", slug(subject.decoder),
                     subject.claimed ? "" : "-as-" + slug(subject.judged_as));
}

std::string anchor_of(const Finding& finding) {
  return fmt::format("f-{}-{}-{}", slug(finding.decoder), row_of(finding.kind).name,
                     sha256(finding.key).substr(0, 8));
}

std::string decoder_anchor(std::string_view decoder) { return "d-" + slug(decoder); }

std::string linked(std::string_view text) {
  const bool is_address = text.starts_with("https://") || text.starts_with("http://");
  const std::string shown = escape_markup(text);
  if (is_address) return fmt::format("<a href=\"{0}\" rel=\"noreferrer\">{0}</a>", shown);
  if (text.starts_with("CVE-")) {
    return fmt::format(
        "<a href=\"https://www.cve.org/CVERecord?id={0}\" rel=\"noreferrer\">{0}</a>", shown);
  }
  return shown;
}

std::string glyph_chip(char glyph) {
  return fmt::format("<span class=\"g g-{}\">{}</span>", glyph_row(glyph).name,
                     escape_markup(std::string_view(&glyph, 1)));
}

std::string row(std::string_view name, const std::string& markup) {
  return markup.empty() ? std::string()
                        : fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_markup(name), markup);
}

}  // namespace html

namespace {

using namespace html;

std::string_view tone_of(const Verdict& verdict) {
  if (!verdict.is_clean) return "bad";
  return verdict.worst == Standing::kConforms ? "good" : "declared";
}

std::string verdict_section(const Report& report) {
  const Verdict verdict = verdict_of(report);
  std::string out =
      fmt::format("<header class=\"verdict {}\">\n<p class=\"name\">placemat</p>\n<h1>{}</h1>\n",
                  tone_of(verdict), escape_markup(verdict.sentence));
  for (const std::string& caveat : verdict.caveats) {
    out += fmt::format("<p class=\"caveat\">{}</p>\n", escape_markup(caveat));
  }
  for (const std::string& note : verdict.notes) {
    out += fmt::format("<p class=\"note\">{}</p>\n", escape_markup(note));
  }
  if (!report.footer.expected_errors.empty()) {
    out += "<ul class=\"caveat\">\n";
    for (const std::string& error : report.footer.expected_errors) {
      out += fmt::format("<li>{}</li>\n", escape_markup(error));
    }
    out += "</ul>\n";
  }
  return out + "</header>\n";
}

std::string navigation(const Report& report, bool has_contrasts) {
  std::string out = "<nav>";
  const auto link = [&](bool is_there, std::string_view section, std::string_view name) {
    if (is_there) out += fmt::format("<a href=\"#{}\">{}</a>", section, name);
  };
  link(!report.externals.empty(), "external-decoders", "Profiles");
  link(true, "run", "Run");
  link(!report.machines.empty(), "machines", "Machines");
  link(true, "matrix", "Matrix");
  link(has_contrasts, "contrast", "Contrast");
  link(true, "findings", "Findings");
  link(true, "oracle", "Oracle");
  link(true, "requirements", "1992");
  link(!report.bugs.empty(), "bugs", "Bugs");
  link(!report.defects.empty(), "defects", "Defects");
  link(!report.strength.empty(), "strength", "Strength");
  link(true, "decoders", "Decoders");
  return out + "</nav>\n";
}

std::string matrix_section(const Report& report,
                           const std::vector<const DecoderResult*>& subjects) {
  std::string out = fmt::format(
      "<section id=\"matrix\" class=\"filterable\">\n<h2>Every decoder, judged {}</h2>\n",
      is_by_own_claim(subjects) ? "by the profile it claims" : "as asked");
  out +=
      "<p>Rows are decoders; columns are the classes of the first ill-formed subsequence, named by "
      "the bit patterns of UTF-8. An empty cell is as expected. A glyph is trouble, and leads to "
      "its findings.</p>\n";
  return out + matrix_tables(report, subjects) + legend() + "</section>\n";
}

std::string contrast_section(const Report& report,
                             const std::vector<const DecoderResult*>& subjects) {
  if (subjects.empty()) return {};
  std::string out =
      "<section id=\"contrast\" class=\"filterable\">\n<h2>The same decoders, judged by what they "
      "do not claim</h2>\n"
      "<p>A decoder of another dialect is right when it does what that dialect says, and wrong as "
      "UTF-8. This shows how: nothing here counts against it.</p>\n";
  out += matrix_tables(report, subjects);
  for (const DecoderResult* subject : subjects) {
    out += finding_cards(report.header, *subject, false);
  }
  return out + "</section>\n";
}

// With more findings than this, the cards start folded.
constexpr std::uint64_t kMostOpenCards = 30;

std::string findings_section(const Report& report,
                             const std::vector<const DecoderResult*>& subjects) {
  std::string cards;
  const bool is_folded = count_subjects(report.subjects).unexpected > kMostOpenCards;
  for (const DecoderResult* subject : subjects) {
    cards += finding_cards(report.header, *subject, is_folded);
  }
  if (cards.empty()) cards = "<p>None: every check of a claimed profile was as expected.</p>\n";
  return "<section id=\"findings\" class=\"filterable\">\n<h2>Findings</h2>\n" + cards +
         "</section>\n";
}

std::string title_of(const Report& report) {
  return escape_markup("placemat: " + verdict_of(report).sentence);
}

}  // namespace

std::string render_html(const Report& report) {
  const auto claimed = claimed_subjects(report);
  const auto others = contrasts(report);
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  out += fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src '{}'\"/>\n",
      script_policy());
  out += "<meta name=\"color-scheme\" content=\"light dark\"/>\n";
  out += fmt::format("<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<main>\n",
                     title_of(report), style_sheet(), machine_style());
  out += verdict_section(report) + navigation(report, !others.empty());
  out += external_section(report) + run_section(report) + machine_section(report);
  out += matrix_section(report, claimed);
  out += contrast_section(report, others);
  out += findings_section(report, claimed);
  out += oracle_section(report) + requirement_section(report);
  out += bug_section(report) + defect_section(report) + strength_section(report) +
         decoder_section(report);
  out += provenance_section(report);
  out += fmt::format("<footer>placemat {}. Everything here is in report.jsonl.</footer>\n",
                     escape_markup(report.header.tool_version));
  return out + fmt::format("</main>\n<script>{}</script>\n</body>\n</html>\n", script());
}

extern const ViewRow kHtmlView;
const ViewRow kHtmlView{.name = "html",
                        .summary = "one page for a browser",
                        .file = "report.html",
                        .render = render_html};

}  // namespace placemat
