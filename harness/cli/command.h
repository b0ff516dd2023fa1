// command.h: what the subcommands share. Each subcommand is one file that adds
// itself to the application and sets `exit_code` when it has run; nothing is
// decided here that a library below could decide.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace placemat::cli {

// DESIGN: the contract with whoever calls us from a script.
enum ExitCode : int {
  kAsExpected = 0,  // everything as expected
  kFinding = 1,     // a new finding or a regression
  kMisuse = 2,      // misuse or bad input
  kAbsent = 3,      // the subject is absent or could not be started
};

struct Global {
  std::string corpus_directory;  // --corpus; found by default_corpus_directory() when empty
  std::string format = "text";   // --format text|json
  bool color = false;            // standard output is a terminal
  bool progress = false;         // standard error is a terminal
  int exit_code = kAsExpected;

  bool json() const { return format == "json"; }
};

// The corpora of this tree, or those installed beside the program.
std::string default_corpus_directory();

void add_run(CLI::App& app, Global& global);
void add_explain(CLI::App& app, Global& global);
void add_replay(CLI::App& app, Global& global);
void add_reduce(CLI::App& app, Global& global);
void add_diff(CLI::App& app, Global& global);
void add_report(CLI::App& app, Global& global);
void add_corpus(CLI::App& app, Global& global);
void add_list(CLI::App& app, Global& global);
void add_selftest(CLI::App& app, Global& global);

}  // namespace placemat::cli
