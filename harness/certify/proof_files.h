// proof_files.h: what the prover leaves in a directory: its items for the certificate, and each
// lemma as a file for any solver, with the answer that it must give. It must not know how a lemma
// is made.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/certify/certificate.h"

namespace placemat {

namespace item_result {
inline constexpr const char* kNotChecked = "not checked";  // for want of the program that checks
}  // namespace item_result

struct LemmaFile {
  std::string file;      // relative to the directory: "lemmas/verdict.smt2"
  std::string expected;  // "unsat": it holds; "sat": the case is possible
  std::string claim;
  std::string sha256;  // of the file
  double seconds = 0;  // processor time that Z3 took
};

struct ProofFiles {
  std::string decoder, judged_as, tool_commit;
  // What was certified: of the program that asked for the proof. Empty where none did.
  std::string digest;
  std::vector<CertificateItem> items;
  std::vector<LemmaFile> lemmas;
};

inline constexpr const char* kProofIndex = "proof.json";

void write_proof(const ProofFiles& proof, const std::filesystem::path& directory);
// Throws InputError where there is none, or it is not what the prover writes.
ProofFiles read_proof(const std::filesystem::path& directory);

// SHA-256 of a file; empty when it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace placemat
