// diff_command.cc: `placemat diff`, what changed since a stored report or baseline.
// harness/report/diff.h decides what counts as a regression.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "harness/cli/command.h"
#include "harness/report/baseline.h"
#include "harness/report/views/table.h"

namespace placemat::cli {
namespace {

struct DiffArguments {
  std::string before, after;
  std::vector<std::string> allowed;
};

// A run that could not write leaves an empty file: it covers nothing.
Report read_new(const std::filesystem::path& path) {
  std::error_code error;
  const bool is_empty =
      std::filesystem::is_regular_file(path, error) && std::filesystem::file_size(path, error) == 0;
  return is_empty ? Report{} : read_report(path);
}

int compare(const Global& global, const DiffArguments& options) {
  Diff diff = make_diff(read_reference(options.before), read_new(options.after));
  allow(diff.lost, options.allowed);
  fmt::print("{}", global.json() ? render_diff_json(diff) : fitted(render_diff(diff)));
  return diff.may_be_worse() ? kFinding : kAsExpected;
}

}  // namespace

void add_diff(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("diff", "compare a report with an older one or a baseline");
  auto options = std::make_shared<DiffArguments>();
  command->add_option("old", options->before, "a report.jsonl, or a baseline")
      ->required()
      ->type_name("OLD");
  command->add_option("new", options->after, "a later one")->required()->type_name("NEW");
  command
      ->add_option("--allow-less", options->allowed,
                   "coverage that NEW may lack, as the first line names it; may be given again")
      ->type_name("WHAT");
  command->footer(
      "Lists tests that newly fail, changed, newly pass, were added or were removed. Exit code 1\n"
      "for regressions: new failures, failures of a graver kind than before\n"
      "(accepts ill-formed input, misuses memory, crashes), and coverage that OLD has and NEW\n"
      "has not (decoders, sources, operations, presentations, vectors, budget, the end of the\n"
      "run, most cases where --every took a sample; all of it when NEW is empty), named in the\n"
      "first line. 2 when a file is no report.\n"
      "A larger budget asks more than OLD did: what then fails is listed apart, as new by a\n"
      "larger budget. Whether it is a regression is unknown, so the exit code is 1 too.\n\n"
      "Examples:\n"
      "  placemat diff old.jsonl new.jsonl --format json\n"
      "  placemat diff old.jsonl new.jsonl --allow-less source=random --allow-less budget\n"
      "  placemat run --budget quick --no-contrast --out out/now\n"
      "  placemat diff reports/baselines/in-tree.jsonl out/now/report.jsonl");
  command->callback([&global, options] { global.exit_code = compare(global, *options); });
}

}  // namespace placemat::cli
