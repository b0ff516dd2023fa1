// kind.h: the closed list of what can be wrong with a decoder. The same names
// stand in corpus/flags.json and in every report.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
  kDependsOnPosition,
  kOverRead,
  kOverWrite,
  kWrongCapacity,
  kCrash,
  kHang,
  kExhaustsMemory,
  kCorruptsProcess,
  kBreaksProtocol,
};
inline constexpr std::size_t kKindCount = 32;

struct KindRow {
  Kind kind;
  std::string_view name;     // "accepts-overlong"
  char glyph;                // A R V # @ ~ | M ! T
  std::string_view summary;  // one line, what was seen
  std::string_view effect;   // what it does to those who rely on the decoder
  std::string_view clause;   // the rule that it breaks
};

std::span<const KindRow> kinds();
const KindRow& row_of(Kind kind);
std::optional<Kind> find_kind(std::string_view name);

}  // namespace placemat
