#include "harness/conformance/conformance.h"

#include <fmt/format.h>

#include <set>

#include "harness/bytes/error.h"
#include "harness/campaign/run.h"
#include "harness/corpus/corpus.h"
#include "harness/decoder/registry.h"
#include "harness/judge/arguments.h"
#include "harness/judge/encoder_check.h"

namespace placemat {
namespace {

// The result for a table that cannot be judged, or for an invalid argument.
Conformance refusal(const std::string& why) { return {false, 0, "not judged: " + why}; }

std::optional<std::string> judged_as(const ConformanceOptions& options) {
  return options.as.empty() ? std::nullopt : std::optional(options.as);
}

Target subject_of(const Decoder& decoder, const ConformanceOptions& options, const Corpus* corpus) {
  const auto budget = find_budget(options.budget);
  if (!budget) {
    throw InputError(fmt::format("unknown budget '{}': quick, standard or deep", options.budget));
  }
  std::vector<std::string> sources;
  if (corpus != nullptr) {
    for (const SourceRow& row : source_rows()) {
      if (!row.is_for_filters) sources.emplace_back(row.name);
    }
  }
  return make_target(decoder, sources, {*budget, options.seed, corpus}, judged_as(options));
}

// `command` with the check of `finding`. The finding's own replay line names a decoder that only
// this program has.
std::string replay_line(const Finding& finding, const std::string& command) {
  const std::size_t at = std::min(finding.replay.find(" --encode "), finding.replay.find(" '"));
  if (at == std::string::npos) return "";
  return fmt::format("PLACEMAT_REPLAY=\"{}\" {}", finding.replay.substr(at + 1), command);
}

std::string one_line(const std::string& name, const std::string& what) {
  return what.empty() ? "" : fmt::format("     {:9} {}\n", name, what);
}

// The kinds under which the same cause shows too, each with its plainest input.
std::string symptoms_of(const Finding& finding) {
  std::string text;
  for (const Symptom* symptom : further_kinds(finding)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row_of(symptom->kind).name,
                        symptom->minimal);
  }
  return text;
}

std::string paragraph(const Finding& finding, std::size_t number, const std::string& command) {
  std::string text = fmt::format("\n{:3}. {}, {}: {}{}{}\n", number, row_of(finding.kind).name,
                                 finding.operation, finding.minimal,
                                 finding.minimal.empty() || finding.conditions.empty() ? "" : ", ",
                                 finding.conditions);
  text += one_line("expected", finding.expected);
  text += one_line("seen", finding.seen);
  text += one_line("where", finding.pattern);
  text += one_line("also", symptoms_of(finding));
  text += one_line("clause", finding.clause);
  text += one_line("effect", finding.effect);
  text += one_line("vector", finding.vector);
  return text + one_line("replay", replay_line(finding, command));
}

// One finding of each kind before a second of any, since not all of them are shown.
std::vector<const Finding*> each_kind_first(const std::vector<Finding>& findings) {
  std::vector<const Finding*> first, rest;
  std::set<Kind> seen;
  for (const Finding& finding : findings) {
    (seen.insert(finding.kind).second ? first : rest).push_back(&finding);
  }
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

std::string text_of(const DecoderResult& result, const ConformanceOptions& options,
                    std::uint64_t checks, const std::string& command) {
  const std::size_t n = result.findings.size();
  std::string text = fmt::format(
      "{}{}{} as {}: {} {} in {} checks{}\n", result.decoder, result.version.empty() ? "" : " ",
      result.version, result.judged_as, n, n == 1 ? "finding" : "findings", checks,
      result.gave_up ? "; after too many crashes or hangs the rest was not asked" : "");
  const std::vector<const Finding*> findings = each_kind_first(result.findings);
  for (std::size_t i = 0; i < n && i < options.shown; ++i) {
    text += paragraph(*findings[i], i + 1, command);
  }
  if (n > options.shown) text += fmt::format("\n... and {} more\n", n - options.shown);
  return text;
}

Conformance conclusion(const DecoderResult& result, const ConformanceOptions& options,
                       const std::string& command) {
  Conformance answer;
  for (const SourceTally& source : result.sources) answer.checks += source.checks;
  if (answer.checks == 0) return refusal("nothing that it claims could be checked");
  answer.conforms = result.findings.empty() && !result.gave_up;
  answer.text = text_of(result, options, answer.checks, command);
  return answer;
}

Conformance said(const std::optional<Failure>& failure) {
  if (!failure) return {true, 1, "as expected"};
  return {false, 1,
          fmt::format("{}\n", row_of(failure->kind).name) +
              one_line("expected", failure->expected) + one_line("seen", failure->seen)};
}

Conformance replayed(const Decoder& decoder, const ConformanceOptions& options,
                     const ReplayArguments& arguments) {
  const Profile profile = subject_of(decoder, options, nullptr).judged_as;
  const Fence fence(options.limit_ms);
  FencedThread thread;
  if (arguments.encode) {
    if (decoder.encode == nullptr) return refusal("it has no encoder");
    const EncoderCheck check = check_encoded(decoder, profile, *arguments.encode, thread);
    if (check.agrees) return said(std::nullopt);
    return said(Failure{check.kind, check.expected, check.seen});
  }
  if (!has(decoder, arguments.check.how.operation)) {
    return refusal(fmt::format("it does not claim {}", name_of(arguments.check.how.operation)));
  }
  Caller caller(decoder, thread);
  return said(Judge(caller, profile).judge(arguments.check));
}

}  // namespace

Conformance check_conformance(const placemat_decoder& decoder, const ConformanceOptions& options,
                              const std::string& replay) try {
  if (const std::string wrong = defect(decoder); !wrong.empty()) return refusal(wrong);
  if (options.corpus.empty()) return refusal("no corpora; name their directory in .corpus");
  const Corpus corpus = load_corpus(options.corpus);
  const RunOptions how{.threads = options.threads, .call_limit_ms = options.limit_ms};
  Conformance answer;
  run({subject_of(decoder, options, &corpus)}, how,
      [&](const DecoderResult& result) { answer = conclusion(result, options, replay); });
  return answer;
} catch (const InputError& error) {
  return refusal(error.what());
}

Conformance replay_conformance(const placemat_decoder& decoder, const ConformanceOptions& options,
                               const std::string& arguments) try {
  if (const std::string wrong = defect(decoder); !wrong.empty()) return refusal(wrong);
  try {
    return replayed(decoder, options, parse_replay_arguments(arguments));
  } catch (const InputError& error) {
    throw InputError(fmt::format(
        "PLACEMAT_REPLAY: {}; copy all that a failure prints behind `replay`", error.what()));
  }
} catch (const InputError& error) {
  return refusal(error.what());
}

}  // namespace placemat
