// plan_test.cc: the contents of the plans of a run and of an audit, as their options promise.
#include "harness/campaign/plan.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/installed_audit.h"

namespace placemat {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

RunPlan plan_of(const RunRequest& request) {
  static const Corpus kCorpus;
  static const ExpectedList kExpected;
  return plan_run(request, kCorpus, kExpected);
}

const Decoder& any_decoder() { return *decoders().front(); }

TEST(PlanRun, SelectsEverythingByDefault) {
  const RunPlan plan = plan_of({});
  EXPECT_EQ(plan.judged.decoders.size(), decoders().size());
  EXPECT_TRUE(plan.judged.contrast);
  EXPECT_THAT(plan.cases.sources, Contains("exhaustive"));
  EXPECT_TRUE(plan.extra.oracle && plan.extra.documented_bugs);
  EXPECT_FALSE(plan.extra.strength);
  EXPECT_TRUE(plan.expected.is_complete);
  EXPECT_EQ(plan.to.command, "placemat run --budget standard --seed 1992");
  EXPECT_NE(plan.cases.corpus, nullptr);
  EXPECT_NE(plan.expected.list, nullptr);
}

TEST(PlanRun, ExcludesSourcesForFilters) {
  for (const std::string& name : plan_of({}).cases.sources) {
    const auto row = std::ranges::find(source_rows(), name, &SourceRow::name);
    ASSERT_NE(row, source_rows().end());
    EXPECT_FALSE(row->is_for_filters) << name;
  }
}

// A stale entry of the expected list shows only when everything was run.
TEST(PlanRun, APartialRunIsNotComplete) {
  RunRequest one, as, source, quick;
  one.decoders = {&any_decoder()};
  as.as = "utf-8";
  source.sources = {"curated"};
  quick.budget = Budget::kQuick;
  for (const RunRequest& part : {one, as, source, quick}) {
    EXPECT_FALSE(plan_of(part).expected.is_complete);
  }
  for (const RunRequest& part : {one, as, source}) {
    EXPECT_FALSE(plan_of(part).extra.documented_bugs);
  }
  EXPECT_TRUE(plan_of(quick).extra.documented_bugs);
}

TEST(PlanRun, HasNoContrastWhenAProfileIsRequested) {
  RunRequest request;
  request.as = "cesu-8";
  const RunPlan plan = plan_of(request);
  EXPECT_FALSE(plan.judged.contrast);
  EXPECT_EQ(plan.judged.as, "cesu-8");
}

// Two machines that have other decoders deal other parts, which the lists of both show.
TEST(PlanRun, AShardStatesItsPartAndTheWholeRun) {
  RunRequest request;
  request.decoders = {decoders()[0], decoders()[1], decoders()[2]};
  request.as = "utf-8";
  const std::string whole = plan_of(request).to.command;
  request.shard = {2, 2};
  const RunPlan plan = plan_of(request);
  EXPECT_THAT(plan.judged.decoders, ElementsAre(decoders()[1]));
  EXPECT_THAT(plan.shard.numbers, ElementsAre(2));
  EXPECT_EQ(plan.shard.of, 2u);
  EXPECT_THAT(plan.shard.decoders,
              ElementsAre(decoders()[0]->name, decoders()[1]->name, decoders()[2]->name));
  EXPECT_EQ(plan.shard.command, whole);
  EXPECT_EQ(plan.to.command, whole + " --shard 2/2");
  request.shard = {4, 4};
  EXPECT_THROW(plan_of(request), InputError);
  EXPECT_TRUE(plan_of({}).shard.empty());
}

TEST(PlanRun, AShardOfAllDecodersIsNoWholeRun) {
  RunRequest request;
  request.shard = {1, 2};
  const RunPlan plan = plan_of(request);
  EXPECT_EQ(plan.shard.decoders.size(), decoders().size());
  EXPECT_EQ(plan.shard.command, plan_of({}).to.command);
  EXPECT_FALSE(plan.extra.documented_bugs || plan.expected.is_complete);
}

TEST(PlanRun, StatesTheCommandThatReproducesIt) {
  RunRequest request;
  request.decoders = {&any_decoder()};
  request.sources = {"random", "curated"};
  request.as = "utf-8";
  request.budget = Budget::kDeep;
  request.seed = 7;
  request.strength = true;
  EXPECT_EQ(plan_of(request).to.command,
            std::string("placemat run ") + any_decoder().name +
                " --as utf-8 --budget deep --source random --source curated --strength --seed 7");
  RunRequest less;
  less.contrast = less.oracle = false;
  EXPECT_EQ(plan_of(less).to.command,
            "placemat run --budget standard --no-contrast --no-oracle --seed 1992");
}

TEST(ChooseSources, KeepsTheOrderOfTheRowsAndRefusesUnknownNames) {
  const auto none = [](const SourceRow&) { return false; };
  EXPECT_THAT(choose_sources({}, Budget::kQuick, none), ElementsAre());
  const std::vector<std::string> forth =
      choose_sources({"curated", "random"}, Budget::kQuick, none);
  EXPECT_EQ(forth, choose_sources({"random", "curated"}, Budget::kQuick, none));
  EXPECT_EQ(forth.size(), 2u);
  EXPECT_THROW(choose_sources({"curated", "no-such-source"}, Budget::kQuick, none), InputError);
  EXPECT_THROW(choose_sources({"curated", "context"}, Budget::kQuick, none), InputError);
  EXPECT_THAT(choose_sources({"context"}, Budget::kStandard, none), ElementsAre("context"));
}

AuditRequest of_plugin() {
  AuditRequest request;
  request.decoder.plugin = "mine.so";
  return request;
}

AuditRequest of_child(bool is_filter = false) {
  AuditRequest request;
  request.decoder.command = {"mine"};
  request.decoder.is_filter = is_filter;
  return request;
}

TEST(ScopeOfAudit, GivesAPluginEverythingThatARunHas) {
  const AuditScope scope = scope_of(of_plugin());
  EXPECT_EQ(scope.sources, plan_of({}).cases.sources);
  EXPECT_EQ(scope.budget, Budget::kStandard);
  EXPECT_EQ(scope.depth, Depth::kFull);
  EXPECT_FALSE(scope.are_calls_slow);
}

TEST(ScopeOfAudit, GivesAPluginWithExpensiveCallsFewSurroundings) {
  AuditRequest request = of_plugin();
  EXPECT_EQ(scope_of(request).depth, Depth::kFull);
  request.every = 39;
  EXPECT_EQ(scope_of(request).depth, Depth::kFull);
  request.every = 40;
  EXPECT_EQ(scope_of(request).depth, Depth::kPadded);
  AuditRequest child = of_child();
  child.every = 40;
  EXPECT_EQ(scope_of(child).depth, Depth::kChunked);
}

TEST(ScopeOfAudit, GivesAChildFewerSources) {
  const AuditScope scope = scope_of(of_child());
  EXPECT_THAT(scope.sources, Not(Contains("random")));
  EXPECT_THAT(scope.sources, Contains("curated"));
  EXPECT_THAT(scope.sources, Not(Contains("blocks")));
  EXPECT_EQ(scope.budget, Budget::kQuick);
  EXPECT_EQ(scope.depth, Depth::kChunked);
  EXPECT_TRUE(scope.are_calls_slow);
}

TEST(ScopeOfAudit, GivesAFilterTheSourcesThatAreForFilters) {
  EXPECT_THAT(scope_of(of_child(true)).sources, Contains("blocks"));
}

TEST(ScopeOfAudit, GivesAChildTheNamedSources) {
  AuditRequest request = of_child();
  request.sources = {"exhaustive"};
  EXPECT_THAT(scope_of(request).sources, ElementsAre("exhaustive"));
  EXPECT_EQ(scope_of(request).budget, Budget::kStandard);
  EXPECT_FALSE(scope_of(request).are_calls_slow);
  request.budget = Budget::kQuick;
  EXPECT_EQ(scope_of(request).budget, Budget::kQuick);
  request.sources = {"no-such-source"};
  EXPECT_THROW(scope_of(request), InputError);
}

TEST(RequestForListed, HasOneThreadAndNoOracle) {
  AuditRequest all;
  all.threads = 8;
  all.resume = true;
  ListedSubject listed;
  listed.name = "iconv";
  listed.kind = "filter";
  listed.command = {"iconv", "-c"};
  listed.output = "utf-32le";
  listed.mode = "lossy";
  listed.policy = "skip";
  listed.record.product = "glibc";
  const AuditRequest one = request_for(listed, all, "out/subjects/iconv");
  EXPECT_EQ(one.threads, 1u);
  EXPECT_FALSE(one.oracle || one.learn_machine || one.resume);
  EXPECT_EQ(one.budget, Budget::kQuick);
  EXPECT_EQ(one.out, "out/subjects/iconv");
  EXPECT_EQ(one.listed.product, "glibc");
  EXPECT_EQ(one.decoder.name, "iconv");
  EXPECT_TRUE(one.decoder.plugin.empty());
  EXPECT_THAT(one.decoder.command, ElementsAre("iconv", "-c"));
  EXPECT_TRUE(one.decoder.is_filter);
  EXPECT_EQ(one.decoder.filter_policy, "skip");
  all.budget = Budget::kDeep;
  listed.kind = "plug-in";
  const AuditRequest plugin = request_for(listed, all, "out");
  EXPECT_EQ(plugin.decoder.plugin, "iconv");
  EXPECT_TRUE(plugin.decoder.command.empty());
  EXPECT_EQ(plugin.budget, Budget::kDeep);
}

TEST(RequestForListed, TakesASampleOfAllButAQuickAuditUnlessAnotherIsAskedFor) {
  AuditRequest all;
  ListedSubject listed;
  listed.kind = "child";
  listed.command = {"database"};
  listed.every = 13;
  const auto every_of = [&](std::optional<Budget> budget, std::optional<std::uint64_t> asked) {
    all.budget = budget;
    all.every = asked;
    return request_for(listed, all, "out").every.value_or(1);
  };
  EXPECT_EQ(every_of(std::nullopt, std::nullopt), 1u);
  EXPECT_EQ(every_of(Budget::kQuick, std::nullopt), 1u);
  EXPECT_EQ(every_of(Budget::kStandard, std::nullopt), 13u);
  EXPECT_EQ(every_of(Budget::kDeep, std::nullopt), 13u);
  EXPECT_EQ(every_of(Budget::kStandard, 1), 1u);
  EXPECT_EQ(every_of(Budget::kQuick, 5), 5u);
}

TEST(RequestForListed, GivesTheMemoryThatItNeedsUnlessAllHaveMore) {
  AuditRequest all;
  ListedSubject listed;
  listed.kind = "child";
  listed.command = {"browser"};
  const auto memory_of = [&](std::uint64_t needed, std::uint64_t given) {
    listed.memory_mib = needed;
    all.decoder.limits.memory_mib = given;
    return request_for(listed, all, "out").decoder.limits.memory_mib;
  };
  EXPECT_EQ(memory_of(0, 1024), 1024u);
  EXPECT_EQ(memory_of(4096, 1024), 4096u);
  EXPECT_EQ(memory_of(4096, 8192), 8192u);
  EXPECT_EQ(memory_of(4096, 0), 0u);  // no limit
}

}  // namespace
}  // namespace placemat
