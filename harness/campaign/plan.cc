// Makes the plan of a run of the decoders of this tree. The plan of an audit is made in audit.cc,
// after its decoder stated its claims.
#include "harness/campaign/plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace placemat {
namespace {

std::string command_of(const RunRequest& request) {
  std::string text = "placemat run";
  for (const Decoder* decoder : request.decoders) text += fmt::format(" {}", decoder->name);
  if (request.as) text += " --as " + *request.as;
  text += fmt::format(" --budget {}", name_of(request.budget));
  for (const std::string& name : request.sources) text += " --source " + name;
  if (request.strength) text += " --strength";
  return text + fmt::format(" --seed {}", request.seed);
}

}  // namespace

std::vector<std::string> choose_sources(const std::vector<std::string>& asked,
                                        const std::function<bool(const SourceRow&)>& is_default) {
  const auto is_asked = [&](const SourceRow& row) {
    return std::ranges::find(asked, row.name) != asked.end();
  };
  std::vector<std::string> names;
  for (const SourceRow& row : source_rows()) {
    if (asked.empty() ? is_default(row) : is_asked(row)) names.emplace_back(row.name);
  }
  for (const std::string& name : asked) {
    if (std::ranges::find(names, name) == names.end()) make_source(name, {}, {});  // throws
  }
  return names;
}

RunPlan plan_run(const RunRequest& request, const Corpus& corpus, const ExpectedList& expected) {
  const bool has_all_decoders = request.decoders.empty();
  RunPlan plan;
  plan.judged.decoders = request.decoders;
  if (has_all_decoders) plan.judged.decoders.assign(decoders().begin(), decoders().end());
  plan.judged.as = request.as;
  plan.judged.contrast = request.contrast && !request.as;
  plan.cases.sources =
      choose_sources(request.sources, [](const SourceRow& row) { return !row.is_for_filters; });
  plan.cases.budget = request.budget;
  plan.cases.seed = request.seed;
  plan.cases.corpus = &corpus;
  const bool is_whole = has_all_decoders && !request.as && request.sources.empty();
  plan.extra = {request.oracle, is_whole, request.strength};
  plan.expected = {&expected, is_whole && request.budget != Budget::kQuick};
  if (is_whole) plan.known_defects = request.known_defects;
  plan.to.command = command_of(request);
  return plan;
}

}  // namespace placemat
