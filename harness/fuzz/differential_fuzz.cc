// differential_fuzz.cc: the libFuzzer target. Every input goes to all decoders
// of this program, whole and split, and is compared with the law and with ICU.
// The first unknown difference is reported and ends the process.
//
//   PLACEMAT_FUZZ_DECODERS   names, by commas; saboteurs too. Default: all decoders
//   PLACEMAT_FUZZ_EXPECTED   the list of known findings; default: that of the tree
//   PLACEMAT_FUZZ_FINDINGS   a directory for the minimised input and its report
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/fuzz/differential.h"
#include "harness/fuzz/heap_copies.h"
#include "harness/generate/mutator.h"

extern "C" {
// Declared by libFuzzer and the sanitizers.
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
void __asan_init() __attribute__((weak));
// The functions that they call here.
const char* __asan_default_options();
void __asan_on_error();
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed);
}

namespace {

using namespace placemat;

constexpr unsigned kCallLimitMs = 2000;

std::vector<const Decoder*> chosen_decoders(std::string_view names) {
  std::vector<const Decoder*> chosen;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const std::string name(names.substr(0, comma));
    const Decoder* decoder = find_decoder(name);
    if (decoder == nullptr) {
      throw InputError(fmt::format(
          "PLACEMAT_FUZZ_DECODERS: unknown decoder '{}'; `placemat list decoders` lists them",
          name));
    }
    chosen.push_back(decoder);
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  if (chosen.empty()) chosen.assign(decoders().begin(), decoders().end());
  return chosen;
}

// Without a list nothing is known, so every difference is a finding.
KnownKinds load_known() {
  const char* named = std::getenv("PLACEMAT_FUZZ_EXPECTED");
  const std::filesystem::path path =
      named != nullptr ? named : PLACEMAT_TREE "/reports/baselines/expected.json";
  if (named == nullptr && !std::filesystem::exists(path)) return {};
  std::vector<Problem> problems;
  const auto json = parse_json(read_text_file(path), path.string(), problems);
  if (!json) throw InputError(to_text(problems.front()));
  if (!json->is_object() || !json->contains("expected")) {
    throw InputError(path.string() + ": must be {\"expected\": [...]}");
  }
  // The keys are all that counts here; `placemat run` checks the whole list.
  std::vector<std::string> keys;
  for (const auto& entry : json->at("expected"))
    keys.push_back(current_key(entry.value("key", "")));
  return known_kinds(keys);
}

std::vector<DialectId> dialects_of(std::span<const Decoder* const> decoders) {
  std::set<DialectId> ids;
  for (const Decoder* decoder : decoders) ids.insert(claimed_profile(*decoder).dialect);
  return {ids.begin(), ids.end()};
}

// Created with the first input: the fence must find libFuzzer's handlers in
// place, to which it forwards signals that no decoder caused.
class Target {
 public:
  Target()
      : decoders_(chosen_decoders(env("PLACEMAT_FUZZ_DECODERS"))),
        known_(load_known()),
        mutator_(dialects_of(decoders_)) {}

  void announce() const {
    fmt::print(stderr, "differential_fuzz: {} decoders:", decoders_.size());
    for (const Decoder* decoder : decoders_) fmt::print(stderr, " {}", decoder->name);
    fmt::print(stderr, "\n");
    for (const Decoder* decoder : decoders_) {
      const auto known = known_.find(std::string_view(decoder->name));
      if (known == known_.end()) continue;
      fmt::print(stderr, "differential_fuzz: {} is known for, and not asked about:", decoder->name);
      for (const Kind kind : known->second) fmt::print(stderr, " {}", row_of(kind).name);
      fmt::print(stderr, "\n");
    }
  }

  const Mutator& mutator() const { return mutator_; }

  void examine(ByteView input) {
    if (!differential_) {
      fence_.emplace(kCallLimitMs);
      const bool sanitized = &__asan_init != nullptr;
      differential_.emplace(
          decoders_, known_,
          sanitized ? Differential::HeapCopies::kToo : Differential::HeapCopies::kNone);
    }
    const auto difference = differential_->examine(input);
    if (!difference) return;
    fmt::print(stderr, "\n{}", difference->report);
    store(*difference);
    std::fflush(stderr);
    std::abort();
  }

 private:
  static std::string_view env(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view() : value;
  }

  static void store(const FuzzFinding& difference) {
    const std::filesystem::path directory = env("PLACEMAT_FUZZ_FINDINGS");
    if (directory.empty()) return;
    const std::string units(difference.minimal.begin(), difference.minimal.end());
    std::string subject = difference.subject;
    std::ranges::replace(subject, ':', '-');
    const std::string name =
        fmt::format("{}-{}-{}", subject, difference.kind ? row_of(*difference.kind).name : "oracle",
                    sha256(units).substr(0, 8));
    std::ofstream(directory / (name + ".bin"), std::ios::binary) << units;
    std::ofstream(directory / (name + ".txt")) << difference.report;
    fmt::print(stderr, "  stored    {}\n", (directory / (name + ".bin")).string());
  }

  std::vector<const Decoder*> decoders_;
  KnownKinds known_;
  Mutator mutator_;
  std::optional<Fence> fence_;
  std::optional<Differential> differential_;
};

// Never destroyed: libFuzzer ends the process in several ways.
Target* target = nullptr;

}  // namespace

// A decoder's own signals go to the fence, which interprets them by the guard
// pages; the sanitizer reports errors on the heap and on the stack.
const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_abort=0:"
         "handle_sigtrap=0:allow_user_segv_handler=1:detect_stack_use_after_return=0";
}

void __asan_on_error() {
  const CallAtHand& call = call_at_hand();
  if (call.decoder == nullptr) return;
  std::fprintf(stderr, "\nfinding: %s: memory: on the heap, %.*s of", call.decoder->name,
               static_cast<int>(name_of(call.operation).size()), name_of(call.operation).data());
  for (const std::uint8_t unit : call.units) std::fprintf(stderr, " %02X", unit);
  std::fprintf(stderr, "\n");
}

int LLVMFuzzerInitialize(int*, char***) {
  try {
    target = new Target;
  } catch (const std::exception& error) {
    fmt::print(stderr, "differential_fuzz: {}\n", error.what());
    std::_Exit(2);
  }
  target->announce();
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->examine({data, size});
  return 0;
}

// Every other mutation is libFuzzer's own, which learns from comparisons.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed) {
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Bytes units(data, data + size);
  target->mutator().mutate(units, max_size, seed);
  std::ranges::copy(units, data);
  return units.size();
}
