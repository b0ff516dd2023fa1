#include "harness/cli/misuse.h"

#include <fmt/format.h>

#include <vector>

#include "harness/bytes/nearest.h"

namespace placemat::cli {
namespace {

// The innermost command that the line names.
const CLI::App& command_of(const CLI::App& app) {
  const auto named = app.get_subcommands();
  return named.empty() ? app : command_of(*named.front());
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* at = &app; at != nullptr; at = at->get_parent()) {
    for (const CLI::Option* option : at->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(one->get_name());
  }
  return names;
}

std::string unknown(std::string_view what, const std::string& word,
                    const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view near = nearest(word, views);
  return fmt::format("unknown {} '{}'{}", what, word,
                     near.empty() ? "" : fmt::format(", did you mean '{}'?", near));
}

}  // namespace

// For an unknown command CLI11 reports only that one is required, and for an unknown option that
// it was not expected.
std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error) {
  const bool is_of_words = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                           dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const std::vector<std::string> extras = app.remaining(true);
  if (!is_of_words || extras.empty()) return error.what();
  const std::string& word = extras.front();
  const CLI::App& command = command_of(app);
  if (word.starts_with("-")) {
    return unknown("option", word.substr(0, word.find('=')), options_of(command));
  }
  const std::vector<std::string> commands = commands_of(command);
  if (commands.empty()) return fmt::format("'{}' is one word too many", word);
  return unknown("command", word, commands);
}

}  // namespace placemat::cli
