// machine_sentence.h: a learnt machine in words. The page draws it.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

// "a machine of 16 states ..., 2 differences".
std::string machine_sentence(const MachineRecord& machine);

}  // namespace placemat
