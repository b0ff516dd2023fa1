// reduce_command.cc: `placemat reduce FILE DECODER`, the shortest input that
// fails in the same way as a file does.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/explain_question.h"
#include "harness/campaign/reduce.h"
#include "harness/cli/external.h"

namespace placemat::cli {
namespace {

struct ReduceArguments {
  std::string file, decoder, as, report;
  ExternalOptions external;
};

Bytes read_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: a directory; name a file of code units", path));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; check the name", path));
  // A device has no end.
  Bytes bytes(Caller::kMaxUnits + 1);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  if (bytes.size() > Caller::kMaxUnits) {
    throw InputError(fmt::format("{}: more than {} code units, which is the most; cut it first",
                                 path, Caller::kMaxUnits));
  }
  return bytes;
}

void print(const Global& global, const Reduction& reduction) {
  const std::string_view operation = name_of(reduction.operation);
  const Failure& failure = reduction.failure;
  if (global.json()) {
    fmt::print("{}\n", nlohmann::ordered_json{{"operation", operation},
                                              {"kind", row_of(failure.kind).name},
                                              {"units", reduction.units},
                                              {"expected", failure.expected},
                                              {"seen", failure.seen}}
                           .dump());
  } else {
    fmt::print("{:14} {:24} {}\n{:14} expected {}; seen {}\n", operation, row_of(failure.kind).name,
               reduction.units, "", failure.expected, failure.seen);
  }
}

// What is reduced, and for which decoder.
struct Task {
  Bytes units;
  AnyDecoder named;
  std::string as;
};

// `key` stands for the decoder and the profile of a finding, and without a file for its units too.
Task task_of_finding(const Global& global, const ReduceArguments& options, const std::string& key,
                     const std::string& otherwise) {
  const StoredFinding stored = stored_finding(key, options.report);
  const ReplayCall call = parse_replay_line(stored.finding.replay);
  Bytes units = key == options.file ? parse_units(stored.finding.example, Caller::kMaxUnits).bytes
                                    : read_file(options.file);
  return {std::move(units), decoder_of(global, stored, call, otherwise, options.external),
          options.as.empty() ? call.as : options.as};
}

Task task_of(const Global& global, const ReduceArguments& options) {
  if (looks_like_finding_key(options.file)) {
    return task_of_finding(global, options, options.file, options.decoder);
  }
  if (looks_like_finding_key(options.decoder)) {
    return task_of_finding(global, options, options.decoder, "");
  }
  if (options.decoder.empty() && global.child.empty()) {
    throw InputError("reduce for which decoder? Name one, PLUGIN.so, or -- COMMAND");
  }
  AnyDecoder named = any_decoder(global, options.decoder, options.external);
  if (!options.as.empty()) parse_profile(options.as, claimed_profile(named.decoder()));
  return {read_file(options.file), std::move(named), options.as};
}

int run_reduce(const Global& global, const ReduceArguments& options) {
  const Task task = task_of(global, options);
  const auto as = task.as.empty() ? std::nullopt : std::optional(task.as);
  const std::vector<Reduction> reductions = reduce(task.named, as, task.units);
  for (const Reduction& reduction : reductions) print(global, reduction);
  if (reductions.empty() && !global.json()) {
    fmt::print("{} is right about {} ({} code units), in plain calls\n", task.named.decoder().name,
               options.file, task.units.size());
  }
  return reductions.empty() ? kAsExpected : kFinding;
}

}  // namespace

void add_reduce(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("reduce", "find the shortest input that fails as a file does");
  auto options = std::make_shared<ReduceArguments>();
  command
      ->add_option("file", options->file,
                   "a file of raw code units, or the key of a finding for the case where it was "
                   "first seen")
      ->required();
  command->add_option("decoder", options->decoder,
                      "its name, PLUGIN.so, or the key of a finding for its decoder");
  command->add_option("--as", options->as, "judge as another dialect or profile");
  add_report_option(*command, options->report);
  add_external_options(*command, options->external);
  command->footer(
      "Exit code 1 when the decoder fails on the file.\n\n"
      "Examples:\n"
      "  placemat reduce crash-1f2e tutorial_lenient --as utf-8\n"
      "  placemat reduce crash-1f2e ./mine.so\n"
      "  placemat reduce crash-1f2e -- python3 adapter.py\n"
      "  placemat reduce 'mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 80'");
  command->callback([&global, options] { global.exit_code = run_reduce(global, *options); });
}

}  // namespace placemat::cli
