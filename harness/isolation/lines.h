// lines.h: the door for any language: a child that reads numbered questions
// and writes numbered answers, a line each, in their order. Its answers are
// presented to the judge as those of any other decoder. It must not know what
// a right answer is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/isolation/remote.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

struct ChildCommand {
  std::vector<std::string> words;
  unsigned start_ms = 30'000;  // to say hello
};

std::unique_ptr<Host> make_line_host(const RunContext& context, ChildCommand command,
                                     const Limits& limits);

}  // namespace placemat
