// Makes the plan of a run of the decoders of this tree. The plan of an audit is made in audit.cc,
// after its decoder stated its claims.
#include "harness/campaign/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

// Makes the whole run, also where the request is for a shard of it.
std::string command_of(const RunRequest& request) {
  std::string text = "placemat run";
  for (const Decoder* decoder : request.decoders) text += fmt::format(" {}", decoder->name);
  if (request.as) text += " --as " + *request.as;
  text += fmt::format(" --budget {}", name_of(request.budget));
  for (const std::string& name : request.sources) text += " --source " + name;
  if (!request.contrast && !request.as) text += " --no-contrast";
  if (!request.oracle) text += " --no-oracle";
  if (request.strength) text += " --strength";
  return text + fmt::format(" --seed {}", request.seed);
}

std::vector<const Decoder*> dealt(const std::vector<const Decoder*>& all, ShardOption shard) {
  std::vector<const Decoder*> some;
  for (std::size_t i = shard.part - 1; i < all.size(); i += shard.parts) some.push_back(all[i]);
  if (!some.empty()) return some;
  throw InputError(fmt::format("--shard {}/{}: there are {} decoders only", shard.part, shard.parts,
                               all.size()));
}

// Leaves the plan with one part of its decoders.
void take_shard(ShardOption shard, RunPlan& plan) {
  plan.shard = {{shard.part}, shard.parts, plan.to.command, {}};
  for (const Decoder* decoder : plan.judged.decoders)
    plan.shard.decoders.emplace_back(decoder->name);
  plan.judged.decoders = dealt(plan.judged.decoders, shard);
  plan.to.command += fmt::format(" --shard {}/{}", shard.part, shard.parts);
}

}  // namespace

std::vector<std::string> choose_sources(const std::vector<std::string>& asked, Budget budget,
                                        const std::function<bool(const SourceRow&)>& is_default) {
  const auto is_asked = [&](const SourceRow& row) {
    return std::ranges::find(asked, row.name) != asked.end();
  };
  std::vector<std::string> names;
  for (const SourceRow& row : source_rows()) {
    if (asked.empty() ? is_default(row) : is_asked(row)) names.emplace_back(row.name);
  }
  for (const std::string& name : asked) {
    const SourceRow& row = source_named(name);
    if (budget >= row.least) continue;
    throw InputError(fmt::format("the budget {} excludes the source '{}'; --budget {} has it",
                                 name_of(budget), name, name_of(row.least)));
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
  plan.cases.sources = choose_sources(request.sources, request.budget,
                                      [](const SourceRow& row) { return !row.is_for_filters; });
  plan.cases.budget = request.budget;
  plan.cases.seed = request.seed;
  plan.cases.corpus = &corpus;
  const bool is_whole =
      has_all_decoders && !request.shard && !request.as && request.sources.empty();
  plan.extra = {request.oracle, is_whole, request.strength};
  plan.expected = {&expected, is_whole && request.budget != Budget::kQuick};
  if (is_whole) plan.known_defects = request.known_defects;
  plan.to.command = command_of(request);
  if (request.shard) take_shard(*request.shard, plan);
  return plan;
}

}  // namespace placemat
