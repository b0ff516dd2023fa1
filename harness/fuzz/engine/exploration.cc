// Draws a presentation for each input, compares the answers, and hands over what is new. An
// exploration outlives the requests of one process, and its engine is the only one there.
#include "harness/fuzz/engine/exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "harness/bytes/hash.h"
#include "harness/fuzz/engine/behaviour.h"
#include "harness/generate/mutator.h"
#include "harness/isolation/remote.h"
#include "harness/presentation/fuzzed.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Outcome = Observation::Outcome;

// A failure that resembles earlier ones is judged in full this often, and then whenever their
// number has doubled.
constexpr std::uint64_t kJudgedInFull = 3;
// An operation is called no more when its calls without an answer have cost this much. A hang costs
// the whole wait, an end of the process only a new process.
constexpr std::uint32_t kMostCost = 48, kCostOfHang = 8, kCostOfEnd = 1;
// Inputs of one exchange with a decoder that is asked in batches.
constexpr std::size_t kLeastBatch = 64, kMostBatch = 4096;
constexpr auto kBatchTime = std::chrono::milliseconds(40);
constexpr std::size_t kWindow = 4;
// The longest input at first, which doubles when this many show nothing new.
constexpr std::size_t kFirstLimit = 64;
constexpr std::uint64_t kPatience = 5000;
constexpr std::size_t kLongestBucket = 24;

constexpr bool is_power_of_two(std::uint64_t n) { return (n & (n - 1)) == 0; }

// The axes that are not at their default, a bit each.
std::uint64_t exceptional_axes(const Presentation& how) {
  return (how.cuts.empty() ? 0u : 1u) | (how.placement != Placement::kEnd ? 2u : 0u) |
         (how.room != Room::kExact ? 4u : 0u) | (how.has_prelude() ? 8u : 0u);
}

// An input with a presentation, and the answer's features.
struct Candidate {
  Bytes units;
  Presentation how;
  std::size_t capacity = 0;
  std::vector<std::uint16_t> features;
  bool fails = false;
};

// It limits nothing and handles no signal, because its host does.
std::vector<std::string> engine_arguments(std::uint64_t seed, std::size_t longest) {
  return {"placemat", fmt::format("-seed={}", seed % 0xFFFF'FFFF + 1),
          fmt::format("-max_len={}", longest), "-rss_limit_mb=0", "-malloc_limit_mb=0",
          "-timeout=0", "-detect_leaks=0", "-report_slow_units=1000000000", "-print_funcs=0",
          "-handle_segv=0", "-handle_bus=0", "-handle_abrt=0", "-handle_ill=0", "-handle_fpe=0",
          "-handle_int=0", "-handle_term=0", "-handle_xfsz=0", "-handle_usr1=0", "-handle_usr2=0",
          // Its cost grows with the features of an input.
          "-entropic=0", "-len_control=0"};
}

class Exploration {
 public:
  Exploration(Caller& caller, const ExplorationPlan& plan)
      : plan_(plan),
        caller_(caller),
        judge_(caller, parse_profile(plan.profile)),
        mutator_(std::array{parse_profile(plan.profile).dialect}),
        behaviour_(judge_.law().machine(), FuzzEngine::kCounters) {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      if (!has(caller.decoder(), operation)) continue;
      if (!caller.takes({{}, plain(operation), 0})) continue;
      all_.push_back(operation);
      (is_stream(operation) ? streams_ : calls_).push_back(operation);
    }
    start_engine();
  }

  ExploreReply slice(const ExploreRequest& request, std::span<const Check> fatal) {
    reply_ = {};
    until_ = Clock::now() + std::chrono::milliseconds(request.milliseconds);
    wants_failures_ = request.wants_failures;
    known_.insert(request.known.begin(), request.known.end());
    avoided_ = request.avoided;
    pending_.insert(pending_.end(), request.inputs.begin(), request.inputs.end());
    // A check that ended an earlier process is not made again by chance.
    for (; fatal_seen_ < fatal.size() && reply_.found.empty(); ++fatal_seen_) {
      examine_again(fatal[fatal_seen_]);
    }
    if (reply_.found.empty()) engine_->run();
    const EngineState state = engine_->state();
    reply_.coverage = state.coverage;
    reply_.edges = state.edges;
    reply_.features = state.features;
    reply_.corpus = state.corpus;
    reply_.taken = behaviour_.taken();
    reply_.muted = muted_;
    return std::move(reply_);
  }

 private:
  void start_engine() {
    for (const std::string& inputs : plan_.inputs) read_inputs(inputs);
    std::ranges::sort(pending_, std::ranges::greater(), &Bytes::size);
    engine_.emplace(engine_arguments(plan_.seed, plan_.longest),
                    EngineCalls{[this](ByteView units) { return run_one(units); },
                                [this](Bytes& units, std::size_t longest, std::uint64_t seed) {
                                  mutate(units, longest, seed);
                                }});
  }

  // The shortest is the last, and the first to be given.
  void read_inputs(const std::string& directory) {
    std::error_code none;
    for (const auto& file : fs::directory_iterator(directory, none)) {
      if (!file.is_regular_file(none) || file.file_size(none) > plan_.longest) continue;
      std::ifstream in(file.path(), std::ios::binary);
      pending_.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  }

  // ---- the engine's calls ----

  bool run_one(ByteView units) {
    look_at_last();
    last_.assign(units.begin(), units.end());
    is_last_known_ = std::exchange(is_next_known_, false);
    bool keeps = false;
    if (caller_.asks_ahead()) {
      keeps = run_answered(units);
    } else {
      one_.units.assign(units.begin(), units.end());
      keeps = !fails(one_, true);
      count(one_.features);
    }
    if (is_due()) engine_->pause();
    return keeps;
  }

  void look_at_last() {
    if (!engine_->kept_last()) {
      if (++unchanged_ % kPatience == 0) limit_ = std::min(2 * limit_, plan_.longest);
      return;
    }
    unchanged_ = 0;
    if (is_last_known_ == plan_.only_selects) reply_.inputs.push_back(last_);
  }

  bool is_due() const { return !reply_.found.empty() || Clock::now() >= until_; }

  void mutate(Bytes& units, std::size_t longest, std::uint64_t seed) {
    if (!pending_.empty()) {
      units = std::move(pending_.back());
      pending_.pop_back();
      is_next_known_ = true;
      return;
    }
    if (plan_.only_selects) return end_selection();
    longest = std::min(longest, std::max(limit_, units.size()));
    if (!caller_.asks_ahead()) return mutate_once(units, longest, seed);
    if (ready_.empty()) ask_batch(units, longest, seed);
    units = std::move(ready_.back());
    ready_.pop_back();
    if (units.size() > longest) units.resize(longest);
  }

  // The input that the engine gets when it goes on all the same is the last one again.
  void end_selection() {
    look_at_last();
    reply_.has_ended = true;
    engine_->pause();
  }

  // Every other mutation is the engine's own, which learns from comparisons of instrumented code.
  void mutate_once(Bytes& units, std::size_t longest, std::uint64_t seed) const {
    if (!plan_.has_own_mutator || seed % 2 == 0)
      FuzzEngine::mutate(units, longest);
    else
      mutator_.mutate(units, longest, seed);
  }

  // ---- inputs that are asked in batches ----

  // Makes many inputs of one, asks them together, and keeps those that show something new.
  void ask_batch(const Bytes& units, std::size_t longest, std::uint64_t seed) {
    const auto begun = Clock::now();
    SplitMix64 numbers(seed);
    batch_.resize(batch_size_);
    calls_to_make_.clear();
    for (Candidate& one : batch_) {
      one.units = units;
      for (std::uint64_t n = 1 + numbers.below(3); n > 0; --n) {
        mutate_once(one.units, longest, numbers.next() >> 8);
      }
      prepare(one);
      if (!is_avoided(one)) calls_to_make_.push_back({one.units, one.how, one.capacity});
    }
    caller_.ask_together(calls_to_make_);
    for (Candidate& one : batch_) {
      one.fails = false;
      if (!is_avoided(one)) one.fails = fails(one, false);
      if (one.fails || !is_new(one.features)) continue;
      ready_.push_back(one.units);
      answered_[hash_of(one.units)] = one.features;
    }
    if (ready_.empty()) {
      ready_.push_back(batch_.front().units);
      answered_[hash_of(batch_.front().units)] = batch_.front().features;
    }
    const auto took = Clock::now() - begun;
    if (took < kBatchTime / 2) batch_size_ = std::min(2 * batch_size_, kMostBatch);
    if (took > 2 * kBatchTime) batch_size_ = std::max(batch_size_ / 2, kLeastBatch);
  }

  // An input of the batch was given, and its features are known.
  bool run_answered(ByteView units) {
    const auto known = answered_.find(hash_of(units));
    if (known != answered_.end()) {
      count(known->second);
      answered_.erase(known);
      return true;
    }
    one_.units.assign(units.begin(), units.end());
    prepare(one_);
    const bool keeps = is_avoided(one_) || !fails(one_, false);
    count(one_.features);
    return keeps;
  }

  bool is_new(const std::vector<std::uint16_t>& features) {
    bool is_any = false;
    for (const std::uint16_t feature : features) {
      is_any |= !met_[feature];
      met_[feature] = true;
    }
    return is_any;
  }

  // ---- one input ----

  static void count(const std::vector<std::uint16_t>& features) {
    auto& counters = FuzzEngine::counters();
    for (const std::uint16_t feature : features) counters[feature] = 1;
  }

  void prepare(Candidate& one) { choose(one, all_); }

  // What is given with the units follows from them alone.
  void choose(Candidate& one, std::span<const Operation> operations) {
    draw_presentation(one.units, Draws(one.units), operations, one.how);
    if (!caller_.shows_memory()) {
      one.how.placement = Placement::kEnd;
      one.how.room = Room::kExact;
      one.how.clear_prelude();
    }
    const Expectation& law = expectation(one);
    const std::size_t exact = needed(one.how.operation, law);
    if (exact == 0 && is_too_little(one.how.room)) one.how.room = Room::kExact;
    one.capacity = room_of(one.how.room, exact, one.units.size());
  }

  const Expectation& expectation(const Candidate& one) {
    const Expectation& law = judge_.law().values_of(one.units);
    if (is_utf16(one.how.operation)) judge_.law().add_utf16();
    return law;
  }

  bool is_avoided(const Candidate& one) const {
    const Operation operation = one.how.operation;
    if ((muted_ & bit_of(operation)) != 0) return true;
    return std::ranges::any_of(avoided_, [&](const AvoidedUnits& avoided) {
      return avoided.operation == operation &&
             (avoided.units.empty() || !std::ranges::search(one.units, avoided.units).empty());
    });
  }

  // Gives an input to the decoder: by one call and one stream, or as it was prepared.
  bool fails(Candidate& one, bool by_both) {
    ++reply_.executions;
    one.features.clear();
    // In a selection the input before is not the one that it was made from.
    if (plan_.only_selects) behaviour_.forget_last();
    behaviour_.begin(one.units, one.features);
    if (!by_both) return call_fails(one);
    bool is_failure = false;
    for (const std::vector<Operation>* operations : {&calls_, &streams_}) {
      if (operations->empty()) continue;
      choose(one, *operations);
      if (!is_avoided(one)) is_failure |= call_fails(one);
    }
    return is_failure;
  }

  bool call_fails(Candidate& one) {
    const Operation operation = one.how.operation;
    const Expectation& law = expectation(one);
    const Call call{one.units, one.how, one.capacity};
    Observation seen = caller_.call(call);
    behaviour_.observe(one.units, one.how, law, seen, one.features);
    if (!is_comparable(operation, law, seen)) return false;
    ++reply_.checks;
    ++reply_.calls[static_cast<std::size_t>(operation)];
    const auto only = only_error_class_of(one.units);
    if (only) ++reply_.by_class[static_cast<std::size_t>(*only)];
    if (agrees(caller_.decoder(), operation, one.capacity, law, seen)) return false;
    // An answer from a stream of many inputs may be a neighbour's.
    if (caller_.asks_ahead() && !costs_much(seen)) {
      seen = caller_.call(call);
      if (agrees(caller_.decoder(), operation, one.capacity, law, seen)) return false;
    }
    ++reply_.failed;
    record({one.units, one.how}, law, seen);
    return true;
  }

  static bool costs_much(const Observation& seen) {
    return seen.outcome == Outcome::kHang || seen.is_fatal;
  }

  void examine_again(const Check& check) {
    Candidate one{check.units, check.how, 0, {}, false};
    one.capacity =
        room_of(one.how.room, needed(one.how.operation, expectation(one)), one.units.size());
    call_fails(one);
  }

  // ---- failures ----

  struct Resembling {
    std::uint64_t times = 0;
    std::uint64_t bucket = 0;
    bool is_handed_over = false;
  };

  // What distinguishes failures before they are judged.
  std::uint64_t resemblance(const Check& check, const Expectation& law, const Observation& seen) {
    const Machine& machine = judge_.law().machine();
    const Difference difference =
        find_difference(machine, check.units, check.how.operation, law, seen);
    std::uint64_t hash = kHashStart;
    for (const std::uint64_t part :
         {static_cast<std::uint64_t>(check.how.operation), exceptional_axes(check.how),
          static_cast<std::uint64_t>(seen.outcome), std::uint64_t{seen.status},
          static_cast<std::uint64_t>(law.error_class), static_cast<std::uint64_t>(difference.law),
          static_cast<std::uint64_t>(difference.seen),
          static_cast<std::uint64_t>(difference.error_class),
          static_cast<std::uint64_t>(difference.value_class)}) {
      hash = hash_step(hash, part);
    }
    const std::size_t from = law.error ? law.error->offset : 0;
    const std::size_t to = std::min(from + kWindow, check.units.size());
    for (std::size_t i = from; i < to; ++i) {
      hash = hash_step(hash, machine.class_of(check.units[i]) + 1);
    }
    return hash;
  }

  std::uint64_t bucket_of(const Failure& failure) {
    const Machine& machine = judge_.law().machine();
    std::uint64_t hash = hash_step(kHashStart, static_cast<std::uint64_t>(failure.kind));
    hash = hash_step(hash, exceptional_axes(failure.core.how));
    const Bytes& units = failure.core.units;
    // Long cores usually need their length, not each of their units.
    const std::size_t from = units.size() > kLongestBucket ? units.size() - kLongestBucket : 0;
    for (std::size_t i = from; i < units.size(); ++i) {
      hash = hash_step(hash, machine.class_of(units[i]) + 1);
    }
    return hash;
  }

  Failure failure_of(const Check& check, const Expectation& law, const Observation& seen) {
    const Operation operation = check.how.operation;
    Failure failure{Kind::kNondeterministic,
                    describe(caller_.decoder(), operation, law),
                    describe(operation, seen),
                    check,
                    {},
                    seen.is_fatal};
    if (costs_much(seen)) {
      failure.kind = classify(operation, check.units, law, seen);
      failure.difference =
          find_difference(judge_.law().machine(), check.units, operation, law, seen);
      return failure;
    }
    failure = judge_.judge(check).value_or(failure);
    if (failure.kind == Kind::kNondeterministic) {
      failure = judge_.judge_state(check).value_or(failure);
    }
    return failure;
  }

  void record(const Check& check, const Expectation& law, const Observation& seen) {
    Resembling& met = resembling_[resemblance(check, law, seen)];
    ++met.times;
    if (costs_much(seen)) charge(check.how.operation, seen);
    const bool is_judged = costs_much(seen) || met.times <= kJudgedInFull ||
                           is_power_of_two(met.times) || (wants_failures_ && !met.is_handed_over);
    if (is_judged) {
      const Failure failure = failure_of(check, law, seen);
      met.bucket = bucket_of(failure);
      met.is_handed_over = known_.contains(met.bucket);
      if (!met.is_handed_over && wants_failures_ && reply_.found.empty()) {
        met.is_handed_over = true;
        known_.insert(met.bucket);
        reply_.found.push_back({met.bucket, {check, failure, "fuzzing", "", 0}});
      }
    }
    ++reply_.counts[met.bucket];
  }

  void charge(Operation operation, const Observation& seen) {
    std::uint32_t& cost = costs_[static_cast<std::size_t>(operation)];
    cost += seen.outcome == Outcome::kHang ? kCostOfHang : kCostOfEnd;
    if (cost < kMostCost) return;
    muted_ = static_cast<OperationSet>(muted_ | bit_of(operation));
  }

  ExplorationPlan plan_;
  Caller& caller_;
  Judge judge_;
  Mutator mutator_;
  Behaviour behaviour_;
  std::vector<Operation> all_, calls_, streams_;
  std::optional<FuzzEngine> engine_;

  Candidate one_;  // reused
  std::vector<Candidate> batch_;
  std::vector<Call> calls_to_make_;
  std::size_t batch_size_ = kLeastBatch;
  std::vector<Bytes> ready_;
  std::vector<Bytes> pending_;  // to be given as they are
  Bytes last_;                  // the input before
  bool is_last_known_ = true;   // it came from the corpus on the disk, or from another process
  bool is_next_known_ = false;
  std::size_t limit_ = kFirstLimit;
  std::uint64_t unchanged_ = 0;  // executions since the engine kept one
  std::unordered_map<std::uint64_t, std::vector<std::uint16_t>> answered_;
  std::array<bool, FuzzEngine::kCounters> met_{};

  ExploreReply reply_;
  Clock::time_point until_;
  bool wants_failures_ = true;
  std::set<std::uint64_t> known_;
  std::unordered_map<std::uint64_t, Resembling> resembling_;
  std::vector<AvoidedUnits> avoided_;
  std::size_t fatal_seen_ = 0;
  std::array<std::uint32_t, kOperationCount> costs_{};
  OperationSet muted_ = 0;
};

}  // namespace

Bytes explore(ByteView request, Caller& caller, std::span<const Check> fatal) {
  static Exploration* exploration = nullptr;  // as long as the process
  Unpacker in(request);
  in.read<Request>();
  const auto asked = in.read<ExploreRequest>();
  if (exploration == nullptr) {
    // Nothing is called yet, so that what a call changes in the process can be told from this.
    exploration = new Exploration(caller, asked.plan);
    return packed(ExploreReply{});
  }
  return packed(exploration->slice(asked, fatal));
}

}  // namespace placemat
