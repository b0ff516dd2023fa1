// prover.h: the proof of one decoder as items of its certificate and files that other solvers
// check.
#pragma once

#include <filesystem>

#include "harness/certify/proof_files.h"
#include "harness/prove/proof.h"

namespace placemat::prove {

struct ProverOptions {
  std::filesystem::path out;  // the directory of the files
  // Of the mutants, one in so many; 0: none.
  std::uint64_t every = 1;
  std::string only = {};   // of these, those whose text has it; then all of a kernel, too
  unsigned processes = 1;  // that ask the solver for lemmas
  // A directory of scores: code that was proved for another decoder is not tried again. Empty: each
  // mutant is tried.
  std::filesystem::path scores = {};
  unsigned limit = 60;  // seconds of processor time that another solver gets for a lemma
  std::function<void(const char* what, std::uint64_t, std::uint64_t)> progress = {};
};

// A lemma as other solvers read it.
std::string smt_lib(const Lemma& lemma);

// Writes the lemmas into options.out/lemmas, and returns the items about them.
ProofFiles prove_decoder(const Subject& subject, const Profile& profile,
                         const ProverOptions& options);

}  // namespace placemat::prove
