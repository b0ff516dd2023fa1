// identified.h: what identification found, as records of a report. It must not
// know how a decoder was asked.
#pragma once

#include <string>

#include "harness/identify/identify.h"
#include "harness/report/record.h"

namespace placemat {

// Adds what is known now to what a list of subjects says.
void add_identity(ExternalRecord& record, const Identity& identity);

MachineRecord machine_record(const std::string& decoder, const Identity& identity);

}  // namespace placemat
