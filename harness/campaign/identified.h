// identified.h: identifies a decoder, of this tree or external, and states the result as records of
// a report. It must not know how they are used.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/external_decoder.h"
#include "harness/identify/identify.h"
#include "harness/report/record.h"

namespace placemat {

// `request` is kIdentify, or kName for the profile without the machine. Throws
// AbsentError when the decoder does not survive the questions. One in `confirm_every` of the inputs
// confirms the profile.
Identity ask_identity(const ExternalDecoder& external, Request request,
                      std::uint64_t confirm_every = 1);
// The machine of a decoder whose profile was identified. Throws likewise.
Learned ask_machine(const ExternalDecoder& external, const std::string& profile);

// Of a decoder of this tree, in this process.
Identity identify_here(const Decoder& decoder, unsigned call_limit_ms);

// Adds the result of an identification to a row of the list of subjects.
void add_identity(ExternalRecord& record, const Identity& identity);

// Asks the decoder for the minimal input of each finding that needs no position, chunks, memory or
// history, and adds what contradicts the explanation to the record. True when anything did.
bool add_findings(ExternalRecord& record, const Identity& identity, const ExternalDecoder& external,
                  const std::vector<Finding>& findings);

// The part of it that asks nothing: the inputs to ask, and what the answers say.
std::vector<SingleQuestion> questions_of(const std::vector<Finding>& findings);
bool add_answers(ExternalRecord& record, const Identity& identity,
                 const std::vector<SingleQuestion>& questions,
                 const std::vector<InputObservation>& seen);
// A decoder that was seen to answer differently has no complete explanation.
bool add_unstable(ExternalRecord& record, const std::vector<Finding>& findings);

MachineRecord machine_record(const std::string& decoder, const Identity& identity);

}  // namespace placemat
