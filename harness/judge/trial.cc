#include "harness/judge/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace placemat {
namespace {

// Answers are asked for again this often before "it passes now" is believed.
constexpr int kRepeats = 4;

bool wants_utf16(const Decoder& d) {
  return d.strict16 != nullptr || d.lossy16 != nullptr || d.length16 != nullptr;
}

std::string_view name_of(Before::Ending ending) {
  return ending == Before::Ending::kReset ? "reset" : "finish";
}

bool is_about_memory(Kind kind) {
  return kind == Kind::kOverRead || kind == Kind::kOverWrite || kind == Kind::kCrash ||
         kind == Kind::kHang;
}

}  // namespace

std::string conditions(const Trial& trial) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!trial.cuts.empty()) add(fmt::format("in {} chunks", trial.cuts.size() + 1));
  if (trial.pad > 0) add(fmt::format("behind {} units", trial.pad));
  if (trial.tail > 0) add(fmt::format("before {} units", trial.tail));
  if (trial.placement == Placement::kNul) add("with a NUL behind");
  if (trial.placement == Placement::kStart) add("right behind a guard page");
  if (trial.capacity == Trial::Capacity::kOneShort) add("with one value too little capacity");
  if (trial.capacity == Trial::Capacity::kZero) add("with capacity 0");
  if (trial.ending != Before::Ending::kNone) {
    add(fmt::format("on a stream that had {} and then a {}", to_spaced_hex(trial.before),
                    name_of(trial.ending)));
  }
  return text;
}

std::string to_arguments(const Trial& trial) {
  std::string text = fmt::format("'{}' --operation {}", to_text({trial.units, trial.cuts}),
                                 name_of(trial.operation));
  if (trial.pad > 0) text += fmt::format(" --pad {}", trial.pad);
  if (trial.tail > 0) text += fmt::format(" --tail {}", trial.tail);
  if (trial.placement == Placement::kNul) text += " --placement nul";
  if (trial.placement == Placement::kStart) text += " --placement start";
  if (trial.capacity == Trial::Capacity::kOneShort) text += " --capacity short";
  if (trial.capacity == Trial::Capacity::kZero) text += " --capacity zero";
  if (trial.ending != Before::Ending::kNone) {
    text += fmt::format(" --before '{}' --ending {}", to_spaced_hex(trial.before),
                        name_of(trial.ending));
  }
  return text;
}

bool is_plainer(const Trial& a, const Trial& b) {
  const auto rank = [](const Trial& t) {
    return std::tuple(t.ending != Before::Ending::kNone, t.before.size(),
                      t.capacity != Trial::Capacity::kExact, t.placement != Placement::kEnd,
                      t.pad + t.tail > 0, t.cuts.size(), t.units.size(), std::cref(t.units).get(),
                      t.operation, t.cuts, t.before, t.pad, t.tail, t.capacity, t.placement,
                      t.ending);
  };
  return rank(a) < rank(b);
}

Court::Court(Caller& caller, const Profile& judged_as)
    : caller_(caller), law_(judged_as, wants_utf16(caller.decoder())) {}

struct Court::Seen {
  const Expectation* law;
  Observation observation;
  bool agrees;
};

Court::Seen Court::look(const Trial& trial) {
  const Expectation& law = law_.about(trial.units);
  const std::size_t exact = needed(trial.operation, law);
  std::size_t capacity = exact;
  if (trial.capacity == Trial::Capacity::kOneShort) capacity = exact > 0 ? exact - 1 : 0;
  if (trial.capacity == Trial::Capacity::kZero) capacity = 0;
  Call call{trial.operation, trial.units, trial.cuts,
            trial.placement, capacity,    {trial.before, trial.ending}};
  Observation seen = caller_.call(call);
  bool right = agrees(caller_.decoder(), trial.operation, capacity, law, seen);
  // With more room a decoder may show what it wanted to write.
  const bool ran_out = seen.outcome == Observation::Outcome::kAnswered &&
                       seen.status == PLACEMAT_NO_CAPACITY && capacity == exact;
  if (!right && ran_out && !is_stream(trial.operation)) {
    call.capacity = 2 * trial.units.size() + 2 * PLACEMAT_MAX_SEQUENCE;
    const Observation roomy = caller_.call(call);
    if (!agrees(caller_.decoder(), trial.operation, call.capacity, law, roomy))
      seen = roomy;
    else
      seen.status = PLACEMAT_NO_CAPACITY, seen.count = 0;
  }
  return {&law, seen, right};
}

std::optional<Kind> Court::first_sight(const Trial& trial) {
  const Seen seen = look(trial);
  if (seen.agrees) return std::nullopt;
  if (trial.capacity != Trial::Capacity::kExact &&
      seen.observation.outcome == Observation::Outcome::kAnswered) {
    return Kind::kWrongCapacity;
  }
  return classify(trial.operation, *seen.law, seen.observation);
}

bool Court::passes(Trial trial) { return look(trial).agrees; }

Kind Court::in_context(const Trial& trial, Kind kind) {
  if (is_about_memory(kind)) return kind;
  const auto passes_with = [&](auto change) {
    Trial other = trial;
    change(other);
    return other != trial && passes(other);
  };
  if (passes_with([](Trial& t) { t.ending = Before::Ending::kNone, t.before.clear(); })) {
    return Kind::kKeepsState;
  }
  if (passes_with([](Trial& t) { t.cuts.clear(); })) return Kind::kDependsOnChunks;
  if (trial.placement == Placement::kNul &&
      passes_with([](Trial& t) { t.placement = Placement::kEnd; })) {
    return Kind::kOverRead;
  }
  if (passes_with([](Trial& t) { t.placement = Placement::kEnd; })) return Kind::kDependsOnPosition;
  if (trial.pad + trial.tail > 0 && passes_with([](Trial& t) {
        t.units.erase(t.units.end() - static_cast<std::ptrdiff_t>(t.tail), t.units.end());
        t.units.erase(t.units.begin(), t.units.begin() + static_cast<std::ptrdiff_t>(t.pad));
        for (std::size_t& cut : t.cuts)
          cut = std::min(cut > t.pad ? cut - t.pad : 0, t.units.size());
        t.pad = t.tail = 0;
      })) {
    return Kind::kDependsOnPosition;
  }
  return kind;
}

std::optional<Failure> Court::judge(const Trial& trial) {
  for (int i = 0; i < kRepeats; ++i) {
    const Seen seen = look(trial);
    if (seen.agrees) continue;
    Failure failure{Kind::kWrongValue, describe(caller_.decoder(), trial.operation, *seen.law),
                    describe(trial.operation, seen.observation)};
    if (i > 0) {
      failure.kind = Kind::kNondeterministic;
      return failure;
    }
    if (trial.capacity != Trial::Capacity::kExact) {
      failure.expected = "no capacity, and nothing written past it";
    }
    failure.kind = first_sight(trial).value_or(Kind::kNondeterministic);
    if (failure.kind != Kind::kNondeterministic) failure.kind = in_context(trial, failure.kind);
    return failure;
  }
  return std::nullopt;
}

}  // namespace placemat
