#include "harness/strength/distinguish.h"

#include <algorithm>
#include <deque>
#include <set>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

// Beyond this lag the outputs never agree again, or the search ends as
// undecided. Neither happens to a machine with a correct bound on its lag.
constexpr std::size_t kMostProductStates = 20'000;
// No error is reported later than this many units after its start.
constexpr std::size_t kLongestDelay = 16;

const Mutant& the_law() {
  static const Mutant kLaw = [] {
    Mutant law;
    law.machine = &machine(kMutatedProfile);
    return law;
  }();
  return kLaw;
}

// One representative of each set of units that neither side distinguishes.
std::vector<std::uint8_t> alphabet(const Mutant& mutant) {
  const Machine& law = machine(kMutatedProfile);
  std::vector<std::uint8_t> units;
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (unsigned u = 0; u < 256; ++u) {
    const auto unit = static_cast<std::uint8_t>(u);
    const bool is_patched = std::ranges::any_of(
        mutant.patches, [&](const Patch& patch) { return patch.symbol == unit; });
    const bool is_new = seen.insert({law.class_of(unit), mutant.machine->class_of(unit)}).second;
    if (is_patched || is_new) units.push_back(unit);
  }
  // Values are distinguished by their bits, not only by the classes of units.
  for (const unsigned u : {0x9Fu, 0xA5u, 0xAAu, 0x95u, 0xBEu, 0xBFu}) {
    if (std::ranges::find(units, u) == units.end()) units.push_back(static_cast<std::uint8_t>(u));
  }
  return units;
}

// Both sides after the same units.
struct Pair {
  Bytes units;
  MutantWalk law, mutant;
  bool has_parted = false;
};

// The data that can still change the comparison; pairs with one key have the
// same continuations. Output that both have written is dropped, and a value
// under construction counts by the difference between the two.
std::vector<std::uint64_t> key_of(const Pair& pair, Observed observed) {
  std::vector<std::uint64_t> key{pair.law.state(), pair.mutant.state()};
  const auto place = [&](const std::optional<IllFormed>& error) -> std::uint64_t {
    if (!error) return 0;
    const std::size_t ago = pair.units.size() - error->offset;
    return observed == Observed::kVerdict || ago > kLongestDelay ? 1 : 2 + 32 * ago + error->length;
  };
  const bool same = observed == Observed::kValues || pair.law.error == pair.mutant.error;
  key.push_back(same ? (pair.law.error ? 1 : 0) : 2);
  if (!same) {
    key.push_back(place(pair.law.error));
    key.push_back(place(pair.mutant.error));
  }
  if (observed == Observed::kVerdict) return key;
  key.push_back(pair.law.accumulator() - pair.mutant.accumulator());
  const auto& ours = pair.law.values;
  const auto& theirs = pair.mutant.values;
  const std::size_t both = std::min(ours.size(), theirs.size());
  key.push_back(ours.size() > theirs.size() ? 1 : 0);
  for (const auto& rest : {std::span(ours).subspan(both), std::span(theirs).subspan(both)}) {
    key.insert(key.end(), rest.begin(), rest.end());
  }
  return key;
}

// The outputs that both have written differ, so every continuation differs.
bool have_parted(const Pair& pair) {
  const std::size_t both = std::min(pair.law.values.size(), pair.mutant.values.size());
  return !std::equal(pair.law.values.begin(),
                     pair.law.values.begin() + static_cast<std::ptrdiff_t>(both),
                     pair.mutant.values.begin());
}

// Drops the output that both have written.
void drop_common(Pair& pair) {
  const auto both =
      static_cast<std::ptrdiff_t>(std::min(pair.law.values.size(), pair.mutant.values.size()));
  pair.law.values.erase(pair.law.values.begin(), pair.law.values.begin() + both);
  pair.mutant.values.erase(pair.mutant.values.begin(), pair.mutant.values.begin() + both);
}

bool differs_at_end(Pair pair, Observed observed) {
  pair.law.finish();
  pair.mutant.finish();
  if (observed == Observed::kVerdict) {
    return pair.law.error.has_value() != pair.mutant.error.has_value();
  }
  if (pair.law.values != pair.mutant.values) return true;
  return observed == Observed::kEverything && pair.law.error != pair.mutant.error;
}

// The search itself: pairs in the order of their lengths.
class Search {
 public:
  Search(const Mutant& mutant, Observed observed)
      : mutant_(mutant), observed_(observed), units_(alphabet(mutant)) {}

  Distinction run() {
    seed();
    for (std::size_t length = 0; length < by_length_.size(); ++length) {
      // Shorter strings first, and strings of one length in their order.
      for (std::size_t i = 0; i < by_length_[length].size(); ++i) {
        const Pair from = std::move(by_length_[length][i]);
        if (differs_at_end(from, observed_) || from.has_parted) {
          result_.witness = from.units;
          return result_;
        }
        ++result_.product_states;
        for (const std::uint8_t unit : units_) reach(from, unit);
        if (seen_.size() > kMostProductStates) {
          result_.is_decided = false;
          return result_;
        }
      }
    }
    return result_;
  }

 private:
  // Until it reaches one of its patches, a mutant of the law's machine equals
  // the law. Every string that distinguishes them reaches one, and the rest
  // depends on the state there and not on the path to it.
  void seed() {
    const Pair start{{}, MutantWalk(the_law()), MutantWalk(mutant_)};
    if (mutant_.machine != the_law().machine || mutant_.patches.empty()) {
      add(start);
      return;
    }
    for (const Patch& patch : mutant_.patches) {
      Pair pair = start;
      for (const std::uint8_t unit : access_strings()[patch.state]) step(pair, unit);
      if (patch.symbol == Machine::kEnd)
        add(std::move(pair));
      else
        reach(pair, static_cast<std::uint8_t>(patch.symbol));
    }
  }

  static void step(Pair& pair, std::uint8_t unit) {
    pair.units.push_back(unit);
    const std::size_t size = pair.units.size();
    pair.law.step(unit, size - 1, size);
    if (!pair.mutant.has_ended()) pair.mutant.step(unit, size - 1, size);
  }

  void reach(const Pair& from, std::uint8_t unit) {
    Pair next = from;
    step(next, unit);
    next.has_parted = observed_ != Observed::kVerdict && have_parted(next);
    drop_common(next);
    add(std::move(next));
  }

  void add(Pair pair) {
    if (!pair.has_parted && !seen_.insert(key_of(pair, observed_)).second) return;
    const std::size_t length = pair.units.size();
    if (by_length_.size() <= length) by_length_.resize(length + 1);
    by_length_[length].push_back(std::move(pair));
  }

  const Mutant& mutant_;
  Observed observed_;
  std::vector<std::uint8_t> units_;
  std::set<std::vector<std::uint64_t>> seen_;
  std::vector<std::deque<Pair>> by_length_;
  Distinction result_;
};

// A fault of values leaves the machine unchanged, so the first value that it
// applies to shows it, if any does. Verdicts depend on values only where a
// value is rejected or ends the input.
Distinction distinguish_values(const ValueFault& fault, Observed observed) {
  Distinction result;
  using Does = ValueFault::Does;
  if (observed == Observed::kVerdict && fault.does != Does::kRefuses &&
      fault.does != Does::kEndsInput) {
    return result;
  }
  for (std::uint64_t value = fault.first; value <= fault.last; ++value) {
    if (!fault.applies(value) || !is_scalar(value)) continue;
    result.witness = encode(dialect(kMutatedProfile.dialect), value);
    if (fault.does == Does::kEndsInput) result.witness->push_back(0xFF);
    break;
  }
  return result;
}

// A condition that holds only after an ill-formed item.
bool needs_error(const Gate& gate) {
  constexpr std::uint32_t kWellFormedKinds = 4;
  switch (gate.kind) {
    case Gate::Kind::kAfterItem:
      return gate.a >= kWellFormedKinds;
    case Gate::Kind::kAfterTwo:
      return gate.a >= kWellFormedKinds || gate.b >= kWellFormedKinds;
    case Gate::Kind::kAfterErrors:
      return gate.a > 0;
    default:
      return false;
  }
}

// A patch that shows only in the last unit of a buffer and the end behind it.
bool changes_last_verdict(const Patch& patch) {
  const Machine& law = machine(kMutatedProfile);
  const auto refuses = [&](const Transition& t) {
    return t.error_length > 0 || law.at(t.next, Machine::kEnd).error_length > 0;
  };
  return refuses(patch.transition) != refuses(law.at(patch.state, patch.symbol));
}

}  // namespace

bool shows_in_verdict(const Mutant& mutant) {
  const bool is_elsewhere =
      mutant.family == MutantFamily::kState || mutant.family == MutantFamily::kBuffer;
  if (is_elsewhere || needs_error(mutant.gate)) return false;
  if (!mutant.accepts.units.empty()) return true;
  if (mutant.gate.kind == Gate::Kind::kAtEnd) {
    return std::ranges::any_of(mutant.patches, changes_last_verdict);
  }
  Mutant open = mutant;
  open.gate = {};
  return distinguish(open, Observed::kVerdict).witness.has_value();
}

bool differ(const Answer& a, const Answer& b, Observed observed) {
  if (observed == Observed::kVerdict) return a.error.has_value() != b.error.has_value();
  if (a.values != b.values) return true;
  return observed == Observed::kEverything && a.error != b.error;
}

Distinction distinguish(const Mutant& mutant, Observed observed) {
  if (mutant.value.does != ValueFault::Does::kNothing) {
    return distinguish_values(mutant.value, observed);
  }
  return Search(mutant, observed).run();
}

}  // namespace placemat
