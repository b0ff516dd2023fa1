// afl_mutator.cc: our mutator as a shared library for AFL_CUSTOM_MUTATOR_LIBRARY of
// AFL++. AFL++ mixes it with its own mutations. The functions are those that AFL++
// looks for by name.
//
//   PLACEMAT_FUZZ_DIALECTS   names, by commas; default utf-8
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "harness/generate/mutator.h"

extern "C" {
void* afl_custom_init(void* afl, unsigned int seed);
std::size_t afl_custom_fuzz(void* state, std::uint8_t* input, std::size_t size, std::uint8_t** out,
                            std::uint8_t* other, std::size_t other_size, std::size_t longest);
void afl_custom_deinit(void* state);
}

namespace {

using namespace placemat;

std::vector<DialectId> chosen_dialects() {
  const char* value = std::getenv("PLACEMAT_FUZZ_DIALECTS");
  std::string_view names = value == nullptr ? "utf-8" : value;
  std::vector<DialectId> chosen;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const Dialect* dialect = find_dialect(names.substr(0, comma));
    if (dialect == nullptr) {
      std::fprintf(stderr, "PLACEMAT_FUZZ_DIALECTS: unknown dialect '%.*s'\n",
                   static_cast<int>(comma), names.data());
      std::exit(2);
    }
    chosen.push_back(dialect->id);
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  return chosen;
}

struct AflState {
  Mutator mutator{chosen_dialects()};
  std::uint64_t seed = 0;
  Bytes units;
};

}  // namespace

void* afl_custom_init(void*, unsigned int seed) {
  auto* const state = new AflState;
  state->seed = seed;
  return state;
}

std::size_t afl_custom_fuzz(void* state, std::uint8_t* input, std::size_t size, std::uint8_t** out,
                            std::uint8_t*, std::size_t, std::size_t longest) {
  auto& [mutator, seed, units] = *static_cast<AflState*>(state);
  units.assign(input, input + size);
  mutator.mutate(units, longest, ++seed);
  // AFL++ takes no empty input.
  if (units.empty()) units.push_back('A');
  *out = units.data();
  return units.size();
}

void afl_custom_deinit(void* state) { delete static_cast<AflState*>(state); }
