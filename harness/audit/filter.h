// filter.h: the door for programs that only convert a stream. Many cases travel
// in one stream, each behind a marker of ASCII that any decoder lets through,
// and what comes out is cut at the markers again; a case whose end or beginning
// would not be the same beside a marker travels alone. It must not know what a
// right answer is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/audit/remote.h"
#include "harness/audit/sandbox.h"

namespace placemat {

struct FilterCommand {
  std::vector<std::string> words;
  std::string output = "utf-32le";  // utf-32le, utf-32be, utf-8, exit-code
  std::string mode = "strict";      // strict: it ends in failure; lossy: it goes on
  std::string policy;               // of the latter, where it is documented
  std::string name;                 // empty: the program's
};

std::unique_ptr<Host> make_filter_host(const Setting& setting, FilterCommand command,
                                       const Limits& limits);

}  // namespace placemat
