#include "harness/judge/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

#include "harness/bytes/short_text.h"
#include "harness/corpus/outcome.h"
#include "harness/generate/items.h"
#include "harness/judge/patience.h"
#include "harness/presentation/pack.h"

namespace placemat {
namespace {

// An answer is repeated this often before a pass is believed.
constexpr int kRepeats = 4;
// A longer text can be beyond a limit, such as that of the stack.
constexpr std::size_t kLongText = 1'024;

bool wants_utf16(const Decoder& d) {
  return d.strict16 != nullptr || d.lossy16 != nullptr || d.length16 != nullptr;
}

// The plainer of two units: 'A' first, because 00 is a special case to many decoders and
// not a letter to a reader.
constexpr unsigned rank_of(std::uint8_t unit) { return unit == 'A' ? 0u : unit + 1u; }

bool are_plainer(const Bytes& a, const Bytes& b) {
  return std::ranges::lexicographical_compare(a, b, {}, rank_of, rank_of);
}

// The operation whose output a length function announces.
std::optional<Operation> announced_by(const Decoder& decoder, Operation length, bool well_formed) {
  const bool wide = length == Operation::kLength32;
  const Operation lossy = wide ? Operation::kLossy32 : Operation::kLossy16;
  const Operation strict = wide ? Operation::kStrict32 : Operation::kStrict16;
  if (has(decoder, lossy)) return lossy;
  if (well_formed && has(decoder, strict)) return strict;
  return std::nullopt;
}

// Where both refuse the input, the values before the error can be what differs.
void add_values_before_error(Failure& failure, Operation operation, const Expectation& law,
                             const Observation& seen) {
  const bool both_refuse =
      seen.outcome == Observation::Outcome::kAnswered && !law.is_well_formed() &&
      (seen.status == PLACEMAT_ILL_FORMED || seen.status == PLACEMAT_INCOMPLETE);
  if (!both_refuse || operation == Operation::kValidate || !is_strict(operation)) return;
  std::vector<std::uint64_t> right, wrong;
  for (std::size_t i = 0; i < needed(operation, law); ++i) {
    right.push_back(due_value(operation, law, i));
  }
  for (std::size_t i = 0; i < seen.count; ++i) wrong.push_back(seen.value(i));
  // A decoder may write fewer values than stand before the error.
  if (wrong.size() <= right.size() && std::equal(wrong.begin(), wrong.end(), right.begin())) return;
  const auto text = [](const std::vector<std::uint64_t>& values) {
    return values.empty() ? std::string("nothing") : values_to_text(values);
  };
  failure.expected += " after " + text(right);
  failure.seen += " after " + text(wrong);
}

// The first value that is wrong of those that were written, where there was too little room.
std::optional<std::size_t> first_wrong_value(Operation operation, const Expectation& law,
                                             const Observation& seen) {
  if (seen.outcome != Observation::Outcome::kAnswered || seen.status != PLACEMAT_NO_CAPACITY)
    return std::nullopt;
  for (std::size_t i = 0; i < std::min(needed(operation, law), seen.count); ++i) {
    if (seen.value(i) != due_value(operation, law, i)) return i;
  }
  return std::nullopt;
}

void describe_too_little_room(Failure& failure, Operation operation, const Expectation& law,
                              const Observation& seen) {
  failure.expected = "no capacity, and nothing written past it";
  const bool is_answered = seen.outcome == Observation::Outcome::kAnswered;
  if (is_answered && seen.status == PLACEMAT_OK)
    failure.seen = fmt::format("success after {} values", seen.count);
  const auto wrong = first_wrong_value(operation, law, seen);
  if (!wrong) return;
  const auto text = [&](std::uint64_t value) {
    return fmt::format("no capacity; {:X} after {} values", value, *wrong);
  };
  failure.expected = text(due_value(operation, law, *wrong));
  failure.seen = text(seen.value(*wrong));
}

// Where both accept the input, the place of an error that there is not can be what differs.
void add_place_of_no_error(Failure& failure, const Decoder& decoder, Operation operation,
                           const Expectation& law, const Observation& seen) {
  const bool both_accept = seen.outcome == Observation::Outcome::kAnswered &&
                           law.is_well_formed() && seen.status == PLACEMAT_OK &&
                           is_strict(operation);
  if (!both_accept) return;
  const auto add = [&](std::uint32_t claim, std::string_view name, std::size_t stated) {
    if ((decoder.claims & claim) == 0 || stated == PLACEMAT_UNKNOWN) return;
    failure.expected += fmt::format(", no {}", name);
    failure.seen += stated == kUnfilled ? fmt::format(", {} not filled in", name)
                                        : fmt::format(", {} {}", name, stated);
  };
  add(PLACEMAT_CLAIM_OFFSET, "error offset", seen.error_offset);
  add(PLACEMAT_CLAIM_LENGTH, "error length", seen.error_length);
}

}  // namespace

std::string to_arguments(const Check& check) {
  return fmt::format("'{}' {}", to_short_text({check.units, check.how.cuts}),
                     to_options(check.how));
}

std::string key_of(const Check& check) {
  std::string key(check.units.begin(), check.units.end());
  pack(check.how, [&](const void* from, std::size_t size) {
    key.append(static_cast<const char*>(from), size);
  });
  return key;
}

bool is_plainer(const Check& a, const Check& b) {
  if (const auto order = compare_plainness(a.how, b.how); order != 0) return order < 0;
  if (a.units.size() != b.units.size()) return a.units.size() < b.units.size();
  if (a.units != b.units) return are_plainer(a.units, b.units);
  return a.how < b.how;
}

void remove_units(Check& check, std::size_t at, std::size_t count) {
  check.how.remove_units(at, count, check.units.size());
  const auto begin = check.units.begin() + static_cast<std::ptrdiff_t>(at);
  check.units.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

Judge::Judge(Caller& caller, const Profile& judged_as, Caller* primary)
    : caller_(caller),
      primary_(primary == nullptr ? caller : *primary),
      law_(judged_as, wants_utf16(caller.decoder())),
      items_(machine({judged_as.dialect, PolicyId::kMaximalSubpart, Bom::kKeep})) {}

struct Judge::Seen {
  const Expectation* law;
  Observation observation;
  bool agrees;         // also an answer that cannot be compared
  bool is_comparable;  // "unsupported" is no evidence, neither of a failure nor of a pass
};

Observation Judge::call(const Call& call) {
  if (patience_ != nullptr) patience_->check();
  return caller_.call(call);
}

// What earlier questions have left is not to decide what a call leaves for the next one.
void Judge::ask_plain_text(const Check& like) {
  Presentation how = like.how;
  how.clear_prelude();
  how.cuts.clear();
  const Bytes text(like.units.size(), 'B');
  call({text, how, text.size()});
}

Judge::Seen Judge::ask(const Check& check) {
  if (check.how.ending == Ending::kCall) ask_plain_text(check);
  const Operation operation = check.how.operation;
  const Expectation& law = law_.values_of(check.units);
  if (is_utf16(operation)) law_.add_utf16();
  const std::size_t capacity = room_of(check.how.room, needed(operation, law), check.units.size());
  const Observation seen = call({check.units, check.how, capacity});
  if (seen.outcome == Observation::Outcome::kHang) ++hangs_[static_cast<std::size_t>(operation)];
  return {&law, seen, agrees(caller_.decoder(), operation, capacity, law, seen),
          is_comparable(operation, law, seen)};
}

Judge::Seen Judge::observe(const Check& check) {
  Seen seen = ask(check);
  Observation& answer = seen.observation;
  // With more room a decoder may show what it meant to write.
  const bool ran_out = answer.outcome == Observation::Outcome::kAnswered &&
                       answer.status == PLACEMAT_NO_CAPACITY && !is_too_little(check.how.room);
  if (seen.agrees || !ran_out || is_stream(check.how.operation)) return seen;
  const std::size_t room = 2 * check.units.size() + 2 * PLACEMAT_MAX_SEQUENCE;
  const Observation roomy = call({check.units, check.how, room});
  if (agrees(caller_.decoder(), check.how.operation, room, *seen.law, roomy))
    answer.values = nullptr, answer.count = 0;
  else
    answer = roomy;
  return seen;
}

struct Judge::Decoded {
  Check check;
  Seen seen;
};

// A length function that announces the decoder's actual output is right about it. What is
// wrong then is the decoding.
std::optional<Judge::Decoded> Judge::decoding_of(const Check& check, std::size_t announced) {
  const bool well_formed = law_.about(check.units).is_well_formed();
  const auto operation = announced_by(caller_.decoder(), check.how.operation, well_formed);
  if (!operation || is_slow(*operation)) return std::nullopt;
  Check decoding = check;
  decoding.how.operation = *operation;
  const Seen decoded = observe(decoding);
  if (decoded.agrees || decoded.observation.count != announced) return std::nullopt;
  return Decoded{decoding, decoded};
}

// `seen` does not agree.
Difference Judge::difference_of(const Check& check, const Seen& seen) {
  const Observation& answer = seen.observation;
  if (answer.outcome == Observation::Outcome::kAnswered) {
    if (is_too_little(check.how.room)) return {.seen = SeenIs::kNoRoom};
    if (is_length(check.how.operation)) {
      if (const auto decoding = decoding_of(check, answer.count)) {
        return find_difference(law_.machine(), decoding->check.units, decoding->check.how.operation,
                               *decoding->seen.law, decoding->seen.observation);
      }
    }
  }
  return find_difference(law_.machine(), check.units, check.how.operation, law_.about(check.units),
                         answer);
}

bool Judge::parts_so(const Check& check, const Difference& difference) {
  const Seen seen = observe(check);
  return !seen.agrees && difference_of(check, seen) == difference;
}

std::optional<Kind> Judge::preliminary_kind(const Check& check, const Seen& seen) {
  if (seen.agrees) return std::nullopt;
  if (seen.observation.outcome == Observation::Outcome::kAnswered) {
    if (first_wrong_value(check.how.operation, *seen.law, seen.observation))
      return Kind::kWrongValue;
    if (is_too_little(check.how.room)) return Kind::kWrongCapacity;
    if (is_length(check.how.operation)) {
      if (const auto decoding = decoding_of(check, seen.observation.count)) {
        return preliminary_kind(decoding->check, decoding->seen);
      }
    }
  }
  const Kind kind = classify(check.how.operation, check.units, *seen.law, seen.observation);
  if (kind != Kind::kWrongValue || seen.law->is_well_formed()) return kind;
  // An error became a value, and units behind it became as many errors.
  const std::size_t error = seen.law->error->offset;
  const Difference difference = difference_of(check, seen);
  if (difference.law != LawHas::kError || difference.error_class == ErrorClass::kNone) return kind;
  return acceptance(difference.error_class, ByteView(check.units).subspan(error));
}

// How a part of a text fails alone, as the whole input and between letters; none where it passes
// either way. What the end cuts off, or is right there, may be wrong before more units.
const Judge::FailingPart& Judge::asked_alone(ByteView part, Operation operation, bool is_last) {
  constexpr std::size_t kMost = 1 << 16;
  if (asked_alone_.size() == kMost) asked_alone_.clear();
  std::string key{static_cast<char>(operation), static_cast<char>(is_last)};
  key.append(part.begin(), part.end());
  const auto [place, is_new] = asked_alone_.try_emplace(std::move(key));
  FailingPart& asked = place->second;
  if (!is_new) return asked;
  asked.check = {Bytes(part.begin(), part.end()), plain(operation)};
  const auto error = law_.about(part).error;
  if (!is_last && ((error && error->at_end) || passes(asked.check)))
    asked.check.units.push_back('A');
  asked.kind = preliminary_kind(asked.check);
  if (!asked.kind) return asked;
  Check between = asked.check;
  between.units.insert(between.units.begin(), 'A');
  if (!is_last) between.units.push_back('A');
  if (!fails(between)) asked.kind.reset();
  return asked;
}

// The plainest of the gravest parts of an ill-formed core that are wrong alone. Which units of the
// core gave what cannot be told from its output: an item that is right alone gives no name.
std::optional<Check> Judge::failing_part(const Check& core, Kind kind) {
  constexpr std::size_t kLong = 24;  // a core as long needs its length
  if (core.units.size() > kLong) return std::nullopt;
  std::vector<std::size_t> ends = item_ends(items_, core.units);
  ends.insert(ends.begin(), 0);
  const std::size_t items = ends.size() - 1;
  std::optional<Check> gravest;
  Severity worst = severity_of(kind);
  for (std::size_t count = 1; count < items; ++count) {
    for (std::size_t first = 0; first + count <= items; ++first) {
      const ByteView part =
          ByteView(core.units).subspan(ends[first], ends[first + count] - ends[first]);
      const FailingPart& asked = asked_alone(part, core.how.operation, first + count == items);
      if (!asked.kind || severity_of(*asked.kind) > worst || asked.check.units == core.units)
        continue;
      if (gravest && severity_of(*asked.kind) == worst) continue;
      gravest = asked.check;
      worst = severity_of(*asked.kind);
    }
  }
  return gravest;
}

// Another check that shows what is wrong with an ill-formed core without doubt: its failing part;
// other values in the place of noncharacters, U+FFFD and marks, which are blamed only where those
// are right; or other letters. A decoder that reads them as continuation units can give the same
// value by chance: C1 41 is 41, as if the error was dropped.
std::optional<Check> Judge::what_tells_more(const Check& core, Kind kind) {
  Presentation how = core.how;
  how.pad = how.tail = 0;
  if (how != plain(how.operation) || shows_in(kind) != ShowsIn::kAnswer) return std::nullopt;
  if (law_.about(core.units).is_well_formed()) return std::nullopt;
  if (auto part = failing_part(core, kind)) return part;
  Check other = core;
  const bool may_be_special = kind == Kind::kRejectsNoncharacter ||
                              kind == Kind::kConflatesRealFffd || kind == Kind::kSwallowsNextUnit ||
                              kind == Kind::kWrongReplacementCount;
  if (may_be_special) other.units = with_plain_values(law_.machine(), core.units);
  if (other != core && fails(other)) return other;
  other = core;
  std::size_t from = 0;
  for (const std::size_t to : item_ends(items_, core.units)) {
    const bool is_text = law_.about(ByteView(core.units).subspan(from, to - from)).is_well_formed();
    for (; from < to; ++from) {
      const std::uint8_t unit = core.units[from];
      if (is_text) other.units[from] = unit < 0x80 ? unit ^ 0x70 : '1';  // 'A' becomes '1'
    }
  }
  const bool is_loss = kind == Kind::kDropsIllFormed || kind == Kind::kSwallowsNextUnit;
  const auto seen = is_loss && other != core ? preliminary_kind(other) : std::nullopt;
  const bool is_value = seen && severity_of(*seen) == Severity::kAcceptance;
  return is_value ? std::optional(std::move(other)) : std::nullopt;
}

bool Judge::fails(const Check& check) { return !ask(check).agrees; }

bool Judge::passes(const Check& check) {
  const Seen seen = ask(check);
  return seen.agrees && seen.is_comparable;
}

bool Judge::is_answered(const Check& check) { return ask(check).is_comparable; }

bool Judge::answers_like(const Check& check, ByteView other) {
  const Operation operation = check.how.operation;
  const std::size_t room = 2 * check.units.size() + 2 * PLACEMAT_MAX_SEQUENCE;
  const Observation seen = call({check.units, check.how, room});
  const Expectation& law = law_.about(other);
  if (seen.outcome != Observation::Outcome::kAnswered || !is_comparable(operation, law, seen)) {
    return false;
  }
  if (is_length(operation)) {
    return seen.count == (operation == Operation::kLength16 ? law.utf16.size() : law.values.size());
  }
  if (is_lossy(operation)) return seen.count == needed(operation, law);
  if ((seen.status == PLACEMAT_OK) != law.is_well_formed()) return false;
  return law.is_well_formed() || seen.error_offset == PLACEMAT_UNKNOWN ||
         seen.error_offset == law.error->offset;
}

std::optional<Kind> Judge::preliminary_kind(const Check& check) {
  return preliminary_kind(check, observe(check));
}

std::optional<Difference> Judge::difference(const Check& check) {
  const Seen seen = observe(check);
  if (seen.agrees) return std::nullopt;
  return difference_of(check, seen);
}

// Removes conditions that the failure does not need.
bool Judge::drop_conditions(Check& check, const Difference& difference) {
  bool better = false;
  const auto try_change = [&](auto change) {
    Presentation plainer = check.how;
    change(plainer);
    if (plainer == check.how || !misfit(plainer, check.units.size()).empty()) return;
    std::swap(check.how, plainer);
    if (parts_so(check, difference))
      better = true;
    else
      std::swap(check.how, plainer);
  };
  try_change([](Presentation& how) { how.environment = Environment::kPlain; });
  try_change([](Presentation& how) { how.room = Room::kExact; });
  // Without a prelude, the call before it is the same call.
  const bool needs_call_before = check.how.ending == Ending::kCall && depends_on_call_before(check);
  if (!needs_call_before) {
    try_change([](Presentation& how) { how.clear_prelude(); });
  }
  // The plainest ending first; a call of another kind has no other.
  for (const ValueRow<Ending>& row : kEndings) {
    if (check.how.ending == Ending::kCall || row.value >= check.how.ending) break;
    const StreamHistory plainer = history_of(row.value);
    if (!plainer.is_own && plainer.others == 0) continue;
    try_change([&](Presentation& how) { how.ending = row.value; });
  }
  try_change([](Presentation& how) { how.cuts.clear(); });
  try_change([](Presentation& how) { how.placement = Placement::kEnd; });
  return better;
}

// Removes items at the front or at the back, in large parts first, then three, two and one, as long
// as the rest parts from the law in the same way. A fault that needs an odd offset, or an odd
// number of values in front, lets two or three go, not one.
bool Judge::drop_items(Check& check, const Difference& difference, bool at_front) {
  bool better = false;
  std::vector<std::size_t> ends = item_ends(items_, check.units);
  std::size_t count = ends.size();
  while (count > 0) {
    const std::size_t from = count == ends.size() ? 0 : ends[ends.size() - count - 1];
    Check less = check;
    if (at_front)
      remove_units(less, 0, ends[count - 1]);
    else
      remove_units(less, from, less.units.size() - from);
    if (parts_so(less, difference)) {
      check = std::move(less);
      better = true;
      ends = item_ends(items_, check.units);
      count = std::min(count, ends.size());
    } else {
      count = count > 3 ? std::max<std::size_t>(count / 2, 3) : count - 1;
    }
  }
  return better;
}

Check Judge::core_of(const Check& check, const Difference& difference) {
  Check core = check;
  bool better = true;
  while (better) {
    better = drop_conditions(core, difference);
    better |= drop_items(core, difference, true);
    better |= drop_items(core, difference, false);
  }
  return core;
}

bool Judge::misuses_memory(const Check& check) {
  const auto kind = preliminary_kind(check);
  return kind && shows_in(*kind) == ShowsIn::kMemory;
}

// Checks whether well-formed text before or behind, more than two items away, or the
// offset alone changes the answer. `check` fails.
bool Judge::depends_on_position(const Check& check) {
  Check shifted = check;
  shifted.units.insert(shifted.units.begin(), 'a');
  for (std::size_t& cut : shifted.how.cuts) ++cut;
  ++shifted.how.pad;
  if (passes(shifted)) return true;

  constexpr std::size_t kNeighbours = 2;
  const Expectation& law = law_.about(check.units);
  const std::size_t error = law.error ? law.error->offset : check.units.size();
  const std::vector<std::size_t> ends = item_ends(items_, ByteView(check.units).first(error));
  if (ends.size() > kNeighbours) {
    Check nearer = check;
    remove_units(nearer, 0, ends[ends.size() - kNeighbours - 1]);
    if (passes(nearer)) return true;
  }
  if (needs_units_in_front(check) || needs_a_distance(check)) return true;
  constexpr std::size_t kLongTail = 4;
  const auto is_letter = [](std::uint8_t unit) { return unit >= 0x20 && unit <= 0x7E; };
  const auto last = std::find_if_not(check.units.rbegin(), check.units.rend(), is_letter);
  const auto tail = static_cast<std::size_t>(last - check.units.rbegin());
  if (tail <= kLongTail) return false;
  Check shorter = check;
  remove_units(shorter, check.units.size() - (tail - kLongTail), tail - kLongTail);
  return passes(shorter);
}

// The last items fail behind as many letters, and pass alone: the number of units in front matters,
// and not what they are.
bool Judge::needs_units_in_front(const Check& check) {
  constexpr std::size_t kLastItems = 3;
  const std::vector<std::size_t> ends = item_ends(items_, check.units);
  if (ends.size() <= kLastItems || !check.how.cuts.empty()) return false;
  const std::size_t front = ends[ends.size() - kLastItems - 1];
  Check letters = check;
  std::fill_n(letters.units.begin(), front, std::uint8_t{'a'});
  Check alone = check;
  remove_units(alone, 0, front);
  return letters != check && fails(letters) && passes(alone);
}

// With one letter more in a long run of ASCII, the text passes: the distance between what stands
// before and behind the run matters.
bool Judge::needs_a_distance(const Check& check) {
  constexpr std::size_t kLongRun = 4;
  const Bytes& units = check.units;
  const auto is_ascii = [](std::uint8_t unit) { return unit <= 0x7F; };
  const auto first = std::ranges::find_if_not(units, is_ascii);
  const auto run =
      std::search_n(first, units.end(), kLongRun, std::uint8_t{0x7F}, std::less_equal{});
  const bool is_at_end = std::all_of(run, units.end(), is_ascii);
  if (is_at_end || !check.how.cuts.empty()) return false;
  Check longer = check;
  longer.units.insert(longer.units.begin() + (run - units.begin()), 'A');
  return passes(longer);
}

// Without units before the input itself, a NUL behind only moves the input: so does a letter.
bool Judge::depends_on_address(const Check& check) {
  Check longer = check;
  longer.how.placement = Placement::kEnd;
  longer.units.push_back('A');
  return fails(longer);
}

// For an answer that was wrong once and is right now: checks whether it is wrong behind a
// call with other units.
std::optional<Failure> Judge::judge_state(const Check& check, ByteView before) {
  if (check.how.has_prelude()) return std::nullopt;
  const std::array<Bytes, 6> preludes{Bytes(before.begin(), before.end()),
                                      Bytes{'A'},
                                      Bytes{0xFF},
                                      Bytes{0xE2, 0x82},
                                      Bytes{0xC3},
                                      Bytes{0xEF, 0xBB, 0xBF}};
  for (const Bytes& prelude : preludes) {
    Check after = check;
    after.how.set_prelude(prelude, Ending::kCall);
    auto failure = passes(after) ? std::nullopt : judge(after);
    if (failure && failure->kind == Kind::kKeepsState) return failure;
  }
  return std::nullopt;
}

// The check behind a call with plain text, where its failure goes away: behind a letter, or behind
// a text as long, because what a decoder keeps of a long text a short one may leave there.
std::optional<Check> Judge::behind_plain_text(const Check& check) {
  for (const Bytes& text : {Bytes{'A'}, Bytes(check.units.size(), 'B')}) {
    Check calm = check;
    calm.how.set_prelude(text, Ending::kCall);
    if (calm != check && passes(calm)) return calm;
  }
  return std::nullopt;
}

bool Judge::is_due_to_call_before(const Check& check) {
  if (check.how.ending != Ending::kCall) return false;
  const auto calm = behind_plain_text(check);
  if (!calm) return false;
  constexpr int kTimes = 8;
  for (int i = 0; i < kTimes; ++i) {
    // What every other call does changes places with what each call does.
    if (i % 3 == 0) ask(*calm);
    if (!fails(check) || !passes(*calm)) return false;
  }
  return true;
}

// A call that is repeated has the same call before it. Returns whether the failure needs a call
// before; then the core says so, and its replay line shows the failure at the first try.
bool Judge::state_call_before(Check& core, const Difference& difference, ByteView before) {
  if (core.how.has_prelude()) return true;
  if (!depends_on_call_before(core)) return false;
  for (const ByteView units : {ByteView(core.units), before}) {
    Check stated = core;
    stated.how.set_prelude(units, Ending::kCall);
    // Behind plain text it is right, so that this shows what the units before it do.
    if (!depends_on_call_before(stated) || !parts_so(stated, difference)) continue;
    core = std::move(stated);
    break;
  }
  return true;
}

// The kind of a failure that shows in the answer. `core` has only conditions that it needs.
Kind Judge::in_context(const Check& core, Kind kind, bool needs_call_before) {
  if (core.how.environment != Environment::kPlain) return Kind::kDependsOnEnvironment;
  if (needs_call_before) return Kind::kKeepsState;
  if (!core.how.cuts.empty()) return Kind::kDependsOnChunks;
  if (core.how.placement == Placement::kNul) {
    return depends_on_address(core) ? Kind::kDependsOnPosition : Kind::kOverRead;
  }
  if (core.how.placement == Placement::kStart) return Kind::kDependsOnPosition;
  // The failure needs only the address, which is not a position in a text.
  if (core.how.placement == Placement::kNull) return kind;
  // The law makes a BOM depend on its position. A wrong offset is wrong behind some texts
  // and right behind others.
  const bool may_depend =
      kind != Kind::kBomHandling && kind != Kind::kWrongCapacity && kind != Kind::kWrongErrorOffset;
  return may_depend && depends_on_position(core) ? Kind::kDependsOnPosition : kind;
}

// The call that comes before that of a check, as a check of its own.
Check Judge::call_before(const Check& check) {
  Check first{check.how.prelude, check.how};
  first.how.clear_prelude();
  first.how.cuts.clear();
  first.how.pad = first.how.tail = 0;
  return first;
}

// True when it is the call before that went wrong, so that there is no answer to the other.
bool Judge::is_of_call_before(const Check& check, const Seen& seen) {
  const bool has_ended = seen.observation.outcome == Observation::Outcome::kHang ||
                         seen.observation.is_fatal;  // each further call would take as long
  return check.how.ending == Ending::kCall && !has_ended &&
         seen.observation.outcome != Observation::Outcome::kAnswered && fails(call_before(check));
}

// What may be different the next time is not kept.
void Judge::keep_verdict(const Check& core, const Failure& failure) {
  constexpr std::size_t kMost = 4096;
  const bool lasts = failure.kind != Kind::kHang && failure.kind != Kind::kNondeterministic &&
                     failure.kind != Kind::kKeepsState && !core.how.has_prelude();
  if (!lasts || caller_.shows_memory() || verdicts_on_cores_.size() == kMost) return;
  verdicts_on_cores_.emplace(key_of(core), failure);
}

std::optional<Failure> Judge::judge(const Check& check, ByteView before) {
  // What is wrong with enough room as well has nothing to do with the room. A misuse of memory
  // does not show with enough room.
  if (is_too_little(check.how.room) && !misuses_memory(check)) {
    Check roomy = check;
    roomy.how.room = Room::kExact;
    if (!passes(roomy)) return judge(roomy, before);
  }
  for (int i = 0; i < kRepeats; ++i) {
    const Seen seen = observe(check);
    if (seen.agrees) continue;
    // First, because the next question asks the law about other units.
    auto [expected, answered] =
        describe_both(caller_.decoder(), check.how.operation, *seen.law, seen.observation);
    if (is_of_call_before(check, seen)) return judge(call_before(check));
    Failure failure{Kind::kNondeterministic, std::move(expected), std::move(answered), check};
    if (is_too_little(check.how.room)) {
      describe_too_little_room(failure, check.how.operation, *seen.law, seen.observation);
    }
    if (i > 0) return failure;
    add_values_before_error(failure, check.how.operation, *seen.law, seen.observation);
    add_place_of_no_error(failure, caller_.decoder(), check.how.operation, *seen.law,
                          seen.observation);
    const Difference difference = difference_of(check, seen);
    if (seen.observation.outcome == Observation::Outcome::kHang || seen.observation.is_fatal) {
      // Each further call would take as long.
      failure.kind =
          classify(check.how.operation, check.units, law_.about(check.units), seen.observation);
      failure.is_fatal = seen.observation.is_fatal;
      failure.difference = difference;
      return failure;
    }
    for (int again = 1; again < kRepeats; ++again) {
      const Seen other = ask(check);
      if (other.agrees && other.is_comparable) return failure;
    }
    failure.difference = difference;
    failure.core = core_of(check, difference);
    const Check core = failure.core;  // without a call before it, which it may be given below
    const auto take = [&](const Failure& verdict) {
      failure.kind = verdict.kind, failure.core = verdict.core;
      failure.difference = verdict.difference;
      return failure;
    };
    if (const auto known = verdicts_on_cores_.find(key_of(core)); known != verdicts_on_cores_.end())
      return take(known->second);
    auto kind = preliminary_kind(failure.core);
    // The edge of a limit, such as that of the stack, is not always at the same place. A short
    // text has none, so that its answers change.
    if (!kind && check.units.size() > kLongText) {
      failure.core = check;
      kind = preliminary_kind(check);
    }
    if (!kind) return failure;
    const auto other = what_tells_more(failure.core, *kind);
    if (const auto verdict = other ? judge(*other, before) : std::nullopt) {
      keep_verdict(core, *verdict);
      return take(*verdict);
    }
    // Another value is not lost behind that error.
    if (kind == Kind::kSwallowsNextUnit && difference.value_class == ValueClass::kBom)
      kind = Kind::kBomHandling;
    if (kind == Kind::kSwallowsNextUnit && difference.value_class == ValueClass::kNoncharacter)
      kind = Kind::kRejectsNoncharacter;
    failure.kind = *kind;
    // What does not show in the answer keeps its name in any context.
    if (shows_in(*kind) == ShowsIn::kAnswer) {
      const bool needs_call_before = state_call_before(failure.core, difference, before);
      failure.kind = in_context(failure.core, *kind, needs_call_before);
    }
    // Answers that change with each call look alike behind one call before.
    const bool is_chance = failure.kind == Kind::kKeepsState &&
                           failure.core.how.ending == Ending::kCall &&
                           !is_due_to_call_before(failure.core);
    if (is_chance) failure.kind = Kind::kNondeterministic;
    if (failure.core == core) keep_verdict(core, failure);
    return failure;
  }
  return std::nullopt;
}

}  // namespace placemat
