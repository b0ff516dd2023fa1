// decoder_properties.h: properties that hold for every decoder in any dialect. Each
// property compares answers of one decoder with each other or with the table of the
// dialect that it claims; the law supplies bounds only. The tests choose the decoders.
// For the property tests alone.
#pragma once

#include <set>

#include "harness/judge/decoder_fixture.h"
#include "harness/spec/reference.h"
#include "harness/spec/requirements.h"

namespace placemat::properties {

using arbitrary::Chunks;
using arbitrary::Content;
using arbitrary::Text;

inline Bytes operator+(Bytes a, ByteView b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::vector<std::uint64_t> joined(std::vector<std::uint64_t> a,
                                         std::span<const std::uint64_t> b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline void require(bool holds, Operation operation, const std::string& what) {
  if (!holds) fail(fmt::format("{}: {}", name_of(operation), what));
}

inline bool starts_with(std::span<const std::uint64_t> whole, std::span<const std::uint64_t> part) {
  return part.size() <= whole.size() && std::ranges::equal(part, whole.first(part.size()));
}

inline bool ends_with(std::span<const std::uint64_t> whole, std::span<const std::uint64_t> part) {
  return part.size() <= whole.size() && std::ranges::equal(part, whole.last(part.size()));
}

// True when two answers state the same error, as far as the decoder claims it. A refused
// input may have any number of the values before its error.
inline bool same_answer(const DecoderFixture& executor, const PlainAnswer& a,
                        const PlainAnswer& b) {
  if (a.refused != b.refused) return false;
  if (!a.refused) return a.values == b.values;
  if (executor.claims(PLACEMAT_CLAIM_INCOMPLETE) && a.incomplete != b.incomplete) return false;
  if (executor.claims(PLACEMAT_CLAIM_OFFSET) && a.offset != b.offset) return false;
  if (executor.claims(PLACEMAT_CLAIM_LENGTH) && a.length != b.length) return false;
  return starts_with(a.values, b.values) || starts_with(b.values, a.values);
}

// The law on which units are ill-formed, counted by two policies.
struct Bounds {
  std::size_t runs, units;
};

inline Bounds bounds_of(const Profile& profile, ByteView units) {
  const auto count = [&](PolicyId policy) {
    return reference_decode(units, {profile.dialect, policy, profile.bom}).values.size();
  };
  const std::size_t sound = count(PolicyId::kSkip);
  return {count(PolicyId::kPerRun) - sound, count(PolicyId::kPerByte) - sound};
}

// 1. Output is well-formed: D76 for UTF-8; for any other dialect, the code points of its
// table and the replacement of its policy.
inline bool is_in(const Dialect& dialect, std::uint64_t value) {
  if (encode(dialect, value)) return true;
  return dialect.joins_surrogates && value > 0xFFFF && value <= kMaxScalar;
}

inline void output_is_well_formed(DecoderFixture& executor) {
  const Text text = executor.text(Content::kAnything, Chunks::kMany);
  for (const Operation operation : executor.decoding()) {
    const Cuts cuts = is_stream(operation) ? text.cuts : Cuts{};
    const auto answer = executor.ask(operation, text.bytes(), cuts);
    if (!answer) continue;
    // A dialect of UTF-16 code units may have unpaired surrogates.
    const bool joins = is_utf16(operation) && !encode(executor.dialect, 0xD800);
    const auto values = joins ? join_surrogates(answer->values) : answer->values;
    for (const std::uint64_t value : values) {
      const bool is_replacement = is_lossy(operation) && value == executor.policy.replacement &&
                                  executor.policy.count != Policy::Count::kNone;
      require(is_replacement || is_in(executor.dialect, value), operation,
              fmt::format("{:02X} is no code point of {}, in {}", value, executor.dialect.name,
                          show(*answer)));
    }
  }
}

// 2. Round trip: decoding what the encoder wrote returns the original value.
inline void round_trip(DecoderFixture& executor) {
  const arbitrary::Values values = *arbitrary::values(executor.dialect);
  Bytes units;
  std::set<std::string> lengths;
  for (const std::uint64_t value : values.list) {
    std::array<std::uint8_t, PLACEMAT_MAX_SEQUENCE> room{};
    const std::size_t length = executor.decoder().encode(value, room.data());
    if (length == 0) fail(fmt::format("encode refuses {:04X}", value));
    lengths.insert(arbitrary::name_of_length(length));
    units = units + ByteView(room).first(length);
  }
  executor.seen.count(lengths);
  if (executor.strips(units)) RC_DISCARD("begins with a BOM");
  for (const Operation operation : executor.decoding()) {
    const auto answer = executor.ask(operation, units);
    if (!answer) continue;
    std::vector<std::uint64_t> expected = values.list;
    if (is_utf16(operation)) {
      const auto written = to_utf16(values.list);
      if (!written) continue;  // above 10FFFF
      expected.assign(written->begin(), written->end());
    }
    require(!answer->refused && answer->values == expected, operation,
            fmt::format("{} is read back as {}", to_spaced_hex(units), show(*answer)));
  }
}

// 3. Splitting changes nothing.
inline void splitting_changes_nothing(DecoderFixture& executor) {
  const Text text = executor.text(Content::kAnything, Chunks::kMany);
  const Bytes units = text.bytes();
  Cuts single;
  for (std::size_t at = 1; at < units.size(); ++at) single.push_back(at);
  for (const auto& [stream, call] : {std::pair(Operation::kStreamStrict, Operation::kStrict32),
                                     std::pair(Operation::kStreamLossy, Operation::kLossy32)}) {
    if (!has(executor.decoder(), stream)) continue;
    const auto whole = executor.ask(stream, units);
    if (!whole) continue;
    for (const Cuts& cuts : {text.cuts, single}) {
      const auto split = executor.ask(stream, units, cuts);
      require(split && same_answer(executor, *whole, *split), stream,
              fmt::format("whole: {}; as '{}': {}", show(*whole), to_text({units, cuts}),
                          split ? show(*split) : "unsupported"));
    }
    const auto at_once = has(executor.decoder(), call) ? executor.ask(call, units) : std::nullopt;
    require(!at_once || same_answer(executor, *at_once, *whole), stream,
            fmt::format("one call: {}; a stream: {}", at_once ? show(*at_once) : "", show(*whole)));
  }
}

// 4. Concatenation at a boundary: decode(a + b) = decode(a) + decode(b) when a
// is well-formed.
inline void concatenation_at_a_boundary(DecoderFixture& executor) {
  const Bytes a = executor.text(Content::kWellFormed).bytes();
  const Bytes b = executor.text(Content::kAnything).bytes();
  if (executor.strips(a) || executor.strips(b)) RC_DISCARD("begins with a BOM");
  for (const Operation operation : executor.decoding()) {
    const auto first = executor.ask(operation, a);
    const auto second = executor.ask(operation, b);
    const auto both = executor.ask(operation, a + b);
    if (!first || !second || !both) continue;
    require(!first->refused, operation, "refuses " + to_spaced_hex(a));
    PlainAnswer expected = *second;
    expected.values = joined(first->values, second->values);
    if (expected.offset != PLACEMAT_UNKNOWN) expected.offset += a.size();
    require(same_answer(executor, *both, expected), operation,
            fmt::format("'{}' gives {}, '{}' gives {}, together {}", to_spaced_hex(a), show(*first),
                        to_spaced_hex(b), show(*second), show(*both)));
  }
}

// 5. Every input unit is accounted for: when decoding resumes behind each error, the
// decoder's values and errors cover the input without a gap.
inline std::size_t units_of(const DecoderFixture& executor, ByteView units,
                            std::span<const std::uint64_t> values) {
  std::vector<std::uint64_t> as_written(values.begin(), values.end());
  if (executor.dialect.joins_surrogates) {
    const auto halves = to_utf16(values);
    if (halves) as_written.assign(halves->begin(), halves->end());
  }
  std::size_t at = 0;
  for (const std::uint64_t value : as_written) {
    const auto form = std::ranges::find_if(executor.dialect.forms, [&](const Form& f) {
      return at + f.length <= units.size() && f.matches(units.subspan(at, f.length)) &&
             f.value(units.subspan(at, f.length)) == value;
    });
    if (form == executor.dialect.forms.end()) return at;
    at += form->length;
  }
  return at;
}

inline void every_unit_is_accounted_for(DecoderFixture& executor) {
  const Bytes units = executor.text(Content::kAnything).bytes();
  for (const Operation operation : executor.decoding()) {
    if (!is_strict(operation) || is_utf16(operation)) continue;
    ByteView rest = units;
    std::size_t counted = 0;
    while (!rest.empty()) {
      if (executor.strips(rest)) RC_DISCARD("begins with a BOM");
      const auto answer = executor.ask(operation, rest);
      if (!answer) return;
      const std::size_t end = answer->refused ? answer->offset : rest.size();
      require(end <= rest.size(), operation, "an error outside of the input: " + show(*answer));
      const ByteView sound = rest.first(end);
      const auto values = executor.ask(operation, sound);
      require(values && !values->refused && units_of(executor, sound, values->values) == end,
              operation,
              fmt::format("{} units before the error of '{}', but their values are {}", end,
                          to_spaced_hex(rest), values ? show(*values) : "unsupported"));
      counted += end;
      if (!answer->refused) break;
      require(answer->length >= 1 && answer->length <= rest.size() - end, operation,
              "an error of impossible length: " + show(*answer));
      counted += answer->length;
      rest = rest.subspan(end + answer->length);
    }
    require(counted == units.size(), operation,
            fmt::format("{} of {} units are accounted for", counted, units.size()));
  }
}

// 6. The number of replacements lies between that of maximal ill-formed runs and that of
// ill-formed units. It equals one of the two where the policy says so.
inline void replacements_within_bounds(DecoderFixture& executor) {
  const Bytes units = executor.text(Content::kAnything).bytes();
  const Bounds bounds = bounds_of(executor.profile, units);
  executor.seen.add(bounds.units == 0 ? "well-formed text" : "ill-formed text");
  const auto genuine =
      reference_decode(units, {executor.profile.dialect, PolicyId::kSkip, executor.profile.bom});
  const auto replacement = executor.policy.replacement;
  const auto count = [&](const std::vector<std::uint64_t>& values) {
    return static_cast<std::size_t>(std::ranges::count(values, replacement));
  };
  const std::size_t real = count(genuine.values);
  using Count = Policy::Count;
  const std::size_t least = executor.policy.count == Count::kPerUnit ? bounds.units
                            : executor.policy.count == Count::kNone  ? 0
                                                                     : bounds.runs;
  const std::size_t most = executor.policy.count == Count::kPerRun ? bounds.runs
                           : executor.policy.count == Count::kNone ? 0
                                                                   : bounds.units;
  for (const Operation operation : executor.decoding()) {
    if (!is_lossy(operation)) continue;
    const auto answer = executor.ask(operation, units);
    if (!answer) continue;
    const std::size_t seen = count(answer->values);
    require(seen >= real + least && seen <= real + most, operation,
            fmt::format("{} replacements, {} of them in the input, where {} to {} are due: {}",
                        seen, real, least, most, show(*answer)));
  }
}

// 7. ASCII before and behind changes nothing in between. Behind ill-formed text this
// holds only where no ASCII value can be part of a sequence (requirement 2 of 1992): in
// the other dialects a letter may continue an open sequence.
inline Bytes ascii() {
  const std::size_t length = *rc::gen::inRange<std::size_t>(0, 80);
  return Bytes(length, *rc::gen::element<std::uint8_t>('a', '/', '\x7F'));
}

inline void ascii_around_changes_nothing(DecoderFixture& executor) {
  static const std::set<DialectId> kSafe = [] {
    std::set<DialectId> safe;
    for (const Dialect& d : dialects()) {
      if (check_requirement(d, 2).met) safe.insert(d.id);
    }
    return safe;
  }();
  const bool is_safe = kSafe.contains(executor.dialect.id);
  const Bytes text = executor.text(is_safe ? Content::kAnything : Content::kWellFormed).bytes();
  const Bytes prefix = ascii(), suffix = ascii();
  if (executor.strips(text)) RC_DISCARD("begins with a BOM");
  for (const Operation operation : executor.decoding()) {
    const auto alone = executor.ask(operation, text);
    const auto within = executor.ask(operation, prefix + text + suffix);
    if (!alone || !within) continue;
    PlainAnswer expected = *alone;
    expected.values = joined({prefix.begin(), prefix.end()}, alone->values);
    if (!alone->refused) {
      expected.values =
          joined(expected.values, std::vector<std::uint64_t>(suffix.begin(), suffix.end()));
    }
    if (expected.offset != PLACEMAT_UNKNOWN) expected.offset += prefix.size();
    if (!suffix.empty()) expected.incomplete = false;
    require(
        same_answer(executor, *within, expected), operation,
        fmt::format("behind {} and before {} units of ASCII '{}' gives {}; alone {}", prefix.size(),
                    suffix.size(), to_spaced_hex(text), show(*within), show(*alone)));
  }
}

// 8. Resynchronisation: one damaged unit affects only its own character, so that decoding
// is back in step at most L - 1 units later, where L is the longest form (3 units later
// in UTF-8). This requires that every unit either begins a sequence or continues one.
inline std::string overlap(const Dialect& dialect) {
  for (const Form& form : dialect.forms) {
    for (std::size_t i = 1; i < form.length; ++i) {
      for (int unit = form.units[i].first; unit <= form.units[i].last; ++unit) {
        if (dialect.announces(static_cast<std::uint8_t>(unit)) == 0) continue;
        return fmt::format(
            "{} is not self-synchronising: {:02X} begins sequences and stands in "
            "them",
            dialect.name, unit);
      }
    }
  }
  return {};
}

inline void resynchronises(DecoderFixture& executor) {
  const Bytes units = executor.text(Content::kWellFormed).bytes();
  if (units.empty()) RC_DISCARD("nothing to damage");
  const auto hit = *rc::gen::inRange<std::size_t>(0, units.size());
  Bytes damaged = units;
  damaged[hit] = *rc::gen::arbitrary<std::uint8_t>();
  std::size_t begin = 0, end = 0;
  while (end <= hit) {
    begin = end;
    end += executor.dialect.announces(units[begin]);
  }
  const ByteView before = ByteView(units).first(begin), behind = ByteView(units).subspan(end);
  if (executor.strips(units) || executor.strips(behind) || executor.strips(damaged)) {
    RC_DISCARD("begins with a BOM");
  }
  for (const Operation operation : executor.decoding()) {
    const auto answer = executor.ask(operation, damaged);
    const auto head = executor.ask(operation, before), tail = executor.ask(operation, behind);
    if (!answer || !head || !tail) continue;
    const std::string what =
        fmt::format("'{}' gives {}; {} units are sound before and {} behind the damage: {} and {}",
                    to_spaced_hex(damaged), show(*answer), before.size(), behind.size(),
                    show(*head), show(*tail));
    if (answer->refused) {
      const bool is_near = !executor.claims(PLACEMAT_CLAIM_OFFSET) ||
                           (answer->offset >= begin && answer->offset < end);
      require(is_near && starts_with(joined(head->values, answer->values), head->values), operation,
              what);
      continue;
    }
    require(answer->values.size() >= head->values.size() + tail->values.size() &&
                starts_with(answer->values, head->values) &&
                ends_with(answer->values, tail->values),
            operation, what);
  }
}

// 9. Encoded forms sort in the order of their code points.
inline std::string unordered(const Dialect& dialect) {
  switch (dialect.id) {
    case DialectId::kCesu8:
      return "cesu-8 has the order of UTF-16: U+FFFF is EF BF BF, U+10000 ED A0 80 ED B0 80";
    case DialectId::kMutf8:
      return "mutf-8 has the order of UTF-16, and U+0000 is C0 80, behind U+0001";
    default:
      return {};
  }
}

inline void encoded_forms_are_ordered(DecoderFixture& executor) {
  const auto values = *arbitrary::values(executor.dialect);
  std::optional<std::pair<std::uint64_t, Bytes>> last;
  std::set<std::string> lengths;
  for (const std::uint64_t value : std::set(values.list.begin(), values.list.end())) {
    std::array<std::uint8_t, PLACEMAT_MAX_SEQUENCE> room{};
    const std::size_t length = executor.decoder().encode(value, room.data());
    lengths.insert(arbitrary::name_of_length(length));
    Bytes units(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length));
    if (last && !std::ranges::lexicographical_compare(last->second, units)) {
      fail(fmt::format("{:04X} is {}, {:04X} is {}", last->first, to_spaced_hex(last->second),
                       value, to_spaced_hex(units)));
    }
    last = {value, std::move(units)};
  }
  executor.seen.count(lengths);
}

// 10. A decoder's operations agree with each other: on the verdict, the list of values,
// and the announced lengths.
inline void operations_agree(DecoderFixture& executor) {
  const Bytes units = executor.text(Content::kAnything).bytes();
  std::optional<bool> verdict = executor.validate(units);
  std::optional<std::vector<std::uint64_t>> values[2];  // strict, lossy
  for (const Operation operation : executor.decoding()) {
    auto answer = executor.ask(operation, units);
    if (!answer) continue;
    if (is_strict(operation)) {
      require(verdict.value_or(!answer->refused) == !answer->refused, operation,
              fmt::format("{}, which another operation says is otherwise", show(*answer)));
      verdict = !answer->refused;
    }
    if (answer->refused) continue;
    if (!is_utf16(operation)) {
      const auto written = to_utf16(answer->values);
      if (!written) continue;  // above 10FFFF
      answer->values.assign(written->begin(), written->end());
    }
    auto& earlier = values[is_lossy(operation) ? 1 : 0];
    require(!earlier || *earlier == answer->values, operation,
            fmt::format("{} in UTF-16, by another operation {}", show(answer->values),
                        show(earlier.value_or(std::vector<std::uint64_t>{}))));
    earlier = answer->values;
  }
  if (verdict == true && values[0] && values[1] && values[0] != values[1]) {
    fail(fmt::format("strict {}, lossy {}", show(*values[0]), show(*values[1])));
  }
  for (const auto& [length, lossy] : {std::pair(Operation::kLength32, Operation::kLossy32),
                                      std::pair(Operation::kLength16, Operation::kLossy16)}) {
    const auto announced = executor.announced(length, units);
    const auto answer = has(executor.decoder(), lossy) ? executor.ask(lossy, units) : std::nullopt;
    if (!announced || !answer) continue;
    require(*announced == answer->values.size(), length,
            fmt::format("{} announced for {}", *announced, show(*answer)));
  }
}

inline std::string never_silent(const DecoderFixture&) { return {}; }
inline std::string without_streams(const DecoderFixture& executor) {
  return executor.decoder().stream_open != nullptr ? "" : "it claims no streams";
}
inline std::string without_lossy(const DecoderFixture& executor) {
  return executor.policy.stops ? "it claims no lossy decoding" : "";
}
inline std::string without_encoder(const DecoderFixture& executor) {
  return executor.decoder().encode != nullptr ? "" : "it claims no encoder";
}
inline std::string without_extent(const DecoderFixture& executor) {
  const bool tells =
      executor.claims(PLACEMAT_CLAIM_OFFSET) && executor.claims(PLACEMAT_CLAIM_LENGTH);
  return tells ? "" : "it does not claim both offset and length of an error";
}
inline std::string without_order(const DecoderFixture& executor) {
  const std::string reason = without_encoder(executor);
  return reason.empty() ? unordered(executor.dialect) : reason;
}
inline std::string without_synchronisation(const DecoderFixture& executor) {
  return overlap(executor.dialect);
}

inline std::vector<std::string> all_sorts(const Dialect& dialect) {
  return arbitrary::Items(dialect).sorts();
}
inline std::vector<std::string> sorts_on_both_sides(const Dialect& dialect) {
  auto all = all_sorts(dialect);
  all.insert(all.end(), {"well-formed text", "ill-formed text"});
  return all;
}
inline std::vector<std::string> well_formed_sorts(const Dialect& dialect) {
  return arbitrary::Items(dialect).well_formed_sorts();
}
inline std::vector<std::string> sorts_of_ascii_around(const Dialect& dialect) {
  return check_requirement(dialect, 2).met ? all_sorts(dialect) : well_formed_sorts(dialect);
}
// Encoded values of every length that some shortest form has.
inline std::vector<std::string> encoded_sorts(const Dialect& dialect) {
  std::set<std::string> lengths;
  for (const Form& form : dialect.forms) {
    const auto units = encode(dialect, form.highest());
    if (units) lengths.insert(arbitrary::name_of_length(units->size()));
  }
  return {lengths.begin(), lengths.end()};
}

inline const std::vector<DecoderProperty>& all() {
  static const std::vector<DecoderProperty> kAll{
      {"output_is_well_formed", never_silent, output_is_well_formed, all_sorts},
      {"round_trip", without_encoder, round_trip, encoded_sorts},
      {"splitting_changes_nothing", without_streams, splitting_changes_nothing, all_sorts},
      {"concatenation_at_a_boundary", never_silent, concatenation_at_a_boundary, all_sorts},
      {"every_unit_is_accounted_for", without_extent, every_unit_is_accounted_for, all_sorts},
      {"replacements_within_bounds", without_lossy, replacements_within_bounds,
       sorts_on_both_sides},
      {"ascii_around_changes_nothing", never_silent, ascii_around_changes_nothing,
       sorts_of_ascii_around},
      {"resynchronises", without_synchronisation, resynchronises, well_formed_sorts},
      {"encoded_forms_are_ordered", without_order, encoded_forms_are_ordered, encoded_sorts},
      {"operations_agree", never_silent, operations_agree, all_sorts},
  };
  return kAll;
}

inline const DecoderProperty* find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, &DecoderProperty::name);
  return found == all().end() ? nullptr : &*found;
}

}  // namespace placemat::properties
