// bugs_command.cc: `placemat bugs verify`, documented bugs in the versions that had them.
#include <fmt/format.h>

#include <set>

#include "harness/bytes/error.h"
#include "harness/campaign/bug_versions.h"
#include "harness/cli/command.h"
#include "harness/cli/numbers.h"
#include "harness/cli/versions.h"
#include "harness/report/views/bug_versions.h"

namespace placemat::cli {
namespace {

struct BugsArguments {
  std::vector<std::string> ids;
  std::string list;
  unsigned seconds = 600;
  bool offline = false, only_vector = false;
};

// Those that name versions; all when no id is given.
std::vector<const Bug*> chosen_bugs(const Corpus& corpus, const std::vector<std::string>& ids) {
  std::vector<const Bug*> chosen;
  for (const std::string& id : ids) {
    const Bug* bug = corpus.find_bug(id);
    if (bug == nullptr) {
      throw InputError(fmt::format("there is no bug '{}'; `placemat list bugs` names them", id));
    }
    if (!bug->versions) {
      throw InputError(fmt::format("{}: its entry names no versions that npm has", id));
    }
    chosen.push_back(bug);
  }
  if (!ids.empty()) return chosen;
  for (const Bug& bug : corpus.bugs) {
    if (bug.versions) chosen.push_back(&bug);
  }
  return chosen;
}

int exit_code_of(const std::vector<BugVerification>& all, std::size_t chosen) {
  const auto is_wrong = [](const BugVerification& one) {
    return one.trouble.empty() && !(one.is_found() && one.is_gone());
  };
  if (std::ranges::any_of(all, is_wrong)) return kFinding;
  const bool is_late = std::ranges::any_of(all, &BugVerification::is_unfinished);
  if (all.size() < chosen || is_late) return kUnfinished;
  return std::ranges::all_of(all, &BugVerification::is_absent) ? kAbsent : kAsExpected;
}

int verify(const Global& global, const BugsArguments& options) {
  const Corpus corpus = load_corpus(corpus_directory(global));
  const std::vector<const Bug*> bugs = chosen_bugs(corpus, options.ids);
  VersionedSubjects subjects = versioned_subjects(global, options.list, options.offline);
  subjects.limit = std::chrono::seconds(options.seconds);
  // A bug may be a hang, and ten calls show it.
  constexpr unsigned kMostHanging = 100;
  subjects.each.decoder.wait_s = kMostHanging;
  Progress progress(global.progress, "bugs");
  const std::vector<BugVerification> all =
      verify_bugs(corpus, bugs, subjects, options.only_vector ? BugRun::kVector : BugRun::kNormal,
                  [&](std::size_t done) { progress.at(done, bugs.size()); });
  progress.clear();
  if (global.json()) {
    fmt::print("{}", verifications_json(all));
  } else {
    fmt::print("{}",
               global.format == "markdown" ? verifications_markdown(all) : verifications_text(all));
  }
  return exit_code_of(all, bugs.size());
}

}  // namespace

void add_bugs(CLI::App& app, Global& global) {
  CLI::App* command =
      app.add_subcommand("bugs", "documented bugs, in the versions of software that had them");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  placemat bugs verify --only-vector    the vector of each bug, in seconds\n"
      "  placemat bugs verify bun-fatal-ignored\n"
      "  placemat list bugs                    all documented bugs\n"
      "  placemat explain bun-fatal-ignored    one of them, with its versions");
  const auto options = std::make_shared<BugsArguments>();
  CLI::App* verify_command = command->add_subcommand(
      "verify", "install the faulty and the mended version of each, and audit both");
  verify_command->add_option("id", options->ids, "ids of bugs; all that name versions if none");
  verify_command->add_option("--list", options->list, "a list of subjects")->type_name("FILE");
  verify_command->add_option("--seconds", options->seconds, "the limit for the audit of a version")
      ->check(whole_number(1, 86400))
      ->capture_default_str();
  verify_command->add_flag("--only-vector", options->only_vector,
                           "ask the vector of each bug alone, without the normal run: seconds "
                           "instead of minutes");
  verify_command->add_flag("--offline", options->offline, "install only what the cache of npm has");
  verify_command->footer(
      "npm installs each version in a scratch directory, checks its integrity, runs none of its\n"
      "scripts, and the directory is removed again. Both versions get the run that `placemat "
      "audit`\n"
      "gives a child. The vector of the bug must fail in the faulty one, and the mended one may "
      "have\n"
      "no finding of those kinds by it. The time is that of the vector alone, from the start of "
      "the\n"
      "decoder to the finding, reduced.\n\n"
      "Exit code: 0 each was found and is gone; 1 one was not; 2 misuse; 3 no version could be\n"
      "installed; 4 interrupted, or a run did not end within its limit.\n\n"
      "Examples:\n"
      "  placemat bugs verify\n"
      "  placemat bugs verify bun-stream-option-missing\n"
      "  placemat bugs verify --only-vector --format markdown\n"
      "  placemat explain bun-stream-option-missing");
  verify_command->callback([&global, options] { global.exit_code = verify(global, *options); });
}

}  // namespace placemat::cli
