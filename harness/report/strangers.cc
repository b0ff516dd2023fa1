#include "harness/report/strangers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/report/text.h"
#include "harness/spec/dialect.h"
#include "harness/spec/profile.h"

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

std::string standing_text(const StrangerRecord& stranger, bool as_markdown) {
  if (stranger.profiles.empty()) {
    return as_markdown ? escape_markdown(stranger.trouble) : visible_line(stranger.trouble);
  }
  const std::string profile = profile_text(stranger);
  const std::string shown = as_markdown ? escape_markdown(profile) : profile;
  if (stranger.explained) return shown;
  return fmt::format("none; nearest {}; {}", shown, shortest_contradiction(stranger, as_markdown));
}

}  // namespace

std::string profile_text(const StrangerRecord& stranger) {
  if (stranger.profiles.empty()) return "";
  const std::string& first = stranger.profiles.front();
  if (stranger.knows_policy) return first;
  const Profile profile = parse_profile(first);
  return fmt::format("{}, strict, BOM {}", dialect(profile.dialect).name, name_of(profile.bom));
}

std::string identity_text(const StrangerRecord& stranger) {
  if (stranger.profiles.empty()) return "not identified: " + visible_line(stranger.trouble);
  if (!stranger.explained) {
    return fmt::format("of no known profile; nearest is {}, contradicted by {} of {} inputs, {}",
                       profile_text(stranger), stranger.contradicted, stranger.inputs,
                       shortest_contradiction(stranger, false));
  }
  return fmt::format("{}, named by {} inputs of {}, none of which contradicts it",
                     profile_text(stranger), stranger.inputs_to_name, stranger.inputs);
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

Table strangers_table(const Report& report) {
  Table table{{"decoder", "product", "version", "identified as"}, {}};
  for (const StrangerRecord& stranger : report.strangers) {
    table.rows.push_back({visible_line(stranger.decoder), visible_line(stranger.product),
                          visible_line(stranger.version), standing_text(stranger, false)});
  }
  return table;
}

std::string render_strangers(const Report& report) {
  struct Row {
    std::string language, product, version, standing, entries;
  };
  std::vector<Row> rows;
  for (const StrangerRecord& stranger : report.strangers) {
    if (stranger.profiles.empty()) continue;
    const Row row{stranger.language, stranger.product, stranger.version,
                  standing_text(stranger, true), escape_markdown(stranger.entry)};
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
  std::ranges::sort(rows, [](const Row& a, const Row& b) {
    return std::tie(a.language, a.product, a.version, a.standing, a.entries) <
           std::tie(b.language, b.product, b.version, b.standing, b.entries);
  });
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
