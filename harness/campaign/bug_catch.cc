// Runs the saboteurs of the documented bugs as targets of one ordinary run. The corpus states the
// kind of finding that each must cause.
#include "harness/campaign/bug_catch.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "harness/corpus/bugs.h"

namespace placemat {
namespace {

constexpr unsigned kBugLimitMs = 4;

const Decoder* find_saboteur(std::string_view name) {
  for (const Decoder* saboteur : saboteurs()) {
    if (saboteur->name == name) return saboteur;
  }
  return nullptr;
}

// The finding as the symptom of that kind shows it.
Finding shown_by(Finding finding, const Symptom& symptom) {
  finding.kind = symptom.kind;
  finding.key = symptom.key;
  finding.minimal = symptom.minimal;
  finding.expected = symptom.expected;
  finding.seen = symptom.seen;
  finding.replay = symptom.replay;
  return finding;
}

// A vector can show a fault under several kinds, of which one names the finding.
void take(const DecoderResult& result, BugCatch& caught) {
  for (const Finding& finding : result.findings) {
    const std::string_view kind = row_of(finding.kind).name;
    if (kind == caught.bug->kind) {
      caught.is_caught = true;
      caught.finding = finding;
      return;
    }
    for (const Symptom& symptom : finding.symptoms) {
      if (row_of(symptom.kind).name != caught.bug->kind) continue;
      caught.is_caught = true;
      caught.finding = shown_by(finding, symptom);
      return;
    }
    caught.instead += caught.instead.empty() ? "found only as " : ", ";
    caught.instead += kind;
  }
  if (caught.instead.empty()) caught.instead = "nothing was found";
}

}  // namespace

BugCatches catch_bugs(const Corpus& corpus, unsigned threads, const std::atomic<bool>* stop,
                      const std::vector<std::string>& ids) {
  BugCatches out;
  std::deque<Corpus> alone;  // a corpus of one vector for each subject
  std::vector<Target> subjects;
  std::vector<std::size_t> places;  // indices of the subjects' bugs
  for (const Bug& bug : corpus.bugs) {
    if (!ids.empty() && std::ranges::find(ids, bug.id) == ids.end()) continue;
    out.catches.push_back({&bug});
    const Decoder* saboteur = find_saboteur(bug.saboteur);
    const Vector* vector = corpus.find(bug.vector);
    if (saboteur == nullptr || vector == nullptr) {
      out.catches.back().instead = "there is no " + (vector ? bug.saboteur : bug.vector);
      continue;
    }
    alone.emplace_back().vectors = {*vector};
    subjects.push_back(
        make_target(*saboteur, {"curated"}, {Budget::kStandard, 1992, &alone.back()}));
    subjects.back().encoder_step = kNoValue;
    places.push_back(out.catches.size() - 1);
  }
  std::size_t done = 0;
  out.finished = run(subjects, {threads, kBugLimitMs, stop},
                     [&](DecoderResult result) { take(result, out.catches[places[done++]]); });
  for (; done < places.size(); ++done) out.catches[places[done]].instead = "not asked";
  return out;
}

std::string year_text(const Bug& bug) { return bug.year ? std::to_string(*bug.year) : ""; }

std::string_view units_text(const Bug& bug) {
  return bug.is_constructed ? "constructed" : "reported";
}

BugRecord record_of(const BugCatch& caught) {
  const Bug& bug = *caught.bug;
  const Trigger& trigger = bug.caught_trigger();
  BugRecord record;
  record.id = bug.id;
  record.project = bug.project;
  record.year = year_text(bug);
  record.bug_class = bug.bug_class;
  record.status = bug.status;
  record.units = units_text(bug);
  record.vector = bug.vector;
  record.hex = to_text(trigger.units);
  record.did = trigger.did ? trigger.did->text() : "";
  record.law = to_text(law_of(trigger));
  record.kind = bug.kind;
  record.saboteur = bug.saboteur;
  record.caught = caught.is_caught;
  record.evidence = caught.is_caught ? fmt::format("expected {}; seen {}", caught.finding.expected,
                                                   caught.finding.seen)
                                     : caught.instead;
  record.replay = caught.finding.replay;
  return record;
}

std::vector<const Decoder*> saboteurs_of(std::string_view bug_class) {
  std::vector<const Decoder*> out;
  for (const Decoder* saboteur : saboteurs()) {
    const std::string_view origin = saboteur->origin;
    if (origin.substr(0, origin.find(';')) == bug_class) out.push_back(saboteur);
  }
  return out;
}

}  // namespace placemat
