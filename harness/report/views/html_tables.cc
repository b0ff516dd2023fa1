#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/provenance.h"
#include "harness/report/views/verdict.h"

namespace placemat::html {
namespace {

std::string duration(double seconds) {
  return seconds < 100 ? fmt::format("{:.1f} s", seconds)
                       : fmt::format("{} min {} s", static_cast<long>(seconds) / 60,
                                     static_cast<long>(seconds) % 60);
}

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + escape_markup(item);
  return out;
}

// A name above its value, kept together.
std::string fact(std::string_view name, const std::string& markup) {
  return "<div>" + row(name, markup) + "</div>\n";
}

std::string run_facts(const Report& report) {
  const Header& header = report.header;
  std::string out = "<dl class=\"facts\">\n";
  out += fact("placemat", escape_markup(header.tool_version));
  out += fact("corpora", fmt::format("{}, <span title=\"SHA-256 {}\">{}</span>",
                                     counted(header.corpus_vectors, "vector"),
                                     escape_markup(header.corpus_digest),
                                     escape_markup(header.corpus_digest.substr(0, 12))));
  out += fact("budget", escape_markup(header.budget));
  out += fact("seed", std::to_string(header.seed));
  out += fact("checks", grouped(report.footer.checks));
  out += fact("compiler", escape_markup(header.compiler));
  out += fact("processor", joined(header.cpu_features));
  out += fact("ICU", escape_markup(header.icu_version));
  out += fact("started", escape_markup(header.run.started));
  out += fact("took", fmt::format("{} on {}", duration(header.run.seconds),
                                  counted(header.run.threads, "thread")));
  out += fact("command", fmt::format("<code>{}</code>", escape_markup(header.run.command)));
  return out + "</dl>\n";
}

std::string source_rows(const Report& report) {
  std::string out;
  for (const SourceRecord& source : report.sources) {
    const std::string name = escape_markup(source.name);
    if (source.not_run.empty()) {
      out +=
          fmt::format("<tr><th>{}</th><td>{}</td><td class=\"number\">{}</td></tr>\n", name,
                      escape_markup(source.covers), source.cases == 0 ? "" : grouped(source.cases));
    } else {
      out += fmt::format(
          "<tr class=\"left-out\"><th>{}</th><td>not run: {}</td>"
          "<td class=\"none\"></td></tr>\n",
          name, escape_markup(source.not_run));
    }
  }
  return out;
}

std::string not_tested_list(const Report& report) {
  std::string out;
  for (const NotTested& one : not_tested_of(report)) {
    out += fmt::format("<li>{} ({})</li>\n", escape_markup(one.what), joined(one.decoders));
  }
  if (out.empty()) return out;
  return "<details><summary>What some decoders were not asked</summary>\n<ul>\n" + out +
         "</ul></details>\n";
}

std::string oracle_markup(const OracleRecord& oracle) {
  const std::string question = escape_markup(oracle.question);
  std::string out =
      fmt::format("<tr><th>{}</th><td class=\"number\">{}</td><td class=\"number\">{}</td><td>",
                  question, grouped(oracle.asked), grouped(oracle.agreed));
  for (const auto& divergence : oracle.divergences) {
    out += fmt::format("<p><b>{}</b>, {}: {}</p>", escape_markup(divergence.id),
                       counted(divergence.times, "time"), escape_markup(divergence.reason));
  }
  for (const std::string& place : oracle.unexplained) {
    out += fmt::format("<p class=\"bad-text\">unexplained: {}</p>", escape_markup(place));
  }
  return out + "</td></tr>\n";
}

using Requirements = std::map<int, const RequirementRecord*>;

std::string requirement_row(const std::string& dialect, const Requirements& requirements,
                            const std::map<int, std::string>& texts) {
  std::string out = fmt::format("<tr><th>{}</th>", escape_markup(dialect));
  for (const auto& [number, text] : texts) {
    const auto found = requirements.find(number);
    if (found == requirements.end()) {
      out += "<td class=\"none\"></td>";
      continue;
    }
    const RequirementRecord& requirement = *found->second;
    out += fmt::format("<td class=\"{}\" title=\"{}\">{}</td>", requirement.met ? "met" : "unmet",
                       escape_markup(requirement.evidence), requirement.met ? "yes" : "no");
  }
  return out + "</tr>\n";
}

std::string evidence_list(const Report& report) {
  std::string out;
  for (const RequirementRecord& requirement : report.requirements) {
    if (requirement.met) continue;
    out += fmt::format("<li><b>{}</b>, {}: {}</li>\n", escape_markup(requirement.dialect),
                       requirement.number, escape_markup(requirement.evidence));
  }
  return out.empty()
             ? out
             : "<details><summary>What breaks them</summary><ul>\n" + out + "</ul></details>\n";
}

std::string tally_rows(const DecoderResult& subject) {
  std::string out;
  for (const SourceTally& source : subject.sources) {
    out += fmt::format(
        "<tr><th>{}</th><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number{}\">{}</td></tr>\n",
        escape_markup(source.source), grouped(source.cases), grouped(source.checks),
        source.failed > 0 ? " bad-text" : "", grouped(source.failed));
  }
  return out;
}

std::string judged_markup(const DecoderResult& subject) {
  std::string result = escape_markup(findings_text(subject));
  if (!subject.findings.empty()) {
    result = fmt::format("<a href=\"#{}\">{}</a>", anchor_of(subject), result);
  }
  return fmt::format(
      "<h4>judged as {}: {}</h4>\n<div class=\"scroll\"><table>\n<thead><tr><th>source</th>"
      "<th class=\"number\">cases</th><th class=\"number\">checks</th>"
      "<th class=\"number\">failed</th></tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
      escape_markup(subject.judged_as), result, tally_rows(subject));
}

std::string not_tested_markup(const DecoderResult& subject) {
  std::string out;
  for (const std::string& what : subject.not_tested) {
    out += (out.empty() ? "" : "<br/>") + escape_markup(what);
  }
  return out;
}

std::string decoder_markup(const std::vector<const DecoderResult*>& results) {
  const DecoderResult& first = *results.front();
  std::string capabilities;
  for (const std::string& capability : first.capabilities) {
    capabilities += fmt::format("<span class=\"badge\">{}</span> ", escape_markup(capability));
  }
  std::string out = fmt::format(
      "<details class=\"card\">\n<summary><b>{}</b> <span "
      "class=\"soft\">{}</span></summary>\n<dl id=\"{}\">\n",
      escape_markup(first.decoder), escape_markup(first.claims_profile),
      decoder_anchor(first.decoder));
  out += row("version", escape_markup(first.version));
  out += row("origin", escape_markup(first.origin));
  out += row("claims", escape_markup(first.claims_profile));
  out += row("answers", capabilities.empty() ? "nothing" : capabilities);
  out += row("was not asked", not_tested_markup(first));
  out += "</dl>\n";
  for (const DecoderResult* result : results) out += judged_markup(*result);
  return out + "</details>\n";
}

}  // namespace

std::string absent_list(const Report& report) {
  std::vector<std::string> items;
  for (const AbsentRecord& absent : report.absent) {
    items.push_back(fmt::format("<li><b>{}</b>: {}</li>\n", escape_markup(absent.name),
                                escape_markup(absent.subject)));
  }
  if (items.empty()) return {};
  std::sort(items.begin(), items.end());
  constexpr std::size_t kShort = 6;
  std::string out =
      fmt::format("<details{}><summary>Absent here, and not judged: {}</summary>\n<ul>\n",
                  items.size() <= kShort ? " open=\"open\"" : "", counted(items.size(), "decoder"));
  for (const std::string& item : items) out += item;
  return out + "</ul></details>\n";
}

std::string isolation_list(const Header& header) {
  if (header.isolation.empty()) return {};
  std::string out = "<h3>Isolation</h3>\n<ul>\n";
  for (const std::string& line : header.isolation) {
    out += fmt::format("<li>{}</li>\n", escape_markup(line));
  }
  return out + "</ul>\n";
}

std::string provenance_section(const Report& report) {
  std::string out = "<section id=\"provenance\">\n<h2>Provenance</h2>\n<dl class=\"facts\">\n";
  for (const ProvenanceRow& one : provenance_of(report.header)) {
    const bool is_command = one.name == "command";
    const std::string value = escape_markup(visible_line(one.value));
    out += fact(one.name, is_command ? fmt::format("<code>{}</code>", value) : value);
  }
  return out + "</dl>\n</section>\n";
}

std::string run_section(const Report& report) {
  std::string out = "<section id=\"run\">\n<h2>What was run</h2>\n" + run_facts(report);
  out +=
      "<div class=\"scroll\"><table>\n<thead><tr><th>source</th><th>covers</th>"
      "<th class=\"number\">cases</th></tr></thead>\n<tbody>\n";
  out += source_rows(report) + "</tbody></table></div>\n";
  out += not_tested_list(report) + isolation_list(report.header);
  // The section of external decoders lists the absent ones itself.
  return out + (report.externals.empty() ? absent_list(report) : "") + "</section>\n";
}

std::string oracle_section(const Report& report) {
  std::vector<const OracleRecord*> oracles;
  for (const OracleRecord& oracle : report.oracles) oracles.push_back(&oracle);
  std::sort(oracles.begin(), oracles.end(),
            [](const auto* a, const auto* b) { return a->question < b->question; });
  std::string out =
      "<section id=\"oracle\">\n<h2>A second opinion on the law</h2>\n"
      "<p>The law is the dialect's own table. The same questions were put to an independent "
      "implementation; a numbered divergence says why it answers otherwise, and anything else "
      "would be a finding against placemat.</p>\n";
  if (oracles.empty()) return out + "<p>Not asked in this run.</p>\n</section>\n";
  out +=
      "<div class=\"scroll\"><table>\n<thead><tr><th>question</th><th class=\"number\">asked</th>"
      "<th class=\"number\">agreed</th><th>divergences</th></tr></thead>\n<tbody>\n";
  for (const OracleRecord* oracle : oracles) out += oracle_markup(*oracle);
  return out + "</tbody></table></div>\n</section>\n";
}

std::string requirement_section(const Report& report) {
  std::map<int, std::string> texts;
  std::vector<std::string> order;  // of the records, which is historical
  std::map<std::string, Requirements> by_dialect;
  for (const RequirementRecord& requirement : report.requirements) {
    texts[requirement.number] = requirement.text;
    if (!by_dialect.contains(requirement.dialect)) order.push_back(requirement.dialect);
    by_dialect[requirement.dialect][requirement.number] = &requirement;
  }
  std::string out = "<section id=\"requirements\">\n<h2>What 1992 asked of an encoding</h2>\n";
  if (order.empty()) return out + "<p>Not decided in this run.</p>\n</section>\n";
  out += "<ol class=\"requirements\">\n";
  for (const auto& [number, text] : texts) {
    out += fmt::format("<li value=\"{}\">{}</li>\n", number, escape_markup(text));
  }
  out += "</ol>\n<div class=\"scroll\"><table class=\"requirements\">\n<thead><tr><th>dialect</th>";
  for (const auto& [number, text] : texts) {
    out += fmt::format("<th title=\"{}\">{}</th>", escape_markup(text), number);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::string& dialect : order) {
    out += requirement_row(dialect, by_dialect[dialect], texts);
  }
  return out + "</tbody></table></div>\n" + evidence_list(report) + "</section>\n";
}

std::string decoder_section(const Report& report) {
  std::map<std::string, std::vector<const DecoderResult*>> by_decoder;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    by_decoder[subject->decoder].push_back(subject);
  }
  for (const DecoderResult* subject : contrasts(report)) {
    by_decoder[subject->decoder].push_back(subject);
  }
  std::string out = "<section id=\"decoders\">\n<h2>The decoders</h2>\n";
  for (const auto& [decoder, results] : by_decoder) out += decoder_markup(results);
  return out + "</section>\n";
}

}  // namespace placemat::html
