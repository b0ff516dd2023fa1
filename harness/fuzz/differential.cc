#include "harness/fuzz/differential.h"

#include <fmt/format.h>

#include <set>

#include "harness/bytes/hash.h"

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
    if (check->can_check()) checks_.push_back(std::move(check));
  }
  for (const OracleQuestion& question : oracle_questions()) {
    if (!dialects.contains(question.profile.dialect)) continue;
    oracle_.push_back(std::make_unique<Comparison>(question));
  }
}

std::optional<FuzzFinding> Differential::examine(ByteView input) {
  for (const auto& check : checks_) {
    if (const auto found = check->examine(input, kinds_of(known_, check->decoder().name))) {
      return fuzz_finding(*check, *found, input);
    }
  }
  return std::nullopt;
}

std::optional<FuzzFinding> Differential::ask_oracle(ByteView input) {
  if (oracle_.empty()) return std::nullopt;
  constexpr std::size_t kDrawnFrom = 16;
  const std::uint64_t digest = hash_of(input.first(std::min(input.size(), kDrawnFrom)));
  Comparison& comparison = *oracle_[(digest ^ digest >> 32 ^ input.size()) % oracle_.size()];
  const OracleResult outcome = comparison.compare(input);
  if (outcome.agreement != Agreement::kUnexplained) return std::nullopt;
  const std::string subject(comparison.question().name);
  return FuzzFinding{subject, std::nullopt, Bytes(input.begin(), input.end()),
                     fmt::format("finding: the law and {} disagree, and no divergence explains "
                                 "it: the law, the divergences or ICU must change\n"
                                 "  {}\n  replay    placemat explain '{}'\n",
                                 subject, outcome.text, to_spaced_hex(input))};
}

}  // namespace placemat
