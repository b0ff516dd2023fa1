#include "harness/report/views/subjects.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/report/matrix.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

struct Count {
  std::set<std::string> products, languages;
  std::size_t entries = 0;
  void add(const StrangerRecord& stranger) {
    products.insert(stranger.product);
    languages.insert(stranger.language);
    ++entries;
  }
};

std::string shortest_contradiction(const StrangerRecord& stranger, bool as_markdown) {
  if (stranger.contradictions.empty()) return "";
  const auto& first = stranger.contradictions.front();
  const auto code = [&](const std::string& text) {
    return as_markdown ? markdown_code(text, true) : visible_line(text);
  };
  return fmt::format("{}: seen {}, by the profile {}", code(first.units), code(first.seen),
                     code(first.expected));
}

std::string standing(const StrangerRecord& stranger, bool as_markdown) {
  if (stranger.profiles.empty()) {
    return as_markdown ? escape_markdown(stranger.trouble) : visible_line(stranger.trouble);
  }
  const std::string profile = profile_text(stranger);
  const std::string shown = as_markdown ? escape_markdown(profile) : profile;
  if (stranger.explained) return shown;
  return fmt::format("none; nearest {}; {}", shown, shortest_contradiction(stranger, as_markdown));
}

// Each of these would have taken a run in one process with it.
bool is_hostile(Kind kind) {
  switch (kind) {
    case Kind::kCrash:
    case Kind::kHang:
    case Kind::kOverRead:
    case Kind::kOverWrite:
    case Kind::kExhaustsMemory:
    case Kind::kMeddles:
    case Kind::kBreaksProtocol:
      return true;
    default:
      return false;
  }
}

std::string counted_kinds(const std::map<Kind, std::size_t>& kinds, bool hostile) {
  std::string text;
  for (const auto& [kind, count] : kinds) {
    if (is_hostile(kind) != hostile) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row_of(kind).name, count);
  }
  return text;
}

StrangerRow row_for(const StrangerRecord& stranger, const SubjectResult* subject) {
  std::map<Kind, std::size_t> kinds;
  if (subject != nullptr) {
    for (const Finding& finding : subject->findings) ++kinds[finding.kind];
  }
  return {&stranger, subject, counted_kinds(kinds, false), counted_kinds(kinds, true)};
}

// Without a list of subjects there is no entry point, only a name.
const std::string& entry_of(const StrangerRecord& stranger) {
  return stranger.entry.empty() ? stranger.decoder : stranger.entry;
}

}  // namespace

std::vector<StrangerRow> stranger_rows(const Report& report) {
  std::map<std::string, const SubjectResult*> subjects;
  for (const SubjectResult* subject : claimed_subjects(report)) {
    subjects.try_emplace(subject->decoder, subject);
  }
  std::vector<StrangerRow> rows;
  for (const StrangerRecord& stranger : report.strangers) {
    const auto found = subjects.find(stranger.decoder);
    rows.push_back(row_for(stranger, found == subjects.end() ? nullptr : found->second));
  }
  // By address last, which is by place in the report.
  const auto order = [](const StrangerRow& row) {
    const StrangerRecord& s = *row.stranger;
    return std::tie(s.language, s.product, s.version, row.stranger);
  };
  std::ranges::sort(
      rows, [&](const StrangerRow& a, const StrangerRow& b) { return order(a) < order(b); });
  return rows;
}

std::string standing_text(const StrangerRecord& stranger) { return standing(stranger, false); }

std::string inputs_text(const StrangerRecord& stranger) {
  if (stranger.profiles.empty()) return "";
  return fmt::format("{} of {}", grouped(stranger.inputs_to_name), grouped(stranger.inputs));
}

std::string profile_text(const StrangerRecord& stranger) {
  if (stranger.profiles.empty()) return "";
  const std::string& first = stranger.profiles.front();
  if (stranger.knows_policy) return first;
  // As text: a later placemat may know more of them.
  const std::size_t dialect = first.find('/'), bom = first.rfind('/');
  if (dialect == std::string::npos) return first;
  return fmt::format("{}, strict, BOM {}", first.substr(0, dialect), first.substr(bom + 1));
}

std::string identity_text(const StrangerRecord& stranger) {
  if (stranger.profiles.empty()) return "not identified: " + visible_line(stranger.trouble);
  if (!stranger.explained) {
    return fmt::format("of no known profile; nearest is {}, contradicted by {} of {} inputs, {}",
                       profile_text(stranger), grouped(stranger.contradicted),
                       grouped(stranger.inputs), shortest_contradiction(stranger, false));
  }
  return fmt::format("{}, named by {} inputs of {}, none of which contradicts it",
                     profile_text(stranger), grouped(stranger.inputs_to_name),
                     grouped(stranger.inputs));
}

std::string strangers_sentence(const Report& report) {
  Count all;
  std::size_t known = 0, contradicted = 0, trouble = 0, unfinished = 0;
  for (const StrangerRecord& stranger : report.strangers) {
    if (stranger.profiles.empty()) {
      ++trouble;
      continue;
    }
    all.add(stranger);
    ++(stranger.explained ? known : contradicted);
    if (!stranger.trouble.empty()) ++unfinished;
  }
  const auto of = [](std::size_t n, std::string_view one, std::string_view more) {
    return fmt::format("{} {}", grouped(n), n == 1 ? one : more);
  };
  std::string text = fmt::format("{} of {} in {}: {} of a known profile, {} of none",
                                 of(all.entries, "entry point", "entry points"),
                                 counted(all.products.size(), "product"),
                                 counted(all.languages.size(), "language"), known, contradicted);
  if (trouble > 0) text += fmt::format("; {} could not be identified", trouble);
  if (unfinished > 0) text += fmt::format("; {} judged only in part", unfinished);
  if (!report.absent.empty()) text += fmt::format("; {} absent", report.absent.size());
  return text + ".";
}

Table strangers_table(const Report& report, bool is_brief) {
  Table table{{"decoder", "product", "version", "inputs", "findings", "identified as"}, {}};
  for (const StrangerRow& row : stranger_rows(report)) {
    const StrangerRecord& stranger = *row.stranger;
    const std::size_t findings = row.subject == nullptr ? 0 : row.subject->findings.size();
    std::string identified = standing(stranger, false);
    if (!stranger.profiles.empty() && !stranger.trouble.empty()) {
      identified += "; " + visible_line(stranger.trouble);
    }
    if (!row.survived.empty()) identified += "; survived " + row.survived;
    table.rows.push_back({visible_line(stranger.decoder), visible_line(stranger.product),
                          visible_line(stranger.version), grouped(stranger.inputs_to_name),
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

std::string strangers_markdown(const Report& report) {
  if (report.strangers.empty()) return {};
  std::string out =
      fmt::format("## Decoders of others\n\n{}\n\n", escape_markdown(strangers_sentence(report)));
  out +=
      "| language | product | version | entry point | profile | inputs | findings | survived |\n"
      "|---|---|---|---|---|--:|---|---|\n";
  for (const StrangerRow& row : stranger_rows(report)) {
    const StrangerRecord& stranger = *row.stranger;
    std::string profile = standing(stranger, true);
    if (!stranger.profiles.empty() && !stranger.trouble.empty()) {
      profile += "; " + escape_markdown(stranger.trouble);
    }
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n",
                       escape_markdown(stranger.language), escape_markdown(stranger.product),
                       escape_markdown(stranger.version), escape_markdown(entry_of(stranger)),
                       profile, inputs_text(stranger),
                       row.subject == nullptr ? "not judged" : row.findings, row.survived);
  }
  if (report.absent.empty()) return out + "\n";
  out += "\nAbsent, and not asked:\n\n";
  for (const AbsentRecord& absent : report.absent) {
    out += fmt::format("- {}: {}\n", escape_markdown(absent.name), escape_markdown(absent.subject));
  }
  return out + "\n";
}

std::string render_strangers(const Report& report) {
  struct Row {
    std::string language, product, version, standing, entries;
  };
  std::vector<Row> rows;
  for (const StrangerRow& each : stranger_rows(report)) {
    const StrangerRecord& stranger = *each.stranger;
    if (stranger.profiles.empty()) continue;
    const Row row{stranger.language, stranger.product, stranger.version, standing(stranger, true),
                  escape_markdown(stranger.entry)};
    const auto same = std::ranges::find_if(rows, [&](const Row& other) {
      return stranger.explained && other.product == row.product && other.version == row.version &&
             other.language == row.language && other.standing == row.standing;
    });
    if (same == rows.end()) {
      rows.push_back(row);
    } else {
      same->entries += "; " + row.entries;
    }
  }
  std::string out = escape_markdown(strangers_sentence(report)) + "\n\n";
  out += "| language | product | version | entry points | profile |\n|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", escape_markdown(row.language),
                       escape_markdown(row.product), escape_markdown(row.version), row.entries,
                       row.standing);
  }
  return out;
}

}  // namespace placemat
