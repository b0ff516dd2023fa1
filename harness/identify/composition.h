// composition.h: a decoder as a composition of parts: the accepted set, what an error spans, what
// comes out, the BOM rule, and the end of input. Each part is a row of a table. It predicts the
// result for any input. It does not know any decoder, and states nothing in words (description.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/identify/pattern_set.h"

namespace placemat {

// What an error spans, from the first byte that begins no accepted sequence.
enum class SpanId : std::uint8_t {
  kSubpart,
  kUnit,
  kSubpartAndNext,
  kSubpartAndContinuation,
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
  std::string_view words;  // "each byte"
};
std::span<const SpanRow> span_rows();

// What comes out of an error, from its first byte.
enum class OutputId : std::uint8_t { kFixed, kOffset, kWindows1252, kDigits, kError, kPiece };
// The notation of a byte in an escape.
enum class DigitsId : std::uint8_t { kUpperHex, kLowerHex, kOctal, kDecimal };
struct Output {
  OutputId id = OutputId::kFixed;
  DigitsId digits = DigitsId::kUpperHex;
  std::uint64_t offset = 0;           // kOffset: added to the byte
  std::vector<std::uint64_t> before;  // kFixed: the values; kDigits: around the digits
  std::vector<std::uint64_t> after;

  std::vector<std::uint64_t> of(std::uint8_t unit) const;
  // The same after the values before it, for an error of several bytes.
  void append_to(std::vector<std::uint64_t>& values, ByteView units) const;
  friend bool operator==(const Output&, const Output&) = default;
};

template <class Visitor, Of<Output> T>
void members(Visitor& v, T& r) {
  v("id", r.id);
  v("digits", r.digits);
  v("offset", r.offset);
  v("before", r.before);
  v("after", r.after);
}

enum class BomId : std::uint8_t {
  kKeep,
  kStripLeading,
  kStripBeforeMore,
  kStripAllLeading,
  kStripEvery
};
struct BomRow {
  BomId id;
  std::string_view words;  // "kept"
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
// What counts as cut off: a prefix of an accepted sequence, of one that an error can span, of a bit
// pattern of up to 4 bytes, or whatever stands where a lead announces more bytes than there are.
enum class TailId : std::uint8_t { kAccepted, kRead, kPattern, kAnnounced };
struct TailRow {
  TailId id;
  std::string_view words;  // ", by bit pattern"; may be empty
};
std::span<const TailRow> tail_rows();
struct EndRow {
  EndId id;
  std::string_view words;  // "an unfinished sequence is dropped"; an output follows "gives"
};
std::span<const EndRow> end_rows();
bool has_output(EndId end);

// How a high surrogate directly before a low one is read. kJoined is about all values that come
// out: what is stored in 16-bit units cannot tell such a pair from the character.
enum class PairId : std::uint8_t { kSeparate, kJoined, kOnlyPairs };

struct Composition {
  PatternSet accepted;
  PatternSet read;          // what an error can span; contains `accepted`
  PatternSet not_answered;  // part of `accepted`: no input with these was answered
  PairId pairs = PairId::kSeparate;
  SpanId span = SpanId::kSubpart;
  Output output;
  BomId bom = BomId::kKeep;
  EndId end = EndId::kError;
  TailId tail = TailId::kAccepted;
  Output end_output;         // kOneError, kEachUnit, kLead
  bool ends_at_nul = false;  // U+0000 ends the input
  friend bool operator==(const Composition&, const Composition&) = default;
};

template <class Visitor, Of<Composition> T>
void members(Visitor& v, T& r) {
  v("accepted", r.accepted);
  v("read", r.read);
  v("not_answered", r.not_answered);
  v("pairs", r.pairs);
  v("span", r.span);
  v("output", r.output);
  v("bom", r.bom);
  v("end", r.end);
  v("tail", r.tail);
  v("end_output", r.end_output);
  v("ends_at_nul", r.ends_at_nul);
}

struct Predicted {
  bool is_error = false;  // the input is refused as a whole
  std::vector<std::uint64_t> values;
  // An error stands where a sequence may be cut off, by one tail or another. Where none does, no
  // rule of the end changes the prediction. Stated for a composition with EndId::kError.
  bool may_be_cut_off = false;
  // Errors that the end of input makes, and others.
  bool has_end = false, has_error = false;
};
Predicted predict(const Composition& composition, ByteView units);

}  // namespace placemat
