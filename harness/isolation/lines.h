// lines.h: the adapter for any language: a child that reads numbered questions and writes
// numbered answers, one per line, in order. The judge receives its answers like those of
// any other decoder. It does not know the right answer.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/isolation/hang_limit.h"
#include "harness/isolation/remote.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

struct ChildCommand {
  std::vector<std::string> words;
  unsigned start_ms = 30'000;  // to send its hello line
};

// The word of a question of the protocol; empty for an operation that it does not have.
std::string_view protocol_mode(Operation operation);

std::unique_ptr<Host> make_line_host(const RunContext& context, ChildCommand command,
                                     const Limits& limits, std::shared_ptr<HangLimit> hangs);

}  // namespace placemat
