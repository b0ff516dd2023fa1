#include "harness/isolation/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/bytes/error.h"
#include "harness/bytes/hash.h"

namespace placemat {
namespace {

std::uint64_t mark_of(const Call& call) {
  std::uint64_t hash = kHashStart;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * kGoldenRatio;
    hash ^= hash >> 29;
  };
  mix(call.units.size());
  for (const std::uint8_t unit : call.units) mix(unit);
  pack(call.how, [&](const void* from, std::size_t size) {
    const auto* const part = static_cast<const std::uint8_t*>(from);
    for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, part + at, std::min(sizeof(word), size - at));
      mix(word ^ size);
    }
  });
  return hash;
}

Observation observed(const Batch::Reply& answer, const std::uint64_t* values) {
  Observation seen;
  seen.outcome = answer.outcome;
  seen.status = answer.status;
  seen.error_offset = answer.error_offset;
  seen.error_length = answer.error_length;
  seen.bits = 64;
  seen.values = values + answer.values;
  seen.count = answer.count;
  seen.note = answer.note;
  seen.is_fatal = answer.is_fatal;
  seen.is_output = answer.is_output;
  return seen;
}

SettledReply settled_reply(const Observation& seen) {
  SettledReply settled;
  settled.reply.outcome = seen.outcome;
  settled.reply.status = seen.status;
  settled.reply.error_offset = seen.error_offset;
  settled.reply.error_length = seen.error_length;
  settled.reply.count = seen.count;
  settled.reply.note = seen.note;
  settled.reply.is_output = seen.is_output;
  for (std::size_t i = 0; i < seen.count; ++i) settled.values.push_back(seen.value(i));
  return settled;
}

Observation nothing() {
  Observation seen;
  seen.outcome = Observation::Outcome::kUnsupported;
  return seen;
}

// Records the questions.
class Gatherer final : public Caller {
 public:
  Gatherer(const Decoder& decoder, const BatchBackend& backend, Batch& batch)
      : Caller(decoder), backend_(backend), batch_(batch) {}
  Observation call(const Call& call) override {
    const bool is_muted = (muted & bit_of(call.how.operation)) != 0;
    if (!is_muted && backend_.takes(call)) batch_.add(call);
    return nothing();
  }
  bool shows_memory() const override { return false; }
  OperationSet muted = 0;

 private:
  const BatchBackend& backend_;
  Batch& batch_;
};

// Returns the answers in the order of the questions. Skips questions that were not
// repeated, because the judge had muted their operation.
class BatchReplay final : public Caller {
 public:
  BatchReplay(const Decoder& decoder, const BatchBackend& backend, const Batch& batch,
              BatchCaller& asking)
      : Caller(decoder), backend_(backend), batch_(batch), asking_(asking) {}
  Observation call(const Call& call) override {
    if (!backend_.takes(call)) return nothing();
    const std::uint64_t mark = mark_of(call);
    for (std::size_t i = next_; i < batch_.questions.size(); ++i) {
      if (batch_.questions[i].mark != mark) continue;
      next_ = i + 1;
      was_batched_ = batch_.answers[i].was_batched;
      return batch_.observation(i);
    }
    was_batched_ = false;
    return asking_.call(call);
  }
  // An answer from a stream of many cases is confirmed on its own before it is reported.
  Observation confirm(const Call& call, const Observation& seen) override {
    return was_batched_ ? asking_.call(call) : seen;
  }
  bool shows_memory() const override { return false; }
  void start() { next_ = 0; }

 private:
  const BatchBackend& backend_;
  const Batch& batch_;
  BatchCaller& asking_;
  std::size_t next_ = 0;
  bool was_batched_ = false;  // of the last answer
};

class BatchSink final : public CaseSink {
 public:
  BatchSink(const RunContext& context, const Job& job, const Decoder& decoder,
            BatchBackend& backend, SettledReplies& settled)
      : backend_(backend),
        most_(context.subjects[job.subject].most),
        stop_(*context.stop),
        gatherer_(decoder, backend, batch_),
        asking_(decoder, backend, &settled),
        reader_(decoder, backend, batch_, asking_),
        gathering_judge_(gatherer_, context.subjects[job.subject].judged_as),
        judge_(asking_, context.subjects[job.subject].judged_as, &reader_),
        gathering_(gathering_judge_, "", context.stop, job.muted, job.avoided),
        checker_(judge_, context.subjects[job.subject].sources[job.source], context.stop, job.muted,
                 job.avoided) {}

  bool accept(const Case& c) override {
    Kept& kept = next_kept();
    kept.bytes.assign(c.bytes.begin(), c.bytes.end());
    kept.cuts.assign(c.cuts.begin(), c.cuts.end());
    kept.id = c.id;
    kept.depth = std::min(c.depth, most_);
    kept.exclusions = c.exclusions;
    gathering_.accept(kept.as_case());
    if (batch_.questions.size() >= backend_.batch_size()) judge();
    return !stop_.load(std::memory_order_relaxed);
  }

  Ledger take() {
    judge();
    return checker_.take();
  }

 private:
  struct Kept {
    Bytes bytes;
    Cuts cuts;
    std::string id;
    Depth depth;
    Exclusions exclusions;
    Case as_case() const { return {bytes, id, cuts, depth, exclusions}; }
  };
  // Entries of the previous batch are reused with their memory.
  Kept& next_kept() {
    if (kept_count_ == kept_.size()) kept_.emplace_back();
    return kept_[kept_count_++];
  }

  void judge() {
    backend_.answer(batch_);
    reader_.start();
    for (std::size_t i = 0; i < kept_count_; ++i) checker_.accept(kept_[i].as_case());
    gatherer_.muted = checker_.muted();
    kept_count_ = 0;
    batch_.clear();
  }

  BatchBackend& backend_;
  Depth most_;
  const std::atomic<bool>& stop_;
  Batch batch_;
  Gatherer gatherer_;
  BatchCaller asking_;
  BatchReplay reader_;
  Judge gathering_judge_, judge_;
  Checker gathering_, checker_;
  std::vector<Kept> kept_;
  std::size_t kept_count_ = 0;
};

}  // namespace

void Batch::clear() {
  questions.clear();
  answers.clear();
  units.clear();
  packed.clear();
  values.clear();
}

void Batch::add(const Call& call) {
  const std::size_t how = packed.size();
  pack(call.how, [&](const void* from, std::size_t size) {
    const auto* const part = static_cast<const std::uint8_t*>(from);
    packed.insert(packed.end(), part, part + size);
  });
  questions.push_back(
      {call.how.operation, mark_of(call), units.size(), call.units.size(), how, packed.size()});
  units.insert(units.end(), call.units.begin(), call.units.end());
}

Observation Batch::observation(std::size_t i) const { return observed(answers[i], values.data()); }

Observation SettledReply::observation() const { return observed(reply, values.data()); }

bool operator==(const SettledReply& a, const SettledReply& b) {
  return a.reply.status == b.reply.status && a.reply.error_offset == b.reply.error_offset &&
         a.reply.error_length == b.reply.error_length && a.values == b.values;
}

Observation BatchCaller::call(const Call& call) {
  if (settled_ == nullptr || call.units.size() > kLongestSettled) return ask(call);
  const std::uint64_t mark = mark_of(call);
  const std::string_view key(reinterpret_cast<const char*>(&mark), sizeof(mark));
  if (const SettledReply* same = settled_->find(key)) return same->observation();
  const Observation seen = ask(call);
  if (seen.outcome == Observation::Outcome::kAnswered) {
    settled_->add(key, settled_reply(seen));
  }
  return seen;
}

Observation BatchCaller::ask(const Call& call) {
  if (!backend_.takes(call)) {
    return call.how.ending == Ending::kCall ? ask_behind_prelude(call) : nothing();
  }
  const auto prefetched = places_.find(mark_of(call));
  if (prefetched == places_.end()) return ask_alone(call);
  // Once only: a repeated question checks whether the answer is the same.
  const Place place = prefetched->second;
  places_.erase(prefetched);
  return prefetched_[place.batch].observation(place.question);
}

// Where a backend takes no call with another before it, that call is an ordinary question. Both are
// asked, so that the one is answered right behind the other.
Observation BatchCaller::ask_behind_prelude(const Call& call) {
  Presentation first = call.how;
  first.cuts.clear();
  first.clear_prelude();
  const Observation seen = ask({call.how.prelude, first, call.capacity});
  if (seen.outcome != Observation::Outcome::kAnswered) return seen;
  Presentation then = call.how;
  then.clear_prelude();
  return ask({call.units, then, call.capacity});
}

void BatchCaller::prefetch(std::span<const Call> calls) {
  if (backend_.is_batched()) return ask_together(calls);
  places_.clear();
  prefetched_.clear();
  ask_ahead(calls);
}

void BatchCaller::ask_together(std::span<const Call> calls) {
  places_.clear();
  prefetched_.clear();
  answer_ahead(calls, false);
}

// Many questions at once cost less, and are answered one after the other all the same. A batch has
// a limit for failures, behind which it is not answered; so behind the first failure each question
// is asked when it is due.
void BatchCaller::ask_ahead(std::span<const Call> calls) {
  constexpr std::size_t kFirst = 16, kMost = 1024;
  for (std::size_t at = 0, size = kFirst; at < calls.size() && !has_failed_;) {
    const auto slice = calls.subspan(at, std::min(size, calls.size() - at));
    has_failed_ = !answer_ahead(slice, true);
    at += slice.size();
    size = std::min(kMost, 2 * size);
  }
}

// With `stops_at_failure`, false when one of them failed; those from there on are left out.
bool BatchCaller::answer_ahead(std::span<const Call> calls, bool stops_at_failure) {
  Batch& batch = prefetched_.emplace_back();
  for (const Call& call : calls) {
    if (backend_.takes(call)) batch.add(call);
  }
  backend_.answer(batch);
  for (std::size_t i = 0; i < batch.questions.size(); ++i) {
    const Batch::Reply& answer = batch.answers[i];
    const bool fails = answer.is_fatal || answer.outcome == Observation::Outcome::kHang;
    if (fails && stops_at_failure) return false;
    places_[batch.questions[i].mark] = {prefetched_.size() - 1, i};
  }
  return true;
}

Observation BatchCaller::ask_alone(const Call& call) {
  if (limit_ != nullptr && (hangs_left_ <= 0 || limit_->is_reached())) {
    throw AbsentError("stopped early: " + limit_->why());
  }
  batch_.clear();
  batch_.add(call);
  backend_.answer(batch_);
  const Batch::Reply& answer = batch_.answers[0];
  if (answer.outcome == Observation::Outcome::kHang) {
    --hangs_left_;
  } else if (answer.is_fatal && --failures_left_ < 0) {
    throw AbsentError(fmt::format("too many inputs end it ({})", answer.note));
  }
  return batch_.observation(0);
}

BatchChecker::BatchChecker(const Decoder& decoder, BatchBackend& backend, const Profile& profile,
                           const Pass& pass)
    : decoder_(decoder), backend_(backend), pass_(pass), law_(profile, is_utf16(pass.operation)) {}

bool BatchChecker::check(ByteView units) {
  if (!goes_on()) return false;
  const Expectation& law = law_.about(units);
  const Presentation how = presentation_of(pass_, units.size());
  const Call call{units, how, needed(pass_.operation, law)};
  if (!is_about(pass_.operation, law)) {
    ++checked_.undefined;
    return true;
  }
  if (!backend_.takes(call)) {
    ++checked_.not_taken;
    return true;
  }
  batch_.add(call);
  if (batch_.questions.size() >= backend_.batch_size()) compare_batch();
  return goes_on();
}

void BatchChecker::compare_batch() {
  if (batch_.questions.empty()) return;
  backend_.answer(batch_);
  BatchCaller alone(decoder_, backend_);
  for (std::size_t i = 0; i < batch_.questions.size() && goes_on(); ++i) {
    const ByteView units = batch_.units_of(batch_.questions[i]);
    const Expectation& law = law_.about(units);
    Observation seen = batch_.observation(i);
    const std::size_t capacity = needed(pass_.operation, law);
    // Within a stream of many strings an answer may come from a neighbour.
    if (batch_.answers[i].was_batched && !agrees(decoder_, pass_.operation, capacity, law, seen)) {
      seen = alone.call({units, presentation_of(pass_, units.size()), capacity});
    }
    compare(decoder_, pass_, units, law, seen);
  }
  batch_.clear();
}

CheckedStrings BatchChecker::finish() {
  if (goes_on()) compare_batch();
  return StringChecker::finish();
}

Ledger check_job_in_batches(const RunContext& context, const Job& job, const Decoder& decoder,
                            BatchBackend& backend, SettledReplies& settled) {
  BatchSink sink(context, job, decoder, backend, settled);
  context.sources[job.subject][job.source]->generate(job.shard, sink);
  return sink.take();
}

}  // namespace placemat
