#include "harness/report/views/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string named(const std::string& name, const std::string& version) {
  const bool is_told = !version.empty() && version != "in-tree";
  return visible_line(is_told ? name + " " + version : name);
}

std::string heading_of(const DecoderComparison& comparison, Contrast contrast) {
  switch (contrast) {
    case Contrast::kReadAsOther:
      return "both accept it, and read other text";
    case Contrast::kOnlyFirstAccepts:
      return "only " + comparison.first + " accepts it";
    case Contrast::kOnlySecondAccepts:
      return "only " + comparison.second + " accepts it";
    case Contrast::kReplacedOtherwise:
      return "ill-formed text is replaced otherwise";
  }
  return "";
}

// Long ones are complete in JSON.
std::string in_short(const std::string& text) {
  constexpr std::size_t kLongest = 200, kKept = 160;
  if (text.size() <= kLongest) return text;
  return text.substr(0, text.rfind(' ', kKept)) + " ...";
}

std::string group_text(const DecoderComparison& comparison, const ContrastGroup& group) {
  std::string out = paragraph("  ", in_short(group.units));
  std::string range = group.error_class;
  if (!group.range.empty()) range += ", " + group.range;
  if (group.strings > 1) range += fmt::format(" ({})", counted(group.strings, "string"));
  out += paragraph("    ", range);
  const std::size_t width = std::max(comparison.first.size(), comparison.second.size());
  out += paragraph(fmt::format("    {:{}}  ", comparison.first, width), in_short(group.first));
  return out +
         paragraph(fmt::format("    {:{}}  ", comparison.second, width), in_short(group.second));
}

}  // namespace

std::string comparison_text(const DecoderComparison& comparison) {
  std::string out = fmt::format(
      "{} and {}: {} asked, {}\n", named(comparison.first, comparison.first_version),
      named(comparison.second, comparison.second_version), counted(comparison.asked, "string"),
      comparison.groups.empty() ? std::string("none read differently")
                                : fmt::format("{} read differently, {}", grouped(comparison.differ),
                                              counted(comparison.groups.size(), "cause")));
  const ContrastGroup* last = nullptr;
  for (const ContrastGroup& group : comparison.groups) {
    if (last == nullptr || last->contrast != group.contrast) {
      out += "\n" + heading_of(comparison, group.contrast) + "\n";
    }
    out += group_text(comparison, group);
    last = &group;
  }
  out += '\n';
  if (comparison.not_askable > 0) {
    out += fmt::format("{} cannot be given to one of the two\n",
                       counted(comparison.not_askable, "string"));
  }
  if (comparison.unanswered > 0) {
    out += fmt::format("no answer of one of the two to {}, the shortest {}\n",
                       counted(comparison.unanswered, "string"),
                       comparison.first_unanswered.empty() ? "of no units"
                                                           : in_short(comparison.first_unanswered));
  }
  for (const std::string& what : comparison.not_compared) out += paragraph("", what);
  return out +
         (comparison.is_complete ? "" : "interrupted: the strings that follow were not asked\n");
}

std::string comparison_json(const DecoderComparison& comparison) {
  OrderedJson groups = OrderedJson::array();
  for (const ContrastGroup& group : comparison.groups) {
    groups.push_back({{"contrast", name_of(group.contrast)},
                      {"error_class", group.error_class},
                      {"units", group.units},
                      {"range", group.range},
                      {"strings", group.strings},
                      {"first", group.first},
                      {"second", group.second}});
  }
  const OrderedJson out{{"first", comparison.first},
                        {"first_version", visible_line(comparison.first_version)},
                        {"second", comparison.second},
                        {"second_version", visible_line(comparison.second_version)},
                        {"complete", comparison.is_complete},
                        {"asked", comparison.asked},
                        {"differ", comparison.differ},
                        {"not_askable", comparison.not_askable},
                        {"unanswered", comparison.unanswered},
                        {"first_unanswered", comparison.first_unanswered},
                        {"causes", groups},
                        {"not_compared", comparison.not_compared}};
  return out.dump(2) + "\n";
}

}  // namespace placemat
