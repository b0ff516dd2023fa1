// differential.h: one input, all decoders, and whether any of them, the law
// and ICU disagree. What libFuzzer calls is a thin shell around this, so that
// the comparison is tested without it.
//
// Known divergences: what the expected list holds of a decoder is passed over
// by kind. A key would be narrower, but names the minimal units of one
// finding, and the fuzzer meets the same fault in other clothes for ever. A
// decoder that is known to accept surrogates is so still watched for crashes,
// for chunks, and for every other kind. Decoders without an entry, ours among
// them, are allowed nothing.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "harness/judge/check.h"
#include "harness/oracle/divergence.h"
#include "harness/presentation/fuzzed.h"

namespace placemat {

struct Difference {
  std::string who;  // a decoder, or the oracle's question
  std::optional<Kind> kind;
  Bytes minimal;       // the units that show it
  std::string report;  // one screen: input, expected, seen, replay line
};

// Decoder name → kinds that are known of it.
using KnownKinds = std::map<std::string, std::set<Kind>, std::less<>>;

// Reads the kinds out of an expected list's keys ("decoder|profile|kind|...").
// Throws InputError when one of them is no key.
KnownKinds known_kinds(std::span<const std::string> keys);

class Differential {
 public:
  // kToo: each call is also made on heap copies, for the address sanitizer.
  enum class HeapCopies : std::uint8_t { kNone, kToo };
  // Needs a living Fence.
  Differential(std::span<const Decoder* const> decoders, KnownKinds known,
               HeapCopies copies = HeapCopies::kNone);
  ~Differential();

  // The first difference that is not known.
  std::optional<Difference> examine(ByteView input);

 private:
  struct Target;
  std::optional<Difference> ask_oracle(ByteView input);
  std::optional<Difference> ask(Target& subject, ByteView input, const Presentation& how);
  std::optional<Difference> judge(Target& subject, const Check& check);
  void call_copies(Target& subject, ByteView input, const Cuts& cuts);
  bool is_known(const Decoder& decoder, Kind kind) const;

  FencedThread thread_;
  KnownKinds known_;
  HeapCopies copies_;
  std::vector<std::unique_ptr<Target>> subjects_;
  std::vector<std::unique_ptr<Comparison>> oracle_;
};

}  // namespace placemat
