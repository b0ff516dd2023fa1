// certificate_check.h: replays the lemmas of a certificate with the solvers of this machine,
// without the prover: what someone does who does not trust us.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace placemat {

struct LemmaCheck {
  std::string file, claim, expected;
  bool is_missing = false;
  bool is_changed = false;           // it is not the file that the certificate names
  std::vector<std::string> answers;  // of each solver
  bool is_confirmed() const;         // every solver gives the expected answer
  bool is_contradicted() const;      // some solver gives the other answer, or it is changed
};

struct CertificateCheck {
  std::string decoder, judged_as, tool_commit, digest;
  std::vector<std::string> solvers;  // "cvc5 1.0.3"
  std::vector<LemmaCheck> lemmas;
};

// `directory` has the proof.json of `placemat certify --out`, itself or in its folder "proof".
// Throws InputError where it has none, and AbsentError where there is no solver. `progress` gets
// what is done, and what in all; it returns whether to go on.
CertificateCheck check_certificate(const std::filesystem::path& directory, unsigned limit,
                                   const std::function<bool(std::size_t, std::size_t)>& progress);

}  // namespace placemat
