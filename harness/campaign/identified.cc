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
  record.contradictions = identity.contradictions;
}

MachineRecord machine_record(const std::string& decoder, const Identity& identity) {
  return {decoder, identity.profiles.front(), identity.learned};
}

}  // namespace placemat
