// asked_alone.h: whether a finding of an external decoder shows again when a new process is asked
// nothing but its replay line. It must not know how the finding was found.
#pragma once

#include "harness/campaign/external_decoder.h"

namespace placemat {

// Stands in the pattern of a finding that its replay line does not show.
inline constexpr const char* kRightAlone = "a new process that is asked this alone is right";

// Asks for each finding that a call shows again, in a new process, as its replay line does. What is
// wrong in another way there is shown in that way. What is right there is tried twenty times: then
// the finding says how often it showed, or a symptom that shows takes its place; an answer that is
// always right becomes nondeterministic, and says what it needs. Findings about a process or an
// encoder are left as they are. Call it while this process has one thread.
void ask_findings_alone(const ExternalDecoder& external, DecoderResult& subject);

}  // namespace placemat
