// help_pages.h: manual pages and shell completion, made from the options that --help shows. They
// must not name any command or option themselves.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace placemat::cli {

// One option, as --help shows it.
struct CommandOption {
  std::vector<std::string> names;    // "-h", "--help"; none for a positional one
  std::string value;                 // "FILE", "WHEN"; empty for a flag
  std::vector<std::string> choices;  // of its value, where they are closed
  std::string positional;            // its name, where it is one
  std::string about;
};

struct CommandHelp {
  std::string name;  // "run", "corpus add"; empty for the program
  std::string about, footer;
  std::vector<CommandOption> options, positionals;
  std::vector<std::string> commands;  // the names of those below it, without its own
};

// The program first, then each command, followed by those below it.
std::vector<CommandHelp> command_helps(const CLI::App& app);

// As troff: "placemat.1" for the program, "placemat-corpus-add.1" for a command.
std::string man_page_name(const CommandHelp& command);
std::string man_page(const std::vector<CommandHelp>& all, const CommandHelp& command);

// bash, zsh or fish. `words` are offered where a decoder is due.
std::string completion(const std::vector<CommandHelp>& all, std::string_view shell,
                       const std::vector<std::string>& decoders);

}  // namespace placemat::cli
