#include "harness/report/views/subjects.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/report/matrix.h"
#include "harness/report/text.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

struct Count {
  std::set<std::string> products, languages;
  std::size_t entries = 0;
  void add(const ExternalRecord& external) {
    products.insert(external.product);
    languages.insert(external.language);
    ++entries;
  }
};

// What its sentence says of values that it did not answer, with the blank before it.
std::string not_answered(const ExternalRecord& external) {
  constexpr std::string_view kEnd = " not answered)";
  const std::size_t first = external.sentence.find(" ("), end = external.sentence.find(kEnd);
  if (first == std::string::npos || end == std::string::npos || end < first) return "";
  return visible_line(external.sentence.substr(first, end + kEnd.size() - first));
}

// What contradicts the sentence; without one, what contradicts the nearest profile.
const std::vector<Contradiction>& evidence_against(const ExternalRecord& external) {
  return external.sentence.empty() ? external.contradictions : external.against;
}

// "C0 AF gives 2F instead of FFFD FFFD".
std::string in_words(const Contradiction& one, bool as_markdown) {
  const auto code = [&](const std::string& text) {
    return as_markdown ? markdown_code(text, true) : visible_line(text);
  };
  return fmt::format("{} gives {} instead of {}", code(one.units), code(one.seen),
                     code(one.expected));
}

// The few inputs that show what is not explained.
constexpr std::size_t kMostInputs = 3;

std::string inputs_against(const ExternalRecord& external, std::size_t most, bool as_markdown) {
  std::string text;
  for (const Contradiction& one : evidence_against(external)) {
    if (most-- == 0) break;
    text += (text.empty() ? "" : ", ") + in_words(one, as_markdown);
  }
  return text;
}

// The reason stands for the contradictions, because it names one.
std::string what_is_against(const ExternalRecord& external, bool as_markdown) {
  if (external.reason.empty()) {
    return inputs_against(external, external.is_composed ? kMostInputs : 1, as_markdown);
  }
  return as_markdown ? escape_markdown(external.reason) : visible_line(external.reason);
}

std::string standing(const ExternalRecord& external, bool as_markdown) {
  if (external.profiles.empty()) {
    return as_markdown ? escape_markdown(external.trouble) : visible_line(external.trouble);
  }
  const std::string text = explanation_text(external);
  const std::string shown = as_markdown ? escape_markdown(text) : visible_line(text);
  if (is_explained(external)) return shown;
  return fmt::format("none; {}{}; {}", external.is_composed ? "" : "nearest ", shown,
                     what_is_against(external, as_markdown));
}

// A failure outside of the answer would have ended or corrupted a run in the same process.
bool is_hostile(Kind kind) { return shows_in(kind) != ShowsIn::kAnswer; }

std::string counted_kinds(const std::map<Kind, std::size_t>& kinds, bool hostile) {
  std::string text;
  for (const auto& [kind, count] : kinds) {
    if (is_hostile(kind) != hostile) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row_of(kind).name, count);
  }
  return text;
}

ExternalRow row_for(const ExternalRecord& external, const DecoderResult* subject) {
  std::map<Kind, std::size_t> kinds;
  if (subject != nullptr) {
    for (const Finding& finding : subject->findings) ++kinds[finding.kind];
  }
  return {&external, subject, counted_kinds(kinds, false), counted_kinds(kinds, true)};
}

// Without a list of subjects there is no entry point, only a name.
const std::string& entry_of(const ExternalRecord& external) {
  return external.entry.empty() ? external.decoder : external.entry;
}

// The dialect in words that are read at once. In the words of identified parts it is the same.
std::string dialect_in_words(const std::string& dialect) {
  return dialect == "plan9-modern" ? "utf-8 plus surrogates" : dialect;
}

}  // namespace

std::vector<ExternalRow> external_rows(const Report& report) {
  std::map<std::string, const DecoderResult*> subjects;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    subjects.try_emplace(subject->decoder, subject);
  }
  std::vector<ExternalRow> rows;
  for (const ExternalRecord& external : report.externals) {
    const auto found = subjects.find(external.decoder);
    rows.push_back(row_for(external, found == subjects.end() ? nullptr : found->second));
  }
  // By address last, which is the order of the report.
  const auto order = [](const ExternalRow& row) {
    const ExternalRecord& s = *row.external;
    return std::tie(s.language, s.product, s.version, row.external);
  };
  std::ranges::sort(
      rows, [&](const ExternalRow& a, const ExternalRow& b) { return order(a) < order(b); });
  return rows;
}

bool is_explained(const ExternalRecord& external) {
  return external.explained || external.is_complete;
}

std::string explanation_text(const ExternalRecord& external) {
  return external.is_composed ? external.sentence : profile_text(external);
}

std::string standing_text(const ExternalRecord& external) { return standing(external, false); }

std::string inputs_text(const ExternalRecord& external) {
  if (external.profiles.empty()) return "";
  return fmt::format("{} of {}", grouped(external.inputs_to_name), grouped(external.inputs));
}

std::string profile_text(const ExternalRecord& external) {
  if (external.profiles.empty()) return "";
  const std::string& first = external.profiles.front();
  if (external.knows_policy) return first + not_answered(external);
  // As text: a later placemat may know other dialects and BOM rules.
  const std::size_t dialect = first.find('/'), bom = first.rfind('/');
  if (dialect == std::string::npos) return first;
  return fmt::format("{}{}, strict, BOM {}", dialect_in_words(first.substr(0, dialect)),
                     not_answered(external), first.substr(bom + 1));
}

std::string identity_text(const ExternalRecord& external) {
  if (external.profiles.empty()) return "not identified: " + visible_line(external.trouble);
  const std::string not_asked =
      external.not_asked.empty() ? "" : "; " + visible_line(external.not_asked);
  if (external.explained) {
    return fmt::format("{}, named by {} inputs of {}, none of which contradicts it{}",
                       profile_text(external), grouped(external.inputs_to_name),
                       grouped(external.inputs), not_asked);
  }
  if (external.is_complete) {
    return fmt::format("of no known profile; none of {} inputs contradicts its description{}",
                       grouped(external.inputs), not_asked);
  }
  const std::uint64_t wrong =
      external.sentence.empty() ? external.contradicted : external.unexplained;
  const std::string reason = external.reason.empty() ? "" : "; " + visible_line(external.reason);
  const std::string nearest = external.is_composed ? "" : "; nearest is " + profile_text(external);
  if (wrong == 0) return fmt::format("not completely explained{}{}{}", nearest, reason, not_asked);
  return fmt::format("of no known profile{}; {} of {} inputs are not explained{}{}", nearest,
                     grouped(wrong), grouped(external.inputs), reason, not_asked);
}

std::vector<std::string> description_lines(const std::string& sentence,
                                           const std::vector<Contradiction>& against) {
  constexpr int kWidth = 15;
  std::vector<std::string> lines;
  for (const SentenceLine& line : sentence_lines(sentence)) {
    lines.push_back(line.about.empty()
                        ? visible_line(line.text)
                        : fmt::format("{:{}}{}", line.about, kWidth, visible_line(line.text)));
  }
  for (std::size_t i = 0; i < std::min(kMostInputs, against.size()); ++i) {
    lines.push_back("  " + in_words(against[i], false));
  }
  return lines;
}

std::string external_sentence(const Report& report) {
  Count all;
  std::size_t known = 0, composed = 0, contradicted = 0, trouble = 0, unfinished = 0;
  for (const ExternalRecord& external : report.externals) {
    if (external.profiles.empty()) {
      ++trouble;
      continue;
    }
    all.add(external);
    ++(external.explained ? known : is_explained(external) ? composed : contradicted);
    if (!external.trouble.empty()) ++unfinished;
  }
  const auto of = [](std::size_t n, std::string_view one, std::string_view more) {
    return fmt::format("{} {}", grouped(n), n == 1 ? one : more);
  };
  const std::string parts = composed == 0 ? "" : fmt::format(", {} explained by parts", composed);
  std::string text = fmt::format(
      "{} of {} in {}: {} of a known profile{}, {} of none",
      of(all.entries, "entry point", "entry points"), counted(all.products.size(), "product"),
      counted(all.languages.size(), "language"), known, parts, contradicted);
  if (trouble > 0) text += fmt::format("; {} could not be identified", trouble);
  if (unfinished > 0) text += fmt::format("; {} judged only in part", unfinished);
  if (!report.absent.empty()) text += fmt::format("; {} absent", report.absent.size());
  return text + ".";
}

Table external_table(const Report& report, bool is_brief) {
  Table table{{"decoder", "product", "version", "inputs", "findings", "identified as"}, {}};
  for (const ExternalRow& row : external_rows(report)) {
    const ExternalRecord& external = *row.external;
    const std::size_t findings = row.subject == nullptr ? 0 : row.subject->findings.size();
    std::string identified = standing(external, false);
    if (!external.profiles.empty() && !external.trouble.empty()) {
      identified += "; " + visible_line(external.trouble);
    }
    if (!row.survived.empty()) identified += "; survived " + row.survived;
    table.rows.push_back({visible_line(external.decoder), visible_line(external.product),
                          visible_line(external.version), grouped(external.inputs),
                          row.subject == nullptr ? "-" : std::to_string(findings), identified});
  }
  if (is_brief) {
    const auto without_product_and_version = [](std::vector<std::string>& cells) {
      cells.erase(cells.begin() + 1, cells.begin() + 3);
    };
    without_product_and_version(table.titles);
    for (auto& row : table.rows) without_product_and_version(row);
  }
  return table;
}

std::string external_markdown(const Report& report) {
  if (report.externals.empty()) return {};
  std::string out =
      fmt::format("## Decoders of others\n\n{}\n\n", escape_markdown(external_sentence(report)));
  out +=
      "| language | product | version | entry point | profile | named by inputs | findings | "
      "survived |\n"
      "|---|---|---|---|---|--:|---|---|\n";
  for (const ExternalRow& row : external_rows(report)) {
    const ExternalRecord& external = *row.external;
    std::string profile = standing(external, true);
    if (!external.profiles.empty() && !external.trouble.empty()) {
      profile += "; " + escape_markdown(external.trouble);
    }
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n",
                       escape_markdown(external.language), escape_markdown(external.product),
                       escape_markdown(external.version), escape_markdown(entry_of(external)),
                       profile, inputs_text(external),
                       row.subject == nullptr ? "not judged" : row.findings, row.survived);
  }
  if (report.absent.empty()) return out + "\n";
  out += "\nAbsent, and not asked:\n\n";
  for (const AbsentRecord& absent : report.absent) {
    out += fmt::format("- {}: {}\n", escape_markdown(absent.name), escape_markdown(absent.subject));
  }
  return out + "\n";
}

std::string render_external(const Report& report) {
  struct Row {
    std::string language, product, version, standing, entries;
  };
  std::vector<Row> rows;
  for (const ExternalRow& each : external_rows(report)) {
    const ExternalRecord& external = *each.external;
    if (external.profiles.empty()) continue;
    const Row row{external.language, external.product, external.version, standing(external, true),
                  escape_markdown(external.entry)};
    const auto same = std::ranges::find_if(rows, [&](const Row& other) {
      return is_explained(external) && other.product == row.product &&
             other.version == row.version && other.language == row.language &&
             other.standing == row.standing;
    });
    if (same == rows.end()) {
      rows.push_back(row);
    } else {
      same->entries += "; " + row.entries;
    }
  }
  std::string out = escape_markdown(external_sentence(report)) + "\n\n";
  for (const std::string& line : not_in_force(report.header)) out += escape_markdown(line) + "\n\n";
  out += "| language | product | version | entry points | profile |\n|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", escape_markdown(row.language),
                       escape_markdown(row.product), escape_markdown(row.version), row.entries,
                       row.standing);
  }
  return out;
}

extern const ViewRow kSubjectsView;
const ViewRow kSubjectsView{.name = "subjects",
                            .summary = "the table of audited subjects, in Markdown",
                            .file = "",
                            .render = render_external};

}  // namespace placemat
