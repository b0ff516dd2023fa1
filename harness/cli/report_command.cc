// report_command.cc: `placemat report`, a stored report in another form. harness/report/ decides
// how the forms look.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>

#include "harness/bytes/text_file.h"
#include "harness/cli/command.h"
#include "harness/report/views/summary.h"
#include "harness/report/views/view.h"

namespace placemat::cli {
namespace {

struct Options {
  std::string file;
  std::map<std::string_view, std::string> places;  // by view; "-" is standard output
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

void render(const Global& global, const Options& options) {
  const Report report = read_report(options.file);
  for (const ViewRow& view : view_rows()) {
    const auto place = options.places.find(view.name);
    if (place != options.places.end()) put(place->second, view.render(report));
  }
  if (options.summary || global.json() || options.places.empty()) {
    print(global.json() ? render_summary_json(report)
                        : render_summary(report, {.color = global.color, .findings = 10}));
  }
}

}  // namespace

void add_report(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("report", "show a stored report in another form");
  auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "a report.jsonl")->required()->type_name("FILE");
  for (const ViewRow& view : view_rows()) {
    command
        ->add_option_function<std::string>(
            "--" + std::string(view.name),
            [options, &view](const std::string& place) { options->places[view.name] = place; },
            std::string(view.summary))
        ->type_name("TO");
  }
  command->add_flag("--summary", options->summary,
                    "for the terminal; the default when no other form is given");
  command->footer(
      "TO is a file, or - for standard output. --format json prints the summary as JSON.\n"
      "Exit code 0 for any report (`placemat run` and `placemat diff` judge),\n"
      "2 when FILE is no report or TO has a wrong name, 4 when the system does not write it.\n\n"
      "Examples:\n"
      "  placemat report out/conformance/report.jsonl\n"
      "  placemat report out/conformance/report.jsonl --html report.html --junit junit.xml\n"
      "  placemat report out/conformance/report.jsonl --markdown - >> summary.md");
  command->callback([&global, options] { render(global, *options); });
}

}  // namespace placemat::cli
