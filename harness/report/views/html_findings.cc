#include <fmt/format.h>

#include "harness/report/text.h"
#include "harness/report/views/annotate.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/issue_text.h"
#include "harness/report/views/verdict.h"

namespace placemat::html {
namespace {

struct RoleText {
  std::string_view name, label;
};
RoleText text_of(Role role) {
  switch (role) {
    case Role::kSingle:
      return {"single", "single"};
    case Role::kLead:
      return {"lead", "lead"};
    case Role::kContinuation:
      return {"continuation", "cont."};
    case Role::kFault:
      return {"fault", "fault"};
    case Role::kFaultRest:
      return {"fault rest", "fault"};
  }
  return {"", ""};
}

// The ASCII character of the unit, if it is visible.
std::string ascii_of(std::uint8_t unit) {
  if (unit == 0x00) return "NUL";
  if (unit == 0x0A) return "LF";
  if (unit == 0x20) return "blank";
  if (unit > 0x20 && unit < 0x7F) return escape_markup(std::string(1, static_cast<char>(unit)));
  return {};
}

std::string cuts(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += "<span class=\"cut\" title=\"chunk ends\">|</span>";
  return out;
}

std::string unit_markup(const UnitBox& box) {
  const RoleText role = text_of(box.role);
  const std::string ascii = box.unit < 0x80 ? ascii_of(box.unit) : std::string();
  const std::string times = box.count > 1 ? fmt::format("<i>&#xD7;{}</i>", grouped(box.count)) : "";
  return fmt::format("{}<span class=\"unit {}\"><b>{:02X}{}</b><small>{}</small></span>",
                     cuts(box.cuts_before), role.name, box.unit, times,
                     ascii.empty() ? std::string(role.label) : ascii);
}

std::string units_markup(const Finding& finding) {
  if (finding.minimal.empty()) return {};
  const Annotation annotation = annotate(finding.minimal, finding.judged_as);
  if (annotation.boxes.empty()) {
    return fmt::format("<p class=\"units\"><code>{}</code></p>\n",
                       escape_markup(input_of(finding)));
  }
  std::string out = "<p class=\"units\">";
  for (const UnitBox& box : annotation.boxes) out += unit_markup(box) + " ";
  return out + cuts(annotation.cuts_after) + "</p>\n";
}

std::string code(std::string_view text) {
  return text.empty() ? std::string() : fmt::format("<code>{}</code>", escape_markup(text));
}

std::string seen_first(const Finding& finding) {
  std::string out = "source " + code(finding.source);
  if (!finding.vector.empty()) out += ", vector " + code(finding.vector);
  if (finding.example != finding.minimal && !finding.example.empty()) {
    out += ", as " + code(finding.example);
  }
  return out + fmt::format("; {}", counted(finding.checks, "failed check"));
}

std::string reason_of(const Finding& finding) {
  if (finding.reason.empty()) return {};
  const std::string link = finding.link.empty() ? "" : " (" + linked(finding.link) + ")";
  return escape_markup(finding.reason) + link;
}

std::string related_of(const Finding& finding) {
  std::vector<std::string> items;
  for (const std::string& item : finding.related) items.push_back(linked(item));
  return listed(items);
}

// The other failures of the same cause, folded.
std::string symptoms_of(const Finding& finding) {
  if (finding.symptoms.empty()) return {};
  std::string out =
      fmt::format("<details class=\"symptoms\"><summary>{} of the same cause</summary>\n<ul>\n",
                  counted(finding.symptoms.size(), "symptom"));
  for (const Symptom& symptom : finding.symptoms) {
    const std::string conditions =
        symptom.conditions.empty() ? "" : ", " + escape_markup(symptom.conditions);
    out += fmt::format("<li>{} {}{}: expected {}; seen {} ({})</li>\n", row_of(symptom.kind).name,
                       code(symptom.minimal), conditions, code(symptom.expected),
                       code(symptom.seen), counted(symptom.checks, "failed check"));
  }
  return out + "</ul></details>\n";
}

std::string summary_line(const Finding& finding) {
  std::string out = "<summary>" + glyph_chip(shown_glyph(finding));
  out += fmt::format(" <span class=\"kind\">{}</span> <code class=\"short\">{}</code>",
                     row_of(finding.kind).name, escape_markup(input_of(finding)));
  if (is_new(finding)) out += " <span class=\"badge new\">new</span>";
  if (!finding.reason.empty()) out += " <span class=\"badge\">expected</span>";
  out += fmt::format(" <span class=\"gist\">expected {}; seen {}</span>",
                     escape_markup(finding.expected), escape_markup(finding.seen));
  return out +
         fmt::format(
             " <a class=\"self\" href=\"#{}\" title=\"link to this finding\"><span>{}</span> #</a>"
             "</summary>\n",
             anchor_of(finding), escape_markup(name_of(finding.error_class)));
}

std::string card(const Header& header, const DecoderResult& subject, const Finding& finding,
                 bool is_folded) {
  std::string out = fmt::format("<details class=\"card\"{}>\n",
                                is_new(finding) && !is_folded ? " open=\"open\"" : "");
  out += summary_line(finding);
  // The anchor is inside, because a browser opens the element that contains the target of a link.
  out += fmt::format("<p class=\"what\" id=\"{}\">{} {}.</p>\n", anchor_of(finding),
                     escape_markup(finding.decoder), escape_markup(row_of(finding.kind).summary));
  out += units_markup(finding) + "<dl>\n";
  out +=
      row(finding.minimal.empty() ? "input" : "needed besides", escape_markup(finding.conditions));
  out += row("where", escape_markup(finding.pattern));
  out += row("expected", code(finding.expected) + " as " + escape_markup(finding.judged_as));
  out += row("seen", code(finding.seen) +
                         (finding.operation.empty() ? "" : " from " + code(finding.operation)));
  out += row("clause", escape_markup(finding.clause));
  out += row("effect", escape_markup(finding.effect));
  out += row("expected because", reason_of(finding));
  out += row("the same elsewhere", related_of(finding));
  out += row("first seen", seen_first(finding));
  out += "</dl>\n" + symptoms_of(finding);
  if (!finding.replay.empty()) {
    out += fmt::format("<pre class=\"copy\">{}</pre>\n", escape_markup(finding.replay));
  }
  out += fmt::format(
      "<details class=\"issue\"><summary>Issue text</summary><pre "
      "class=\"copy\">{}</pre></details>\n",
      escape_markup(issue_text(header, subject, finding)));
  return out + "</details>\n";
}

}  // namespace

std::string finding_cards(const Header& header, const DecoderResult& subject, bool is_folded) {
  if (standing_of(subject) == Standing::kConforms || standing_of(subject) == Standing::kUnchecked) {
    return {};
  }
  const std::string head =
      fmt::format("<a href=\"#{}\">{}</a> <small>as {}: {}</small>",
                  decoder_anchor(subject.decoder), escape_markup(subject.decoder),
                  escape_markup(subject.judged_as), escape_markup(findings_text(subject)));
  // Findings of contrasts are folded, because no decoder claims that profile; links open them.
  const bool is_section = subject.claimed && !is_folded;
  const std::string_view pattern =
      is_section
          ? "<section class=\"subject filtered\" id=\"{}\">\n<h3>{}</h3>\n"
          : "<details class=\"subject filtered\" id=\"{}\">\n<summary><h3>{}</h3></summary>\n";
  std::string out = fmt::format(fmt::runtime(pattern), anchor_of(subject), head);
  if (subject.claimed && looks_broken(subject)) {
    out +=
        "<p class=\"caveat\">It refuses or changes most of the well-formed input: look for a fault "
        "in the adapter before you look for one in the decoder.</p>\n";
  }
  for (const Finding* finding : shown_findings(subject)) {
    out += card(header, subject, *finding, is_folded);
  }
  return out + (is_section ? "</section>\n" : "</details>\n");
}

}  // namespace placemat::html
