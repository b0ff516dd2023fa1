// diff_command.cc: `placemat diff`, what changed since a stored report or baseline.
// harness/report/diff.h decides what counts as a regression.
#include <cstdio>
#include <memory>
#include <string>

#include "harness/bytes/error.h"
#include "harness/cli/command.h"
#include "harness/report/baseline.h"

namespace placemat::cli {
namespace {

struct Options {
  std::string before, after;
};

int compare(const Global& global, const Options& options) {
  const Diff diff = make_diff(read_reference(options.before), read_report(options.after));
  const std::string text = global.json() ? render_diff_json(diff) : render_diff(diff);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw InputError("standard output cannot be written; check where it is redirected to");
  }
  return diff.has_regressions() ? kFinding : kAsExpected;
}

}  // namespace

void add_diff(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("diff", "compare a report with an older one or a baseline");
  auto options = std::make_shared<Options>();
  command->add_option("old", options->before, "a report.jsonl, or a baseline")
      ->required()
      ->type_name("OLD");
  command->add_option("new", options->after, "a later one")->required()->type_name("NEW");
  command->footer(
      "Lists tests that newly fail, changed, newly pass, were added or were removed. Exit code 1\n"
      "only for regressions: new failures, failures of a graver kind than before\n"
      "(accepts ill-formed input, misuses memory, crashes), and coverage that a baseline has\n"
      "and NEW has not, named in the first line. 2 when a file is no report.\n\n"
      "Examples:\n"
      "  placemat diff reports/baselines/in-tree.jsonl out/conformance/report.jsonl\n"
      "  placemat diff old.jsonl new.jsonl --format json");
  command->callback([&global, options] { global.exit_code = compare(global, *options); });
}

}  // namespace placemat::cli
