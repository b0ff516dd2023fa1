// bench_command.cc: `placemat bench`, the speed of decoders on inputs for which they agree with the
// law.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/bench/report.h"
#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/cli/bench_fuzzers.h"
#include "harness/cli/bench_small.h"
#include "harness/cli/command.h"
#include "harness/cli/numbers.h"
#include "harness/report/record.h"

namespace placemat::cli {
namespace {

struct BenchArguments {
  std::vector<std::string> decoders, tasks, inputs;
  std::vector<std::size_t> sizes{16, 256, std::size_t{64} << 10, std::size_t{8} << 20};
  std::string against = "(copy)", directory;
  std::uint64_t seed = 1992;
  unsigned repetitions = 9;
  double seconds = 0.005;
  std::size_t offset = bench::kUsualOffset;
};

bench::Plan plan_of(const BenchArguments& options) {
  for (const std::string& name : options.decoders) decoder_named(name);
  bench::Plan plan;
  for (const std::string& name : options.tasks) plan.tasks.push_back(bench::parse_task(name));
  if (options.tasks.empty())
    for (const bench::TaskRow& row : bench::tasks()) plan.tasks.push_back(row.task);
  plan.inputs = options.inputs.empty() ? bench::input_names() : options.inputs;
  plan.sizes = options.sizes;
  plan.subjects = bench::floors();
  for (const bench::BenchTarget& subject : bench::comparable_subjects(options.decoders))
    plan.subjects.push_back(subject);
  plan.seed = options.seed;
  plan.repetitions = options.repetitions;
  plan.seconds = options.seconds;
  plan.offset = options.offset;
  if (plan.offset % alignof(std::uint32_t) != 0)
    throw InputError(
        fmt::format("--offset {} is not a multiple of 4, as values of 32 bits need", plan.offset));
  for (const std::string& name : plan.inputs) bench::make_input(name, 1, 0);  // throws when unknown
  if (std::ranges::find(plan.subjects, options.against, &bench::BenchTarget::name) ==
      plan.subjects.end())
    throw InputError(fmt::format("--against '{}' is not among what is measured", options.against));
  return plan;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  write_text_file(path, text);
  fmt::print("        {}\n", path.string());
}

void print_excluded(const bench::Results& results) {
  if (results.excluded.empty()) return;
  fmt::print("not measured, because the answer is not that of the law:\n");
  std::vector<std::string> lines;
  for (const bench::Excluded& row : results.excluded) {
    const std::string line =
        fmt::format("  {} {}: {}", row.subject, bench::name_of(row.task), row.reason);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  }
  for (const std::string& line : lines) fmt::print("{}\n", line);
}

int run_bench(const Global& global, const BenchArguments& options) {
  const std::string why_not = bench::no_measurement();
  if (!why_not.empty()) throw AbsentError(why_not);
  const bench::Plan plan = plan_of(options);
  bench::Environment environment = bench::this_environment();
  environment.tool_version = PLACEMAT_VERSION;
  Progress progress(global.progress, "bench");
  const bench::Results results =
      bench::measure(plan, [&](std::size_t done, std::size_t all) { progress.at(done, all); });
  progress.clear();
  const std::string line = to_line(bench::record_of(plan, results, environment, options.against));
  if (global.json()) {
    fmt::print("{}", line);
  } else {
    fmt::print(
        "{}; {}; seed {}; median of {} interleaved repetitions; inputs and outputs {} bytes behind "
        "the start of a page\n",
        environment.processor, environment.compiler, plan.seed, plan.repetitions, plan.offset);
    for (const std::string& name : environment.absent)
      fmt::print("absent from this build: {}\n", name);
    fmt::print("throughput divided by that of {}\n\n{}", options.against,
               bench::to_table(plan, results, options.against));
    print_excluded(results);
  }
  if (!options.directory.empty()) {
    const std::filesystem::path directory = make_directory(options.directory);
    write_file(directory / "bench.json", line);
    write_file(directory / "bench.html",
               bench::to_html(plan, results, environment, options.against));
  }
  return kAsExpected;
}

}  // namespace

void add_bench(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand(
      "bench", "measure the speed of decoders on inputs that they decode correctly");
  auto options = std::make_shared<BenchArguments>();
  command->add_option("decoder", options->decoders, "names; all that claim UTF-8 if none");
  command->add_option("--task", options->tasks,
                      "validate, strict32, lossy32, strict16, lossy16, length32, length16");
  command->add_option("--input", options->inputs,
                      "ascii, latin, cyrillic, cjk, emoji, web, with "
                      "errors as in web/100, random");
  command->add_option("--size", options->sizes, "code units of an input")
      ->check(whole_number(1, std::uint64_t{1} << 30));
  command->add_option("--against", options->against, "decoder whose throughput counts as 1")
      ->capture_default_str();
  command->add_option("--repetitions", options->repetitions, "repetitions of each measurement")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "least duration of each repetition")
      ->check(number(0.0001, 60))
      ->capture_default_str();
  command
      ->add_option("--offset", options->offset,
                   "bytes from the start of a page to each input and output, a multiple of 4; "
                   "malloc of glibc leaves 16 before a large block")
      ->check(whole_number(0, 4092))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the inputs")
      ->check(seed_number())
      ->capture_default_str();
  command->add_option("--out", options->directory, "write bench.json and bench.html there")
      ->type_name("DIR");
  command->footer(
      "A decoder that disagrees with the law about an input is not measured on it.\n"
      "(copy), (read) and (widen) are work that no decoder can avoid. --format json prints one\n"
      "record, which `placemat report report.jsonl bench.json --merge TO` takes into a report.\n\n"
      "Examples:\n"
      "  placemat bench --size 65536 --task lossy32 --input web web/100 random\n"
      "  placemat bench branchy dfa_shift --against branchy --out out/bench\n"
      "  placemat bench small simd --against branchy");
  add_bench_fuzz(*command, global);
  add_bench_small(*command, global);
  command->callback([&global, options, command] {
    if (command->get_subcommands().empty()) global.exit_code = run_bench(global, *options);
  });
}

}  // namespace placemat::cli
