#include "harness/judge/checker.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include "harness/bytes/hash.h"
#include "harness/corpus/corpus.h"
#include "harness/generate/state_unit.h"

namespace placemat {
namespace {

// Failures that are alike at first sight are judged in full this often, and
// then whenever their number has doubled; the rest is counted.
constexpr std::uint64_t kJudgedInFull = 6;
// First sights that one shard tells apart, and looks that it keeps.
constexpr std::size_t kMostPreBuckets = 2048;
constexpr std::size_t kMostBuckets = 512;
constexpr std::size_t kWindow = 4;
constexpr std::size_t kLongestBucket = 24;
constexpr std::size_t kPreludesPerCase = 2;
constexpr std::uint32_t kMostHangs = 2;
constexpr std::uint32_t kMostCrashes = 300;
constexpr std::uint32_t kMostFatal = 4;  // of those that cost a process each
// With all that can stand around it a case must fit into the buffers.
constexpr std::size_t kLongestCase = Caller::kMaxUnits - kMostAround;
static_assert(kMaxVectorUnits <= kLongestCase);

std::uint64_t digest_of(const Check& t) {
  std::uint64_t hash = kHashStart;
  hash = hash_step(hash, static_cast<std::uint64_t>(t.operation));
  hash = hash_step(hash, t.pad);
  hash = hash_step(hash, t.tail);
  hash = hash_step(hash, static_cast<std::uint64_t>(t.placement));
  hash = hash_step(hash, static_cast<std::uint64_t>(t.capacity));
  hash = hash_step(hash, static_cast<std::uint64_t>(t.ending));
  for (const std::size_t cut : t.cuts) hash = hash_step(hash, cut + 1);
  for (const std::uint8_t unit : t.units) hash = hash_step(hash, unit);
  for (const std::uint8_t unit : t.prelude) hash = hash_step(hash, unit);
  return hash;
}

// What a stream may have been given before: an error and a byte order mark,
// always, and one of what leaves it in each state of the law.
const std::array<Bytes, 2> kCommonPreludes{Bytes{0xFF}, Bytes{0xEF, 0xBB, 0xBF}};
std::vector<Bytes> find_preludes(const Machine& machine) {
  std::vector<Bytes> preludes;
  for (Bytes& access : cover(machine, Observed::kEverything).access) {
    if (!access.empty()) preludes.push_back(std::move(access));
  }
  return preludes;
}

// Found once for each machine: there is a checker for every part of a run.
const std::vector<Bytes>& preludes_of(const Machine& machine) {
  static std::mutex mutex;
  static std::map<const Machine*, std::vector<Bytes>> known;
  const std::lock_guard lock(mutex);
  auto& preludes = known[&machine];
  if (preludes.empty()) preludes = find_preludes(machine);
  return preludes;
}

// The first strict and the first lossy operation; the verdict alone where a
// decoder has no more.
std::vector<Operation> core_of(std::span<const Operation> calls) {
  std::vector<Operation> core;
  const auto strict = std::ranges::find_if(calls, is_strict);
  const auto lossy = std::ranges::find_if(calls, is_lossy);
  if (strict != calls.end()) core.push_back(*strict);
  if (lossy != calls.end()) core.push_back(*lossy);
  if (core.empty()) core.assign(calls.begin(), calls.end());
  return core;
}

std::uint8_t presentation_of(const Check& t) {
  return static_cast<std::uint8_t>((t.cuts.empty() ? 0 : 1) | (t.pad + t.tail > 0 ? 2 : 0) |
                                   (t.placement != Placement::kEnd ? 4 : 0) |
                                   (t.capacity != Check::Capacity::kExact ? 8 : 0) |
                                   (t.ending != Prelude::Ending::kNone ? 16 : 0));
}

// What is told apart before a failure is judged.
std::uint64_t pre_bucket_of(const Machine& machine, const Check& t, const Expectation& law,
                            const Observation& seen, std::string_view vector) {
  std::uint64_t hash = kHashStart;
  hash = hash_step(hash, static_cast<std::uint64_t>(t.operation));
  hash = hash_step(hash, presentation_of(t));
  hash = hash_step(hash, static_cast<std::uint64_t>(seen.outcome));
  hash = hash_step(hash, seen.status);
  hash = hash_step(hash, static_cast<std::uint64_t>(law.error_class));
  const std::size_t from = law.error ? law.error->offset : t.pad;
  const std::size_t to = std::min(from + kWindow, t.units.size());
  for (std::size_t i = from; i < to; ++i) hash = hash_step(hash, machine.class_of(t.units[i]) + 1);
  for (const char c : vector) hash = hash_step(hash, static_cast<std::uint8_t>(c));
  return hash;
}

constexpr bool is_power_of_two(std::uint64_t n) { return (n & (n - 1)) == 0; }

}  // namespace

OperationSet Ledger::to_mute() const {
  OperationSet set = 0;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    if (hangs[i] >= kMostHangs || crashes[i] >= kMostCrashes) {
      set = static_cast<OperationSet>(set | bit_of(static_cast<Operation>(i)));
    }
  }
  return set;
}

void Ledger::merge(const Ledger& other) {
  for (const auto& [bucket, entry] : other.entries) {
    const auto [mine, is_new] = entries.try_emplace(bucket, entry);
    if (is_new) continue;
    const std::uint64_t checks = mine->second.checks + entry.checks;
    if (is_plainer(entry.failure.core, mine->second.failure.core)) mine->second = entry;
    mine->second.checks = checks;
  }
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    hangs[i] += other.hangs[i];
    crashes[i] += other.crashes[i];
  }
  muted = static_cast<OperationSet>(muted | other.muted);
  for (std::size_t i = 0; i < error_classes.size(); ++i) {
    error_classes[i].checks += other.error_classes[i].checks;
    error_classes[i].failed += other.error_classes[i].failed;
    for (const auto& [kind, n] : other.error_classes[i].kinds) error_classes[i].kinds[kind] += n;
  }
  tally.cases += other.tally.cases;
  tally.checks += other.tally.checks;
  tally.failed += other.tally.failed;
  for (const auto& [key, n] : other.named) {
    named[key].checks += n.checks;
    named[key].digest += n.digest;
  }
}

std::vector<Filler> well_formed_fillers(Law& law) {
  std::vector<Filler> fillers;
  for (const Filler filler : kFillers) {
    Bytes pad;
    append_pad(pad, filler, 12);
    if (law.about(pad).is_well_formed()) fillers.push_back(filler);
  }
  return fillers;
}

Checker::Checker(Judge& judge, std::string source, const std::atomic<bool>* stop,
                 OperationSet muted, std::vector<Bytes> avoided)
    : judge_(judge),
      source_(std::move(source)),
      stop_(stop),
      avoided_(std::move(avoided)),
      as_utf8_(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep})),
      is_utf8_(judge.law().machine().profile().dialect == DialectId::kUtf8) {
  const Decoder& decoder = judge.caller().decoder();
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto op = static_cast<Operation>(i);
    if (!has(decoder, op)) continue;
    if ((muted & bit_of(op)) != 0)
      ledger_.muted = static_cast<OperationSet>(ledger_.muted | bit_of(op));
    else
      (is_stream(op) ? streams_ : calls_).push_back(op);
  }
  core_ = core_of(calls_);
  preludes_ = &preludes_of(judge.law().machine());
  fillers_ = well_formed_fillers(judge.law());
  ledger_.tally.source = source_;
}

bool Checker::accept(const Case& c) {
  if (first_failure_ || stop_->load(std::memory_order_relaxed)) return false;
  if (c.bytes.size() > kLongestCase) {
    throw std::length_error(source_ + ": a case is longer than a call can take");
  }
  ++ledger_.tally.cases;
  case_ = &c;

  check_.units.resize(c.bytes.size());
  copy_units(check_.units.data(), c.bytes);
  check_.pad = check_.tail = 0;
  law_ = &judge_.law().about(check_.units);
  // Families are those of UTF-8; only another dialect has to be asked twice.
  error_class_ = is_utf8_ ? law_->error_class : as_utf8_.decode(c.bytes).error_class;
  turn_ = c.bytes.empty() ? 0 : c.bytes.front() + 1u * c.bytes.back() + c.bytes.size();
  if (c.depth == Depth::kCore) {
    ask_in_turn(core_);
    return true;
  }
  // What is multiplied is asked with room to spare too, below.
  if (c.depth >= Depth::kChunked)
    ask(calls_);
  else
    ask_in_turn(calls_);
  if (c.bytes.empty()) check_null(c);
  if (!c.cuts.empty()) {
    check_.cuts.assign(c.cuts.begin(), c.cuts.end());
    ask(streams_);
    check_.cuts.clear();
  }
  if (c.depth >= Depth::kChunked) {
    check_plain();
    check_chunks(c);
    if (!c.exclusions[kCapacity]) check_capacity();
    if (!c.exclusions[kReuse]) {
      check_reuse();
      check_interleaved(c);
    }
    if (!c.bytes.empty()) check_null(c);
  }
  if (c.depth >= Depth::kPadded) check_padded(c);
  return true;
}

void Checker::ask(std::span<const Operation> operations) {
  for (const Operation operation : operations) run(operation);
}

// The same calls once more, now with room to spare: a decoder may have code of its
// own for that, and the answer must not change.
void Checker::ask_again(std::span<const Operation> operations) {
  for (const Operation operation : operations) run_with_room(operation);
}

// Where a case is not asked with both, just enough room and room to spare take
// turns, by cases, places and operations.
void Checker::ask_in_turn(std::span<const Operation> operations) {
  for (const Operation operation : operations) run_in_turn(operation);
}
void Checker::run_in_turn(Operation operation) {
  const std::size_t turn = turn_ + check_.pad + check_.tail + static_cast<std::size_t>(operation);
  turn % 2 == 0 ? run(operation) : run_with_room(operation);
}
void Checker::run_with_room(Operation operation) {
  const bool has_room = is_strict(operation) || is_lossy(operation);
  if (has_room && judge_.caller().shows_memory()) check_.capacity = Check::Capacity::kAmple;
  run(operation);
  check_.capacity = Check::Capacity::kExact;
}

// At the other guard page, too, and with a NUL behind.
void Checker::check_plain() {
  ask_again(calls_);
  if (!judge_.caller().shows_memory()) return ask(streams_);
  for (const Placement placement : {Placement::kStart, Placement::kNul}) {
    check_.placement = placement;
    ask_in_turn(calls_);
  }
  check_.placement = Placement::kEnd;
  ask(streams_);
}

void Checker::check_chunks(const Case& c) {
  if (streams_.empty()) return;
  for (Cuts& cuts : splits(c.depth, check_.units.size(), c.exclusions)) {
    check_.cuts = std::move(cuts);
    ask(streams_);
  }
  check_.cuts.clear();
}

void Checker::check_capacity() {
  if (!judge_.caller().shows_memory()) return;
  for (const Operation operation : calls_) {
    if (is_length(operation) || operation == Operation::kValidate) continue;
    if (needed(operation, *law_) == 0) continue;
    for (const auto capacity : {Check::Capacity::kOneShort, Check::Capacity::kZero}) {
      check_.capacity = capacity;
      run(operation);
    }
  }
  check_.capacity = Check::Capacity::kExact;
}

// A stream that has failed, or was left inside a sequence, and then was
// finished or reset, must be as good as new: for a case that comes whole, and
// for one in two chunks. Cases take turns with what comes before them and where
// they are cut.
void Checker::check_reuse() {
  if (streams_.empty() || !judge_.caller().shows_memory()) return;
  const std::uint64_t turn = digest_of(check_);
  const auto ask_after = [&](const Bytes& prelude, Prelude::Ending ending) {
    check_.ending = ending;
    check_.prelude = prelude;
    ask(streams_);
  };
  const std::size_t size = check_.units.size();
  for (const Prelude::Ending ending : {Prelude::Ending::kFinish, Prelude::Ending::kReset}) {
    for (const Bytes& prelude : kCommonPreludes) ask_after(prelude, ending);
    for (std::size_t i = 0; i < std::min(kPreludesPerCase, preludes_->size()); ++i) {
      const bool is_cut = size > 1 && ((turn >> 16) + i) % 2 == 0;
      if (is_cut) check_.cuts = {1 + (turn >> 24) % (size - 1)};
      ask_after((*preludes_)[(turn + i) % preludes_->size()], ending);
      check_.cuts.clear();
    }
  }
  check_.ending = Prelude::Ending::kNone;
  check_.prelude.clear();
}

// Of two streams that are open at a time, none may know of the other. What the other
// one is given takes turns.
void Checker::check_interleaved(const Case& c) {
  if (streams_.empty() || preludes_->empty() || !judge_.caller().shows_memory()) return;
  const std::uint64_t turn = digest_of(check_);
  const std::size_t size = check_.units.size();
  if (size > 1 && !c.exclusions[kTwoSplits]) check_.cuts = {1 + (turn >> 24) % (size - 1)};
  check_.ending = Prelude::Ending::kInterleaved;
  check_.prelude = (*preludes_)[(turn >> 8) % preludes_->size()];
  ask(streams_);
  check_.ending = Prelude::Ending::kNone;
  check_.prelude.clear();
  check_.cuts.clear();
}

// What is empty may be at NULL: the input and with it the output, or a chunk.
void Checker::check_null(const Case& c) {
  if (!judge_.caller().shows_memory()) return;
  check_.placement = Placement::kNull;
  if (check_.units.empty()) ask(calls_);
  if (!c.exclusions[kThreeSplits]) check_.cuts.assign(2, check_.units.size() / 2);
  ask(streams_);
  check_.cuts.clear();
  check_.placement = Placement::kEnd;
}

void Checker::check_padded(const Case& c) {
  const auto ask_padded = [&](std::span<const Operation> operations) {
    law_ = &judge_.law().about(check_.units);
    ask_in_turn(operations);
  };
  const bool is_full = c.depth == Depth::kFull;
  for (const Filler filler : pad_fillers(c.depth)) {
    if (std::ranges::find(fillers_, filler) == fillers_.end()) continue;
    for (const std::size_t pad : pad_lengths(c.depth, filler)) {
      if (c.exclusions[kPads]) break;
      check_.units.clear();
      append_pad(check_.units, filler, pad);
      check_.units.insert(check_.units.end(), c.bytes.begin(), c.bytes.end());
      check_.pad = pad;
      // Every operation behind ASCII up to a block of 64; beyond that, and
      // behind other fillers, the core and one of the others in turn.
      if (is_full && filler == Filler::kAscii && pad <= kLongestPad) {
        ask_padded(calls_);
      } else {
        ask_padded(core_);
        if (is_full && !calls_.empty()) run_in_turn(calls_[pad % calls_.size()]);
      }
      if (is_full) check_at_edge(c);
      if (is_full && filler == Filler::kAscii) check_block_end(c);
    }
  }
  check_.pad = 0;
  check_.units.assign(c.bytes.begin(), c.bytes.end());
  for (const std::size_t tail : tail_lengths(c.depth)) {
    if (c.exclusions[kTails]) break;
    check_.units.resize(c.bytes.size() + tail, 'z');
    check_.tail = tail;
    ask_padded(core_);
    if (is_full && !calls_.empty()) run_in_turn(calls_[tail % calls_.size()]);
  }
  check_.tail = 0;
}

// A case that begins at the edge of a block: with too little room, and as a
// stream, whole and cut inside of the case.
void Checker::check_at_edge(const Case& c) {
  constexpr std::size_t kBlock = 16;
  if (check_.pad % kBlock != 0) return;
  if (!c.exclusions[kCapacity]) check_capacity();
  ask(streams_);
  if (c.exclusions[kTwoSplits]) return;
  check_.cuts = {check_.pad + c.bytes.size() / 2};
  ask(streams_);
  check_.cuts.clear();
}

// What ends with a block and is no ASCII, and blocks of ASCII behind it: code that
// skips these has to look back, for a sequence that is cut off and for one that is not.
void Checker::check_block_end(const Case& c) {
  constexpr std::size_t kBlock = 16;
  const std::size_t size = check_.units.size();
  if (size % kBlock != 0 || c.exclusions[kTails]) return;
  if (c.bytes.empty() || c.bytes.back() <= 0x7F) return;
  check_.units.resize(size + kTailOfBlocks, 'z');
  check_.tail = kTailOfBlocks;
  law_ = &judge_.law().about(check_.units);
  ask_in_turn(calls_);
  check_.units.resize(size);
  check_.tail = 0;
}

bool Checker::is_avoided() const {
  return std::ranges::any_of(avoided_, [&](const Bytes& units) {
    return !std::ranges::search(check_.units, units).empty();
  });
}

void Checker::run(Operation operation) {
  if (first_failure_ || (ledger_.muted & bit_of(operation)) != 0) return;
  if (!avoided_.empty() && is_avoided()) return;
  const std::size_t capacity =
      room_of(check_.capacity, needed(operation, *law_), check_.units.size());
  const Call call{operation,        check_.units, check_.cuts,
                  check_.placement, capacity,     {check_.prelude, check_.ending}};
  Observation seen = judge_.primary().call(call);
  if (!is_comparable(operation, *law_, seen)) return;
  ++ledger_.tally.checks;
  ++ledger_.error_classes[static_cast<std::size_t>(error_class_)].checks;
  const Decoder& decoder = judge_.caller().decoder();
  if (agrees(decoder, operation, capacity, *law_, seen)) return;
  seen = judge_.primary().confirm(call, seen);
  if (agrees(decoder, operation, capacity, *law_, seen)) return;
  check_.operation = operation;
  if (stops_at_first_) {
    first_failure_ = check_;
    return;
  }
  record(check_, seen);
  // The court asked the law about other units meanwhile.
  law_ = &judge_.law().about(check_.units);
}

Ledger::FailureBucket Checker::bucket_of(const Failure& failure) const {
  if (ledger_.entries.size() >= kMostBuckets) return {failure.kind, 0, {}};
  Bytes classes;
  for (const std::uint8_t unit : failure.core.units) {
    classes.push_back(static_cast<std::uint8_t>(judge_.law().machine().class_of(unit)));
  }
  // Long cores are those that need their length, not their every unit.
  if (classes.size() > kLongestBucket) {
    classes.erase(classes.begin(), classes.end() - kLongestBucket);
  }
  return {failure.kind, presentation_of(failure.core), classes};
}

void Checker::record(const Check& check, const Observation& seen) {
  const std::uint64_t pre_bucket =
      pre_bucket_of(judge_.law().machine(), check, *law_, seen, case_->id);
  PreBucket& met =
      pre_buckets_[pre_buckets_.size() < kMostPreBuckets || pre_buckets_.contains(pre_bucket)
                       ? pre_bucket
                       : 0];
  ++met.times;
  const bool hangs = seen.outcome == Observation::Outcome::kHang || seen.is_fatal;
  const auto op = static_cast<std::size_t>(check.operation);
  if (seen.outcome == Observation::Outcome::kHang)
    ++ledger_.hangs[op];
  else if (seen.is_fatal)
    ledger_.crashes[op] += kMostCrashes / kMostFatal;
  else if (seen.outcome == Observation::Outcome::kCrash)
    ++ledger_.crashes[op];
  ledger_.muted = static_cast<OperationSet>(ledger_.muted | ledger_.to_mute());
  if (hangs || met.times <= kJudgedInFull || is_power_of_two(met.times)) {
    const Decoder& decoder = judge_.caller().decoder();
    Failure failure{classify(check.operation, *law_, seen),
                    describe(decoder, check.operation, *law_), describe(check.operation, seen),
                    check, seen.is_fatal};
    if (!hangs) {
      failure.kind = Kind::kNondeterministic;
      failure = judge_.judge(check).value_or(failure);
      if (failure.kind == Kind::kNondeterministic) {
        failure = judge_.judge_state(check).value_or(failure);
      }
    }
    met.kind = failure.kind;
    met.entry = &ledger_.entries[bucket_of(failure)];
    Ledger::Entry& entry = *met.entry;
    if (entry.checks == 0 || is_plainer(failure.core, entry.failure.core)) {
      entry = {check, failure, source_, std::string(case_->id), entry.checks};
    }
  }
  ++met.entry->checks;
  ++ledger_.tally.failed;
  ErrorClassTally& error_class = ledger_.error_classes[static_cast<std::size_t>(error_class_)];
  ++error_class.failed;
  ++error_class.kinds[met.kind];
  if (!case_->id.empty()) {
    auto& named = ledger_.named[{std::string(case_->id), met.kind}];
    ++named.checks;
    named.digest += digest_of(check);
  }
}

}  // namespace placemat
