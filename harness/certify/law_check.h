// law_check.h: the law itself, about which every other item of a certificate says "as the law
// does": compared with ICU and with byte planes on all short strings, and for all lengths with the
// grammar of RFC 3629.
#pragma once

#include <atomic>
#include <functional>

#include "harness/certify/certificate.h"
#include "harness/spec/machine.h"

namespace placemat {

struct LawCheckOptions {
  unsigned length = 3;  // of the longest strings
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t all)> progress = {};  // for each question
};

// All strings of 0 to `length` units; the questions of ICU that have this dialect and BOM rule, as
// many as it takes to compare values, offset and length.
CertificateItem compare_with_icu(const Profile& profile, const LawCheckOptions& options);

// All strings of 1 to `length` units, at most 4, as the decoder of planes.h answers them. Only for
// the one profile of that decoder.
CertificateItem compare_with_planes(const Profile& profile, const LawCheckOptions& options);
// The same for the law of any profile, which the planes refute where it is another one.
CertificateItem compare_any_with_planes(const Profile& profile, const LawCheckOptions& options);

// By product construction, so for every length: the law calls a string well-formed where the
// grammar derives it. Only for the dialect that the RFC defines.
CertificateItem compare_with_grammar(const Profile& profile);
// The same for any machine.
CertificateItem compare_with_grammar(const Machine& law);

}  // namespace placemat
