// composition.h: a decoder as a composition of parts: the accepted set, what an error spans, what
// comes out, the BOM rule, and the end of input. Each part is a row of a table. It predicts the
// result for any input, and states itself in one sentence. It does not know any decoder.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/identify/pattern_set.h"
#include "harness/spec/profile.h"

namespace placemat {

// What an error spans, from the first unit that begins no accepted sequence.
enum class SpanId : std::uint8_t {
  kSubpart,
  kUnit,
  kSubpartAndNext,
  kSubpartAndContinuation,
  kSubpartAndNonLead,
  kAnnounced,
  kAnnouncedToLead,
  kContinuations,
  kContinuationRun,
  kToStart,
  kRun,
  kRest,
  kEverything,
};
struct SpanRow {
  SpanId id;
  std::string_view words;  // "one unit"
};
std::span<const SpanRow> span_rows();

// What comes out of an error, from its first unit.
enum class OutputId : std::uint8_t {
  kFixed,
  kOffset,
  kWindows1252,
  kDigits,
  kError,
  kAccepted,
  kPiece
};
// The notation of a unit in an escape.
enum class DigitsId : std::uint8_t { kUpperHex, kLowerHex, kOctal, kDecimal };
struct Output {
  OutputId id = OutputId::kFixed;
  DigitsId digits = DigitsId::kUpperHex;
  bool is_each = false;               // every unit of the error gives it, not only the first
  std::uint64_t offset = 0;           // kOffset: added to the unit
  std::vector<std::uint64_t> before;  // kFixed: the values; kDigits: around the digits
  std::vector<std::uint64_t> after;

  std::vector<std::uint64_t> of(std::uint8_t unit) const;
  // The same behind the values before it.
  void append_to(std::vector<std::uint64_t>& values, std::uint8_t unit) const;
  // The same for an error of several units.
  void append_to(std::vector<std::uint64_t>& values, ByteView units) const;
  std::string in_words() const;  // "U+FFFD", "nothing", "the unit as windows-1252"
  friend bool operator==(const Output&, const Output&) = default;
};

template <class Visitor, Of<Output> T>
void members(Visitor& v, T& r) {
  v("id", r.id);
  v("digits", r.digits);
  v("each", r.is_each);
  v("offset", r.offset);
  v("before", r.before);
  v("after", r.after);
}

// The kinds of error that some decoders answer differently.
enum class ErrorPart : std::uint8_t {
  kContinuation,  // a continuation unit where a sequence must begin
  kNoLead,        // another unit that begins no sequence
  kBroken,        // a sequence that is not finished
  kWhole,         // a complete sequence that is read and not accepted
};
inline constexpr std::size_t kErrorPartCount = 4;

enum class BomId : std::uint8_t {
  kKeep,
  kStripLeading,
  kStripBeforeMore,
  kStripTwo,
  kStripAllLeading,
  kStripEvery,
};
struct BomRow {
  BomId id;
  std::string_view words;  // "a leading BOM is kept"
};
std::span<const BomRow> bom_rows();

// What becomes of a sequence that the end of input cuts off.
enum class EndId : std::uint8_t {
  kError,
  kOneError,
  kEachUnit,
  kLead,
  kFilled,
  kAllLost,
  kDropped,
  kKept,
};
// What counts as cut off: a prefix of an accepted sequence, of one that is read, of a bit
// pattern, or whatever stands where a lead announces more units than there are; or than there are
// with the NUL that ends a string.
enum class TailId : std::uint8_t {
  kAccepted,
  kRead,
  kPatternOf4,
  kPattern,
  kAnnounced,
  kAnnouncedWithNul,
};
std::span<const TailId> tail_ids();
struct EndRow {
  EndId id;
  std::string_view words;  // "a truncated end is dropped"
};
std::span<const EndRow> end_rows();
bool has_output(EndId end);

// How a high surrogate directly before a low one is read.
enum class PairId : std::uint8_t { kSeparate, kJoined, kOnlyPairs, kRefused };
struct PairRow {
  PairId id;
  std::string_view words;  // what the accepted set has besides; may be empty
};
std::span<const PairRow> pair_rows();

// What comes out of an accepted sequence.
enum class ValueId : std::uint8_t { kItself, kUtf16, kUtf16Pair, kLow16, kLow32 };
struct MappingRow {
  ValueId id;
  std::string_view words;  // what the accepted set has besides; may be empty
};
std::span<const MappingRow> value_rows();
std::vector<std::uint64_t> values_of(ValueId id, std::uint64_t value);

// An accepted value that comes out as another.
struct Substitution {
  std::uint64_t value = 0;
  std::vector<std::uint64_t> gives;
  friend bool operator==(const Substitution&, const Substitution&) = default;
};

template <class Visitor, Of<Substitution> T>
void members(Visitor& v, T& r) {
  v("value", r.value);
  v("gives", r.gives);
}

// What else some decoders do.
enum class HabitId : std::uint8_t {
  kNone,
  kRefusesNothing,
  kPassesNothing,
  kShortens,
  kTakesLead,
  kTakesLeadAsValue,
  kTakesLeadRaw,
  kLosesUnfinished,
  kHighFirst,
};
struct HabitRow {
  HabitId id;
  std::string_view words;  // may be empty
  // Units that show it between markers; empty where none do whatever the other parts are.
  std::string_view shown_by = "";
};
std::span<const HabitRow> habit_rows();
// Whether a refused unit takes a lead behind it along.
bool takes_lead(HabitId id);

struct Composition {
  PatternSet accepted;
  PatternSet read;          // what an error can span; contains `accepted`
  PatternSet not_answered;  // part of `accepted`: no input with these was answered
  PairId pairs = PairId::kSeparate;
  std::array<SpanId, kErrorPartCount> spans{};
  std::array<Output, kErrorPartCount> outputs;
  BomId bom = BomId::kKeep;
  EndId end = EndId::kError;
  TailId tail = TailId::kAccepted;
  Output end_output;         // kOneError, kEachUnit, kLead
  bool ends_at_nul = false;  // U+0000 ends the input
  LeadId leads = LeadId::kByPattern;
  LeadId read_leads = LeadId::kByPattern;  // for what an error can span
  FollowId follow = FollowId::kChecked;
  ValueId values = ValueId::kItself;
  std::vector<Substitution> substitutions;
  HabitId habit = HabitId::kNone;
  friend bool operator==(const Composition&, const Composition&) = default;
};

template <class Visitor, Of<Composition> T>
void members(Visitor& v, T& r) {
  v("accepted", r.accepted);
  v("read", r.read);
  v("not_answered", r.not_answered);
  v("pairs", r.pairs);
  v("spans", r.spans);
  v("outputs", r.outputs);
  v("bom", r.bom);
  v("end", r.end);
  v("tail", r.tail);
  v("end_output", r.end_output);
  v("ends_at_nul", r.ends_at_nul);
  v("leads", r.leads);
  v("read_leads", r.read_leads);
  v("follow", r.follow);
  v("values", r.values);
  v("substitutions", r.substitutions);
  v("habit", r.habit);
}

struct Predicted {
  bool is_error = false;  // the input is refused as a whole
  std::vector<std::uint64_t> values;
  // An error stands where a sequence may be cut off, by one tail or another. Where none does, no
  // rule of the end changes the prediction. Stated for a composition with EndId::kError.
  bool may_be_cut_off = false;
};
Predicted predict(const Composition& composition, ByteView units);

// "utf-8 plus surrogates; an error spans one unit; it gives U+FFFD; a leading BOM is kept; a
// truncated end is dropped"
std::string sentence_of(const Composition& composition);
// The same for a profile; a decoder without a lossy function shows no policy. No input with
// `not_answered` was answered.
std::string sentence_of(const Profile& profile, bool knows_policy,
                        const PatternSet& not_answered = {});

}  // namespace placemat
