// identified.h: identifies a decoder, of this tree or external, and states the result as records of
// a report. It must not know how they are used.
#pragma once

#include <string>

#include "harness/campaign/external_decoder.h"
#include "harness/identify/identify.h"
#include "harness/report/record.h"

namespace placemat {

// `request` is kIdentify, or kName for the profile without the machine. Throws
// AbsentError when the decoder does not survive the questions.
Identity ask_identity(const ExternalDecoder& external, Request request);

// Of a decoder of this tree, in this process.
Identity identify_here(const Decoder& decoder, unsigned call_limit_ms);

// Adds the result of an identification to a row of the list of subjects.
void add_identity(ExternalRecord& record, const Identity& identity);

MachineRecord machine_record(const std::string& decoder, const Identity& identity);

}  // namespace placemat
