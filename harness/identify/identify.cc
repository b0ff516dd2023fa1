#include "harness/identify/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/decoder/raw_unit.h"
#include "harness/generate/items.h"
#include "harness/identify/compose.h"
#include "harness/identify/evidence.h"
#include "harness/judge/expectation.h"
#include "harness/presentation/surroundings.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr std::size_t kShownContradictions = 8;

// A lossy function that refuses an input has answered, with what no profile predicts.
bool is_answer(const InputObservation& seen) { return seen.known() || seen.lossy_refused; }

// What an input has that is no accepted sequence: errors, and a sequence that the end cuts off.
struct Faults {
  bool has_error = false, has_end = false;
  bool is_none() const { return !has_error && !has_end; }
};

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
    observation.is_incomplete = like.is_incomplete;
    observation.is_unsupported = like.is_unsupported;
    observation.joins_surrogates = like.joins_surrogates;
    const auto values = [&] {
      std::vector<std::uint64_t> all(law.values.begin(), law.values.end());
      return joins_ || like.joins_surrogates ? join_surrogates(all) : all;
    };
    observation.accepts = like.strict_known && law.is_well_formed();
    if (observation.accepts && like.strict_has_values) observation.strict_values = values();
    if (like.lossy_known) observation.lossy_values = values();
    return observation;
  }

  Faults faults(ByteView units) {
    const Expectation& law = law_.about(units);
    return {law.error && !law.error->at_end, law.error && law.error->at_end};
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

// Profiles are named by the inputs up to `naming`; those after them confirm.
struct Inputs {
  std::vector<Bytes> all;
  std::size_t naming = 0;
};

const Inputs& inputs() {
  static const Inputs kInputs = [] {
    Inputs inputs{make_inputs(), 0};
    inputs.naming = inputs.all.size();
    const auto text = [](const Bytes& units) { return std::string(units.begin(), units.end()); };
    std::set<std::string> known;
    for (const Bytes& units : inputs.all) known.insert(text(units));
    for (const Bytes& units : part_inputs()) {
      if (known.insert(text(units)).second) inputs.all.push_back(units);
    }
    return inputs;
  }();
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
    constexpr std::ptrdiff_t kRun = 4;
    std::string text;
    for (auto at = values.begin(); at != values.end();) {
      const auto next = std::find_if(at, values.end(), [&](auto value) { return value != *at; });
      const std::ptrdiff_t run = next - at < kRun ? 1 : next - at;
      text += ' ' + value_to_text(*at);
      if (run > 1) text += fmt::format("*{}", run);
      at += run;
    }
    return text.empty() ? std::string(" nothing") : text;
  };
  std::string text;
  if (observation.strict_known && !observation.lossy_known) {
    text = observation.accepts ? "well-formed" : "ill-formed";
    if (observation.accepts && observation.strict_has_values)
      text += ":" + list(observation.strict_values);
  } else if (observation.lossy_known) {
    if (observation.strict_known) {
      text = observation.accepts ? "well-formed" : "ill-formed";
      const bool differs = observation.accepts && observation.strict_has_values &&
                           observation.strict_values != observation.lossy_values;
      text += differs ? ":" + list(observation.strict_values) + ", and by the lossy function" : ",";
    }
    text += list(observation.lossy_values);
  } else {
    text = observation.lossy_refused ? "refused" : "no answer";
  }
  return text.starts_with(' ') ? text.substr(1) : text;
}

class Elimination {
 public:
  explicit Elimination(Observer& observer)
      : observer_(observer),
        inputs_(inputs().all),
        candidates_(all_candidates(observer.has_lossy())) {
    shape_.strict_known = observer.has_strict();
    shape_.strict_has_values = true;
    shape_.lossy_known = observer.has_lossy();
    for (std::size_t i = 0; i < candidates_.size(); ++i) left_.push_back(i);
  }

  void name() {
    narrow();
    inputs_to_name_ = asked_.size();
  }

  // One in `every` of the inputs confirms the remaining profiles, or shows that the decoder matches
  // none.
  void confirm(std::uint64_t every) {
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < inputs_.size(); i += every) some.push_back(i);
    if (observer_.asks_ahead()) {
      std::vector<Bytes> others;
      for (const std::size_t i : some) {
        if (!asked_.contains(i)) others.push_back(inputs_[i]);
      }
      observer_.prefetch(others);
    }
    for (const std::size_t i : some) ask(i);
  }

  // The profiles that the fewest answers contradict.
  Identity identity() {
    Identity identity;
    identity.knows_policy = observer_.has_lossy();
    identity.inputs_to_name = inputs_to_name_;
    identity.inputs_to_confirm = asked_.size() - identity.inputs_to_name;
    identity.unanswered = static_cast<std::uint64_t>(
        std::ranges::count_if(asked_, [](const auto& one) { return !is_answer(one.second); }));
    const auto [fewest, nearest] = least_contradicted();
    identity.explained = fewest == 0;
    identity.contradicted = fewest;
    for (const std::size_t c : nearest) {
      identity.profiles.push_back(to_text(candidates_[c].profile()));
    }
    add_contradictions(identity, candidates_[nearest.front()]);
    identity.unexplained = identity.contradicted;
    identity.against = identity.contradictions;
    return identity;
  }

  void give_to(Evidence& evidence) const {
    for (const auto& [input, seen] : asked_) evidence.put(inputs_[input], seen);
  }

  // Repeats each input that contradicts the nearest profile on its own, until all of them
  // were repeated. For answers that came from a batch.
  void repeat_contradictions() {
    std::set<std::size_t> sure;
    for (bool changed = true; changed;) {
      changed = false;
      Candidate& nearest = candidates_[least_contradicted().candidates.front()];
      for (auto& [input, seen] : asked_) {
        if (!is_answer(seen) || nearest.explains(inputs_[input], seen)) continue;
        if (!sure.insert(input).second) continue;
        seen = observer_.see(inputs_[input]);
        changed = true;
      }
    }
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
      const std::size_t naming = inputs().naming;
      std::size_t best = naming, most = 1;
      for (std::size_t n = 0; n < naming && (n < kTries || most == 1); ++n) {
        const std::size_t input = (from + n) % naming;
        if (asked_.contains(input)) continue;
        const std::size_t parts = parts_of(input);
        if (parts > most) most = parts, best = input;
      }
      if (best == naming) return;
      from = (best + 1) % naming;
      const InputObservation seen = ask(best);
      if (!is_answer(seen)) continue;
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

  struct Nearest {
    std::size_t fewest = 0;               // answers that contradict them
    std::vector<std::size_t> candidates;  // places in candidates_; never empty
  };

  Nearest least_contradicted() {
    struct AskedInput {
      const Bytes* units;
      const InputObservation* seen;
    };
    std::vector<AskedInput> answers;
    for (const auto& [input, seen] : asked_) {
      if (is_answer(seen)) answers.push_back({&inputs_[input], &seen});
    }
    Nearest nearest{answers.size() + 1, {}};
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const std::size_t count = count_contradictions(
          answers, nearest.fewest + 1,
          [&](const AskedInput& one) { return candidates_[c].explains(*one.units, *one.seen); });
      if (count > nearest.fewest) continue;
      if (count < nearest.fewest) nearest = {count, {}};
      nearest.candidates.push_back(c);
    }
    return nearest;
  }

  void add_contradictions(Identity& identity, Candidate& nearest) {
    for (const auto& [input, seen] : asked_) {  // the shortest first
      if (identity.contradictions.size() == kShownContradictions) return;
      if (!is_answer(seen) || nearest.explains(inputs_[input], seen)) continue;
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
  std::size_t inputs_to_name_ = 0;
};

// Where the question before decides the answer, that question in words. It must do so more than
// once, because an answer may differ without a reason.
std::string after_what(ByteView units, const InputObservation& first, Observer& observer) {
  constexpr int kTimes = 3;
  const Bytes before = observer.asked_before(units);
  if (before.empty()) return {};
  for (int i = 0; i < kTimes; ++i) {
    observer.see(before);
    if (observer.see(units) != first || observer.see(units) == first) return {};
  }
  return " after the question " + to_spaced_hex(before);
}

// Explains a decoder by parts where no profile does. Every contradiction is asked again on its
// own before it counts.
class Parts {
 public:
  Parts(Evidence& evidence, Observer& observer)
      : evidence_(evidence),
        observer_(observer),
        has_strict_(answers(Side::kStrict)),
        has_lossy_(answers(Side::kLossy)) {}

  // Answers that were other ones when they were asked for again.
  const std::vector<std::pair<Bytes, InputObservation>>& former() const { return former_; }

  // Changes `identity` when the parts explain more than its profiles.
  void explain(Identity& identity) {
    constexpr int kMostRounds = 4;
    constexpr int kMostRoundsIfUnstable = 2;  // no parts explain answers that differ
    std::vector<Bytes> wrong;
    for (int round = 1; round <= kMostRounds; ++round) {
      if (has_strict_) strict_ = compose(evidence_, Side::kStrict);
      if (has_lossy_) lossy_ = compose(evidence_, Side::kLossy);
      if (has_strict_ && has_lossy_) share();
      keep_for_later();
      wrong = contradictions();
      if (!ask_again(wrong)) break;
      wrong = contradictions();
      if (!unstable_.empty() && round >= kMostRoundsIfUnstable) break;
    }
    identity.unstable = unstable_;
    if (wrong.size() >= identity.unexplained) return;
    identity.is_composed = true;
    identity.unexplained = wrong.size();
    identity.has_strict = has_strict_;
    identity.has_lossy = has_lossy_;
    identity.strict = strict_;
    identity.lossy = lossy_;
    identity.against.clear();
    for (const Bytes& units : shown_of(wrong)) {
      identity.against.push_back(contradiction(identity, units, evidence_.see(units)).value());
    }
  }

 private:
  // Inputs of several lengths show more than the shortest ones, which are often of one kind.
  static std::vector<Bytes> shown_of(const std::vector<Bytes>& wrong) {
    std::vector<Bytes> shown;
    for (const Bytes& units : wrong) {
      if (shown.size() == kShownContradictions) break;
      if (shown.empty() || units.size() > shown.back().size()) shown.push_back(units);
    }
    return shown;
  }

  // A function that exists and never answers has no parts.
  bool answers(Side side) const {
    return std::ranges::any_of(
        evidence_.asked(), [&](const auto& one) { return response_of(one.second, side).is_known; });
  }

  bool is_explained(ByteView units, const InputObservation& seen) const {
    const auto fits = [&](const Composition& parts, Side side) {
      const Response response = response_of(seen, side);
      return !response.is_known || explains(parts, units, response);
    };
    return (!has_strict_ || fits(strict_, Side::kStrict)) &&
           (!has_lossy_ || fits(lossy_, Side::kLossy));
  }

  std::vector<Bytes> contradictions() const {
    std::vector<Bytes> wrong;
    for (const auto& [key, seen] : evidence_.asked()) {
      Bytes units = Evidence::units_of(key);
      if (!is_explained(units, seen)) wrong.push_back(std::move(units));
    }
    return wrong;
  }

  // True when an answer was another one.
  bool ask_again(const std::vector<Bytes>& inputs) {
    constexpr std::size_t kMost = 256;
    bool changed = false;
    for (const Bytes& units : inputs) {
      if (repeated_.size() == kMost) break;
      if (!repeated_.insert(std::string(units.begin(), units.end())).second) continue;
      const InputObservation before = evidence_.see(units);
      InputObservation again = observer_.see(units);
      if (again == before) continue;
      changed = true;
      // In a batch an input has neighbours, so that only a third answer shows which is right.
      if (!observer_.is_batched() || observer_.see(units) != again) {
        unstable_.push_back({to_spaced_hex(units),
                             in_words(before) + after_what(units, before, observer_),
                             in_words(again)});
        former_.emplace_back(units, before);
      }
      evidence_.put(units, std::move(again));
    }
    return changed;
  }

  // Values that do not come out although the verdict asks for more input.
  void keep_for_later() {
    if (lossy_.end != EndId::kDropped || !has_strict_) return;
    const Bytes truncated{0xC2};
    if (evidence_.see(truncated).is_incomplete) lossy_.end = EndId::kKept;
  }

  // One description is for both functions: the verdict says what is accepted, and the values show
  // the rest. Where the functions differ, answers contradict it.
  void share() {
    lossy_.accepted = strict_.accepted;
    lossy_.read.add(strict_.accepted);
    strict_.pairs = lossy_.pairs;
    strict_.bom = lossy_.bom;
    strict_.ends_at_nul = lossy_.ends_at_nul;
    strict_.end = EndId::kError;
  }

  Evidence& evidence_;
  Observer& observer_;
  const bool has_strict_, has_lossy_;
  Composition strict_, lossy_;
  std::set<std::string> repeated_;
  std::vector<Contradiction> unstable_;
  std::vector<std::pair<Bytes, InputObservation>> former_;
};

// The values of a dialect that have no answer: a format around the text may forbid them. Those of
// one unit are all asked, others where an area begins or ends.
PatternSet not_answered(DialectId id, Evidence& evidence) {
  constexpr std::uint64_t kLastOfOneUnit = 0x7F;
  const auto accepted = pattern_set_of(dialect(id));
  PatternSet values;
  if (!accepted) return values;
  for (std::size_t place = 0; place < kPatternLengths.size(); ++place) {
    std::vector<std::uint64_t> some;
    for (const std::uint64_t value : pattern_edges()[place]) {
      if (place > 0 && accepted->contains(place, value)) some.push_back(value);
    }
    for (std::uint64_t value = 0; place == 0 && value <= kLastOfOneUnit; ++value) {
      if (accepted->contains(place, value)) some.push_back(value);
    }
    std::vector<Bytes> inputs;
    for (const std::uint64_t value : some) inputs.push_back(in_pattern(place, value));
    evidence.prefetch(inputs);
    std::optional<std::uint64_t> first;
    for (std::size_t i = 0; i < some.size(); ++i) {
      const bool has_answer = is_answer(evidence.see(inputs[i]));
      if (!has_answer) values.add(place, {first.value_or(some[i]), some[i]});
      first = has_answer ? std::nullopt : std::optional(first.value_or(some[i]));
    }
  }
  return values;
}

bool has_bom(ByteView units) {
  constexpr std::array<std::uint8_t, 3> kBom{0xEF, 0xBB, 0xBF};
  return !std::ranges::search(units, kBom).empty();
}

std::vector<std::uint64_t> without_boms(std::vector<std::uint64_t> values) {
  constexpr std::uint64_t kBom = 0xFEFF;
  std::erase(values, kBom);
  return values;
}

constexpr std::uint64_t kReplacement = 0xFFFD;

std::ptrdiff_t replacements(const std::vector<std::uint64_t>& values) {
  return std::ranges::count(values, kReplacement);
}

// A value that no well-formed sequence among the units has.
bool has_foreign(const std::vector<std::uint64_t>& values, ByteView units) {
  return std::ranges::any_of(values, [&](std::uint64_t value) {
    const auto sequence = encode(dialect(DialectId::kUtf8), value);
    return value != kReplacement && raw_units(value).empty() &&
           (!sequence || std::ranges::search(units, *sequence).empty());
  });
}

// "FF gives FFFD".
std::string example_of(ByteView units, InputObservation seen) {
  if (seen.lossy_known || seen.lossy_refused) seen.strict_known = false;
  return fmt::format("{} gives {}", to_spaced_hex(units), in_words(seen));
}

// The explanation so far, applied to more inputs.
class Prediction {
 public:
  explicit Prediction(const Identity& identity)
      : identity_(identity), named_(parse_profile(identity.profiles.front())) {}

  bool explains(ByteView units, const InputObservation& seen) {
    if (!identity_.is_composed) return !is_answer(seen) || named_.explains(units, seen);
    return !is_wrong(Side::kStrict, units, seen) && !is_wrong(Side::kLossy, units, seen);
  }

  bool is_utf8(ByteView units) { return utf8_.faults(units).is_none(); }

  std::optional<Contradiction> contradiction(ByteView units, const InputObservation& seen) {
    if (explains(units, seen)) return std::nullopt;
    return Contradiction{to_spaced_hex(units), in_words(expected(units, seen)), in_words(seen)};
  }

  // Changes the line that an answer contradicts. A wrong value of what is accepted is in no line.
  void add_answer(DecoderDescription& description, ByteView units, const InputObservation& seen) {
    if (explains(units, seen)) return;
    description.has_others = true;
    const InputObservation wanted = expected(units, seen);
    const Faults faults = this->faults(units);
    const auto add = [&](Trait trait) { add_exception(description, trait, units); };
    if (wanted.accepts != seen.accepts) {
      if (!faults.has_error && faults.has_end) return add(Trait::kEnd);
      if (!seen.accepts && has_bom(units)) return add(Trait::kBom);
      const bool is_utf8 = this->is_utf8(units);
      const Trait trait = is_utf8 ? Trait::kRefuses : Trait::kAccepts;
      // What it does besides the line is added; what the line says and it does not replaces that.
      return is_utf8 != seen.accepts ? add(trait) : give_way(description, trait);
    }
    const auto& [expected_values, values] =
        wanted.strict_values != seen.strict_values
            ? std::pair(wanted.strict_values, seen.strict_values)
            : std::pair(wanted.lossy_values, seen.lossy_values);
    if (faults.has_end && !faults.has_error) return add(Trait::kEnd);
    const std::ptrdiff_t more = replacements(values) - replacements(expected_values);
    if (faults.has_error) {
      if (more < 0 && !seen.strict_known && has_foreign(values, units)) add(Trait::kAccepts);
      return add(Trait::kErrors);
    }
    if (without_boms(expected_values) == without_boms(values)) return add(Trait::kBom);
    if (more > 0 || seen.lossy_refused) add(Trait::kRefuses);
  }

 private:
  bool is_wrong(Side side, ByteView units, const InputObservation& seen) const {
    const bool has_side = side == Side::kStrict ? identity_.has_strict : identity_.has_lossy;
    const Response response = response_of(seen, side);
    return has_side && response.is_known &&
           !placemat::explains(side == Side::kStrict ? identity_.strict : identity_.lossy, units,
                               response);
  }

  InputObservation expected(ByteView units, const InputObservation& seen) {
    if (!identity_.is_composed) return named_.predict(units, seen);
    InputObservation expected = seen;
    if (is_wrong(Side::kStrict, units, seen)) {
      const Predicted predicted = predict(identity_.strict, units);
      expected.accepts = !predicted.is_error;
      expected.strict_values = predicted.values;
    }
    if (is_wrong(Side::kLossy, units, seen)) {
      const Predicted predicted = predict(identity_.lossy, units);
      expected.lossy_known = !predicted.is_error;
      expected.lossy_refused = predicted.is_error;
      expected.lossy_values = predicted.values;
    }
    return expected;
  }

  Faults faults(ByteView units) {
    if (!identity_.is_composed) return named_.faults(units);
    const Predicted predicted =
        predict(identity_.has_lossy ? identity_.lossy : identity_.strict, units);
    return {predicted.has_error, predicted.has_end};
  }

  const Identity& identity_;
  Candidate named_;
  Candidate utf8_{{DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep}};
};

// The lines, with what was asked and contradicts one taken out of it.
DecoderDescription described(const Identity& identity, Evidence& evidence) {
  DecoderDescription description;
  if (identity.is_composed) {
    description = describe(identity.has_strict ? identity.strict : identity.lossy,
                           identity.has_lossy ? identity.lossy : identity.strict);
  } else {
    const Profile profile = parse_profile(identity.profiles.front());
    description = describe(profile, identity.knows_policy, not_answered(profile.dialect, evidence));
  }
  const auto give_example = [&](Trait trait, const Bytes& units) {
    const InputObservation& seen = evidence.see(units);
    if (is_answer(seen)) description.at(trait).example = example_of(units, seen);
  };
  give_example(Trait::kErrors, {0xFF});
  give_example(Trait::kBom, {0xEF, 0xBB, 0xBF, 0x41});
  give_example(Trait::kEnd, {0x41, 0xC2});
  if (identity.unexplained == 0) return description;
  Prediction prediction(identity);
  for (const auto& [key, seen] : evidence.asked()) {
    const Bytes units = Evidence::units_of(key);
    if (seen.strict_known && seen.accepts != prediction.is_utf8(units)) {
      std::string& example =
          description.at(seen.accepts ? Trait::kAccepts : Trait::kRefuses).example;
      if (example.empty()) example = to_spaced_hex(units);
    }
  }
  for (const auto& [key, seen] : evidence.asked()) {
    if (is_answer(seen)) prediction.add_answer(description, Evidence::units_of(key), seen);
  }
  return description;
}

// Adds answers that the explanation contradicts.
void add_against(Identity& identity, std::vector<Contradiction> wrong) {
  if (wrong.empty()) return;
  identity.unexplained += wrong.size();
  identity.against.insert(identity.against.end(), wrong.begin(), wrong.end());
  // Equal lengths keep their order. The stable sort of libstdc++ 12 does not compile with clang 19.
  std::multimap<std::size_t, Contradiction> by_length;
  for (Contradiction& one : identity.against) {
    const std::size_t length = parse_units(one.units).bytes.size();
    by_length.emplace(length, std::move(one));
  }
  identity.against.clear();
  for (auto& [length, one] : by_length) identity.against.push_back(std::move(one));
  if (identity.against.size() > kShownContradictions) {
    identity.against.resize(kShownContradictions);
  }
  if (identity.is_composed) return;
  identity.explained = false;
  identity.contradicted = identity.unexplained;
  identity.contradictions = identity.against;
}

// Asks until two answers differ, which they did before.
void note_unstable(Identity& identity, const Bytes& units, Observer& observer) {
  constexpr int kMost = 200;
  const InputObservation first = observer.see(units);
  InputObservation again = first;
  for (int i = 0; i < kMost && again == first; ++i) again = observer.see(units);
  add_answer(identity.description, identity, units, first);
  add_answer(identity.description, identity, units, again);
  const std::string differing = again == first ? "another answer before" : in_words(again);
  identity.unstable.push_back({to_spaced_hex(units), in_words(first), differing});
}

// Learns the machine. What the learner asks confirms the explanation too, or contradicts it.
void add_machine(Identity& identity, Observer& observer) {
  constexpr std::size_t kMost = 1000;
  Prediction prediction(identity);
  std::vector<Contradiction> wrong;
  Bytes unstable;
  const auto heard = [&](ByteView units, const InputObservation& seen) {
    if (wrong.size() == kMost || prediction.explains(units, seen)) return;
    wrong.push_back(prediction.contradiction(units, seen).value());
    prediction.add_answer(identity.description, units, seen);
  };
  const bool is_sure = identity.unexplained == 0;
  identity.learned = learn(observer, parse_profile(identity.profiles.front()), heard, unstable);
  if (!unstable.empty()) note_unstable(identity, unstable, observer);
  if (is_sure) add_against(identity, std::move(wrong));
}

// Asks some inputs a second time.
void ask_twice(Identity& identity, const Evidence& evidence, Observer& observer) {
  constexpr std::size_t kRepeated = 64;
  const std::size_t step = std::max<std::size_t>(evidence.asked().size() / kRepeated, 1);
  std::vector<Bytes> sample;
  std::vector<InputObservation> first;
  std::size_t n = 0;
  for (const auto& [key, seen] : evidence.asked()) {
    if (n++ % step != 0) continue;
    sample.push_back(Evidence::units_of(key));
    first.push_back(seen);
  }
  if (observer.asks_ahead()) observer.prefetch(sample);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const InputObservation again = observer.see(sample[i]);
    if (again == first[i]) continue;
    // In a batch an input has neighbours.
    if (observer.is_batched() && observer.see(sample[i]) == observer.see(sample[i])) continue;
    add_answer(identity.description, identity, sample[i], again);
    identity.unstable.push_back({to_spaced_hex(sample[i]),
                                 in_words(first[i]) + after_what(sample[i], first[i], observer),
                                 in_words(again)});
  }
}

// The input without the letters before it; empty when there are too few for a padding.
ByteView without_padding(ByteView units) {
  std::size_t letters = 0;
  while (letters < units.size() && units[letters] == 'A') ++letters;
  if (std::ranges::find(kPaddings, letters) == std::end(kPaddings)) return {};
  return units.subspan(letters);
}

// An input that is explained alone, and not after letters.
std::optional<Contradiction> about_position(const Identity& identity, Evidence& evidence) {
  Prediction prediction(identity);
  std::vector<std::pair<Bytes, InputObservation>> padded;
  for (const auto& [key, seen] : evidence.asked()) {
    const Bytes units = Evidence::units_of(key);
    if (!without_padding(units).empty() && !prediction.explains(units, seen)) {
      padded.emplace_back(units, seen);
    }
  }
  for (const auto& [units, seen] : padded) {
    const ByteView alone = without_padding(units);
    if (!prediction.explains(alone, evidence.see(alone))) continue;
    return prediction.contradiction(units, seen);
  }
  return std::nullopt;
}

// Why nothing explains it, as far as the contradictions show.
std::string reason_of(const Identity& identity, Evidence& evidence) {
  if (!identity.unstable.empty()) {
    const Contradiction& one = identity.unstable.front();
    return fmt::format("answers differ between two identical questions: {} gives {}, then {}",
                       one.units, one.expected, one.seen);
  }
  const auto position = about_position(identity, evidence);
  if (!position) return {};
  return fmt::format("its answers depend on the position: {} gives {} instead of {}",
                     position->units, position->seen, position->expected);
}

}  // namespace

std::optional<Contradiction> contradiction(const Identity& identity, ByteView units,
                                           const InputObservation& seen) {
  return Prediction(identity).contradiction(units, seen);
}

void add_answer(DecoderDescription& description, const Identity& identity, ByteView units,
                const InputObservation& seen) {
  Prediction(identity).add_answer(description, units, seen);
}

Learned learn_machine(Caller& caller, const std::string& profile) {
  Observer observer(caller);
  Bytes unstable;
  return learn(
      observer, parse_profile(profile), [](ByteView, const InputObservation&) {}, unstable);
}

void prepare_to_identify() {
  inputs();
  for (const bool knows_policy : {false, true}) all_candidates(knows_policy);
}

Identity identify(Caller& caller, bool learns, std::uint64_t confirm_every) {
  Observer observer(caller);
  Evidence evidence(observer);
  Elimination elimination(observer);
  elimination.name();
  elimination.confirm(confirm_every);
  Identity identity = elimination.identity();
  if (!identity.explained && confirm_every > 1) {
    elimination.confirm(1);
    identity = elimination.identity();
  }
  if (!identity.explained && observer.is_batched()) {
    elimination.repeat_contradictions();
    identity = elimination.identity();
  }
  elimination.give_to(evidence);
  Parts parts(evidence, observer);
  if (!identity.explained) parts.explain(identity);
  identity.description = described(identity, evidence);
  for (const auto& [units, seen] : parts.former()) {
    add_answer(identity.description, identity, units, seen);
  }
  if (identity.unstable.empty()) ask_twice(identity, evidence, observer);
  identity.inputs_to_confirm = evidence.asked().size() - identity.inputs_to_name;
  if (learns) add_machine(identity, observer);
  identity.explained = identity.explained && identity.unstable.empty();
  identity.is_complete = identity.unexplained == 0 && identity.unstable.empty();
  identity.description.has_others = !identity.is_complete;
  identity.sentence = sentence_of(identity.description);
  if (!identity.is_complete) identity.reason = reason_of(identity, evidence);
  return identity;
}

}  // namespace placemat
