#include "harness/presentation/presenter.h"

#include <algorithm>

#include "harness/bytes/hash.h"

namespace placemat {
namespace {

constexpr std::size_t kBlock = 16;
constexpr std::size_t kPreludesPerCase = 2;

// The endings that a case of some depth gets with several preludes, and those that it gets one
// of, in turn.
constexpr std::array kCommonEndings{Ending::kFinish, Ending::kReset};
constexpr std::array kRarerEndings{Ending::kFinishTwice, Ending::kManyUses,  Ending::kManyResets,
                                   Ending::kTwoStreams,  Ending::kOtherMode, Ending::kOthersEnd,
                                   Ending::kCalls};
// Hundreds of streams take long, so that one prelude in this many gets them.
constexpr std::size_t kPreludesOfManyStreams = 64;

// An error and a byte order mark, which precede every stream.
const std::array<Bytes, 2> kCommonPreludes{Bytes{0xFF}, Bytes{0xEF, 0xBB, 0xBF}};

// The first strict and the first lossy operation; the verdict only where a
// decoder has no other operation.
std::vector<Operation> core_of(std::span<const Operation> calls) {
  std::vector<Operation> core;
  const auto strict = std::ranges::find_if(calls, is_strict);
  const auto lossy = std::ranges::find_if(calls, is_lossy);
  if (strict != calls.end()) core.push_back(*strict);
  if (lossy != calls.end()) core.push_back(*lossy);
  if (core.empty()) core.assign(calls.begin(), calls.end());
  return core;
}

// A number that differs from case to case, for alternating choices.
std::uint64_t turn_of(ByteView units) {
  std::uint64_t hash = hash_step(kHashStart, static_cast<std::uint64_t>(Operation::kStrict32));
  for (int axis = 0; axis < 5; ++axis) hash = hash_step(hash, 0);
  return hash_of(units, hash);
}

}  // namespace

Presenter::Presenter(Askable askable, PresentationSink& sink)
    : askable_(std::move(askable)), core_(core_of(askable_.calls)), sink_(sink) {}

void Presenter::present(const Case& c) {
  turn_ = c.bytes.empty() ? 0 : c.bytes.front() + 1u * c.bytes.back() + c.bytes.size();
  how_.pad = how_.tail = 0;
  units_.clear();
  // Shallow cases are nearly all there are, and get no surroundings.
  if (c.depth >= Depth::kPlain) units_.insert(units_.end(), c.bytes.begin(), c.bytes.end());
  sink_.begin_units(c.depth >= Depth::kPlain ? ByteView(units_) : c.bytes);
  if (c.environment != Environment::kPlain) return give_in_environment(c.environment);
  give_after_prelude(c);
  give_in_chunks(c);
  if (c.depth == Depth::kSingle) {
    give_one_of_core(turn_);
    return;
  }
  if (c.depth < Depth::kPlain) {
    give_in_turn(core_);
    if (c.depth == Depth::kVerdict) give_verdict();
    return;
  }
  // Deeper cases are given with ample room too, below.
  if (c.depth >= Depth::kChunked)
    give(askable_.calls);
  else
    give_in_turn(askable_.calls);
  if (c.bytes.empty()) put_empty_at_null(c);
  if (c.depth >= Depth::kChunked) {
    if (askable_.shows_memory) {
      for (const Operation operation : askable_.calls) give_with_ample_room(operation);
    }
    vary_placement(c);
    give(askable_.streams);
    vary_chunks(c);
    if (!c.exclusions[kCapacity]) vary_room();
    if (!c.exclusions[kReuse]) vary_prelude(c);
    if (!c.bytes.empty()) put_empty_at_null(c);
  }
  if (c.depth >= Depth::kPadded) vary_surroundings(c);
}

void Presenter::begin_units() { sink_.begin_units(units_); }

void Presenter::give(Operation operation) {
  how_.operation = operation;
  sink_.give(how_);
}
void Presenter::give(Operations operations) {
  for (const Operation operation : operations) give(operation);
}

// A decoder may have separate code for ample room; the answer must be the same.
void Presenter::give_with_ample_room(Operation operation) {
  if (is_decoding(operation) && askable_.shows_memory) how_.room = Room::kAmple;
  give(operation);
  how_.room = Room::kExact;
}

// Exact and ample room alternate, by case, position and operation.
void Presenter::give_in_turn(Operation operation) {
  const std::size_t turn = turn_ + how_.pad + how_.tail + static_cast<std::size_t>(operation);
  turn % 2 == 0 ? give(operation) : give_with_ample_room(operation);
}
void Presenter::give_in_turn(Operations operations) {
  for (const Operation operation : operations) give_in_turn(operation);
}

// Unless it is a core operation.
void Presenter::give_verdict() {
  const auto has = [](const std::vector<Operation>& operations) {
    return std::ranges::find(operations, Operation::kValidate) != operations.end();
  };
  if (has(askable_.calls) && !has(core_)) give(Operation::kValidate);
}

Presenter::Operations Presenter::one_of_core(std::size_t turn) const {
  if (core_.empty()) return {};
  return Operations(core_).subspan(turn / 2 % core_.size(), 1);
}
void Presenter::give_one_of_core(std::size_t turn) { give_in_turn(one_of_core(turn)); }

// The core operations or one of them, and one of all. The same again is no other question where
// the buffers cannot be seen.
void Presenter::give_core_or_one_and_another(bool is_whole, std::size_t turn) {
  const Operations given = is_whole ? Operations(core_) : one_of_core(turn);
  give_in_turn(given);
  if (askable_.calls.empty()) return;
  const Operation another = askable_.calls[turn % askable_.calls.size()];
  const bool is_given = std::ranges::find(given, another) != given.end();
  if (askable_.shows_memory || !is_given) give_in_turn(another);
}

void Presenter::vary_placement(const Case& c) {
  if (!askable_.shows_memory) return;
  for (const ValueRow<Placement>& row : kPlacements) {
    if (row.given != Given::kAlone || c.depth < row.from) continue;
    how_.placement = row.value;
    give_in_turn(askable_.calls);
  }
  how_.placement = Placement::kEnd;
}

void Presenter::vary_chunks(const Case& c) {
  if (askable_.streams.empty()) return;
  for (Cuts& cuts : splits(c.depth, units_.size(), c.exclusions)) {
    how_.cuts = std::move(cuts);
    give(askable_.streams);
  }
  how_.cuts.clear();
}

void Presenter::vary_room() {
  if (!askable_.shows_memory) return;
  for (const Operation operation : askable_.calls) {
    if (!is_decoding(operation)) continue;
    for (const Room room : {Room::kOneShort, Room::kZero, Room::kOneMore}) {
      how_.room = room;
      give(operation);
      if (room == Room::kOneShort && is_lossy(operation)) give_length_of(operation);
    }
  }
  how_.room = Room::kExact;
}

// A caller with too little room asks for the length next. One case in four does.
void Presenter::give_length_of(Operation operation) {
  if (turn_ % 4 != 0) return;
  const Operation length = is_utf16(operation) ? Operation::kLength16 : Operation::kLength32;
  if (std::ranges::find(askable_.calls, length) == askable_.calls.end()) return;
  how_.room = Room::kExact;
  give(length);
}

// A stream that failed, or stopped inside a sequence, and then was finished or
// reset must behave as a new one, for a case in one chunk and for one in two.
// Two streams that are open at the same time must be independent.
void Presenter::vary_prelude(const Case& c) {
  if (askable_.streams.empty() || !askable_.shows_memory) return;
  const std::uint64_t turn = turn_of(units_);
  const std::size_t size = units_.size();
  const std::span<const Bytes> preludes = askable_.preludes;
  const auto cut_once = [&] { how_.cuts = {1 + (turn >> 24) % (size - 1)}; };
  for (const Ending ending : kCommonEndings) {
    for (const Bytes& prelude : kCommonPreludes) {
      how_.set_prelude(prelude, ending);
      give(askable_.streams);
    }
    for (std::size_t i = 0; i < std::min(kPreludesPerCase, preludes.size()); ++i) {
      if (size > 1 && ((turn >> 16) + i) % 2 == 0) cut_once();
      how_.set_prelude(preludes[(turn + i) % preludes.size()], ending);
      give(askable_.streams);
      how_.cuts.clear();
    }
  }
  if (!preludes.empty()) {
    if (size > 1 && !c.exclusions[kTwoSplits]) cut_once();
    how_.set_prelude(preludes[(turn >> 8) % preludes.size()], Ending::kInterleaved);
    give(askable_.streams);
    how_.cuts.clear();
    const Bytes& rarer = preludes[(turn >> 12) % preludes.size()];
    const bool is_full = c.depth >= Depth::kInTurn;
    for (std::size_t i = 0; i < (is_full ? kRarerEndings.size() : 1); ++i) {
      how_.set_prelude(rarer, kRarerEndings[((turn >> 32) + i) % kRarerEndings.size()]);
      give(askable_.streams);
    }
    if (c.depth == Depth::kFull) {
      how_.set_prelude(rarer, Ending::kManyStreams);
      give(askable_.streams);
      how_.set_prelude(rarer, Ending::kInterleaved);
      give(core_);
      give_verdict();
    }
  }
  how_.clear_prelude();
}

// The prelude that is the point of a case: of the call before, of streams that are open beside
// the call, and of streams with every ending. A shallow case has the two endings that a stream
// itself needs.
void Presenter::give_after_prelude(const Case& c) {
  if (c.prelude.empty() || !askable_.shows_memory) return;
  const bool is_shallow = c.depth == Depth::kSingle;
  for (const Ending ending : {Ending::kCall, Ending::kInterleaved}) {
    if (is_shallow || (ending == Ending::kInterleaved && askable_.streams.empty())) continue;
    how_.set_prelude(c.prelude, ending);
    give(core_);
    give_verdict();
  }
  how_.cuts.assign(c.cuts.begin(), c.cuts.end());
  for (const ValueRow<Ending>& row : kEndings) {
    const StreamHistory history = history_of(row.value);
    if (!history.is_own && history.others == 0 && !history.has_calls) continue;
    if (is_shallow && std::ranges::find(kCommonEndings, row.value) == kCommonEndings.end())
      continue;
    if (row.value == Ending::kManyStreams && turn_of(c.prelude) % kPreludesOfManyStreams != 0) {
      continue;
    }
    how_.set_prelude(c.prelude, row.value);
    give(askable_.streams);
  }
  how_.clear_prelude();
  how_.cuts.clear();
}

// The chunks that are the point of a case.
void Presenter::give_in_chunks(const Case& c) {
  if (c.cuts.empty() || !c.prelude.empty()) return;
  how_.cuts.assign(c.cuts.begin(), c.cuts.end());
  give(askable_.streams);
  how_.cuts.clear();
}

void Presenter::give_in_environment(Environment environment) {
  if (!askable_.shows_memory) return;
  if (environment == Environment::kSecondThread && askable_.is_bound_to_thread) return;
  how_.environment = environment;
  give(askable_.calls);
  give(askable_.streams);
  how_.environment = Environment::kPlain;
}

// The input, and with it the output or a chunk.
void Presenter::put_empty_at_null(const Case& c) {
  if (!askable_.shows_memory) return;
  how_.placement = Placement::kNull;
  if (units_.empty()) give(askable_.calls);
  if (!c.exclusions[kThreeSplits]) how_.cuts.assign(2, units_.size() / 2);
  give(askable_.streams);
  how_.cuts.clear();
  how_.placement = Placement::kEnd;
}

// False where it is the turn of another length or of another filler that is not ASCII.
bool Presenter::is_given(Depth depth, Filler filler, std::size_t pad) const {
  constexpr std::size_t kLongerInTurn = 4;
  if (depth != Depth::kInTurn) return true;
  if (filler == Filler::kAscii) return pad <= kLongestPad || (turn_ + pad) % kLongerInTurn == 0;
  return (turn_ + pad + static_cast<std::size_t>(filler)) % (kFillers.size() - 1) == 0;
}

// Every operation after ASCII up to a block of 64; beyond that, and after other fillers, the core
// operations and one of the others. Fewer where operations take turns.
void Presenter::give_behind(Depth depth, Filler filler, std::size_t pad) {
  const std::size_t turn = turn_ + pad;
  const bool is_ascii = filler == Filler::kAscii;
  if (depth == Depth::kPadded) return give_one_of_core(turn);
  if (depth == Depth::kFull && is_ascii && pad <= kLongestPad) {
    return give_in_turn(askable_.calls);
  }
  give_core_or_one_and_another(depth == Depth::kFull || is_ascii, turn);
}

void Presenter::vary_surroundings(const Case& c) {
  const bool is_full = c.depth >= Depth::kInTurn;
  for (const Filler filler : pad_fillers(c.depth)) {
    if (std::ranges::find(askable_.fillers, filler) == askable_.fillers.end()) continue;
    for (const std::size_t pad : pad_lengths(c.depth, filler)) {
      if (c.exclusions[kPads]) break;
      if (!is_given(c.depth, filler, pad)) continue;
      units_.clear();
      append_pad(units_, filler, pad);
      units_.insert(units_.end(), c.bytes.begin(), c.bytes.end());
      how_.pad = pad;
      begin_units();
      give_behind(c.depth, filler, pad);
      if (is_full) give_at_block_start(c);
      if (is_full && filler == Filler::kAscii) give_at_block_end(c);
    }
  }
  how_.pad = 0;
  units_.assign(c.bytes.begin(), c.bytes.end());
  for (const std::size_t tail : tail_lengths(c.depth)) {
    if (c.exclusions[kTails]) break;
    units_.resize(c.bytes.size() + tail, 'z');
    how_.tail = tail;
    begin_units();
    give_core_or_one_and_another(c.depth == Depth::kFull, turn_ + tail);
  }
  how_.tail = 0;
}

// A case that begins at the edge of a block: with too little room, and as a
// stream, whole and split inside the case.
void Presenter::give_at_block_start(const Case& c) {
  if (how_.pad % kBlock != 0) return;
  if (!c.exclusions[kCapacity]) vary_room();
  give(askable_.streams);
  if (c.exclusions[kTwoSplits]) return;
  how_.cuts = {how_.pad + c.bytes.size() / 2};
  give(askable_.streams);
  how_.cuts.clear();
}

// A case that does not end in ASCII and ends with a block, before blocks of
// ASCII: code that skips these must look back for a truncated sequence.
void Presenter::give_at_block_end(const Case& c) {
  const std::size_t size = units_.size();
  if (size % kBlock != 0 || c.exclusions[kTails]) return;
  if (c.bytes.empty() || c.bytes.back() <= 0x7F) return;
  units_.resize(size + kTailOfBlocks, 'z');
  how_.tail = kTailOfBlocks;
  begin_units();
  give_in_turn(askable_.calls);
  units_.resize(size);
  how_.tail = 0;
}

}  // namespace placemat
