#include "harness/campaign/identified.h"

namespace placemat {

void add_identity(ExternalRecord& record, const Identity& identity) {
  record.profiles = identity.profiles;
  record.explained = identity.explained;
  record.knows_policy = identity.knows_policy;
  record.inputs = identity.inputs_to_name + identity.inputs_to_confirm;
  record.inputs_to_name = identity.inputs_to_name;
  record.unanswered = identity.unanswered;
  record.contradicted = identity.contradicted;
  for (const Contradiction& c : identity.contradictions) {
    record.contradictions.push_back({c.units, c.expected, c.seen});
  }
}

MachineRecord machine_record(const std::string& decoder, const Identity& identity) {
  const Learned& learned = identity.learned;
  MachineRecord record{decoder,
                       identity.profiles.front(),
                       learned.finite,
                       learned.classes,
                       learned.law_states,
                       learned.questions,
                       learned.differences,
                       {}};
  for (const LearnedState& state : learned.machine) {
    MachineRecord::State& told = record.states.emplace_back();
    told.name = state.name;
    told.is_beyond = state.is_beyond;
    for (const LearnedEdge& edge : state.edges) {
      told.edges.push_back({edge.units, edge.to, edge.output, edge.by_law});
    }
  }
  return record;
}

}  // namespace placemat
