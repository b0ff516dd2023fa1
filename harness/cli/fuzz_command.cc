// fuzz_command.cc: `placemat fuzz`: its options, its progress and its output.
// harness/campaign/fuzz_campaign.h does the work.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/fuzz_campaign.h"
#include "harness/campaign/produce.h"
#include "harness/cli/external.h"
#include "harness/cli/numbers.h"
#include "harness/report/text.h"
#include "harness/report/views/summary.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

struct FuzzOptions {
  ExternalOptions external;
  std::vector<std::string> names;  // of decoders, or a plug-in
  std::string time = "10m", out = "out/fuzz", expected, as;
  std::vector<std::string> inputs;
  std::uint64_t seed = 1992;
  unsigned threads = 1;
  std::size_t longest = 4096;
  bool resume = false, no_mutator = false, minimize = false;
};

// "90", "90s", "10m", "8h" or "2d".
double seconds_of(const std::string& text) {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  const std::string_view unit(end, static_cast<std::size_t>(last - end));
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1;
  if (unit == "m") factor = 60;
  if (unit == "h") factor = 3600;
  if (unit == "d") factor = 86'400;
  constexpr double kMost = 366.0 * 86'400;
  const double seconds = static_cast<double>(number) * factor;
  if (error != std::errc{} || seconds <= 0 || seconds > kMost) {
    throw InputError(fmt::format(
        "--time '{}' is no time; write 90 (seconds), 90s, 10m, 8h or 2d, up to 366d", text));
  }
  return seconds;
}

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 600) return fmt::format("{} s", whole);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string progress_text(const FuzzProgress& at) {
  const FuzzingPoint& point = at.point;
  const std::string coverage =
      point.coverage > 0 ? fmt::format("{} edges, ", grouped(point.coverage)) : "";
  return fmt::format(
      "{} executions, {}/s, {}{} features, {} inputs, findings: {} new {} known, {} "
      "left",
      grouped(point.executions), grouped(static_cast<std::uint64_t>(at.a_second)), coverage,
      grouped(point.features), grouped(point.corpus), at.fresh, at.known,
      time_text(at.seconds_left));
}

// On a terminal a line that is overwritten; otherwise a line a minute.
class FuzzDisplay {
 public:
  FuzzDisplay(const Global& global, std::string name)
      : is_terminal_(isatty(STDERR_FILENO) == 1), quiet_(global.quiet), name_(std::move(name)) {}
  ~FuzzDisplay() { clear(); }
  FuzzDisplay(const FuzzDisplay&) = delete;
  FuzzDisplay& operator=(const FuzzDisplay&) = delete;

  void at(const FuzzProgress& progress) {
    if (quiet_) return;
    constexpr double kFirst = 2, kGap = 60;
    if (progress.point.seconds < (is_terminal_ ? kFirst : told_ + kGap)) return;
    told_ = progress.point.seconds;
    const std::string line = fmt::format("placemat fuzz {}: {}", name_, progress_text(progress));
    if (is_terminal_)
      std::cerr << "\r" << line << "\x1b[K" << std::flush;
    else
      std::cerr << line << std::endl;
    is_shown_ = is_terminal_;
  }
  void clear() {
    if (is_shown_) std::cerr << "\r\x1b[K" << std::flush;
    is_shown_ = false;
  }

 private:
  bool is_terminal_, quiet_;
  std::string name_;
  double told_ = 0;
  bool is_shown_ = false;
};

void print_fuzz_result(const Global& global, const Report& report, const fs::path& out) {
  if (!global.json()) {
    fmt::print("{}\n", render_summary(report, summary_options(global)));
    fmt::print("\nreport  {}\n", (out / "report.jsonl").string());
    return;
  }
  const FuzzingRecord& fuzzing = report.fuzzing.front();
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  const auto& found = report.subjects.front().findings;
  for (std::size_t i = 0; i < found.size(); ++i) {
    findings.push_back({{"key", found[i].key},
                        {"minimal", found[i].minimal},
                        {"new", found[i].reason.empty()},
                        {"seconds", fuzzing.detections[i].seconds},
                        {"executions", fuzzing.detections[i].executions},
                        {"checks", found[i].checks},
                        {"replay", found[i].replay}});
  }
  const nlohmann::ordered_json answer{{"complete", report.footer.complete},
                                      {"as_expected", is_as_expected(report)},
                                      {"decoder", fuzzing.decoder},
                                      {"judged_as", fuzzing.judged_as},
                                      {"seed", report.header.seed},
                                      {"seconds", fuzzing.seconds},
                                      {"executions", fuzzing.executions},
                                      {"coverage", fuzzing.coverage},
                                      {"features", fuzzing.features},
                                      {"corpus", fuzzing.corpus},
                                      {"findings", findings},
                                      {"not_reached", fuzzing.not_reached},
                                      {"report", (out / "report.jsonl").string()}};
  fmt::print("{}\n", answer.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

int minimize(const Global& global, const FuzzRequest& request) {
  const SelectedInputs selected = select_inputs(request);
  const std::string inputs = fuzz_inputs_directory(request).string();
  if (global.json()) {
    const nlohmann::ordered_json answer{
        {"inputs", inputs}, {"before", selected.before}, {"after", selected.after}};
    fmt::print("{}\n", answer.dump());
  } else {
    fmt::print("{}: {} of {} inputs are enough\n", inputs, selected.after, selected.before);
  }
  return kAsExpected;
}

int fuzz_one(const Global& global, const FuzzRequest& request, const std::string& name,
             const FuzzOptions& options) {
  if (options.minimize) return minimize(global, request);
  FuzzDisplay display(global, name);
  FuzzCalls calls;
  calls.stop = &interrupted();
  calls.why_stopped = why_interrupted;
  calls.progress = [&](const FuzzProgress& progress) { display.at(progress); };
  calls.on_finding = [&](const Finding& finding, const FuzzProgress& progress) {
    display.clear();
    if (global.quiet || global.json()) return;
    fmt::print("{:>8}  {}: {}  ({} executions)\n          {}\n", time_text(progress.point.seconds),
               row_of(finding.kind).name, visible_line(finding.minimal),
               grouped(progress.point.executions), visible_line(finding.replay));
    std::fflush(stdout);
  };
  calls.on_report = [&](const Report& report) {
    display.clear();
    write_views(request.out, report);
    for (const std::string& line : not_in_force(report.header)) {
      std::cerr << visible_line(line) << '\n';
    }
    print_fuzz_result(global, report, request.out);
  };
  return is_as_expected(fuzz(request, calls)) ? kAsExpected : kFinding;
}

FuzzRequest fuzz_request(const FuzzOptions& options) {
  FuzzRequest request;
  request.decoder = options.external;
  if (!options.as.empty()) request.as = options.as;
  request.seconds = seconds_of(options.time);
  request.seed = options.seed;
  request.processes = options.threads;
  request.own_mutator = !options.no_mutator;
  request.longest = options.longest;
  request.inputs = options.inputs;
  request.resume = options.resume;
  request.expected = options.expected;
  request.out = options.out;
  return request;
}

// Several decoders of this tree share the time.
int fuzz_named(const Global& global, const FuzzOptions& options) {
  FuzzRequest request = fuzz_request(options);
  std::vector<const Decoder*> decoders;
  for (const std::string& name : options.names) decoders.push_back(&decoder_named(name));
  if (options.expected.empty()) {
    request.expected = default_expected_list();
    if (!fs::exists(request.expected)) request.expected = "";  // an installed program
  }
  request.seconds /= static_cast<double>(decoders.size());
  int worst = kAsExpected;
  for (const Decoder* decoder : decoders) {
    request.decoder.own = decoder;
    if (decoders.size() > 1) request.out = fs::path(options.out) / decoder->name;
    const int code = fuzz_one(global, request, decoder->name, options);
    worst = std::max(worst, code);
  }
  return worst;
}

int fuzz_external(const Global& global, const FuzzOptions& options) {
  FuzzRequest request = fuzz_request(options);
  request.decoder.command = global.child;
  if (options.names.size() > 1 || (!global.child.empty() && !options.names.empty())) {
    throw InputError("one external decoder at a time: PLUGIN.so, or -- COMMAND [ARGUMENT...]");
  }
  if (!options.names.empty()) request.decoder.plugin = options.names.front();
  const std::string name = request.decoder.plugin.empty()
                               ? fs::path(global.child.front()).filename().string()
                               : fs::path(request.decoder.plugin).filename().string();
  return fuzz_one(global, request, name, options);
}

int run_fuzz(const Global& global, const FuzzOptions& options) {
  const bool is_plugin =
      std::ranges::any_of(options.names, [](const std::string& n) { return is_plugin_name(n); });
  if (is_plugin || !global.child.empty()) return fuzz_external(global, options);
  if (options.names.empty()) {
    throw InputError(
        "name what to fuzz: DECODER..., PLUGIN.so or -- COMMAND; see `placemat fuzz "
        "--help`");
  }
  return fuzz_named(global, options);
}

}  // namespace

void add_fuzz(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand(
      "fuzz", "fuzz a decoder for a time: every cause is stored once, and the campaign goes on");
  auto options = std::make_shared<FuzzOptions>();
  // Calls without an answer are avoided, so that few are made in a long time.
  options->external.wait_s = 3600;
  command->add_option("decoder", options->names,
                      "decoders or saboteurs of this tree, or a plug-in; or -- COMMAND "
                      "[ARGUMENT...], which speaks the line protocol");
  command
      ->add_option("--time", options->time,
                   "of the campaign, its resumptions included: 90, 90s, 10m, 8h, 2d")
      ->type_name("TIME")
      ->capture_default_str();
  command->add_option("--out", options->out, "directory of the campaign")->capture_default_str();
  command->add_flag("--resume", options->resume,
                    "continue the campaign in --out, also one that was killed");
  command->add_option("--as", options->as, "judge as this dialect or profile instead");
  command->add_option("--expected", options->expected, "list of expected findings");
  command
      ->add_option("--inputs", options->inputs,
                   "a directory of inputs to begin with; may be given again; none: an empty corpus")
      ->allow_extra_args(false)
      ->type_name("DIR");
  command->add_option("--seed", options->seed, "seed of the random choices")
      ->check(seed_number())
      ->capture_default_str();
  command->add_option("--threads", options->threads, "processes that fuzz together")
      ->check(whole_number(1, 64))
      ->capture_default_str();
  command->add_option("--longest", options->longest, "code units of an input, at most")
      ->check(whole_number(1, std::uint64_t{1} << 17))
      ->capture_default_str();
  command->add_flag("--no-mutator", options->no_mutator,
                    "only the engine's own mutations, to measure what ours bring");
  command->add_flag(
      "--minimize", options->minimize,
      "do not fuzz: reduce the inputs of --out and --inputs to those that are enough: "
      "those that the engine keeps when it gets nothing else, the shortest first");
  add_external_options(*command, options->external);
  command->footer(
      "The engine is libFuzzer. Coverage of a plug-in that was built with\n"
      "-fsanitize=fuzzer-no-link guides it; of any other decoder, what can be seen from outside.\n"
      "--out holds findings.jsonl, written at once, inputs/, the corpus, and at the end the "
      "report.\n"
      "\n"
      "Exit code 0 when nothing was found that is not expected, 1 when something was, 2 for bad\n"
      "input, 3 when the decoder or the engine is absent, 4 when it was stopped before its time.\n"
      "\n"
      "Examples:\n"
      "  placemat fuzz branchy --time 10m\n"
      "  placemat fuzz ./mine.so --time 8h --threads 2 --out out/mine\n"
      "  placemat fuzz ./mine.so --time 8h --threads 2 --out out/mine --resume\n"
      "  placemat fuzz ./mine.so --minimize --inputs other/inputs --out out/mine\n"
      "  placemat fuzz --as utf-8 --inputs corpus/seeds -- python3 adapter.py");
  command->callback([&global, options] {
    interrupted();  // from here on Ctrl-C ends a campaign with what it has
    global.exit_code = run_fuzz(global, *options);
  });
}

}  // namespace placemat::cli
