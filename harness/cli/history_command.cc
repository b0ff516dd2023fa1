// history_command.cc: `placemat history SUBJECT`, since when a listed subject does what it does.
#include <fmt/format.h>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/history.h"
#include "harness/cli/numbers.h"
#include "harness/cli/versions.h"
#include "harness/generate/source.h"
#include "harness/report/views/history.h"
#include "harness/report/views/history_page.h"

namespace placemat::cli {
namespace {

struct HistoryArguments {
  HistoryRequest request;
  std::string list, svg, json, stored;
  std::vector<std::string> sources;
  std::string note;
  unsigned seconds = 600;
  bool offline = false;
};

int run_history(const Global& global, const HistoryArguments& options) {
  if (!options.stored.empty()) {
    fmt::print("{}", history_page(options.stored));
    return kAsExpected;
  }
  if (options.request.subject.empty()) {
    throw InputError("no subject; name one of the list, or --stored DIR");
  }
  if (global.format == "markdown") throw InputError("history knows --format text and json");
  check_place(options.svg);
  check_place(options.json);
  for (const std::string& name : options.sources) source_named(name);
  const Corpus corpus = load_corpus(corpus_directory(global));
  VersionedSubjects subjects = versioned_subjects(global, options.list, options.offline);
  subjects.limit = std::chrono::seconds(options.seconds);
  subjects.each.oracle = false;
  subjects.each.sources = options.sources;
  subjects.each.learn_machine = false;  // versions are not compared by it
  Progress progress(global.progress,
                    "history of " + options.request.subject + ", versions audited");
  SubjectHistory history = history_of(options.request, corpus, subjects,
                                      [&](std::size_t done) { progress.at(done, 0); });
  progress.clear();
  history.note = options.note;
  fmt::print("{}", global.json() ? history_json(history) : history_text(history));
  if (!options.svg.empty()) write_text_file(options.svg, history_svg(history));
  if (!options.json.empty()) write_text_file(options.json, history_json(history));
  if (!history.is_complete) return kUnfinished;
  const bool was_asked = std::ranges::any_of(
      history.audited, [](const VersionState& state) { return state.trouble.empty(); });
  return was_asked ? kAsExpected : kAbsent;
}

}  // namespace

void add_history(CLI::App& app, Global& global) {
  CLI::App* command =
      app.add_subcommand("history", "the versions in which a listed subject changed");
  const auto options = std::make_shared<HistoryArguments>();
  command->add_option("subject", options->request.subject,
                      "a name of the list of subjects whose versions npm has");
  command->add_option("--from", options->request.from, "the oldest version")->type_name("VERSION");
  command->add_option("--to", options->request.to, "the newest version")->type_name("VERSION");
  command->add_option("--svg", options->svg, "write the timeline as a picture")->type_name("FILE");
  command->add_option("--json", options->json, "write the timeline as JSON too")->type_name("FILE");
  command
      ->add_option("--note", options->note,
                   "a sentence for the JSON and the page, such as why versions were left out")
      ->type_name("TEXT");
  command
      ->add_option("--source", options->sources,
                   "ask the cases of this source only; may be given again")
      ->allow_extra_args(false);
  command->add_option("--stored", options->stored, "print the page of the JSON files there instead")
      ->type_name("DIR");
  command->add_option("--list", options->list, "a list of subjects")->type_name("FILE");
  command->add_option("--seconds", options->seconds, "the limit for the audit of a version")
      ->check(whole_number(1, 86400))
      ->capture_default_str();
  command->add_flag("--offline", options->offline, "install only what the cache of npm has");
  command->footer(
      "The oldest and the newest version are audited, and whatever lies between two that differ "
      "in\n"
      "profile, findings or failing vectors is halved, until each change has its version. A "
      "change\n"
      "that was taken back between two versions that agree is not seen. Versions before a release\n"
      "are not asked.\n\n"
      "npm installs one version at a time in a scratch directory, checks its integrity, runs none "
      "of\n"
      "its scripts, and the directory is removed again. A change that a documented bug names has "
      "the\n"
      "id of the bug; any other is a candidate for the catalogue.\n\n"
      "Exit code: 0 the changes are found; 2 misuse; 3 npm or the versions are absent; 4 "
      "interrupted.\n\n"
      "Examples:\n"
      "  placemat history npm_buffer\n"
      "  placemat history node_textdecoder --from 8.3.0 --to 20.0.0 --svg node.svg\n"
      "  placemat history npm_notepack --format json --offline\n"
      "  placemat history --stored reports/history   the page reports/HISTORY.md\n"
      "  placemat audit --all-installed --help   the list of subjects");
  command->callback([&global, options] { global.exit_code = run_history(global, *options); });
}

}  // namespace placemat::cli
