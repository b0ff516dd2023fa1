#include "harness/report/strength.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/report/text.h"

namespace placemat {
namespace {

constexpr std::array<StrengthColumn, 4> kColumns{{{kByOutput, "output observed"},
                                                  {kByValues, "values alone"},
                                                  {kByVerdict, "verdict only"},
                                                  {kByStandardRun, "standard run"}}};

// The bar for curated vectors by verdict; every other bar is all of them.
constexpr std::uint64_t kLeastPercentByVerdict = 60;

std::uint64_t left(const Tally& tally) { return tally.killable - tally.killed; }

}  // namespace

std::span<const StrengthColumn> strength_columns() { return kColumns; }

std::string share_text(const Tally* tally) {
  if (tally == nullptr || tally->killable == 0) return {};
  const double share =
      100.0 * static_cast<double>(tally->killed) / static_cast<double>(tally->killable);
  return fmt::format("{} of {} ({:.1f} %)", grouped(tally->killed), grouped(tally->killable),
                     tally->killed < tally->killable ? std::min(share, 99.9) : share);
}

std::vector<std::string> uncovered_families(const Strength& strength) {
  std::vector<std::string> names;
  for (const FamilyStrength& family : strength.families) {
    const Tally* tally = find_tally(family, kByOutput);
    if (tally != nullptr && tally->killable > 0 && tally->killed == 0) {
      names.push_back(family.name);
    }
  }
  return names;
}

std::string set_text(const Strength& strength) {
  return fmt::format(
      "{} of {} kill what all of them kill, {} by verdicts alone; a complete W-method test set has "
      "{} strings, {} for verdicts. {} kill no automaton that an earlier one does not kill.",
      grouped(strength.small_set), counted(strength.vectors, "vector"),
      grouped(strength.small_set_by_verdict), grouped(strength.w_method),
      grouped(strength.w_method_by_verdict), grouped(strength.nothing_new.size()));
}

std::vector<std::string> weaknesses_of(const Strength& strength) {
  std::vector<std::string> weak;
  if (const auto tally = automata_tally(strength, kByOutput); left(tally) > 0) {
    weak.push_back(fmt::format("the curated vectors, output observed, leave {} alive",
                               counted(left(tally), "automaton mutant")));
  }
  const auto by_verdict = automata_tally(strength, kByVerdict);
  if (100 * by_verdict.killed < kLeastPercentByVerdict * by_verdict.killable) {
    weak.push_back(fmt::format("the curated vectors find {} by verdicts, and {} % are promised",
                               share_text(&by_verdict), kLeastPercentByVerdict));
  }
  std::uint64_t survive = 0, undecided = 0;
  bool ran = !strength.families.empty();
  for (const FamilyStrength& family : strength.families) {
    const Tally* tally = find_tally(family, kByStandardRun);
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
