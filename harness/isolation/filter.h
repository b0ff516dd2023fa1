// filter.h: the door for programs that only convert a stream. Many cases travel
// in one stream, and what comes out is cut into their answers again; a case that
// would be another question beside others, or cannot be told apart from them,
// travels alone. What such a program shows is what it writes, and whether it
// fails: where an error lies is not seen, so nothing is said of it. It must not
// know what a right answer is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/isolation/remote.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

struct FilterCommand {
  std::vector<std::string> words;
  std::string output = "utf-32le";  // utf-32le, utf-32be, utf-8, exit-code
  std::string mode = "strict";      // strict: it ends in failure; lossy: it goes on
  std::string policy;               // of the latter, where it is documented
  std::string name;                 // empty: the program's
};

std::unique_ptr<Host> make_filter_host(const RunContext& context, FilterCommand command,
                                       const Limits& limits);

}  // namespace placemat
