// filter.h: the adapter for programs that only convert a stream. Many cases travel in one
// stream, and the output is split into their answers; a case that would be a different
// question beside others, or cannot be separated from them, travels alone. Such a program
// exposes its output and whether it fails; it does not state where an error lies, so
// error offsets are not compared. It does not know the right answer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/isolation/hang_limit.h"
#include "harness/isolation/remote.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

struct FilterCommand {
  std::vector<std::string> words;
  std::string output = "utf-32le";  // utf-32le, utf-32be, utf-8, exit-code
  std::string mode = "strict";      // strict: it ends in failure; lossy: it goes on
  std::string policy;               // of lossy mode, where it is documented
  std::string name;                 // empty: the program's
};

std::unique_ptr<Host> make_filter_host(const RunContext& context, FilterCommand command,
                                       const Limits& limits, std::shared_ptr<HangLimit> hangs);

}  // namespace placemat
