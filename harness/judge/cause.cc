#include "harness/judge/cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>

#include "harness/generate/items.h"
#include "harness/judge/needs.h"
#include "harness/judge/prober.h"

namespace placemat {
namespace {

// The fault that a finding shows, as far as one finding tells.
enum class Context : std::uint8_t {
  kNone,              // the units alone
  kAnyError,          // the units alone, whatever error they have
  kUnit,              // one unit, which is read as another wherever it stands
  kLead,              // units that are leads, of another length than their bits say
  kCall,              // a failure of the call itself
  kNondeterministic,  // chance
  kState,             // what a stream or a call had before
  kEnvironment,
  kChunks,
  kPosition,
  kRoom,      // to spare
  kFull,      // no room to spare
  kCapacity,  // too little
  kPlacement,
  kEnd,      // of the input, behind units that may have text behind them
  kHistory,  // the items before, in a plain call
};

struct Suspect {
  Shown shown;
  std::unique_ptr<Suspect> piece;  // a failing part that explains it
  Trail trail;
  std::optional<TrailStep> faulty;
  bool is_at_error = true;  // the law finds its first error there, or finds none
  bool is_single = true;    // no other transition of it is faulty
  Context context = Context::kNone;
  bool is_due_to_call = false;  // to the call before it, which is no chance
  Severity severity = Severity::kMemory;
};

Context context_of(const Check& check, Kind kind) {
  if (shows_in(kind) == ShowsIn::kCall) return Context::kCall;
  if (kind == Kind::kNondeterministic) return Context::kNondeterministic;
  if (check.how.environment != Environment::kPlain) return Context::kEnvironment;
  if (kind == Kind::kKeepsState || check.how.has_prelude()) return Context::kState;
  if (kind == Kind::kDependsOnPosition) return Context::kPosition;
  if (kind == Kind::kDependsOnChunks || !check.how.cuts.empty()) return Context::kChunks;
  if (is_too_little(check.how.room)) return Context::kCapacity;
  if (check.how.room != Room::kExact) return Context::kRoom;
  if (check.how.placement != Placement::kEnd) return Context::kPlacement;
  return Context::kNone;
}

class Causes {
 public:
  Causes(Judge& judge, std::vector<Shown> shown)
      : judge_(judge), prober_(judge), items_(machine_of_items(judge)) {
    for (Shown& one : shown) suspects_.push_back({std::move(one), nullptr, {}, {}});
  }

  std::vector<Finding> run() {
    for (Suspect& suspect : suspects_) examine(suspect);
    find_roots();
    for (Suspect& suspect : suspects_) {
      if (suspect.context == Context::kNone) join(cause_of(suspect), suspect);
    }
    join_contexts();
    return ranked();
  }

 private:
  // A cause is named by the context that it needs, or by the kind of its plainest case.
  using Name = std::pair<Context, Kind>;
  static constexpr Name kMisreadUnit{Context::kUnit, Kind{}};
  static constexpr Name kMisreadLead{Context::kLead, Kind{}};
  static constexpr Name kGeneralAcceptance{Context::kAnyError, Kind::kAcceptsIllFormed};

  static const Machine& machine_of_items(Judge& judge) {
    return machine(
        {judge.law().machine().profile().dialect, PolicyId::kMaximalSubpart, Bom::kKeep});
  }

  void examine(Suspect& suspect) {
    const Check& check = suspect.shown.minimal;
    const Kind kind = suspect.shown.finding.kind;
    suspect.context = context_of(check, kind);
    suspect.severity = severity_of(kind);
    if (suspect.context == Context::kCall || suspect.context == Context::kNondeterministic) return;
    // A wrong demand for room is about room whatever its cause.
    if (suspect.context == Context::kNone && kind != Kind::kWrongCapacity &&
        needs_a_full_output(judge_, check)) {
      suspect.context = Context::kFull;
    }
    if (suspect.context == Context::kState) {
      suspect.is_due_to_call = judge_.is_due_to_call_before(check);
      state_is_sure_ = state_is_sure_ || suspect.is_due_to_call;
    }
    suspect.trail = trail_of(judge_.law().machine(), items_, check.units);
    if (is_misread_lead(suspect)) {
      suspect.faulty = suspect.trail.steps[0];
      return;
    }
    find_faulty(suspect, check.how.operation);
    if (suspect.context == Context::kChunks && !suspect.faulty) find_failing_piece(suspect);
    // A context is as bad as what happens in it.
    if (suspect.context != Context::kNone) {
      if (const auto plain = judge_.preliminary_kind(check)) suspect.severity = severity_of(*plain);
    }
    if (suspect.context != Context::kNone || suspect.faulty) return;
    // The law itself makes a byte order mark depend on its offset.
    if (kind != Kind::kBomHandling && needs_its_offset(judge_, check)) {
      suspect.context = Context::kPosition;
    } else if (needs_the_end(judge_, check)) {
      suspect.context = Context::kEnd;
    } else if (suspect.trail.error && law_error_of(check).offset == 0) {
      suspect.faulty = suspect.trail.steps[*suspect.trail.error];
      suspect.is_at_error = true;
    } else if (suspect.trail.items.size() == 1) {
      suspect.faulty = suspect.trail.items.front();
    } else {
      // The case is minimal, so the items in front are needed.
      suspect.context = Context::kHistory;
    }
  }

  // The units before a cut, as an input of their own, may fail as well; those behind it at an
  // offset of their chunk.
  void find_failing_piece(Suspect& suspect) {
    const Check& check = suspect.shown.minimal;
    for (const std::size_t cut : check.how.cuts) {
      const ByteView units = ByteView(check.units).first(cut);
      if (take_piece(suspect, Bytes(units.begin(), units.end()))) return;
    }
    for (const std::size_t cut : check.how.cuts) {
      if (!take_piece(suspect, units_behind(check, cut))) continue;
      if (suspect.piece->context == Context::kPosition) return;
      suspect.piece = nullptr;
    }
  }

  // With letters for the rest of an item that the cut divides.
  Bytes units_behind(const Check& check, std::size_t cut) const {
    const ByteView units = ByteView(check.units).subspan(cut);
    Bytes behind(units.begin(), units.end());
    const std::vector<std::size_t> ends = item_ends(items_, check.units);
    const auto end = std::ranges::lower_bound(ends, cut);
    if (end != ends.end()) {
      std::fill_n(behind.begin(), *end - cut, std::uint8_t{'A'});
    }
    return behind;
  }

  bool take_piece(Suspect& suspect, Bytes units) {
    const Check piece{std::move(units), plain(suspect.shown.minimal.how.operation)};
    const auto kind = judge_.preliminary_kind(piece);
    if (!kind) return false;
    suspect.piece = std::make_unique<Suspect>();
    suspect.piece->shown = {piece, {}};
    suspect.piece->shown.finding.kind = *kind;
    examine(*suspect.piece);
    return true;
  }

  IllFormed law_error_of(const Check& check) { return *judge_.law().about(check.units).error; }

  // The faulty feature nearest to the start state: a wrong start makes wrong what follows.
  void find_faulty(Suspect& suspect, Operation operation) {
    const Trail& trail = suspect.trail;
    // A form that is accepted is wrong where the law refuses it, whatever its other units do alone.
    if (suspect.shown.finding.kind <= Kind::kAcceptsFiveSixUnit && trail.error) {
      const TrailStep& step = trail.steps[*trail.error];
      if (prober_.is_faulty(operation, step.feature)) suspect.faulty = step;
      return;
    }
    const auto pending = [&](const TrailStep& step) {
      return judge_.law().machine().pending(step.feature.state);
    };
    for (std::size_t i = 0; i < trail.steps.size(); ++i) {
      const TrailStep& step = trail.steps[i];
      if (!prober_.is_faulty(operation, step.feature)) continue;
      if (suspect.faulty && suspect.faulty->feature != step.feature) suspect.is_single = false;
      if (suspect.faulty && pending(step) >= pending(*suspect.faulty)) continue;
      suspect.faulty = step;
      suspect.is_at_error = !trail.error || i == *trail.error || i == *trail.error + 1;
    }
    if (suspect.faulty) return;
    suspect.is_at_error = !trail.error;
    for (const TrailStep& step : trail.steps) {
      if (!prober_.leads_astray(operation, step.feature)) continue;
      suspect.faulty = step;
      return;
    }
    for (const TrailStep& item : trail.items) {
      if (!prober_.is_faulty(operation, item.feature)) continue;
      suspect.faulty = item;
      return;
    }
    if (needs_its_bom(suspect)) suspect.faulty = trail.items.front();
  }

  // A byte order mark is one at the start only, so its item is sound elsewhere.
  bool needs_its_bom(const Suspect& suspect) {
    const Check& check = suspect.shown.minimal;
    if (suspect.trail.items.empty()) return false;
    const Bytes& first = suspect.trail.items.front().feature.item;
    const Answer answer = items_.decode(first);
    if (answer.values != std::vector<std::uint64_t>{0xFEFF}) return false;
    Check rest = check;
    remove_units(rest, 0, first.size());
    return judge_.passes(rest);
  }

  static auto order_of(const Suspect& suspect) {
    // A wrong value of a well-formed sequence can look like any other value, U+FFFD too.
    const bool is_value = !suspect.trail.error && suspect.severity >= Severity::kText;
    const Severity severity = is_value ? Severity::kText : suspect.severity;
    const std::uint64_t checks = is_value ? suspect.shown.finding.checks : 0;
    return std::tuple(!suspect.is_at_error, !suspect.is_single, severity, ~checks);
  }
  // Where one cause refuses sequences of all lengths, those shown most often are not the plainest.
  static auto order_to_show(const Suspect& suspect) {
    constexpr int kOfSameWeight = 4;  // bits of a number of checks
    const bool is_refused = suspect.shown.finding.kind == Kind::kRejectsWellFormed;
    const auto weight = std::bit_width(suspect.shown.finding.checks) / kOfSameWeight;
    const auto [is_late, is_several, severity, checks] = order_of(suspect);
    return std::tuple(is_late, is_several, severity,
                      is_refused ? ~static_cast<std::uint64_t>(weight) : checks);
  }
  static bool is_better(const Suspect& a, const Suspect& b) {
    if (order_of(a) != order_of(b)) return order_of(a) < order_of(b);
    return is_plainer(a.shown.minimal, b.shown.minimal);
  }

  FeatureClass class_of(const CauseFeature& feature) const {
    return placemat::class_of(judge_.law().machine(), feature);
  }

  ErrorClass error_class_of(const CauseFeature& feature) const {
    return std::get<ErrorClass>(class_of(feature));
  }

  // The best suspect of a feature names the cause, also for the features of its class that
  // fail in its place in the same way.
  struct Root {
    const Suspect* suspect;
    Name name;
  };

  void find_roots() {
    std::map<CauseFeature, const Suspect*> best;
    for (const Suspect& suspect : suspects_) {
      if (suspect.context != Context::kNone) continue;
      const Suspect*& place = best[suspect.faulty->feature];
      if (place == nullptr || is_better(suspect, *place)) place = &suspect;
    }
    std::vector<const Suspect*> in_order;
    for (const auto& [feature, suspect] : best) in_order.push_back(suspect);
    std::ranges::sort(in_order,
                      [](const Suspect* a, const Suspect* b) { return is_better(*a, *b); });
    add_roots(in_order);
    name_general_acceptance();
    name_misread_units();
    // The other units that such a root explained have a cause of their own.
    add_roots(in_order);
  }

  void add_roots(const std::vector<const Suspect*>& in_order) {
    for (const Suspect* suspect : in_order) {
      const CauseFeature& feature = suspect->faulty->feature;
      if (find_root(feature) != nullptr) continue;
      const Name name = is_misread(feature) ? kMisreadUnit
                        : is_misread_lead(*suspect)
                            ? kMisreadLead
                            : Name{Context::kNone, suspect->shown.finding.kind};
      roots_[class_of(feature)].push_back({suspect, name});
    }
  }

  const Root* find_root(const CauseFeature& feature) {
    const auto roots = roots_.find(class_of(feature));
    if (roots == roots_.end()) return nullptr;
    const auto root = std::ranges::find_if(roots->second,
                                           [&](const Root& one) { return explains(one, feature); });
    return root == roots->second.end() ? nullptr : &*root;
  }
  bool explains(const Root& root, const CauseFeature& feature) {
    const Suspect& shown = *root.suspect;
    if (shown.faulty->feature == feature) return true;
    if (root.name == kMisreadUnit && !is_misread(feature)) return false;
    const auto [place, is_new] = explained_.try_emplace({&shown, feature});
    if (is_new) {
      const Check check = with(shown.shown.minimal, *shown.faulty, feature);
      place->second = judge_.preliminary_kind(check) == shown.shown.finding.kind ||
                      (is_missing(shown.shown.minimal) && is_missing(check));
    }
    return place->second;
  }
  // A lost value and a lost replacement have different kinds.
  bool is_missing(const Check& check) {
    const auto difference = judge_.difference(check);
    return difference && difference->is_missing();
  }

  // What takes nearly every class of ill-formed input, lone continuations too, has one
  // fault and not one for each.
  void name_general_acceptance() {
    constexpr std::size_t kNearlyAll = 6;
    std::set<ErrorClass> classes;
    for_each_root([&](const Root& root) {
      if (accepts(root)) classes.insert(error_class_of(root.suspect->faulty->feature));
    });
    if (classes.size() < kNearlyAll || !classes.contains(ErrorClass::kLoneContinuation)) return;
    for_each_root([&](Root& root) {
      if (accepts(root)) root.name = kGeneralAcceptance;
    });
  }
  // A unit that is read as another in several states has one fault and not one for each state.
  void name_misread_units() {
    std::map<std::uint16_t, std::vector<Root*>> by_unit;
    for_each_root([&](Root& root) {
      const CauseFeature& feature = root.suspect->faulty->feature;
      const bool is_unit = feature.item.empty() && feature.symbol != Machine::kEnd;
      if (is_unit && root.name.first == Context::kNone) by_unit[feature.symbol].push_back(&root);
    });
    for (auto& [symbol, roots] : by_unit) {
      if (roots.size() < 2) continue;
      const auto unit = static_cast<std::uint8_t>(symbol);
      const auto other = what_is_read(unit, roots);
      if (!other || !is_due_to(unit, roots)) continue;
      for (Root* root : roots) root->name = kMisreadUnit;
      misread_units_.insert(symbol);
      misread_ +=
          fmt::format("{}{:02X} is {}", misread_.empty() ? "" : ", ", unit,
                      is_in_no_sequence(*other) ? "refused wherever it stands"
                                                : fmt::format("classified like {:02X}", *other));
    }
  }

  // The units that a unit takes along that begins no sequence, itself included.
  std::size_t lead_length(const Suspect& suspect) {
    const Check& check = suspect.shown.minimal;
    if (suspect.context != Context::kNone || check.units.empty()) return 0;
    return prober_.lead_length(check);
  }
  // Whatever comes out: the kind would say that the sequence has another length.
  bool is_misread_lead(const Suspect& suspect) {
    const std::size_t length = lead_length(suspect);
    return length > 1 && length != announced_of_1993(suspect.shown.minimal.units[0]);
  }

  bool is_misread(const CauseFeature& feature) const {
    return feature.item.empty() && misread_units_.contains(feature.symbol);
  }

  // The unit that explains every answer to the roots' cases, and to `unit` in each state, when the
  // law reads it in the place of `unit`.
  std::optional<std::uint8_t> what_is_read(std::uint8_t unit, const std::vector<Root*>& roots) {
    for (const std::uint8_t other : class_firsts(judge_.law().machine())) {
      const bool explains_all = std::ranges::all_of(roots, [&](const Root* root) {
        const Check& check = root->suspect->shown.minimal;
        Bytes units = check.units;
        std::ranges::replace(units, unit, other);
        return judge_.answers_like(check, units);
      });
      const Operation operation = roots.front()->suspect->shown.minimal.how.operation;
      if (explains_all && prober_.is_read_as(operation, unit, other)) return other;
    }
    return std::nullopt;
  }

  bool is_in_no_sequence(std::uint8_t unit) const {
    for (std::size_t state = 0; state < items_.state_count(); ++state) {
      if (items_.at(static_cast<Machine::State>(state), unit).error_length == 0) return false;
    }
    return true;
  }

  // False where every other unit of its class fails too.
  bool is_due_to(std::uint8_t unit, const std::vector<Root*>& roots) {
    const Machine& machine = judge_.law().machine();
    const std::vector<std::uint8_t>& units = machine.classes()[machine.class_of(unit)];
    return units.size() == 1 || std::ranges::any_of(units, [&](std::uint8_t sibling) {
             return sibling != unit && std::ranges::all_of(roots, [&](const Root* root) {
                      Check check = root->suspect->shown.minimal;
                      std::ranges::replace(check.units, unit, sibling);
                      return judge_.passes(check);
                    });
           });
  }

  static bool accepts(const Root& root) {
    return severity_of(root.name.second) == Severity::kAcceptance;
  }
  void for_each_root(const auto& act) {
    for (auto& [feature, roots] : roots_) {
      for (Root& root : roots) act(root);
    }
  }

  // A symptom has the damage of its root, or only counts and offsets that follow from it. Where an
  // error does other damage than the root does in the same operation, it is a cause of its own.
  Name cause_of(const Suspect& suspect) {
    const Root& root = *find_root(suspect.faulty->feature);
    const Suspect& shown = *root.suspect;
    const bool is_by_kind = root.name.first == Context::kNone;
    const bool is_grave = suspect.severity <= Severity::kText;
    if (!is_by_kind || !is_grave || !suspect.trail.error || !shown.trail.error) return root.name;
    Check check = shown.shown.minimal;
    check.how.operation = suspect.shown.minimal.how.operation;
    const auto kind = judge_.preliminary_kind(check);
    const bool is_other = kind && severity_of(*kind) != suspect.severity;
    return is_other ? Name{Context::kNone, suspect.shown.finding.kind} : root.name;
  }

  const Name* name_of(const Suspect& suspect) {
    const TrailStep* step = suspect.faulty ? &*suspect.faulty : nullptr;
    // At the end of the input, another operation may show what is wrong with its last units.
    // With another context, a transition that is sound without it explains nothing.
    if (suspect.context == Context::kEnd && suspect.trail.error) {
      step = &suspect.trail.steps[*suspect.trail.error];
    }
    const Root* root = step == nullptr ? nullptr : find_root(step->feature);
    return root == nullptr ? nullptr : &root->name;
  }
  bool is_named(const Name& name) {
    bool found = false;
    for_each_root([&](const Root& root) { found = found || root.name == name; });
    return found;
  }

  void join(const Name& name, const Suspect& suspect) { causes_[name].push_back(&suspect); }

  // What needs a context is a cause of its own, unless every finding of it is explained
  // without the context too.
  void join_contexts() {
    std::map<Name, std::vector<const Suspect*>> contexts;
    for (const Suspect& suspect : suspects_) {
      if (suspect.context != Context::kNone) contexts[context_name(suspect)].push_back(&suspect);
    }
    const auto is_cause = [&](const Name& name) {
      return is_named(name) || contexts.contains(name);
    };
    for (auto& [name, suspects] : contexts) {
      std::vector<std::optional<Name>> known;
      for (const Suspect* one : suspects) known.push_back(explanation_of(*one));
      const bool is_known = std::ranges::all_of(
          known, [&](const auto& one) { return one && *one != name && is_cause(*one); });
      for (std::size_t i = 0; i < suspects.size(); ++i) {
        join(is_known ? *known[i] : name, *suspects[i]);
      }
    }
  }

  // The cause that explains a suspect without its context.
  std::optional<Name> explanation_of(const Suspect& suspect) {
    const auto in_memory = [](Kind kind) { return shows_in(kind) == ShowsIn::kMemory; };
    if (const Name* name = name_of(suspect)) {
      // A wrong answer explains no misuse of memory.
      const bool explains = in_memory(name->second) || !in_memory(suspect.shown.finding.kind);
      return explains ? std::optional(*name) : std::nullopt;
    }
    if (!suspect.piece) return std::nullopt;
    if (suspect.piece->context == Context::kNone) return explanation_of(*suspect.piece);
    return context_name(*suspect.piece);
  }

  Name context_name(const Suspect& suspect) {
    const Kind kind = suspect.shown.finding.kind;
    // The same that happens without the context.
    if (is_named({Context::kNone, kind})) return {Context::kNone, kind};
    if (suspect.context == Context::kEnd && suspect.severity == Severity::kAcceptance) {
      if (const Root* at_end = find_acceptance_at_end()) return at_end->name;
    }
    switch (suspect.context) {
      case Context::kCall:
      case Context::kPlacement:
      case Context::kCapacity:
        return {suspect.context, kind};
      case Context::kState:
        return {is_by_chance(suspect) ? Context::kNondeterministic : Context::kState, Kind{}};
      case Context::kNondeterministic:
        return {state_is_sure_ ? Context::kState : Context::kNondeterministic, Kind{}};
      default:
        return {suspect.context, Kind{}};
    }
  }

  // What accepts any unit at the end accepts a sequence that the end cuts off.
  const Root* find_acceptance_at_end() {
    const Root* found = nullptr;
    for_each_root([&](const Root& root) {
      const bool is_at_end = root.suspect->faulty->feature.symbol == Machine::kEnd;
      if (is_at_end && accepts(root)) found = &root;
    });
    return found;
  }

  // Where answers change by chance, a call before another is no explanation. Where the call before
  // is one, what else looks like chance has it too.
  bool is_by_chance(const Suspect& suspect) const {
    return suspect.shown.minimal.how.ending == Ending::kCall && !suspect.is_due_to_call &&
           std::ranges::any_of(suspects_, [](const Suspect& other) {
             return other.context == Context::kNondeterministic;
           });
  }

  std::vector<Finding> ranked() {
    std::vector<std::pair<Severity, Finding>> all;
    for (auto& [name, suspects] : causes_) {
      std::ranges::sort(suspects, [&](const Suspect* a, const Suspect* b) {
        const auto order = [&](const Suspect* one) {
          const bool is_general = name == kGeneralAcceptance;
          return std::tuple(!represents(*one, name), is_without_its_call(*one),
                            is_general ? ~one->shown.finding.checks : std::uint64_t{0},
                            order_to_show(*one));
        };
        if (order(a) != order(b)) return order(a) < order(b);
        return is_plainer(a->shown.minimal, b->shown.minimal);
      });
      const Suspect& first = *suspects.front();
      Finding finding = first.shown.finding;
      finding.pattern = name == kMisreadUnit ? misread_ : pattern_of(first);
      for (std::size_t i = 1; i < suspects.size(); ++i) {
        add_symptom(finding, suspects[i]->shown.finding);
      }
      all.emplace_back(first.severity, std::move(finding));
    }
    std::ranges::sort(all, [](const auto& a, const auto& b) {
      const auto order = [](const auto& one) {
        const Finding& f = one.second;
        return std::tuple<bool, Severity, std::uint64_t, const std::string&>(
            f.kind != Kind::kNondeterministic, one.first, ~f.checks, f.key);
      };
      return order(a) < order(b);
    });
    std::vector<Finding> findings;
    for (auto& [severity, finding] : all) findings.push_back(std::move(finding));
    return findings;
  }

  std::string pattern_of(const Suspect& suspect) {
    const Check& check = suspect.shown.minimal;
    if (suspect.context == Context::kPosition) return pattern_of_position(judge_, check);
    if (suspect.context == Context::kCall) {
      return pattern_of_number(judge_, check, suspect.shown.finding.kind);
    }
    if (suspect.context == Context::kNondeterministic) return pattern_of_chance(judge_, check);
    if (suspect.context == Context::kEnd) return pattern_of_end(judge_, check);
    if (suspect.context == Context::kFull) return "only with no room to spare";
    if (suspect.context == Context::kHistory) return pattern_of_history(check);
    // A form that is accepted has the length that its lead announces.
    const bool is_form = suspect.shown.finding.kind <= Kind::kAcceptsFiveSixUnit;
    const std::size_t length = lead_length(suspect);
    if (length > 1 && !(is_form && length == announced_of_1993(check.units[0]))) {
      return fmt::format("{:02X} is taken as a lead of {} bytes", check.units[0], length);
    }
    const bool is_offset = suspect.shown.finding.kind == Kind::kWrongErrorOffset;
    return is_offset ? pattern_of_error(judge_, check) : std::string();
  }

  // The items in front of the error, where it passes without them and behind others.
  std::string pattern_of_history(const Check& check) {
    const Expectation& law = judge_.law().about(check.units);
    const std::size_t error = law.error ? law.error->offset : 0;
    const std::string front = to_spaced_hex(ByteView(check.units).first(error));
    for (const Bytes& other : {Bytes{}, Bytes{'A'}, Bytes{0xC3, 0xA9}}) {
      Check changed = check;
      changed.units.erase(changed.units.begin(),
                          changed.units.begin() + static_cast<std::ptrdiff_t>(error));
      changed.units.insert(changed.units.begin(), other.begin(), other.end());
      if (!judge_.passes(changed)) return {};
    }
    return error == 0 ? std::string() : "only after " + front;
  }

  // A failure that needs a call before it, which its check does not name: it cannot be replayed.
  static bool is_without_its_call(const Suspect& suspect) {
    return suspect.shown.finding.kind == Kind::kKeepsState &&
           !suspect.shown.minimal.how.has_prelude();
  }

  // Findings that show the cause as it is named, before those that were folded into it.
  static bool represents(const Suspect& suspect, const Name& name) {
    const auto& [context, kind] = name;
    if (context == Context::kPosition) {
      return suspect.shown.finding.kind == Kind::kDependsOnPosition;
    }
    const bool is_by_kind = context == Context::kNone || name == kGeneralAcceptance;
    if (is_by_kind) return suspect.shown.finding.kind == kind;
    return suspect.context == context;
  }

  Judge& judge_;
  Prober prober_;
  const Machine& items_;
  std::vector<Suspect> suspects_;
  bool state_is_sure_ = false;
  std::map<FeatureClass, std::vector<Root>> roots_;
  std::set<std::uint16_t> misread_units_;
  std::string misread_;  // in words
  std::map<std::pair<const Suspect*, CauseFeature>, bool> explained_;
  std::map<Name, std::vector<const Suspect*>> causes_;
};

}  // namespace

void add_symptom(Finding& finding, const Finding& symptom) {
  finding.checks += symptom.checks;
  finding.symptoms.push_back({symptom.kind, symptom.key, symptom.operation, symptom.minimal,
                              symptom.conditions, symptom.expected, symptom.seen, symptom.replay,
                              symptom.checks});
}

std::vector<Finding> by_kind(std::vector<Shown> shown) {
  std::ranges::stable_sort(shown, [](const Shown& a, const Shown& b) {
    const auto rank = [](const Shown& one) {
      return std::pair(severity_of(one.finding.kind), one.finding.kind);
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return is_plainer(a.minimal, b.minimal);
  });
  std::vector<Finding> findings;
  for (Shown& one : shown) {
    if (!findings.empty() && findings.back().kind == one.finding.kind)
      add_symptom(findings.back(), one.finding);
    else
      findings.push_back(std::move(one.finding));
  }
  return findings;
}

std::vector<Finding> by_cause(Judge& judge, std::vector<Shown> shown) {
  return Causes(judge, std::move(shown)).run();
}

}  // namespace placemat
