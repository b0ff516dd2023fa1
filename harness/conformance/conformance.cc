#include "harness/conformance/conformance.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/run.h"
#include "harness/conformance/known_results.h"
#include "harness/conformance/parts.h"
#include "harness/corpus/corpus.h"
#include "harness/decoder/registry.h"
#include "harness/judge/arguments.h"
#include "harness/judge/encoder_check.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

// Without a schema, a member that is missing is an error of the JSON library.
Corpus corpus_in(const std::string& directory) try {
  return load_corpus(directory);
} catch (const nlohmann::json::exception& error) {
  throw InputError(fmt::format("{}: these corpora are damaged: {}", directory, error.what()));
}

// The result for a table that cannot be judged, or for an invalid argument.
Conformance refusal(const std::string& why) {
  const std::string text = "not judged: " + why;
  return {false, 0, text, failed_parts(text + "\n")};
}

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
  Target target =
      make_target(decoder, sources, {*budget, options.seed, corpus}, judged_as(options));
  target.claimed = true;  // a requested profile counts as the claim
  return target;
}

std::string text_of(const ComparedRun& run, const std::vector<ConformancePart>& parts,
                    std::size_t shown, const std::string& command) {
  const DecoderResult& result = run.report.subjects.front();
  const std::size_t n = result.findings.size();
  std::string text = fmt::format(
      "{}{}{} as {}: {} in {} checks{}\n", result.decoder, result.version.empty() ? "" : " ",
      result.version, result.judged_as, counted(n, "finding"), run.report.footer.checks,
      result.gave_up ? "; after too many crashes or hangs the rest was not asked" : "");
  std::size_t number = 0;
  for (const ConformancePart& part : parts) {
    for (const ConformanceFailure& failure : part.failures) {
      if (++number > shown) continue;
      text += fmt::format("\n{:3}. {}", number, failure.text);
      text += one_line("replay", replay_command(failure.replay, command));
    }
  }
  if (number > shown) text += fmt::format("\n... and {} more\n", number - shown);
  return text;
}

Conformance conclusion(const ComparedRun& run, const ConformanceOptions& options,
                       const std::string& command) {
  Conformance answer;
  answer.checks = run.report.footer.checks;
  if (answer.checks == 0) return refusal("nothing that it claims could be checked");
  answer.parts = parts_of(run, options.shown);
  answer.conforms = std::ranges::all_of(
      answer.parts, [](const ConformancePart& part) { return part.failures.empty(); });
  answer.text = text_of(run, answer.parts, options.shown, command);
  return answer;
}

Conformance said(const std::optional<Failure>& failure) {
  if (!failure) return {true, 1, "as expected", {}};
  return {false,
          1,
          fmt::format("{}\n", row_of(failure->kind).name) +
              one_line("expected", failure->expected) + one_line("seen", failure->seen),
          {}};
}

Conformance replayed(const Decoder& decoder, const ConformanceOptions& options,
                     const ReplayArguments& arguments) {
  const Profile profile = subject_of(decoder, options, nullptr).judged_as;
  const Fence fence(options.limit_ms);
  FencedThread thread;
  if (!arguments.encode.empty()) {
    if (decoder.encode == nullptr) return refusal("it has no encoder");
    const EncoderCheck check = check_encoded(decoder, profile, arguments.encode, thread);
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

std::string replay_command(const std::string& arguments, const std::string& command) {
  return arguments.empty() ? "" : fmt::format("PLACEMAT_REPLAY=\"{}\" {}", arguments, command);
}

Conformance check_conformance(const placemat_decoder& decoder, const ConformanceOptions& options,
                              const std::string& replay) try {
  if (const std::string wrong = defect(decoder); !wrong.empty()) return refusal(wrong);
  if (options.corpus.empty()) return refusal("no corpora; name their directory in .corpus");
  const KnownResults known(options, decoder.name);
  const Corpus corpus = corpus_in(options.corpus);
  const RunOptions how{.threads = options.threads, .call_limit_ms = options.limit_ms};
  const Target target = subject_of(decoder, options, &corpus);
  DecoderResult result;
  const bool finished = run({target}, how, [&](DecoderResult only) { result = std::move(only); });
  return conclusion(known.compare(target, std::move(result), finished), options, replay);
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
