// kind.h: the closed list of what can be wrong with a decoder. The same names appear in
// corpus/flags.json and in every report.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace placemat {

enum class Kind : std::uint8_t {
  kAcceptsOverlong,
  kAcceptsSurrogate,
  kAcceptsBeyond10FFFF,
  kAcceptsFiveSixUnit,
  kAcceptsBadContinuation,
  kAcceptsTruncatedTail,
  kAcceptsIllFormed,
  kRejectsWellFormed,
  kRejectsNoncharacter,
  kConflatesRealFffd,
  kWrongValue,
  kWrongEncoding,
  kBomHandling,
  kNulHandling,
  kWrongReplacementCount,
  kSwallowsNextUnit,
  kDropsIllFormed,
  kDropsTruncatedTail,
  kWrongLengthCount,
  kWrongErrorOffset,
  kDependsOnChunks,
  kKeepsState,
  kNondeterministic,
  kDependsOnEnvironment,
  kDependsOnPosition,
  kOverRead,
  kOverWrite,
  kWrongCapacity,
  kCrash,
  kHang,
  kExhaustsMemory,
  kCorruptsProcess,
  kBreaksProtocol,
  kPassesIllFormed,
};
inline constexpr std::size_t kKindCount = 34;

// What a failure can do to a user, the worst first.
enum class Severity : std::uint8_t {
  kMemory,      // corrupts memory, or ends or blocks the process
  kAcceptance,  // lets ill-formed input in
  kText,        // loses or invents text
  kValue,       // emits another value
  kCount,       // miscounts
  kOffset,      // misplaces an error
};

// Where a failure shows: in the answer, in memory that is not the decoder's, or in the call
// itself, which gives no answer.
enum class ShowsIn : std::uint8_t { kAnswer, kMemory, kCall };

struct KindRow {
  Kind kind;
  std::string_view name;  // "accepts-overlong"
  char glyph;             // A R V # @ ~ | M ! T
  Severity severity;
  ShowsIn shows_in;
  std::string_view summary;  // one line, what was observed
  std::string_view effect;   // the consequence for software that relies on the decoder
  std::string_view clause;   // the rule that it violates
};

std::span<const KindRow> kinds();
const KindRow& row_of(Kind kind);
inline Severity severity_of(Kind kind) { return row_of(kind).severity; }
inline ShowsIn shows_in(Kind kind) { return row_of(kind).shows_in; }
std::optional<Kind> find_kind(std::string_view name);

// The kind in the key of a finding, DECODER|PROFILE|KIND|...; none in a text that is no key.
std::optional<Kind> kind_of_key(std::string_view key);

}  // namespace placemat
