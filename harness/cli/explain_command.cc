// explain_command.cc: `placemat explain`, everything about one string of code
// units.
#include <fmt/format.h>

#include <memory>

#include "harness/bytes/error.h"
#include "harness/cli/command.h"
#include "harness/report/views/bugs.h"
#include "harness/report/views/explanation.h"

namespace placemat::cli {
namespace {

struct Options {
  std::string subject, dialect, policy;
  std::vector<std::string> decoders;
};

bool are_hex_pairs(std::string_view text) {
  return !text.empty() && text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::vector<const Decoder*> decoders_of(const Options& options, const ExplainQuery& question) {
  std::vector<const Decoder*> asked;
  for (const std::string& name : options.decoders) {
    if (find_decoder(name) == nullptr && are_hex_pairs(name)) {
      throw InputError(
          fmt::format("'{}' is no decoder; put the code units into one argument, as in '{} {}'",
                      name, options.subject, name));
    }
    asked.push_back(&decoder_named(name));
  }
  if (!asked.empty()) return asked;
  if (question.finding) return {&decoder_named(question.finding->decoder)};
  return {decoders().begin(), decoders().end()};
}

void set_profile(const Options& options, Profile& profile) {
  if (!options.dialect.empty()) profile = parse_profile(options.dialect, profile);
  if (options.policy.empty()) return;
  const Policy* policy = find_policy(options.policy);
  if (policy == nullptr) {
    throw InputError(
        fmt::format("unknown policy '{}'; `placemat list policies` names them", options.policy));
  }
  profile.policy = policy->id;
}

// Code units can be explained even without the corpora.
struct Corpora {
  std::optional<Corpus> corpus;
  std::string note;
};

Corpora read_corpora(const Global& global, const std::string& subject) {
  const bool are_needed = looks_like_vector_id(subject) || !global.corpus_directory.empty();
  try {
    return {load_corpus(corpus_directory(global)), ""};
  } catch (const InputError& error) {
    if (are_needed) throw;
    return {std::nullopt, error.what()};
  }
}

void explain_bug(const Global& global, const Options& options, const Corpus& corpus) {
  if (!options.decoders.empty() || !options.dialect.empty() || !options.policy.empty()) {
    throw InputError(
        fmt::format("'{}' is a documented bug, which takes no decoder, --dialect or --policy; "
                    "explain its vector for those",
                    options.subject));
  }
  const BugCatch caught = catch_bugs(corpus, 1, &interrupted(), {options.subject}).catches.front();
  fmt::print("{}", global.json() ? bug_json(corpus, caught) : bug_text(corpus, caught));
}

void run_explain(const Global& global, const Options& options) {
  if (global.format == "markdown") throw InputError("explain knows --format text and json");
  const Corpora corpora = read_corpora(global, options.subject);
  const Corpus* corpus = corpora.corpus ? &*corpora.corpus : nullptr;
  if (corpus != nullptr && corpus->find_bug(options.subject) != nullptr) {
    return explain_bug(global, options, *corpus);
  }
  // Among the names that can be explained, only those of this kind have a hyphen.
  if (is_slug(options.subject) && options.subject.find('-') != std::string::npos) {
    throw InputError(fmt::format("there is no documented bug '{}'; `placemat list bugs` names them",
                                 options.subject));
  }
  ExplainQuery question = read_question(options.subject, corpus);
  set_profile(options, question.profile);
  Explanation explanation = explain(question, decoders_of(options, question), corpus);
  explanation.corpus_note = corpora.note;
  fmt::print("{}", global.json() ? to_json(explanation) : to_text(explanation, global.color));
}

}  // namespace

void add_explain(CLI::App& app, Global& global) {
  CLI::App* command = app.add_subcommand(
      "explain", "one string of code units: the law, the automaton, every decoder, ICU");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("subject", options->subject,
                   "code units in case notation ('C0 AF', 'C3|A9'), the id of a vector or of a "
                   "documented bug, or the key of a finding")
      ->required();
  command->add_option("decoder", options->decoders, "names; all decoders if none");
  command->add_option("--dialect", options->dialect,
                      "read the code units as this dialect or profile; default: utf-8");
  command->add_option("--policy", options->policy,
                      "trace the automaton of this policy; default: maximal-subpart");
  command->footer(
      "Examples:\n"
      "  placemat explain 'C0 AF'\n"
      "  placemat explain 'C3|A9||41' branchy\n"
      "  placemat explain 'ED A0 80 ED B0 80' --dialect cesu-8\n"
      "  placemat explain overlong/slash-2-units\n"
      "  placemat explain simdjson-63-spaces-ff\n"
      "  placemat explain 'tutorial_lenient|utf-8/maximal-subpart/keep|accepts-overlong|C0 80'");
  command->callback([&global, options] { run_explain(global, *options); });
}

}  // namespace placemat::cli
