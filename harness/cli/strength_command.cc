// strength_command.cc: `placemat strength`: the share of mutants that a set of vectors kills, for
// the curated set or any other.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "harness/bytes/error.h"
#include "harness/bytes/numbers.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/audit.h"
#include "harness/cli/command.h"
#include "harness/cli/numbers.h"
#include "harness/generate/vector_set.h"
#include "harness/report/record.h"
#include "harness/report/strength.h"
#include "harness/strength/minimal.h"
#include "harness/strength/mutants.h"
#include "harness/strength/sources.h"
#include "harness/strength/vector_file.h"

namespace placemat::cli {
namespace {

struct StrengthArguments {
  unsigned threads = default_threads();
  std::uint64_t seed = 1992;
  std::string vectors, set, minimal, verdict_set;
  bool by_verdict = false, list_all = false, sources = false, validates_only = false;
  std::size_t sample = 16;
  std::size_t survivors = 3;
  std::optional<double> require;
};

double percent(const Tally& tally) {
  if (tally.killable == 0) return 100;
  return 100.0 * static_cast<double>(tally.killed) / static_cast<double>(tally.killable);
}

// Never 100.0 when one survives.
std::string shown(const Tally* tally) {
  if (tally == nullptr || tally->killable == 0) return "-";
  const double share = percent(*tally);
  const bool rounds_up = tally->killed < tally->killable && share > 99.9;
  return fmt::format("{}/{} {:.1f} %", tally->killed, tally->killable, rounds_up ? 99.9 : share);
}

std::string shown(const KilledShare& share) {
  return fmt::format("{}/{} {:.1f} %", share.killed, share.of,
                     share.killed < share.of ? std::min(share.percent(), 99.9) : 100.0);
}

void print_survivors(std::string_view how, const Tally* tally) {
  if (tally == nullptr || tally->killed == tally->killable) return;
  for (const Survivor& survivor : tally->survivors) {
    fmt::print("  survives {:13} {}{}\n", how, survivor.mutant,
               survivor.killed_by.empty() ? "" : "   killed by " + survivor.killed_by);
  }
  const std::size_t more = tally->killable - tally->killed - tally->survivors.size();
  if (more > 0) fmt::print("  and {} more survive {}\n", more, how);
}

// "100 %" speaks of these families only.
void print_reach(const Strength& s) {
  Tally run;
  for (const FamilyStrength& family : s.families) {
    const Tally* tally = find_tally(family, kByStandardRun);
    if (tally == nullptr) return;
    run.killable += tally->killable;
    run.killed += tally->killed;
  }
  fmt::print(
      "The standard run kills {} of the mutants of {} families. Of other faults it says nothing:\n"
      "those that need more than two items or values, inputs beyond 2^17 units, two calls at "
      "once.\n\n",
      shown(&run), s.families.size());
}

void print_text(const StrengthMeasurement& measured, const StrengthArguments& options) {
  const Strength& s = measured.strength;
  fmt::print("strength of {}: {} vectors, {} code units\n\n", s.subject, s.vectors, s.units);
  const bool ran = find_tally(s.families.front(), kByStandardRun) != nullptr;
  constexpr auto kRow = "{:11} {:>8} {:>10}  {:>22}  {:>22}  {:>20}  {:>22}\n";
  fmt::print(kRow, "family", "mutants", "equivalent", "output observed", "values alone",
             "verdict only", ran ? "standard run" : "");
  for (const FamilyStrength& f : s.families) {
    fmt::print(kRow, f.name, f.mutants, f.is_automaton ? std::to_string(f.equivalent) : "-",
               shown(find_tally(f, kByOutput)), shown(find_tally(f, kByValues)),
               shown(find_tally(f, kByVerdict)), ran ? shown(find_tally(f, kByStandardRun)) : "");
  }
  const Tally by_output = automata_tally(s, kByOutput), by_values = automata_tally(s, kByValues),
              by_verdict = automata_tally(s, kByVerdict);
  fmt::print(kRow, "automata", "", "", shown(&by_output), shown(&by_values), shown(&by_verdict),
             "");
  fmt::print("\n");
  print_reach(s);
  for (const FamilyStrength& f : s.families) {
    // Plain strings are not meant for the other mutant families.
    if (f.is_automaton) {
      print_survivors("the output", find_tally(f, kByOutput));
      print_survivors("values", find_tally(f, kByValues));
      print_survivors("verdicts", find_tally(f, kByVerdict));
    }
    print_survivors("the run", find_tally(f, kByStandardRun));
  }
  for (const std::string& family : uncovered_families(s)) {
    fmt::print("no vector covers the family {}\n", family);
  }
  fmt::print(
      "\n{} of the {} vectors kill what all of them kill ({} by verdicts); a complete W-method "
      "test set has {} strings ({} for verdicts)\n",
      s.small_set, s.vectors, s.small_set_by_verdict, s.w_method, s.w_method_by_verdict);
  fmt::print("{} vectors kill no automaton that an earlier one does not kill{}\n",
             s.nothing_new.size(),
             options.list_all || s.nothing_new.empty() ? "" : " (--all lists them)");
  if (options.list_all) {
    for (const std::string& name : s.nothing_new) fmt::print("  {}\n", name);
  }
  fmt::print("seed {}, {:.1f} s\n", s.seed, measured.seconds);
}

void print_named(std::string_view what, const std::vector<std::string>& names) {
  for (const std::string& name : names) fmt::print("  {} {}\n", what, name);
}

void print_comparison(const SourceComparison& c) {
  fmt::print("{:11} {:>12} {:>10} {:>8} {:>8}\n", "source", "checks", "seconds", "kills", "alone");
  for (const SourceStrength& row : c.sources) {
    fmt::print("{:11} {:>12} {:>10.2f} {:>8} {:>8}\n", row.source, row.checks,
               static_cast<double>(row.milliseconds) / 1000, row.killed, row.killed_alone);
  }
  fmt::print("\n{} of {} mutants killed by the standard run; of these by the quick run {}\n\n",
             c.killed, c.mutants, shown(KilledShare{c.killed_by_quick, c.killed}));
  fmt::print("{:11} {:>8} {:>8} {:>10} {:>8}\n", "family", "mutants", "sampled", "standard",
             "quick");
  for (const FamilySample& family : c.families) {
    fmt::print("{:11} {:>8} {:>8} {:>10} {:>8}\n", family.family, family.size, family.sampled,
               family.killed, family.killed_by_quick);
  }
  fmt::print(
      "each family weighted by its size, the quick run kills {:.1f} % of what the standard run "
      "kills (an estimate from this sample)\n\n",
      quick_share(c));
  for (const SourceStrength& row : c.sources) {
    print_named(fmt::format("only {} kills", row.source), row.alone);
  }
  print_named("survives", c.survivors);
  print_named("the quick run misses", c.quick_misses);
}

// Exit code 1 when a mutant survives the standard run.
int sources(const Global& global, const StrengthArguments& options, const Corpus& corpus) {
  Progress progress(global.progress, "strength --sources");
  ComparisonOptions wanted;
  wanted.seed = options.seed;
  wanted.sample = options.sample;
  wanted.validates_only = options.validates_only;
  wanted.most_named = options.survivors;
  WorkOptions work(options.threads);
  work.stop = &interrupted();
  work.progress = [&](std::size_t done) { progress.at(done, options.sample * kMutantFamilyCount); };
  const SourceComparison comparison = compare_sources(corpus, wanted, work);
  progress.clear();
  if (global.json())
    fmt::print("{}", to_line(comparison));
  else
    print_comparison(comparison);
  return comparison.survivors.empty() ? kAsExpected : kFinding;
}

void write_set(const std::string& file, const std::vector<Probe>& probes,
               const std::vector<std::uint32_t>& chosen) {
  std::vector<Probe> set;
  for (const std::uint32_t p : chosen) set.push_back(probes[p]);
  write_text_file(file, to_document("A small set for what all vectors kill.", set));
  fmt::print(stderr, "{} vectors written to {}\n", set.size(), file);
}

// Vectors of several strings each make a small set smaller.
std::vector<Probe> with_small_sets(std::vector<Probe> probes, const Corpus& corpus) {
  for (const VectorSet set : {VectorSet::kCore, VectorSet::kStandard}) {
    const std::vector<Probe> more = probes_of(vectors_of(set, corpus));
    probes.insert(probes.end(), more.begin(), more.end());
  }
  return probes;
}

void print_cross_scores(const std::vector<CrossScore>& scores, SetLimits limits) {
  constexpr auto kRow = "{:16} {:16} {:>8} {:>7}  {:>22}  {:>22}\n";
  fmt::print("\ncross-validation of sets of at most {} vectors and {} code units\n",
             grouped(limits.vectors), grouped(limits.units));
  fmt::print(kRow, "made from", "scored on", "vectors", "units", "values alone", "output observed");
  for (const CrossScore& score : scores) {
    fmt::print(kRow, score.made_from, score.scored_on, score.vectors, score.units,
               shown(score.by_values), shown(score.by_output));
  }
}

// Why no small set kills all by its output.
void print_bound(const ReportOnly& bound, std::size_t vectors) {
  const std::size_t mutants =
      std::accumulate(bound.at_reaction.begin(), bound.at_reaction.end(), std::size_t{0});
  fmt::print(
      "\n{} mutants never change a value: only the report of the first error shows them, at one of "
      "{}\nreactions each. A vector has one first error, so no {} vectors kill more than {} by "
      "output.\n",
      grouped(mutants), grouped(bound.at_reaction.size()), grouped(vectors),
      shown(bound.most_by_output(vectors)));
}

// Writes a set within the limits; in text, also what it is worth for mutants that it was not made
// from.
void minimal(const Global& global, const StrengthArguments& options,
             const std::vector<Probe>& probes) {
  const SetLimits limits;
  const std::vector<Mutant> mutants = automaton_mutants();
  const Kills kills = kills_of(mutants, probes, options.threads);
  write_set(options.minimal, probes,
            cover_within(kills, std::vector<bool>(mutants.size(), true), probes, limits));
  if (global.json()) return;
  print_cross_scores(cross_scores(probes, limits, options.seed, options.threads), limits);
  print_bound(report_only(options.threads), limits.vectors);
}

int strength(const Global& global, const StrengthArguments& options) {
  const Corpus corpus = load_corpus(corpus_directory(global));
  if (options.sources) return sources(global, options, corpus);
  check_place(options.minimal);
  check_place(options.verdict_set);
  const bool is_set = !options.set.empty();
  const bool ours = options.vectors.empty() && !is_set;
  const VectorFile theirs = options.vectors.empty() ? VectorFile{} : read_vectors(options.vectors);
  const std::vector<Probe> probes =
      is_set ? probes_of(vectors_of(*find_vector_set(options.set), corpus))
             : (ours ? probes_of(corpus.vectors) : theirs.probes);
  // The score depends on what the file was read as.
  const std::string subject =
      ours     ? "the curated vectors"
      : is_set ? fmt::format("the set {}", options.set)
               : fmt::format("{}, read as {}", options.vectors, name_of(theirs.format));
  if (!options.verdict_set.empty()) {
    const std::vector<Probe> set = verdict_vectors(probes, options.threads);
    write_text_file(
        options.verdict_set,
        to_document("One fault a vector: kills by verdicts alone every automaton that a "
                    "verdict can kill.",
                    set));
    fmt::print("{} vectors written to {}\n", set.size(), options.verdict_set);
    return kAsExpected;
  }
  Progress progress(global.progress, "strength");
  StrengthOptions wanted;
  wanted.seed = options.seed;
  wanted.threads = options.threads;
  wanted.standard_run = ours ? &corpus : nullptr;
  wanted.most_survivors = options.survivors;
  wanted.stop = &interrupted();
  wanted.progress = [&](std::size_t done, std::size_t all) { progress.at(done, all); };
  StrengthMeasurement measured = measure(subject, probes, wanted);
  Strength& s = measured.strength;
  if (measured.not_judged > 0) s.subject += ", interrupted";
  progress.clear();
  if (global.json())
    fmt::print("{}", to_line(s));
  else
    print_text(measured, options);
  if (measured.not_judged > 0) {
    throw UnfinishedError(
        fmt::format("interrupted; {} mutants were not tried, and count nowhere above",
                    measured.not_judged),
        false);
  }
  if (!options.minimal.empty() && options.by_verdict) {
    write_set(options.minimal, probes, measured.small_set_by_verdict);
  } else if (!options.minimal.empty()) {
    minimal(global, options, ours ? with_small_sets(probes, corpus) : probes);
  }
  if (options.require) {
    const Tally tally = automata_tally(s, options.by_verdict ? kByVerdict : kByOutput);
    return percent(tally) >= *options.require ? kAsExpected : kFinding;
  }
  return !ours || weaknesses_of(s).empty() ? kAsExpected : kFinding;
}

}  // namespace

void add_strength(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("strength", "measure the share of mutants that vectors kill");
  auto options = std::make_shared<StrengthArguments>();
  command
      ->add_option("--vectors", options->vectors,
                   "measure this file instead of the curated vectors")
      ->type_name("FILE");
  add_vector_set(*command, options->set, "measure this set instead of the curated vectors");
  command->get_option("--set")->excludes("--vectors");
  command
      ->add_option(
          "--minimal", options->minimal,
          "write a small set, at most 1,500 vectors and 25,000 units, and cross-validate it")
      ->type_name("FILE");
  command
      ->add_option("--verdict-set", options->verdict_set,
                   "only write vectors that kill every mutant that verdicts can kill")
      ->type_name("FILE");
  command->add_flag("--by-verdict", options->by_verdict,
                    "--minimal and --require look at verdicts only");
  command->add_option("--require", options->require, "exit 1 when a lower percentage is killed")
      ->check(number(0, 100));
  command->add_option("--survivors", options->survivors, "survivors listed for each family")
      ->check(whole_number(0, 100'000))
      ->capture_default_str();
  command->add_flag("--all", options->list_all, "list the vectors that kill nothing new");
  command
      ->add_flag("--sources", options->sources,
                 "what each source of cases kills, alone and at which cost")
      ->excludes("--vectors")
      ->excludes("--set");
  command
      ->add_flag("--validate-only", options->validates_only,
                 "the mutants of --sources offer their verdict only")
      ->needs("--sources");
  command->add_option("--sample", options->sample, "mutants of each family, for --sources")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the random mutants")
      ->check(seed_number())
      ->capture_default_str();
  command->add_option("--threads", options->threads, "threads that judge; by default one a core")
      ->check(whole_number(1, 256));
  command->footer(
      "Files: vectors as corpus/vectors has them, one hex string a line, raw text, or JSON with\n"
      "testGroups. Exit code 1 when the curated vectors miss their bars: every automaton by\n"
      "its output, 60 % by verdicts, every mutant in the standard run.\n\n"
      "Examples:\n"
      "  placemat strength\n"
      "  placemat strength --vectors corpus/vectors/overlong.json\n"
      "  placemat strength --vectors stress-test.txt --require 50\n"
      "  placemat strength --set core\n"
      "  placemat strength --minimal few.json\n"
      "  placemat strength --verdict-set verdict.json\n"
      "  placemat strength --sources --sample 4\n"
      "  placemat strength --sources --validate-only");
  command->callback([&global, options] { global.exit_code = strength(global, *options); });
}

}  // namespace placemat::cli
