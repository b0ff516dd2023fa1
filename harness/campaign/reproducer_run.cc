// Runs reproducers. Their text is the printed one; only places of this machine are put in.
#include "harness/campaign/reproducer_run.h"

#include <fmt/format.h>

#include "harness/bytes/scratch.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/process.h"

namespace placemat {
namespace {

constexpr int kRuns = 20;
// A call that hangs is given up after ten seconds.
constexpr std::chrono::seconds kRunLimit{60};

bool is_replay(const Reproducer& made) { return made.text.starts_with("placemat "); }

// The command of a shell that runs it; a program is built first.
std::string runnable(const Reproducer& made, const Scratch& scratch,
                     const ReproducerPlaces& places) {
  if (is_replay(made)) {
    return quoted(places.program.string()) + made.text.substr(std::string("placemat").size());
  }
  if (made.file.empty()) return made.text;
  const std::string file = scratch.path() + "/" + made.file;
  write_text_file(file, made.text);
  return filled(made.run, {{"DIRECTORY", quoted(places.headers.string())},
                           {"./reproduce ", scratch.path() + "/reproduce "},
                           {"-o reproduce", "-o " + scratch.path() + "/reproduce"},
                           {made.file, file}});
}

// How often it showed the fault; none where it could not be run.
std::optional<int> times_shown(const Reproducer& made, const std::string& command, int& tries,
                               std::string& printed) {
  int times = 0;
  const auto is_enough = [&] { return times > 0 || !made.has_verdict; };
  for (tries = 0; tries < kRuns && !(tries == 1 && is_enough()); ++tries) {
    const ShellOutcome outcome = run_shell({command, ".", {}, kRunLimit});
    printed = outcome.output;
    // Without a hello from the child, there is no answer to compare.
    const bool is_mute = made.file.empty() && !is_replay(made) && made.has_verdict &&
                         outcome.errors.find("hello ") == std::string::npos;
    if (outcome.exit_code < 0 || outcome.exit_code > 1 || is_mute) return std::nullopt;
    times += outcome.exit_code;
  }
  return times;
}

std::string as_block(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() || out.back() == '\n') out += "    ";
    out += c;
  }
  return out;
}

}  // namespace

void run_reproducer(Issue& issue, const ReproducerPlaces& places) {
  const Reproducer& made = *issue.reproducer;
  if (made.run.find(" install ") != std::string::npos) {
    issue.shown = "It was not run here, because it installs a package.";
    return;
  }
  const Scratch scratch;
  int tries = 0;
  std::string printed;
  const auto times = times_shown(made, runnable(made, scratch, places), tries, printed);
  if (!times) {
    issue.shown = "It could not be run here.";
  } else if (!made.has_verdict) {
    issue.shown = "Here it printed:\n\n" + as_block(printed);
  } else if (*times == 0 && !is_replay(made)) {
    issue.why_not += fmt::format("{}the one that was made did not show the fault in {} tries",
                                 issue.why_not.empty() ? "" : "; ", tries);
    issue.reproducer = replay_of(issue.stored.finding);
    run_reproducer(issue, places);
  } else if (*times == tries) {
    issue.shown = "Here it showed the fault.";
  } else {
    issue.shown = fmt::format("Here {} of {} tries showed the fault.", *times, tries);
  }
}

}  // namespace placemat
