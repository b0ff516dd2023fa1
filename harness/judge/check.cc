#include "harness/judge/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "harness/generate/items.h"

namespace placemat {
namespace {

// Answers are asked for again this often before "it passes now" is believed.
constexpr int kRepeats = 4;

bool wants_utf16(const Decoder& d) {
  return d.strict16 != nullptr || d.lossy16 != nullptr || d.length16 != nullptr;
}

std::string_view name_of(Before::Ending ending) {
  if (ending == Before::Ending::kCall) return "call";
  if (ending == Before::Ending::kBeside) return "beside";
  return ending == Before::Ending::kReset ? "reset" : "finish";
}

// What a decoder did instead of answering keeps its name in any context.
bool is_about_memory(Kind kind) {
  return kind == Kind::kOverRead || kind == Kind::kOverWrite || kind >= Kind::kCrash;
}

// Of two units the plainer: 'A' before all, because 00 is a special case to
// many decoders and no letter to a reader.
constexpr unsigned rank_of(std::uint8_t unit) { return unit == 'A' ? 0u : unit + 1u; }

bool are_plainer(const Bytes& a, const Bytes& b) {
  return std::ranges::lexicographical_compare(a, b, {}, rank_of, rank_of);
}

// The operation whose answer a length function announces.
std::optional<Operation> announced_by(const Decoder& decoder, Operation length, bool well_formed) {
  const bool wide = length == Operation::kLength32;
  const Operation lossy = wide ? Operation::kLossy32 : Operation::kLossy16;
  const Operation strict = wide ? Operation::kStrict32 : Operation::kStrict16;
  if (has(decoder, lossy)) return lossy;
  if (well_formed && has(decoder, strict)) return strict;
  return std::nullopt;
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
  if (trial.placement == Placement::kNull) add("with what is empty at NULL");
  if (trial.capacity == Trial::Capacity::kAmple) add("with room to spare");
  if (trial.capacity == Trial::Capacity::kOneShort) add("with one value too little capacity");
  if (trial.capacity == Trial::Capacity::kZero) add("with capacity 0");
  if (trial.ending == Before::Ending::kCall) {
    add(fmt::format("after a call with {}", to_spaced_hex(trial.before)));
  } else if (trial.ending == Before::Ending::kBeside) {
    add(fmt::format("beside another stream, given {} before each chunk",
                    to_spaced_hex(trial.before)));
  } else if (trial.ending != Before::Ending::kNone) {
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
  if (trial.placement == Placement::kNull) text += " --placement null";
  if (trial.capacity == Trial::Capacity::kAmple) text += " --capacity ample";
  if (trial.capacity == Trial::Capacity::kOneShort) text += " --capacity short";
  if (trial.capacity == Trial::Capacity::kZero) text += " --capacity zero";
  if (trial.ending != Before::Ending::kNone) {
    text += fmt::format(" --before '{}' --ending {}", to_spaced_hex(trial.before),
                        name_of(trial.ending));
  }
  return text;
}

bool is_plainer(const Trial& a, const Trial& b) {
  const auto first = [](const Trial& t) {
    return std::tuple(t.ending != Before::Ending::kNone, t.before.size(),
                      t.capacity != Trial::Capacity::kExact, t.placement != Placement::kEnd,
                      t.pad + t.tail > 0, t.cuts.size(), t.units.size());
  };
  if (first(a) != first(b)) return first(a) < first(b);
  if (a.units != b.units) return are_plainer(a.units, b.units);
  const auto then = [](const Trial& t) {
    return std::tie(t.operation, t.cuts, t.before, t.pad, t.tail, t.capacity, t.placement,
                    t.ending);
  };
  return then(a) < then(b);
}

void leave_out(Trial& t, std::size_t at, std::size_t count) {
  const std::size_t case_end = t.units.size() - t.tail;
  const auto overlap = [&](std::size_t from, std::size_t to) {
    const std::size_t low = std::max(at, from), high = std::min(at + count, to);
    return high > low ? high - low : 0;
  };
  const std::size_t from_pad = overlap(0, t.pad);
  const std::size_t from_tail = overlap(case_end, t.units.size());
  const auto begin = t.units.begin() + static_cast<std::ptrdiff_t>(at);
  t.units.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  t.pad -= from_pad;
  t.tail -= from_tail;
  for (std::size_t& cut : t.cuts) {
    if (cut >= at + count)
      cut -= count;
    else if (cut > at)
      cut = at;
  }
}

Court::Court(Caller& caller, const Profile& judged_as, Caller* primary)
    : caller_(caller),
      primary_(primary == nullptr ? caller : *primary),
      law_(judged_as, wants_utf16(caller.decoder())),
      items_(machine({judged_as.dialect, PolicyId::kMaximalSubpart, Bom::kKeep})) {}

struct Court::Seen {
  const Expectation* law;
  Observation observation;
  bool agrees;
};

Court::Seen Court::ask(const Trial& trial) {
  const Expectation& law = law_.about(trial.units);
  const std::size_t capacity =
      room_of(trial.capacity, needed(trial.operation, law), trial.units.size());
  const Observation seen = caller_.call({trial.operation,
                                         trial.units,
                                         trial.cuts,
                                         trial.placement,
                                         capacity,
                                         {trial.before, trial.ending}});
  return {&law, seen, agrees(caller_.decoder(), trial.operation, capacity, law, seen)};
}

Court::Seen Court::look(const Trial& trial) {
  Seen seen = ask(trial);
  Observation& answer = seen.observation;
  // With more room a decoder may show what it wanted to write.
  const bool ran_out = answer.outcome == Observation::Outcome::kAnswered &&
                       answer.status == PLACEMAT_NO_CAPACITY &&
                       trial.capacity == Trial::Capacity::kExact;
  if (seen.agrees || !ran_out || is_stream(trial.operation)) return seen;
  const std::size_t room = 2 * trial.units.size() + 2 * PLACEMAT_MAX_SEQUENCE;
  const Observation roomy = caller_.call({trial.operation,
                                          trial.units,
                                          trial.cuts,
                                          trial.placement,
                                          room,
                                          {trial.before, trial.ending}});
  if (agrees(caller_.decoder(), trial.operation, room, *seen.law, roomy))
    answer.values = nullptr, answer.count = 0;
  else
    answer = roomy;
  return seen;
}

// A length function that announces what decoding writes is right about that;
// what decoding writes is wrong, and the kind is decoding's.
std::optional<Kind> Court::kind_of_decoding(const Trial& trial, std::size_t announced) {
  const bool well_formed = law_.about(trial.units).is_well_formed();
  const auto operation = announced_by(caller_.decoder(), trial.operation, well_formed);
  if (!operation) return std::nullopt;
  Trial decoding = trial;
  decoding.operation = *operation;
  const Seen decoded = look(decoding);
  if (decoded.observation.count != announced) return std::nullopt;
  return first_sight(decoding, decoded);
}

std::optional<Kind> Court::first_sight(const Trial& trial, const Seen& seen) {
  if (seen.agrees) return std::nullopt;
  if (seen.observation.outcome == Observation::Outcome::kAnswered) {
    if (is_too_little(trial.capacity)) return Kind::kWrongCapacity;
    if (is_length(trial.operation)) {
      if (const auto kind = kind_of_decoding(trial, seen.observation.count)) return kind;
    }
  }
  return classify(trial.operation, *seen.law, seen.observation);
}

bool Court::passes(const Trial& trial) { return look(trial).agrees; }

std::optional<Kind> Court::first_sight(const Trial& trial) {
  return first_sight(trial, look(trial));
}

// Leaves out conditions that the failure does not need.
bool Court::drop_conditions(Trial& trial) {
  bool better = false;
  const auto try_without = [&](auto change) {
    Trial plainer = trial;
    change(plainer);
    if (plainer == trial || passes(plainer)) return;
    trial = std::move(plainer);
    better = true;
  };
  try_without([](Trial& t) { t.capacity = Trial::Capacity::kExact; });
  // Without a call of ours before it, another one stands there.
  if (trial.ending != Before::Ending::kCall) {
    try_without([](Trial& t) { t.ending = Before::Ending::kNone, t.before.clear(); });
  }
  try_without([](Trial& t) { t.cuts.clear(); });
  try_without([](Trial& t) { t.placement = Placement::kEnd; });
  return better;
}

// Leaves out items at the front or at the back, many at a time and then one by
// one, for as long as what remains still fails.
bool Court::drop_items(Trial& trial, bool at_front) {
  bool better = false;
  // What remains may fail in another way, but ill-formed input that was
  // accepted must not become a mere wrong offset of its first units.
  const auto accepts = [](std::optional<Kind> kind) { return kind && row_of(*kind).glyph == 'A'; };
  const bool must_accept = accepts(first_sight(trial));
  const auto still_fails = [&](const Trial& less) {
    return must_accept ? accepts(first_sight(less)) : !passes(less);
  };
  std::size_t count = item_ends(items_, trial.units).size();
  while (count > 0) {
    const std::vector<std::size_t> ends = item_ends(items_, trial.units);
    count = std::min(count, ends.size());
    if (count == 0) break;
    const std::size_t from = count == ends.size() ? 0 : ends[ends.size() - count - 1];
    Trial less = trial;
    if (at_front)
      leave_out(less, 0, ends[count - 1]);
    else
      leave_out(less, from, less.units.size() - from);
    if (still_fails(less)) {
      trial = std::move(less);
      better = true;
    } else {
      count /= 2;
    }
  }
  return better;
}

Trial Court::core_of(const Trial& trial) {
  Trial core = trial;
  bool better = true;
  while (better) {
    better = drop_conditions(core);
    better |= drop_items(core, true);
    better |= drop_items(core, false);
  }
  return core;
}

// Does well-formed text before or behind, further away than two items, or the
// offset alone change the answer? `trial` fails.
bool Court::depends_on_position(const Trial& trial) {
  Trial shifted = trial;
  shifted.units.insert(shifted.units.begin(), 'a');
  for (std::size_t& cut : shifted.cuts) ++cut;
  ++shifted.pad;
  if (passes(shifted)) return true;

  constexpr std::size_t kNeighbours = 2;
  const Expectation& law = law_.about(trial.units);
  const std::size_t error = law.error ? law.error->offset : trial.units.size();
  const std::vector<std::size_t> ends = item_ends(items_, ByteView(trial.units).first(error));
  if (ends.size() > kNeighbours) {
    Trial nearer = trial;
    leave_out(nearer, 0, ends[ends.size() - kNeighbours - 1]);
    if (passes(nearer)) return true;
  }
  constexpr std::size_t kLongTail = 4;
  const auto is_letter = [](std::uint8_t unit) { return unit >= 0x20 && unit <= 0x7E; };
  const auto last = std::find_if_not(trial.units.rbegin(), trial.units.rend(), is_letter);
  const auto tail = static_cast<std::size_t>(last - trial.units.rbegin());
  if (tail <= kLongTail) return false;
  Trial shorter = trial;
  leave_out(shorter, trial.units.size() - (tail - kLongTail), tail - kLongTail);
  return passes(shorter);
}

// An answer that was wrong once and is right now: is it wrong behind a call
// with something else?
std::optional<Failure> Court::judge_state(const Trial& trial) {
  if (trial.ending != Before::Ending::kNone) return std::nullopt;
  static const std::array<Bytes, 5> kBefore{Bytes{'A'}, Bytes{0xFF}, Bytes{0xE2, 0x82}, Bytes{0xC3},
                                            Bytes{0xEF, 0xBB, 0xBF}};
  for (const Bytes& before : kBefore) {
    Trial after = trial;
    after.before = before;
    after.ending = Before::Ending::kCall;
    auto failure = passes(after) ? std::nullopt : judge(after);
    if (failure && failure->kind == Kind::kKeepsState) return failure;
  }
  return std::nullopt;
}

// `core` has no condition that its failure does not need.
Kind Court::in_context(const Trial& core, Kind kind) {
  if (is_about_memory(kind)) return kind;
  if (core.ending == Before::Ending::kNone) {
    // The call before was one with the same units; behind a plain one?
    Trial calm = core;
    calm.before = {'A'};
    calm.ending = Before::Ending::kCall;
    if (passes(calm)) return Kind::kKeepsState;
  }
  if (core.ending != Before::Ending::kNone) return Kind::kKeepsState;
  if (!core.cuts.empty()) return Kind::kDependsOnChunks;
  if (core.placement == Placement::kNul) return Kind::kOverRead;
  if (core.placement == Placement::kStart) return Kind::kDependsOnPosition;
  // No more than the address is needed, which is no position in a text.
  if (core.placement == Placement::kNull) return kind;
  // What a BOM is depends on its position by law; an offset that is wrong is
  // so behind some texts and not behind others.
  const bool may_depend =
      kind != Kind::kBomHandling && kind != Kind::kWrongCapacity && kind != Kind::kWrongErrorOffset;
  return may_depend && depends_on_position(core) ? Kind::kDependsOnPosition : kind;
}

std::optional<Failure> Court::judge(const Trial& trial) {
  for (int i = 0; i < kRepeats; ++i) {
    const Seen seen = look(trial);
    if (seen.agrees) continue;
    Failure failure{Kind::kNondeterministic,
                    describe(caller_.decoder(), trial.operation, *seen.law),
                    describe(trial.operation, seen.observation), trial};
    if (is_too_little(trial.capacity)) {
      failure.expected = "no capacity, and nothing written past it";
    }
    if (i > 0) return failure;
    if (seen.observation.outcome == Observation::Outcome::kHang || seen.observation.is_fatal) {
      // Each further question would take as long.
      failure.kind = classify(trial.operation, *seen.law, seen.observation);
      failure.is_fatal = seen.observation.is_fatal;
      return failure;
    }
    for (int again = 1; again < kRepeats; ++again) {
      if (ask(trial).agrees) return failure;
    }
    failure.core = core_of(trial);
    const auto kind = first_sight(failure.core);
    if (kind) failure.kind = in_context(failure.core, *kind);
    return failure;
  }
  return std::nullopt;
}

}  // namespace placemat
