// differential.h: compares decoders, the law and ICU on one input. The libFuzzer
// target is a thin shell around it, so that the comparison is tested without
// libFuzzer.
#pragma once

#include <memory>

#include "harness/judge/known_kinds.h"
#include "harness/judge/spot_check.h"
#include "harness/oracle/divergence.h"

namespace placemat {

struct FuzzFinding {
  std::string subject;  // a decoder, or the oracle's question
  std::optional<Kind> kind;
  Bytes minimal;       // the units that show it
  std::string report;  // one screen: input, expected, seen, replay line
};

// What a target reports of a finding of this decoder.
FuzzFinding fuzz_finding(const SpotCheck& check, const SpotFinding& found, ByteView input);

class Differential {
 public:
  // Needs an active Fence. Of the decoders, the one that an input draws is given it, by one of its
  // operations that `among` allows: with all of them, an execution would take as long as ten.
  Differential(std::span<const Decoder* const> decoders, KnownKinds known,
               SpotCheck::HeapCopies copies = SpotCheck::HeapCopies::kNone,
               OperationSet among = kAnyOperation);

  // All that a target does with one input: examine() for each, and ask_oracle() for one in
  // kInputsPerQuestion, which an input draws, and for each that differs from the law.
  std::optional<FuzzFinding> compare(ByteView input);
  // A difference of an unknown kind.
  std::optional<FuzzFinding> examine(ByteView input) { return examine(input, Draws(input)); }
  // The law against one question of ICU, which the input draws.
  std::optional<FuzzFinding> ask_oracle(ByteView input) { return ask_oracle(input, Draws(input)); }

  // Whether the law and ICU agree does not depend on the decoder, and `placemat run` compares them
  // on all short strings. ICU takes longer than the law, the call and their comparison.
  static constexpr unsigned kInputsPerQuestion = 8;

 private:
  struct Asked {
    std::unique_ptr<SpotCheck> check;
    const std::set<Kind>* known;
  };
  const Asked& drawn_by(const Draws& draws) const;
  std::optional<FuzzFinding> examine(ByteView input, const Draws& draws);
  std::optional<FuzzFinding> ask_oracle(ByteView input, const Draws& draws);

  FencedThread thread_;
  KnownKinds known_;
  std::vector<Asked> asked_;
  // Of the dialects that the decoders claim.
  std::vector<std::unique_ptr<Comparison>> oracle_;
};

}  // namespace placemat
