// finding.h: the result of a run for one subject. The report writes and reads these
// values, each with the list of its members; they do not refer to memory of the run.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/judge/kind.h"
#include "harness/spec/error_class.h"

namespace placemat {

// Another way in which the cause of a finding shows.
struct Symptom {
  Kind kind = Kind::kAcceptsIllFormed;
  std::string key;  // as that of a finding
  std::string operation, minimal, conditions;
  std::string expected, seen;
  std::string replay;
  std::uint64_t checks = 0;
};

template <class Visitor, Of<Symptom> T>
void members(Visitor& v, T& r) {
  v("kind", r.kind);
  v("key", r.key);
  v("operation", r.operation);
  v("minimal", r.minimal);
  v("conditions", r.conditions);
  v("expected", r.expected);
  v("seen", r.seen);
  v("replay", r.replay);
  v("checks", r.checks);
}

// A cause by which observations contradict a claim: its plainest case, explained.
struct Finding {
  std::string decoder;
  std::string judged_as;  // the profile, as "utf-8/maximal-subpart/keep"
  bool claimed = true;    // false: the decoder never claimed that profile
  Kind kind = Kind::kAcceptsIllFormed;
  ErrorClass error_class = ErrorClass::kNone;  // class of the minimal units as UTF-8
  std::string key;         // decoder + profile + kind + minimal class sequence; stable
  std::string operation;   // "lossy32"
  std::string minimal;     // case notation: "C0 AF"
  std::string conditions;  // required beside the units: "", "a NUL behind", "capacity 0", ...
  std::string pattern;     // "only where FF is at offset 15 modulo 16", "in 3 of 64 repetitions"
  std::string expected;    // "ill-formed at 0, length 1"
  std::string seen;        // "ok 2F"
  std::string clause;
  std::string effect;
  std::string source;                // where it was first observed: "curated"
  std::string example;               // the case as first observed, in case notation
  std::string vector;                // id of the curated vector, or empty
  std::string replay;                // the command that reproduces it
  std::uint64_t checks = 0;          // failed checks that it represents, those of symptoms too
  std::vector<std::string> related;  // CVEs and the like
  std::vector<Symptom> symptoms;     // the other failures that the same cause explains
  // From the expected list: "" when the finding is new, else why it is expected.
  std::string reason;
  std::string link;
};

template <class Visitor, Of<Finding> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("judged_as", r.judged_as);
  v("claimed", r.claimed);
  v("kind", r.kind);
  v("error_class", r.error_class);
  v("key", r.key);
  v("operation", r.operation);
  v("minimal", r.minimal);
  v("conditions", r.conditions);
  v("pattern", r.pattern);
  v("expected", r.expected);
  v("seen", r.seen);
  v("clause", r.clause);
  v("effect", r.effect);
  v("source", r.source);
  v("example", r.example);
  v("vector", r.vector);
  v("replay", r.replay);
  v("checks", r.checks);
  v("related", r.related);
  v("symptoms", r.symptoms);
  v("reason", r.reason);
  v("link", r.link);
}

// The first symptom of each kind that is not the finding's own.
inline std::vector<const Symptom*> further_kinds(const Finding& finding) {
  std::vector<const Symptom*> first;
  std::uint64_t met = std::uint64_t{1} << static_cast<unsigned>(finding.kind);
  static_assert(kKindCount <= 64);
  for (const Symptom& symptom : finding.symptoms) {
    const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(symptom.kind);
    if ((met & bit) == 0) first.push_back(&symptom);
    met |= bit;
  }
  return first;
}

// Checks of inputs whose only ill-formed parts are of one error class, and their failures.
struct ErrorClassTally {
  std::uint64_t checks = 0;
  std::uint64_t failed = 0;
  std::map<Kind, std::uint64_t> kinds;
  std::map<Kind, std::string> alone;  // the plainest of them that showed it in a plain call

  void show(Kind kind, const std::string& input) {
    std::string& least = alone.try_emplace(kind, input).first->second;
    if (std::pair(input.size(), input) < std::pair(least.size(), least)) least = input;
  }
  void merge(const ErrorClassTally& other) {
    checks += other.checks;
    failed += other.failed;
    for (const auto& [kind, n] : other.kinds) kinds[kind] += n;
    for (const auto& [kind, input] : other.alone) show(kind, input);
  }
};

template <class Visitor, Of<ErrorClassTally> T>
void members(Visitor& v, T& r) {
  v("checks", r.checks);
  v("failed", r.failed);
  v("kinds", r.kinds);
  v("alone", r.alone);
}

// One failing case of a source whose cases have names (the curated vectors). Two runs are
// compared by these records, not by totals.
struct FailingCase {
  std::string source;
  std::string id;
  Kind kind;
  std::uint64_t checks = 0;   // presentations and operations that failed
  std::string presentations;  // digest of their list
};

template <class Visitor, Of<FailingCase> T>
void members(Visitor& v, T& r) {
  v("source", r.source);
  v("id", r.id);
  v("kind", r.kind);
  v("checks", r.checks);
  v("presentations", r.presentations);
}

struct SourceTally {
  std::string source;
  std::uint64_t cases = 0;
  std::uint64_t checks = 0;
  std::uint64_t failed = 0;
};

template <class Visitor, Of<SourceTally> T>
void members(Visitor& v, T& r) {
  v("source", r.source);
  v("cases", r.cases);
  v("checks", r.checks);
  v("failed", r.failed);
}

// How the sentence of `not_tested` begins that says that a decoder was given a sample of the cases.
inline constexpr std::string_view kSampleOfCases = "most cases: ";

// A decoder judged as one profile.
struct DecoderResult {
  std::string decoder;
  std::string version;
  std::string origin;
  // What it claims. The parts that it leaves out are left out here too.
  std::string claims_profile;
  std::string judged_as;  // what it was judged as
  // The parts of that which neither it nor the caller names: the dialect is then utf-8, and policy
  // and BOM rule are those that it follows, not judged.
  std::string described = {};
  bool claimed = true;
  std::vector<std::string> capabilities;  // "verdict", "scalars", "utf-16", "offset", ...
  std::vector<SourceTally> sources;
  std::vector<std::string> not_tested;  // what was not tested, and why; one sentence each
  // Operations that crashed or hung too often were not called for the rest.
  bool gave_up = false;
  std::array<ErrorClassTally, kErrorClassCount> error_classes;
  std::vector<Finding> findings;  // one for each cause, the worst first
  std::vector<FailingCase> failing;
};

// That sentence, or none: it was given all.
inline std::string sample_of(const DecoderResult& result) {
  for (const std::string& what : result.not_tested) {
    if (what.starts_with(kSampleOfCases)) return what;
  }
  return "";
}

template <class Visitor, Of<DecoderResult> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("version", r.version);
  v("origin", r.origin);
  v("claims", r.claims_profile);
  v("judged_as", r.judged_as);
  v.unless_empty("described", r.described);
  v("claimed", r.claimed);
  v("capabilities", r.capabilities);
  v("sources", r.sources);
  v("not_tested", r.not_tested);
  v.apart("gave_up", r.gave_up);
  v.apart("error_classes", r.error_classes);
  v.apart("findings", r.findings);
  v.apart("failing", r.failing);
}

}  // namespace placemat
