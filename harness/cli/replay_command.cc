// replay_command.cc: `placemat replay`, repeats one check, as the replay line of
// a finding states it.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/explain_question.h"
#include "harness/campaign/replay.h"
#include "harness/cli/external.h"

namespace placemat::cli {
namespace {

struct ReplayArguments {
  std::string decoder, units, as, encode, report;
  bool has_units = false;
  std::vector<std::pair<std::string, std::string>> axes;  // options of the presentation
  ExternalOptions external;
};

void print(const Global& global, const Replayed& replayed) {
  const std::optional<Failure>& failure = replayed.failure;
  if (global.json()) {
    nlohmann::ordered_json answer{{"as_expected", !failure}};
    answer["expected"] = failure ? failure->expected : replayed.right;
    answer["seen"] = failure ? failure->seen : replayed.right;
    answer["kind"] = failure ? nlohmann::ordered_json(row_of(failure->kind).name) : nullptr;
    answer["judged_as"] = replayed.judged_as;
    answer["described"] = replayed.words;
    fmt::print("{}\n", answer.dump());
  } else if (failure) {
    fmt::print("expected  {}\nseen      {}\nkind      {}\n", failure->expected, failure->seen,
               row_of(failure->kind).name);
  } else {
    fmt::print("as expected: {}\n", replayed.right);
  }
  if (global.json()) return;
  for (const std::string& words : replayed.words)
    fmt::print("by {}: {}\n", replayed.judged_as, words);
}

std::optional<std::string> profile_of(const std::string& as) {
  return as.empty() ? std::nullopt : std::optional(as);
}

Presentation presentation_of(const ReplayArguments& options, Presentation how) {
  for (const auto& [axis, value] : options.axes) set_option(how, axis, value);
  return how;
}

Replayed replay_call(const ReplayArguments& options, const AnyDecoder& named,
                     const ReplayCall& call) {
  const unsigned limit_ms = options.external.limits.call_ms;
  if (call.encode.empty()) {
    return replay(named, profile_of(call.as), replayed_check(call.units, call.how), limit_ms);
  }
  return replay_encoder(named, profile_of(call.as), call.encode, limit_ms);
}

// The check of a finding, or other units for its decoder.
Replayed replay_finding(const Global& global, const ReplayArguments& options) {
  const StoredFinding stored = stored_finding(options.decoder, options.report);
  ReplayCall call = parse_replay_line(stored.finding.replay);
  const bool has_decoder = is_plugin_name(options.units);
  if (!has_decoder && !options.units.empty()) call.units = options.units;
  call.how = presentation_of(options, call.how);
  if (!options.as.empty()) call.as = options.as;
  return replay_call(
      options, decoder_of(global, stored, call, has_decoder ? options.units : "", options.external),
      call);
}

Replayed replay_named(const Global& global, const ReplayArguments& options) {
  const bool is_child = !global.child.empty();  // the command stands behind `--`
  ReplayCall call;
  call.as = options.as;
  call.encode = options.encode;
  call.units = is_child ? options.decoder : options.units;
  if (!is_child && !options.has_units && options.encode.empty()) {
    throw InputError("name the code units behind the decoder; '' is the empty text");
  }
  call.how = presentation_of(options, {});
  return replay_call(options,
                     any_decoder(global, is_child ? "" : options.decoder, options.external), call);
}

// An encoder is given a value, and nothing of what a text needs.
void refuse_a_text_to_encode(const ReplayArguments& options) {
  if (options.encode.empty()) return;
  const auto refuse = [](const std::string& what) {
    throw InputError("--encode takes a value and nothing else; leave out " + what);
  };
  if (looks_like_finding_key(options.decoder)) refuse("the key of a finding");
  if (!options.units.empty()) refuse(fmt::format("the code units '{}'", options.units));
  if (!options.axes.empty()) refuse(fmt::format("--{}", options.axes.front().first));
}

int run_replay(const Global& global, const ReplayArguments& options) {
  refuse_a_text_to_encode(options);
  const Replayed replayed = looks_like_finding_key(options.decoder)
                                ? replay_finding(global, options)
                                : replay_named(global, options);
  print(global, replayed);
  return replayed.failure ? kFinding : kAsExpected;
}

}  // namespace

void add_replay(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("replay", "repeat one check of one decoder");
  auto options = std::make_shared<ReplayArguments>();
  command->add_option("decoder", options->decoder, "its name, PLUGIN.so, or the key of a finding")
      ->required();
  CLI::Option* const units = command->add_option(
      "units", options->units,
      "case notation: '61*63 FF', 'C3|A9'; behind a key, PLUGIN.so is called instead");
  command->add_option("--as", options->as, "judge as another dialect or profile");
  for (const OptionHelp& option : option_help()) {
    const std::string axis = option.name.substr(2, option.name.find(',') - 2);
    command->add_option_function<std::string>(
        option.name,
        [options, axis](const std::string& value) { options->axes.emplace_back(axis, value); },
        option.about);
  }
  command->add_option(
      "--encode", options->encode,
      "encode this value (hex) instead; of several, such as '41*600,E9', the last one is judged");
  add_report_option(*command, options->report);
  add_external_options(*command, options->external);
  command->footer(
      "Exit code 1 when the answer is not the expected one.\n\n"
      "Examples:\n"
      "  placemat replay branchy 'C0 AF' --operation lossy32\n"
      "  placemat replay tutorial_lenient --as utf-8 'C0 80' --operation strict32\n"
      "  placemat replay branchy 'C3|A9||41' --operation stream-strict\n"
      "  placemat replay thompson_1992 --encode 20AC\n"
      "  placemat replay ./mine.so 'C0 AF' --operation lossy32\n"
      "  placemat replay 'C0 AF' --operation lossy32 -- python3 adapter.py\n"
      "  placemat replay 'C0 AF' --filter --output utf-8 -- iconv -f utf-8 -t utf-8\n"
      "  placemat replay 'mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 80' "
      "--report out/audit/report.jsonl");
  command->callback([&global, options, units] {
    options->has_units = units->count() > 0;
    global.exit_code = run_replay(global, *options);
  });
}

}  // namespace placemat::cli
