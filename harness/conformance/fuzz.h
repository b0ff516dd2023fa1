// fuzz.h: a decoder as a fuzz target, for any engine that calls LLVMFuzzerTestOneInput:
// libFuzzer, AFL++, honggfuzz, Centipede, LibAFL.
//
//   PLACEMAT_FUZZ_TARGET(my_table)
//   PLACEMAT_FUZZ_TARGET(my_table, .as = "cesu-8", .expected = "known.json")
//
// my_table is a placemat_decoder, followed by members of FuzzOptions in their order. Each
// input is a text: it is given to the decoder once, by one operation and in one presentation
// that depend on its units, and compared with the law. The first difference of a kind that is
// not known ends the process, after its smallest units, what was expected and seen, and a unit
// test were printed. An engine that calls LLVMFuzzerCustomMutator gets the mutator of placemat
// half of the time; PLACEMAT_FUZZ_MUTATOR=0 switches it off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "harness/conformance/conformance.h"

// Of libFuzzer; other engines have none.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size)
    __attribute__((weak));

namespace placemat {

struct FuzzOptions {
  // The dialect or profile to judge it as; empty: its claim.
  std::string as = "";
  // A file of `placemat run --expected`: the kinds of its findings are known.
  std::string expected = "";
  // Processor time in ms after which a call counts as a hang.
  unsigned limit_ms = 1000;
};

// Made with the first input: the engine has installed its signal handlers by then, and gets the
// signals that the decoder did not cause.
class FuzzTarget {
 public:
  // `expression` makes the decoder in the unit test that is printed. Ends the process with exit
  // code 2 when the decoder or an option cannot be used.
  FuzzTarget(const placemat_decoder& decoder, const FuzzOptions& options, const char* expression);
  ~FuzzTarget();

  // Ends the process when there is a difference.
  void examine(const std::uint8_t* data, std::size_t size);
  // What LLVMFuzzerCustomMutator returns.
  std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Makes the decoder once, because a table can be made at run time.
inline FuzzTarget& fuzz_target(placemat_decoder (*decoder)(), FuzzOptions (*options)(),
                               const char* expression) {
  // Never destroyed: an engine ends the process in several ways.
  static auto* const target = new FuzzTarget(decoder(), options(), expression);
  return *target;
}

}  // namespace placemat

// Engines look for functions with these names, which only a macro can define in the user's file.
#define PLACEMAT_FUZZ_TARGET(decoder, ...)                                                     \
  static placemat::FuzzTarget& placemat_fuzz_target() {                                        \
    return placemat::fuzz_target([]() -> placemat_decoder { return (decoder); },               \
                                 [] { return placemat::FuzzOptions{__VA_ARGS__}; }, #decoder); \
  }                                                                                            \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);           \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {          \
    placemat_fuzz_target().examine(data, size);                                                \
    return 0;                                                                                  \
  }                                                                                            \
  extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,         \
                                                 std::size_t max_size, unsigned int seed);     \
  extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,         \
                                                 std::size_t max_size, unsigned int seed) {    \
    return placemat_fuzz_target().mutate(data, size, max_size, seed);                          \
  }
