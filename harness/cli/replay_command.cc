// replay_command.cc: `placemat replay`, repeats one check, as the replay line of
// a finding states it.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/replay.h"
#include "harness/cli/external.h"

namespace placemat::cli {
namespace {

struct Options {
  std::string decoder, units, as, encode;
  Presentation how;
  unsigned limit_ms = 1000;
  ExternalOptions external;
};

void print(const Global& global, const Replayed& replayed) {
  const std::optional<Failure>& failure = replayed.failure;
  if (global.json()) {
    nlohmann::ordered_json answer{{"as_expected", !failure}};
    answer["expected"] = failure ? failure->expected : replayed.right;
    answer["seen"] = failure ? failure->seen : replayed.right;
    answer["kind"] = failure ? nlohmann::ordered_json(row_of(failure->kind).name) : nullptr;
    fmt::print("{}\n", answer.dump());
  } else if (failure) {
    fmt::print("expected  {}\nseen      {}\nkind      {}\n", failure->expected, failure->seen,
               row_of(failure->kind).name);
  } else {
    fmt::print("as expected: {}\n", replayed.right);
  }
}

std::optional<std::string> profile_of(const Options& options) {
  return options.as.empty() ? std::nullopt : std::optional(options.as);
}

// A decoder that is not of this tree, in a process of its own.
Replayed replay_external(const Global& global, const Options& options) {
  if (!options.encode.empty()) {
    throw InputError(
        "--encode is for the decoders of this tree; audit the encoder of an external decoder");
  }
  ExternalOptions how = options.external;
  how.limits.call_ms = options.limit_ms;
  const bool is_child = !global.child.empty();  // the command stands behind `--`
  if (!is_child) how.plugin = options.decoder;
  const Check check = replayed_check(is_child ? options.decoder : options.units, options.how);
  return replay(external_decoder(global, how), profile_of(options), check);
}

Replayed replay_own(const Options& options) {
  const Decoder& decoder = decoder_named(options.decoder);
  if (!options.encode.empty()) {
    return replay_encoder(decoder, profile_of(options), options.encode, options.limit_ms);
  }
  return replay(decoder, profile_of(options), replayed_check(options.units, options.how),
                options.limit_ms);
}

int replay(const Global& global, const Options& options) {
  const bool is_external = !global.child.empty() || is_plugin_name(options.decoder);
  const Replayed replayed = is_external ? replay_external(global, options) : replay_own(options);
  print(global, replayed);
  return replayed.failure ? kFinding : kAsExpected;
}

}  // namespace

void add_replay(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("replay", "repeat one check of one decoder");
  auto options = std::make_shared<Options>();
  command->add_option("decoder", options->decoder, "its name, or PLUGIN.so")->required();
  command->add_option("units", options->units, "case notation: '61*63 FF', 'C3|A9'");
  command->add_option("--as", options->as, "judge as another dialect or profile");
  for (const OptionHelp& option : option_help()) {
    const std::string axis = option.name.substr(2, option.name.find(',') - 2);
    command->add_option_function<std::string>(
        option.name,
        [options, axis](const std::string& value) { set_option(options->how, axis, value); },
        option.about);
  }
  command->add_option("--encode", options->encode, "encode this value (hex) instead");
  command->add_option("--limit", options->limit_ms, "processor time of a call, in ms");
  add_filter_options(*command, options->external);
  add_relaxations(*command, options->external);
  command->footer(
      "Exit code 1 when the answer is not the expected one.\n\n"
      "Examples:\n"
      "  placemat replay branchy 'C0 AF' --operation lossy32\n"
      "  placemat replay tutorial_lenient --as utf-8 'C0 80' --operation strict32\n"
      "  placemat replay branchy 'C3|A9||41' --operation stream-strict\n"
      "  placemat replay thompson_1992 --encode 20AC\n"
      "  placemat replay ./mine.so 'C0 AF' --operation lossy32\n"
      "  placemat replay 'C0 AF' --operation lossy32 -- python3 adapter.py\n"
      "  placemat replay 'C0 AF' --filter --output utf-8 -- iconv -f utf-8 -t utf-8");
  command->callback([&global, options] { global.exit_code = replay(global, *options); });
}

}  // namespace placemat::cli
