// batch.h: many questions at once, for decoders that cannot be called, and the
// judge that knows only calls. A batch is gathered by making the calls of a
// source with nobody to answer, answered by somebody else in one go, and then
// judged by making the same calls again. It must not know how a question
// travels, nor what a right answer is.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/judge/job.h"

namespace placemat {

struct Batch {
  struct Question {
    Operation operation;
    std::uint64_t mark;  // the same for the same question
    std::size_t units, length, cuts, cut_count;
  };
  // An answer that has not been given is unsupported: nothing is compared.
  struct Answer {
    Observation::Outcome outcome = Observation::Outcome::kUnsupported;
    std::uint32_t status = PLACEMAT_OK;
    std::size_t error_offset = PLACEMAT_UNKNOWN, error_length = PLACEMAT_UNKNOWN;
    std::size_t values = 0, count = 0;
    const char* note = "";
    bool is_fatal = false;
    // Given to a stream of many cases: whoever is to be blamed for it is asked
    // again, alone.
    bool in_company = false;
  };
  std::vector<Question> questions;
  std::vector<Answer> answers;  // one for each question, once it was asked
  Bytes units;
  std::vector<std::size_t> cuts;
  std::vector<std::uint64_t> values;

  void clear();
  void add(const Call& call);
  ByteView units_of(const Question& q) const { return ByteView(units).subspan(q.units, q.length); }
  std::span<const std::size_t> cuts_of(const Question& q) const {
    return std::span(cuts).subspan(q.cuts, q.cut_count);
  }
  Observation observation(std::size_t i) const;
};

// Who answers.
class Respondent {
 public:
  virtual ~Respondent() = default;
  // Fills `answers` and `values`. Throws when there is nobody any more.
  virtual void answer(Batch& batch) = 0;
  // Can such a question be asked at all?
  virtual bool takes(const Call& call) const = 0;
  // How many questions one batch had best have.
  virtual std::size_t appetite() const = 0;
  // Are many questions cheaper than each of them is, so that it pays to ask
  // what may be asked later?
  virtual bool keeps_company() const { return false; }
};

// Asks one question at a time, unless it could foresee it.
class AskingCaller final : public Caller {
 public:
  AskingCaller(const Decoder& decoder, Respondent& respondent)
      : Caller(decoder), respondent_(respondent) {}
  Observation call(const Call& call) override;
  void foresee(std::span<const Call> calls) override;
  bool keeps_company() const override { return respondent_.keeps_company(); }
  bool shows_memory() const override { return false; }
  // Throws AbsentError when so many questions have ended or stopped it.
  void give_up_after(int falls) { falls_left_ = falls; }

 private:
  Observation ask(const Call& call);
  Respondent& respondent_;
  Batch batch_;
  Batch foreseen_;
  std::map<std::uint64_t, std::size_t> places_;  // of the questions foreseen, by their mark
  int falls_left_ = std::numeric_limits<int>::max();
};

// As check_job of run.h, with as few batches as possible.
Ledger check_job_in_batches(const Setting& setting, const Job& job, const Decoder& decoder,
                            Respondent& respondent);

}  // namespace placemat
