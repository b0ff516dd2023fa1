// benchmark_fuzz.cc: one decoder with a known fault and the law, for `placemat bench fuzz`.
//
//   PLACEMAT_FUZZ_FAULT    a saboteur, or a mutant; default: the first of PLACEMAT_FUZZ_DECODERS
//   PLACEMAT_FUZZ_SEED     the seed of the set of faults
//   PLACEMAT_FUZZ_RECORD   a file of the size of a FuzzRecord, for what happens
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "harness/fuzz/target.h"
#include "harness/strength/fuzz_record.h"
#include "harness/strength/planted_fault.h"

namespace {

using namespace placemat;

std::vector<const Decoder*> faulty_decoder() {
  const char* name = std::getenv("PLACEMAT_FUZZ_FAULT");
  if (name == nullptr) return {chosen_decoders().front()};
  const char* seed = std::getenv("PLACEMAT_FUZZ_SEED");
  const Decoder* found =
      decoder_with_fault(name, seed == nullptr ? 1992 : std::strtoull(seed, nullptr, 10));
  if (found == nullptr) {
    std::fprintf(stderr, "PLACEMAT_FUZZ_FAULT: unknown fault '%s'\n", name);
    std::_Exit(2);
  }
  return {found};
}

FuzzRecord* open_record() {
  static FuzzRecord unshared{};
  const char* file = std::getenv("PLACEMAT_FUZZ_RECORD");
  if (file == nullptr) return &unshared;
  const int descriptor = open(file, O_RDWR | O_CLOEXEC);
  void* shared = descriptor < 0 ? MAP_FAILED
                                : mmap(nullptr, sizeof(FuzzRecord), PROT_READ | PROT_WRITE,
                                       MAP_SHARED, descriptor, 0);
  if (shared == MAP_FAILED) {
    std::fprintf(stderr, "PLACEMAT_FUZZ_RECORD: %s cannot be mapped\n", file);
    std::_Exit(2);
  }
  close(descriptor);
  return static_cast<FuzzRecord*>(shared);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static FuzzRecord* const record = open_record();
  static const Fence fence(kFuzzCallLimitMs);
  static Differential differential(faulty_decoder(), KnownKinds{});
  const std::uint64_t executions = ++record->executions;
  if (!differential.examine({data, size})) return 0;
  std::uint64_t none = 0;
  record->found_at =
      std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  record->executions_when_found.compare_exchange_strong(none, executions);
  std::abort();
}
