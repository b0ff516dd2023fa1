// issue_command.cc: `placemat issue`, a finding of a report as a text for the decoder's authors.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/explain_question.h"
#include "harness/campaign/reproducer_run.h"
#include "harness/cli/external.h"
#include "harness/corpus/corpus.h"
#include "harness/report/views/defects.h"
#include "harness/report/views/issue_text.h"

namespace placemat::cli {
namespace {

struct IssueArguments {
  std::string key, plugin, report, to, list, withheld;
  bool runs = true;
};

// The decoder's row of the list of subjects, when it is one.
std::optional<ListedSubject> listed_subject(const IssueArguments& options,
                                            const StoredFinding& stored) {
  if (stored.external.product.empty()) return std::nullopt;
  const std::string list = options.list.empty() ? PLACEMAT_SUBJECTS : options.list;
  try {
    return read_subject_list(list, {PLACEMAT_TREE, build_directory()},
                             {"audit-full", {stored.finding.decoder}})
        .at(0);
  } catch (const InputError&) {
    if (!options.list.empty()) throw;
    return std::nullopt;  // an older report, or an installed program
  }
}

// The decoder that the user names instead of the stored one.
void take_decoder(const Global& global, const IssueArguments& options, ReplayCall& call) {
  if (!is_external(global, options.plugin)) {
    if (options.plugin.empty()) return;
    throw InputError(
        fmt::format("'{}' is no plug-in; behind the key stands PLUGIN.so or -- COMMAND, where the "
                    "decoder has moved",
                    options.plugin));
  }
  call.external.plugin = options.plugin;
  call.external.command = global.child;
}

void print_keys(const Global& global, const IssueArguments& options) {
  std::vector<std::string> files{options.report};
  if (options.report.empty()) {
    files = default_reports();
    std::erase_if(files, [](const std::string& file) { return !std::filesystem::exists(file); });
    if (files.empty()) {
      throw InputError(fmt::format("there is no report at {}; name one with --report",
                                   fmt::join(default_reports(), ", ")));
    }
  }
  std::vector<std::string> keys;
  for (const std::string& file : files) {
    const Report report = read_report(file);
    for (const std::string_view key : keys_of(report)) keys.emplace_back(key);
  }
  if (global.json()) {
    fmt::print("{}\n", nlohmann::ordered_json(keys).dump());
    return;
  }
  for (const std::string& key : keys) fmt::print("{}\n", key);
}

void write(const std::string& text, const std::string& to) {
  if (to.empty())
    fmt::print("{}", text);
  else
    write_text_file(to, text);
}

// Of the catalogue, or of a folder of entries that are not public yet.
void write_defect_issue(const Global& global, const IssueArguments& options) {
  const std::filesystem::path corpora = corpus_directory(global);
  const DefectCatalogue catalogue =
      load_defects(corpora, options.withheld.empty() ? defect_folder(corpora)
                                                     : std::filesystem::path(options.withheld));
  const FoundDefect found = catalogue.find(options.key);
  if (found.defect == nullptr) {
    throw InputError(
        fmt::format("there is no defect '{}'; `placemat list defects` lists them", options.key));
  }
  write(defect_issue(catalogue, found), options.to);
}

void run(const Global& global, const IssueArguments& options) {
  if (options.key.empty()) return print_keys(global, options);
  // A report has keys of findings only.
  if (is_slug(options.key) && options.report.empty()) return write_defect_issue(global, options);
  StoredFinding stored = stored_finding(options.key, options.report);
  ReplayCall call;
  const bool has_call = stored.finding.replay.starts_with("placemat replay ");
  if (has_call) call = parse_replay_line(stored.finding.replay);
  take_decoder(global, options, call);
  const std::optional<ListedSubject> listed = listed_subject(options, stored);
  Issue issue = make_issue(std::move(stored), call, listed ? &*listed : nullptr);
  if (options.runs) {
    run_reproducer(issue, {header_directory(), std::filesystem::read_symlink("/proc/self/exe")});
  }
  write(issue_text(issue), options.to);
}

}  // namespace

void add_issue(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("issue", "a finding or a defect as a text that can be filed");
  auto options = std::make_shared<IssueArguments>();
  command->add_option(
      "key", options->key,
      "the key of a finding or of a symptom, or the id of a defect; without it, the "
      "keys are listed");
  command->add_option("decoder", options->plugin,
                      "PLUGIN.so, or -- COMMAND, where the decoder has moved");
  add_report_option(*command, options->report);
  command->add_option("--to", options->to, "write the text to this file")->type_name("FILE");
  command->add_option("--list", options->list, "list of subjects instead of this tree's");
  command
      ->add_option("--withheld", options->withheld,
                   "a folder of defects that are not public yet, in place of the catalogue")
      ->type_name("DIR");
  command->add_flag("!--no-run", options->runs, "do not run the reproducer before it is printed");
  command->footer(
      "The text has a reproducer: for a listed subject in its own language, where there is a\n"
      "template for it; for a plug-in a C program that needs only placemat_decoder.h; for a\n"
      "child or a filter a shell line. It is run first, without isolation, and the text says what\n"
      "it showed; --no-run leaves that out.\n\n"
      "Examples:\n"
      "  placemat issue --report out/audit/report.jsonl\n"
      "  placemat issue 'mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 80'\n"
      "  placemat issue 'mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 80' --to issue.md");
  command->callback([&global, options] { run(global, *options); });
}

}  // namespace placemat::cli
