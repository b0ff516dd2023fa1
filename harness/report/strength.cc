#include "harness/report/strength.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/report/text.h"

namespace placemat {
namespace {

constexpr std::string_view kOutput = "output", kVerdict = "verdict", kRun = "standard-run";
constexpr std::array<StrengthColumn, 3> kColumns{
    {{kOutput, "output observed"}, {kVerdict, "verdict only"}, {kRun, "standard run"}}};

// The bar for curated vectors by verdict; every other bar is all of them.
constexpr std::uint64_t kLeastPercentByVerdict = 60;

void add_tally(StrengthRecord::Family& family, std::string_view how,
               const std::optional<Tally>& tally) {
  if (!tally) return;
  StrengthRecord::Tally& added = family.tallies.emplace_back();
  added.how = how;
  added.killable = tally->killable;
  added.killed = tally->killed;
  for (const Survivor& survivor : tally->survivors) {
    added.survivors.push_back(
        {survivor.mutant, survivor.killer ? to_spaced_hex(*survivor.killer) : std::string()});
  }
}

std::uint64_t left(const StrengthRecord::Tally& tally) { return tally.killable - tally.killed; }

}  // namespace

std::span<const StrengthColumn> strength_columns() { return kColumns; }

StrengthRecord record_of(const Strength& strength) {
  StrengthRecord record;
  record.subject = strength.subject;
  record.vectors = strength.probes;
  record.units = strength.units;
  record.seed = strength.seed;
  for (const FamilyStrength& from : strength.families) {
    StrengthRecord::Family& family = record.families.emplace_back();
    family.name = row_of(from.family).name;
    family.is_automaton = row_of(from.family).is_automaton;
    family.mutants = from.mutants;
    family.equivalent = from.equivalent;
    family.undecided = from.undecided;
    add_tally(family, kOutput, from.by_everything);
    add_tally(family, kVerdict, from.by_verdict);
    add_tally(family, kRun, from.by_standard_run);
  }
  record.small_set = strength.small_set.size();
  record.small_set_by_verdict = strength.small_set_by_verdict.size();
  record.w_method = strength.w_method;
  record.w_method_by_verdict = strength.w_method_by_verdict;
  record.nothing_new = strength.nothing_new;
  return record;
}

const StrengthRecord::Tally* find_tally(const StrengthRecord::Family& family,
                                        std::string_view how) {
  const auto found = std::ranges::find(family.tallies, how, &StrengthRecord::Tally::how);
  return found == family.tallies.end() ? nullptr : &*found;
}

std::string share_text(const StrengthRecord::Tally* tally) {
  if (tally == nullptr || tally->killable == 0) return {};
  const double share =
      100.0 * static_cast<double>(tally->killed) / static_cast<double>(tally->killable);
  return fmt::format("{} of {} ({:.1f} %)", grouped(tally->killed), grouped(tally->killable),
                     tally->killed < tally->killable ? std::min(share, 99.9) : share);
}

StrengthRecord::Tally automata_tally(const StrengthRecord& strength, std::string_view how) {
  StrengthRecord::Tally sum;
  sum.how = how;
  for (const StrengthRecord::Family& family : strength.families) {
    const StrengthRecord::Tally* tally = find_tally(family, how);
    if (!family.is_automaton || tally == nullptr) continue;
    sum.killable += tally->killable;
    sum.killed += tally->killed;
  }
  return sum;
}

std::vector<std::string> uncovered_families(const StrengthRecord& strength) {
  std::vector<std::string> names;
  for (const StrengthRecord::Family& family : strength.families) {
    const StrengthRecord::Tally* tally = find_tally(family, kOutput);
    if (tally != nullptr && tally->killable > 0 && tally->killed == 0) {
      names.push_back(family.name);
    }
  }
  return names;
}

std::string set_text(const StrengthRecord& strength) {
  return fmt::format(
      "{} of {} kill what all of them kill, {} by verdicts alone; a complete W-method test set has "
      "{} strings, {} for verdicts. {} kill no automaton that an earlier one does not kill.",
      grouped(strength.small_set), counted(strength.vectors, "vector"),
      grouped(strength.small_set_by_verdict), grouped(strength.w_method),
      grouped(strength.w_method_by_verdict), grouped(strength.nothing_new.size()));
}

std::vector<std::string> weaknesses_of(const StrengthRecord& strength) {
  std::vector<std::string> weak;
  if (const auto tally = automata_tally(strength, kOutput); left(tally) > 0) {
    weak.push_back(fmt::format("the curated vectors, output observed, leave {} alive",
                               counted(left(tally), "automaton mutant")));
  }
  const auto by_verdict = automata_tally(strength, kVerdict);
  if (100 * by_verdict.killed < kLeastPercentByVerdict * by_verdict.killable) {
    weak.push_back(fmt::format("the curated vectors find {} by verdicts, and {} % are promised",
                               share_text(&by_verdict), kLeastPercentByVerdict));
  }
  std::uint64_t survive = 0, undecided = 0;
  bool ran = !strength.families.empty();
  for (const StrengthRecord::Family& family : strength.families) {
    const StrengthRecord::Tally* tally = find_tally(family, kRun);
    ran = ran && tally != nullptr && tally->killable > 0;
    survive += tally == nullptr ? 0 : left(*tally);
    undecided += family.undecided;
  }
  if (!ran) weak.emplace_back("the standard run was not tried on every family");
  if (survive > 0) {
    weak.push_back(fmt::format("the standard run leaves {} alive", counted(survive, "mutant")));
  }
  if (undecided > 0) weak.push_back(fmt::format("{} undecided", counted(undecided, "mutant")));
  return weak;
}

}  // namespace placemat
