// certificate_check.h: replays the lemmas of a certificate with the solvers of this machine,
// without the prover: what someone does who does not trust us.
#pragma once

#include <atomic>
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

struct CheckHow {
  unsigned limit = 60;  // seconds of processor time that a solver gets for a lemma
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  // Gets how many are done, and how many there are.
  std::function<void(std::size_t, std::size_t)> progress = {};
};

// `directory` has the proof.json of `placemat certify --out`, itself or in its folder "proof".
// Throws InputError where it has none, and AbsentError where there is no solver. Where it is
// stopped, the lemmas that come later are left out.
CertificateCheck check_certificate(const std::filesystem::path& directory, const CheckHow& how);

}  // namespace placemat
