#include "harness/report/views/defects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string program_of(const DefectCatalogue& catalogue, const Defect& defect) {
  return read_text_file(catalogue.folder / "native" / defect.native.file);
}

std::string shown_units(const Defect& defect) {
  return to_text(defect.units) + (defect.around.empty() ? "" : ", " + defect.around);
}

std::string versions_text(const Defect& defect) {
  return listed(defect.versions) +
         (defect.fixed_in.empty() ? "" : "; without it: " + defect.fixed_in);
}

std::string upstream_text(const Defect& defect) {
  std::string out = listed(defect.links);
  if (!defect.searched.empty()) {
    out += (out.empty() ? "not found; searched: " : "; searched: ") + defect.searched;
  }
  return out + (defect.mended.empty() ? "" : "; fixed, not run here: " + defect.mended);
}

OrderedJson json_of(const DefectiveProduct& product, const Defect& defect) {
  OrderedJson out{{"id", defect.id},
                  {"product", product.name},
                  {"language", product.language},
                  {"package", product.package},
                  {"effect", row_of(defect.effect).name},
                  {"versions", defect.versions}};
  if (!defect.fixed_in.empty()) out["fixed_in"] = defect.fixed_in;
  if (defect.is_withheld) {
    out["withheld"] = true;
    return out;
  }
  if (defect.is_difference) out["difference"] = true;
  out["entry"] = defect.entry;
  out["about"] = defect.about;
  out["affects"] = defect.affects;
  if (!defect.lets_through.empty()) out["lets_through"] = defect.lets_through;
  out["units"] = to_text(defect.units);
  if (!defect.around.empty()) out["around"] = defect.around;
  out["promised"] = to_text(defect.promised);
  out["question"] = defect.question;
  out["seen"] = defect.seen;
  out["expected"] = defect.expected;
  out["clause"] = defect.clause;
  out["links"] = defect.links;
  if (!defect.searched.empty()) out["searched"] = defect.searched;
  if (!defect.mended.empty()) out["mended"] = defect.mended;
  out["native"] = defect.native.file;
  if (!defect.native.build.empty()) out["build"] = defect.native.build;
  out["run"] = defect.native.run;
  return out;
}

// "84 defects in 52 products".
std::string count_text(const std::vector<FoundDefect>& defects) {
  std::set<const DefectiveProduct*> products;
  for (const FoundDefect& found : defects) products.insert(found.product);
  return fmt::format("{} in {}", counted(defects.size(), "defect"),
                     counted(products.size(), "product"));
}

// Those that have a defect, worst first.
std::vector<Effect> effects_in(const std::vector<FoundDefect>& defects) {
  std::set<Effect> effects;
  for (const FoundDefect& found : defects) effects.insert(found.defect->effect);
  return {effects.begin(), effects.end()};
}

// In a directory of its own, so that a reader can paste them.
std::string commands_of(const NativeProgram& native) {
  return (native.build.empty() ? "" : native.build + "\n") + native.run + "\n";
}

std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    out += line.empty() ? "\n" : "    " + visible_line(line) + "\n";
    begin = end + 1;
  }
  return out;
}

// Without its full stop. A stop within a sentence, as in "3.1.0", has no blank behind it.
std::string first_sentence(const std::string& text) {
  std::string first = text.substr(0, text.find(". "));
  if (first.ends_with('.')) first.pop_back();
  return first;
}

// The first of the calls that an entry names, without what is said of it. "get(a, b)" is one call.
std::string first_call(const std::string& entry) {
  std::size_t end = 0, open = 0;
  for (; end < entry.size(); ++end) {
    if (open == 0 && (entry[end] == ',' || entry[end] == ';')) break;
    if (entry.substr(end).starts_with(" (")) break;
    if (entry[end] == '(') ++open;
    if (entry[end] == ')' && open > 0) --open;
  }
  return entry.substr(0, end);
}

// "It" of the first sentence is what was called.
std::string issue_title(const FoundDefect& found) {
  constexpr std::string_view kIt = "It ";
  const std::string called = first_call(found.defect->entry);
  const std::string what = first_sentence(found.defect->about);
  const std::string title = what.starts_with(kIt)      ? called + " " + what.substr(kIt.size())
                            : what.starts_with(called) ? what
                                                       : called + ": " + what;
  return title.starts_with(found.product->name) ? title : found.product->name + ": " + title;
}

// As Markdown names the language of a file.
std::string fence_language(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension.empty() ? "" : extension.substr(1);
}

// The cells hold markup of ours, which to_markdown() would escape.
std::string defect_table(const std::vector<FoundDefect>& defects) {
  std::string rows;
  for (const FoundDefect& found : defects) {
    const Defect& defect = *found.defect;
    if (defect.is_withheld) continue;
    rows +=
        fmt::format("| {} {} | {} | {} | {} | {} | {} [{}](../corpus/defects/native/{}) |\n",
                    escape_markdown(found.product->name), escape_markdown(versions_text(defect)),
                    escape_markdown(defect.entry), markdown_code(to_text(defect.units), true),
                    markdown_code(defect.seen, true), markdown_code(defect.expected, true),
                    escape_markdown(defect.about), defect.id, defect.native.file);
  }
  if (rows.empty()) return "";
  return "| product | called | code units | seen | expected | what it does |\n"
         "|---|---|---|---|---|---|\n" +
         rows;
}

std::string withheld_text(const std::vector<FoundDefect>& defects) {
  std::string out;
  for (const FoundDefect& found : defects) {
    if (!found.defect->is_withheld) continue;
    out += fmt::format("- {} {}: not public yet\n", escape_markdown(found.product->name),
                       escape_markdown(versions_text(*found.defect)));
  }
  return out;
}

constexpr std::string_view kPageHead = R"(# Defects of other people's decoders

{}, worst first. A program of a few lines in the product's own language, which
calls its public interface and nothing of placemat, shows each on the versions that the
table names.

- `placemat explain ID` tells one, with its program and how it is built and run.
- `placemat issue ID` prints the text for its authors.
- `placemat defects verify` runs the programs whose product is on the machine.

*Seen* and *expected* are verdicts or values in hex. Where several answers are right, such as
one replacement character or three, *expected* is the one of the policy that the product
states. The *rule* that `placemat explain` prints quotes the product's manual or a standard. What
only we expect is a difference, and a deviation that a product documents is no defect; both stand
at the end. A defect that touches memory and is not public yet is named by its product and class
only.

`placemat list defects --format markdown` prints this page from `corpus/defects`.
)";

constexpr std::string_view kDifferencesHead = R"(
## Differences, and so not counted

No document of the product and no standard promises what is *expected* here; only we expect it.

)";

std::string documented_page(const DefectCatalogue& catalogue) {
  Table table{{"product", "called", "what it does", "documented in"}, {}};
  for (const DefectiveProduct& product : catalogue.products) {
    for (const DocumentedPolicy& policy : product.documented) {
      table.rows.push_back({product.name, policy.entry, policy.what, policy.document});
    }
  }
  if (table.rows.empty()) return "";
  return "\n## Documented, and so not counted\n\n" + to_markdown(table);
}

std::string result_line(const NativeResult& result) {
  const Defect& defect = *result.found.defect;
  const std::string_view mark = result.contradicts_entry() ? "!!" : "  ";
  std::string line = fmt::format("{}{:12}  {}", mark, name_of(result.outcome), defect.id);
  switch (result.outcome) {
    case NativeOutcome::kReproduced:
    case NativeOutcome::kFixed:
      line += fmt::format("  {}: {}", to_text(defect.units), result.printed);
      break;
    case NativeOutcome::kOther:
      line += fmt::format(
          "\n                prints    {}\n                seen      {}\n"
          "                expected  {}",
          visible_line(result.printed), defect.seen, defect.expected);
      break;
    case NativeOutcome::kNotBuilt:
      line += "\n                " + visible_line(result.printed);
      break;
    case NativeOutcome::kAbsent:
      line += fmt::format("  package {}", result.found.product->package);
      break;
    case NativeOutcome::kWithheld:
      break;
  }
  return line + "\n";
}

}  // namespace

std::string defect_list_text(const DefectCatalogue& catalogue) {
  const std::vector<FoundDefect> defects = catalogue.by_effect();
  std::string out;
  for (const Effect effect : effects_in(defects)) {
    out += fmt::format("{}\n", row_of(effect).title);
    for (const FoundDefect& found : defects) {
      const Defect& defect = *found.defect;
      if (defect.effect != effect) continue;
      out += paragraph("  ", fmt::format("{}: {}", defect.id,
                                         defect.is_withheld ? "not public yet" : defect.about));
    }
    out += '\n';
  }
  const std::vector<FoundDefect> differences = catalogue.differences();
  if (!differences.empty()) out += "differs from what only we expect\n";
  for (const FoundDefect& found : differences) {
    out += paragraph("  ", fmt::format("{}: {}", found.defect->id, found.defect->about));
  }
  return out + (differences.empty() ? "" : "\n") + count_text(defects) + "\n";
}

std::string defect_list_json(const DefectCatalogue& catalogue) {
  OrderedJson out = OrderedJson::array();
  for (const FoundDefect& found : catalogue.by_effect()) {
    out.push_back(json_of(*found.product, *found.defect));
  }
  for (const FoundDefect& found : catalogue.differences()) {
    out.push_back(json_of(*found.product, *found.defect));
  }
  return out.dump(2) + "\n";
}

std::string defect_page(const DefectCatalogue& catalogue) {
  const std::vector<FoundDefect> defects = catalogue.by_effect();
  std::string out = fmt::format(kPageHead, count_text(defects));
  for (const Effect effect : effects_in(defects)) {
    std::vector<FoundDefect> alike;
    std::ranges::copy_if(defects, std::back_inserter(alike),
                         [&](const FoundDefect& found) { return found.defect->effect == effect; });
    out += fmt::format("\n## It {}\n\n", row_of(effect).title);
    const std::string table = defect_table(alike);
    const std::string withheld = withheld_text(alike);
    out += table + (table.empty() || withheld.empty() ? "" : "\n") + withheld;
  }
  const std::string differences = defect_table(catalogue.differences());
  if (!differences.empty()) out += fmt::format("{}{}", kDifferencesHead, differences);
  return out + documented_page(catalogue);
}

std::string defect_text(const DefectCatalogue& catalogue, const FoundDefect& found) {
  const Defect& defect = *found.defect;
  std::string out =
      paragraph("", fmt::format("{}: {} ({}) {}", defect.id, found.product->name,
                                found.product->language, row_of(defect.effect).title));
  if (defect.is_withheld) {
    return out +
           paragraph("",
                     "It is not public yet, so the catalogue has the product and the "
                     "class of the effect only.") +
           paragraph("Seen in     ", versions_text(defect));
  }
  out += paragraph("", defect.about) + "\n";
  if (defect.is_difference) {
    out += "It is a difference and no defect: no document promises what is expected.\n\n";
  }
  out += paragraph("Called      ", defect.entry);
  out += paragraph("Code units  ", shown_units(defect));
  out += paragraph("Seen        ", defect.seen);
  out += paragraph("Expected    ", defect.expected);
  out += paragraph("Rule        ", defect.clause);
  if (!defect.lets_through.empty()) out += paragraph("Lets in     ", defect.lets_through);
  out += paragraph("Affects     ", defect.affects);
  out += paragraph("Seen in     ", versions_text(defect));
  out += paragraph("Upstream    ", upstream_text(defect));
  return out +
         fmt::format("\n{}:\n\n{}\n", defect.native.file, indented(program_of(catalogue, defect))) +
         "In a directory that holds it:\n\n" + indented(commands_of(defect.native));
}

std::string defect_json(const DefectCatalogue& catalogue, const FoundDefect& found) {
  OrderedJson out = json_of(*found.product, *found.defect);
  if (!found.defect->is_withheld) out["program"] = program_of(catalogue, *found.defect);
  return out.dump(2) + "\n";
}

std::string defect_issue(const DefectCatalogue& catalogue, const FoundDefect& found) {
  const Defect& defect = *found.defect;
  if (defect.is_withheld) {
    throw InputError(
        fmt::format("{} is not public yet; its entry stands outside of the tree, and "
                    "--withheld DIR names the folder",
                    defect.id));
  }
  std::string out = fmt::format("# {}\n\n", escape_markdown(issue_title(found)));
  out += fmt::format("`{}`:\n\n```{}\n{}```\n\n", defect.native.file,
                     fence_language(defect.native.file), program_of(catalogue, defect));
  out += fmt::format("```sh\n{}```\n\n", commands_of(defect.native));
  const auto add_row = [&](std::string_view name, const std::string& markdown) {
    if (!markdown.empty()) out += fmt::format("- **{}:** {}\n", name, markdown);
  };
  if (first_sentence(defect.about) + "." != defect.about) {
    out += escape_markdown(defect.about) + "\n\n";
  }
  add_row("It prints", markdown_code(defect.seen));
  add_row("Expected", markdown_code(defect.expected));
  add_row("Version", escape_markdown(versions_text(defect)));
  add_row("Called", escape_markdown(defect.entry));
  add_row("Input, code units in hex", markdown_code(to_text(defect.units)));
  add_row("Around it", escape_markdown(defect.around));
  add_row("Rule", escape_markdown(defect.clause));
  add_row("It accepts", escape_markdown(defect.lets_through));
  add_row("Affects", escape_markdown(defect.affects));
  add_row("Known", escape_markdown(listed(defect.links)));
  add_row("Searched for duplicates", escape_markdown(defect.searched));
  add_row("Fixed, not run here", escape_markdown(defect.mended));
  return out;
}

std::string native_results_text(std::span<const NativeResult> results) {
  std::string out;
  std::array<std::size_t, 6> counts{};
  std::size_t wrong = 0;
  for (const NativeResult& result : results) {
    ++counts.at(static_cast<std::size_t>(result.outcome));
    if (result.contradicts_entry()) ++wrong;
    const bool is_first =
        &result == results.data() || (&result - 1)->found.product != result.found.product;
    if (is_first) {
      out += fmt::format("{} {}\n", result.found.product->name,
                         result.version.empty() ? "(absent)" : result.version);
    }
    out += result_line(result);
  }
  out += fmt::format("\n{}", counted(results.size(), "defect"));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    out += fmt::format(", {} {}", counts[i], name_of(static_cast<NativeOutcome>(i)));
  }
  return out + (wrong == 0
                    ? "\n"
                    : fmt::format("; {} with !! {} the catalogue\n", counted(wrong, "result"),
                                  wrong == 1 ? "contradicts" : "contradict"));
}

std::string native_results_json(std::span<const NativeResult> results) {
  OrderedJson out = OrderedJson::array();
  for (const NativeResult& result : results) {
    const Defect& defect = *result.found.defect;
    OrderedJson one{{"id", defect.id},
                    {"product", result.found.product->name},
                    {"version", result.version},
                    {"outcome", name_of(result.outcome)},
                    {"contradicts_entry", result.contradicts_entry()}};
    if (!result.printed.empty()) one["printed"] = visible_line(result.printed);
    if (!defect.is_withheld) {
      one["seen"] = defect.seen;
      one["expected"] = defect.expected;
    }
    out.push_back(one);
  }
  return out.dump(2) + "\n";
}

}  // namespace placemat
