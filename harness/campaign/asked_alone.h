// asked_alone.h: whether a finding of an external decoder shows again when a new process is asked
// nothing but its replay line. It must not know how the finding was found.
#pragma once

#include "harness/campaign/external_decoder.h"

namespace placemat {

// Stands in the pattern of a finding that its replay line does not show.
inline constexpr const char* kRightAlone = "a new process that is asked this alone is right";

// Asks for each finding about an answer again, in a new process. What is right there becomes
// nondeterministic, and says what it needs; what is wrong in another way there is shown in that
// way, as its replay line shows it. Findings about a process, a hang, a crash or an encoder are
// left as they are. Call it while this process has one thread.
void ask_findings_alone(const ExternalDecoder& external, DecoderResult& subject);

}  // namespace placemat
