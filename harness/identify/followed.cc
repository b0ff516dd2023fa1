// Compares the answers to a dozen inputs with those of each policy and BOM rule. It does not look
// for a dialect, and judges nothing.
#include "harness/identify/followed.h"

#include <algorithm>
#include <array>

#include "harness/judge/expectation.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr std::array kOfBom{"EF BB BF", "EF BB BF 41"};
// Between letters, so that a unit that is taken along shows. No two policies answer all of them
// the same way: they differ in what a lone unit, a run of them, an unfinished sequence, and a lead
// of no form of UTF-8 count for.
constexpr std::array kOfPolicy{"41 80 42",    "41 80 80 80 42", "41 FF 42",
                               "41 E2 82 42", "41 F0 9F 92 42", "41 E2 82"};
// A decoder of another dialect may accept these, or see the start of a form of its own.
constexpr std::array kOfForms{"41 E0 80 42", "41 F8 88 80 80 80 42", "41 F0 80 80 80 42",
                              "41 ED A0 80 42"};

std::optional<Operation> most_telling(const Decoder& decoder) {
  for (const Operation operation :
       {Operation::kLossy64, Operation::kLossy32, Operation::kLossy16, Operation::kStreamLossy,
        Operation::kStrict64, Operation::kStrict32, Operation::kStrict16,
        Operation::kStreamStrict}) {
    if (has(decoder, operation)) return operation;
  }
  return std::nullopt;
}

struct PolicyScore {
  bool all_of_policy = true;
  std::size_t count = 0;
  auto operator<=>(const PolicyScore&) const = default;
};

// The answers that a profile predicts.
PolicyScore predicted(const Profile& profile, const std::vector<SingleQuestion>& questions,
                      const std::vector<InputObservation>& seen) {
  Law law(profile, false);
  const bool joins = dialect(profile.dialect).joins_surrogates;
  PolicyScore result;
  for (std::size_t i = 0; i < std::min(questions.size(), seen.size()); ++i) {
    const bool is_lossy_answer = is_lossy(questions[i].operation);
    if (is_lossy_answer ? !seen[i].lossy_known : !seen[i].accepts) continue;
    const Expectation& due = law.about(questions[i].units);
    const auto form = [&](std::vector<std::uint64_t> values) {
      return joins ? join_surrogates(values) : values;
    };
    const auto& values = is_lossy_answer ? seen[i].lossy_values : seen[i].strict_values;
    const bool is_right = form(values) == form({due.values.begin(), due.values.end()});
    const bool is_of_policy = i >= kOfBom.size() && i < kOfBom.size() + kOfPolicy.size();
    if (is_right) ++result.count;
    if (is_of_policy && !is_right) result.all_of_policy = false;
  }
  return result;
}

}  // namespace

std::vector<SingleQuestion> questions_of_policy(const Decoder& decoder) {
  std::vector<SingleQuestion> questions;
  const auto operation = most_telling(decoder);
  if (!operation) return questions;
  const auto add = [&](const auto& inputs) {
    for (const char* units : inputs) questions.push_back({*operation, parse_units(units).bytes});
  };
  add(kOfBom);
  if (is_lossy(*operation)) {
    add(kOfPolicy);
    add(kOfForms);
  }
  return questions;
}

FollowedProfile followed_profile(const ClaimedParts& claimed,
                                 const std::vector<SingleQuestion>& questions,
                                 const std::vector<InputObservation>& seen) {
  const bool replaces = !questions.empty() && is_lossy(questions.front().operation);
  const auto best_of = [&](std::optional<PolicyId> fixed) {
    std::optional<Profile> best;
    PolicyScore most;
    for (const Policy& policy : policies()) {
      if (fixed ? policy.id != *fixed : policy.stops == replaces) continue;
      for (const Bom bom : {Bom::kKeep, Bom::kStripLeading}) {
        if (claimed.bom && bom != *claimed.bom) continue;
        const Profile profile{claimed.dialect, policy.id, bom};
        const PolicyScore now = predicted(profile, questions, seen);
        if (!best || now > most) best = profile, most = now;
      }
    }
    return std::pair(best.value(), most.all_of_policy);
  };
  const auto [profile, fits] = best_of(claimed.policy);
  if (fits || claimed.policy) return {profile};
  return {best_of(PolicyId::kMaximalSubpart).first, false};
}

}  // namespace placemat
