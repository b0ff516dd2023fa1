// replay_command.cc: `placemat replay`, repeats one check, as the replay line of
// a finding states it.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/cli/external.h"
#include "harness/judge/check.h"
#include "harness/judge/encoder_check.h"

namespace placemat::cli {
namespace {

struct Options {
  std::string decoder, units, as, encode;
  Presentation how;
  unsigned limit_ms = 1000;
  ExternalOptions external;
};

Check check_of(const Options& options) {
  const ChunkedUnits units = parse_units(options.units, Caller::kMaxUnits);
  Check check{units.bytes, options.how};
  check.how.cuts = units.cuts;
  validate(check.how, check.units.size());
  return check;
}

void print(const Global& global, const std::optional<Failure>& failure, const std::string& right) {
  if (global.json()) {
    nlohmann::ordered_json answer{{"as_expected", !failure}};
    answer["expected"] = failure ? failure->expected : right;
    answer["seen"] = failure ? failure->seen : right;
    answer["kind"] = failure ? nlohmann::ordered_json(row_of(failure->kind).name) : nullptr;
    fmt::print("{}\n", answer.dump());
  } else if (failure) {
    fmt::print("expected  {}\nseen      {}\nkind      {}\n", failure->expected, failure->seen,
               row_of(failure->kind).name);
  } else {
    fmt::print("as expected: {}\n", right);
  }
}

int replay_encoder(const Global& global, const Options& options, const Target& subject,
                   FencedThread& thread) {
  if (subject.decoder->encode == nullptr) {
    throw InputError(fmt::format("{} has no encoder", options.decoder));
  }
  std::size_t read = 0;
  std::uint64_t value = 0;
  try {
    value = std::stoull(options.encode, &read, 16);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read == 0 || read != options.encode.size()) {
    throw InputError(fmt::format("--encode takes a hex value, not '{}'", options.encode));
  }
  const EncoderCheck check = check_encoded(*subject.decoder, subject.judged_as, value, thread);
  std::optional<Failure> failure;
  if (!check.agrees) failure = Failure{check.kind, check.expected, check.seen};
  print(global, failure, check.expected);
  return failure ? kFinding : kAsExpected;
}

// A decoder that is not of this tree, in a process of its own.
int replay_external(const Global& global, const Options& options) {
  if (!options.encode.empty()) {
    throw InputError(
        "--encode is for the decoders of this tree; audit the encoder of an external decoder");
  }
  ExternalOptions how = options.external;
  if (global.child.empty()) how.plugin = options.decoder;
  how.limits.call_ms = options.limit_ms;
  const ExternalDecoder external = external_decoder(global, how);
  const Decoder& decoder = external.decoder();
  const Target subject =
      make_target(decoder, {}, {}, options.as.empty() ? std::nullopt : std::optional(options.as));
  Options given = options;
  if (!global.child.empty()) given.units = options.decoder;  // the command stands behind `--`
  const Check check = check_of(given);
  if (!has(decoder, check.how.operation)) {
    throw InputError(
        fmt::format("{} does not claim {}", decoder.name, name_of(check.how.operation)));
  }
  const std::vector<Target> subjects{subject};
  const RunContext context{subjects, {}, nullptr};
  Remote remote(context, external.host());
  const auto failure =
      Unpacker(remote.ask(packed(Request::kJudge, to_text(subject.judged_as), check)))
          .read<std::optional<Failure>>();
  Law law(subject.judged_as, is_utf16(check.how.operation));
  print(global, failure, describe(decoder, check.how.operation, law.about(check.units)));
  return failure ? kFinding : kAsExpected;
}

int replay(const Global& global, const Options& options) {
  if (!global.child.empty() || is_plugin_name(options.decoder)) {
    return replay_external(global, options);
  }
  const Decoder& decoder = decoder_named(options.decoder);
  const Target subject =
      make_target(decoder, {}, {}, options.as.empty() ? std::nullopt : std::optional(options.as));
  const Fence fence(options.limit_ms);
  FencedThread thread;
  if (!options.encode.empty()) return replay_encoder(global, options, subject, thread);

  const Check check = check_of(options);
  if (!has(decoder, check.how.operation)) {
    throw InputError(
        fmt::format("{} does not claim {}", decoder.name, name_of(check.how.operation)));
  }
  Caller caller(decoder, thread);
  Judge judge(caller, subject.judged_as);
  const std::optional<Failure> failure = judge.judge(check);
  print(global, failure, describe(decoder, check.how.operation, judge.law().about(check.units)));
  return failure ? kFinding : kAsExpected;
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
  command->add_flag("--no-isolation", options->external.no_isolation,
                    "allow an external decoder the network and the file system");
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
