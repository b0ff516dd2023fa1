// Runs the identification in the decoder's process and turns the answer into records. Only
// identify/ knows what explains an answer.
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
  record.contradictions = identity.contradictions;
}

MachineRecord machine_record(const std::string& decoder, const Identity& identity) {
  return {decoder, identity.profiles.front(), identity.learned};
}

}  // namespace placemat
