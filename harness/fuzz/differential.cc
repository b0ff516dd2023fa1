#include "harness/fuzz/differential.h"

#include <fmt/format.h>

#include <set>

namespace placemat {

FuzzFinding fuzz_finding(const SpotCheck& check, const SpotFinding& found, ByteView input) {
  const std::string name = check.decoder().name;
  return {name, found.failure.kind, found.minimal.units,
          check.describe(found) + fmt::format("  replay    placemat replay {} {}\n"
                                              "  found in  {}\n",
                                              name, to_arguments(found.minimal),
                                              to_text({Bytes(input.begin(), input.end()), {}}))};
}

Differential::Differential(std::span<const Decoder* const> decoders, KnownKinds known,
                           SpotCheck::HeapCopies copies, OperationSet among)
    : known_(std::move(known)) {
  std::set<DialectId> dialects;
  for (const Decoder* decoder : decoders) {
    const Profile claimed = claimed_profile(*decoder);
    dialects.insert(claimed.dialect);
    auto check = std::make_unique<SpotCheck>(*decoder, claimed, thread_, copies, among);
    if (!check->can_check()) continue;
    asked_.push_back({std::move(check), &kinds_of(known_, decoder->name)});
  }
  for (const OracleQuestion& question : oracle_questions()) {
    if (!dialects.contains(question.profile.dialect)) continue;
    oracle_.push_back(std::make_unique<Comparison>(question));
  }
}

const Differential::Asked& Differential::drawn_by(const Draws& draws) const {
  return asked_[draws.of(Drawn::kDecoder).below(asked_.size())];
}

std::optional<FuzzFinding> Differential::compare(ByteView input) {
  const Draws draws(input);
  const bool is_asked = draws.of(Drawn::kIsAsked).below(kInputsPerQuestion) == 0;
  if (is_asked) {
    if (auto doubt = ask_oracle(input, draws)) return doubt;
  }
  std::optional<FuzzFinding> found = examine(input, draws);
  // A law that is wrong is to be reported, not the decoder that it accuses.
  if (found && !is_asked) {
    if (auto doubt = ask_oracle(input, draws)) return doubt;
  }
  return found;
}

std::optional<FuzzFinding> Differential::examine(ByteView input, const Draws& draws) {
  if (asked_.empty()) return std::nullopt;
  const auto& [check, known] = drawn_by(draws);
  const auto found = check->examine(input, draws, *known);
  if (!found) return std::nullopt;
  return fuzz_finding(*check, *found, input);
}

std::optional<FuzzFinding> Differential::ask_oracle(ByteView input, const Draws& draws) {
  if (oracle_.empty()) return std::nullopt;
  Comparison& comparison = *oracle_[draws.of(Drawn::kQuestion).below(oracle_.size())];
  const Profile& profile = comparison.question().profile;
  // The law walks over the input once, for the decoder too.
  SpotCheck* const shared = asked_.empty() ? nullptr : drawn_by(draws).check.get();
  const OracleResult outcome = shared != nullptr && shared->judged_as() == profile
                                   ? comparison.compare(input, shared->law().values_of(input))
                                   : comparison.compare(input);
  if (outcome.agreement != Agreement::kUnexplained) return std::nullopt;
  const std::string subject(comparison.question().name);
  return FuzzFinding{subject, std::nullopt, Bytes(input.begin(), input.end()),
                     fmt::format("finding: the law and {} disagree, and no divergence explains "
                                 "it: the law, the divergences or ICU must change\n"
                                 "  {}\n  replay    placemat explain '{}'\n",
                                 subject, outcome.text, to_spaced_hex(input))};
}

}  // namespace placemat
