// A backend answers questions in batches. The tests count which were asked, in which
// order and how often.
#include "harness/isolation/batch.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/isolation/listed.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Treats everything but ASCII as ill-formed at its first unit; wrong where the test
// requests it.
class Answering final : public BatchBackend {
 public:
  bool takes(const Call& call) const override {
    return crosses_process(call.how) && call.how.operation == Operation::kStrict32;
  }
  std::size_t batch_size() const override { return 10; }
  bool is_batched() const override { return keeps; }
  void answer(Batch& batch) override {
    sizes.push_back(batch.questions.size());
    batch.answers.assign(batch.questions.size(), {});
    for (std::size_t i = 0; i < batch.questions.size(); ++i) {
      const ByteView units = batch.units_of(batch.questions[i]);
      const bool was_batched = batch.questions.size() > 1;
      Batch::Reply& answer = batch.answers[i];
      answer.outcome = Observation::Outcome::kAnswered;
      answer.was_batched = was_batched && keeps;
      answer.values = batch.values.size();
      for (const std::uint8_t unit : units) {
        if (unit >= 0x80) {
          answer.status = PLACEMAT_ILL_FORMED;
          answer.error_offset = 0, answer.error_length = 1;
          break;
        }
        const bool lies = unit == '!' || (unit == '?' && was_batched);
        batch.values.push_back(lies ? unit + 1u : unit == '%' ? sizes.size() : unit);
        if (unit == '#') answer = {.outcome = Observation::Outcome::kCrash, .is_fatal = true};
      }
      answer.count = batch.values.size() - answer.values;
    }
  }
  bool keeps = false;
  std::vector<std::size_t> sizes;
};

class Batches : public testing::Test {
 protected:
  Batches() {
    claims_.name = "answering";
    claims_.dialect = "utf-8";
    claims_.policy = "reject";
    claims_.bom = "keep";
    claims_.operations[static_cast<std::size_t>(Operation::kStrict32)] = true;
    proxy_ = std::make_unique<DecoderProxy>(claims_);
  }
  Judged judge(const std::vector<std::string>& cases) {
    const std::vector<Target> subjects{make_target(proxy_->decoder(), {"listed"}, {})};
    const std::atomic<bool> stop{false};
    const RunContext context{subjects, {{std::make_shared<ListedCases>(cases)}}, &stop};
    const Ledger ledger =
        check_job_in_batches(context, {0, 0, 0, 0}, proxy_->decoder(), answering_, settled_);
    Judged judged;
    judged.checks = ledger.tally.checks;
    for (const auto& [key, named] : ledger.named) {
      judged.wrong.push_back(key.first + " " + std::string(row_of(key.second).name));
    }
    return judged;
  }
  static std::vector<Call> calls_about(const std::vector<Bytes>& texts) {
    std::vector<Call> calls;
    for (const Bytes& text : texts) {
      calls.push_back({.units = text, .how = plain(Operation::kStrict32), .capacity = 8});
    }
    return calls;
  }
  Observation ask(BatchCaller& caller, const Bytes& units) {
    return caller.call({.units = units, .how = plain(Operation::kStrict32), .capacity = 8});
  }

  Claims claims_;
  std::unique_ptr<DecoderProxy> proxy_;
  Answering answering_;
  SettledReplies settled_;
};

TEST_F(Batches, AskEveryCaseOnce) {
  std::vector<std::string> cases(25, "41");
  cases[3] = "80";
  cases[24] = "";
  const Judged judged = judge(cases);
  EXPECT_THAT(judged.wrong, IsEmpty());
  EXPECT_EQ(judged.checks, 25u);
  EXPECT_THAT(answering_.sizes, ElementsAre(10u, 10u, 5u));
}

TEST_F(Batches, AttributeAnErrorToItsCase) {
  std::vector<std::string> cases(25, "41");
  cases[13] = "4121";  // an exclamation mark
  const Judged judged = judge(cases);
  EXPECT_THAT(judged.wrong, ElementsAre("4121 wrong-value"));
  EXPECT_EQ(judged.checks, 25u);
}

TEST_F(Batches, ConfirmErrorsOnTheirOwn) {
  answering_.keeps = true;
  EXPECT_THAT(judge({"41", "3F", "4121", "42"}).wrong, ElementsAre("4121 wrong-value"));
  // A question asked on its own counts; its repetition gives another answer.
  answering_.keeps = false;
  EXPECT_THAT(judge({"41", "3F", "42"}).wrong, ElementsAre("3F nondeterministic"));
}

TEST_F(Batches, ReturnUnsupportedForOtherOperations) {
  BatchCaller caller(proxy_->decoder(), answering_);
  const Bytes units{0x41};
  EXPECT_EQ(caller.call({.units = units, .how = plain(Operation::kLossy32)}).outcome,
            Observation::Outcome::kUnsupported);
  EXPECT_THAT(answering_.sizes, IsEmpty());
}

TEST_F(Batches, AskPrefetchedQuestionsInOneBatch) {
  answering_.keeps = true;
  BatchCaller caller(proxy_->decoder(), answering_);
  const Bytes a{0x41}, b{0x42}, c{0x43};
  const auto call_of = [](const Bytes& units) {
    return Call{.units = units, .how = plain(Operation::kStrict32), .capacity = 8};
  };
  const std::vector<Call> calls{call_of(a), call_of(b)};
  caller.prefetch(calls);
  EXPECT_EQ(ask(caller, b).value(0), 0x42u);
  EXPECT_EQ(ask(caller, a).value(0), 0x41u);
  EXPECT_THAT(answering_.sizes, ElementsAre(2u));
  // A repeated question is asked again.
  EXPECT_EQ(ask(caller, a).value(0), 0x41u);
  EXPECT_EQ(ask(caller, c).value(0), 0x43u);
  EXPECT_THAT(answering_.sizes, ElementsAre(2u, 1u, 1u));
}

TEST_F(Batches, AskManyQuestionsAheadInGrowingBatches) {
  BatchCaller caller(proxy_->decoder(), answering_);
  EXPECT_TRUE(caller.asks_ahead());
  EXPECT_FALSE(caller.is_batched());
  std::vector<Bytes> texts;
  for (std::uint8_t unit = 'a'; unit <= 'z'; ++unit) texts.push_back({unit});
  caller.prefetch(calls_about(texts));
  for (const Bytes& text : texts) EXPECT_EQ(ask(caller, text).value(0), text[0]);
  EXPECT_THAT(answering_.sizes, ElementsAre(16u, 10u));
  // A repeated question is asked again.
  EXPECT_EQ(ask(caller, texts[0]).value(0), 'a');
  EXPECT_THAT(answering_.sizes, ElementsAre(16u, 10u, 1u));
}

TEST_F(Batches, AskNothingAheadBehindAFailure) {
  BatchCaller caller(proxy_->decoder(), answering_);
  const std::vector<Bytes> texts{{'a'}, {'#'}, {'b'}};
  caller.prefetch(calls_about(texts));
  EXPECT_EQ(ask(caller, texts[0]).value(0), 'a');
  EXPECT_EQ(ask(caller, texts[1]).outcome, Observation::Outcome::kCrash);
  EXPECT_EQ(ask(caller, texts[2]).value(0), 'b');
  caller.prefetch(calls_about(texts));
  EXPECT_EQ(ask(caller, texts[2]).value(0), 'b');
  EXPECT_THAT(answering_.sizes, ElementsAre(3u, 1u, 1u, 1u));
}

// The batch has its own limit for failures.
TEST_F(Batches, AskNothingAgainOfWhatWasAskedTogether) {
  BatchCaller caller(proxy_->decoder(), answering_);
  const std::vector<Bytes> texts{{'a'}, {'#'}, {'b'}};
  caller.ask_together(calls_about(texts));
  EXPECT_EQ(ask(caller, texts[1]).outcome, Observation::Outcome::kCrash);
  EXPECT_EQ(ask(caller, texts[2]).value(0), 'b');
  EXPECT_THAT(answering_.sizes, ElementsAre(3u));
}

TEST_F(Batches, AskAPreludeCallFirst) {
  BatchCaller caller(proxy_->decoder(), answering_);
  const Bytes first{0x41}, then{0x42};
  const Observation seen = caller.call(
      {.units = then,
       .how = {.operation = Operation::kStrict32, .prelude = first, .ending = Ending::kCall},
       .capacity = 8});
  EXPECT_EQ(seen.value(0), 0x42u);
  EXPECT_THAT(answering_.sizes, ElementsAre(1u, 1u));
}

TEST_F(Batches, AskAQuestionUntilItIsSettled) {
  BatchCaller caller(proxy_->decoder(), answering_, &settled_);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ask(caller, Bytes{0x41}).value(0), 0x41u);
  EXPECT_THAT(answering_.sizes, SizeIs(3));
  // Behind another text it is another question, and both are asked.
  const Bytes first{0x42}, then{0x41};
  const Call call{
      .units = then,
      .how = {.operation = Operation::kStrict32, .prelude = first, .ending = Ending::kCall},
      .capacity = 8};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(caller.call(call).value(0), 0x41u);
  EXPECT_THAT(answering_.sizes, SizeIs(3 + 3 * 2));
}

TEST_F(Batches, AskAgainWhatHasAnotherAnswer) {
  BatchCaller caller(proxy_->decoder(), answering_, &settled_);
  for (std::uint64_t i = 1; i < 6; ++i) EXPECT_EQ(ask(caller, Bytes{'%'}).value(0), i);
  EXPECT_THAT(answering_.sizes, SizeIs(5));
}

TEST_F(Batches, AreGivenUpAfterTheLimitOfCallFailures) {
  BatchCaller caller(proxy_->decoder(), answering_);
  const HangLimit hangs(100);
  caller.give_up_after(3, 2, hangs);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(ask(caller, Bytes{'#'}).outcome, Observation::Outcome::kCrash);
    EXPECT_EQ(ask(caller, Bytes{'a'}).outcome, Observation::Outcome::kAnswered);
  }
  EXPECT_THROW(ask(caller, Bytes{'#'}), AbsentError);
}

}  // namespace
}  // namespace placemat
