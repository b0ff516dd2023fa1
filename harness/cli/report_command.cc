// report_command.cc: `placemat report`, a stored report in another form. harness/report/ decides
// how the forms look.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/audit.h"
#include "harness/cli/command.h"
#include "harness/report/baseline.h"
#include "harness/report/merge.h"
#include "harness/report/published.h"
#include "harness/report/views/summary.h"
#include "harness/report/views/view.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::vector<std::string> files;
  std::map<std::string_view, std::string> places;  // by view; "-" is standard output
  std::vector<std::string> baselines;
  std::string to_publish, to_merge;
  bool summary = false;
};

void print(const std::string& text) { fmt::print("{}", text); }

void put(const std::string& place, const std::string& text) {
  if (place == "-") {
    print(text);
  } else {
    write_text_file(place, text);
  }
}

// What --baseline names: reports, the oldest first, or one baseline, which is no report.
struct Earlier {
  std::vector<Report> reports;
  std::optional<Baseline> baseline;
};

Earlier read_earlier(const ReportArguments& options) {
  const bool shows_changes = std::ranges::any_of(view_rows(), [&](const ViewRow& view) {
    return view.compare != nullptr && options.places.contains(view.name);
  });
  if (!options.baselines.empty() && !shows_changes) {
    throw InputError(
        "--baseline needs --html, which shows what changed; `placemat diff` prints it");
  }
  Earlier earlier;
  for (const std::string& file : options.baselines) {
    Reference reference = read_reference(file);
    if (auto* report = std::get_if<Report>(&reference)) {
      earlier.reports.push_back(std::move(*report));
    } else if (options.baselines.size() > 1) {
      throw InputError(file + ": is a baseline, not a report; give it alone");
    } else {
      earlier.baseline = std::get<Baseline>(std::move(reference));
    }
  }
  std::ranges::sort(earlier.reports, {},
                    [](const Report& report) { return report.header.run.started; });
  return earlier;
}

Report read_all(const ReportArguments& options) {
  std::vector<NamedReport> parts;
  std::vector<Report> measured;
  for (const std::string& file : options.files) {
    ReportFile read = read_report_or_measurements(file);
    if (read.is_report) {
      parts.push_back({file, std::move(read.report)});
    } else {
      measured.push_back(std::move(read.report));
    }
  }
  if (parts.empty()) {
    throw InputError(fmt::format(
        "{}: measurements alone; name the report.jsonl too that takes them", options.files[0]));
  }
  const bool is_shown_as_it_is = parts.size() == 1 && options.to_merge.empty();
  Report report = is_shown_as_it_is ? std::move(parts[0].report) : merged(parts);
  for (const Report& one : measured) add_measurements(report, one);
  return report;
}

std::string form_of(const ViewRow& view, const ReportArguments& options, const Report& report,
                    const Earlier& earlier) {
  if (view.compare != nullptr && !earlier.reports.empty()) {
    return view.compare(report, earlier.reports);
  }
  if (view.since != nullptr && earlier.baseline) {
    const std::string name = fs::path(options.baselines.front()).filename().string();
    return view.since(report, {name, make_diff(*earlier.baseline, report)});
  }
  return view.render(report);
}

// A merge that lacks a shard is written, and does not pass for the run.
void check_shards(const ReportArguments& options, const Report& report) {
  const std::string missing = missing_text(report.header.shard);
  if (missing.empty() || (options.files.size() == 1 && options.to_merge.empty())) return;
  throw UnfinishedError(missing + "; name its report too", false);
}

// A form written over a report that is read would be all that is left of it.
void check_places(const ReportArguments& options) {
  std::vector<std::string> places{options.to_publish, options.to_merge};
  for (const auto& [view, place] : options.places) places.push_back(place);
  for (const std::vector<std::string>* files : {&options.files, &options.baselines}) {
    for (const std::string& file : *files) {
      for (const std::string& place : places) {
        std::error_code error;
        if (!fs::is_regular_file(place, error) || !fs::equivalent(file, place, error)) continue;
        throw InputError(place + ": is the report that is read; name another file to write");
      }
    }
  }
}

void render(const Global& global, const ReportArguments& options) {
  check_places(options);
  if (!options.to_publish.empty() && options.files.size() > 1) {
    throw InputError("--public wants one report; write one of them all by --merge first");
  }
  const Report report = read_all(options);
  const Earlier earlier = read_earlier(options);
  if (!options.to_merge.empty()) {
    put(options.to_merge, report_text(report, report.header.run.seconds));
  }
  for (const ViewRow& view : view_rows()) {
    const auto place = options.places.find(view.name);
    if (place == options.places.end()) continue;
    put(place->second, form_of(view, options, report, earlier));
  }
  if (!options.to_publish.empty()) {
    put(options.to_publish, published(read_text_file(options.files[0]), options.files[0]));
  }
  const bool has_form =
      !options.places.empty() || !options.to_publish.empty() || !options.to_merge.empty();
  if (options.summary || global.json() || !has_form) {
    print(global.json() ? render_summary_json(report)
                        : render_summary(report, summary_options(global)));
  }
  check_shards(options, report);
}

}  // namespace

void add_report(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("report", "show a stored report in another form");
  auto options = std::make_shared<ReportArguments>();
  command
      ->add_option("file", options->files,
                   "a report.jsonl; the reports of all shards of a run are shown as one, with "
                   "what --format json of strength, certify and bench printed")
      ->required()
      ->type_name("FILE");
  for (const ViewRow& view : view_rows()) {
    command
        ->add_option_function<std::string>(
            "--" + std::string(view.name),
            [options, &view](const std::string& place) { options->places[view.name] = place; },
            std::string(view.summary))
        ->type_name("TO");
  }
  command
      ->add_option(
          "--baseline", options->baselines,
          "an earlier report.jsonl, for the changes on the page of --html, which may be given "
          "again; or one baseline")
      ->type_name("OLD")
      ->allow_extra_args(false);
  command
      ->add_option("--merge", options->to_merge,
                   "one report.jsonl of all shards of a run (`placemat run --shard`), or of a run "
                   "and measurements")
      ->type_name("TO");
  command
      ->add_option("--public", options->to_publish,
                   "report.jsonl without paths, user names and the machine")
      ->type_name("TO");
  command->add_flag("--summary", options->summary,
                    "for the terminal; the default when no other form is given");
  command->footer(
      "TO is a file, or - for standard output. --format json prints the summary as JSON.\n"
      "Exit code 0 for any report (`placemat run` and `placemat diff` judge),\n"
      "2 when FILE is no report or TO has a wrong name, 4 when a shard is missing or the system\n"
      "does not write TO.\n\n"
      "Examples:\n"
      "  placemat report out/conformance/report.jsonl\n"
      "  placemat report out/conformance/report.jsonl --html report.html --junit junit.xml\n"
      "  placemat report out/conformance/report.jsonl --html report.html --baseline old.jsonl\n"
      "  placemat report out/conformance/report.jsonl --markdown - >> summary.md\n"
      "  placemat report out/conformance/report.jsonl --public public.jsonl\n"
      "  placemat report shard-1/report.jsonl shard-2/report.jsonl --merge report.jsonl\n"
      "  placemat report out/run/report.jsonl bench.json --merge all.jsonl --html all.html");
  command->callback([&global, options] { render(global, *options); });
}

}  // namespace placemat::cli
