#include "harness/strength/mutant_judge.h"

#include "harness/strength/decoder.h"

namespace placemat {
namespace {

const std::atomic<bool> kNeverStop{false};

}  // namespace

MutantJudge::MutantJudge(const Decoder& decoder)
    : caller_(decoder, thread_), judge_(caller_, kMutatedProfile) {}

std::optional<Check> MutantJudge::first_failure(const Mutant& mutant, const std::string& source,
                                                const std::function<void(CaseSink&)>& feed) {
  choose(mutant);
  Checker checker(judge_, source, &kNeverStop);
  checker.stop_at_first_failure();
  feed(checker);
  return checker.first_failure();
}

std::uint64_t MutantJudge::checks(const Mutant& mutant, const std::string& source,
                                  const std::function<void(CaseSink&)>& feed) {
  choose(mutant);
  Checker checker(judge_, source, &kNeverStop);
  feed(checker);
  return checker.take().tally.checks;
}

}  // namespace placemat
