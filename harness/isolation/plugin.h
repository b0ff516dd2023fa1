// plugin.h: the door for shared objects. A host keeps a worker process; the
// worker loads the object and makes whole jobs of a run, as fast as if the
// decoder had been built in. When the worker dies, stands still or finds
// itself meddled with, the host says during which call, starts another one
// that knows, and asks again. It must not know what a right answer is.
#pragma once

#include <memory>
#include <string>

#include "harness/isolation/remote.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

// `path` is absolute. Answers kDescribe, kCheck, kConclude and kJudge.
std::unique_ptr<Host> make_plugin_host(const RunContext& context, std::string path,
                                       const Limits& limits);

}  // namespace placemat
