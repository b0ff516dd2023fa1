// differential.h: compares all decoders, the law and ICU on one input. The
// libFuzzer target is a thin shell around it, so that the comparison is tested
// without libFuzzer. Known kinds of finding of a decoder (from the expected
// list) are ignored; a decoder without an entry has none. Kinds are used
// because a key names the minimal units of one finding, and the fuzzer finds
// the same defect with ever different units.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "harness/judge/check.h"
#include "harness/oracle/divergence.h"
#include "harness/presentation/fuzzed.h"

namespace placemat {

struct FuzzFinding {
  std::string subject;  // a decoder, or the oracle's question
  std::optional<Kind> kind;
  Bytes minimal;       // the units that show it
  std::string report;  // one screen: input, expected, seen, replay line
};

// Decoder name → its known kinds.
using KnownKinds = std::map<std::string, std::set<Kind>, std::less<>>;

// Reads the kinds from the keys of an expected list
// ("decoder|profile|kind|..."). Throws InputError when one of them is not a
// key.
KnownKinds known_kinds(std::span<const std::string> keys);

class Differential {
 public:
  // kToo: each call is also made on heap copies, for the address sanitizer.
  enum class HeapCopies : std::uint8_t { kNone, kToo };
  // Needs an active Fence.
  Differential(std::span<const Decoder* const> decoders, KnownKinds known,
               HeapCopies copies = HeapCopies::kNone);
  ~Differential();

  // The first difference of an unknown kind.
  std::optional<FuzzFinding> examine(ByteView input);

 private:
  struct Target;
  std::optional<FuzzFinding> ask_oracle(ByteView input);
  std::optional<FuzzFinding> ask(Target& subject, ByteView input, const Presentation& how);
  std::optional<FuzzFinding> judge(Target& subject, const Check& check);
  void call_copies(Target& subject, ByteView input, const Cuts& cuts);
  bool is_known(const Decoder& decoder, Kind kind) const;

  FencedThread thread_;
  KnownKinds known_;
  HeapCopies copies_;
  std::vector<std::unique_ptr<Target>> subjects_;
  std::vector<std::unique_ptr<Comparison>> oracle_;
};

}  // namespace placemat
