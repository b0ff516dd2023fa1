#include "harness/report/views/bugs.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/corpus/bugs.h"
#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

template <class Strings>
std::string joined(const Strings& items) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + std::string(item);
  return out;
}

std::vector<std::string> saboteur_names(const Bug& bug) {
  std::vector<std::string> names;
  for (const Decoder* saboteur : saboteurs_of(bug.bug_class)) names.emplace_back(saboteur->name);
  return names;
}

std::string trigger_text(const Trigger& trigger) {
  std::string out = paragraph("  code units  ", to_text(trigger.units));
  if (!trigger.encoding.empty()) {
    out += paragraph("              ",
                     trigger.encoding + " for the program at fault; read as UTF-8 here");
  }
  if (trigger.is_reset) {
    out += paragraph("              ", "a new text begins with the last chunk, which is judged");
  }
  out += paragraph("  right       ", to_text(law_of(trigger)) +
                                         (trigger.bom == Bom::kKeep ? "" : " (marks stripped)"));
  out += paragraph("  it did      ", trigger.did ? trigger.did->text() : "not known to the value");
  return out + paragraph("  vector      ", trigger.vector);
}

std::string caught_text(const BugCatch& caught) {
  const Bug& bug = *caught.bug;
  std::string out = paragraph("Caught by   ", fmt::format("{} alone, as {}, in {}, which models it",
                                                          bug.vector, bug.kind, bug.saboteur));
  if (!caught.is_caught) return out + paragraph("            NOT CAUGHT: ", caught.instead);
  const Finding& finding = caught.finding;
  out += paragraph("  expected  ", finding.expected);
  out += paragraph(
      "  seen      ",
      finding.seen + (finding.conditions.empty() ? std::string() : ", " + finding.conditions));
  return out + paragraph("  replay    ", finding.replay);
}

OrderedJson trigger_json(const Trigger& trigger) {
  OrderedJson out{{"hex", to_text(trigger.units)},
                  {"vector", trigger.vector},
                  {"law", to_text(law_of(trigger))}};
  if (trigger.is_reset) out["reset"] = true;
  if (trigger.bom != Bom::kKeep) out["bom"] = name_of(trigger.bom);
  if (!trigger.encoding.empty()) out["encoding"] = trigger.encoding;
  if (trigger.did) out["did"] = trigger.did->text();
  return out;
}

}  // namespace

std::string bug_text(const Corpus& corpus, const BugCatch& caught) {
  const Bug& bug = *caught.bug;
  const std::string year = year_text(bug);
  std::string out = paragraph("", fmt::format("{}: {}{}", bug.id, bug.project,
                                              year.empty() ? ", year unknown" : ", " + year));
  out += paragraph("", bug.api) + '\n';
  out += paragraph("What        ", bug.story);
  out += paragraph("Effect      ", bug.effect);
  if (!bug.lesson.empty()) out += paragraph("Note        ", bug.lesson);
  out += paragraph("Class       ", bug.bug_class + ": " + corpus.bug_classes.at(bug.bug_class));
  if (!bug.also.empty()) out += paragraph("Also        ", joined(bug.also));
  out += paragraph("Status      ",
                   bug.status + (bug.found_by.empty() ? "" : "; found by " + bug.found_by));
  out +=
      paragraph("Units       ", bug.is_constructed ? "constructed from the description of the fault"
                                                   : "as reported");
  if (!bug.is_verified) out += paragraph("            ", "told from memory; no source was opened");
  for (const auto* list : {&bug.cves, &bug.advisories, &bug.links}) {
    for (const std::string& link : *list) out += fmt::format("Source      {}\n", link);
  }
  out += '\n';
  for (const Trigger& trigger : bug.triggers) out += trigger_text(trigger) + '\n';
  out += caught_text(caught);
  return out + paragraph("Saboteurs   ", joined(saboteur_names(bug)));
}

std::string bug_json(const Corpus& corpus, const BugCatch& caught) {
  const Bug& bug = *caught.bug;
  OrderedJson triggers = OrderedJson::array();
  for (const Trigger& trigger : bug.triggers) triggers.push_back(trigger_json(trigger));
  OrderedJson out{{"id", bug.id},
                  {"project", bug.project},
                  {"year", bug.year ? OrderedJson(*bug.year) : OrderedJson(nullptr)},
                  {"api", bug.api},
                  {"bug_class", bug.bug_class},
                  {"class_about", corpus.bug_classes.at(bug.bug_class)},
                  {"also", bug.also},
                  {"status", bug.status},
                  {"story", bug.story},
                  {"effect", bug.effect},
                  {"lesson", bug.lesson},
                  {"units", units_text(bug)},
                  {"verified", bug.is_verified},
                  {"found_by", bug.found_by},
                  {"cves", bug.cves},
                  {"advisories", bug.advisories},
                  {"links", bug.links},
                  {"triggers", triggers},
                  {"vector", bug.vector},
                  {"kind", bug.kind},
                  {"saboteur", bug.saboteur},
                  {"caught", caught.is_caught},
                  {"saboteurs", saboteur_names(bug)}};
  if (caught.is_caught) {
    out["expected"] = caught.finding.expected;
    out["seen"] = caught.finding.seen;
    out["replay"] = caught.finding.replay;
  } else {
    out["instead"] = caught.instead;
  }
  return out.dump(2) + '\n';
}

}  // namespace placemat
