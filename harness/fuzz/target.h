// target.h: what the libFuzzer targets share: the decoders that the environment
// chooses, the known findings, our mutator, and what becomes of a finding. Each
// target is a file of its own.
//
//   PLACEMAT_FUZZ_DECODERS   names, by commas. Default: all decoders of the program
//   PLACEMAT_FUZZ_EXPECTED   the list of known findings; default: that of the tree
//   PLACEMAT_FUZZ_FINDINGS   a directory for the minimised input and its report
//   PLACEMAT_FUZZ_MUTATOR    0: the engine's own mutator only
#pragma once

#include "harness/fuzz/differential.h"

namespace placemat {

std::vector<const Decoder*> chosen_decoders();
KnownKinds known_findings();

// Must exist while decoders are called. Made with the first input: the fence must find the
// engine's signal handlers in place, to which it forwards signals that no decoder caused.
inline constexpr unsigned kFuzzCallLimitMs = 2000;

// Prints and stores the finding, and ends the process.
[[noreturn]] void end_with(const FuzzFinding& finding);

}  // namespace placemat
