#include "harness/report/covered.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/bytes/error.h"
#include "harness/generate/source.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

// Losses that are at most one for each report.
constexpr std::array<std::string_view, 3> kWithoutName{"vectors", "budget", "end"};

bool has_name(std::string_view what) {
  return std::ranges::find(kWithoutName, what) == kWithoutName.end();
}

std::vector<std::string> values_of(const Coverage& coverage, const std::string& axis) {
  const auto& presentation = coverage.asked.presentation;
  const auto found = std::ranges::find(presentation, axis, &AxisValues::axis);
  return found == presentation.end() ? std::vector<std::string>() : found->values;
}

std::vector<std::string> names_of(const std::vector<Coverage::Judged>& decoders) {
  std::vector<std::string> names;
  for (const Coverage::Judged& judged : decoders) names.push_back(judged.decoder);
  return names;
}

std::string phrase_of(const std::string& what, const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 8;
  if (what == "vectors") return names.front() + " vectors";
  if (what == "end") return "the end of the run";
  if (what == "cases") return "most cases of " + listed(names);
  std::vector<std::string> shown = names;
  if (shown.size() > kMostNamed) {
    shown.resize(kMostNamed);
    shown.push_back(fmt::format("{} more", names.size() - kMostNamed));
  }
  const bool is_plural = names.size() > 1;
  const std::string noun = !is_plural            ? what
                           : what.ends_with('y') ? what.substr(0, what.size() - 1) + "ies"
                                                 : what + "s";
  return fmt::format("{} {}", noun, listed(shown));
}

}  // namespace

Coverage coverage_of(const Report& report) {
  const auto was_cut_short = [&](const std::string& decoder) {
    const auto record = std::ranges::find(report.externals, decoder, &ExternalRecord::decoder);
    return record != report.externals.end() && !record->trouble.empty();
  };
  Coverage coverage;
  coverage.budget = report.header.budget;
  coverage.seed = report.header.seed;
  coverage.vectors = report.header.corpus_vectors;
  for (const SourceRecord& source : report.sources) {
    if (source.not_run.empty()) coverage.sources.push_back(source.name);
  }
  if (!report.coverage.empty()) coverage.asked = report.coverage.back();
  for (const DecoderResult& subject : report.subjects) {
    if (!subject.claimed || was_cut_short(subject.decoder)) continue;
    coverage.decoders.push_back(
        {subject.decoder, subject.judged_as, subject.version, subject.capabilities});
  }
  std::ranges::sort(coverage.decoders, {}, &Coverage::Judged::decoder);
  return coverage;
}

std::vector<std::string> missing(const std::vector<std::string>& wanted,
                                 const std::vector<std::string>& there) {
  std::vector<std::string> gone;
  for (const std::string& name : wanted) {
    if (std::ranges::find(there, name) == there.end()) gone.push_back(name);
  }
  return gone;
}

bool is_smaller_budget(const std::string& budget, const std::string& than) {
  const auto a = find_budget(budget), b = find_budget(than);
  return a && b && *a < *b;
}

std::string Loss::token() const { return has_name(what) ? what + "=" + name : what; }

std::vector<Loss> lost_between(const Coverage& from, const Coverage& to) {
  std::vector<Loss> losses;
  const auto add = [&](const std::string& what, const std::vector<std::string>& gone,
                       const std::string& of = {}) {
    for (const std::string& name : gone) losses.push_back({what, of + name});
  };
  add("decoder", missing(names_of(from.decoders), names_of(to.decoders)));
  add("source", missing(from.sources, to.sources));
  if (!to.asked.operations.empty()) {
    add("operation", missing(from.asked.operations, to.asked.operations));
    for (const AxisValues& axis : from.asked.presentation) {
      add(axis.axis + " value", missing(values_of(from, axis.axis), values_of(to, axis.axis)));
    }
  }
  for (const Coverage::Judged& judged : from.decoders) {
    const auto now = std::ranges::find(to.decoders, judged.decoder, &Coverage::Judged::decoder);
    if (now == to.decoders.end() || now->judged_as != judged.judged_as) continue;
    add("capability", missing(judged.capabilities, now->capabilities), judged.decoder + ":");
  }
  if (to.vectors < from.vectors) {
    losses.push_back({"vectors", fmt::format("{} of {}", grouped(from.vectors - to.vectors),
                                             grouped(from.vectors))});
  }
  if (is_smaller_budget(to.budget, from.budget)) losses.push_back({"budget", from.budget});
  return losses;
}

std::vector<Loss> lost_by(const Report& report) {
  const bool made_checks = std::ranges::any_of(report.subjects, [](const DecoderResult& subject) {
    return std::ranges::any_of(subject.sources,
                               [](const SourceTally& tally) { return tally.checks > 0; });
  });
  std::vector<Loss> losses;
  if (!report.footer.complete || !made_checks) losses.push_back({"end", ""});
  for (const DecoderResult& subject : report.subjects) {
    if (!sample_of(subject).empty()) losses.push_back({"cases", subject.decoder});
  }
  return losses;
}

std::string text_of(const std::vector<Loss>& losses) {
  std::string text;
  for (std::size_t from = 0; from < losses.size();) {
    std::vector<std::string> names;
    std::size_t to = from;
    for (; to < losses.size() && losses[to].what == losses[from].what; ++to) {
      names.push_back(losses[to].name);
    }
    text += fmt::format("{}{}", from == 0 ? "" : "; ", phrase_of(losses[from].what, names));
    from = to;
  }
  return text;
}

void allow(std::vector<Loss>& losses, const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    const bool is_named = token.find('=') != std::string::npos;
    if (!is_named && has_name(token)) {
      throw InputError(
          fmt::format("--allow-less takes WHAT=NAME, as decoder=NAME or source=NAME, or one "
                      "of {}; not '{}'",
                      listed(kWithoutName), visible_line(token)));
    }
    std::erase_if(losses, [&](const Loss& loss) { return loss.token() == token; });
  }
}

}  // namespace placemat
