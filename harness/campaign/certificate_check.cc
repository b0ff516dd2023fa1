#include "harness/campaign/certificate_check.h"

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/bytes/parallel.h"
#include "harness/certify/proof_files.h"
#include "harness/certify/solver_program.h"

namespace placemat {

namespace fs = std::filesystem;

bool LemmaCheck::is_confirmed() const {
  return !is_changed && !answers.empty() &&
         std::ranges::all_of(answers, [this](const auto& answer) { return answer == expected; });
}

bool LemmaCheck::is_contradicted() const {
  const std::string other = expected == "sat" ? "unsat" : "sat";
  return is_changed || std::ranges::find(answers, other) != answers.end();
}

CertificateCheck check_certificate(const fs::path& given, const CheckHow& how) {
  std::error_code error;
  const bool is_beside =
      !fs::exists(given / kProofIndex, error) && fs::exists(given / "proof" / kProofIndex, error);
  const fs::path directory = is_beside ? given / "proof" : given;
  const ProofFiles proof = read_proof(directory);
  if (proof.lemmas.empty()) {
    throw InputError((directory / kProofIndex).string() + ": it has no lemma to check");
  }
  CertificateCheck check{proof.decoder, proof.judged_as, proof.tool_commit, proof.digest, {}, {}};
  std::vector<SolverProgram> solvers;
  for (const char* name : {"z3", "cvc5"}) {
    const auto solver = solver_program(name);
    if (!solver) continue;
    solvers.push_back(*solver);
    check.solvers.push_back(to_text(*solver));
  }
  if (solvers.empty()) {
    throw AbsentError(
        "neither z3 nor cvc5 is on the search path; scripts/setup prove installs them");
  }
  const std::size_t all = proof.lemmas.size();
  check.lemmas.resize(all);
  WorkOptions work(how.threads);
  work.stop = how.stop;
  work.progress = [&](std::size_t i) {
    if (how.progress) how.progress(i, all);
  };
  const std::size_t done = in_parallel(all, work, [&](std::size_t i) {
    const LemmaFile& lemma = proof.lemmas[i];
    LemmaCheck one{lemma.file, lemma.claim, lemma.expected, false, false, {}};
    std::error_code none;
    one.is_missing = !fs::is_regular_file(directory / lemma.file, none);
    one.is_changed = !one.is_missing && sha256_of_file(directory / lemma.file) != lemma.sha256;
    for (const SolverProgram& solver : solvers) {
      if (!one.is_missing)
        one.answers.push_back(ask_solver(solver, directory / lemma.file, how.limit));
    }
    check.lemmas[i] = std::move(one);
  });
  check.lemmas.resize(done);
  return check;
}

}  // namespace placemat
