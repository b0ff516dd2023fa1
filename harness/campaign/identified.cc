// Runs the identification where the decoder is, and turns the answer into
// records. What explains an answer, only identify/ knows.
#include "harness/campaign/identified.h"

namespace placemat {

Identity ask_identity(const ExternalDecoder& external, Request request) {
  const std::vector<Target> no_targets;
  const RunContext context{no_targets, {}, nullptr};
  Remote remote(context, external.host());
  return Unpacker(remote.ask(packed(request))).read<Identity>();
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
