// identify_command.cc: `placemat identify`. Which dialect, policy and BOM rule explain the
// behaviour of a decoder, and what machine it is.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/explain_question.h"
#include "harness/campaign/identified.h"
#include "harness/cli/external.h"
#include "harness/report/views/subjects.h"

namespace placemat::cli {
namespace {

struct IdentifyArguments {
  ExternalOptions external;
  std::string dot, report;
  bool no_machine = false;
};

AnyDecoder named_decoder(const Global& global, const IdentifyArguments& options) {
  const std::string& word = options.external.plugin;
  if (!looks_like_finding_key(word)) return any_decoder(global, word, options.external);
  const StoredFinding stored = stored_finding(word, options.report);
  return decoder_of(global, stored, parse_replay_line(stored.finding.replay), "", options.external);
}

Identity identity_of(const Global& global, const IdentifyArguments& options, std::string& name) {
  const AnyDecoder named = named_decoder(global, options);
  name = named.decoder().name;
  if (named.external() == nullptr) {
    return identify_here(named.decoder(), options.external.limits.call_ms);
  }
  return ask_identity(*named.external(), options.no_machine ? Request::kName : Request::kIdentify);
}

// "dialect/policy/BOM"; without a lossy function only the known parts.
std::string shown(const Identity& identity, const std::string& profile) {
  const Profile p = parse_profile(profile);
  if (identity.knows_policy) return profile;
  return fmt::format("{}, BOM {}", dialect(p.dialect).name, name_of(p.bom));
}

void print_description(const Identity& identity) {
  for (const std::string& line : description_lines(identity.sentence, identity.against)) {
    fmt::print("  {}\n", line);
  }
}

// A profile that explains it, or the nearest one and the parts.
void print_explanation(const std::string& name, const Identity& identity) {
  const std::string first = shown(identity, identity.profiles.front());
  const std::uint64_t inputs = identity.inputs_to_name + identity.inputs_to_confirm;
  if (identity.explained) {
    fmt::print("{} is {}\n", name, first);
    print_description(identity);
    fmt::print("  named by {} inputs, confirmed by {} more\n", identity.inputs_to_name,
               identity.inputs_to_confirm);
    return;
  }
  fmt::print("{} is of no known profile; the nearest is {}\n", name, first);
  print_description(identity);
  if (identity.is_complete) {
    fmt::print("  confirmed by {} inputs\n", inputs);
    return;
  }
  fmt::print("  not completely explained{}{}\n", identity.reason.empty() ? "" : ": ",
             identity.reason);
  if (identity.unexplained > 0) {
    fmt::print("  {} of {} inputs are not explained\n", identity.unexplained, inputs);
  }
}

void print_machine(const Identity& identity) {
  const Learned& learned = identity.learned;
  if (learned.questions == 0) return;
  if (learned.finite) {
    fmt::print(
        "  a machine of {} states (the profile's has {}) over {} classes of units, learnt "
        "from {} strings\n",
        learned.state_count, learned.law_states, learned.classes, learned.questions);
    for (const std::string& line : learned.differences) fmt::print("    differs: {}\n", line);
    return;
  }
  if (identity.unstable.empty()) {
    fmt::print("  not a finite machine over single units, as far as was asked ({} strings)\n",
               learned.questions);
  }
  for (const std::string& line : learned.differences) fmt::print("    {}\n", line);
}

void print_text(const std::string& name, const Identity& identity) {
  print_explanation(name, identity);
  if (identity.unanswered > 0) fmt::print("  {} inputs had no answer\n", identity.unanswered);
  for (std::size_t i = 1; i < identity.profiles.size(); ++i) {
    fmt::print("  not told apart from {}\n", shown(identity, identity.profiles[i]));
  }
  print_machine(identity);
  fmt::print("  {}\n", kNeverAsked);
}

void print_json(const std::string& name, const Identity& identity) {
  nlohmann::ordered_json answer{{"decoder", name},
                                {"explained", identity.explained},
                                {"profiles", identity.profiles},
                                {"knows_policy", identity.knows_policy},
                                {"inputs_to_name", identity.inputs_to_name},
                                {"inputs_to_confirm", identity.inputs_to_confirm},
                                {"unanswered", identity.unanswered},
                                {"contradicted", identity.contradicted},
                                {"sentence", identity.sentence},
                                {"complete", identity.is_complete},
                                {"composed", identity.is_composed},
                                {"unexplained", identity.unexplained},
                                {"reason", identity.reason},
                                {"not_asked", kNeverAsked}};
  for (const Contradiction& c : identity.contradictions) {
    answer["contradictions"].push_back(
        {{"units", c.units}, {"expected", c.expected}, {"seen", c.seen}});
  }
  for (const Contradiction& c : identity.against) {
    answer["against"].push_back({{"units", c.units}, {"expected", c.expected}, {"seen", c.seen}});
  }
  const Learned& learned = identity.learned;
  answer["machine"] = {{"finite", learned.finite},       {"states", learned.state_count},
                       {"classes", learned.classes},     {"law_states", learned.law_states},
                       {"questions", learned.questions}, {"differences", learned.differences}};
  fmt::print("{}\n", answer.dump());
}

int run_identify(const Global& global, const IdentifyArguments& options) {
  std::string name;
  const Identity identity = identity_of(global, options, name);
  if (global.json())
    print_json(name, identity);
  else
    print_text(name, identity);
  if (!options.dot.empty()) write_text_file(options.dot, to_dot(identity.learned.states));
  return identity.explained ? kAsExpected : kFinding;
}

}  // namespace

void add_identify(CLI::App& app, Global& global) {
  auto* command =
      app.add_subcommand("identify", "find the profile that explains a decoder's behaviour");
  auto options = std::make_shared<IdentifyArguments>();
  command->add_option("decoder", options->external.plugin,
                      "a decoder's name, PLUGIN.so, the key of a finding for its decoder, or -- "
                      "COMMAND [ARGUMENT...]");
  command->add_option("--dot", options->dot,
                      "write the machine for Graphviz, differences from the profile in red");
  command->add_flag("--no-machine", options->no_machine,
                    "do not learn the machine of an external decoder (saves most questions)");
  add_report_option(*command, options->report);
  add_external_options(*command, options->external);
  command->footer(
      "Exit code 0 when one profile explains everything, 1 when none does.\n\n"
      "Examples:\n"
      "  placemat identify tutorial_lenient\n"
      "  placemat identify ./mine.so --dot mine.dot\n"
      "  placemat identify -- python3 adapter.py");
  command->callback([&global, options] { global.exit_code = run_identify(global, *options); });
}

}  // namespace placemat::cli
