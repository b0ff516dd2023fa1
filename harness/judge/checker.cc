#include "harness/judge/checker.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include "harness/bytes/hash.h"
#include "harness/bytes/short_text.h"
#include "harness/corpus/corpus.h"
#include "harness/generate/state_unit.h"

namespace placemat {
namespace {

// The number of pre-buckets that one shard distinguishes, and of failure buckets that it
// keeps.
constexpr std::size_t kMostPreBuckets = 2048;
constexpr std::size_t kMostBuckets = 512;
constexpr std::size_t kWindow = 4;
constexpr std::size_t kLongestBucket = 24;
constexpr std::uint32_t kMostHangs = 2;
constexpr std::uint32_t kMostCrashes = 300;
constexpr std::uint32_t kMostFatal = 4;  // of failures that end a process
// A case with its longest surroundings must fit into the buffers.
constexpr std::size_t kLongestCase = Caller::kMaxUnits - kMostAround;
static_assert(kMaxVectorUnits <= kLongestCase);

std::uint64_t digest_of(const Check& t) {
  const Presentation& how = t.how;
  std::uint64_t hash = kHashStart;
  hash = hash_step(hash, static_cast<std::uint64_t>(how.operation));
  hash = hash_step(hash, how.pad);
  hash = hash_step(hash, how.tail);
  hash = hash_step(hash, static_cast<std::uint64_t>(how.placement));
  hash = hash_step(hash, static_cast<std::uint64_t>(how.room));
  hash = hash_step(hash, static_cast<std::uint64_t>(how.ending));
  if (how.environment != Environment::kPlain) {
    hash = hash_step(hash, static_cast<std::uint64_t>(how.environment));
  }
  for (const std::size_t cut : how.cuts) hash = hash_step(hash, cut + 1);
  for (const std::uint8_t unit : t.units) hash = hash_step(hash, unit);
  for (const std::uint8_t unit : how.prelude) hash = hash_step(hash, unit);
  return hash;
}

// Units that leave a stream in each state of the law.
std::vector<Bytes> find_preludes(const Machine& machine) {
  std::vector<Bytes> preludes;
  for (Bytes& access : cover(machine, Observed::kEverything).access) {
    if (!access.empty()) preludes.push_back(std::move(access));
  }
  return preludes;
}

// Computed once for each machine: every part of a run has a checker.
const std::vector<Bytes>& preludes_of(const Machine& machine) {
  static std::mutex mutex;
  static std::map<const Machine*, std::vector<Bytes>> known;
  const std::lock_guard lock(mutex);
  auto& preludes = known[&machine];
  if (preludes.empty()) preludes = find_preludes(machine);
  return preludes;
}

// The axes with a value that is not the default, one bit each.
std::uint8_t exceptional_axes(const Presentation& how) {
  return static_cast<std::uint8_t>(
      (how.cuts.empty() ? 0 : 1) | (how.pad + how.tail > 0 ? 2 : 0) |
      (how.placement != Placement::kEnd ? 4 : 0) | (how.room != Room::kExact ? 8 : 0) |
      (how.has_prelude() ? 16 : 0) | (how.environment != Environment::kPlain ? 32 : 0));
}

// What failures of one manner have in common: all that can be seen of them but the units.
KnownCores::Manner manner_of(const Check& t, const Expectation& law, const Observation& seen,
                             const Difference& difference) {
  KnownCores::Manner hash = kHashStart;
  hash = hash_step(hash, static_cast<std::uint64_t>(t.how.operation));
  hash = hash_step(hash, exceptional_axes(t.how));
  hash = hash_step(hash, static_cast<std::uint64_t>(seen.outcome));
  hash = hash_step(hash, seen.status);
  hash = hash_step(hash, static_cast<std::uint64_t>(law.error_class));
  hash = hash_step(hash, static_cast<std::uint64_t>(difference.law));
  hash = hash_step(hash, static_cast<std::uint64_t>(difference.seen));
  hash = hash_step(hash, static_cast<std::uint64_t>(difference.error_class));
  return hash_step(hash, static_cast<std::uint64_t>(difference.value_class));
}

// The attributes that distinguish failures before they are judged.
std::uint64_t pre_bucket_of(const Machine& machine, const Check& t, const Expectation& law,
                            KnownCores::Manner manner, std::string_view vector) {
  std::uint64_t hash = manner;
  const std::size_t from = law.error ? law.error->offset : t.how.pad;
  const std::size_t to = std::min(from + kWindow, t.units.size());
  for (std::size_t i = from; i < to; ++i) hash = hash_step(hash, machine.class_of(t.units[i]) + 1);
  for (const char c : vector) hash = hash_step(hash, static_cast<std::uint8_t>(c));
  return hash;
}

std::uint64_t pre_bucket_of_core(KnownCores::Manner manner, std::size_t core) {
  constexpr std::uint64_t kOfCores = 0xC04E;
  return hash_step(hash_step(manner, kOfCores), core);
}

// The class of all errors of a check that is a plain call. Text around a case is part of the input.
std::optional<ErrorClass> class_alone(const Check& check) {
  Presentation how = check.how;
  how.pad = how.tail = 0;
  if (how != plain(how.operation)) return std::nullopt;
  return only_error_class_of(check.units);
}

constexpr bool is_power_of_two(std::uint64_t n) { return (n & (n - 1)) == 0; }

// A failure that a known core explains is judged all the same from this number on.
constexpr std::uint64_t kFewExplained = 8;

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
    error_classes[i].merge(other.error_classes[i]);
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

Askable Checker::askable(OperationSet muted) {
  const Decoder& decoder = judge_.caller().decoder();
  Askable askable;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (!has(decoder, operation)) continue;
    if ((muted & bit_of(operation)) != 0)
      ledger_.muted = static_cast<OperationSet>(ledger_.muted | bit_of(operation));
    else
      (is_stream(operation) ? askable.streams : askable.calls).push_back(operation);
  }
  askable.shows_memory = judge_.caller().shows_memory();
  askable.is_bound_to_thread = (decoder.claims & PLACEMAT_CLAIM_ONE_THREAD) != 0;
  askable.fillers = well_formed_fillers(judge_.law());
  askable.preludes = preludes_of(judge_.law().machine());
  return askable;
}

Checker::Checker(Judge& judge, std::string source, const std::atomic<bool>* stop,
                 OperationSet muted, std::vector<Bytes> avoided)
    : judge_(judge),
      source_(std::move(source)),
      stop_(stop),
      avoided_(std::move(avoided)),
      is_utf8_(judge.law().machine().profile().dialect == DialectId::kUtf8),
      cores_(judge.law().machine()),
      presenter_(askable(muted), *this) {
  ledger_.tally.source = source_;
}

bool Checker::accept(const Case& c) {
  if (first_failure_ || stop_->load(std::memory_order_relaxed)) return false;
  if (c.bytes.size() > kLongestCase) {
    throw std::length_error(source_ + ": a case is longer than a call can take");
  }
  ++ledger_.tally.cases;
  case_ = &c;
  presenter_.present(c);
  return true;
}

void Checker::begin_units(ByteView units) {
  units_before_.swap(given_);
  given_.assign(units.begin(), units.end());
  units_ = units;
  law_ = &judge_.law().values_of(units);
  // The class is that of the case, which text around it does not change.
  if (units.size() != case_->bytes.size()) return;
  const bool has_none = is_utf8_ && law_->is_well_formed();
  only_class_ = has_none ? ErrorClass::kNone : only_error_class_of(case_->bytes);
}

bool Checker::is_avoided() const {
  return std::ranges::any_of(
      avoided_, [&](const Bytes& units) { return !std::ranges::search(units_, units).empty(); });
}

// The hot path: call, compare, record.
void Checker::give(const Presentation& how) {
  const Operation operation = how.operation;
  if (first_failure_ || (ledger_.muted & bit_of(operation)) != 0) return;
  if (!avoided_.empty() && is_avoided()) return;
  if (is_utf16(operation)) judge_.law().add_utf16();
  const std::size_t exact = needed(operation, *law_);
  if (exact == 0 && is_too_little(how.room)) return;
  const Call call{units_, how, room_of(how.room, exact, units_.size())};
  Observation seen = judge_.primary().call(call);
  if (!is_comparable(operation, *law_, seen)) return;
  ++ledger_.tally.checks;
  if (only_class_) ++tally_of(*only_class_).checks;
  const Decoder& decoder = judge_.caller().decoder();
  if (agrees(decoder, operation, call.capacity, *law_, seen)) return;
  seen = judge_.primary().confirm(call, seen);
  if (agrees(decoder, operation, call.capacity, *law_, seen)) return;
  Check check{Bytes(units_.begin(), units_.end()), how};
  if (stops_at_first_) {
    first_failure_ = std::move(check);
    return;
  }
  record(check, seen);
  // The judge has queried the law about other units meanwhile.
  law_ = &judge_.law().about(units_);
}

Ledger::FailureBucket Checker::bucket_of(const Failure& failure) const {
  if (ledger_.entries.size() >= kMostBuckets) return {failure.kind, 0, {}};
  Bytes classes;
  for (const std::uint8_t unit : failure.core.units) {
    classes.push_back(static_cast<std::uint8_t>(judge_.law().machine().class_of(unit)));
  }
  // Long cores usually need their length, not each of their units.
  if (classes.size() > kLongestBucket) {
    classes.erase(classes.begin(), classes.end() - kLongestBucket);
  }
  return {failure.kind, exceptional_axes(failure.core.how), classes};
}

Failure Checker::as_seen(const Check& check, const Observation& seen) {
  const Operation operation = check.how.operation;
  const Expectation& law = judge_.law().about(check.units);
  auto [expected, answered] = describe_both(judge_.caller().decoder(), operation, law, seen);
  Failure failure{classify(operation, check.units, law, seen), std::move(expected),
                  std::move(answered), check};
  failure.is_fatal = seen.is_fatal;
  failure.difference = find_difference(judge_.law().machine(), check.units, operation, law, seen);
  return failure;
}

Failure Checker::judged(const Check& check, const Observation& seen) {
  // The judge's calls overwrite the values.
  Observation first = seen;
  Bytes kept;
  if (seen.outcome == Observation::Outcome::kAnswered && seen.values != nullptr) {
    const auto* values = static_cast<const std::uint8_t*>(seen.values);
    kept.assign(values, values + seen.count * static_cast<std::size_t>(seen.bits / 8));
    first.values = kept.data();
  }
  auto failure = judge_.judge(check, units_before_);
  if (!failure) {
    failure = as_seen(check, first);
    failure->kind = Kind::kNondeterministic;
    failure->difference = {};
  }
  if (failure->kind != Kind::kNondeterministic) return *std::move(failure);
  return judge_.judge_state(check, units_before_).value_or(*std::move(failure));
}

Checker::PreBucket& Checker::pre_bucket(std::uint64_t key) {
  const bool has_room = pre_buckets_.size() < kMostPreBuckets;
  return pre_buckets_[has_room || pre_buckets_.contains(key) ? key : 0];
}

// A core that shows in a plain call, whatever was asked before, explains other failures.
bool Checker::explains_others(const Failure& failure) {
  return !failure.is_fatal && shows_in(failure.kind) == ShowsIn::kAnswer &&
         failure.kind != Kind::kNondeterministic && failure.kind != Kind::kKeepsState &&
         failure.core.how == plain(failure.core.how.operation);
}

// The failure of a check is evidence about a class where the check, or its core, is a plain call
// with errors of that class alone. What a well-formed part of it does is no evidence about them.
void Checker::show_alone(const Failure& failure, const Check& check) {
  const auto of_core = class_alone(failure.core), of_check = class_alone(check);
  if (of_core) show(*of_core, failure.kind, failure.core.units);
  if (of_check && of_core != ErrorClass::kNone) show(*of_check, failure.kind, check.units);
}

void Checker::show(ErrorClass error_class, Kind kind, const Bytes& units) {
  tally_of(error_class).show(kind, to_short_text({units, {}}));
}

// Failures are judged by a sample, in which other inputs may stand for those of this class: then
// one of this class is asked, and when it gave another kind, again whenever their number doubled.
void Checker::count_failed(const Check& check, const Observation& seen, Kind kind) {
  ErrorClassTally& tally = tally_of(*only_class_);
  ++tally.failed;
  const std::uint64_t times = ++tally.kinds[kind];
  if (tally.alone.contains(kind) || !is_power_of_two(times)) return;
  const bool costs_much = seen.outcome == Observation::Outcome::kHang || seen.is_fatal;
  show_alone(costs_much ? as_seen(check, seen) : judged(check, seen), check);
}

void Checker::record(const Check& check, const Observation& seen) {
  const Machine& machine = judge_.law().machine();
  const auto [difference, place] =
      find_parting(machine, check.units, check.how.operation, *law_, seen);
  const KnownCores::Manner manner = manner_of(check, *law_, seen, difference);
  const auto core = place ? cores_.find(manner, check.units, *place) : std::nullopt;
  PreBucket& met = pre_bucket(core ? pre_bucket_of_core(manner, *core)
                                   : pre_bucket_of(machine, check, *law_, manner, case_->id));
  ++met.times;
  const bool hangs = seen.outcome == Observation::Outcome::kHang || seen.is_fatal;
  const auto op = static_cast<std::size_t>(check.how.operation);
  if (seen.outcome == Observation::Outcome::kHang)
    ++ledger_.hangs[op];
  else if (seen.is_fatal)
    ledger_.crashes[op] += kMostCrashes / kMostFatal;
  else if (seen.outcome == Observation::Outcome::kCrash)
    ++ledger_.crashes[op];
  ledger_.muted = static_cast<OperationSet>(ledger_.muted | ledger_.to_mute());
  // The failures of a pre-bucket are judged whenever their number has doubled, else counted.
  const bool is_explained = core && met.entry != nullptr && met.times < kFewExplained;
  if (hangs || (is_power_of_two(met.times) && !is_explained)) {
    const Failure failure = hangs ? as_seen(check, seen) : judged(check, seen);
    show_alone(failure, check);
    met.kind = failure.kind;
    met.entry = &ledger_.entries[bucket_of(failure)];
    Ledger::Entry& entry = *met.entry;
    if (entry.checks == 0 || is_plainer(failure.core, entry.failure.core)) {
      entry = {check, failure, source_, std::string(case_->id), entry.checks};
    }
    const bool has_room = pre_buckets_.size() < kMostPreBuckets;
    if (place && !core && has_room && explains_others(failure)) {
      const auto number = cores_.add(manner, check.units, *place, failure.core.units);
      if (number) {
        PreBucket& others = pre_bucket(pre_bucket_of_core(manner, *number));
        others.entry = met.entry, others.kind = met.kind;
      }
    }
  }
  ++met.entry->checks;
  ++ledger_.tally.failed;
  if (only_class_) count_failed(check, seen, met.kind);
  if (!case_->id.empty()) {
    auto& named = ledger_.named[{std::string(case_->id), met.kind}];
    ++named.checks;
    named.digest += digest_of(check);
  }
}

}  // namespace placemat
