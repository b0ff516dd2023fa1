// help_commands.cc: `placemat completion` and `placemat man`, which print what help_pages.h makes
// of the commands of this program.
#include <fmt/format.h>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/cli/command.h"
#include "harness/cli/help_pages.h"

namespace placemat::cli {
namespace {

std::vector<std::string> decoder_names() {
  std::vector<std::string> names;
  for (const Decoder* decoder : decoders()) names.emplace_back(decoder->name);
  return names;
}

// Words that name a command: "corpus add", or nothing for the program.
std::string page_of(const std::vector<CommandHelp>& all, const std::vector<std::string>& words) {
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  for (const CommandHelp& command : all) {
    if (command.name == name) return man_page(all, command);
  }
  throw InputError(fmt::format("unknown command '{}'; `placemat --help` lists them", name));
}

void write_pages(const std::vector<CommandHelp>& all, const std::string& directory) {
  const std::filesystem::path to = make_directory(directory, "--to");
  for (const CommandHelp& command : all) {
    write_text_file(to / man_page_name(command), man_page(all, command));
  }
}

}  // namespace

void add_completion(CLI::App& app, Global&) {
  auto* command = app.add_subcommand("completion", "print the completion script of a shell");
  auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "Examples:\n"
      "  source <(placemat completion bash)\n"
      "  placemat completion zsh >~/.zfunc/_placemat\n"
      "  placemat completion fish >~/.config/fish/completions/placemat.fish");
  command->callback(
      [&app, shell] { fmt::print("{}", completion(command_helps(app), *shell, decoder_names())); });
}

void add_man(CLI::App& app, Global&) {
  auto* command = app.add_subcommand("man", "print the manual page of a command");
  auto words = std::make_shared<std::vector<std::string>>();
  auto to = std::make_shared<std::string>();
  command->add_option("command", *words, "a command; the program itself if none");
  command->add_option("--to", *to, "write the pages of all commands to this directory")
      ->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  placemat man run | man -l -\n"
      "  placemat man --to share/man/man1");
  command->callback([&app, words, to] {
    const std::vector<CommandHelp> all = command_helps(app);
    if (to->empty()) {
      fmt::print("{}", page_of(all, *words));
    } else {
      write_pages(all, *to);
    }
  });
}

}  // namespace placemat::cli
