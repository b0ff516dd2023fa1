// covered.h: what a report or a baseline covers, and what another one covers no longer. It does not
// know how a decoder did.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/report/record.h"

namespace placemat {

// What was tested; a run that tests less of it has lost coverage.
struct Coverage {
  struct Judged {
    std::string decoder, judged_as, version;
    std::vector<std::string> capabilities;
  };
  std::string budget;
  std::uint64_t seed = 0;
  std::vector<Judged> decoders;
  std::vector<std::string> sources;
  CoverageRecord asked;  // none in a report that does not state it
  std::uint64_t vectors = 0;
};

template <class Visitor, Of<Coverage::Judged> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("judged_as", r.judged_as);
  v("version", r.version);
  v("capabilities", r.capabilities);
}

template <class Visitor, Of<Coverage> T>
void members(Visitor& v, T& r) {
  v.format();
  v("budget", r.budget);
  v.exact("seed", r.seed);
  v("decoders", r.decoders);
  v("sources", r.sources);
  members(v, r.asked);
  v("vectors", r.vectors);
}

// The decoders judged by their claims, ascending.
Coverage coverage_of(const Report& report);

// The names of `wanted` that are not in `there`.
std::vector<std::string> missing(const std::vector<std::string>& wanted,
                                 const std::vector<std::string>& there);

// Something that is covered no longer.
struct Loss {
  std::string what;  // "decoder", "source", "vectors", "budget", ...
  std::string name;  // "beta", "random", "2 of 3", "standard"

  // As --allow-less takes it: "decoder=beta", and "vectors", "budget", "end" without a name.
  std::string token() const;
  friend bool operator==(const Loss&, const Loss&) = default;
};

// The smaller budget asks less of each source. A budget of an unknown name is not compared.
bool is_smaller_budget(const std::string& budget, const std::string& than);

// An `asked` that is not stated is not compared.
std::vector<Loss> lost_between(const Coverage& from, const Coverage& to);
// An unfinished report, or one that made no check, lost its end too. A sample of the cases lacks
// most of them.
std::vector<Loss> lost_by(const Report& report);

// "decoders beta and gamma; source random".
std::string text_of(const std::vector<Loss>& losses);

// Removes the losses that the tokens name. Throws InputError for a token of no such form.
void allow(std::vector<Loss>& losses, const std::vector<std::string>& tokens);

}  // namespace placemat
