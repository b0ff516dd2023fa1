#include "harness/fuzz/target.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/sha256.h"
#include "harness/call/heap_copies.h"
#include "harness/generate/mutator.h"

extern "C" {
// Declared by libFuzzer.
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size)
    __attribute__((weak));
// The functions that they call here.
const char* __asan_default_options();
void __asan_on_error();
int LLVMFuzzerInitialize(int* argc, char*** argv);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed);
}

namespace placemat {
namespace {

std::string_view env(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

void store(const FuzzFinding& finding) {
  const std::filesystem::path directory = env("PLACEMAT_FUZZ_FINDINGS");
  if (directory.empty()) return;
  const std::string units(finding.minimal.begin(), finding.minimal.end());
  std::string subject = finding.subject;
  std::ranges::replace(subject, ':', '-');
  const std::string name =
      fmt::format("{}-{}-{}", subject, finding.kind ? row_of(*finding.kind).name : "oracle",
                  sha256(units).substr(0, 8));
  std::ofstream(directory / (name + ".bin"), std::ios::binary) << units;
  std::ofstream(directory / (name + ".txt")) << finding.report;
  fmt::print(stderr, "  stored    {}\n", (directory / (name + ".bin")).string());
}

// Its dialects are those of the decoders. Never destroyed: libFuzzer ends the process in several
// ways.
const Mutator* mutator = nullptr;

void announce(std::span<const Decoder* const> chosen, const KnownKinds& known) {
  fmt::print(stderr, "placemat: {} decoders:", chosen.size());
  for (const Decoder* decoder : chosen) fmt::print(stderr, " {}", decoder->name);
  fmt::print(stderr, "\n");
  for (const Decoder* decoder : chosen) {
    const std::set<Kind>& kinds = kinds_of(known, decoder->name);
    if (kinds.empty()) continue;
    fmt::print(stderr, "placemat: {} is known for, and not asked about:", decoder->name);
    for (const Kind kind : kinds) fmt::print(stderr, " {}", row_of(kind).name);
    fmt::print(stderr, "\n");
  }
}

void prepare() {
  const std::vector<const Decoder*> chosen = chosen_decoders();
  announce(chosen, known_findings());
  if (env("PLACEMAT_FUZZ_MUTATOR") == "0") return;
  std::set<DialectId> dialects;
  for (const Decoder* decoder : chosen) dialects.insert(claimed_profile(*decoder).dialect);
  mutator = new Mutator(std::vector(dialects.begin(), dialects.end()));
}

}  // namespace

std::vector<const Decoder*> chosen_decoders() {
  std::string_view names = env("PLACEMAT_FUZZ_DECODERS");
  std::vector<const Decoder*> chosen;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const std::string name(names.substr(0, comma));
    const Decoder* decoder = find_decoder(name);
    if (decoder == nullptr) {
      throw InputError(
          fmt::format("PLACEMAT_FUZZ_DECODERS: this program has no decoder '{}'; `placemat list "
                      "decoders` lists them, and saboteur_fuzz has the saboteurs",
                      name));
    }
    chosen.push_back(decoder);
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  if (chosen.empty()) chosen.assign(decoders().begin(), decoders().end());
  return chosen;
}

// Without a list nothing is known, so every difference is a finding.
KnownKinds known_findings() {
  const std::string_view named = env("PLACEMAT_FUZZ_EXPECTED");
  if (!named.empty()) return read_known_kinds(named);
  // No `std::filesystem`: the memory sanitizer does not see what the C++ library writes.
  constexpr const char* kOfTheTree = PLACEMAT_TREE "/reports/baselines/expected.json";
  return ::access(kOfTheTree, R_OK) == 0 ? read_known_kinds(kOfTheTree) : KnownKinds{};
}

void end_with(const FuzzFinding& finding) {
  fmt::print(stderr, "\n{}", finding.report);
  store(finding);
  std::fflush(stderr);
  std::abort();
}

}  // namespace placemat

// A decoder's own signals go to the fence, which interprets them by the guard
// pages; the sanitizer reports errors on the heap and on the stack. It keeps freed
// memory for some thousand executions, not for millions, so that the memory
// stays in the cache; a stream lives for one execution. Of an allocation it keeps the innermost
// function only, because the engine allocates in each execution; a stored input that is run with
// ASAN_OPTIONS=malloc_context_size=30 shows all.
const char* __asan_default_options() {
  return "quarantine_size_mb=1:thread_local_quarantine_size_kb=64:malloc_context_size=1:"
         "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_abort=0:"
         "handle_sigtrap=0:allow_user_segv_handler=1:detect_stack_use_after_return=0";
}

void __asan_on_error() { placemat::print_call_at_hand(); }

int LLVMFuzzerInitialize(int*, char***) {
  try {
    placemat::prepare();
  } catch (const std::exception& error) {
    fmt::print(stderr, "placemat: {}\n", error.what());
    std::_Exit(2);
  }
  return 0;
}

// Every other mutation is the engine's own, which learns from comparisons where it sees them.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed) {
  const bool has_engine = &LLVMFuzzerMutate != nullptr;
  if (placemat::mutator == nullptr || (has_engine && seed % 2 == 0)) {
    return has_engine ? LLVMFuzzerMutate(data, size, max_size) : size;
  }
  return placemat::mutator->mutate_in_place({data, max_size}, size, seed);
}
