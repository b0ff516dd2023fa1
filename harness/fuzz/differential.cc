#include "harness/fuzz/differential.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/bytes/hash.h"
#include "harness/fuzz/heap_copies.h"
#include "harness/judge/minimise.h"

namespace placemat {
namespace {

std::string report_of(const Decoder& decoder, const Check& check, const Failure& failure,
                      ByteView input) {
  const std::string conditional = conditions(check.how);
  return fmt::format(
      "finding: {}: {}: {}\n"
      "  claims    {}\n"
      "  units     {}\n"
      "  {}  {}\n"
      "  expected  {}\n"
      "  seen      {}\n"
      "  clause    {}\n"
      "  replay    placemat replay {} {}\n"
      "  found in  {}\n",
      decoder.name, row_of(failure.kind).name, row_of(failure.kind).summary,
      to_text(claimed_profile(decoder)), to_text({check.units, check.how.cuts}),
      conditional.empty() ? "call    " : "only    ",
      conditional.empty() ? std::string(name_of(check.how.operation))
                          : fmt::format("{}, {}", name_of(check.how.operation), conditional),
      failure.expected, failure.seen, row_of(failure.kind).clause, decoder.name,
      to_arguments(check), to_spaced_hex(input));
}

}  // namespace

KnownKinds known_kinds(std::span<const std::string> keys) {
  KnownKinds known;
  for (const std::string& key : keys) {
    const std::size_t profile = key.find('|');
    const std::size_t kind = key.find('|', profile + 1);
    const std::size_t rest = key.find('|', kind + 1);
    const bool has_parts =
        profile != std::string::npos && kind != std::string::npos && rest != std::string::npos;
    const auto row = has_parts ? find_kind(std::string_view(key).substr(kind + 1, rest - kind - 1))
                               : std::nullopt;
    if (!row) {
      throw InputError(fmt::format("'{}' is no key of a finding; bless the list again", key));
    }
    known[key.substr(0, profile)].insert(*row);
  }
  return known;
}

struct Differential::Target {
  Target(const Decoder& d, FencedThread& thread)
      : decoder(d), caller(d, thread), judge(caller, claimed_profile(d)) {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      if (has(d, operation)) operations.push_back(operation);
    }
  }
  const Decoder& decoder;
  Caller caller;
  Judge judge;
  std::vector<Operation> operations;
};

Differential::Differential(std::span<const Decoder* const> decoders, KnownKinds known,
                           HeapCopies copies)
    : known_(std::move(known)), copies_(copies) {
  for (const Decoder* decoder : decoders) {
    subjects_.push_back(std::make_unique<Target>(*decoder, thread_));
  }
  for (const OracleQuestion& question : oracle_questions()) {
    oracle_.push_back(std::make_unique<Comparison>(question));
  }
}

Differential::~Differential() = default;

std::optional<FuzzFinding> Differential::examine(ByteView input) {
  if (input.size() > Caller::kMaxUnits) return std::nullopt;
  if (auto difference = ask_oracle(input)) return difference;
  const Presentation how = presentation_of(input);
  for (const auto& subject : subjects_) {
    if (auto difference = ask(*subject, input, how)) return difference;
    if (copies_ == HeapCopies::kToo) call_copies(*subject, input, how.cuts);
  }
  return std::nullopt;
}

std::optional<FuzzFinding> Differential::ask_oracle(ByteView input) {
  for (const auto& comparison : oracle_) {
    const OracleResult outcome = comparison->compare(input);
    if (outcome.agreement != Agreement::kUnexplained) continue;
    const std::string subject(comparison->question().name);
    return FuzzFinding{subject, std::nullopt, Bytes(input.begin(), input.end()),
                       fmt::format("finding: the law and {} disagree, and no divergence explains "
                                   "it: the law, the divergences or ICU must change\n"
                                   "  {}\n  replay    placemat explain '{}'\n",
                                   subject, outcome.text, to_spaced_hex(input))};
  }
  return std::nullopt;
}

std::optional<FuzzFinding> Differential::ask(Target& subject, ByteView input,
                                             const Presentation& how) {
  Check check;
  check.units.assign(input.begin(), input.end());
  for (const Operation operation : subject.operations) {
    for (Presentation& given : fuzzed_presentations(operation, how, input.size())) {
      check.how = std::move(given);
      if (auto found = judge(subject, check)) return found;
    }
  }
  return std::nullopt;
}

// This input had no effect behind guard pages, or the effect is known.
void Differential::call_copies(Target& subject, ByteView input, const Cuts& cuts) {
  for (const Kind kind : {Kind::kOverRead, Kind::kOverWrite, Kind::kCrash, Kind::kHang}) {
    if (is_known(subject.decoder, kind)) return;
  }
  const Expectation& law = subject.judge.law().about(input);
  for (const Operation operation : subject.operations) {
    call_on_heap(subject.decoder, operation, law, input, cuts);
  }
}

bool Differential::is_known(const Decoder& decoder, Kind kind) const {
  const auto kinds = known_.find(std::string_view(decoder.name));
  return kinds != known_.end() && kinds->second.contains(kind);
}

std::optional<FuzzFinding> Differential::judge(Target& subject, const Check& check) {
  if (!subject.judge.preliminary_kind(check)) return std::nullopt;
  std::optional<Failure> failure = subject.judge.judge(check);
  // Neither repetition reproduces the first answer: that is the finding.
  if (!failure) failure = Failure{Kind::kNondeterministic, "the same again", "another answer"};
  if (is_known(subject.decoder, failure->kind)) return std::nullopt;
  // Each call to a decoder that hangs takes the whole time limit.
  Check minimal = check;
  if (failure->kind != Kind::kHang) {
    minimal = minimise(subject.judge, check, *failure);
    failure = subject.judge.judge(minimal).value_or(*failure);
    if (is_known(subject.decoder, failure->kind)) return std::nullopt;
  }
  return FuzzFinding{subject.decoder.name, failure->kind, minimal.units,
                     report_of(subject.decoder, minimal, *failure, check.units)};
}

}  // namespace placemat
