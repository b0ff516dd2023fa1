// bench_small.cc: `placemat bench small`.
#include "harness/cli/bench_small.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bench/input.h"
#include "harness/bench/report.h"
#include "harness/bench/small.h"
#include "harness/bytes/error.h"
#include "harness/cli/numbers.h"

namespace placemat::cli {
namespace {

struct BenchSmallArguments {
  std::vector<std::string> decoders;
  std::vector<std::string> tasks{"validate", "strict32", "lossy32", "strict16", "lossy16"};
  std::vector<std::string> inputs{"ascii", "latin", "cjk", "emoji", "random", "cjk/100", "web/100"};
  bench::SmallPlan plan;
  double at_most = 0, worst_at_most = 0;
};

bench::SmallPlan plan_of(const BenchSmallArguments& options) {
  bench::SmallPlan plan = options.plan;
  for (const std::string& name : options.decoders) decoder_named(name);
  plan.subjects = bench::comparable_subjects(options.decoders);
  for (const std::string& name : options.tasks) plan.tasks.push_back(bench::parse_task(name));
  plan.inputs = options.inputs;
  for (const std::string& name : plan.inputs) bench::make_input(name, 1, 0);  // throws when unknown
  if (plan.first > plan.last) throw InputError("--from is above --to");
  if (std::ranges::find(plan.subjects, plan.against, &bench::BenchTarget::name) ==
      plan.subjects.end())
    plan.subjects.insert(plan.subjects.begin(), bench::subject_of(decoder_named(plan.against)));
  return plan;
}

// What exceeds a limit, one line each. A limit of 0 means no limit.
std::vector<std::string> too_slow(const BenchSmallArguments& options, const bench::SmallPlan& plan,
                                  const std::vector<bench::SmallRow>& rows) {
  std::vector<std::string> lines;
  for (const bench::SmallRow& row : rows)
    for (const bench::SmallRow& base : rows) {
      if (row.subject == plan.against || base.subject != plan.against || base.task != row.task ||
          base.input != row.input)
        continue;
      const bench::Comparison c = bench::compare(row, base, plan.first);
      const auto limit = [&](double at_most, double ratio, const std::string& where) {
        if (at_most > 0 && ratio > at_most)
          lines.push_back(fmt::format("above {}: {} {} {}, {}: {:.2f} times {}", at_most,
                                      row.subject, bench::name_of(row.task), row.input, where,
                                      ratio, plan.against));
      };
      limit(options.at_most, c.median, "median of the lengths");
      limit(options.worst_at_most, c.worst, fmt::format("{} units", c.worst_length));
    }
  return lines;
}

int bench_small(const Global& global, const BenchSmallArguments& options) {
  const bench::SmallPlan plan = plan_of(options);
  Progress progress(global.progress, "bench small");
  const std::vector<bench::SmallRow> rows = bench::measure_small(
      plan, [&](std::size_t done, std::size_t all) { progress.at(done, all); });
  progress.clear();
  if (global.json()) {
    fmt::print("{}", bench::small_json(plan, rows));
  } else {
    const bench::Environment environment = bench::this_environment();
    fmt::print(
        "{}; {}; seed {}; median of {} repetitions, {} inputs of each length in turn\n"
        "time of a call divided by that of {}: in the median of the lengths, and at the worst\n\n"
        "{}",
        environment.processor, environment.compiler, plan.seed, plan.repetitions, plan.different,
        plan.against, bench::small_table(plan, rows));
    for (const bench::SmallRow& row : rows)
      if (!row.excluded.empty())
        fmt::print("not measured: {} {} {}: {}\n", row.subject, bench::name_of(row.task), row.input,
                   row.excluded);
  }
  const std::vector<std::string> lines = too_slow(options, plan, rows);
  if (!global.json())
    for (const std::string& line : lines) fmt::print("{}\n", line);
  return lines.empty() ? kAsExpected : kFinding;
}

}  // namespace

void add_bench_small(CLI::App& bench, Global& global) {
  auto* command = bench.add_subcommand("small", "measure the cost of a call on short inputs");
  auto options = std::make_shared<BenchSmallArguments>();
  command->add_option("decoder", options->decoders, "names; all that claim UTF-8 if none");
  command->add_option("--task", options->tasks, "as in `placemat bench`")->capture_default_str();
  command->add_option("--input", options->inputs, "as in `placemat bench`")->capture_default_str();
  command->add_option("--from", options->plan.first, "code units")
      ->check(whole_number(0, 4096))
      ->capture_default_str();
  command->add_option("--to", options->plan.last, "code units")
      ->check(whole_number(0, 4096))
      ->capture_default_str();
  command
      ->add_option("--different", options->plan.different,
                   "inputs of each length; with 1, the processor predicts every branch")
      ->check(whole_number(1, 100'000))
      ->capture_default_str();
  command->add_option("--against", options->plan.against, "decoder whose time counts as 1")
      ->capture_default_str();
  command->add_option("--repetitions", options->plan.repetitions, "repetitions of each measurement")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--seed", options->plan.seed, "seed of the inputs")
      ->check(seed_number())
      ->capture_default_str();
  command
      ->add_option("--at-most", options->at_most,
                   "exit code 1 when a median of the lengths is above this")
      ->check(number(0.001, 1000));
  command
      ->add_option("--worst-at-most", options->worst_at_most,
                   "exit code 1 when any length is above this")
      ->check(number(0.001, 1000));
  command->footer(
      "Example:\n"
      "  placemat bench small simd --against branchy --task validate --worst-at-most 1.3");
  command->callback([&global, options] { global.exit_code = bench_small(global, *options); });
}

}  // namespace placemat::cli
