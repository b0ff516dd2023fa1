#include "harness/isolation/batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

std::uint64_t mark_of(const Call& call) {
  std::uint64_t hash = 0xCBF29CE484222325;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  };
  mix(static_cast<std::uint64_t>(call.operation));
  mix(call.units.size());
  for (const std::uint8_t unit : call.units) mix(unit);
  for (const std::size_t cut : call.cuts) mix(cut + 1);
  for (const std::uint8_t unit : call.before.units) mix(unit + 0x100U);
  return hash;
}

Observation nothing() {
  Observation seen;
  seen.outcome = Observation::Outcome::kUnsupported;
  return seen;
}

// Takes the questions down.
class Gatherer final : public Caller {
 public:
  Gatherer(const Decoder& decoder, const Respondent& respondent, Batch& batch)
      : Caller(decoder), respondent_(respondent), batch_(batch) {}
  Observation call(const Call& call) override {
    const bool is_muted = (muted >> static_cast<unsigned>(call.operation) & 1) != 0;
    if (!is_muted && respondent_.takes(call)) batch_.add(call);
    return nothing();
  }
  bool shows_memory() const override { return false; }
  OperationSet muted = 0;

 private:
  const Respondent& respondent_;
  Batch& batch_;
};

// Gives the answers, in the order of the questions. Questions that were not
// put again, because the judge had enough of their operation, are passed over.
class Reader final : public Caller {
 public:
  Reader(const Decoder& decoder, const Respondent& respondent, const Batch& batch,
         AskingCaller& asking)
      : Caller(decoder), respondent_(respondent), batch_(batch), asking_(asking) {}
  Observation call(const Call& call) override {
    if (!respondent_.takes(call)) return nothing();
    const std::uint64_t mark = mark_of(call);
    for (std::size_t i = next_; i < batch_.questions.size(); ++i) {
      if (batch_.questions[i].mark != mark) continue;
      next_ = i + 1;
      had_company_ = batch_.answers[i].in_company;
      return batch_.observation(i);
    }
    had_company_ = false;
    return asking_.call(call);
  }
  // Nobody is blamed for what stood beside others in a stream of ours.
  Observation confirm(const Call& call, const Observation& seen) override {
    return had_company_ ? asking_.call(call) : seen;
  }
  bool shows_memory() const override { return false; }
  void start() { next_ = 0; }

 private:
  const Respondent& respondent_;
  const Batch& batch_;
  AskingCaller& asking_;
  std::size_t next_ = 0;
  bool had_company_ = false;  // the answer given last
};

class BatchSink final : public CaseSink {
 public:
  BatchSink(const Setting& setting, const Job& job, const Decoder& decoder, Respondent& respondent)
      : respondent_(respondent),
        most_(setting.subjects[job.subject].most),
        stop_(*setting.stop),
        gatherer_(decoder, respondent, batch_),
        asking_(decoder, respondent),
        reader_(decoder, respondent, batch_, asking_),
        gathering_court_(gatherer_, setting.subjects[job.subject].judged_as),
        court_(asking_, setting.subjects[job.subject].judged_as, &reader_),
        gathering_(gathering_court_, "", setting.stop, job.muted, job.avoided),
        checker_(court_, setting.subjects[job.subject].sources[job.source], setting.stop, job.muted,
                 job.avoided) {}

  bool accept(const Case& c) override {
    Kept& kept = next_kept();
    kept.bytes.assign(c.bytes.begin(), c.bytes.end());
    kept.cuts.assign(c.cuts.begin(), c.cuts.end());
    kept.id = c.id;
    kept.multiplication = std::min(c.multiplication, most_);
    kept.without = c.without;
    gathering_.accept(kept.as_case());
    if (batch_.questions.size() >= respondent_.appetite()) judge();
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
    Multiplication multiplication;
    Without without;
    Case as_case() const { return {bytes, id, cuts, multiplication, without}; }
  };
  // Those of the batch before are used again, with their memory.
  Kept& next_kept() {
    if (kept_count_ == kept_.size()) kept_.emplace_back();
    return kept_[kept_count_++];
  }

  void judge() {
    respondent_.answer(batch_);
    reader_.start();
    for (std::size_t i = 0; i < kept_count_; ++i) checker_.accept(kept_[i].as_case());
    gatherer_.muted = checker_.muted();
    kept_count_ = 0;
    batch_.clear();
  }

  Respondent& respondent_;
  Multiplication most_;
  const std::atomic<bool>& stop_;
  Batch batch_;
  Gatherer gatherer_;
  AskingCaller asking_;
  Reader reader_;
  Court gathering_court_, court_;
  Checker gathering_, checker_;
  std::vector<Kept> kept_;
  std::size_t kept_count_ = 0;
};

}  // namespace

void Batch::clear() {
  questions.clear();
  answers.clear();
  units.clear();
  cuts.clear();
  values.clear();
}

void Batch::add(const Call& call) {
  questions.push_back({call.operation, mark_of(call), units.size(), call.units.size(), cuts.size(),
                       call.cuts.size()});
  units.insert(units.end(), call.units.begin(), call.units.end());
  cuts.insert(cuts.end(), call.cuts.begin(), call.cuts.end());
}

Observation Batch::observation(std::size_t i) const {
  const Answer& answer = answers[i];
  Observation seen;
  seen.outcome = answer.outcome;
  seen.status = answer.status;
  seen.error_offset = answer.error_offset;
  seen.error_length = answer.error_length;
  seen.bits = 64;
  seen.values = values.data() + answer.values;
  seen.count = answer.count;
  seen.note = answer.note;
  seen.is_fatal = answer.is_fatal;
  return seen;
}

Observation AskingCaller::call(const Call& call) {
  // A call before this one is a question like any other.
  if (call.before.ending == Before::Ending::kCall) {
    Call first = call;
    first.units = call.before.units;
    first.cuts = {};
    first.before = {};
    const Observation seen = this->call(first);
    if (seen.outcome != Observation::Outcome::kAnswered) return seen;
    Call then = call;
    then.before = {};
    return this->call(then);
  }
  if (!respondent_.takes(call)) return nothing();
  const auto foreseen = places_.find(mark_of(call));
  if (foreseen == places_.end()) return ask(call);
  // Once: to ask again is to want to know whether it answers the same.
  const std::size_t place = foreseen->second;
  places_.erase(foreseen);
  return foreseen_.observation(place);
}

void AskingCaller::foresee(std::span<const Call> calls) {
  places_.clear();
  foreseen_.clear();
  if (!respondent_.keeps_company()) return;
  for (const Call& call : calls) {
    if (!respondent_.takes(call)) continue;
    foreseen_.add(call);
    places_[foreseen_.questions.back().mark] = foreseen_.questions.size() - 1;
  }
  respondent_.answer(foreseen_);
}

Observation AskingCaller::ask(const Call& call) {
  batch_.clear();
  batch_.add(call);
  respondent_.answer(batch_);
  const Batch::Answer& answer = batch_.answers[0];
  if (answer.is_fatal && --falls_left_ < 0) {
    throw AbsentError(fmt::format("too many inputs end or stop it ({})", answer.note));
  }
  return batch_.observation(0);
}

Ledger check_job_in_batches(const Setting& setting, const Job& job, const Decoder& decoder,
                            Respondent& respondent) {
  BatchSink sink(setting, job, decoder, respondent);
  setting.sources[job.subject][job.source]->generate(job.shard, sink);
  return sink.take();
}

}  // namespace placemat
