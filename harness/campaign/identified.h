// identified.h: identification of any decoder, of this tree or external, and what
// it found as records of a report. It must not know what is made of them.
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

// Adds what is known now to what a list of subjects says.
void add_identity(ExternalRecord& record, const Identity& identity);

MachineRecord machine_record(const std::string& decoder, const Identity& identity);

}  // namespace placemat
