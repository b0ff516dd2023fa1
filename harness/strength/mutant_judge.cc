#include "harness/strength/mutant_judge.h"

#include <fmt/format.h>

#include <stdexcept>

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

std::uint64_t MutantJudge::checks_of_law(const std::string& source,
                                         const std::function<void(CaseSink&)>& feed) {
  Mutant law;
  law.machine = &machine(kMutatedProfile);
  choose(law);
  Checker checker(judge_, source, &kNeverStop);
  checker.stop_at_first_failure();
  feed(checker);
  if (const auto failed = checker.first_failure()) {
    throw std::logic_error(fmt::format("the source {} fails a decoder without a fault: {}", source,
                                       to_arguments(*failed)));
  }
  return checker.take().tally.checks;
}

}  // namespace placemat
