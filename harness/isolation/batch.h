// batch.h: batched questions for decoders that cannot be called directly; the judge knows
// only calls. The calls of a source are gathered without answers, answered in one batch,
// and then judged by making the same calls again. It does not know how a question is
// transported, nor the right answer.
#pragma once

#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/certify/string_checker.h"
#include "harness/isolation/hang_limit.h"
#include "harness/isolation/settled_answers.h"
#include "harness/judge/job.h"
#include "harness/presentation/pack.h"

namespace placemat {

struct Batch {
  struct Question {
    Operation operation;
    std::uint64_t mark;         // equal for equal questions
    std::size_t units, length;  // in Batch::units
    std::size_t how, how_end;   // in Batch::packed
  };
  // A missing answer is unsupported: nothing is compared.
  struct Reply {
    Observation::Outcome outcome = Observation::Outcome::kUnsupported;
    std::uint32_t status = PLACEMAT_OK;
    std::size_t error_offset = PLACEMAT_UNKNOWN, error_length = PLACEMAT_UNKNOWN;
    std::size_t values = 0, count = 0;
    const char* note = "";
    bool is_fatal = false;
    // Asked within a stream of many cases: an answer that is reported is first repeated
    // on its own.
    bool was_batched = false;
    bool is_output = false;  // the values were read from the output of a filter
  };
  std::vector<Question> questions;
  std::vector<Reply> answers;  // one for each question, once it was asked
  Bytes units;
  Bytes packed;  // the presentations (pack.h)
  std::vector<std::uint64_t> values;

  void clear();
  void add(const Call& call);
  ByteView units_of(const Question& q) const { return ByteView(units).subspan(q.units, q.length); }
  // `how` keeps its memory.
  void read_how(const Question& q, Presentation& how) const {
    unpack(packed.data() + q.how, packed.data() + q.how_end, how);
  }
  Observation observation(std::size_t i) const;
};

// Answers batches of questions.
class BatchBackend {
 public:
  virtual ~BatchBackend() = default;
  // Fills `answers` and `values`. Throws when the decoder is gone.
  virtual void answer(Batch& batch) = 0;
  // True when such a question can be asked at all.
  virtual bool takes(const Call& call) const = 0;
  // The preferred number of questions in one batch.
  virtual std::size_t batch_size() const = 0;
  // True when the questions of a batch have neighbours: it is one text, which costs less than its
  // questions one at a time.
  virtual bool is_batched() const { return false; }
};

// An answer with its values.
struct SettledReply {
  Batch::Reply reply = {};
  std::vector<std::uint64_t> values = {};

  Observation observation() const;
  friend bool operator==(const SettledReply& a, const SettledReply& b);
};
using SettledReplies = SettledAnswers<SettledReply>;

// Asks one question at a time, unless it was prefetched, or is settled.
class BatchCaller final : public Caller {
 public:
  // `settled`: none where each question is to be asked, however often.
  BatchCaller(const Decoder& decoder, BatchBackend& backend, SettledReplies* settled = nullptr)
      : Caller(decoder), backend_(backend), settled_(settled) {}
  Observation call(const Call& call) override;
  void prefetch(std::span<const Call> calls) override;
  bool takes(const Call& call) const override { return backend_.takes(call); }
  void ask_together(std::span<const Call> calls) override;
  bool asks_ahead() const override { return true; }
  bool is_batched() const override { return backend_.is_batched(); }
  bool shows_memory() const override { return false; }
  // Throws AbsentError for a new question when this many had no answer, or ended the
  // decoder, or when `limit` is reached.
  void give_up_after(int hangs, int failures, const HangLimit& limit) {
    hangs_left_ = hangs, failures_left_ = failures, limit_ = &limit;
  }

 private:
  Observation ask(const Call& call);
  Observation ask_behind_prelude(const Call& call);
  Observation ask_alone(const Call& call);
  void ask_ahead(std::span<const Call> calls);
  bool answer_ahead(std::span<const Call> calls, bool stops_at_failure);
  BatchBackend& backend_;
  SettledReplies* settled_;
  Batch batch_;
  struct Place {
    std::size_t batch, question;
  };
  std::deque<Batch> prefetched_;
  std::map<std::uint64_t, Place> places_;  // of the prefetched questions, by their mark
  bool has_failed_ = false;                // one that was asked ahead
  int failures_left_ = std::numeric_limits<int>::max();
  int hangs_left_ = std::numeric_limits<int>::max();
  const HangLimit* limit_ = nullptr;
};

// Compares the answers of whole batches with the law, for certificates.
class BatchChecker final : public StringChecker {
 public:
  BatchChecker(const Decoder& decoder, BatchBackend& backend, const Profile& profile,
               const Pass& pass);
  using StringChecker::check;
  bool check(ByteView units) override;
  CheckedStrings finish() override;

 private:
  void compare_batch();
  const Decoder& decoder_;
  BatchBackend& backend_;
  Pass pass_;
  Law law_;
  Batch batch_;
};

// Like check_job of run.h, with as few batches as possible.
Ledger check_job_in_batches(const RunContext& context, const Job& job, const Decoder& decoder,
                            BatchBackend& backend, SettledReplies& settled);

}  // namespace placemat
