// conformance.h: the suite as one call, for somebody else's test program. It
// includes nothing of the harness but the interface of a decoder, so that what
// is inside can change without those who have linked it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/decoder/placemat_decoder.h"

namespace placemat {

// A table to begin with: UTF-8, one U+FFFD for each maximal subpart, no function
// yet. Set those that there are.
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
  // The dialect or profile to judge it as; empty: what it claims.
  std::string as = "";
  // quick (a second), standard (all strings of three units, and more) or deep.
  std::string budget = "quick";
  std::uint64_t seed = 1992;
  // With more than one, the decoder is called on several threads at a time.
  unsigned threads = 1;
  // Processor time of one call, in ms, before it hangs.
  unsigned limit_ms = 1000;
  // Findings that are written out.
  std::size_t shown = 10;
  // The directory of the corpora; empty: the installed one.
  std::string corpus = "";
};

struct Conformance {
  bool conforms = false;
  std::uint64_t checks = 0;
  // What is wrong, for people: each finding with its minimal units, what was
  // expected, what was seen and how to replay it.
  std::string text = "";
};

// Calls `decoder` in this process. What stands before the arguments of a replay
// line is `replay`.
Conformance check_conformance(const placemat_decoder& decoder, const ConformanceOptions& options,
                              const std::string& replay);

// One check again; `arguments` as a replay line has them.
Conformance replay_conformance(const placemat_decoder& decoder, const ConformanceOptions& options,
                               const std::string& arguments);

}  // namespace placemat
