// explain_command.cc: `placemat explain`, everything about one string of code
// units.
#include <fmt/format.h>

#include <memory>

#include "harness/bytes/error.h"
#include "harness/cli/external.h"
#include "harness/report/views/bugs.h"
#include "harness/report/views/defects.h"
#include "harness/report/views/explanation.h"

namespace placemat::cli {
namespace {

struct ExplainArguments {
  std::string subject, dialect, policy, report;
  std::vector<std::string> decoders;
  ExternalOptions external;
};

bool are_hex_pairs(std::string_view text) {
  return !text.empty() && text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// The decoders that the command line names.
std::vector<AnyDecoder> named_decoders(const Global& global, const ExplainArguments& options) {
  std::vector<AnyDecoder> asked;
  const auto add_external = [&](const std::string& name) {
    ExternalOptions external = options.external;
    external.filter_policy = options.policy;
    // A finding names its decoder.
    if (external.name.empty() && looks_like_finding_key(options.subject)) {
      external.name = options.subject.substr(0, options.subject.find('|'));
    }
    external.plugin = name;
    if (name.empty()) external.command = global.child;
    asked.emplace_back(external);
  };
  for (const std::string& name : options.decoders) {
    if (is_plugin_name(name)) {
      add_external(name);
      continue;
    }
    if (find_decoder(name) == nullptr && are_hex_pairs(name)) {
      throw InputError(
          fmt::format("'{}' is no decoder; put the code units into one argument, as in '{} {}'",
                      name, options.subject, name));
    }
    asked.emplace_back(decoder_named(name));
  }
  if (!global.child.empty()) add_external("");
  return asked;
}

// The decoder and the units of a finding that a report holds. Without --report a decoder of this
// tree, and one that is named, are asked about the units of the key.
std::vector<AnyDecoder> asked_about_finding(const Global& global, const ExplainArguments& options,
                                            ExplainQuery& question) {
  std::vector<AnyDecoder> asked = named_decoders(global, options);
  const Decoder* own = find_decoder(question.finding->decoder);
  if (options.report.empty() && (own != nullptr || !asked.empty())) {
    if (asked.empty()) asked.emplace_back(*own);
    return asked;
  }
  const StoredFinding stored = stored_finding(options.subject, options.report);
  question.units = parse_units(stored.finding.minimal, Caller::kMaxUnits);
  question.finding->minimal = stored.finding.minimal;
  if (asked.empty()) {
    asked.push_back(
        decoder_of(global, stored, parse_replay_line(stored.finding.replay), "", options.external));
  }
  return asked;
}

std::vector<AnyDecoder> decoders_of(const Global& global, const ExplainArguments& options,
                                    ExplainQuery& question) {
  if (question.finding) return asked_about_finding(global, options, question);
  std::vector<AnyDecoder> asked = named_decoders(global, options);
  if (!asked.empty()) return asked;
  for (const Decoder* decoder : decoders()) asked.emplace_back(*decoder);
  return asked;
}

void set_profile(const ExplainArguments& options, Profile& profile) {
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

void refuse_options_of_units(const Global& global, const ExplainArguments& options,
                             std::string_view what) {
  if (options.decoders.empty() && global.child.empty() && options.dialect.empty() &&
      options.policy.empty()) {
    return;
  }
  throw InputError(
      fmt::format("'{}' is {}, which takes no decoder, --dialect or --policy; explain "
                  "its code units for those",
                  options.subject, what));
}

void explain_bug(const Global& global, const ExplainArguments& options, const Corpus& corpus) {
  refuse_options_of_units(global, options, "a documented bug");
  const BugCatch caught = catch_bugs(corpus, 1, &interrupted(), {options.subject}).catches.front();
  fmt::print("{}", global.json() ? bug_json(corpus, caught) : bug_text(corpus, caught));
}

void explain_defect(const Global& global, const ExplainArguments& options) {
  const std::filesystem::path corpora = corpus_directory(global);
  const DefectCatalogue catalogue = load_defects(corpora, defect_folder(corpora));
  const FoundDefect found = catalogue.find(options.subject);
  if (found.defect == nullptr) {
    throw InputError(
        fmt::format("there is no documented bug and no defect '{}'; `placemat list "
                    "bugs` and `placemat list defects` name them",
                    options.subject));
  }
  refuse_options_of_units(global, options, "a defect of the catalogue");
  fmt::print("{}", global.json() ? defect_json(catalogue, found) : defect_text(catalogue, found));
}

void run_explain(const Global& global, const ExplainArguments& options) {
  if (global.format == "markdown") throw InputError("explain knows --format text and json");
  const Corpora corpora = read_corpora(global, options.subject);
  const Corpus* corpus = corpora.corpus ? &*corpora.corpus : nullptr;
  if (corpus != nullptr && corpus->find_bug(options.subject) != nullptr) {
    return explain_bug(global, options, *corpus);
  }
  // Among the names that can be explained, only those of these kinds have a hyphen.
  if (is_slug(options.subject) && options.subject.find('-') != std::string::npos) {
    return explain_defect(global, options);
  }
  ExplainQuery question = read_question(options.subject, corpus);
  set_profile(options, question.profile);
  const std::vector<AnyDecoder> asked = decoders_of(global, options, question);
  Explanation explanation = explain(question, asked, corpus);
  explanation.corpus_note = corpora.note;
  fmt::print("{}", global.json() ? to_json(explanation) : to_text(explanation, global.color));
}

}  // namespace

void add_explain(CLI::App& app, Global& global) {
  CLI::App* command = app.add_subcommand(
      "explain", "one string of code units: the law, the automaton, every decoder, ICU");
  const auto options = std::make_shared<ExplainArguments>();
  command
      ->add_option("subject", options->subject,
                   "code units in case notation ('C0 AF', 'C3|A9'), the id of a vector, of a "
                   "documented bug or of a defect, or the key of a finding")
      ->required();
  command->add_option("decoder", options->decoders,
                      "names or PLUGIN.so; all decoders of this tree if none");
  command->add_option("--dialect", options->dialect,
                      "read the code units as this dialect or profile; default: utf-8");
  command->add_option("--policy", options->policy,
                      "trace the automaton of this policy; default: maximal-subpart. With "
                      "--filter, also the policy of the filter");
  add_report_option(*command, options->report);
  add_external_options(*command, options->external);
  command->footer(
      "Examples:\n"
      "  placemat explain 'C0 AF'\n"
      "  placemat explain 'C3|A9||41' branchy\n"
      "  placemat explain 'ED A0 80 ED B0 80' --dialect cesu-8\n"
      "  placemat explain overlong/slash-2-units\n"
      "  placemat explain simdjson-63-spaces-ff\n"
      "  placemat explain 'C0 AF' branchy ./mine.so\n"
      "  placemat explain 'C0 AF' -- python3 adapter.py\n"
      "  placemat explain 'tutorial_lenient|utf-8/maximal-subpart/keep|accepts-overlong|C0 80'");
  command->callback([&global, options] { run_explain(global, *options); });
}

}  // namespace placemat::cli
