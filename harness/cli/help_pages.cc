#include "harness/cli/help_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "harness/bytes/error.h"

namespace placemat::cli {
namespace {

// "TEXT:{quick,standard,deep}" ends in the choices.
std::vector<std::string> choices_of(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  std::vector<std::string> choices;
  std::istringstream list(type.substr(open + 1, close - open - 1));
  for (std::string one; std::getline(list, one, ',');) choices.push_back(one);
  return choices;
}

std::string word_of(const std::string& type) {
  const std::string word = type.substr(0, type.find_first_of(":{ "));
  return word.empty() ? "VALUE" : word;
}

CommandOption help_of(const CLI::Option& option) {
  CommandOption help;
  for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) help.names.push_back("--" + name);
  const std::string type = option.get_type_name();
  // A flag has a type too.
  if (option.get_type_size() > 0 && option.get_expected_max() > 0) {
    help.choices = choices_of(type);
    help.value = word_of(type);
  }
  if (!option.nonpositional()) help.positional = option.get_name(true);
  help.about = option.get_description();
  return help;
}

void add_helps(const CLI::App& app, const std::string& name, std::vector<CommandHelp>& all) {
  CommandHelp help{name, app.get_description(), app.get_footer(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options(nullptr)) {
    CommandOption one = help_of(*option);
    (option->get_positional() ? help.positionals : help.options).push_back(std::move(one));
  }
  const auto below = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* command : below) help.commands.push_back(command->get_name());
  all.push_back(std::move(help));
  for (const CLI::App* command : below) {
    add_helps(*command, name.empty() ? command->get_name() : name + " " + command->get_name(), all);
  }
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out.append(out.empty() ? "" : between).append(word);
  return out;
}

// ---- manual pages ----

// Text of troff: no line of it is a request.
std::string troff(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    at_start = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string title_of(const CommandHelp& command) {
  std::string title = command.name.empty() ? "placemat" : "placemat " + command.name;
  std::ranges::replace(title, ' ', '-');
  return title;
}

std::string troff_option(const CommandOption& option) {
  std::string out = ".TP\n";
  if (option.names.empty()) {
    out += fmt::format("\\fI{}\\fR", troff(option.positional));
  } else {
    out += fmt::format("\\fB{}\\fR", troff(joined(option.names, ", ")));
    if (!option.value.empty()) out += fmt::format(" \\fI{}\\fR", troff(option.value));
  }
  out += "\n" + troff(option.about) + "\n";
  if (!option.choices.empty()) {
    out += fmt::format(".br\nOne of: {}.\n", troff(joined(option.choices, ", ")));
  }
  return out;
}

std::string troff_options(std::string_view title, const std::vector<CommandOption>& options) {
  if (options.empty()) return {};
  std::string out = fmt::format(".SH {}\n", title);
  for (const CommandOption& option : options) out += troff_option(option);
  return out;
}

// The lines below --help stand as they are; "Examples:" begins a section.
std::string troff_footer(const std::string& footer) {
  if (footer.empty()) return {};
  constexpr std::string_view kExamples = "Examples:\n";
  const std::size_t at = footer.find(kExamples);
  std::string out;
  if (const std::string notes = footer.substr(0, at); !notes.empty()) {
    out += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", troff(notes));
  }
  if (at == std::string::npos) return out;
  return out + fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n",
                           troff(std::string_view(footer).substr(at + kExamples.size())));
}

// ---- completion ----

std::vector<std::string> names_of(const std::vector<CommandOption>& options) {
  std::vector<std::string> names;
  for (const CommandOption& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

bool takes_decoder(const CommandHelp& command) {
  return std::ranges::any_of(command.positionals, [](const CommandOption& positional) {
    const std::string& name = positional.positional;
    return name == "decoder" || name == "first" || name == "second";
  });
}

// What may stand where no option stands: the commands below, the choices of a positional, decoders.
std::vector<std::string> words_of(const CommandHelp& command,
                                  const std::vector<std::string>& decoders) {
  std::vector<std::string> words = command.commands;
  for (const CommandOption& positional : command.positionals) {
    words.insert(words.end(), positional.choices.begin(), positional.choices.end());
  }
  if (takes_decoder(command)) words.insert(words.end(), decoders.begin(), decoders.end());
  return words;
}

// In single quotes, for each of the shells.
std::string in_quotes(std::string_view text, std::string_view quote = "'\\''") {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += quote;
    } else if (c == '\n') {
      out += ' ';
    } else {
      out += c;
    }
  }
  return out + "'";
}

// `case` of the options that have a value: "run --budget". Options of the program stand behind
// each command too.
std::string bash_values(const CommandHelp& command) {
  std::string out;
  for (const CommandOption& option : command.options) {
    if (option.value.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) {
      patterns.push_back(command.name.empty() ? fmt::format("*' {}'", name)
                                              : in_quotes(command.name + " " + name));
    }
    const std::string reply =
        option.choices.empty()
            ? "compgen -f -- \"$cur\""
            : fmt::format("compgen -W {} -- \"$cur\"", in_quotes(joined(option.choices, " ")));
    out += fmt::format("    {}) mapfile -t COMPREPLY < <({}); return ;;\n", joined(patterns, " | "),
                       reply);
  }
  return out;
}

std::string bash_completion(const std::vector<CommandHelp>& all,
                            const std::vector<std::string>& decoders) {
  std::string known, values, words;
  for (const CommandHelp& command : all) {
    if (!command.name.empty()) known += (known.empty() ? "" : " | ") + in_quotes(command.name);
    if (!command.name.empty()) values += bash_values(command);
    std::vector<std::string> options = names_of(command.options);
    const std::vector<std::string> common = names_of(all.front().options);
    for (const std::string& name : common) {
      if (std::ranges::find(options, name) == options.end()) options.push_back(name);
    }
    words += fmt::format("    {})\n      options={}\n      words={} ;;\n", in_quotes(command.name),
                         in_quotes(joined(options, " ")),
                         in_quotes(joined(words_of(command, decoders), " ")));
  }
  values += bash_values(all.front());
  return fmt::format(R"(# bash completion of placemat, made by `placemat completion bash`.
_placemat() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command='' longer word options='' words=''
  COMPREPLY=()
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    if [[ $word == -- ]]; then
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      return
    fi
    longer="${{command:+$command }}$word"
    case $longer in
    {}) command=$longer ;;
    esac
  done
  case "$command $prev" in
{}  esac
  case $command in
{}  esac
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur" || :; [[ -z $command ]] || compgen -f -- "$cur")
  fi
}}
complete -F _placemat placemat
)",
                     known, values, words);
}

// An option of _arguments: '(-h --help)'{{-h,--help}}'[about]:value:(a b)'.
std::string zsh_option(const CommandOption& option) {
  std::string about = option.about, out;
  std::ranges::replace(about, '[', '(');
  std::ranges::replace(about, ']', ')');
  std::string action;
  if (!option.value.empty()) {
    action =
        fmt::format(":{}:{}", option.value,
                    option.choices.empty() ? "_files" : "(" + joined(option.choices, " ") + ")");
  }
  for (const std::string& name : option.names) {
    out += fmt::format(" \\\n      {}", in_quotes(fmt::format("*{}[{}]{}", name, about, action)));
  }
  return out;
}

std::string zsh_completion(const std::vector<CommandHelp>& all,
                           const std::vector<std::string>& decoders) {
  std::string known, cases;
  for (const CommandHelp& command : all) {
    if (!command.name.empty()) known += (known.empty() ? "" : " | ") + in_quotes(command.name);
    std::string options;
    for (const CommandOption& option : command.options) options += zsh_option(option);
    if (!command.name.empty()) {
      for (const CommandOption& option : all.front().options) {
        if (option.names.back() != "--version" && option.names.back() != "--help") {
          options += zsh_option(option);
        }
      }
    }
    cases += fmt::format(
        "    {})\n    words_here={}\n    _arguments -s{} \\\n      '*:word:->word' ;;\n",
        in_quotes(command.name), "(" + joined(words_of(command, decoders), " ") + ")", options);
  }
  return fmt::format(R"(#compdef placemat
# zsh completion of placemat, made by `placemat completion zsh`.
_placemat() {{
  local command='' longer word state
  local -a words_here
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    longer="${{command:+$command }}$word"
    case $longer in
    {}) command=$longer ;;
    esac
  done
  case $command in
{}  esac
  if [[ $state == word ]]; then
    compadd -a words_here
    [[ -z $command ]] || _files
  fi
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _placemat "$@"; else compdef _placemat placemat; fi
)",
                     known, cases);
}

std::string fish_option(const CommandOption& option, const std::string& condition) {
  std::string out = "complete -c placemat" + condition;
  for (const std::string& name : option.names) {
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.value.empty()) out += " -r";
  if (!option.choices.empty()) out += " -f -a " + in_quotes(joined(option.choices, " "), "\\'");
  return out + " -d " + in_quotes(option.about, "\\'") + "\n";
}

std::string fish_completion(const std::vector<CommandHelp>& all,
                            const std::vector<std::string>& decoders) {
  std::string out = "# fish completion of placemat, made by `placemat completion fish`.\n";
  for (const CommandOption& option : all.front().options) out += fish_option(option, "");
  for (const CommandHelp& command : all) {
    if (command.name.empty()) continue;
    // "corpus add" is seen when both words are.
    std::string seen;
    std::istringstream words(command.name);
    std::string last;
    for (std::string word; words >> word; last = word) {
      seen += (seen.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
    }
    const bool is_nested = command.name.find(' ') != std::string::npos;
    const std::string parent = command.name.substr(0, command.name.find(' '));
    const std::string when =
        is_nested ? "__fish_seen_subcommand_from " + parent : std::string("__fish_use_subcommand");
    out += fmt::format("complete -c placemat -n {} -a {} -d {}\n", in_quotes(when), in_quotes(last),
                       in_quotes(command.about, "\\'"));
    const std::string condition = " -n " + in_quotes(seen);
    for (const CommandOption& option : command.options) out += fish_option(option, condition);
    CommandHelp leaf = command;
    leaf.commands.clear();
    const std::vector<std::string> here = words_of(leaf, decoders);
    if (!here.empty()) {
      out += fmt::format("complete -c placemat{} -a {}\n", condition, in_quotes(joined(here, " ")));
    }
  }
  return out;
}

}  // namespace

std::vector<CommandHelp> command_helps(const CLI::App& app) {
  std::vector<CommandHelp> all;
  add_helps(app, "", all);
  return all;
}

std::string man_page_name(const CommandHelp& command) { return title_of(command) + ".1"; }

std::string man_page(const std::vector<CommandHelp>& all, const CommandHelp& command) {
  const std::string title = title_of(command);
  std::string upper = title;
  std::ranges::transform(upper, upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  std::string out = fmt::format(".TH {} 1 \"\" \"placemat {}\"\n.SH NAME\n{} \\- {}\n",
                                troff(upper), PLACEMAT_VERSION, troff(title), troff(command.about));
  out += fmt::format(".SH SYNOPSIS\n\\fBplacemat{}\\fR",
                     command.name.empty() ? "" : " " + troff(command.name));
  if (!command.commands.empty()) out += " \\fICOMMAND\\fR";
  if (!command.options.empty()) out += " [\\fIOPTION\\fR...]";
  for (const CommandOption& positional : command.positionals) {
    out += fmt::format(" [\\fI{}\\fR]", troff(positional.positional));
  }
  out += "\n";
  if (!command.commands.empty()) {
    out += ".SH COMMANDS\n";
    const std::string before = command.name.empty() ? "" : command.name + " ";
    for (const CommandHelp& one : all) {
      if (std::ranges::find(command.commands,
                            one.name.substr(std::min(before.size(), one.name.size()))) ==
              command.commands.end() ||
          !one.name.starts_with(before)) {
        continue;
      }
      out += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", troff(title_of(one)), troff(one.about));
    }
  }
  out +=
      troff_options("ARGUMENTS", command.positionals) + troff_options("OPTIONS", command.options);
  if (!command.name.empty()) {
    out += ".SH COMMON OPTIONS\nThose of \\fBplacemat\\fR(1) may stand here too.\n";
  }
  return out + troff_footer(command.footer);
}

std::string completion(const std::vector<CommandHelp>& all, std::string_view shell,
                       const std::vector<std::string>& decoders) {
  if (shell == "bash") return bash_completion(all, decoders);
  if (shell == "zsh") return zsh_completion(all, decoders);
  if (shell == "fish") return fish_completion(all, decoders);
  throw InputError(fmt::format("unknown shell '{}'; bash, zsh and fish are known", shell));
}

}  // namespace placemat::cli
