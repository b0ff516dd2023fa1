#include "harness/identify/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/decoder/raw_unit.h"
#include "harness/generate/items.h"
#include "harness/judge/expectation.h"
#include "harness/presentation/surroundings.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

// The result that a profile predicts for one input, as far as this decoder exposes it.
class Candidate {
 public:
  explicit Candidate(const Profile& profile)
      : profile_(profile),
        law_(profile, false),
        joins_(dialect(profile.dialect).joins_surrogates) {}

  const Profile& profile() const { return profile_; }

  InputObservation predict(ByteView units, const InputObservation& like) {
    const Expectation& law = law_.about(units);
    InputObservation observation;
    observation.strict_known = like.strict_known;
    observation.strict_has_values = like.strict_has_values;
    observation.lossy_known = like.lossy_known;
    const auto values = [&] {
      std::vector<std::uint64_t> all(law.values.begin(), law.values.end());
      return joins_ ? join_surrogates(all) : all;
    };
    observation.accepts = like.strict_known && law.is_well_formed();
    if (observation.accepts && like.strict_has_values) observation.strict_values = values();
    if (like.lossy_known) observation.lossy_values = values();
    return observation;
  }

  // A pair and its code point are equivalent in a dialect that joins.
  bool explains(ByteView units, InputObservation seen) {
    if (joins_) {
      seen.strict_values = join_surrogates(seen.strict_values);
      seen.lossy_values = join_surrogates(seen.lossy_values);
    }
    return predict(units, seen) == seen;
  }

 private:
  Profile profile_;
  Law law_;
  bool joins_;
};

// Inputs that distinguish profiles, the shortest first: the items of every dialect,
// alone, between letters and in pairs.
std::vector<Bytes> make_inputs() {
  // As strings: GCC 12 warns about comparing vectors of units.
  const auto text = [](const Bytes& units) { return std::string(units.begin(), units.end()); };
  std::set<std::string> all;
  for (const Dialect& d : dialects()) {
    for (const Bytes& item : items(machine({d.id, PolicyId::kMaximalSubpart, Bom::kKeep}))) {
      all.insert(text(item));
    }
  }
  for (int unit = 0; unit <= 0xFF; ++unit) all.insert(std::string(1, static_cast<char>(unit)));
  std::set<std::string> more = all;
  const std::string letter = "A", continuation = "\x80", bom = "\xEF\xBB\xBF";
  const std::vector<Bytes> plain =
      items(machine({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep}));
  for (const std::string& item : all) {
    for (const std::string& beside : {letter, continuation, bom}) {
      more.insert(item + beside);
      more.insert(beside + item);
    }
  }
  for (const Bytes& a : plain) {
    for (const Bytes& b : plain) more.insert(text(a) + text(b));
  }
  // The shortest first.
  std::map<std::size_t, std::vector<Bytes>> by_length;
  for (const std::string& one : more) by_length[one.size()].emplace_back(one.begin(), one.end());
  std::vector<Bytes> list;
  for (const auto& [length, some] : by_length) list.insert(list.end(), some.begin(), some.end());
  return list;
}

const std::vector<Bytes>& inputs() {
  static const std::vector<Bytes> kInputs = make_inputs();
  return kInputs;
}

std::vector<Candidate> all_candidates(bool knows_policy) {
  std::vector<Candidate> candidates;
  for (const Dialect& d : dialects()) {
    for (const Policy& p : policies()) {
      if (p.stops == knows_policy) continue;
      for (const Bom bom : {Bom::kKeep, Bom::kStripLeading}) {
        candidates.emplace_back(Profile{d.id, p.id, bom});
      }
    }
  }
  return candidates;
}

std::string in_words(const InputObservation& observation) {
  const auto list = [](const std::vector<std::uint64_t>& values) {
    std::string text;
    for (const std::uint64_t value : values) text += ' ' + value_to_text(value);
    return text.empty() ? std::string(" nothing") : text;
  };
  std::string text;
  if (observation.strict_known && !observation.lossy_known) {
    text = observation.accepts ? "well-formed" : "ill-formed";
    if (observation.accepts && observation.strict_has_values)
      text += ":" + list(observation.strict_values);
  } else if (observation.lossy_known) {
    if (observation.strict_known) text = observation.accepts ? "well-formed," : "ill-formed,";
    text += list(observation.lossy_values);
  } else {
    text = "no answer";
  }
  return text.starts_with(' ') ? text.substr(1) : text;
}

class Elimination {
 public:
  explicit Elimination(Observer& observer)
      : observer_(observer), inputs_(inputs()), candidates_(all_candidates(observer.has_lossy())) {
    shape_.strict_known = observer.has_strict();
    shape_.strict_has_values = true;
    shape_.lossy_known = observer.has_lossy();
    for (std::size_t i = 0; i < candidates_.size(); ++i) left_.push_back(i);
  }

  Identity run() {
    Identity identity;
    identity.knows_policy = observer_.has_lossy();
    narrow();
    identity.inputs_to_name = asked_.size();
    // All inputs confirm the remaining profiles, or show that the decoder matches none.
    if (observer_.is_batched()) observer_.prefetch(inputs_);
    for (std::size_t i = 0; i < inputs_.size(); ++i) ask(i);
    if (observer_.is_batched()) look_again();
    identity.inputs_to_confirm = asked_.size() - identity.inputs_to_name;
    identity.unanswered = static_cast<std::uint64_t>(
        std::ranges::count_if(asked_, [](const auto& one) { return !one.second.known(); }));
    std::map<std::size_t, std::vector<std::size_t>> by_count = count_contradictions();
    const auto& [fewest, nearest] = *by_count.begin();
    identity.explained = fewest == 0;
    identity.contradicted = fewest;
    for (const std::size_t c : nearest) {
      identity.profiles.push_back(to_text(candidates_[c].profile()));
    }
    add_contradictions(identity, candidates_[nearest.front()]);
    return identity;
  }

 private:
  const InputObservation& ask(std::size_t input) {
    const auto [place, is_new] = asked_.try_emplace(input);
    if (is_new) place->second = observer_.see(inputs_[input]);
    return place->second;
  }

  // Picks the input that splits the remaining profiles into most parts, until none does.
  // With none left, the decoder matches no known profile.
  void narrow() {
    constexpr std::size_t kTries = 128;
    std::size_t from = 0;
    while (left_.size() > 1) {
      std::size_t best = inputs_.size(), most = 1;
      for (std::size_t n = 0; n < inputs_.size() && (n < kTries || most == 1); ++n) {
        const std::size_t input = (from + n) % inputs_.size();
        if (asked_.contains(input)) continue;
        const std::size_t parts = parts_of(input);
        if (parts > most) most = parts, best = input;
      }
      if (best == inputs_.size()) return;
      from = (best + 1) % inputs_.size();
      const InputObservation seen = ask(best);
      if (!seen.known()) continue;
      std::erase_if(left_,
                    [&](std::size_t c) { return !candidates_[c].explains(inputs_[best], seen); });
    }
  }

  std::size_t parts_of(std::size_t input) {
    std::vector<InputObservation> kinds;
    for (const std::size_t c : left_) {
      InputObservation predicted = candidates_[c].predict(inputs_[input], shape_);
      if (std::ranges::find(kinds, predicted) == kinds.end()) kinds.push_back(std::move(predicted));
    }
    return kinds.size();
  }

  // Repeats each input that contradicts the nearest profile on its own, until all of them
  // were repeated.
  void look_again() {
    std::set<std::size_t> sure;
    for (bool changed = true; changed;) {
      changed = false;
      Candidate& nearest = candidates_[count_contradictions().begin()->second.front()];
      for (auto& [input, seen] : asked_) {
        if (!seen.known() || nearest.explains(inputs_[input], seen)) continue;
        if (!sure.insert(input).second) continue;
        seen = observer_.see(inputs_[input]);
        changed = true;
      }
    }
  }

  std::map<std::size_t, std::vector<std::size_t>> count_contradictions() {
    std::map<std::size_t, std::vector<std::size_t>> by_count;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      std::size_t count = 0;
      for (const auto& [input, seen] : asked_) {
        if (seen.known() && !candidates_[c].explains(inputs_[input], seen)) ++count;
      }
      by_count[count].push_back(c);
    }
    return by_count;
  }

  void add_contradictions(Identity& identity, Candidate& nearest) {
    constexpr std::size_t kShown = 8;
    for (const auto& [input, seen] : asked_) {  // the shortest first
      if (identity.contradictions.size() == kShown) return;
      if (!seen.known() || nearest.explains(inputs_[input], seen)) continue;
      identity.contradictions.push_back({to_spaced_hex(inputs_[input]),
                                         in_words(nearest.predict(inputs_[input], seen)),
                                         in_words(seen)});
    }
  }

  Observer& observer_;
  const std::vector<Bytes>& inputs_;
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> left_;
  std::map<std::size_t, InputObservation> asked_;
  InputObservation shape_;
};

}  // namespace

void prepare_to_identify() {
  inputs();
  for (const bool knows_policy : {false, true}) all_candidates(knows_policy);
}

Identity identify(Caller& caller, bool learns) {
  Observer observer(caller);
  Identity identity = Elimination(observer).run();
  if (!learns) return identity;
  const Profile nearest = parse_profile(identity.profiles.front());
  identity.learned = learn(observer, nearest);
  return identity;
}

}  // namespace placemat
