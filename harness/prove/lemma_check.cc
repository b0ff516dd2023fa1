#include "harness/prove/lemma_check.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <span>
#include <system_error>

namespace placemat::prove {
namespace {

struct Outcome {
  std::atomic<bool> is_known{false};
  Lemma::Result result = Lemma::Result::kUnknown;
  double seconds = 0;
};

// In memory that all processes write.
class SharedOutcomes {
 public:
  explicit SharedOutcomes(std::size_t count) : size_(kFirst + count * sizeof(Outcome)) {
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    next_ = new (memory_) std::atomic<std::size_t>(0);
    auto* const first = static_cast<std::byte*>(memory_) + kFirst;
    outcomes_ = {reinterpret_cast<Outcome*>(first), count};
    for (Outcome& outcome : outcomes_) new (&outcome) Outcome;
  }
  ~SharedOutcomes() { munmap(memory_, size_); }
  SharedOutcomes(const SharedOutcomes&) = delete;
  SharedOutcomes& operator=(const SharedOutcomes&) = delete;

  // One that no process has taken.
  std::size_t take() { return (*next_)++; }
  Outcome& operator[](std::size_t i) { return outcomes_[i]; }

 private:
  static constexpr std::size_t kFirst = 64;  // of the outcomes
  static_assert(sizeof(std::atomic<std::size_t>) <= kFirst && kFirst % alignof(Outcome) == 0);
  const std::size_t size_;
  void* memory_;
  std::atomic<std::size_t>* next_;
  std::span<Outcome> outcomes_;
};

void check_some(std::vector<Lemma>& lemmas, SharedOutcomes& outcomes,
                const std::function<void(Lemma&)>& check) {
  for (std::size_t i = outcomes.take(); i < lemmas.size(); i = outcomes.take()) {
    check(lemmas[i]);
    outcomes[i].result = lemmas[i].result;
    outcomes[i].seconds = lemmas[i].seconds;
    outcomes[i].is_known.store(true, std::memory_order_release);
  }
}

}  // namespace

void check_lemmas(std::vector<Lemma>& lemmas, unsigned processes,
                  const std::function<void(Lemma&)>& check) {
  SharedOutcomes outcomes(lemmas.size());
  std::vector<pid_t> copies;
  while (copies.size() + 1 < processes) {
    const pid_t copy = fork();
    if (copy < 0) break;  // then fewer do it
    if (copy == 0) {
      // Nothing that the caller does with an exception is to be done twice.
      try {
        check_some(lemmas, outcomes, check);
      } catch (...) {
        _exit(EXIT_FAILURE);
      }
      _exit(EXIT_SUCCESS);
    }
    copies.push_back(copy);
  }
  check_some(lemmas, outcomes, check);
  for (const pid_t copy : copies) {
    while (waitpid(copy, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  for (std::size_t i = 0; i < lemmas.size(); ++i) {
    if (outcomes[i].is_known.load(std::memory_order_acquire)) {
      lemmas[i].result = outcomes[i].result;
      lemmas[i].seconds = outcomes[i].seconds;
    } else {
      check(lemmas[i]);
    }
  }
}

}  // namespace placemat::prove
