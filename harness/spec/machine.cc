#include "harness/spec/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

// The rest of a form after some of its units: the remaining ranges and weights,
// and the constant that turns the weighted sum of all units into the value.
// Prefixes with the same remainders are the same state.
struct Remainder {
  std::vector<Range> ranges;
  std::vector<std::uint64_t> weights;
  std::uint64_t constant = 0;
  Context context = Context::kNone;
  bool silent = false;  // the leading BOM of a profile that strips it

  auto key() const {
    std::vector<std::uint64_t> k{constant, static_cast<std::uint64_t>(context), silent};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      k.insert(k.end(), {ranges[i].first, ranges[i].last, weights[i]});
    }
    return k;
  }
  friend bool operator==(const Remainder&, const Remainder&) = default;
};

Remainder whole(const Form& form) {
  Remainder r;
  r.ranges.assign(form.units.begin(), form.units.begin() + form.length);
  r.weights.assign(form.weights.begin(), form.weights.begin() + form.length);
  r.constant = form.lowest;
  for (std::size_t i = 0; i < form.length; ++i) {
    r.constant -= static_cast<std::uint64_t>(form.units[i].first) * form.weights[i];
  }
  r.context = form.context;
  return r;
}

// The position of the walk: exactly the data that can change a later answer.
struct Place {
  enum class Kind : std::uint8_t { kBetween, kInside, kSwallowing, kStopped } kind = Kind::kBetween;
  bool at_start = false;              // nothing read yet, and the profile strips a BOM
  Context before = Context::kNone;    // kBetween, kInside: the sequence before
  bool in_run = false;                // kBetween, kInside: the item before was ill-formed
  std::size_t pending = 0;            // kInside: units of the open sequence
  std::size_t swallow = 0;            // kInside, kSwallowing: units that can still be swallowed
  std::vector<Remainder> remainders;  // kInside
  Bytes begun;  // kInside: one path to this place, for names and error classes

  auto key() const {
    std::vector<std::vector<std::uint64_t>> k{{static_cast<std::uint64_t>(kind), at_start,
                                               static_cast<std::uint64_t>(before), in_run, pending,
                                               swallow}};
    for (const Remainder& r : remainders) k.push_back(r.key());
    return k;
  }
  // Equal keys, without making them.
  bool is_same(const Place& other) const {
    return kind == other.kind && at_start == other.at_start && before == other.before &&
           in_run == other.in_run && pending == other.pending && swallow == other.swallow &&
           remainders == other.remainders;
  }
};

}  // namespace

class MachineBuilder {
 public:
  explicit MachineBuilder(Machine& machine)
      : machine_(machine),
        dialect_(dialect(machine.profile_.dialect)),
        policy_(policy(machine.profile_.policy)) {
    for (const Form& form : dialect_.forms) {
      forms_.push_back(whole(form));
      has_context_ = has_context_ || form.context != Context::kNone;
    }
  }

  void build() {
    Place start;
    start.at_start = machine_.profile_.bom == Bom::kStripLeading;
    state_of(start);
    for (std::size_t state = 0; state < places_.size(); ++state) {
      machine_.table_.resize((state + 1) * Machine::kSymbols);
      const Place from = places_[state];  // places_ may grow in the loop
      for (std::size_t symbol = 0; symbol < Machine::kSymbols; ++symbol) {
        machine_.table_[state * Machine::kSymbols + symbol] =
            symbol == Machine::kEnd ? end(from) : step(from, static_cast<std::uint8_t>(symbol));
      }
    }
    for (const Place& place : places_) describe(place);
    build_classes();
  }

 private:
  // Neighbouring units often lead to one place, so the last one is compared first.
  Machine::State state_of(const Place& place) {
    if (last_place_ && last_place_->is_same(place)) return last_state_;
    const auto [entry, is_new] = states_.try_emplace(place.key(), places_.size());
    if (is_new) places_.push_back(place);
    last_place_ = place;
    last_state_ = static_cast<Machine::State>(entry->second);
    return last_state_;
  }

  // The forms that can start at `place`, between sequences.
  const std::vector<Remainder>& forms_at(const Place& place) {
    const auto [entry, is_new] = forms_at_.try_emplace({place.before, place.at_start});
    if (is_new) entry->second = make_forms_at(place);
    return entry->second;
  }

  std::vector<Remainder> make_forms_at(const Place& place) const {
    std::vector<Remainder> forms;
    for (const Remainder& form : forms_) {
      const bool refused =
          place.before == Context::kHighSurrogate && form.context == Context::kLowSurrogate;
      if (!refused) forms.push_back(form);
    }
    if (place.at_start) {
      if (const auto bom = encode(dialect_, 0xFEFF)) forms.push_back(silent_bom(*bom));
    }
    return forms;
  }

  Remainder silent_bom(const Bytes& units) const {
    for (const Form& form : dialect_.forms) {
      if (!form.matches(units)) continue;
      Remainder bom = whole(form);
      for (std::size_t i = 0; i < units.size(); ++i) bom.ranges[i] = {units[i], units[i]};
      bom.silent = true;
      return bom;
    }
    throw std::logic_error("the encoder wrote a sequence that no form matches");
  }

  static std::vector<Remainder> after(const std::vector<Remainder>& alive, std::uint8_t unit) {
    std::vector<Remainder> left;
    for (const Remainder& form : alive) {
      if (!form.ranges.front().contains(unit)) continue;
      Remainder rest = form;
      rest.ranges.erase(rest.ranges.begin());
      rest.weights.erase(rest.weights.begin());
      left.push_back(rest);
    }
    return left;
  }

  static std::uint64_t weight_of(const std::vector<Remainder>& alive, std::uint8_t unit) {
    std::optional<std::uint64_t> weight;
    for (const Remainder& form : alive) {
      if (!form.ranges.front().contains(unit)) continue;
      if (weight && *weight != form.weights.front()) {
        throw std::logic_error("two forms share a prefix but weigh it differently");
      }
      weight = form.weights.front();
    }
    return weight.value();
  }

  // `unit` continues the sequence of `alive` forms; false when it cannot.
  bool proceed(const Place& from, const std::vector<Remainder>& alive, std::uint8_t unit,
               Transition& t) {
    const std::vector<Remainder> left = after(alive, unit);
    if (left.empty()) return false;
    t.restart = from.kind == Place::Kind::kBetween;
    t.add = weight_of(alive, unit) * unit;
    const auto done = std::ranges::find_if(left, [](const auto& r) { return r.ranges.empty(); });
    if (done != left.end()) {
      const bool silent =
          std::ranges::any_of(left, [](const auto& r) { return r.ranges.empty() && r.silent; });
      t.emits = !silent;
      t.add += done->constant;
      Place next;
      next.before = has_context_ ? done->context : Context::kNone;
      if (next.before == Context::kLowSurrogate) next.before = Context::kNone;
      t.next = state_of(next);
      return true;
    }
    Place next;
    next.kind = Place::Kind::kInside;
    next.remainders = left;
    next.begun = from.begun;
    next.begun.push_back(unit);
    next.in_run = from.in_run;  // if this sequence fails, it belongs to the run
    next.pending = from.pending + 1;
    const std::size_t announced = from.pending == 0 ? announces(unit) : from.pending + from.swallow;
    next.swallow = announced > next.pending ? announced - next.pending : 0;
    t.next = state_of(next);
    return true;
  }

  std::size_t announces(std::uint8_t lead) const {
    switch (policy_.swallow) {
      case Swallow::kNothing:
        return 0;
      case Swallow::kAnnounced:
        return dialect_.announces(lead);
      case Swallow::kAnnouncedOf1993:
        return announced_of_1993(lead);
    }
    return 0;
  }

  bool swallows(std::uint8_t unit) const {
    return policy_.swallow == Swallow::kAnnounced ? dialect_.is_trailing(unit)
                                                  : unit >= 0x80 && unit <= 0xBF;
  }

  std::uint8_t replacements(std::size_t subpart, bool in_run) const {
    switch (policy_.count) {
      case Policy::Count::kNone:
        return 0;
      case Policy::Count::kPerSubpart:
        return 1;
      case Policy::Count::kPerUnit:
        return static_cast<std::uint8_t>(subpart);
      case Policy::Count::kPerRun:
        return in_run ? 0 : 1;
    }
    return 0;
  }

  // The place after an ill-formed subsequence that can swallow `swallow` more
  // units.
  Place after_error(std::size_t swallow) const {
    Place next;
    if (policy_.stops) {
      next.kind = Place::Kind::kStopped;
    } else if (swallow > 0) {
      next.kind = Place::Kind::kSwallowing;
      next.swallow = swallow;
    } else {
      next.in_run = policy_.count == Policy::Count::kPerRun;
    }
    return next;
  }

  Transition step(const Place& from, std::uint8_t unit) {
    Transition t;
    switch (from.kind) {
      case Place::Kind::kStopped:
        t.next = state_of(from);
        return t;
      case Place::Kind::kSwallowing:
        if (!swallows(unit)) return step(after_error(0), unit);
        t.next = state_of(after_error(from.swallow - 1));
        return t;
      case Place::Kind::kBetween:
        if (proceed(from, forms_at(from), unit, t)) return t;
        t.replacements = replacements(1, from.in_run);
        t.error_back = t.error_length = 1;
        t.error_class = classify_error({}, unit);
        t.next = state_of(after_error(announces(unit) > 1 ? announces(unit) - 1 : 0));
        return t;
      case Place::Kind::kInside:
        return proceed(from, from.remainders, unit, t) ? t : fail_inside(from, unit);
    }
    return t;
  }

  // The open sequence of `from` is ill-formed; the unit is processed again, or
  // swallowed where the policy says so.
  Transition fail_inside(const Place& from, std::uint8_t unit) {
    Transition t;
    if (policy_.stops || (from.swallow > 0 && swallows(unit))) {
      t.next = state_of(after_error(policy_.stops ? 0 : from.swallow - 1));
      t.replacements = replacements(from.pending, from.in_run);
    } else {
      t = step(after_error(0), unit);
      t.replacements =
          static_cast<std::uint8_t>(t.replacements + replacements(from.pending, from.in_run));
    }
    t.error_length = static_cast<std::uint8_t>(from.pending);
    t.error_back = static_cast<std::uint8_t>(from.pending + 1);
    t.error_class = classify_error(from.begun, unit);
    return t;
  }

  Transition end(const Place& from) {
    Transition t;
    if (from.kind != Place::Kind::kInside) return t;
    t.replacements = replacements(from.pending, from.in_run);
    t.error_back = t.error_length = static_cast<std::uint8_t>(from.pending);
    t.error_class = ErrorClass::kTruncated;
    return t;
  }

  void describe(const Place& place) {
    machine_.pending_.push_back(static_cast<std::uint8_t>(place.pending));
    machine_.stopped_.push_back(place.kind == Place::Kind::kStopped);
    machine_.names_.push_back(name(place));
  }

  static std::string name(const Place& place) {
    switch (place.kind) {
      case Place::Kind::kStopped:
        return "stopped";
      case Place::Kind::kSwallowing:
        return fmt::format("swallowing up to {} more", place.swallow);
      case Place::Kind::kBetween:
        if (place.at_start) return "start, BOM expected";
        if (place.in_run) return "start, in an ill-formed run";
        if (place.before == Context::kHighSurrogate) return "start, after a high surrogate";
        return "start";
      case Place::Kind::kInside:
        break;
    }
    std::vector<Range> expected;
    std::size_t to_go = 0;
    for (const Remainder& r : place.remainders) {
      expected.push_back(r.ranges.front());
      to_go = std::max(to_go, r.ranges.size());
    }
    std::ranges::sort(expected, {}, &Range::first);
    std::string out = fmt::format("after {}, {} to go, next", to_spaced_hex(place.begun), to_go);
    Range shown = expected.front();
    for (const Range& range : expected) {
      if (range.first <= shown.last + 1) {
        shown.last = std::max(shown.last, range.last);
      } else {
        out += fmt::format(" {:02X}..{:02X}", shown.first, shown.last);
        shown = range;
      }
    }
    out += fmt::format(" {:02X}..{:02X}", shown.first, shown.last);
    return place.in_run ? out + ", in an ill-formed run" : out;
  }

  // Units are of one class when every state treats them alike, apart from the
  // value.
  void build_classes() {
    std::map<std::vector<std::uint64_t>, std::size_t> seen;
    for (std::size_t unit = 0; unit < 256; ++unit) {
      std::vector<std::uint64_t> column;
      for (std::size_t state = 0; state < places_.size(); ++state) {
        const Transition& t = machine_.at(static_cast<Machine::State>(state), unit);
        column.insert(column.end(), {t.next, t.replacements, t.restart, t.emits, t.error_back,
                                     t.error_length, static_cast<std::uint64_t>(t.error_class)});
      }
      const auto [entry, is_new] = seen.try_emplace(column, machine_.classes_.size());
      if (is_new) machine_.classes_.emplace_back();
      machine_.classes_[entry->second].push_back(static_cast<std::uint8_t>(unit));
      machine_.class_of_[unit] = static_cast<std::uint8_t>(entry->second);
    }
  }

  Machine& machine_;
  const Dialect& dialect_;
  const Policy& policy_;
  std::vector<Remainder> forms_;
  bool has_context_ = false;
  std::map<std::pair<Context, bool>, std::vector<Remainder>> forms_at_;  // before, at_start
  std::vector<Place> places_;
  std::map<std::vector<std::vector<std::uint64_t>>, std::size_t> states_;
  std::optional<Place> last_place_;
  Machine::State last_state_ = 0;
};

Machine::Machine(const Profile& profile)
    : profile_(profile), replacement_(policy(profile.policy).replacement) {
  MachineBuilder(*this).build();
}

Answer Machine::decode(ByteView bytes) const {
  Walker walker(*this);
  const Walker::View view = walker.decode(bytes);
  return {{view.values.begin(), view.values.end()}, view.error, view.values_before_error};
}

const Machine& machine(const Profile& profile) {
  static std::vector<std::unique_ptr<const Machine>> cache(kDialectCount * policies().size() * 2);
  static std::vector<std::once_flag> built(cache.size());
  const std::size_t slot = (static_cast<std::size_t>(profile.dialect) * policies().size() +
                            static_cast<std::size_t>(profile.policy)) *
                               2 +
                           (profile.bom == Bom::kKeep ? 0 : 1);
  std::call_once(built[slot], [&] { cache[slot] = std::make_unique<const Machine>(profile); });
  return *cache[slot];
}

void Walker::advance(Step& step, FirstError& error, const Transition& t, std::size_t position) {
  if (t.error_length > 0 && error.length == 0) {
    error = {position, static_cast<std::uint32_t>(position - t.error_back), step.values,
             t.error_length, t.error_class};
  }
  for (int i = 0; i < t.replacements; ++i) values_[step.values++] = machine_.replacement();
  step.accumulator = (t.restart ? 0 : step.accumulator) + t.add;
  if (t.emits) values_[step.values++] = step.accumulator;
  step.state = t.next;
}

namespace {

// Walks from the unit `from` on, as advance() does, but without a branch on what a step emits: in a
// text of many kinds of units, a wrong guess of the processor costs more than all else. A value
// that is not counted is overwritten by the next one. Not inlined, where it would slow the
// enumerations.
template <class Step, class FirstError>
[[gnu::noinline]] void walk_text(const Machine& machine, ByteView bytes, std::size_t from,
                                 FirstError& first, Step* steps, std::uint64_t* values) {
  const std::uint64_t replacement = machine.replacement();
  Step step = steps[from];
  FirstError error = first;
  for (std::size_t i = from; i < bytes.size(); ++i) {
    const Transition& t = machine.at(step.state, bytes[i]);
    if (error.length == 0 && t.error_length > 0) {
      error = {i + 1, static_cast<std::uint32_t>(i + 1 - t.error_back), step.values, t.error_length,
               t.error_class};
    }
    std::uint64_t* to = values + step.values;
    to[0] = replacement;
    for (unsigned n = 1; n < t.replacements; ++n) to[n] = replacement;
    const std::uint64_t kept = std::uint64_t{t.restart} - 1;  // all bits; with a restart none
    step.accumulator = (step.accumulator & kept) + t.add;
    to[t.replacements] = step.accumulator;
    step.values += std::uint32_t{t.replacements} + std::uint32_t{t.emits};
    step.state = t.next;
    steps[i + 1] = step;
  }
  first = error;
}

}  // namespace

void Walker::decode(ByteView bytes, View& view) {
  // The steps of the common prefix are kept, except that later values are
  // overwritten. The end of the previous input wrote after its last step, so a
  // longer input starts to write there again.
  const std::size_t common = common_prefix(bytes, previous_);
  if (error_.found > common) error_ = {};
  if (values_.size() < bytes.size() + 1) {
    steps_.resize(2 * bytes.size() + 1);
    // No unit becomes more than one value, and the end emits values for earlier
    // units only. Behind them is room for one that is not counted.
    values_.resize(steps_.size());
  }
  previous_.resize(bytes.size());
  copy_units(previous_.data() + common, bytes.subspan(common));
  Step step = steps_[common];
  // An enumeration changes the last units only, in an order that the processor guesses.
  constexpr std::size_t kFew = 8;
  if (bytes.size() - common > kFew) {
    walk_text(machine_, bytes, common, error_, steps_.data(), values_.data());
    step = steps_[bytes.size()];
  } else {
    for (std::size_t i = common; i < bytes.size(); ++i) {
      advance(step, error_, machine_.at(step.state, bytes[i]), i + 1);
      steps_[i + 1] = step;
    }
  }
  FirstError error = error_;
  const bool had_error = error.length > 0;
  advance(step, error, machine_.at(step.state, Machine::kEnd), bytes.size());
  view.values = {values_.data(), step.values};
  view.error_class = error.error_class;
  if (error.length > 0) {
    view.error = IllFormed{error.offset, error.length, !had_error};
    view.values_before_error = error.values_before;
  } else {
    view.error.reset();
    view.values_before_error = step.values;
  }
}

}  // namespace placemat
