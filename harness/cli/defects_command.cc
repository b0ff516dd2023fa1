// defects_command.cc: `placemat defects verify`, whether the defects of the catalogue can be seen
// on this machine.
#include <fmt/format.h>

#include <set>

#include "harness/bytes/error.h"
#include "harness/campaign/native_run.h"
#include "harness/cli/command.h"
#include "harness/cli/numbers.h"
#include "harness/report/views/defects.h"

namespace placemat::cli {
namespace {

struct DefectsArguments {
  std::vector<std::string> names;
  std::string withheld;
  unsigned threads = default_threads();
  bool write = false;
};

DefectCatalogue catalogue_of(const Global& global, const std::string& withheld) {
  const std::filesystem::path corpus = corpus_directory(global);
  return load_defects(corpus,
                      withheld.empty() ? defect_folder(corpus) : std::filesystem::path(withheld));
}

// By product, as they are verified; all when no name is given.
std::vector<FoundDefect> chosen_defects(const DefectCatalogue& catalogue,
                                        const std::vector<std::string>& names) {
  std::vector<FoundDefect> chosen;
  std::set<std::string> unknown(names.begin(), names.end());
  for (const DefectiveProduct& product : catalogue.products) {
    const bool is_product = std::ranges::find(names, product.slug) != names.end();
    unknown.erase(product.slug);
    for (const Defect& defect : product.defects) {
      unknown.erase(defect.id);
      const bool is_named = std::ranges::find(names, defect.id) != names.end();
      if (names.empty() || is_product || is_named) chosen.push_back({&product, &defect});
    }
  }
  if (!unknown.empty()) {
    throw InputError(
        fmt::format("'{}' is neither a defect nor a product of the catalogue; "
                    "`placemat list defects` lists them",
                    *unknown.begin()));
  }
  return chosen;
}

// What was learnt of versions that the entries do not name.
void write_versions(const DefectCatalogue& catalogue, const std::vector<NativeResult>& results) {
  for (const NativeResult& result : results) {
    const bool is_fixed = result.outcome == NativeOutcome::kFixed;
    if (!is_fixed && result.outcome != NativeOutcome::kReproduced) continue;
    if (record_version(catalogue, result.found, result.version, is_fixed)) {
      complain(fmt::format("{}: {} {}", result.found.defect->id,
                           is_fixed ? "not seen in" : "seen in", result.version));
    }
  }
}

int exit_code_of(const std::vector<NativeResult>& results, bool is_complete) {
  if (std::ranges::any_of(results, &NativeResult::contradicts_entry)) return kFinding;
  if (!is_complete) return kUnfinished;
  const bool was_run = std::ranges::any_of(results, [](const NativeResult& result) {
    return result.outcome != NativeOutcome::kAbsent && result.outcome != NativeOutcome::kWithheld;
  });
  return was_run ? kAsExpected : kAbsent;
}

int verify(const Global& global, const DefectsArguments& options) {
  if (global.format == "markdown") throw InputError("defects verify knows --format text and json");
  const DefectCatalogue catalogue = catalogue_of(global, options.withheld);
  const std::vector<FoundDefect> chosen = chosen_defects(catalogue, options.names);
  NativeOptions how;
  how.npm = std::filesystem::path(PLACEMAT_TREE) / "build" / "npm" / "node_modules";
  how.threads = options.threads;
  how.stop = &interrupted();
  Progress progress(global.progress, "defects");
  how.progress = [&](std::size_t done) { progress.at(done, chosen.size()); };
  const std::vector<NativeResult> results = run_natively(catalogue, chosen, how);
  progress.clear();
  fmt::print("{}", global.json() ? native_results_json(results) : native_results_text(results));
  if (options.write) write_versions(catalogue, results);
  return exit_code_of(results, results.size() == chosen.size());
}

}  // namespace

void add_defects(CLI::App& app, Global& global) {
  CLI::App* command = app.add_subcommand(
      "defects", "defects of other people's decoders, each with a program that shows it");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  placemat defects verify yajl          the programs of one product\n"
      "  placemat list defects                 all, worst first\n"
      "  placemat explain json-c-accepts-overlong-surrogates-and-beyond-10ffff\n"
      "  placemat issue json-c-accepts-overlong-surrogates-and-beyond-10ffff");
  const auto options = std::make_shared<DefectsArguments>();

  CLI::App* verify_command = command->add_subcommand(
      "verify", "run the programs whose product is on this machine, and compare what they print");
  verify_command->add_option("name", options->names,
                             "ids of defects and names of product files; all if none");
  verify_command
      ->add_option("--withheld", options->withheld,
                   "a folder of entries that are not public yet, in place of the catalogue")
      ->type_name("DIR");
  verify_command->add_option("--threads", options->threads, "programs that run at once")
      ->check(whole_number(1, 1024))
      ->capture_default_str();
  verify_command->add_flag("--write", options->write,
                           "add versions that the entries do not name yet, and those without the "
                           "defect as fixed_in");
  verify_command->footer(
      "A program runs in a new directory, with LC_ALL=C.UTF-8 and\n"
      "NODE_PATH=build/npm/node_modules. It is built and run for at most two minutes each; one "
      "that\n"
      "is known to hang runs for 20 seconds.\n\n"
      "Exit code: 0 no result contradicts the catalogue; 1 one does; 2 misuse; 3 no product is on\n"
      "this machine; 4 interrupted.\n\n"
      "Examples:\n"
      "  placemat defects verify\n"
      "  placemat defects verify yajl\n"
      "  placemat list defects\n"
      "  placemat explain perl-layer-loses-truncated-end     what it does, and its program\n"
      "  placemat issue perl-layer-loses-truncated-end       the text for its authors");
  verify_command->callback([&global, options] { global.exit_code = verify(global, *options); });
}

}  // namespace placemat::cli
