// certify.h: plans the items of a certificate, hands their parts to threads, and states what was
// established in sentences that claim no more than the argument allows (README.md). It does not
// know in which process a decoder is called.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

#include "harness/certify/certificate.h"
#include "harness/certify/part.h"

namespace placemat {

struct CertifyScope {
  unsigned length = 3;  // the longest strings of the exhaustion
  unsigned states = 1;  // the extra units of the complete suites: k
};

// Called now and then, on any thread: "strings", and how many parts of that are done, of how many.
using CertifyProgress =
    std::function<void(std::string_view step, std::uint64_t done, std::uint64_t all)>;

struct CertifyOptions {
  CertifyScope scope;
  std::string profile;  // to judge by
  std::string called;   // the arguments of `placemat replay` that name the decoder
  // Each call is expensive, so the strings of full length are asked of one strict and one lossy
  // operation only.
  bool is_dear = false;
  bool shows_memory = true;  // the decoder sees where its units lie
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  CertifyProgress progress = {};
};

// Called once on each thread.
using MakePartWork = std::function<PartWork()>;

// Everything of the certificate but what binds it: digest, commit and CPU features.
Certificate certify(const Decoder& decoder, const CertifyOptions& options,
                    const MakePartWork& make_work);

// The work on a decoder of this process, each call limited to this much processor time. Needs a
// living Fence.
PartWork work_here(const Decoder& decoder, const std::atomic<bool>* stop);

}  // namespace placemat
