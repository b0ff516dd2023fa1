// Runs the identification in the decoder's process and turns the answer into records. Only
// identify/ knows what explains an answer.
#include "harness/campaign/identified.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

// A call that failed says nothing about the explanation, and might fail again.
bool is_about_values(Kind kind) {
  return shows_in(kind) == ShowsIn::kAnswer && kind != Kind::kWrongCapacity &&
         kind != Kind::kNondeterministic;
}

}  // namespace

Identity ask_identity(const ExternalDecoder& external, Request request,
                      std::uint64_t confirm_every) {
  return Unpacker(external.ask(packed(request, confirm_every))).read<Identity>();
}

Learned ask_machine(const ExternalDecoder& external, const std::string& profile) {
  return Unpacker(external.ask(packed(Request::kLearn, profile))).read<Learned>();
}

Identity identify_here(const Decoder& decoder, unsigned call_limit_ms) {
  const Fence fence(call_limit_ms);
  FencedThread thread;
  Caller caller(decoder, thread);
  return identify(caller);
}

void add_identity(ExternalRecord& record, const Identity& identity) {
  record.profiles = identity.profiles;
  record.explained = identity.explained;
  record.knows_policy = identity.knows_policy;
  record.inputs = identity.inputs_to_name + identity.inputs_to_confirm;
  record.inputs_to_name = identity.inputs_to_name;
  record.unanswered = identity.unanswered;
  record.contradicted = identity.contradicted;
  record.contradictions = identity.contradictions;
  record.sentence = identity.sentence;
  record.is_composed = identity.is_composed;
  record.is_complete = identity.is_complete;
  record.unexplained = identity.unexplained;
  record.against = identity.against;
  record.reason = identity.reason;
  record.not_asked = kNeverAsked;
}

std::vector<SingleQuestion> questions_of(const std::vector<Finding>& findings) {
  std::vector<SingleQuestion> questions;
  const auto add = [&](const auto& shown) {
    const auto operation = find_operation(shown.operation);
    if (!operation || is_length(*operation) || !shown.conditions.empty() ||
        !is_about_values(shown.kind)) {
      return;
    }
    const ChunkedUnits units = parse_units(shown.minimal);
    if (units.cuts.empty()) questions.push_back({*operation, units.bytes});
  };
  for (const Finding& finding : findings) {
    add(finding);
    for (const Symptom& symptom : finding.symptoms) add(symptom);
  }
  return questions;
}

bool add_answers(ExternalRecord& record, const Identity& identity,
                 const std::vector<SingleQuestion>& questions,
                 const std::vector<InputObservation>& seen) {
  std::vector<Contradiction> found;
  std::set<std::string> of_streams;  // their units
  DecoderDescription description = identity.description;
  for (std::size_t i = 0; i < std::min(questions.size(), seen.size()); ++i) {
    const auto one = contradiction(identity, questions[i].units, seen[i]);
    const auto is_same = [&](const Contradiction& other) { return other.units == one->units; };
    if (!one || std::ranges::any_of(found, is_same)) continue;
    found.push_back(*one);
    add_answer(description, identity, questions[i].units, seen[i]);
    if (is_stream(questions[i].operation)) of_streams.insert(one->units);
  }
  std::erase_if(found, [&](const Contradiction& one) {
    return std::ranges::any_of(record.against, [&](const Contradiction& other) {
      return other.units == one.units && other.seen == one.seen;
    });
  });
  if (found.empty()) return false;
  record.explained = record.is_complete = false;
  record.sentence = sentence_of(description);
  record.unexplained += found.size();
  if (!record.is_composed) {
    record.contradicted += found.size();
    record.contradictions.insert(record.contradictions.begin(), found.begin(), found.end());
  }
  if (record.reason.empty()) {
    const Contradiction& one = found.front();
    record.reason = fmt::format("a finding contradicts it: {}{} gives {} instead of {}",
                                of_streams.contains(one.units) ? "to a stream, " : "", one.units,
                                one.seen, one.expected);
  }
  record.against.insert(record.against.begin(), found.begin(), found.end());
  return true;
}

bool add_unstable(ExternalRecord& record, const std::vector<Finding>& findings) {
  const auto unstable = std::ranges::find(findings, Kind::kNondeterministic, &Finding::kind);
  if (unstable == findings.end() || (!record.explained && !record.is_complete)) return false;
  record.explained = record.is_complete = false;
  record.reason = "answers differ between two identical questions: " + unstable->minimal;
  return true;
}

bool add_findings(ExternalRecord& record, const Identity& identity, const ExternalDecoder& external,
                  const std::vector<Finding>& findings) {
  bool changed = add_unstable(record, findings);
  const std::vector<SingleQuestion> questions = questions_of(findings);
  if (questions.empty()) return changed;
  try {
    const auto seen = Unpacker(external.ask(packed(Request::kObserveInputs, questions)))
                          .read<std::vector<InputObservation>>();
    external.end_process();
    return add_answers(record, identity, questions, seen) || changed;
  } catch (const AbsentError&) {
    record.not_asked += "; nor were the findings";
    return true;
  }
}

MachineRecord machine_record(const std::string& decoder, const Identity& identity) {
  return {decoder, identity.profiles.front(), identity.learned};
}

}  // namespace placemat
