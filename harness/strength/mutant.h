// mutant.h: a faulty decoder, derived from the law by a program. A mutant is
// the compiled machine of a profile with some transitions replaced, or with one
// value treated wrongly, or another machine, and a gate that states when the
// fault shows. It runs as an automaton; nothing here knows vectors, sources or
// a judge.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "harness/spec/machine.h"

namespace placemat {

enum class MutantFamily : std::uint8_t {
  kTransition,  // one reaction to one unit in one state
  kClass,       // one unit treated as one of another class, in every state
  kPayload,     // a shift, a mask or a bit of a value
  kSemantic,    // a rule of Unicode 3.9 dropped or replaced
  kPosition,    // a fault that shows at some offsets only
  kHistory,     // a fault that shows after some items, or for a block of values
  kValue,       // one scalar value refused or wrong, or one ill-formed sequence accepted
  kState,       // a stream that loses or keeps state wrongly
  kBuffer,      // accesses outside of its buffers, capacity, length functions
};
inline constexpr std::size_t kMutantFamilyCount = 9;

struct MutantFamilyRow {
  MutantFamily family;
  std::string_view name;
  std::string_view summary;
  bool is_automaton;  // a finite machine over single units: checked for equivalence with the law
};
std::span<const MutantFamilyRow> mutant_families();
const MutantFamilyRow& row_of(MutantFamily family);

// A transition that replaces one of the law's.
struct Patch {
  Machine::State state;
  std::uint16_t symbol;  // a unit, or Machine::kEnd
  Transition transition;
};

// The treatment of values in first..last whose bits under `mask` equal `match`,
// before they are written.
struct ValueFault {
  enum class Does : std::uint8_t { kNothing, kDrops, kRefuses, kFlips, kEndsInput } does{};
  std::uint64_t first = 0, last = 0;
  std::uint64_t mask = 0, match = 0;
  std::uint64_t flip = 0;
  bool applies(std::uint64_t value) const {
    return does != Does::kNothing && value >= first && value <= last && (value & mask) == match;
  }
};

// The kind of a finished item, as far as a later one can depend on it:
// well-formed of 1 to 4 units, or ill-formed of one error class.
using ItemKind = std::uint8_t;
inline constexpr std::size_t kItemKinds = 4 + kErrorClassCount - 1;
std::string name_of_item(ItemKind kind);

// The condition under which the patches of a mutant apply.
struct Gate {
  enum class Kind : std::uint8_t {
    kAlways,
    kOffset,       // the unit's offset in its buffer is b modulo a
    kAcrossEdge,   // the sequence began in an earlier block of a units
    kLastBlock,    // the unit lies in the last, partial block of a units
    kAfterAscii,   // at least a ASCII units stand directly before the sequence
    kAtEnd,        // the unit is the last of its buffer
    kAfterItem,    // the item before is of kind a
    kAfterTwo,     // the item before is of kind b, and the one before that of kind a
    kAtOffset,     // the unit's offset in its buffer is a
    kAfterErrors,  // exactly a ill-formed items stand before
    kAfterUnits,   // the item before is well-formed, and begins with these two units, a
    kAfterValue,   // the item before is the value a; for faults of values
  } kind = Kind::kAlways;
  std::uint32_t a = 0, b = 0;
};

// The wrong behaviour of a stream in `state`.
struct StreamFault {
  enum class At : std::uint8_t {
    kNowhere,
    kCut,
    kEmptyChunk,
    kFinish,
    kReset,
    kError,
    kFinishAgain,  // a finish directly after a finish
    kUse,          // a cut of the n-th text on one stream
    kOpenStreams,  // a cut while at least n streams are open
    kOtherMode,    // a cut while a stream of the other mode is open
    kPush,         // the cut before the n-th push of a text
    kManyThenMore  // the cut after n pushes of one unit, before one of several
  } at{};
  enum class Does : std::uint8_t {
    kForgets,  // the open sequence is lost
    kFlushes,  // the open sequence is reported as ill-formed
    kKeeps,    // state that should be cleared is kept
    kRepeats,  // U+FFFD is emitted once more
  } does{};
  Machine::State state = Machine::kStart;
  std::uint32_t n = 0;
  // Only for the open sequence of this value so far, where it is given.
  std::optional<std::uint64_t> accumulator = {};
};

// The wrong behaviour of a decoder with memory and lengths.
struct BufferFault {
  enum class Does : std::uint8_t {
    kNothing,
    kReadsBehind,          // n units
    kReadsBefore,          // n units
    kWritesBehind,         // n values past the capacity
    kWritesBefore,         // n values
    kLengthTooSmall,       // by n
    kLengthTooLarge,       // by n
    kIgnoresZeroCapacity,  // writes although there is no room
    kLosesLastWithRoom,    // value, where there is room for n more than units
    kLosesLastWhenFull,    // value, where the output is full, of n or more
    kLosesLastBeforeFull,  // value, where there is room for exactly n more values
    kOffsetInBits,         // the error offset is kept in n bits
    kLengthInBits,         // the length function counts in n bits
    kWritesInput,          // and restores it
  } does{};
  enum class When : std::uint8_t { kAlways, kIllFormed, kWellFormed, kTruncated } when{};
  std::uint32_t n = 0;
};

// One ill-formed sequence that is taken for a value, where it stands whole in one buffer and no
// sequence is open before it.
struct AcceptedSequence {
  Bytes units;  // empty: none
  std::uint64_t value = 0;
};

struct Mutant {
  MutantFamily family = MutantFamily::kTransition;
  std::string name;                  // stable: "transition/after-E0/41/as-80"
  const Machine* machine = nullptr;  // the base that the faults below change
  std::vector<Patch> patches;
  ValueFault value;
  AcceptedSequence accepts;
  Gate gate;
  StreamFault stream;
  BufferFault buffer;
};

// The law that all mutants are compared with.
inline constexpr Profile kMutatedProfile{DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep};

// A shortest string that leads the law to each of its states, breadth first.
const std::vector<Bytes>& access_strings();

// A running mutant (or the law, as a mutant without a fault). Values are
// appended to `values`, which is the only allocation.
class MutantWalk {
 public:
  explicit MutantWalk(const Mutant& mutant);

  // The next buffer of the input, or all of it.
  void push(ByteView units);
  // One unit of it.
  void step(std::uint8_t unit, std::size_t offset, std::size_t size);
  // The end of the input.
  void finish();
  void restart();
  // The open sequence is dropped, or reported as at the end of the input.
  void forget();
  void flush();
  // Restores an earlier position, whatever was read since.
  void resume(Machine::State state, std::uint64_t accumulator);

  std::vector<std::uint64_t> values;
  std::optional<IllFormed> error;
  std::size_t values_before_error = 0;

  Machine::State state() const { return state_; }
  std::uint64_t accumulator() const { return accumulator_; }
  bool has_ended() const { return has_ended_; }
  ItemKind last_item() const { return last_; }
  ItemKind item_before_last() const { return before_last_; }
  std::uint32_t errors() const { return errors_; }
  // Of the previous item, when it is well-formed and the gate uses them; or 0.
  std::uint32_t last_units() const { return last_units_; }
  // Writes U+FFFD as if an ill-formed sequence had been read.
  void repeat_replacement() { values.push_back(mutant_->machine->replacement()); }
  void watch_units() { watches_units_ = true; }

  static constexpr ItemKind kNoItem = 0xFF;

 private:
  bool is_open(std::size_t offset, std::size_t size) const;
  const Transition& transition(std::size_t symbol, std::size_t offset, std::size_t size) const;
  void apply(const Transition& t, bool at_end);
  void write(std::uint64_t value);
  bool is_value_open() const;
  void follow_sequence(std::uint8_t unit, std::size_t offset);
  void accept_sequence();
  void finish_item(ItemKind kind);

  const Mutant* mutant_;
  std::bitset<Machine::kSymbols> touched_;
  Machine::State state_ = Machine::kStart;
  std::uint64_t accumulator_ = 0;
  std::size_t taken_ = 0;  // units, in all buffers
  bool has_ended_ = false;
  std::size_t ascii_run_ = 0;  // ASCII units before the current sequence
  ItemKind last_ = kNoItem, before_last_ = kNoItem;
  std::uint32_t errors_ = 0;
  bool watches_units_ = false;
  std::uint32_t first_unit_ = 0, units_ = 0, last_units_ = 0;
  // The value of the item before, or nothing when it is ill-formed.
  std::optional<std::uint64_t> last_value_;
  // What was known before the units of the accepted sequence; an accepted one takes back what the
  // law says of its units.
  struct BeforeSequence {
    std::size_t values = 0, values_before_error = 0;
    std::optional<IllFormed> error;
    ItemKind last = kNoItem, before_last = kNoItem;
    std::uint32_t errors = 0;
  };
  std::size_t matched_ = 0;  // units of that sequence, up to here
  BeforeSequence before_sequence_;
};

// The answer of a mutant to a whole input.
Answer answer_of(const Mutant& mutant, ByteView bytes);

}  // namespace placemat
