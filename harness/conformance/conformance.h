// conformance.h: the suite as one call, for the test programs of other projects. It includes only
// the decoder interface of the harness, so the internals can change without changes to its users.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

namespace placemat {

// A table to begin with: UTF-8, one U+FFFD for each maximal subpart, no function yet. Set the
// functions that the decoder has.
inline placemat_decoder utf8_decoder(const char* name, const char* version = "",
                                     const char* origin = "") {
  placemat_decoder decoder{};
  decoder.abi_version = PLACEMAT_ABI_VERSION;
  decoder.struct_size = sizeof decoder;
  decoder.name = name;
  decoder.version = version;
  decoder.origin = origin;
  decoder.dialect = "utf-8";
  decoder.policy = "maximal-subpart";
  decoder.bom = "keep";
  return decoder;
}

struct ConformanceOptions {
  // The dialect or profile to judge it as; empty: its claim.
  std::string as = "";
  // quick (a second), standard (all strings of three units, and more) or deep.
  std::string budget = "quick";
  std::uint64_t seed = 1992;
  // With more than one, several threads call the decoder at the same time.
  unsigned threads = 1;
  // Processor time in ms after which a call counts as a hang.
  unsigned limit_ms = 1000;
  // The number of findings that `text` lists.
  std::size_t shown = 10;
  // The directory of the corpora; empty: the installed one.
  std::string corpus = "";
  // The files of `placemat run --expected` and `--write-baseline`; empty: none. Entries of the list
  // that belong to other decoders are ignored.
  std::string expected = "";
  std::string baseline = "";
  // Coverage that the baseline has and this run may lack: "source=random".
  std::vector<std::string> allow_less = {};
  // Writes this run to `expected` and `baseline` before it is compared with them. A new entry of
  // the list still needs a reason.
  bool bless = false;
};

struct ConformanceFailure {
  std::string text;    // several lines
  std::string replay;  // the arguments of replay_conformance; empty where no single check shows it
};

// One test of a report: an error class ("Overlong"), or "Run": what concerns the run as a whole.
struct ConformancePart {
  std::string name;
  bool is_checked = false;  // false: the decoder claims nothing of it
  std::vector<ConformanceFailure> failures = {};
};

struct Conformance {
  bool conforms = false;
  std::uint64_t checks = 0;
  // All failures in readable form: each with its minimal units, the expected and the observed
  // result, and its replay line.
  std::string text = "";
  // In the order of conformance_parts(). All fail when the decoder was not judged.
  std::vector<ConformancePart> parts = {};
};

// The names of the parts.
std::vector<std::string> conformance_parts();

// Calls `decoder` in this process. `replay` is the part of a replay line before its arguments.
Conformance check_conformance(const placemat_decoder& decoder, const ConformanceOptions& options,
                              const std::string& replay);

// Repeats one check; `arguments` as a replay line has them.
Conformance replay_conformance(const placemat_decoder& decoder, const ConformanceOptions& options,
                               const std::string& arguments);

// The command that makes this check again: `command` is the program and its options.
std::string replay_command(const std::string& arguments, const std::string& command);

}  // namespace placemat
