// main.cc: `placemat`. Parses the command line, runs one subcommand and turns an error into one
// line and an exit code.
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "harness/bytes/error.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/provenance.h"
#include "harness/cli/command.h"

namespace placemat::cli {

extern const char* const kCommit;  // commit.cmake writes it

namespace {

constexpr const char* kFooter =
    "Exit code: 0 as expected; 1 a new finding or regression; 2 misuse or bad input;\n"
    "3 the subject is absent or could not be started; 4 stopped before its end.\n"
    "\n"
    "Examples:\n"
    "  placemat run                          judge every decoder of this tree\n"
    "  placemat run branchy --budget quick   one decoder, in seconds\n"
    "  placemat run tutorial_lenient --as utf-8\n"
    "  placemat explain 'C0 AF'              the law and every decoder on two code units\n"
    "  placemat audit ./mine.so              a decoder that is not of this tree\n"
    "  placemat selftest                     check that every planted error is caught";

// For an unknown subcommand CLI11 reports only that one is required.
std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error, int argc,
                          char** argv) {
  const bool has_word = argc > 1 && argv[1][0] != '-' && argv[1][0] != '\0';
  const auto is_meant = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (has_word && app.get_subcommands(is_meant).empty()) {
    return "unknown command '" + std::string(argv[1]) + "'";
  }
  return error.what();
}

int run_program(int argc, char** argv) {
  CLI::App app{"placemat determines, with evidence, whether a UTF-8 decoder is correct.",
               "placemat"};
  app.footer(kFooter);
  app.set_version_flag("--version", "placemat " PLACEMAT_VERSION);
  app.require_subcommand(1);
  app.fallthrough();

  invocation().commit = kCommit;
  invocation().command = command_line({argv, static_cast<std::size_t>(argc)});
  Global global;
  global.color = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  global.progress = isatty(STDERR_FILENO) == 1;
  app.add_option("--corpus", global.corpus_directory, "directory of the corpora")->type_name("DIR");
  app.add_option("--format", global.format, "text or json, on standard output")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();

  add_run(app, global);
  add_explain(app, global);
  add_replay(app, global);
  add_reduce(app, global);
  add_diff(app, global);
  add_report(app, global);
  add_corpus(app, global);
  add_list(app, global);
  add_selftest(app, global);
  add_strength(app, global);
  add_bench(app, global);
  add_audit(app, global);
  add_identify(app, global);
  add_issue(app, global);

  // The words after `--` are the command line of a child.
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--") continue;
    global.child.assign(argv + i + 1, argv + argc);
    argc = i;
  }

  try {
    app.parse(argc, argv);
    return global.exit_code;
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    std::cerr << "placemat: " << what_is_wrong(app, error, argc, argv)
              << "; see `placemat --help`\n";
    return kMisuse;
  }
}

}  // namespace
}  // namespace placemat::cli

int main(int argc, char** argv) {
  try {
    return placemat::cli::run_program(argc, argv);
  } catch (const placemat::InputError& error) {
    std::cerr << "placemat: " << error.what() << '\n';
    return placemat::cli::kMisuse;
  } catch (const placemat::AbsentError& error) {
    std::cerr << "placemat: " << error.what() << '\n';
    return placemat::cli::kAbsent;
  } catch (const placemat::UnfinishedError& error) {
    std::cerr << "placemat: " << error.what() << '\n';
    return error.has_finding() ? placemat::cli::kFinding : placemat::cli::kUnfinished;
  } catch (const std::exception& error) {
    std::cerr << "placemat: " << error.what() << " (this is a fault of placemat)\n";
    return placemat::cli::kMisuse;
  }
}
