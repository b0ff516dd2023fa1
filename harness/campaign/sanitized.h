// sanitized.h: the part of a certificate that sanitizers decide. A decoder of this tree is compiled
// once more with them, in programs beside this one that may be absent; what needs them is then "not
// checked". It must not know a right answer.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/campaign/proved.h"
#include "harness/certify/certify.h"

namespace placemat {

struct SanitizeRequest {
  const Decoder* decoder = nullptr;  // of this tree
  std::string profile;
  CertifyScope scope;         // of the certificate; at most kMostSanitized of it is asked
  std::string commit;         // of this program
  std::filesystem::path out;  // for what the programs write
  std::filesystem::path folder = ProveRequest::prover_beside_this().parent_path();
  std::string name = "placemat";  // "placemat-asan"
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  CertifyProgress progress = {};
};

// 2^32 strings in each operation would take hours.
inline constexpr CertifyScope kMostSanitized{3, 1};

// One item for each sanitizer: the strings of the exhaustion and of the complete suites, each
// operation.
std::vector<CertificateItem> sanitizer_items(const SanitizeRequest& request);

// The item that they replace.
inline constexpr ItemName kUnsanitized[] = {{"memory", "sanitizers"}};

}  // namespace placemat
