// Runs libFuzzer on a second stack. This file alone knows the interface of libFuzzer.
#include "harness/fuzz/engine/engine.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#ifdef PLACEMAT_HAVE_ENGINE

extern "C" {
int LLVMFuzzerRunDriver(int* argc, char*** argv,
                        int (*examine)(const std::uint8_t* data, std::size_t size));
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
// The engine finds it by its name.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed);
}

namespace {

using placemat::FuzzEngine;

[[gnu::section("__libfuzzer_extra_counters"), gnu::used]]
std::array<std::uint8_t, FuzzEngine::kCounters> extra_counters;

}  // namespace

namespace placemat {

struct FuzzEngine::Impl {
  static constexpr std::size_t kOutput = std::size_t{1} << 20;

  Impl(std::vector<std::string> given, EngineCalls given_calls)
      : arguments(std::move(given)), calls(std::move(given_calls)) {}

  std::vector<std::string> arguments;
  EngineCalls calls;
  EngineState state;
  ucontext_t outside{}, inside{};
  void* stack = nullptr;
  const char* output = nullptr;  // what the engine writes, and NUL behind it
  std::size_t looked_at = 0;     // in the output
  bool is_started = false;
  std::exception_ptr thrown;
  Bytes mutated;  // reused

  inline static Impl* the_engine = nullptr;

  // An exception must not pass through the frames of the engine.
  template <class Call>
  void guard(Call&& call) {
    try {
      call();
      return;
    } catch (...) {
      thrown = std::current_exception();
    }
    swapcontext(&inside, &outside);
  }

  static int examine(const std::uint8_t* data, std::size_t size) {
    bool keeps = false;
    the_engine->guard([&] { keeps = the_engine->calls.examine({data, size}); });
    return keeps ? 0 : -1;
  }

  static std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t longest,
                            unsigned int seed) {
    Bytes& units = the_engine->mutated;
    units.assign(data, data + size);
    the_engine->guard([&] { the_engine->calls.mutate(units, longest, seed); });
    const std::size_t n = std::min(units.size(), longest);
    std::copy_n(units.begin(), n, data);
    return n;
  }

  // The first function on the second stack; never returns.
  static void begin() {
    std::vector<char*> argv;
    for (std::string& argument : the_engine->arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    int argc = static_cast<int>(argv.size() - 1);
    char** words = argv.data();
    // It goes on for ever, and an exit is the decoder's.
    LLVMFuzzerRunDriver(&argc, &words, &Impl::examine);
    std::abort();
  }

  void make_stack() {
    constexpr std::size_t kStack = std::size_t{8} << 20;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    stack = mmap(nullptr, kStack, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    mprotect(stack, page, PROT_NONE);
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = kStack;
    inside.uc_link = nullptr;
    makecontext(&inside, &Impl::begin, 0);
  }

  // The engine writes its state there. To look at memory costs nothing; to ask for the size of a
  // file after each input was a twentieth of the time of a campaign.
  void redirect_output() {
    const int log = memfd_create("engine", 0);
    if (log < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
    void* memory = MAP_FAILED;
    if (ftruncate(log, kOutput) == 0)
      memory = mmap(nullptr, kOutput, PROT_READ, MAP_SHARED, log, 0);
    if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    output = static_cast<const char*>(memory);
    if (log == STDERR_FILENO) return;
    dup2(log, STDERR_FILENO);
    close(log);
  }

  // What was written since the last look.
  std::string_view fresh_output() {
    const std::size_t from =
        std::exchange(looked_at, looked_at + strnlen(output + looked_at, kOutput - looked_at));
    return {output + from, looked_at - from};
  }

  // The engine writes a line for an input that it keeps, and few others.
  bool has_kept() {
    if (looked_at < kOutput && output[looked_at] == '\0') return false;
    const std::string_view text = fresh_output();
    const bool has_kept = text.find("\tNEW ") != std::string_view::npos ||
                          text.find("\tREDUCE ") != std::string_view::npos;
    if (looked_at > kOutput / 2) read_output();
    return has_kept;
  }

  // Reads the last "cov: 12 ft: 34 corp: 5/67b" of the output, and empties it.
  void read_output() {
    // By what was written: a decoder may have written a NUL there too.
    const off_t written = lseek(STDERR_FILENO, 0, SEEK_CUR);
    if (written <= 0) return;
    const std::string text(output, std::min(static_cast<std::size_t>(written), kOutput));
    const auto number_behind = [&](std::string_view word, std::uint64_t& value) {
      const std::size_t at = text.rfind(word);
      if (at != std::string::npos)
        value = std::strtoull(text.c_str() + at + word.size(), nullptr, 10);
    };
    number_behind(" cov: ", state.coverage);
    number_behind(" ft: ", state.features);
    number_behind(" corp: ", state.corpus);
    number_behind(" modules   (", state.edges);
    const bool is_empty =
        ftruncate(STDERR_FILENO, 0) == 0 && ftruncate(STDERR_FILENO, kOutput) == 0;
    if (is_empty && lseek(STDERR_FILENO, 0, SEEK_SET) == 0) looked_at = 0;
  }
};

namespace {

// Where the engine's own function by that name leads.
std::size_t (*engine_mutates)(std::uint8_t*, std::size_t, std::size_t, unsigned int) = nullptr;

}  // namespace

bool FuzzEngine::is_built() { return true; }
std::string FuzzEngine::name() { return PLACEMAT_ENGINE_NAME; }

FuzzEngine::FuzzEngine(std::vector<std::string> arguments, EngineCalls calls)
    : impl_(std::make_unique<Impl>(std::move(arguments), std::move(calls))) {
  if (Impl::the_engine != nullptr) throw std::logic_error("a process has one engine");
  Impl::the_engine = impl_.get();
  engine_mutates = &Impl::mutate;
}

// The engine's own variables cannot be reset, so no other may follow in this process.
FuzzEngine::~FuzzEngine() = default;

void FuzzEngine::run() {
  if (!impl_->is_started) {
    impl_->redirect_output();
    impl_->make_stack();
    impl_->is_started = true;
  }
  swapcontext(&impl_->outside, &impl_->inside);
  if (impl_->thrown) std::rethrow_exception(std::exchange(impl_->thrown, nullptr));
}

void FuzzEngine::pause() { swapcontext(&impl_->inside, &impl_->outside); }

bool FuzzEngine::kept_last() { return impl_->has_kept(); }

EngineState FuzzEngine::state() {
  impl_->read_output();
  return impl_->state;
}

void FuzzEngine::mutate(Bytes& units, std::size_t longest) {
  const std::size_t size = std::min(units.size(), longest);
  units.resize(longest);
  units.resize(LLVMFuzzerMutate(units.data(), size, longest));
}

std::array<std::uint8_t, FuzzEngine::kCounters>& FuzzEngine::counters() { return extra_counters; }

}  // namespace placemat

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed) {
  return placemat::engine_mutates(data, size, max_size, seed);
}

#else

namespace placemat {

struct FuzzEngine::Impl {};

bool FuzzEngine::is_built() { return false; }
std::string FuzzEngine::name() { return ""; }
FuzzEngine::FuzzEngine(std::vector<std::string>, EngineCalls) {
  throw std::logic_error("this program was built without an engine");
}
FuzzEngine::~FuzzEngine() = default;
void FuzzEngine::run() {}
void FuzzEngine::pause() {}
EngineState FuzzEngine::state() { return {}; }
bool FuzzEngine::kept_last() { return false; }
void FuzzEngine::mutate(Bytes&, std::size_t) {}
std::array<std::uint8_t, FuzzEngine::kCounters>& FuzzEngine::counters() {
  static std::array<std::uint8_t, kCounters> none;
  return none;
}

}  // namespace placemat

#endif
