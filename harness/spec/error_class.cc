#include "harness/spec/error_class.h"

#include <algorithm>
#include <bit>

#include "harness/spec/machine.h"

namespace placemat {

std::span<const ErrorClassRow> error_classes() {
  static const std::vector<ErrorClassRow> kRows{
      {ErrorClass::kNone, "well-formed", "every sequence is in Table 3-7", "well-", "formed", {}},
      {ErrorClass::kOverlong,
       "overlong",
       "a non-shortest form: C0, C1, E0 80..9F, F0 80..8F (D92)",
       "over-",
       "long",
       {{{0xC0, 0xC1}},
        {{0xE0, 0xE0}, Range{0x80, 0x9F}},
        {{0xF0, 0xF0}, Range{0x80, 0x8F}},
        {{0xF8, 0xF8}, Range{0x80, 0x87}},
        {{0xFC, 0xFC}, Range{0x80, 0x83}}}},
      {ErrorClass::kSurrogate,
       "surrogate",
       "a surrogate code point: ED A0..BF (D92)",
       "surro-",
       "gate",
       {{{0xED, 0xED}, Range{0xA0, 0xBF}}}},
      {ErrorClass::kBeyond10FFFF,
       "beyond-10ffff",
       "a value above U+10FFFF: F4 90..BF, F5..F7 (D92)",
       "beyond",
       "10FFFF",
       {{{0xF4, 0xF4}, Range{0x90, 0xBF}}, {{0xF5, 0xF7}}}},
      {ErrorClass::kFiveSixUnit,
       "five-six-unit",
       "a lead of 5 or 6 code units: F8..FD (RFC 2279, withdrawn)",
       "5 or 6",
       "units",
       {{{0xF8, 0xFB}}, {{0xFC, 0xFD}}}},
      {ErrorClass::kFeFf,
       "fe-ff",
       "FE or FF, which no form of UTF-8 ever used",
       "FE",
       "FF",
       {{{0xFE, 0xFF}}}},
      {ErrorClass::kLoneContinuation,
       "lone-continuation",
       "80..BF where a sequence must start",
       "lone",
       "cont.",
       {{{0x80, 0xBF}}}},
      {ErrorClass::kTruncated,
       "truncated",
       "the input ends inside a sequence",
       "trun-",
       "cated",
       {}},
      {ErrorClass::kInterrupted,
       "interrupted",
       "a code unit that cannot continue the sequence begun",
       "inter-",
       "rupted",
       {}},
  };
  return kRows;
}

const ErrorClassRow& row_of(ErrorClass error_class) {
  return error_classes()[static_cast<std::size_t>(error_class)];
}
std::string_view name_of(ErrorClass error_class) { return row_of(error_class).name; }
std::string_view summary_of(ErrorClass error_class) { return row_of(error_class).summary; }

ErrorClass classify_error(ByteView begun, int unit) {
  if (unit < 0) return begun.empty() ? ErrorClass::kNone : ErrorClass::kTruncated;
  const auto seen = static_cast<std::uint8_t>(unit);
  const auto rejects = [&](const RejectedUnits& units) {
    if (begun.empty()) return !units.second && units.first.contains(seen);
    return units.second && units.first.contains(begun[0]) && units.second->contains(seen);
  };
  for (const ErrorClassRow& row : error_classes()) {
    if (begun.size() <= 1 && std::ranges::any_of(row.rejected, rejects)) return row.error_class;
  }
  if (!begun.empty()) return ErrorClass::kInterrupted;
  // Units that begin a sequence of UTF-8, and none of the dialect.
  return unit < 0x80 ? ErrorClass::kLoneContinuation : ErrorClass::kBeyond10FFFF;
}

ErrorClass error_class_of(ByteView bytes) {
  return Walker(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep}))
      .decode(bytes)
      .error_class;
}

namespace {

// The length that a lead announces by its leading ones; Perl's form for FF is the longest.
std::size_t announced_length(std::uint8_t lead) {
  return lead == 0xFF ? 13 : static_cast<std::size_t>(std::countl_one(lead));
}

}  // namespace

std::optional<ErrorClass> only_error_class_of(ByteView bytes) {
  static const Machine& utf8 = machine({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep});
  ErrorClass found = ErrorClass::kNone;
  Machine::State state = Machine::kStart;
  std::size_t begun = 0;  // where the open sequence began
  for (std::size_t at = 0; at <= bytes.size();) {
    if (state == Machine::kStart) begun = at;
    const bool is_end = at == bytes.size();
    const Transition& t = utf8.at(state, is_end ? Machine::kEnd : bytes[at]);
    if (t.error_length == 0) {
      state = t.next;
      ++at;
      continue;
    }
    if (found != ErrorClass::kNone && found != t.error_class) return std::nullopt;
    found = t.error_class;
    const std::size_t end = std::min(bytes.size(), begun + announced_length(bytes[begun]));
    at = begun + t.error_length;
    while (at < end && bytes[at] >= 0x80 && bytes[at] <= 0xBF) ++at;
    state = Machine::kStart;
  }
  return found;
}

}  // namespace placemat
