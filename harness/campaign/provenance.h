// provenance.h: the circumstances of a run that no result depends on: which program, from which
// commit, on which machine, called how. It must not know what is run.
#pragma once

#include <ctime>
#include <span>
#include <string>

#include "harness/report/record.h"

namespace placemat {

// What only the main program knows. Others leave it as it is.
struct Invocation {
  std::string commit = "unknown";  // of the tree that it was built from
  std::string command = {};        // the words of its call, quoted for a shell
  std::time_t started = std::time(nullptr);
};
Invocation& invocation();

// The words so that a shell reads them back unchanged.
std::string command_line(std::span<const char* const> words);

// A run of this program that `command` makes again.
Header::Run this_run(const std::string& command, unsigned threads);

// What a header says of the program and the machine, whatever is run.
Header header_of_this_program();

}  // namespace placemat
