// known_failures.h: records the questions that ended or stopped the decoder. The same
// question is not asked again, and one batch allows a limited number of failures for each
// operation, as in the judge. It does not know how a question is transported.
#pragma once

#include <array>
#include <map>
#include <memory>

#include "harness/isolation/batch.h"
#include "harness/isolation/hang_limit.h"

namespace placemat {

class KnownFailures {
 public:
  explicit KnownFailures(std::shared_ptr<HangLimit> hangs) : hangs_(std::move(hangs)) {}
  HangLimit& hangs() const { return *hangs_; }

  // Limits for one operation in one batch. Each failure may take as long as the silence
  // limit.
  static constexpr int kMostHangs = 2, kMostOthers = 4;

  void begin_batch() { failure_counts_.fill({}); }

  // True when question `i` is not to be asked, because its outcome is known or its
  // operation has failed too often. The answer is then filled in.
  bool settles(Batch& batch, std::size_t i) const {
    const Batch::Question& question = batch.questions[i];
    const auto known = known_.find(question.mark);
    if (known != known_.end()) batch.answers[i] = known->second;
    const Count& count = failure_counts_[static_cast<std::size_t>(question.operation)];
    return known != known_.end() || count.hangs >= kMostHangs || count.others >= kMostOthers ||
           hangs_->is_reached();
  }

  void blame(Batch& batch, std::size_t i, Observation::Outcome outcome, const char* note) {
    batch.answers[i] = remember(batch.questions[i].mark, outcome, note);
    Count& count = failure_counts_[static_cast<std::size_t>(batch.questions[i].operation)];
    ++(outcome == Observation::Outcome::kHang ? count.hangs : count.others);
  }

  // Records a failure of a question that was answered before, for when it is asked again.
  const Batch::Reply& remember(std::uint64_t mark, Observation::Outcome outcome, const char* note) {
    Batch::Reply& answer = known_[mark];
    answer = {};
    answer.outcome = outcome;
    answer.note = note;
    answer.is_fatal = true;
    return answer;
  }

 private:
  struct Count {
    int hangs = 0, others = 0;
  };
  std::shared_ptr<HangLimit> hangs_;
  std::array<Count, kOperationCount> failure_counts_{};
  std::map<std::uint64_t, Batch::Reply> known_;  // by the mark of the question
};

}  // namespace placemat
