#include "harness/report/views/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>

#include "harness/decoder/registry.h"
#include "harness/generate/source.h"
#include "harness/judge/kind.h"
#include "harness/report/text.h"
#include "harness/report/views/defects.h"
#include "harness/report/views/table.h"
#include "harness/spec/error_class.h"
#include "harness/spec/requirements.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<ListedRow, kListedCount> kListed{{
    {Listed::kDecoders, "decoders", "the decoders of this program and what they claim"},
    {Listed::kDialects, "dialects", "which code units denote which code points"},
    {Listed::kPolicies, "policies", "what a decoder does with what is ill-formed"},
    {Listed::kErrorClasses, "error-classes", "the classes of ill-formed subsequence"},
    {Listed::kFlags, "flags", "what a vector of the corpus hints at"},
    {Listed::kSources, "sources", "where a run takes its cases from"},
    {Listed::kKinds, "kinds", "what can be wrong with a decoder"},
    {Listed::kSaboteurs, "saboteurs", "decoders with one planted bug"},
    {Listed::kBugs, "bugs", "documented bugs, and the vector that catches each"},
    {Listed::kDefects, "defects", "defects of other people's decoders, worst first"},
    {Listed::kSubjects, "subjects", "external decoders that `audit --all-installed` knows"},
    {Listed::kAbsent, "absent", "decoders that need a library or a processor that is not here"},
}};

template <class Strings>
std::string joined(const Strings& items, std::string_view separator) {
  std::string out;
  for (const auto& item : items) {
    if (!out.empty()) out += separator;
    out += item;
  }
  return out;
}

std::string hex(std::uint64_t value) { return fmt::format("{:02X}", value); }

// ---- decoders ----

// The BOM rule is omitted where it is the common one.
std::string short_profile(const Profile& profile) {
  const std::string text = to_text(profile);
  return profile.bom == Bom::kKeep ? text.substr(0, text.rfind('/')) : text;
}

OrderedJson decoder_json(const Decoder& decoder) {
  return {{"name", decoder.name},
          {"version", decoder.version},
          {"origin", decoder.origin},
          {"profile", to_text(claimed_profile(decoder))},
          {"capabilities", capabilities(decoder)}};
}

Table decoder_table() {
  Table table{{"decoder", "origin", "claimed profile", "capabilities"}, {}};
  for (const Decoder* decoder : decoders()) {
    table.rows.push_back({decoder->name, decoder->origin, short_profile(claimed_profile(*decoder)),
                          joined(capabilities(*decoder), ", ")});
  }
  return table;
}

// Four columns of this length do not fit side by side on a terminal.
std::string decoders_text() {
  Table table{{"decoder", "claimed profile, origin and capabilities"}, {}};
  for (const auto& row : decoder_table().rows) {
    table.rows.push_back({row[0], row[2]});
    table.rows.push_back({"", row[1]});
    table.rows.push_back({"", row[3]});
  }
  return to_text(table);
}

// ---- dialects ----

std::string range_text(Range range) {
  return range.first == range.last ? hex(range.first) : hex(range.first) + ".." + hex(range.last);
}

// As in case notation, five and more equal ranges are counted.
std::string ranges_text(const Form& form) {
  constexpr std::size_t kShortestRun = 5;
  std::string out;
  for (std::size_t i = 0; i < form.length;) {
    std::size_t n = 1;
    while (i + n < form.length && form.units[i + n] == form.units[i]) ++n;
    if (n < kShortestRun) n = 1;
    out += (i == 0 ? "" : " ") + range_text(form.units[i]) + (n > 1 ? fmt::format("*{}", n) : "");
    i += n;
  }
  return out;
}

Table form_table(const Dialect& dialect) {
  Table table{{"units", "values"}, {}};
  for (const Form& form : dialect.forms) {
    table.rows.push_back(
        {ranges_text(form), fmt::format("{:04X}..{:04X}", form.lowest, form.highest())});
  }
  return table;
}

std::size_t longest_form(const Dialect& dialect) {
  std::size_t longest = 0;
  for (const Form& form : dialect.forms) longest = std::max<std::size_t>(longest, form.length);
  return longest;
}

Table dialect_table() {
  Table table{{"dialect", "units", "highest", "1", "2", "3", "4", "5", "6", "what it is"}, {}};
  for (const Dialect& dialect : dialects()) {
    std::vector<std::string> row{std::string(dialect.name),
                                 fmt::format("1..{}", longest_form(dialect)),
                                 fmt::format("{:X}", dialect.highest())};
    for (const Requirement& requirement : requirements()) {
      row.emplace_back(check_requirement(dialect, requirement.number).met ? "+" : "-");
    }
    row.emplace_back(dialect.summary);
    table.rows.push_back(std::move(row));
  }
  return table;
}

// A radix that is no power of two has many forms; the text states how many.
std::string forms_text(const Dialect& dialect) {
  constexpr std::size_t kMostShown = 16;
  Table forms = form_table(dialect);
  const std::size_t all = forms.rows.size();
  if (all > kMostShown) forms.rows.resize(kMostShown);
  std::string out = to_text(forms, 4, false);
  if (all > kMostShown) {
    out += fmt::format("    and {} more forms (--format json has them)\n", all - kMostShown);
  }
  return out;
}

std::string unmet_text(const Dialect& dialect) {
  std::string out;
  for (const Requirement& requirement : requirements()) {
    const RequirementVerdict verdict = check_requirement(dialect, requirement.number);
    if (verdict.met) continue;
    out += paragraph(fmt::format("    not {}: ", requirement.number), verdict.evidence);
  }
  return out;
}

std::string dialects_text() {
  std::string out = to_text(dialect_table());
  out += "\nWhat was asked of an encoding in 1992; + met, - not met:\n";
  for (const Requirement& requirement : requirements()) {
    out += fmt::format("  {}  {}\n", requirement.number, requirement.text);
  }
  out += "\nThe forms: closed ranges of code units, and the code points that they denote\n";
  for (const Dialect& dialect : dialects()) {
    out += fmt::format("\n  {}\n", dialect.name);
    out += paragraph("    source: ", dialect.source) + forms_text(dialect) + unmet_text(dialect);
  }
  return out;
}

OrderedJson form_json(const Form& form) {
  OrderedJson units = OrderedJson::array();
  for (std::size_t i = 0; i < form.length; ++i) {
    units.push_back({hex(form.units[i].first), hex(form.units[i].last)});
  }
  return {{"units", units},
          {"lowest", fmt::format("{:04X}", form.lowest)},
          {"highest", fmt::format("{:04X}", form.highest())}};
}

OrderedJson dialect_json(const Dialect& dialect) {
  OrderedJson forms = OrderedJson::array();
  for (const Form& form : dialect.forms) forms.push_back(form_json(form));
  OrderedJson asked = OrderedJson::array();
  for (const Requirement& requirement : requirements()) {
    const RequirementVerdict verdict = check_requirement(dialect, requirement.number);
    asked.push_back({{"number", requirement.number},
                     {"text", requirement.text},
                     {"met", verdict.met},
                     {"evidence", verdict.evidence}});
  }
  return {{"name", dialect.name},     {"summary", dialect.summary},
          {"source", dialect.source}, {"highest", fmt::format("{:04X}", dialect.highest())},
          {"forms", forms},           {"requirements", asked}};
}

// ---- lists with a table of their own ----

Table policy_table() {
  Table table{{"policy", "what it does"}, {}};
  for (const Policy& policy : policies()) {
    table.rows.push_back({std::string(policy.name), std::string(policy.summary)});
  }
  return table;
}

Table error_class_table() {
  Table table{{"error class", "what it is"}, {}};
  for (const ErrorClassRow& row : error_classes()) {
    table.rows.push_back({std::string(row.name), std::string(row.summary)});
  }
  return table;
}

Table flag_table(const Corpus& corpus) {
  Table table{{"flag", "kind", "vectors", "what it is"}, {}};
  for (const auto& [name, flag] : corpus.flags) {
    const auto count = std::ranges::count_if(corpus.vectors, [&](const Vector& vector) {
      return std::ranges::find(vector.flags, flag.name) != vector.flags.end();
    });
    table.rows.push_back({name, flag.kind, fmt::format("{}", count), flag.about});
  }
  return table;
}

Table source_table() {
  Table table{{"source", "what it generates"}, {}};
  for (const SourceRow& row : source_rows()) {
    table.rows.push_back({std::string(row.name), std::string(row.summary)});
  }
  return table;
}

Table kind_table() {
  Table table{{"glyph", "kind", "what was seen"}, {}};
  for (const KindRow& row : kinds()) {
    table.rows.push_back(
        {std::string(1, row.glyph), std::string(row.name), std::string(row.summary)});
  }
  return table;
}

Table saboteur_table() {
  Table table{{"saboteur", "exposed by", "what was planted"}, {}};
  for (const Decoder* decoder : saboteurs()) {
    table.rows.push_back({decoder->name,
                          decoder->planted_kind == nullptr ? "" : decoder->planted_kind,
                          decoder->planted == nullptr ? "" : decoder->planted});
  }
  return table;
}

// impls/saboteurs/README.md: this text and the table of all saboteurs.
constexpr std::string_view kSaboteurText = R"(# Saboteurs

A saboteur is the correct decoder of [honest.h](honest.h) with one planted bug.
`placemat selftest` must catch all of them: a suite that misses one is not good enough.

Each file holds one class of documented bugs: the faulty functions, and a table with one
row for each saboteur. A row states

- the name,
- the projects whose published bug has the same shape, with the year of the report (no
  code of theirs is here),
- the planted bug,
- the kind of finding that must expose it,
- probes: calls on which the saboteur answers wrongly, with both answers, and calls close
  to them on which it answers rightly; `impls/saboteurs_test.cc` checks them,
- what is changed in the table of the correct decoder.

*Class* and *kind* differ where a class is wider than one symptom. A late error detection
shows as a wrong replacement count, and a lost state at a chunk boundary as a dependence
on chunks. `crash-on-invalid` is a label across the classes.

To add a saboteur, add its function and its row to the file of the class. To add a class,
add a file and its row in [saboteurs.cmake](saboteurs.cmake); a class has at least three
saboteurs. Keep the bug narrow: one condition, in one function of the table where the
documented bug has only one. Then print this file again:

    placemat list saboteurs --format markdown > impls/saboteurs/README.md

The bugs themselves are data. `corpus/bugs/` names the saboteur that models each, and the
vector that exposes it alone; `placemat explain BUG-ID` describes it.

)";

Table saboteur_class_table() {
  Table table{{"name", "class", "planted bug", "kind", "documented relatives"}, {}};
  for (const Decoder* decoder : saboteurs()) {
    constexpr std::string_view kSeparator = "; ";
    const std::string_view origin = decoder->origin;
    const std::size_t end = std::min(origin.find(kSeparator), origin.size() - kSeparator.size());
    table.rows.push_back({decoder->name, std::string(origin.substr(0, end)), decoder->planted,
                          decoder->planted_kind,
                          std::string(origin.substr(end + kSeparator.size()))});
  }
  return table;
}

std::string saboteurs_markdown() {
  std::string other;
  for (const Decoder* decoder : saboteurs()) {
    const Profile profile = claimed_profile(*decoder);
    if (profile.bom == Bom::kKeep) continue;
    other += paragraph(fmt::format("- `{}`: ", decoder->name),
                       to_text(profile) + "; " + joined(capabilities(*decoder), ", "));
  }
  return fmt::format(
      "{}All claim `utf-8/maximal-subpart/keep` and every capability, except for\n\n{}\n{}",
      kSaboteurText, other, to_markdown(saboteur_class_table()));
}

Table bug_table(const Corpus& corpus) {
  Table table{{"bug", "year", "class", "vector", "caught as", "project"}, {}};
  for (const Bug& bug : corpus.bugs) {
    table.rows.push_back({bug.id, bug.year ? std::to_string(*bug.year) : "", bug.bug_class,
                          bug.vector, bug.kind, bug.project});
  }
  return table;
}

// Six columns do not fit side by side on a terminal; `explain` has the rest.
std::string bugs_text(const Corpus& corpus) {
  Table table{{"bug and vector", "year", "class and kind of finding"}, {}};
  for (const auto& row : bug_table(corpus).rows) {
    table.rows.push_back({row[0], row[1], row[2]});
    table.rows.push_back({"  " + row[3], "", row[4]});
  }
  return table.rows.empty() ? "none\n" : to_text(table);
}

Table absent_table() {
  Table table{{"decoder", "needs"}, {}};
  for (const AbsentDecoder& absent : absent_decoders()) {
    table.rows.push_back({absent.name, absent.subject});
  }
  return table;
}

Table subject_table(const std::vector<ListedSubject>& subjects) {
  Table table{{"subject", "language", "product", "npm package"}, {}};
  for (const ListedSubject& subject : subjects) {
    table.rows.push_back(
        {subject.name, subject.record.language, subject.record.product, subject.registry});
  }
  return table;
}

// Four columns do not fit a terminal.
std::string subjects_text(const std::vector<ListedSubject>& subjects) {
  Table table{{"subject", "product", "npm package"}, {}};
  for (const auto& row : subject_table(subjects).rows) {
    table.rows.push_back({row[0], row[2], row[3]});
  }
  return table.rows.empty() ? "none\n" : to_text(table);
}

Table table_of(Listed what, const ListedData& data) {
  const Corpus* corpus = data.corpus;
  switch (what) {
    case Listed::kDecoders:
      return decoder_table();
    case Listed::kDialects:
      return dialect_table();
    case Listed::kPolicies:
      return policy_table();
    case Listed::kErrorClasses:
      return error_class_table();
    case Listed::kFlags:
      assert(corpus != nullptr);
      return flag_table(*corpus);
    case Listed::kSources:
      return source_table();
    case Listed::kKinds:
      return kind_table();
    case Listed::kSaboteurs:
      return saboteur_table();
    case Listed::kBugs:
      assert(corpus != nullptr);
      return bug_table(*corpus);
    case Listed::kDefects:
      break;  // it is no table
    case Listed::kSubjects:
      assert(data.subjects != nullptr);
      return subject_table(*data.subjects);
    case Listed::kAbsent:
      return absent_table();
  }
  return {};
}

std::string defects_listing(const DefectCatalogue& defects, ListFormat format) {
  if (format == ListFormat::kJson) return defect_list_json(defects);
  return format == ListFormat::kMarkdown ? defect_page(defects) : defect_list_text(defects);
}

std::string json_of(Listed what, const ListedData& data) {
  OrderedJson rows = OrderedJson::array();
  switch (what) {
    case Listed::kDecoders:
      for (const Decoder* decoder : decoders()) rows.push_back(decoder_json(*decoder));
      break;
    case Listed::kDialects:
      for (const Dialect& dialect : dialects()) rows.push_back(dialect_json(dialect));
      break;
    default:
      return to_json(table_of(what, data));
  }
  return rows.dump(2) + '\n';
}

}  // namespace

std::span<const ListedRow> listed_rows() { return kListed; }

std::optional<Listed> find_listed(std::string_view name) {
  const auto* found = std::ranges::find(kListed, name, &ListedRow::name);
  if (found == kListed.end()) return std::nullopt;
  return found->listed;
}

std::string listing(Listed what, ListFormat format, const ListedData& data) {
  if (what == Listed::kDefects) {
    assert(data.defects != nullptr);
    return defects_listing(*data.defects, format);
  }
  if (format == ListFormat::kJson) return json_of(what, data);
  if (format == ListFormat::kMarkdown) {
    if (what == Listed::kSaboteurs) return saboteurs_markdown();
    return to_markdown(table_of(what, data));
  }
  if (what == Listed::kDecoders) return decoders_text();
  if (what == Listed::kDialects) return dialects_text();
  if (what == Listed::kBugs) return bugs_text(*data.corpus);
  if (what == Listed::kSubjects) return subjects_text(*data.subjects);
  const Table table = table_of(what, data);
  return table.rows.empty() ? "none\n" : to_text(table);
}

}  // namespace placemat
