// certified.h: the certificate of one decoder, of this tree or external, bound to what was
// certified, as a report. It must not know the arguments: certify/ states them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/campaign/external_decoder.h"
#include "harness/certify/certify.h"
#include "harness/report/record.h"

namespace placemat {

struct CertifyRequest {
  const Decoder* own = nullptr;   // a decoder of this tree, or
  ExternalOptions external;       // an external one
  std::optional<std::string> as;  // the profile; none: the claimed one
  CertifyScope scope;
  bool asks_prover = true, asks_sanitizers = true;
  bool has_all_mutants = false;  // of the proof; otherwise one in a few
  // A directory for what became of mutants, which the certificates of one sitting share; empty:
  // each one tries all of its own.
  std::filesystem::path scores = {};
  bool resume = false;  // continues the strings of an interrupted one of the same decoder
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  CertifyProgress progress = {};
  std::filesystem::path file;  // report.jsonl; beside it lies the journal
};

// Writes the report, finished or not. Throws AbsentError when an external decoder does not start,
// and InputError where there is nothing to resume.
Report certify_to_report(const CertifyRequest& request);

// SHA-256 of the file that holds the code: this program, or the plug-in; of a command, over the
// digests of the program and of its arguments that are files. Empty when it cannot be read.
std::string digest_of(const CertifyRequest& request);

}  // namespace placemat
