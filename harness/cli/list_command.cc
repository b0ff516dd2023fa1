// list_command.cc: `placemat list`, the names that a command line can use.
#include <fmt/format.h>

#include <memory>

#include "harness/bytes/error.h"
#include "harness/cli/command.h"
#include "harness/report/views/listing.h"

namespace placemat::cli {
namespace {

std::string names() {
  std::string out;
  for (const ListedRow& row : listed_rows()) {
    out += (out.empty() ? "" : ", ") + std::string(row.name);
  }
  return out;
}

std::string listed_names() {
  std::string out = "What can be listed:\n";
  for (const ListedRow& row : listed_rows()) {
    out += fmt::format("  {:15}{}\n", row.name, row.summary);
  }
  return out;
}

std::string footer() {
  return listed_names() +
         "\nExamples:\n"
         "  placemat list decoders\n"
         "  placemat list dialects --format json\n"
         "  placemat list decoders --format markdown";
}

ListFormat format_of(const Global& global) {
  if (global.json()) return ListFormat::kJson;
  return global.format == "markdown" ? ListFormat::kMarkdown : ListFormat::kText;
}

void list(const Global& global, const std::string& name) {
  if (name.empty()) {
    fmt::print("{}", listed_names());
    return;
  }
  const std::optional<Listed> what = find_listed(name);
  if (!what) throw InputError(fmt::format("cannot list '{}'; there are {}", name, names()));
  Corpus corpus;
  DefectCatalogue defects;
  if (what == Listed::kFlags || what == Listed::kBugs) {
    corpus = load_corpus(corpus_directory(global));
  }
  if (what == Listed::kDefects) {
    const std::filesystem::path corpora = corpus_directory(global);
    defects = load_defects(corpora, defect_folder(corpora));
  }
  std::vector<ListedSubject> subjects;
  if (what == Listed::kSubjects) {
    subjects = read_subject_list(PLACEMAT_SUBJECTS, {PLACEMAT_TREE, build_directory()},
                                 {"audit-full", {}});
  }
  fmt::print("{}", listing(*what, format_of(global), {&corpus, &defects, &subjects}));
}

}  // namespace

void add_list(CLI::App& app, Global& global) {
  CLI::App* command = app.add_subcommand("list", "decoders, dialects, policies and other names");
  const auto what = std::make_shared<std::string>();
  command->add_option("what", *what, "one of the names below; without it, they are listed");
  command->footer(footer());
  command->callback([&global, what] { list(global, *what); });
}

}  // namespace placemat::cli
