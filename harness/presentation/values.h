// values.h: the axes whose values have names, each value a row. A new value is
// an enumerator and a row here, and its effect in harness/call/caller.cc; no
// other place lists values. The first row of an axis is its default.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/presentation/case.h"

namespace placemat {

// When the presenter uses a value.
enum class Given : std::uint8_t {
  kAlone,        // in a series of its own: the calls of a case are repeated with it
  kWithOthers,   // in the series of its axis (chunks, room, preludes)
  kOnlyIfEmpty,  // where the input or a chunk is empty
};

template <class Value>
struct ValueRow {
  Value value;
  std::string_view name;        // in replay lines, protocols and JSON
  std::string_view words = {};  // in a report; {} or {0} is replaced by the prelude
  Given given = Given::kWithOthers;
  Depth from = Depth::kChunked;  // the least depth that includes it
  bool is_fuzzed = false;        // the fuzzer can choose it
};

// The placement of the units.
enum class Placement : std::uint8_t {
  kEnd,       // the last unit is the last before a guard page
  kStart,     // the first unit directly follows a guard page
  kNul,       // a NUL follows the last unit
  kNull,      // as kEnd, and an empty input, chunk or output is at NULL
  kReadOnly,  // as kEnd, in memory that cannot be written
};
inline constexpr std::array kPlacements{
    ValueRow<Placement>{.value = Placement::kEnd, .name = "end", .from = Depth::kCore},
    ValueRow<Placement>{.value = Placement::kStart,
                        .name = "start",
                        .words = "right behind a guard page",
                        .given = Given::kAlone,
                        .is_fuzzed = true},
    ValueRow<Placement>{.value = Placement::kNul,
                        .name = "nul",
                        .words = "with a NUL behind",
                        .given = Given::kAlone,
                        .is_fuzzed = true},
    ValueRow<Placement>{.value = Placement::kNull,
                        .name = "null",
                        .words = "with what is empty at NULL",
                        .given = Given::kOnlyIfEmpty},
    ValueRow<Placement>{.value = Placement::kReadOnly,
                        .name = "read-only",
                        .words = "in read-only memory",
                        .given = Given::kAlone,
                        .is_fuzzed = true},
};

// The capacity of the output, where the law has `exact` values.
enum class Room : std::uint8_t {
  kExact,
  kAmple,     // four values for each unit and a block more, for decoders that skip
              // per-value capacity checks when there is room to spare
  kOneShort,  // one value too few
  kZero,
  kOneMore,  // one value more than there are
};
constexpr std::size_t room_of(Room room, std::size_t exact, std::size_t units) {
  constexpr std::size_t kSpare = 64, kValuesOfUnit = 4;
  if (room == Room::kExact) return exact;
  if (room == Room::kOneMore) return exact + 1;
  if (room == Room::kAmple) {
    const std::size_t many = kValuesOfUnit * units;
    return (exact > many ? exact : many) + kSpare;
  }
  return room == Room::kOneShort && exact > 0 ? exact - 1 : 0;
}
constexpr bool is_too_little(Room room) { return room == Room::kOneShort || room == Room::kZero; }
inline constexpr std::array kRooms{
    ValueRow<Room>{.value = Room::kExact, .name = "exact", .from = Depth::kCore},
    ValueRow<Room>{.value = Room::kAmple,
                   .name = "ample",
                   .words = "with room to spare",
                   .from = Depth::kCore,
                   .is_fuzzed = true},
    ValueRow<Room>{.value = Room::kOneShort,
                   .name = "short",
                   .words = "with one value too little capacity",
                   .is_fuzzed = true},
    ValueRow<Room>{
        .value = Room::kZero, .name = "zero", .words = "with capacity 0", .is_fuzzed = true},
    ValueRow<Room>{.value = Room::kOneMore,
                   .name = "one-more",
                   .words = "with room for one value more",
                   .is_fuzzed = true},
};

// The end of the prelude: the units that the decoder was given first.
enum class Ending : std::uint8_t {
  kNone,         // there was no prelude
  kFinish,       // the same stream was given it, and was finished
  kReset,        // the same stream was given it, and was reset
  kCall,         // another call of the same operation was given it
  kInterleaved,  // another stream, open at the same time, is given it before each chunk, or
                 // before the call
  kFinishTwice,  // as kFinish, and was finished once more
  kManyUses,     // as kFinish, and then was given the case several times
  kManyResets,   // as kReset, and was given both several times
  kTwoStreams,   // as kInterleaved, with two other streams
  kOtherMode,    // as kInterleaved; the other stream is lossy where this one is strict
  kManyStreams,  // as kInterleaved, with many other streams
  kOthersEnd,    // as kInterleaved; the other stream is finished, is given it again and is reset
  kCalls,        // each operation without a stream is given it before each chunk, and the encoder
                 // is called
};
// How a stream of an ending comes to its prelude.
struct StreamHistory {
  bool is_own = false;       // the stream itself was given it
  std::size_t finishes = 0;  // after it
  bool is_reset = false;     // after it
  std::size_t others = 0;    // other streams, which are given it before each chunk
  bool is_other_mode = false;
  bool others_first = false;  // opened before the stream, and closed before its finish
  bool others_end = false;    // a finish and a reset before each chunk
  bool has_calls = false;     // calls without a stream before each chunk
  // How often the stream is given the case. The answers must be the same; the first that differs
  // is reported.
  std::size_t times = 1;
};
inline constexpr std::size_t kUses = 8;
// With the stream itself, one more than the numbers of one byte.
inline constexpr std::size_t kManyOthers = 256;
constexpr StreamHistory history_of(Ending ending) {
  switch (ending) {
    case Ending::kFinish:
      return {.is_own = true, .finishes = 1};
    case Ending::kReset:
      return {.is_own = true, .is_reset = true};
    case Ending::kInterleaved:
      return {.others = 1};
    case Ending::kFinishTwice:
      return {.is_own = true, .finishes = 2};
    case Ending::kManyUses:
      return {.is_own = true, .finishes = 1, .times = kUses};
    case Ending::kManyResets:
      return {.is_own = true, .is_reset = true, .times = kUses};
    case Ending::kTwoStreams:
      return {.others = 2, .others_first = true};
    case Ending::kOtherMode:
      return {.others = 1, .is_other_mode = true};
    case Ending::kManyStreams:
      return {.others = kManyOthers};
    case Ending::kOthersEnd:
      return {.others = 1, .others_end = true};
    case Ending::kCalls:
      return {.has_calls = true};
    case Ending::kNone:
    case Ending::kCall:
      return {};
  }
  return {};
}
inline constexpr std::array kEndings{
    ValueRow<Ending>{.value = Ending::kNone, .name = "none", .from = Depth::kCore},
    ValueRow<Ending>{.value = Ending::kFinish,
                     .name = "finish",
                     .words = "on a stream that had {} and then a finish",
                     .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kReset,
                     .name = "reset",
                     .words = "on a stream that had {} and then a reset",
                     .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kCall, .name = "call", .words = "after a call with {}"},
    ValueRow<Ending>{.value = Ending::kInterleaved,
                     .name = "interleaved",
                     .words = "beside another stream, given {} before each chunk",
                     .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kFinishTwice,
                     .name = "finish-twice",
                     .words = "on a stream that had {} and then two finishes",
                     .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kManyUses,
                     .name = "many-finishes",
                     .words = "on a stream that had {} and then a finish, one of eight times",
                     .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kManyResets,
                     .name = "many-resets",
                     .words = "on a stream that had {} and then a reset, one of eight times",
                     .is_fuzzed = true},
    ValueRow<Ending>{
        .value = Ending::kTwoStreams,
        .name = "two-interleaved",
        .words = "beside two streams that were opened earlier, given {} before each chunk",
        .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kOtherMode,
                     .name = "other-mode",
                     .words = "beside a stream of the other mode, given {} before each chunk",
                     .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kManyStreams,
                     .name = "many-interleaved",
                     .words = "beside 256 other streams, given {} before each chunk"},
    ValueRow<Ending>{.value = Ending::kOthersEnd,
                     .name = "interleaved-ended",
                     .words =
                         "beside another stream, given {0} and a finish, then {0} and a reset, "
                         "before each chunk",
                     .is_fuzzed = true},
    ValueRow<Ending>{.value = Ending::kCalls,
                     .name = "calls-between",
                     .words = "with other calls, given {} before each chunk",
                     .is_fuzzed = true},
};

inline constexpr std::array kEnvironments{
    ValueRow<Environment>{.value = Environment::kPlain, .name = "plain", .from = Depth::kCore},
    ValueRow<Environment>{.value = Environment::kErrnoEilseq,
                          .name = "errno-eilseq",
                          .words = "with errno EILSEQ before the call"},
    ValueRow<Environment>{.value = Environment::kErrnoErange,
                          .name = "errno-erange",
                          .words = "with errno ERANGE before the call"},
    ValueRow<Environment>{.value = Environment::kErrnoEinval,
                          .name = "errno-einval",
                          .words = "with errno EINVAL before the call"},
    ValueRow<Environment>{.value = Environment::kSecondThread,
                          .name = "second-thread",
                          .words = "by a second thread, behind the same call by the first"},
};

// The rows of an axis whose values have names.
constexpr std::span<const ValueRow<Placement>> rows_of(Placement) { return kPlacements; }
constexpr std::span<const ValueRow<Room>> rows_of(Room) { return kRooms; }
constexpr std::span<const ValueRow<Ending>> rows_of(Ending) { return kEndings; }
constexpr std::span<const ValueRow<Environment>> rows_of(Environment) { return kEnvironments; }

template <class Value>
concept NamedValue = requires(Value value) { rows_of(value); };

template <NamedValue Value>
constexpr const ValueRow<Value>& row_of(Value value) {
  return rows_of(value)[static_cast<std::size_t>(value)];
}

}  // namespace placemat
