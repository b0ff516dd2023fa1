// main.cc: `placemat`. Parses the command line, runs one subcommand and turns an error into one
// line and an exit code.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>

#include "harness/bytes/error.h"
#include "harness/bytes/unwritten.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/provenance.h"
#include "harness/cli/command.h"
#include "harness/cli/help_format.h"
#include "harness/cli/misuse.h"
#include "harness/cli/terminal.h"
#include "harness/decoder/plugin_file.h"
#include "harness/report/views/table.h"

namespace placemat::cli {

extern const char* const kCommit;  // commit.cmake writes it

namespace {

constexpr const char* kFooter =
    "Exit code: 0 as expected; 1 a new finding or regression; 2 misuse or bad input;\n"
    "3 the subject is absent or could not be started; 4 stopped before its end, or the system\n"
    "refused (a full disk, a full standard output).\n"
    "\n"
    "Examples:\n"
    "  placemat run                          judge every decoder of this tree\n"
    "  placemat run branchy --budget quick   one decoder, in seconds\n"
    "  placemat run tutorial_lenient --as utf-8\n"
    "  placemat explain 'C0 AF'              the law and every decoder on two code units\n"
    "  placemat audit ./mine.so              a decoder that is not of this tree\n"
    "  placemat selftest                     check that every planted error is caught";

void set_terminal(Global& global, const std::string& color) {
  global.color = wants_color(color, STDOUT_FILENO);
  if (global.quiet) return;
  global.progress = can_overwrite(STDERR_FILENO) ? ProgressStyle::kLine : ProgressStyle::kMinutes;
}

// An empty word is mostly a variable that was not set: a gate would compare with nothing.
void refuse_empty_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional() &&
        std::ranges::find(option->results(), "") != option->results().end()) {
      throw CLI::ValidationError(option->get_name(), "its value is empty; leave it out instead");
    }
  }
  for (const CLI::App* inner : command.get_subcommands()) refuse_empty_values(*inner);
}

// A command that starts a decoder has the options of a filter, or takes what a finding needs.
void refuse_idle_words(const CLI::App& app, const Global& global) {
  for (const CLI::App* command : app.get_subcommands()) {
    const bool starts_one =
        command->get_option_no_throw("--filter") != nullptr || command->get_name() == "issue";
    if (global.child.empty() || starts_one) continue;
    throw CLI::ValidationError(command->get_name(),
                               "it starts no decoder, so no command stands behind --");
  }
}

int run_program(int argc, char** argv) {
  CLI::App app{"placemat determines, with evidence, whether a UTF-8 decoder is correct.",
               "placemat"};
  app.formatter(help_format());
  app.footer(kFooter);
  set_text_width(terminal_width(STDOUT_FILENO));
  app.set_version_flag("--version", std::string("placemat " PLACEMAT_VERSION) +
                                        (kLoadsPlugins ? "" : "\nstatic: it loads no plug-in"));
  app.require_subcommand(1);
  app.fallthrough();

  invocation().commit = kCommit;
  invocation().command = command_line({argv, static_cast<std::size_t>(argc)});
  Global global;
  std::string color = "auto";
  app.add_option("--corpus", global.corpus_directory, "directory of the corpora")->type_name("DIR");
  app.add_option("--format", global.format, "text, json, or markdown where a command has it")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  app.add_flag("--quiet", global.quiet, "no progress, and only the verdict of a report");
  app.add_option("--color", color, "auto: on a terminal, unless NO_COLOR is set or TERM is dumb")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  // Commands run as soon as their own words are read, so this comes before them.
  app.parse_complete_callback([&] {
    refuse_empty_values(app);
    refuse_idle_words(app, global);
    set_terminal(global, color);
  });

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
  add_certify(app, global);
  add_issue(app, global);
  add_defects(app, global);
  add_compare(app, global);
  add_bugs(app, global);
  add_history(app, global);
  add_completion(app, global);
  add_man(app, global);
  add_fuzz(app, global);

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
    complain(what_is_wrong(app, error) + "; see `placemat --help`");
    return kMisuse;
  }
}

// For lack of memory in a thread of a run, where no handler stands. Any other end, and one in the
// process of a decoder, may be the decoder's, and is left to the fence or the host.
pid_t own_process = 0;
void on_uncaught() {
  constexpr std::string_view kText = "placemat: the system gives no more memory\n";
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    if (getpid() == own_process && write(STDERR_FILENO, kText.data(), kText.size()) > 0) {
      _exit(kUnfinished);
    }
  } catch (...) {
    std::abort();
  }
  std::abort();
}

// Runs the program; an error becomes a line on standard error and an exit code.
int run_to_end(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const InputError& error) {
    complain(error.what());
    return kMisuse;
  } catch (const AbsentError& error) {
    complain(error.what());
    return kAbsent;
  } catch (const UnfinishedError& error) {
    complain(error.what());
    return error.has_finding() ? kFinding : kUnfinished;
  } catch (const SystemError& error) {
    complain(error.what());
    return kUnfinished;
  } catch (const std::bad_alloc&) {
    complain("the system gives no more memory");
    return kUnfinished;
  } catch (const std::filesystem::filesystem_error& error) {
    complain(error.what());
    return is_of_system(error.code().value()) ? kUnfinished : kMisuse;
  } catch (const std::system_error& error) {
    // A failure of standard output is stated below.
    if (std::ferror(stdout) == 0) complain("the system refused: " + std::string(error.what()));
    return kUnfinished;
  } catch (const std::exception& error) {
    complain(std::string(error.what()) + " (this is a fault of placemat)");
    return kMisuse;
  }
}

// A finding takes precedence over what was not printed.
int check_output(int code) {
  errno = 0;
  const bool is_flushed = std::fflush(stdout) == 0 && std::cout.flush().good();
  if (is_flushed && std::ferror(stdout) == 0) return code;
  complain("standard output cannot be written: " +
           std::string(errno == 0 ? "the system refused" : std::strerror(errno)));
  return code == kAsExpected ? kUnfinished : code;
}

}  // namespace
}  // namespace placemat::cli

int main(int argc, char** argv) {
  placemat::cli::own_process = getpid();
  std::set_terminate(placemat::cli::on_uncaught);
  // Beyond the limit of file sizes a write fails, as on a full disk; so does one to a pipe that is
  // no longer read.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  // Written at the end, when the exit code is known: a full disk hides no finding.
  static std::array<char, std::size_t{1} << 20> output;
  if (isatty(STDOUT_FILENO) == 0) std::setvbuf(stdout, output.data(), _IOFBF, output.size());
  return placemat::cli::check_output(placemat::cli::run_to_end(argc, argv));
}
