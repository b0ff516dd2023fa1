#include "harness/judge/checker.h"

#include <algorithm>

namespace placemat {
namespace {

// Failures that look alike are tried this often in full; the rest is counted.
constexpr std::uint64_t kTriedInFull = 6;
// Kinds of look that one shard tells apart.
constexpr std::size_t kMostLooks = 2048;
constexpr std::size_t kWindow = 4;
constexpr std::size_t kMostHangs = 3;
constexpr std::size_t kMostFalls = 5000;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x100000001B3;  // FNV-1a
}

std::uint64_t digest_of(const Trial& t) {
  std::uint64_t hash = 0xCBF29CE484222325;
  hash = mix(hash, static_cast<std::uint64_t>(t.operation));
  hash = mix(hash, t.pad);
  hash = mix(hash, t.tail);
  hash = mix(hash, static_cast<std::uint64_t>(t.placement));
  hash = mix(hash, static_cast<std::uint64_t>(t.capacity));
  hash = mix(hash, static_cast<std::uint64_t>(t.ending));
  for (const std::size_t cut : t.cuts) hash = mix(hash, cut + 1);
  for (const std::uint8_t unit : t.units) hash = mix(hash, unit);
  for (const std::uint8_t unit : t.before) hash = mix(hash, unit);
  return hash;
}

std::uint8_t presentation_of(const Trial& t) {
  return static_cast<std::uint8_t>((t.cuts.empty() ? 0 : 1) | (t.pad + t.tail > 0 ? 2 : 0) |
                                   (t.placement != Placement::kEnd ? 4 : 0) |
                                   (t.capacity != Trial::Capacity::kExact ? 8 : 0) |
                                   (t.ending != Before::Ending::kNone ? 16 : 0));
}

}  // namespace

void Ledger::merge(const Ledger& other) {
  for (const auto& [key, entry] : other.entries) {
    const auto [mine, is_new] = entries.try_emplace(key, entry);
    if (is_new) continue;
    const std::uint64_t checks = mine->second.checks + entry.checks;
    if (is_plainer(entry.trial, mine->second.trial)) mine->second = entry;
    mine->second.checks = checks;
  }
  for (std::size_t i = 0; i < families.size(); ++i) {
    families[i].checks += other.families[i].checks;
    families[i].failed += other.families[i].failed;
    for (const auto& [kind, n] : other.families[i].kinds) families[i].kinds[kind] += n;
  }
  tally.cases += other.tally.cases;
  tally.checks += other.tally.checks;
  tally.failed += other.tally.failed;
  for (const auto& [key, n] : other.named) {
    named[key].checks += n.checks;
    named[key].digest ^= n.digest;
  }
  gave_up = gave_up || other.gave_up;
}

Checker::Checker(Court& court, std::string source, const std::atomic<bool>* stop)
    : court_(court),
      source_(std::move(source)),
      stop_(stop),
      as_utf8_(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep})) {
  const Decoder& decoder = court.caller().decoder();
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto op = static_cast<Operation>(i);
    if (has(decoder, op)) (is_stream(op) ? streams_ : calls_).push_back(op);
  }
  ledger_.tally.source = source_;
}

bool Checker::accept(const Case& c) {
  if (stop_->load(std::memory_order_relaxed) || ledger_.gave_up) return false;
  if (c.bytes.size() + kLongPads.back() + kLongestTail > Caller::kMaxUnits) return true;
  ++ledger_.tally.cases;
  family_ = as_utf8_.decode(c.bytes).fault;
  vector_ = c.id;

  trial_.units.assign(c.bytes.begin(), c.bytes.end());
  trial_.pad = trial_.tail = 0;
  law_ = &court_.law().about(trial_.units);
  ask(calls_);
  if (!c.cuts.empty()) {
    trial_.cuts.assign(c.cuts.begin(), c.cuts.end());
    ask(streams_);
    trial_.cuts.clear();
  }
  if (c.multiplication >= Multiplication::kChunked) {
    check_plain();
    check_chunks(c.multiplication);
    check_capacity();
    check_reuse();
  }
  if (c.multiplication >= Multiplication::kPadded) check_padded(c);
  return !ledger_.gave_up;
}

void Checker::ask(std::span<const Operation> operations) {
  for (const Operation operation : operations) run(operation);
}

// The same calls again (the answer must not change), at the other guard page,
// and with a NUL behind.
void Checker::check_plain() {
  ask(calls_);
  for (const Placement placement : {Placement::kStart, Placement::kNul}) {
    trial_.placement = placement;
    ask(calls_);
  }
  trial_.placement = Placement::kEnd;
  ask(streams_);
}

void Checker::check_chunks(Multiplication m) {
  if (streams_.empty()) return;
  for (Cuts& cuts : splits(m, trial_.units.size())) {
    trial_.cuts = std::move(cuts);
    ask(streams_);
  }
  trial_.cuts.clear();
}

void Checker::check_capacity() {
  for (const Operation operation : calls_) {
    if (is_length(operation) || operation == Operation::kValidate) continue;
    if (needed(operation, *law_) == 0) continue;
    for (const auto capacity : {Trial::Capacity::kOneShort, Trial::Capacity::kZero}) {
      trial_.capacity = capacity;
      run(operation);
    }
  }
  trial_.capacity = Trial::Capacity::kExact;
}

// A stream that has failed, or was left inside a sequence, and then was
// finished or reset, must be as good as new.
void Checker::check_reuse() {
  if (streams_.empty()) return;
  static const std::array<Bytes, 4> kBefore{Bytes{0xFF}, Bytes{0xE2, 0x82}, Bytes{0xC3},
                                            Bytes{0xEF, 0xBB, 0xBF}};
  for (const Before::Ending ending : {Before::Ending::kFinish, Before::Ending::kReset}) {
    for (const Bytes& before : kBefore) {
      trial_.ending = ending;
      trial_.before = before;
      ask(streams_);
    }
  }
  trial_.ending = Before::Ending::kNone;
  trial_.before.clear();
}

void Checker::check_padded(const Case& c) {
  const auto ask_padded = [&] {
    law_ = &court_.law().about(trial_.units);
    ask(calls_);
  };
  for (const Filler filler : pad_fillers(c.multiplication)) {
    for (const std::size_t pad : pad_lengths(c.multiplication)) {
      trial_.units.clear();
      append_pad(trial_.units, filler, pad);
      trial_.units.insert(trial_.units.end(), c.bytes.begin(), c.bytes.end());
      trial_.pad = pad;
      ask_padded();
    }
  }
  trial_.pad = 0;
  trial_.units.assign(c.bytes.begin(), c.bytes.end());
  for (const std::size_t tail : tail_lengths(c.multiplication)) {
    trial_.units.resize(c.bytes.size() + tail, 'z');
    trial_.tail = tail;
    ask_padded();
  }
  trial_.tail = 0;
}

void Checker::run(Operation operation) {
  const std::size_t exact = needed(operation, *law_);
  std::size_t capacity = exact;
  if (trial_.capacity == Trial::Capacity::kOneShort) capacity = exact - 1;
  if (trial_.capacity == Trial::Capacity::kZero) capacity = 0;
  const Observation seen = court_.caller().call({operation,
                                                 trial_.units,
                                                 trial_.cuts,
                                                 trial_.placement,
                                                 capacity,
                                                 {trial_.before, trial_.ending}});
  if (!is_comparable(operation, *law_, seen)) return;
  ++ledger_.tally.checks;
  ++ledger_.families[static_cast<std::size_t>(family_)].checks;
  if (agrees(court_.caller().decoder(), operation, capacity, *law_, seen)) return;
  if (seen.outcome == Observation::Outcome::kHang || seen.outcome == Observation::Outcome::kCrash) {
    falls_ += seen.outcome == Observation::Outcome::kHang ? kMostFalls / kMostHangs + 1 : 1;
    ledger_.gave_up = falls_ > kMostFalls;
  }
  trial_.operation = operation;
  record(trial_);
  // The court asked the law about other units meanwhile.
  law_ = &court_.law().about(trial_.units);
}

Ledger::Look Checker::look_of(const Trial& trial, Kind kind) {
  const Expectation& law = court_.law().about(trial.units);
  const std::size_t from = law.error ? law.error->offset : trial.pad;
  std::uint64_t window = 0;
  for (std::size_t i = from; i < std::min(from + kWindow, trial.units.size()); ++i) {
    window = window << 8 | (court_.law().machine().class_of(trial.units[i]) + 1);
  }
  const Ledger::Look look{kind, presentation_of(trial), window};
  const bool is_known = looked_at_.contains(look);
  return is_known || looked_at_.size() < kMostLooks
             ? look
             : Ledger::Look{kind, presentation_of(trial), ~std::uint64_t{0}};
}

void Checker::record(const Trial& trial) {
  const Kind raw = court_.first_sight(trial).value_or(Kind::kNondeterministic);
  const Ledger::Look look = look_of(trial, raw);
  auto& [times, kind] = looked_at_.try_emplace(look, 0, raw).first->second;
  std::optional<Failure> failure;
  if (++times <= kTriedInFull) {
    failure = court_.judge(trial);
    if (!failure)
      failure = Failure{Kind::kNondeterministic, "the same answer every time", "another"};
    kind = failure->kind;
  }
  auto& entry = ledger_.entries[{look, kind}];
  if (failure && (entry.checks == 0 || is_plainer(trial, entry.trial))) {
    entry = {trial, *failure, source_, std::string(vector_), entry.checks};
  }
  ++entry.checks;
  ++ledger_.tally.failed;
  FamilyTally& family = ledger_.families[static_cast<std::size_t>(family_)];
  ++family.failed;
  ++family.kinds[kind];
  if (!vector_.empty()) {
    auto& named = ledger_.named[{std::string(vector_), kind}];
    ++named.checks;
    named.digest ^= digest_of(trial);
  }
}

}  // namespace placemat
