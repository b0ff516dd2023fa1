// plugin.h: the adapter for shared objects. A host keeps a worker process; the worker
// loads the object and runs whole jobs at the speed of a built-in decoder. When the
// worker dies, hangs or detects that its process was corrupted, the host reports the
// call, starts another worker that skips this call, and repeats the job. It does not know
// the right answer.
#pragma once

#include <memory>
#include <string>

#include "harness/isolation/hang_limit.h"
#include "harness/isolation/remote.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

// `path` is absolute. Answers kDescribe, kCheck, kConclude and kJudge.
std::unique_ptr<Host> make_plugin_host(const RunContext& context, std::string path,
                                       const Limits& limits, std::shared_ptr<HangLimit> hangs);

// The same for a decoder of this tree, which the worker has without loading it.
std::unique_ptr<Host> make_own_host(const RunContext& context, const Decoder& decoder,
                                    const Limits& limits, std::shared_ptr<HangLimit> hangs);

}  // namespace placemat
