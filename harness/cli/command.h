// command.h: the declarations that the subcommands share. Each subcommand is one file that adds
// itself to the application and sets `exit_code` when it has run; decisions belong to the libraries
// below.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <filesystem>
#include <string>

#include "harness/cli/progress.h"
#include "harness/decoder/registry.h"
#include "harness/report/views/summary.h"

namespace placemat::cli {

// The contract with scripts that run the program.
enum ExitCode : int {
  kAsExpected = 0,  // everything as expected
  kFinding = 1,     // a new finding or a regression
  kMisuse = 2,      // misuse or bad input
  kAbsent = 3,      // the subject is absent or could not be started
  kUnfinished = 4,  // stopped before its end without a finding so far, or the system refused
};

struct Global {
  std::string corpus_directory;  // --corpus; empty: found by corpus_directory()
  std::string format = "text";   // --format text|json
  bool color = false;            // on standard output
  bool quiet = false;            // --quiet: no progress, and verdicts without their details
  ProgressStyle progress = ProgressStyle::kNone;
  int exit_code = kAsExpected;
  std::vector<std::string> child;  // the command behind `--`

  bool json() const { return format == "json"; }
};

// --corpus; else the corpora of this tree, or those installed beside the program.
std::string corpus_directory(const Global& global);
// The build tree that contains this program.
std::filesystem::path build_directory();
// Where placemat_decoder.h lies.
std::filesystem::path header_directory();
// The list of expected findings for the decoders of this tree.
std::string default_expected_list();

// The decoder or saboteur of that name, or with `only_planted` only a saboteur. Throws InputError
// that names the nearest one, and the command that lists them all.
const Decoder& decoder_named(std::string_view name, bool only_planted = false);

// The number of threads without --threads.
unsigned default_threads();

// How a summary is shown on standard output.
SummaryOptions summary_options(const Global& global);

// The option --set, which names a set of vectors.
void add_vector_set(CLI::App& command, std::string& set, const std::string& description);

// One line on standard error, whatever the text holds.
void complain(const std::string& text);

// Makes the directory where it is absent. Throws InputError, or SystemError for a full disk.
// `option` is the one that named it.
std::filesystem::path make_directory(const std::string& name, const char* option = "--out");

// Throws InputError when this file cannot be written: before the work that it is for. An empty name
// is no file.
void check_place(const std::string& file);

// True from the first Ctrl-C on; the second one kills.
const std::atomic<bool>& interrupted();
// Sets that flag after this time as well.
void interrupt_after(unsigned seconds);
// "interrupted", or that the time is over.
std::string why_interrupted();

void add_run(CLI::App& app, Global& global);
void add_explain(CLI::App& app, Global& global);
void add_replay(CLI::App& app, Global& global);
void add_reduce(CLI::App& app, Global& global);
void add_diff(CLI::App& app, Global& global);
void add_report(CLI::App& app, Global& global);
void add_corpus(CLI::App& app, Global& global);
void add_list(CLI::App& app, Global& global);
void add_selftest(CLI::App& app, Global& global);
void add_strength(CLI::App& app, Global& global);
void add_bench(CLI::App& app, Global& global);
void add_audit(CLI::App& app, Global& global);
void add_identify(CLI::App& app, Global& global);
void add_certify(CLI::App& app, Global& global);
void add_issue(CLI::App& app, Global& global);
void add_defects(CLI::App& app, Global& global);
void add_compare(CLI::App& app, Global& global);
void add_bugs(CLI::App& app, Global& global);
void add_history(CLI::App& app, Global& global);
void add_completion(CLI::App& app, Global& global);
void add_man(CLI::App& app, Global& global);
void add_fuzz(CLI::App& app, Global& global);

}  // namespace placemat::cli
